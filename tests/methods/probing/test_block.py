"""Probing in blocks: each puzzle is solved as a single search would solve it."""

from __future__ import annotations

import time
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest

from ergodoku.methods.auto import Auto
from ergodoku.methods.focused import Focused
from ergodoku.methods.probing import Probing, probing_block
from ergodoku.methods.probing.block import ProbingBlock
from ergodoku.methods.walk import ITERATION
from ergodoku.puzzle.generate import Recipe, generate_many
from ergodoku.puzzle.layout import Layout
from ergodoku.puzzle.puzzle import Puzzle
from tests.samples import BEYOND_LOGIC_UNSOLVABLE, EASY, HARD, endless, started

LAYOUTS = [Layout.of(9), Layout.of(16), Layout.of(9, kind="diagonal")]


@pytest.mark.parametrize("layout", LAYOUTS, ids=repr)
def test_a_block_takes_the_same_walks_as_single_searches(layout: Layout) -> None:
    puzzles = list(generate_many(12, Recipe(layout, fraction=0.3), seed=3))
    choices = 200
    block = probing_block(layout, 8, choices).solve(np.stack([puzzle.flat for puzzle in puzzles]))
    for row, puzzle in enumerate(puzzles):
        search = started(puzzle, Probing(), 8)
        search.advance(choices)
        assert block.solved[row] == (search.best == 0)
        assert block.iterations[row] == search.iteration
        if block.solved[row]:
            assert block.grids[row].tolist() == search.best_grid().ravel().tolist()


def test_a_classic_9x9_without_a_solution_stays_unsolved() -> None:
    grids = np.stack([Puzzle.parse(text).flat for text in (HARD, BEYOND_LOGIC_UNSOLVABLE, EASY)])
    assert probing_block(Layout.of(9), 1, 10_000).solve(grids).solved.tolist() == [True, False, True]


def test_a_puzzle_with_contradictory_givens_stays_unsolved_and_does_not_affect_the_others() -> None:
    wrong = Puzzle.parse("123. ...4 .... ....")
    right = Puzzle.parse("1... .... ...2 ....")
    block = probing_block(Layout.of(4), 0, 100).solve(np.stack([p.flat for p in (right, wrong, right)]))
    assert block.solved.tolist() == [True, False, True]
    assert block.grids[0].tolist() == block.grids[2].tolist()


def test_auto_has_a_block_solver_for_small_grids_and_other_methods_have_none() -> None:
    solver = Auto(choices=50).block_solver(Layout.of(9), 1)
    assert solver is not None
    assert solver.name == "probing"
    assert solver.solve(Puzzle.parse(EASY).flat[None]).solved.all()
    assert Auto().block_solver(Layout.of(25), 1) is None
    assert Probing().block_solver(Layout.of(9), 1) is None
    assert Focused().block_solver(Layout.of(9), 1) is None


def test_another_thread_can_recall_a_solver_in_the_middle_of_a_puzzle() -> None:
    puzzle = endless()
    solver, grids = ProbingBlock(puzzle.layout, 0, 10**12), np.stack([puzzle.flat] * 3)
    solver.recalled = np.zeros(1, dtype=np.int64)
    with ThreadPoolExecutor(1) as pool:
        block = pool.submit(solver.solve, grids)
        while solver.record.numbers[ITERATION] == 0:
            time.sleep(0.01)
        solver.recalled[0] = 1
        assert not block.result().solved.any()
    assert block.result().iterations[0] > 0
    assert block.result().iterations[1:].tolist() == [0, 0]


@pytest.mark.parametrize("layout", LAYOUTS, ids=repr)
def test_a_recalled_solver_starts_no_puzzle(layout: Layout) -> None:
    grids = np.stack([puzzle.flat for puzzle in generate_many(2, Recipe(layout, fraction=0.6), seed=3)])
    solver = probing_block(layout, 0, 1000)
    solver.recalled = np.ones(1, dtype=np.int64)
    assert not solver.solve(grids).solved.any()
    solver.recalled[0] = 0
    assert solver.solve(grids).solved.all()


def test_the_block_solver_of_auto_never_makes_more_choices_than_usual() -> None:
    puzzle = endless()
    for choices, made in ((10**12, 200_000_000 // 81**2), (50, 50)):
        solver = Auto(choices=choices).block_solver(puzzle.layout, 1)
        assert solver is not None
        assert solver.solve(puzzle.flat[None]).iterations.tolist() == [made]
