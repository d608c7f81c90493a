"""A search without limits gives up when it is frozen for good, and says so; any other search continues."""

from __future__ import annotations

import threading

import pytest

from ergodoku.engine.batch import solve_many
from ergodoku.engine.frost import REASON
from ergodoku.engine.run import Run
from ergodoku.engine.solve import solve
from ergodoku.engine.stop import Flag, Iterations, Stagnation
from ergodoku.methods.annealing import Annealing, Reheat
from ergodoku.methods.portfolio import Portfolio
from ergodoku.methods.schedules import Constant, Freezing, Geometric, Hyperbolic, Lewis, Linear, Schedule
from tests.samples import trap

QUICK = Geometric(0.5, 0.9)  # frozen after 23 iterations


def annealing(schedule: Schedule = QUICK, reheat: Reheat | None = None, **options: object) -> Annealing:
    return Annealing(schedule, reheat, logic="none", **options)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    "schedule",
    [QUICK, Geometric(5.0, 0.999), Hyperbolic(), Lewis(), Linear(1.0, 0.01, 10), Constant(0.01)],
    ids=repr,
)
def test_a_frozen_search_gives_up_and_says_what_to_do(schedule: Schedule) -> None:
    result = solve(trap(), annealing(schedule), seed=1)
    assert (result.status, result.reason) == ("gave_up", REASON)
    assert result.energy > 0
    assert result.iterations > 1_000_000


@pytest.mark.parametrize("length", [999, 250_000])
def test_the_length_of_slices_does_not_affect_when_a_frozen_search_gives_up(length: int) -> None:
    whole = solve(trap(), annealing(), seed=1, replicas=2)
    sliced = Run(trap(), annealing(), seed=1, replicas=2, slice_iterations=length).finish()
    assert (sliced.iterations, sliced.reason) == (whole.iterations, REASON)
    assert sliced.grid.tobytes() == whole.grid.tobytes()


@pytest.mark.parametrize("stop", [None, Flag(threading.Event())], ids=["none", "flag"])
def test_a_frozen_search_in_a_batch_gives_up_too(stop: Flag | None) -> None:
    assert [result.reason for result in solve_many([trap()] * 2, annealing(), stop=stop)] == [REASON] * 2


def test_a_flag_does_not_count_as_a_limit_but_still_ends_a_run() -> None:
    assert solve(trap(), annealing(), stop=Flag(threading.Event())).reason == REASON
    raised = threading.Event()
    raised.set()
    result = solve(trap(), annealing(), stop=Flag(raised))
    assert (result.iterations, result.reason) == (0, "")


def test_a_frozen_search_with_a_limit_runs_to_the_limit() -> None:
    result = solve(trap(), annealing(), stop=Iterations(3_000_000))
    assert (result.iterations, result.status, result.reason) == (3_000_000, "gave_up", "")


@pytest.mark.parametrize(
    "method",
    [
        annealing(reheat=Reheat()),
        annealing(end=0.1),
        annealing(end=0.1, restarts=True),
        annealing(iterations=5_000_000),
        annealing(Freezing()),
        annealing(Constant(0.5)),
        annealing(Hyperbolic(1e9, 1e-300)),
        Portfolio("focused,tempering", logic="none"),
    ],
    ids=["reheated", "ends", "restarts", "its own limit", "auto", "warm", "very slow", "not alone"],
)
def test_searches_that_finish_or_restart_or_stay_warm_never_count_as_frozen(
    method: Annealing | Portfolio,
) -> None:
    run = Run(trap(), method)
    run.start()
    assert run.limits.frost is None


def test_restarts_that_cannot_happen_do_not_prevent_giving_up() -> None:
    method = annealing(Linear(1.0, 0.01, 10), end=0.001, restarts=True)
    assert solve(trap(), method, seed=1).reason == REASON


def test_a_run_ended_by_another_stop_condition_does_not_mention_freezing() -> None:
    assert solve(trap(), annealing(), stop=Stagnation(2_000_000)).reason == ""
