"""Probing: every grid it builds is consistent, and a batch takes the same walks as one by one."""

from __future__ import annotations

import numpy as np
import pytest

from ergodoku.landscape.random import seeded
from ergodoku.methods.probing import Probing, probe_batch
from ergodoku.methods.walk import NUMBERS
from ergodoku.puzzle.clashes import find_conflict
from ergodoku.puzzle.generate import Recipe, generate_many
from ergodoku.puzzle.layout import Layout
from ergodoku.puzzle.logic import geometry_of, new_marks
from ergodoku.puzzle.puzzle import Puzzle
from tests.samples import HARD, LAYOUTS, general, is_solution, keeps_givens, sample, started


@pytest.mark.parametrize("logic", ["none", "singles", "pairs"])
@pytest.mark.parametrize("name", sorted(LAYOUTS))
def test_it_solves_every_layout(name: str, logic: str) -> None:
    puzzle = sample(name, 0.35)
    search = started(puzzle, Probing(logic))
    search.advance(100_000)
    assert is_solution(puzzle, search.best_grid())


def test_every_partial_grid_is_without_conflict_and_keeps_the_givens() -> None:
    puzzle = general(16, 0.4, 3)
    search = started(puzzle, Probing(), 1)
    for _ in range(500):
        search.advance(1)
        for grid in (search.grid(), search.best_grid()):
            assert find_conflict(puzzle.layout, grid.ravel()) is None
            assert keeps_givens(puzzle, grid)


def test_an_iteration_is_a_choice_and_a_dead_end_starts_over() -> None:
    search = started(Puzzle.parse(HARD), Probing(), 1)
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
def test_a_contradiction_ends_it_and_the_givens_stand(text: str) -> None:
    puzzle = Puzzle.parse(text)
    search = started(puzzle, Probing("none"))
    assert search.finished
    assert search.best_grid().ravel().tolist() == puzzle.flat.tolist()
    assert search.best == 16 - puzzle.clues


@pytest.mark.parametrize("layout", [Layout.of(9), Layout.of(16), Layout.of(9, kind="diagonal")], ids=repr)
def test_a_batch_takes_the_same_walks_as_one_by_one(layout: Layout) -> None:
    puzzles = list(generate_many(12, Recipe(layout, fraction=0.3), seed=3))
    choices = 200
    grids = np.stack([puzzle.flat for puzzle in puzzles])
    solved, status = np.zeros_like(grids), np.zeros(12, dtype=np.int8)
    iterations, marks = np.zeros(12, dtype=np.int64), new_marks(layout)
    probe_batch(
        geometry_of(layout),
        new_marks(layout),
        marks,
        marks.digit.copy(),
        np.zeros(2, dtype=np.uint64),
        np.zeros(NUMBERS, dtype=np.int64),
        np.zeros(1, dtype=np.int64),
        np.zeros((1, 5), dtype=np.int64),
        np.zeros(1),
        seeded(8, 0),
        choices,
        grids,
        solved,
        status,
        iterations,
    )
    for row, puzzle in enumerate(puzzles):
        search = started(puzzle, Probing(), 8)
        search.advance(choices)
        assert status[row] == (search.best == 0)
        assert iterations[row] == search.iteration
        if status[row] == 1:
            assert solved[row].tolist() == search.best_grid().ravel().tolist()
