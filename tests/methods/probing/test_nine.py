"""Probing on the classic 9x9: the same solutions as the general search, and proofs that a puzzle has none."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ergodoku.landscape.construction import Construction
from ergodoku.landscape.random import seeded
from ergodoku.methods.probing import Probing
from ergodoku.methods.probing.nine import DEPTH, PATIENCE, REFUTED, NineSearch
from ergodoku.methods.probing.probing import ProbingSearch
from ergodoku.puzzle.clashes import find_conflict
from ergodoku.puzzle.exact import count_solutions
from ergodoku.puzzle.generate import Recipe, generate
from ergodoku.puzzle.layout import Layout
from ergodoku.puzzle.logic import as_given, reduce
from ergodoku.puzzle.puzzle import Puzzle
from tests.samples import BEYOND_LOGIC_UNSOLVABLE, HARD, is_solution, keeps_givens, started

ENOUGH = 1_000_000
seeds = st.integers(0, 10**6)


def probed(puzzle: Puzzle, seed: int = 1) -> NineSearch:
    search = NineSearch(Probing(), as_given(puzzle), seeded(seed, 0))
    search.advance(ENOUGH)
    return search


def blanked(puzzle: Puzzle, count: int, seed: int) -> Puzzle:
    """Return a puzzle without ``count`` of its givens."""
    flat = puzzle.flat.copy()
    flat[np.random.default_rng(seed).permutation(np.flatnonzero(flat))[:count]] = 0
    return Puzzle(puzzle.layout, flat)


@settings(max_examples=40)
@given(seeds, seeds)
def test_the_general_search_finds_the_same_unique_solution(number: int, seed: int) -> None:
    puzzle = generate(Recipe(minimal=True), seed=number)
    general = ProbingSearch(Probing(), Construction(reduce(puzzle)), seeded(seed, 0))
    general.advance(ENOUGH)
    found = probed(puzzle, seed).best_grid()
    assert is_solution(puzzle, found)
    assert (found == general.best_grid()).all()


@settings(max_examples=60)
@given(seeds, st.integers(0, 80), st.integers(1, 9), st.integers(0, 8))
def test_the_search_refutes_exactly_the_puzzles_without_a_solution(
    number: int, cell: int, digit: int, fewer: int
) -> None:
    flat = blanked(generate(Recipe(clues=28), seed=number), fewer, number).flat.copy()
    flat[cell] = digit
    flat.setflags(write=False)
    changed = Puzzle.unchecked(Layout.of(9), flat)
    search = probed(changed, number)
    assert search.finished == search.refuted == (search.best > 0)
    assert search.refuted == (count_solutions(changed).count == 0)
    assert search.refuted or is_solution(changed, search.best_grid())


@pytest.mark.parametrize("number", range(4))
def test_every_solution_is_found_by_some_seed(number: int) -> None:
    puzzle = generate(Recipe(minimal=True), seed=number)
    fewer = (blanked(puzzle, 1, seed) for seed in range(100))
    several = next(p for p in fewer if 2 <= count_solutions(p, limit=9).count <= 8)
    grids = {probed(several, seed).best_grid().tobytes() for seed in range(200)}
    assert len(grids) == count_solutions(several, limit=9).count


def test_every_seed_fills_an_empty_grid_differently() -> None:
    empty = Puzzle(Layout.of(9), [0] * 81)
    grids = [probed(empty, seed).best_grid() for seed in range(20)]
    assert all(is_solution(empty, grid) for grid in grids)
    assert len({grid.tobytes() for grid in grids}) == 20


@pytest.mark.parametrize("text", [HARD, BEYOND_LOGIC_UNSOLVABLE])
def test_every_partial_grid_is_consistent_and_keeps_the_givens(text: str) -> None:
    puzzle = Puzzle.parse(text)
    search = started(puzzle, Probing(), 2)
    while search.best > 0 and not search.finished:
        search.advance(1)
        for grid, energy in ((search.grid(), search.energy), (search.best_grid(), search.best)):
            assert find_conflict(puzzle.layout, grid.ravel()) is None
            assert keeps_givens(puzzle, grid)
            assert np.count_nonzero(grid == 0) == energy
    assert search.refuted is (text == BEYOND_LOGIC_UNSOLVABLE)


@pytest.mark.parametrize("text", [HARD, BEYOND_LOGIC_UNSOLVABLE])
def test_the_search_restarts_when_its_patience_ends_and_doubles_its_patience(text: str) -> None:
    puzzle = Puzzle.parse(text)
    search = NineSearch(Probing(), reduce(puzzle), seeded(2, 0))
    search.counts[PATIENCE] = 2
    while search.best > 0 and not search.finished:
        restarts = search.restarts
        search.advance(1)
        assert search.counts[PATIENCE] == 2 << search.restarts
        assert search.counts[REFUTED] <= search.iteration - search.accepted
        if search.restarts > restarts:
            assert (search.counts[DEPTH], search.counts[REFUTED]) == (0, 0)
    assert search.restarts >= 2
    assert search.refuted is (text == BEYOND_LOGIC_UNSOLVABLE)


def test_contradictory_givens_finish_the_search_before_the_first_choice_and_are_kept() -> None:
    puzzle = Puzzle.parse("12345678." + "........9" + "." * 63)
    search = probed(puzzle)
    assert search.refuted
    assert (search.iteration, search.best) == (0, 72)
    assert search.best_grid().ravel().tolist() == puzzle.flat.tolist()
