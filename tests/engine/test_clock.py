"""The clock of a run: pauses and compiling do not count."""

from __future__ import annotations

from types import SimpleNamespace

import pytest

from ergodoku.base.compiled import stopwatch
from ergodoku.engine.clock import Clock


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


def test_a_clock_adds_the_time_since_its_start_to_earlier_time(time: Time) -> None:
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


def test_a_stopped_clock_never_counts_again(clock: Clock, time: Time) -> None:
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


def test_compiling_in_a_pause_is_skipped_only_once(clock: Clock, time: Time) -> None:
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
