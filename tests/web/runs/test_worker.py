"""The worker of a run: when it gives up, what it keeps, and how it reacts while it compiles."""

from __future__ import annotations

import gc
import threading
import weakref
from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any

import numba
import numpy as np
import pytest
from numba.extending import overload
from numpy.typing import NDArray

from ergodoku.engine.run import Run
from ergodoku.engine.stop import Iterations
from ergodoku.methods.annealing import Annealing
from ergodoku.methods.contender import Contender
from ergodoku.methods.schedules import Schedule
from ergodoku.web.runs import RunRegistry, ServerRun, worker
from ergodoku.web.runs.compiling import compilers
from ergodoku.web.runs.slots import Slots
from tests.samples import EASY, HARD
from tests.web.helpers import PATIENCE, until
from tests.web.runs.running import HOT, LIMITS, PUZZLE, QUICK, begin, end_of


def test_a_run_gives_up_at_its_time_limit(runs: RunRegistry) -> None:
    assert end_of(begin(runs, seconds=0.05)) == "gave_up"


def test_a_run_ends_after_its_longest_duration_even_if_it_is_paused() -> None:
    run = begin(RunRegistry(replace(LIMITS, life=0.05)), paused=True)
    assert end_of(run) == "gave_up"
    assert run.message == "the run reached the longest duration that this server allows"


def test_logic_is_left_out_if_it_alone_would_solve_the_puzzle(runs: RunRegistry) -> None:
    contenders = [Contender.of(name) for name in ("annealing", "probing", "auto")]
    run = begin(runs, contenders, EASY, watchable=True, until="all")
    assert end_of(run) == "solved"
    results = [lane.result for lane in run.lanes]
    assert [lane.without_logic for lane in run.lanes] == [True, True, False]
    assert all(result is not None and result.found_by != "logic" for result in results[:2])
    hard = begin(runs, contenders[:1], HARD, watchable=True, seconds=0.05)
    end_of(hard)
    assert not hard.lanes[0].without_logic


def test_the_same_search_reports_the_same_acceptance_at_any_speed(runs: RunRegistry) -> None:
    cool = [Contender.of("cool")]
    shares = set()
    for speed in (None, 20_000.0):
        run = begin(runs, cool, EASY, seed=7, speed=speed)
        assert end_of(run) == "solved"
        assert run.lanes[0].frame is not None
        shares.add(run.lanes[0].frame.content["acceptance"])
    assert len(shares) == 1


def test_a_search_steered_by_hand_can_be_repeated_from_its_result(runs: RunRegistry) -> None:
    run = begin(runs, HOT, HARD, speed=20_000.0)
    run.watch(1)
    until(lambda: run.lanes[0].frame, lambda frame: frame is not None and frame.content["iteration"] > 500)
    run.steer(0.3)
    until(lambda: run.lanes[0].frame, lambda frame: frame is not None and frame.content["temperature"] == 0.3)
    run.cancel()
    end_of(run)
    first = run.lanes[0].result
    assert first is not None
    assert [temperature for _, temperature in first.steering] == [0.3]
    again = Run(HARD, HOT[0], stop=Iterations(first.iterations), steering=first.steering).finish()
    assert np.array_equal(again.grid, first.grid)


@pytest.mark.parametrize("wishes", [{"paused": True}, {"speed": 1.0}])
def test_a_paused_or_slow_run_that_nobody_watches_gives_up(
    runs: RunRegistry, monkeypatch: pytest.MonkeyPatch, wishes: dict[str, Any]
) -> None:
    run = begin(runs, **wishes)
    run.watch(1)
    monkeypatch.setattr(worker, "ABANDONED", 0.0)
    run.step()
    until(lambda: run.lanes[0].frame, lambda frame: frame is not None and frame.content["iteration"] > 0)
    assert not run.ended
    run.watch(-1)
    assert end_of(run) == "gave_up"
    assert run.message.startswith("nobody watched")


def test_a_run_at_full_speed_that_nobody_watches_continues(
    runs: RunRegistry, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(worker, "ABANDONED", 0.0)
    run = begin(runs, seconds=0.05)
    assert end_of(run) == "gave_up"
    assert run.message == ""


def fail() -> None:
    raise ZeroDivisionError("raised by the test")


def test_a_method_that_fails_does_not_affect_the_others(runs: RunRegistry) -> None:
    run = begin(runs, [busy(first=fail), busy(later=fail), *QUICK], HARD, until="all")
    assert end_of(run) == "solved"
    assert [lane.status for lane in run.lanes] == ["error", "error", "solved"]
    assert [lane.result is None for lane in run.lanes] == [True, True, False]
    assert all("log says why" in lane.message for lane in run.lanes[:2])


def test_a_proof_that_there_is_no_solution_ends_the_race(runs: RunRegistry) -> None:
    run = begin(runs, [*HOT, *QUICK], NO_SOLUTION, until="all")
    assert end_of(run) == "unsolvable"
    assert run.message


NO_SOLUTION = "12345678." + "." * 8 + "9" + "." * 63


@pytest.fixture
def without_collector() -> Iterator[None]:
    gc.collect()
    gc.disable()
    yield
    gc.enable()


@pytest.mark.usefixtures("without_collector")
@pytest.mark.parametrize("ends", ["solved", "error", "interrupted"])
def test_the_memory_of_a_search_is_freed_at_the_end_of_the_run(runs: RunRegistry, ends: str) -> None:
    contenders = {"solved": [*HOT, *QUICK], "error": [busy(first=fail), busy(later=fail)], "interrupted": HOT}
    run = begin(runs, contenders[ends], HARD, paused=True)
    work = run.worker
    assert work is not None
    kept = [weakref.ref(thing) for thing in (work, work.race, work.player, *work.race.racers)]
    kept += [weakref.ref(racer.run) for racer in work.race.racers]
    del work
    run.resume()
    if ends == "interrupted":
        run.cancel()
    assert end_of(run) == ends
    until(lambda: [ref() for ref in kept], lambda alive: alive == [None] * len(kept))


def test_pausing_and_cancelling_do_not_wait_for_the_compilation(runs: RunRegistry) -> None:
    gate = threading.Event()
    first = begin(runs, [busy(first=compiles(gate))])
    until(lambda: first.message, is_compiling)
    first.pause()
    assert first.status == "paused"
    first.resume()
    assert first.status == "running"
    first.cancel()
    assert (first.ended, first.status, first.message) == (True, "interrupted", "")
    assert first.lanes[0].result is None
    first.resume()  # too late
    assert first.status == "interrupted"
    waiting = begin(runs, QUICK, EASY)
    assert waiting.position == 1  # the slot is not free until the compilation has ended
    gate.set()
    first.join(PATIENCE)
    assert (first.status, first.lanes[0].status) == ("interrupted", "interrupted")
    assert end_of(waiting) == "solved"


def test_a_search_that_is_cancelled_while_it_compiles_keeps_its_result_so_far(runs: RunRegistry) -> None:
    gate = threading.Event()
    run = begin(runs, [busy(later=compiles(gate))], paused=True)
    run.step(LATER + 1)
    until(lambda: run.message, is_compiling)
    run.cancel()
    assert (run.ended, run.status) == (True, "interrupted")
    results = [lane.result for lane in run.lanes]
    told = [(r.status, r.iterations, len(r.trace)) for r in results if r is not None]
    assert [status for status, *_ in told] == ["interrupted"]
    assert all(iterations > 0 and points > 0 for _, iterations, points in told)
    gate.set()
    run.join(PATIENCE)
    assert [lane.result for lane in run.lanes] == results
    assert [(r.status, r.iterations, len(r.trace)) for r in results if r is not None] == told


def test_a_run_cancelled_after_compiling_ends_only_after_its_slice(runs: RunRegistry) -> None:
    held, hold = threading.Event(), threading.Event()

    def later() -> None:
        compiles(OPEN)()
        held.set()
        hold.wait(PATIENCE)

    run = begin(runs, [busy(later=later)])
    assert held.wait(PATIENCE)
    run.cancel()
    assert not run.ended
    hold.set()
    assert end_of(run) == "interrupted"
    assert run.lanes[0].result is not None


def test_a_pause_between_two_compilations_is_shown_when_the_second_begins(runs: RunRegistry) -> None:
    held, hold, gate = threading.Event(), threading.Event(), threading.Event()

    def first() -> None:
        compiles(OPEN)()
        held.set()
        hold.wait(PATIENCE)
        compiles(gate)()

    run = begin(runs, [busy(first=first)])
    assert held.wait(PATIENCE)
    run.pause()
    hold.set()
    until(lambda: run.status, lambda status: status == "paused")
    assert run.worker is not None
    assert run.worker.compiling
    gate.set()


def test_a_run_that_waits_for_another_compilation_can_be_paused_and_cancelled_at_once(
    runs: RunRegistry,
) -> None:
    gate = threading.Event()
    another, own = threading.Thread(target=compiles(gate)), compiles(OPEN)

    def later() -> None:
        another.start()
        until(lambda: compilers.busy, bool)
        own()

    run = begin(runs, [busy(later=later)])
    until(lambda: run.message, is_compiling)
    run.pause()
    assert run.status == "paused"
    run.cancel()
    assert (run.ended, run.status) == (True, "interrupted")
    assert run.lanes[0].result is not None
    gate.set()
    another.join(PATIENCE)


class Ending(ServerRun):
    """A run whose worker can be read once; then the worker is None, as if its thread had just ended."""

    @property
    def worker(self) -> worker.Worker | None:
        found, self.last = self.last, None
        return found

    @worker.setter
    def worker(self, value: worker.Worker | None) -> None:
        self.last = value


def test_a_run_can_be_cancelled_while_its_thread_ends() -> None:
    run = Ending(PUZZLE, HOT, LIMITS, Slots(1, 1))
    player = run.last.player if run.last else None
    run.cancel()
    assert player is not None
    assert player.stopped


OPEN = threading.Event()
OPEN.set()
LATER = 4096  # annealing requests the temperatures of this many epochs (here iterations) at a time


class Busy(Schedule):
    """A hot schedule that calls `first` when the search begins, and `later` in a later epoch."""

    def __init__(self, first: Callable[[], object], later: Callable[[], object]) -> None:
        self.first, self.later = first, later

    def prepare(self, landscape: object, rng: object) -> Busy:
        self.first()
        return self

    def temperatures(self, epochs: NDArray[np.float64]) -> NDArray[np.float64]:
        if epochs[0] == LATER:
            self.later()
        return np.full(len(epochs), 50.0)


def busy(first: Callable[[], object] = int, later: Callable[[], object] = int) -> Contender:
    return Contender.of(Annealing(Busy(first, later)))


def compiles(gate: threading.Event) -> Callable[[], object]:
    """Return a function that compiles a kernel; the compilation waits until the gate is open."""

    def slow(number: int) -> int:
        return number

    @overload(slow, strict=False)
    def _slow(number: Any) -> Any:
        gate.wait(PATIENCE)
        return lambda number: number

    kernel = numba.njit(lambda number: slow(number))
    return lambda: kernel(1)


def is_compiling(message: str) -> bool:
    return message.startswith("compiling")
