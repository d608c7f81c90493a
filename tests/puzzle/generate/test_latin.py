"""Random Latin squares, and balanced holes in them."""

from collections import Counter

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import ergodoku as eg
from ergodoku.base.errors import ParameterError
from ergodoku.puzzle.generate.balanced import balanced_holes
from ergodoku.puzzle.generate.latin import latin_square
from ergodoku.puzzle.puzzle import Digits

few = settings(max_examples=30)


def square(size: int, seed: int) -> Digits:
    return latin_square(size, np.random.default_rng(seed)).reshape(size, size)


def subsquares(grid: Digits) -> int:
    """Count the 2x2 subsquares with only two digits; a random square has about N * N / 4 of them."""
    size = len(grid)
    return sum(
        int((grid[a, c] == grid[b, d]) & (grid[a, d] == grid[b, c]))
        for a in range(size)
        for b in range(a)
        for c in range(size)
        for d in range(c)
    )


@few
@given(st.integers(4, 31), st.integers(0, 2**32))
def test_every_digit_appears_once_in_each_row_and_column(size: int, seed: int) -> None:
    grid = square(size, seed)
    digits = list(range(1, size + 1))
    assert all(sorted(line.tolist()) == digits for line in (*grid, *grid.T))


def test_the_same_seed_gives_the_same_square() -> None:
    assert (square(10, 1) == square(10, 1)).all()
    assert (square(10, 1) != square(10, 2)).any()


def test_all_squares_of_order_4_are_equally_likely() -> None:
    each, squares = 10, 576
    seen = Counter(square(4, seed).tobytes() for seed in range(each * squares))
    chi_squared = sum((count - each) ** 2 / each for count in seen.values())
    assert len(seen) == squares
    assert chi_squared < 692  # 575 on average; 692 or more with a probability of one in two thousand


def test_a_generated_square_has_as_many_subsquares_as_a_random_square() -> None:
    found = [subsquares(square(13, seed)) for seed in range(20)]
    assert 35 < np.mean(found) < 50  # the cyclic square at the start of the walk has none


@few
@given(st.integers(4, 40), st.data())
def test_the_numbers_of_balanced_holes_in_any_two_rows_or_columns_differ_by_at_most_one(
    size: int, data: st.DataObject
) -> None:
    holes = data.draw(st.integers(0, size * size))
    found = balanced_holes(size, holes, np.random.default_rng(holes)).reshape(size, size)
    assert np.count_nonzero(found) == holes
    for axis in (0, 1):
        assert set(found.sum(axis=axis).tolist()) <= {holes // size, -(-holes // size)}


def test_balanced_holes_do_not_stay_in_the_band_where_they_start() -> None:
    found = balanced_holes(30, 300, np.random.default_rng(1)).reshape(30, 30)
    shared = [int((found[a] & found[b]).sum()) for a in range(30) for b in range(a)]
    assert max(shared) < 9  # neighbours in the band share nine of their ten holes


@pytest.mark.parametrize("layout", [eg.Layout.of(11, kind="latin"), eg.Layout.of(9)])
def test_a_recipe_can_demand_balanced_holes(layout: eg.Layout) -> None:
    recipe = eg.Recipe(layout, clues=layout.cells - 4 * layout.size, pattern="balanced")
    puzzle = eg.generate(recipe, seed=1)
    holes = puzzle.givens == 0
    assert set(holes.sum(axis=0).tolist()) == set(holes.sum(axis=1).tolist()) == {4}
    assert not recipe.wants_unique


@pytest.mark.parametrize("wish", [{"unique": True}, {"minimal": True}, {"difficulty": "pairs"}])
def test_balanced_holes_cannot_be_combined_with_one_solution(wish: dict[str, bool | str]) -> None:
    with pytest.raises(ParameterError, match="may have many solutions"):
        eg.Recipe(pattern="balanced", **wish)  # type: ignore[arg-type]


def test_the_error_for_an_unknown_pattern_lists_the_patterns() -> None:
    with pytest.raises(ParameterError, match="choose random or balanced"):
        eg.Recipe(pattern="round")


def test_small_latin_squares_have_one_solution_by_default() -> None:
    puzzle = eg.generate(eg.Recipe(eg.Layout.of(7, kind="latin")), seed=1)
    assert eg.count_solutions(puzzle).solutions == "one"
