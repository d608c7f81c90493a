"""A clash is a unit that holds the digit of a cell again."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ergodoku.puzzle.clashes import clashes
from tests.samples import LAYOUTS


@settings(max_examples=40)
@given(st.sampled_from(sorted(LAYOUTS)), st.integers(0, 2**32))
def test_clashes_are_the_units_that_hold_the_digit_of_a_cell_again(name: str, seed: int) -> None:
    layout = LAYOUTS[name]
    generator = np.random.default_rng(seed)
    grid = generator.integers(1, layout.size + 1, layout.cells) * (generator.random(layout.cells) < 0.4)
    expected = np.zeros(layout.cells, dtype=int)
    for unit in layout.units:
        digits = grid[unit].tolist()
        expected[unit] += [digit > 0 and digits.count(digit) > 1 for digit in digits]
    assert clashes(layout, grid).tolist() == expected.tolist()


@pytest.mark.parametrize("shape", [(81,), (9, 9)])
def test_a_grid_may_be_flat_or_square(shape: tuple[int, ...]) -> None:
    grid = np.zeros(shape, dtype=np.uint8)
    grid.ravel()[[0, 10]] = 7  # in one box, and in no other unit
    assert np.flatnonzero(clashes(LAYOUTS["classic-9"], grid)).tolist() == [0, 10]


def test_a_jigsaw_has_clashes_within_its_regions() -> None:
    layout = LAYOUTS["jigsaw-9"]
    unit = next(u for u in layout.units[18:27] if len({c // 9 for c in u}) > 1)
    first = unit[0]
    second = next(c for c in unit if c // 9 != first // 9 and c % 9 != first % 9)
    grid = np.zeros(81, dtype=np.uint8)
    grid[[first, second]] = 7
    assert np.flatnonzero(clashes(layout, grid)).tolist() == sorted([first, second])
