"""The clock of a run: pauses and compiling do not count."""

from __future__ import annotations

from types import SimpleNamespace

import pytest

from ergodoku.base.compiled import stopwatch
from ergodoku.engine.clock import GRACE, SLACK, Clock, PacedClock


class Time:
    """Time that passes only when a test advances it."""

    def __init__(self) -> None:
        self.now = 1000.0

    def perf_counter(self) -> float:
        return self.now


@pytest.fixture
def time(monkeypatch: pytest.MonkeyPatch) -> Time:
    made = Time()
    for module in ("ergodoku.engine.clock", "ergodoku.base.compiled"):
        times = SimpleNamespace(perf_counter=made.perf_counter, thread_time=made.perf_counter)
        monkeypatch.setattr(f"{module}.time", times)
    return made


@pytest.fixture
def clock(time: Time) -> Clock:
    started = Clock()
    started.start()
    return started


def test_a_clock_adds_the_time_since_its_start_to_the_time_it_had_before(time: Time) -> None:
    clock = Clock()
    clock.before = 7.0
    time.now += 100
    assert clock.seconds == 7.0
    clock.start()
    time.now += 5
    assert clock.seconds == 12.0


def test_pausing_twice_is_the_same_as_pausing_once(clock: Clock, time: Time) -> None:
    time.now += 2
    clock.pause()
    time.now += 50
    clock.pause()
    assert clock.seconds == 2.0
    clock.go_on()
    clock.go_on()
    time.now += 3
    assert clock.seconds == 5.0


def test_a_stopped_clock_never_runs_again(clock: Clock, time: Time) -> None:
    time.now += 2
    clock.stop()
    time.now += 50
    clock.go_on()
    time.now += 50
    assert clock.seconds == 2.0


def test_time_can_be_skipped_except_in_a_pause(clock: Clock, time: Time) -> None:
    time.now += 10
    clock.skip(4)
    assert clock.seconds == 6.0
    clock.pause()
    clock.skip(4)
    assert clock.seconds == 6.0
    clock.go_on()
    moment = time.now
    time.now += 20
    clock.skip_since(moment)
    assert clock.seconds == 6.0


def test_compiling_does_not_count(clock: Clock, time: Time) -> None:
    time.now += 1
    stopwatch.on_start(None)
    time.now += 30
    stopwatch.on_end(None)
    time.now += 1
    clock.skip_compiling()
    assert clock.seconds == 2.0
    clock.skip_compiling()
    assert clock.seconds == 2.0


def test_compiling_time_in_a_pause_is_not_subtracted_twice(clock: Clock, time: Time) -> None:
    time.now += 1
    clock.pause()
    stopwatch.on_start(None)
    time.now += 30
    stopwatch.on_end(None)
    clock.go_on()
    clock.skip_compiling()
    assert clock.seconds == 1.0


def test_a_long_compilation_in_another_thread_never_turns_the_clock_back(time: Time) -> None:
    stopwatch.on_start(None)
    time.now += 60
    clock = Clock()
    clock.start()
    time.now += 5
    stopwatch.on_end(None)
    clock.skip_compiling()
    assert clock.seconds == 0.0
    time.now += 2
    clock.skip_compiling()
    assert clock.seconds == 2.0


class Slices:
    """A racer's clock; a test chooses the CPU time and the iterations of each slice."""

    def __init__(self, time: Time, pace: float) -> None:
        self.time, self.pace = time, pace
        self.walks = SimpleNamespace(searches=[1], iteration=0, goal=0, lagging=False, helper_seconds=0.0)
        self.clock = PacedClock(self.walks, pace)  # type: ignore[arg-type]

    def work(self, seconds: float, iterations: int = 0) -> None:
        with self.clock.at_work():
            self.time.now += seconds
            self.walks.iteration += iterations


def test_the_clock_of_a_racer_shows_its_iterations_divided_by_its_pace(time: Time) -> None:
    racer = Slices(time, 1000.0)
    for seconds, iterations in [(0.03, 0), (0.01, 1), (0.02, 0), (0.02, 500), (3.0, 7)]:
        racer.work(seconds, iterations)
        assert racer.clock.seconds == racer.walks.iteration / 1000.0


def test_the_clock_uses_the_cpu_time_of_a_long_unfinished_iteration(time: Time) -> None:
    racer = Slices(time, 2.0)
    racer.work(0.5, 1)
    racer.work(0.3)
    assert racer.clock.seconds == pytest.approx(0.8)
    racer.work(0.3)
    assert racer.clock.seconds == pytest.approx(1 - SLACK)  # a limit of 1 s lets the iteration finish
    racer.work(0.4 + 2 * GRACE)
    assert racer.clock.seconds == pytest.approx(1.5 + 2 * GRACE)  # but not if it takes twice its usual time


def test_iterations_of_a_tenth_of_a_second_are_always_finished(time: Time) -> None:
    racer = Slices(time, 1 / SLACK)
    racer.work(1.9 * SLACK)
    assert racer.clock.seconds == 0
    racer.work(0.1 * SLACK, 1)
    assert racer.clock.seconds == SLACK


def test_the_clock_uses_the_pace_if_iterations_take_a_little_longer_than_predicted(time: Time) -> None:
    racer = Slices(time, 2.0)
    for _ in range(5):
        racer.work(0.4)
        racer.work(0.4, 1)
    assert racer.clock.seconds == 2.5
    assert racer.clock.late == 0


def test_the_clock_uses_the_cpu_time_of_iterations_far_longer_than_the_pace_predicts(time: Time) -> None:
    racer = Slices(time, 1000.0)
    for number in range(1, 4):
        racer.work(2.0)
        assert racer.clock.seconds == pytest.approx(3 * number - 1)
        racer.work(1.0, 1)
        assert racer.clock.seconds == pytest.approx(3 * number)


def test_replicas_that_lag_behind_do_not_count_as_one_long_iteration(time: Time) -> None:
    racer = Slices(time, 1000.0)
    racer.walks.goal, racer.walks.lagging = 400, True
    racer.work(0.3)
    assert racer.clock.late == 0
    racer.walks.lagging = False
    racer.work(0.3, 400)
    assert racer.clock.seconds == 0.4


def test_preparing_a_racer_does_not_count_as_search_time(time: Time) -> None:
    racer = Slices(time, 1000.0)
    racer.walks.searches = []
    racer.work(5.0)
    assert racer.clock.seconds == 0
