"""Methods with rounds of different lengths in one run: its limits hold, and it always ends."""

from __future__ import annotations

import pytest

from ergodoku.engine.run import Run
from ergodoku.engine.stop import Iterations, Stagnation
from ergodoku.methods.portfolio import Portfolio
from tests.samples import trap

# Annealing that freezes after 10,000 iterations, and generations that count as 4,096 iterations each.
MIXED = Portfolio("hyperbolic,genetic", logic="none")


@pytest.mark.parametrize("slice_iterations", [None, 1000])
def test_a_limit_between_two_generations_ends_the_run(slice_iterations: int | None) -> None:
    run = Run(trap(), MIXED, seed=1, stop=Iterations(50_000), slice_iterations=slice_iterations)
    for slices, _ in enumerate(run):
        assert slices < 1000, "it does not move, and does not end"
    assert [search.finished for search in run.searches] == [True, False]
    assert run.searches[1].iteration == 50_000 // 4096
    assert run.iteration == 50_000


def test_stagnation_counts_the_iterations_of_every_method_in_the_same_measure() -> None:
    run = Run(trap(), MIXED, seed=1, stop=Stagnation(40_000), slice_iterations=4096)
    run.finish()
    best = min(run.searches, key=lambda search: search.best)
    since = run.iteration - best.best_iteration * (1 if best is run.searches[0] else 4096)
    assert since == 40_000
