"""Runs and their contenders without a network: slots, controls, failures, and what is forgotten when."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any

import numba
import numpy as np
import pytest
from numba.extending import overload
from numpy.typing import NDArray

from ergodoku.base.compiled import stopwatch
from ergodoku.engine.stop import Seconds
from ergodoku.methods.annealing import Annealing
from ergodoku.methods.registry import find, method_of
from ergodoku.methods.schedules import Schedule
from ergodoku.puzzle.puzzle import Puzzle
from ergodoku.web.limits import Limits
from ergodoku.web.messages import MOST_STEPS
from ergodoku.web.runs import BusyError, Contender, Course, Runs
from tests.samples import EASY, HARD
from tests.web.helpers import EMPTY, until

LIMITS = Limits(running=1, queue=3, visitor=2, seconds=30)
HOT = [("annealing", method_of("annealing", {"schedule": "constant", "schedule.start": 50}))]
QUICK = [("auto", find("auto").method)]


@pytest.fixture
def runs() -> Iterator[Runs]:
    made = Runs(LIMITS)
    yield made
    made.close(60)
    assert not any(course.thread.is_alive() for course in made.courses.values())


def begin(runs: Runs, methods: Any = HOT, puzzle: str = EMPTY, visitor: str = "a", **wishes: Any) -> Course:
    return runs.start(Puzzle.parse(puzzle), methods, visitor=visitor, **wishes)


def end_of(course: Course) -> str:
    until(lambda: course.ended, bool)
    return course.status


def test_those_who_wait_go_in_their_order(runs: Runs) -> None:
    first, second, third = begin(runs), begin(runs, visitor="b"), begin(runs, visitor="c")
    assert (first.status, second.status, third.status) == ("running", "queued", "queued")
    assert (first.position, second.position, third.position) == (None, 1, 2)
    assert (runs.running, runs.queued) == (1, 2)
    first.cancel()
    assert end_of(first) == "interrupted"
    until(lambda: second.status, lambda status: status == "running")
    assert third.position == 1


def test_a_run_that_waits_can_be_cancelled(runs: Runs) -> None:
    begin(runs)
    waiting = begin(runs)
    waiting.cancel()
    assert end_of(waiting) == "interrupted"
    assert runs.queued == 0


def test_a_paused_run_leaves_its_slot_to_others_and_waits_for_one_again(runs: Runs) -> None:
    first, second = begin(runs), begin(runs, visitor="b")
    first.pause()
    until(lambda: second.status, lambda status: status == "running")
    assert first.status == "paused"
    first.resume()
    until(lambda: first.position, lambda position: position == 1)
    second.cancel()
    until(lambda: first.status, lambda status: status == "running")


def test_slow_motion_needs_no_slot(runs: Runs) -> None:
    begin(runs)
    slow = begin(runs, visitor="b", speed=20.0)
    until(
        lambda: slow.contenders[0].frame, lambda frame: frame is not None and frame.content["iteration"] > 2
    )
    assert slow.status == "running"


def test_a_visitor_has_two_runs_and_the_server_so_many_places(runs: Runs) -> None:
    begin(runs)
    begin(runs)
    with pytest.raises(BusyError) as enough:
        begin(runs)
    assert (enough.value.status, enough.value.retry > 0) == (429, True)
    begin(runs, visitor="b")
    begin(runs, visitor="b")
    with pytest.raises(BusyError) as full:
        begin(runs, visitor="c")
    assert full.value.status == 503


def test_who_has_ended_makes_room(runs: Runs) -> None:
    for _ in range(LIMITS.visitor + 1):
        assert end_of(begin(runs, QUICK, EASY)) == "solved"


def test_no_run_starts_after_the_end(runs: Runs) -> None:
    running = begin(runs)
    runs.close(60)
    assert running.status == "interrupted"
    with pytest.raises(BusyError):
        begin(runs)


def test_finished_runs_are_forgotten_by_age_and_by_number() -> None:
    few = Runs(replace(LIMITS, kept=2))
    done = []
    for _ in range(4):
        done.append(begin(few, QUICK, EASY))
        end_of(done[-1])
    assert [few.find(course.id) is not None for course in done] == [False, False, True, True]
    young = Runs(replace(LIMITS, keep=0.0))
    course = begin(young, QUICK, EASY)
    end_of(course)
    until(lambda: young.find(course.id), lambda found: found is None)


def test_a_run_gives_up_at_its_time_limit_and_pauses_do_not_count() -> None:
    contender = Contender("r", 0, *HOT[0])
    contender.start(Puzzle.parse(EMPTY), 1, Seconds(1e9))
    while contender.seconds < 0.02:
        contender.advance(None)
    before = contender.seconds
    contender.left -= 100.0  # as if it had been left alone for so long
    contender.advance(1)
    assert contender.seconds - before < 50
    assert end_of(begin(Runs(LIMITS), seconds=0.05)) == "gave_up"


def test_what_others_compile_between_two_slices_is_left_out_once() -> None:
    contender = Contender("r", 0, *HOT[0])
    contender.start(Puzzle.parse(EMPTY), 1, Seconds(1e9))
    contender.advance(1)
    before = contender.seconds
    stopwatch.on_start(None)
    time.sleep(0.01)
    stopwatch.on_end(None)
    contender.advance(1)
    assert contender.seconds > before


def test_steps_that_are_still_to_be_done_are_bounded(runs: Runs) -> None:
    course = Course(Puzzle.parse(EMPTY), HOT, LIMITS, runs.slots)
    course.step(MOST_STEPS - 1)
    course.step(2)
    assert course.take_steps() == (MOST_STEPS, False)
    assert course.take_steps() == (0, False)


def test_a_run_ends_when_its_life_does_though_it_is_paused() -> None:
    course = begin(Runs(replace(LIMITS, life=0.05)), paused=True)

    def over() -> bool:
        course.wake()  # by itself it looks every second
        return course.ended

    until(over, bool)
    assert end_of(course) == "gave_up"
    assert course.message


def test_short_slices_do_not_teach_the_engine_long_ones() -> None:
    contender = Contender("r", 0, *HOT[0])
    contender.start(Puzzle.parse(EMPTY), 1, Seconds(1e9))
    assert contender.run is not None
    usual = contender.run.step
    for _ in range(200):
        assert contender.advance(1) == 1
    assert contender.run.step <= usual
    assert contender.run.iteration == 200


def test_what_is_kept_of_a_contender_is_bounded() -> None:
    contender = Contender("r", 0, *HOT[0])
    contender.start(Puzzle.parse(EMPTY), 1, Seconds(1e9))
    for _ in range(2_100):
        contender.advance(1)
        contender.show()
    assert len(contender.boards) <= 301
    assert len(contender.curve.points) <= 2_000
    contender.end("interrupted")
    assert contender.run is None
    assert contender.result is not None
    assert 2 <= len(contender.result.keyframes) <= 302


def test_a_clock_does_not_go_back_when_others_compile_from_a_pause_into_a_slice() -> None:
    contender = Contender("r", 0, *busy(later=lambda: stopwatch.on_end(None)))
    contender.start(Puzzle.parse(EMPTY), 1, Seconds(1e9))
    assert contender.run is not None
    while (left := LATER - 1 - contender.run.iteration) > 0:
        contender.advance(left)
    before = contender.seconds
    time.sleep(0.05)
    stopwatch.on_start(None)
    assert stopwatch.threads == 1
    time.sleep(0.05)
    contender.advance(2)
    assert stopwatch.threads == 0
    assert contender.seconds >= before


def test_a_run_that_compiles_obeys_at_once(runs: Runs) -> None:
    gate = threading.Event()
    first = begin(runs, [busy(first=compiles(gate))])
    until(lambda: first.message, is_compiling)
    first.pause()
    assert first.status == "paused"
    first.resume()
    assert first.status == "running"
    first.cancel()
    assert (first.ended, first.status, first.message) == (True, "interrupted", "")
    assert first.contenders[0].result is None
    first.resume()  # too late
    assert first.status == "interrupted"
    waiting = begin(runs, QUICK, EASY)
    assert waiting.position == 1  # the core is not free before all is compiled
    gate.set()
    first.thread.join(60)
    assert (first.status, first.contenders[0].status) == ("interrupted", "interrupted")
    assert end_of(waiting) == "solved"


def test_a_search_that_had_begun_is_kept_when_it_is_cancelled_while_it_compiles(runs: Runs) -> None:
    gate = threading.Event()
    course = begin(runs, [*HOT, busy(later=compiles(gate))])
    until(lambda: course.message, is_compiling)
    course.cancel()
    assert (course.ended, course.status) == (True, "interrupted")
    results = [contender.result for contender in course.contenders]
    told = [(r.status, r.iterations, len(r.trace)) for r in results if r is not None]
    assert [status for status, *_ in told] == ["interrupted"] * 2
    assert all(iterations > 0 and points > 0 for _, iterations, points in told)
    gate.set()
    course.thread.join(60)
    assert [contender.result for contender in course.contenders] == results
    assert [(r.status, r.iterations, len(r.trace)) for r in results if r is not None] == told


def test_a_run_that_has_compiled_ends_after_its_slice_and_not_before(runs: Runs) -> None:
    held, hold = threading.Event(), threading.Event()

    def later() -> None:
        compiles(OPEN)()
        held.set()
        hold.wait(60)

    course = begin(runs, [busy(later=later)])
    assert held.wait(60)
    course.cancel()
    assert not course.ended
    hold.set()
    assert end_of(course) == "interrupted"
    assert course.contenders[0].result is not None


def test_a_pause_between_two_kernels_is_told_with_the_second(runs: Runs) -> None:
    held, hold, gate = threading.Event(), threading.Event(), threading.Event()

    def first() -> None:
        compiles(OPEN)()
        held.set()
        hold.wait(60)
        compiles(gate)()

    course = begin(runs, [busy(first=first)])
    assert held.wait(60)
    course.pause()
    hold.set()
    until(lambda: course.status, lambda status: status == "paused")
    assert course.worker.compiling
    gate.set()


def test_a_run_that_waits_in_mid_search_for_what_another_compiles_obeys_at_once(runs: Runs) -> None:
    gate = threading.Event()
    another, own = threading.Thread(target=compiles(gate)), compiles(OPEN)

    def later() -> None:
        another.start()
        until(lambda: stopwatch.threads, bool)
        own()

    course = begin(runs, [busy(later=later)])
    until(lambda: course.message, is_compiling)
    course.pause()
    assert course.status == "paused"
    course.cancel()
    assert (course.ended, course.status) == (True, "interrupted")
    assert course.contenders[0].result is not None
    gate.set()
    another.join(60)


OPEN = threading.Event()
OPEN.set()
LATER = 4096  # iterations: annealing asks for so many temperatures at a time


class Busy(Schedule):
    """A hot schedule with something else to do when the search begins, or later."""

    def __init__(self, first: Callable[[], object], later: Callable[[], object]) -> None:
        self.first, self.later = first, later

    def prepare(self, landscape: object, rng: object) -> Busy:
        self.first()
        return self

    def temperatures(self, epochs: NDArray[np.float64]) -> NDArray[np.float64]:
        if epochs[0] == LATER:
            self.later()
        return np.full(len(epochs), 50.0)


def busy(first: Callable[[], object] = int, later: Callable[[], object] = int) -> tuple[str, Annealing]:
    return "annealing", Annealing(Busy(first, later))


def compiles(gate: threading.Event) -> Callable[[], object]:
    """Return a function that compiles a kernel; this takes as long as the gate is shut."""

    def slow(number: int) -> int:
        return number

    @overload(slow, strict=False)
    def _slow(number: Any) -> Any:
        gate.wait(60)
        return lambda number: number

    kernel = numba.njit(lambda number: slow(number))
    return lambda: kernel(1)


def is_compiling(message: str) -> bool:
    return message.startswith("compiling")


def test_the_end_shows_the_best_state(runs: Runs) -> None:
    course = begin(runs, seconds=0.3)
    end_of(course)
    contender = course.contenders[0]
    assert contender.frame is not None
    assert contender.result is not None
    assert contender.frame.content["energy"] == contender.frame.content["best"] == contender.result.energy
    assert (contender.frame.grid == contender.result.grid).all()


def test_two_runs_have_different_ids_and_tokens(runs: Runs) -> None:
    first, second = begin(runs, QUICK, HARD), begin(runs, QUICK, HARD)
    assert first.id != second.id
    assert first.token != second.token
    assert runs.may(first, first.token)
    assert not runs.may(first, second.token)
