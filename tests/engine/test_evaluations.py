"""Evaluations: every method counts the cell changes it looks at; slices do not change when a budget ends."""

from __future__ import annotations

import numpy as np
import pytest

from ergodoku.engine.run import Run
from ergodoku.engine.stop import Evaluations, Iterations
from ergodoku.methods.method import Method
from ergodoku.methods.registry import ENTRIES, method_of
from ergodoku.puzzle.puzzle import Puzzle
from tests.samples import HARD, general

METHODS = [ENTRIES[name].method for name in ENTRIES if ENTRIES[name].method.name == name]
LARGE = general(16, 0.35)
BUDGET = 30_000


@pytest.mark.parametrize("method", [m for m in METHODS if not m.members], ids=lambda method: method.name)
def test_slices_do_not_change_the_iteration_at_which_a_budget_ends(method: Method) -> None:
    found = [
        Run(LARGE, method, seed=3, stop=Evaluations(BUDGET), slice_iterations=n, alone=True)
        for n in (97, None)
    ]
    results = [run.finish() for run in found]
    first, second = ((r.iterations, r.evaluations, r.energy) for r in results)
    assert first == second
    if results[0].iterations and not results[0].solved:
        most = found[0].searches[0].costliest
        assert BUDGET <= results[0].evaluations < BUDGET + most
        before = Run(LARGE, method, seed=3, stop=Iterations(results[0].iterations - 1), alone=True).finish()
        assert before.evaluations < BUDGET
    for run in found:
        if (close := getattr(run.searches[0], "close", None)) is not None:
            close()


@pytest.mark.parametrize(
    ("name", "changes"),
    [("annealing", 2), ("focused", 2), ("tempering", 2 * 8), ("lewis", 2)],
)
def test_a_swap_counts_as_two_evaluations(name: str, changes: int) -> None:
    result = Run(LARGE, name, stop=Iterations(500)).finish()
    assert result.evaluations == changes * result.iterations


def test_tabu_counts_every_swap_it_looks_at_and_a_saved_state_keeps_the_count() -> None:
    run = Run(LARGE, "tabu", stop=Iterations(200))
    run.finish()
    search = run.searches[0]
    assert 2 * 200 < search.evaluations <= 200 * search.costliest
    state, looked = search.state(), search.evaluations
    search.advance(100)
    assert search.evaluations > looked
    search.restore(state)
    assert search.evaluations == looked


def test_each_member_of_a_population_costs_one_evaluation_per_free_cell() -> None:
    method = method_of("evolution", {"population": 20})
    run = Run(LARGE, method, stop=Iterations(10))
    result = run.finish()
    free = int(np.count_nonzero(run.reduction.puzzle.flat == 0)) if run.reduction else 0
    assert result.evaluations == 11 * 20 * free


def test_each_swap_that_a_climbing_child_tries_counts_as_two_evaluations() -> None:
    method = method_of("genetic", {"population": 20, "elites": 0.0, "climb": 3, "stale": 0})
    run = Run(LARGE, method, stop=Iterations(10))
    result = run.finish()
    free = int(np.count_nonzero(run.reduction.puzzle.flat == 0)) if run.reduction else 0
    assert result.evaluations == 20 * free + 10 * 20 * (free + 2 * 3 * free)


@pytest.mark.parametrize("puzzle", [LARGE, Puzzle.parse(HARD)], ids=["general", "nine"])
def test_probing_counts_the_cells_that_its_choices_fill(puzzle: Puzzle) -> None:
    run = Run(puzzle, "probing", stop=Iterations(400))
    result = run.finish()
    assert result.evaluations >= result.iterations
    if result.solved and result.iterations == 1:
        assert run.reduction is not None
        assert result.evaluations == int(np.count_nonzero(run.reduction.puzzle.flat == 0))


def test_auto_counts_at_least_one_evaluation_per_iteration() -> None:
    run = Run(general(16, 0.4), "auto", seed=1, stop=Iterations(300_000), alone=True)
    result = run.finish()
    assert result.evaluations >= result.iterations
