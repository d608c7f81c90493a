"""The player: what it does at full speed, in slow motion, in a pause and step by step."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from types import SimpleNamespace

import numpy as np
import pytest

import ergodoku as eg
from ergodoku.base.compiled import stopwatch
from ergodoku.engine import player as module
from ergodoku.engine.clock import Clock
from ergodoku.engine.player import MOST_STEPS, MOST_TRIED, Player
from ergodoku.engine.race import Race
from ergodoku.puzzle.puzzle import Digits
from tests.samples import HARD


class CountingClock(Clock):
    """A clock that tests set, and that knows whether it is running."""

    def __init__(self) -> None:
        super().__init__()
        self.passed, self.goes = 0.0, False

    @property
    def seconds(self) -> float:
        return self.passed

    def pause(self) -> None:
        self.goes = False

    def go_on(self) -> None:
        self.goes = True


class Counted:
    """A run that only counts its iterations; its board changes after every ``change`` iterations."""

    def __init__(
        self, slice_length: int = 1_000_000, cost: float = 1.0, change: int = 4, end: int = 1 << 60
    ) -> None:
        self.clock = CountingClock()
        self.slice_length, self.cost, self.change, self.end = slice_length, cost, change, end
        self.iteration = self.slices = 0
        self.each: Callable[[], object] = int  # called in every slice

    @property
    def ended(self) -> bool:
        return self.iteration >= self.end

    def advance(self, most: int | None = None) -> bool:
        assert self.clock.goes
        self.iteration += self.slice_length if most is None else min(most, self.slice_length)
        self.slices += 1
        self.clock.passed += self.cost
        self.each()
        return True

    def board(self) -> Digits:
        return np.array([[self.iteration // self.change % 200]], dtype=np.uint8)


@pytest.fixture
def now(monkeypatch: pytest.MonkeyPatch) -> SimpleNamespace:
    """The time of the player, which changes only when a test sets it."""
    now = SimpleNamespace(is_at=1000.0)
    monkeypatch.setattr(module, "time", SimpleNamespace(perf_counter=lambda: now.is_at))
    return now


def test_at_full_speed_the_next_turn_goes_to_the_run_with_the_least_time() -> None:
    quick, slow = Counted(cost=1.0), Counted(cost=3.0)
    player = Player([quick, slow])
    moved = [move.number for _ in range(40) for move in player.turn()]
    assert (quick.slices, slow.slices) == (30, 10) == (moved.count(0), moved.count(1))
    assert abs(quick.clock.passed - slow.clock.passed) <= 3


def test_a_finished_run_gets_no_more_turns() -> None:
    short, long = Counted(slice_length=1, end=2), Counted(slice_length=1, end=5)
    player = Player([short, long])
    while not player.over:
        player.turn()
    assert (short.slices, long.slices) == (2, 5)
    assert player.turn() == []


@pytest.mark.parametrize("speed", [0.3, 7.0, 100.0, 12_345.6])
def test_the_speed_is_kept_over_many_frames(now: SimpleNamespace, speed: float) -> None:
    run = Counted()
    player = Player([run], speed=speed, frames=15)
    began = now.is_at
    for _ in range(1500):
        assert [move.number for move in player.turn()] == [0]
        now.is_at += player.wait()
    assert run.iteration == pytest.approx((now.is_at - began) * speed, abs=1.01)


def test_a_small_delay_is_made_up_for_and_a_large_one_is_not(now: SimpleNamespace) -> None:
    player = Player([Counted()], speed=150, frames=15)
    player.turn()
    assert player.wait() == pytest.approx(1 / 15)
    now.is_at += 1.5 / 15
    player.turn()
    assert player.wait() == pytest.approx(0.5 / 15)
    now.is_at += 100
    player.turn()
    assert player.wait() == pytest.approx(1 / 15)


def test_in_slow_motion_every_run_does_the_same_number_of_iterations(now: SimpleNamespace) -> None:
    runs = [Counted(), Counted(cost=9.0)]
    player = Player(runs, speed=150, frames=15)
    for _ in range(3):
        assert [move.number for move in player.turn()] == [0, 1]
    assert [run.iteration for run in runs] == [30, 30]


def test_a_frame_ends_on_time_even_if_not_all_its_iterations_are_done(now: SimpleNamespace) -> None:
    run = Counted(slice_length=1)
    run.each = lambda: setattr(now, "is_at", now.is_at + 0.05)
    Player([run], speed=150, frames=10).turn()
    assert run.iteration == 3  # 15 were due


def test_a_rising_speed_doubles_every_second_and_ends_at_full_speed(now: SimpleNamespace) -> None:
    run = Counted()
    player = Player([run], speed=100, rising=True, frames=10)
    for _ in range(10):
        player.turn()
        now.is_at += 0.1
    player.turn()
    assert player.speed == pytest.approx(200)
    run.each = lambda: setattr(now, "is_at", now.is_at + 0.2)  # a slice takes longer than a frame
    for _ in range(11):
        player.turn()
    assert player.speed is None
    assert player.wait() == 0


def test_setting_the_speed_ends_the_rise(now: SimpleNamespace) -> None:
    player = Player([Counted()], speed=100, rising=True)
    player.set_speed(50)
    now.is_at += 10
    player.turn()
    assert player.speed == 50


def test_a_pause_stops_the_clock_and_the_turns() -> None:
    run = Counted()
    player = Player([run])
    player.turn()
    assert run.clock.goes  # also between turns: drawing counts as time of the run
    player.pause()
    assert (run.clock.goes, player.paused, player.wait()) == (False, True, float("inf"))
    assert player.turn() == []
    assert run.slices == 1
    player.resume()
    assert player.wait() == 0
    player.turn()
    assert run.slices == 2


@pytest.mark.parametrize("count", [1, 2])
def test_clocks_run_only_during_turns_if_waiting_does_not_count(count: int) -> None:
    runs = [Counted() for _ in range(count)]
    player = Player(runs, waiting_counts=False)
    player.turn()
    assert not any(run.clock.goes for run in runs)


def test_a_step_advances_every_run_and_the_clock_stops_after_it() -> None:
    runs = [Counted(), Counted(slice_length=2)]
    player = Player(runs)
    player.step(3)
    assert (player.paused, player.wait()) == (True, 0)
    assert player.turn() == [(0, 0), (1, 0)]
    assert [(run.iteration, run.clock.goes) for run in runs] == [(3, False), (3, False)]
    assert player.wait() == float("inf")


def test_the_number_of_waiting_steps_is_limited_and_a_pause_discards_them() -> None:
    run = Counted()
    player = Player([run])
    player.step(MOST_STEPS - 1)
    player.step(2)
    player.turn()
    assert run.iteration == MOST_STEPS
    player.step(5)
    player.pause()
    assert player.turn() == []


def test_a_step_to_the_next_change_returns_how_many_iterations_it_took() -> None:
    run = Counted(change=4)
    player = Player([run], paused=True)
    player.step(1)
    player.turn()
    player.step(2, to_change=True)
    assert player.turn() == [(0, 3)]  # one step per turn, so that each can be shown
    assert player.wait() == 0
    assert player.turn() == [(0, 4)]
    assert player.wait() == float("inf")


def test_a_step_to_the_next_change_gives_up_if_nothing_changes() -> None:
    run = Counted(change=1 << 60)
    player = Player([run])
    player.step(to_change=True)
    assert player.turn() == [(0, MOST_TRIED)]


def test_resuming_ends_a_step_to_the_next_change() -> None:
    run = Counted(change=1 << 60)
    player = Player([run])
    run.each = lambda: run.iteration == 3 and player.resume()
    player.step(to_change=True)
    assert player.turn() == [(0, 3)]


@pytest.mark.parametrize("to_change", [False, True])
def test_stop_ends_a_turn_after_its_slice(to_change: bool) -> None:
    runs = [Counted(slice_length=1, change=1 << 60), Counted()]
    player = Player(runs)
    runs[0].each = lambda: runs[0].iteration == 3 and player.stop()
    player.step(100, to_change=to_change)
    player.turn()
    assert [run.iteration for run in runs] == [3, 0]
    assert player.stopped


@pytest.mark.parametrize(
    "control",
    [Player.pause, Player.resume, Player.step, Player.stop, Player.wake, lambda p: p.set_speed(1.0)],
)
def test_every_control_ends_a_sleep(control: Callable[[Player], None]) -> None:
    player = Player([Counted()])
    asleep = threading.Thread(target=player.sleep, args=(1e6,), daemon=True)
    asleep.start()
    control(player)
    asleep.join(600)
    assert not asleep.is_alive()


def hot_race() -> Race:
    return Race(HARD, [eg.Annealing(eg.Constant(50.0), logic="none")])


def test_a_racer_has_the_same_walk_and_board_as_a_run() -> None:
    race = hot_race()
    player = Player(race.racers, paused=True)
    player.step(7)
    player.turn()
    player.set_speed(1000)
    player.resume()
    while race.racers[0].iteration < 500:
        player.turn()
    played = race.racers[0].iteration
    run = eg.Run(HARD, race.racers[0].contender, stop=eg.Iterations(played))
    run.finish()
    assert run.iteration == played
    assert np.array_equal(run.board(), race.racers[0].board())


def test_the_first_solution_decides_a_played_race() -> None:
    race = Race(HARD, [eg.Annealing(eg.Constant(50.0), logic="none"), "probing"])
    player = Player(race.racers)
    while not race.decided:
        player.turn()
    assert race.winner is race.racers[1]
    assert not race.over
    race.end()
    results = [racer.result for racer in race.racers]
    assert [(r.status, r.reason) for r in results if r] == [("gave_up", "probing was first"), ("solved", "")]
    assert player.over


def test_compiling_time_between_two_turns_is_not_subtracted_twice() -> None:
    race = hot_race()
    player = Player(race.racers, paused=True, waiting_counts=False)
    player.step()
    player.turn()
    before = race.racers[0].seconds
    stopwatch.on_start(None)
    time.sleep(0.01)
    stopwatch.on_end(None)
    player.step()
    player.turn()
    assert race.racers[0].seconds > before
