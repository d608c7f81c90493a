"""Probing: every grid it builds is consistent."""

from __future__ import annotations

import numpy as np
import pytest

from ergodoku.methods.probing import Probing
from ergodoku.puzzle.clashes import find_conflict
from ergodoku.puzzle.puzzle import Puzzle
from tests.samples import LAYOUTS, endless, general, is_solution, keeps_givens, sample, started


@pytest.mark.parametrize("logic", ["none", "singles", "pairs"])
@pytest.mark.parametrize("name", sorted(LAYOUTS))
def test_probing_solves_every_layout(name: str, logic: str) -> None:
    puzzle = sample(name, 0.35)
    search = started(puzzle, Probing(logic))
    search.advance(100_000)
    assert is_solution(puzzle, search.best_grid())


def test_every_partial_grid_is_consistent_and_keeps_the_givens() -> None:
    puzzle = general(16, 0.4, 3)
    search = started(puzzle, Probing(), 1)
    for _ in range(500):
        search.advance(1)
        for grid in (search.grid(), search.best_grid()):
            assert find_conflict(puzzle.layout, grid.ravel()) is None
            assert keeps_givens(puzzle, grid)


def test_an_iteration_is_one_choice_and_a_contradiction_starts_a_new_probe() -> None:
    search = started(endless(), Probing(), 1)
    base = filled = np.count_nonzero(search.landscape.base.digit >= 0)
    for _ in range(300):
        dead_ends = search.restarts
        search.advance(1)
        now = np.count_nonzero(search.grid())
        if search.restarts > dead_ends:
            filled = base
        else:
            assert now > filled
            filled = now
    assert search.restarts > 10
    assert search.accepted + search.restarts == 300


@pytest.mark.parametrize("text", ["123. ...4 .... ...."])
def test_contradictory_givens_finish_the_search_and_are_kept(text: str) -> None:
    puzzle = Puzzle.parse(text)
    search = started(puzzle, Probing("none"))
    assert search.finished
    assert search.best_grid().ravel().tolist() == puzzle.flat.tolist()
    assert search.best == 16 - puzzle.clues
