"""Several replicas in one run: the limits hold, the run always ends, and slices never change the winner."""

from __future__ import annotations

import threading
import time
from itertools import count

import numpy as np
import pytest

from ergodoku.base.errands import Errand, Helpers
from ergodoku.engine.run import Run
from ergodoku.engine.stop import Evaluations, Flag, Iterations, Stagnation
from ergodoku.methods.annealing import Annealing
from ergodoku.methods.portfolio import Portfolio
from tests.samples import EASY, trap

# Annealing that freezes after 10,000 iterations, and a genetic algorithm that makes one generation while the
# run counts 4,096 iterations.
MIXED = Portfolio("hyperbolic,genetic", logic="none")


@pytest.mark.parametrize("slice_iterations", [None, 1000])
def test_a_limit_between_two_generations_ends_the_run(slice_iterations: int | None) -> None:
    run = Run(trap(), MIXED, seed=1, stop=Iterations(50_000), slice_iterations=slice_iterations)
    for slices, _ in enumerate(run):
        assert slices < 1000, "the run neither advances nor ends"
    assert [search.finished for search in run.searches] == [True, False]
    assert run.searches[1].iteration == 50_000 // 4096 + 1  # a generation counts as soon as its round begins
    assert run.iteration == 50_000


def test_stagnation_counts_iterations_of_the_run_for_every_method() -> None:
    run = Run(trap(), MIXED, seed=1, stop=Stagnation(40_000), slice_iterations=4096)
    run.finish()
    annealing, genetic = run.searches
    best = min(annealing.best, genetic.best)
    found = [annealing.best_iteration] * (annealing.best == best)
    found += [(genetic.best_iteration - 1) * 4096 + 1] * (genetic.best == best)
    assert run.iteration == min(found) + 40_000


@pytest.mark.parametrize("limit", [1, 2, 5000])
def test_no_method_does_more_iterations_than_the_limit(limit: int) -> None:
    run = Run(trap(), Portfolio("tabu,focused,genetic", logic="none"), seed=1, stop=Iterations(limit))
    result = run.finish()
    assert run.iteration == limit
    done = [search.iteration for search in run.searches if not search.finished]
    assert all(1 <= count <= limit for count in done)
    assert result.iterations <= limit


def test_a_run_whose_time_is_up_starts_no_more_replicas() -> None:
    looks = count()
    run = Run(trap(), "lewis", replicas=5_000, stop=Flag(lambda: next(looks) >= 5))
    result = run.finish()
    assert (result.status, result.iterations, len(run.searches)) == ("gave_up", 0, 6)
    assert result.energy == min(search.best for search in run.searches)


@pytest.mark.parametrize("workers", [1, 2])
def test_an_error_in_a_replica_reaches_the_caller(workers: int) -> None:
    run = Run(trap(), "cool", seed=1, replicas=2, workers=workers)
    run.start()

    def fail(iterations: int) -> None:
        raise ValueError("the second replica fails")

    run.searches[1].advance = fail  # type: ignore[method-assign]
    with pytest.raises(ValueError, match="the second replica fails"):
        run.finish()


def test_after_ctrl_c_while_the_workers_start_the_run_waits_for_those_already_running(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    run = Run(trap(), "cool", seed=1, replicas=3, workers=3)
    run.start()
    monkeypatch.setattr("ergodoku.engine.halt.LONGEST", 3600.0)  # only Ctrl-C ends the slice
    send, begun, ended = Helpers.send, threading.Event(), []

    def work(iterations: int) -> None:
        begun.set()
        while not run.walks.halt():
            time.sleep(0.001)
        time.sleep(0.05)
        ended.append(True)

    def interrupted(self: Helpers, errand: Errand[object]) -> Errand[object]:
        send(self, errand)
        assert begun.wait(600)
        raise KeyboardInterrupt

    run.searches[1].advance = work  # type: ignore[method-assign]
    monkeypatch.setattr(Helpers, "send", interrupted)
    assert run.finish().status == "interrupted"
    assert ended


def test_slices_never_change_the_winner_under_a_limit_of_evaluations() -> None:
    for seed in (217, 218):
        results = [
            Run(
                EASY,
                Annealing(logic="none"),
                seed=seed,
                replicas=3,
                workers=1,
                stop=Evaluations(8000),
                slice_iterations=length,
            ).finish()
            for length in (2000, 50)
        ]
        assert len({(result.replica, result.iterations, result.energy) for result in results}) == 1


def test_a_trace_has_the_times_of_its_own_replica(monkeypatch: pytest.MonkeyPatch) -> None:
    ticks = count()
    monkeypatch.setattr("time.perf_counter", lambda: next(ticks) / 1000)  # the same time on any machine
    method = Portfolio("genetic,annealing", logic="none")
    result = Run(trap(), method, seed=1, stop=Iterations(60_000), workers=1).finish()
    seconds = result.trace.seconds
    assert (np.diff(seconds) > 0).all()
    assert result.seconds / 2 < seconds[-1] <= result.seconds
