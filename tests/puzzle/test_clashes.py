"""A clash is a unit that holds the digit of a cell twice; a conflict is two equal digits in one unit."""

from itertools import combinations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp

from ergodoku.puzzle.clashes import clashes, conflicts, find_conflict
from ergodoku.puzzle.digits import Digits
from ergodoku.puzzle.layout import Layout
from tests.puzzle.sparse import sparse
from tests.samples import LAYOUTS


@settings(max_examples=40)
@given(st.sampled_from(sorted(LAYOUTS)), st.integers(0, 2**32))
def test_clashes_count_the_units_that_hold_the_digit_of_a_cell_twice(name: str, seed: int) -> None:
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
    grid.ravel()[[0, 10]] = 7  # these cells share a box, but no other unit
    assert np.flatnonzero(clashes(LAYOUTS["classic-9"], grid)).tolist() == [0, 10]


def test_a_jigsaw_has_clashes_within_its_regions() -> None:
    layout = LAYOUTS["jigsaw-9"]
    unit = next(u for u in layout.units[18:27] if len({c // 9 for c in u}) > 1)
    first = unit[0]
    second = next(c for c in unit if c // 9 != first // 9 and c % 9 != first % 9)
    grid = np.zeros(81, dtype=np.uint8)
    grid[[first, second]] = 7
    assert np.flatnonzero(clashes(layout, grid)).tolist() == sorted([first, second])


def brute_force(layout: Layout, digits: Digits) -> set[tuple[int, int]]:
    """Return all pairs of equal givens in one unit."""
    return {
        (a, b)
        for cells in layout.units.tolist()
        for a, b in combinations(sorted(cells), 2)
        if digits[a] and digits[a] == digits[b]
    }


class TestConflicts:
    @settings(max_examples=40)
    @given(sparse())
    def test_a_conflict_is_two_equal_givens_in_one_unit(self, case: tuple[Layout, Digits]) -> None:
        layout, digits = case
        pairs = brute_force(layout, digits)
        assert conflicts(layout, digits[None]).tolist() == [bool(pairs)]
        found = find_conflict(layout, digits)
        if found is None:
            assert not pairs
        else:
            first, second, unit = found
            assert tuple(sorted((first, second))) in pairs
            assert {first, second} <= set(layout.units[unit].tolist())

    @settings(max_examples=40)
    @given(hnp.arrays(np.uint8, (7, 16), elements=st.integers(0, 4), fill=st.just(0)))
    def test_each_grid_of_a_batch_is_judged_separately(self, grids: Digits) -> None:
        expected = [bool(brute_force(Layout.of(4), grid)) for grid in grids]
        assert conflicts(Layout.of(4), grids).tolist() == expected

    def test_a_large_batch_is_judged_in_blocks(self) -> None:
        layout = Layout.of(box=(8, 8))
        grids = np.zeros((700, layout.cells), dtype=np.uint8)
        bad = [0, 324, 325, 326, 699]
        for grid in bad:
            grids[grid, :2] = 64
        assert np.flatnonzero(conflicts(layout, grids)).tolist() == bad

    @pytest.mark.parametrize("digit", [1, 63, 64, 65, 100])
    def test_conflicts_of_digits_beyond_one_machine_word_are_found(self, digit: int) -> None:
        layout = Layout.of(100)
        digits = np.zeros(layout.cells, dtype=np.uint8)
        digits[[0, 9999]] = digit
        assert find_conflict(layout, digits) is None
        digits[99] = digit
        assert find_conflict(layout, digits) == (0, 99, 0)

    def test_a_batch_without_grids_has_no_conflicts(self) -> None:
        assert conflicts(Layout.of(4), np.zeros((0, 16), dtype=np.uint8)).shape == (0,)
