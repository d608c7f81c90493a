"""The depth-first search for the classic 9x9 counts and digs exactly like the general search."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ergodoku.puzzle.exact import DepthFirst, NineDepthFirst, another_solution, depth_first
from ergodoku.puzzle.generate import full_grid
from ergodoku.puzzle.layout import Layout
from ergodoku.puzzle.puzzle import Digits, Puzzle
from tests.samples import BEYOND_LOGIC_UNSOLVABLE, HARD, is_solution

NINE = Layout.of(9)
ALL = 1 << 40
seeds = st.integers(0, 10**6)


def counted(search: DepthFirst | NineDepthFirst, *start: object, limit: int = 30) -> tuple[int, bool]:
    """Return the number of solutions up to a limit, and whether there are no others.

    A search that stops at the limit may not have noticed that no other solution is left.
    """
    search.start(*start)  # type: ignore[arg-type]
    search.advance(ALL, limit)
    return search.count, search.exhausted and search.count < limit


def some_givens(seed: int, share: float) -> tuple[Digits, Digits]:
    rng = np.random.default_rng(seed)
    full = full_grid(NINE, rng)
    return full, np.where(rng.random(81) < share, full, 0).astype(np.uint8)


@settings(max_examples=60)
@given(seeds, st.floats(0.28, 0.45))
def test_both_searches_count_the_same_number_of_solutions(seed: int, share: float) -> None:
    _, givens = some_givens(seed, share)
    search = NineDepthFirst()
    assert counted(search, givens) == counted(DepthFirst(NINE), givens)
    assert is_solution(Puzzle(NINE, givens), search.solution)


@settings(max_examples=60)
@given(seeds, st.floats(0.28, 0.45), st.integers(0, 80))
def test_a_digit_can_be_excluded_from_a_cell(seed: int, share: float, cell: int) -> None:
    full, givens = some_givens(seed, share)
    digit = int(full[cell])
    assert counted(NineDepthFirst(), givens, cell, digit) == counted(DepthFirst(NINE), givens, cell, digit)


@pytest.mark.parametrize(("text", "expected"), [(HARD, 1), (BEYOND_LOGIC_UNSOLVABLE, 0)])
def test_slices_never_change_the_count(text: str, expected: int) -> None:
    search = NineDepthFirst()
    search.start(Puzzle.parse(text).flat)
    while not search.exhausted:
        search.advance(1, 2)
    assert search.count == expected


def test_counting_stops_at_the_limit() -> None:
    search = NineDepthFirst()
    assert counted(search, np.zeros(81, dtype=np.uint8), limit=1000) == (1000, False)
    assert counted(search, search.solution) == (1, True)


@settings(max_examples=40)
@given(seeds, st.floats(0.28, 0.45))
def test_another_solution_is_found_if_and_only_if_there_is_one(seed: int, share: float) -> None:
    full, givens = some_givens(seed, share)
    assert another_solution(givens, full) == (counted(DepthFirst(NINE), givens, limit=2)[0] == 2)


@pytest.mark.parametrize("seed", range(5))
@pytest.mark.parametrize("target", [0, 26])
def test_digging_keeps_one_solution_and_only_givens_that_are_needed(seed: int, target: int) -> None:
    rng = np.random.default_rng(seed)
    full = full_grid(NINE, rng)
    grid = full.copy()
    NineDepthFirst().dig(grid, rng.permutation(81), target)
    assert ((grid == 0) | (grid == full)).all()
    assert counted(DepthFirst(NINE), grid) == (1, True)
    left = np.flatnonzero(grid)
    assert len(left) >= target
    for cell in left if len(left) > target else ():
        fewer = np.where(np.arange(81) == cell, 0, grid).astype(np.uint8)
        assert counted(DepthFirst(NINE), fewer, limit=2)[0] == 2


def test_only_the_classic_9x9_uses_this_search() -> None:
    assert isinstance(depth_first(NINE), NineDepthFirst)
    assert isinstance(depth_first(Layout.of(9, kind="windows")), DepthFirst)
