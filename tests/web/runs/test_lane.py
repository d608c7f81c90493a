"""A lane: what it shows of a racer, and what it keeps."""

from __future__ import annotations

import pytest

from ergodoku.engine.player import Player
from ergodoku.engine.race import Race
from ergodoku.engine.status import Status
from ergodoku.methods.contender import Contender
from ergodoku.web.runs import Cursor, Lane, RunRegistry
from tests.web.helpers import EMPTY, until
from tests.web.runs.running import HOT, begin, end_of


def hot_lane() -> tuple[Lane, Player, Race]:
    race = Race(EMPTY, HOT, seed=1)
    race.racers[0].start()
    return Lane("r", 0, race.racers[0]), Player(race.racers, paused=True), race


def test_the_memory_of_a_lane_is_bounded_and_the_racer_is_released_at_the_end() -> None:
    lane, player, race = hot_lane()
    lane.show()
    for _ in range(2_100):
        player.step()
        player.turn()
        lane.show()
    assert len(lane.boards) <= 301
    assert len(lane.curve.points) <= 2_000
    race.end(Status.INTERRUPTED)
    lane.finish()
    assert (lane.status, lane.racer, len(lane.boards)) == ("interrupted", None, 0)
    assert lane.film is not None
    assert 2 <= len(lane.film.iterations) <= 301
    assert lane.film.iterations[[0, -1]].tolist() == [0, 2_100]


def test_a_racer_that_never_started_has_no_outcome() -> None:
    race = Race(EMPTY, HOT, seed=1)
    lane = Lane("r", 0, race.racers[0])
    lane.show()
    race.end(Status.INTERRUPTED)
    lane.finish()
    assert (lane.status, lane.frame, lane.result) == ("interrupted", None, None)


def test_at_the_end_the_trace_replaces_the_curve_and_viewers_read_it_from_the_start() -> None:
    lane, player, race = hot_lane()
    lane.show()
    _, points, cursor = lane.curve.read(Cursor())
    assert [point[0] for point in points] == [0]
    player.step(1_000)
    player.turn()
    race.end()
    lane.finish()
    reset, points, _ = lane.curve.read(cursor)
    assert reset
    assert lane.result is not None
    assert [point[0] for point in points] == lane.result.trace.iteration.tolist()


def test_the_last_frame_shows_the_best_state(runs: RunRegistry) -> None:
    run = begin(runs, seconds=0.3)
    end_of(run)
    lane = run.lanes[0]
    assert lane.frame is not None
    assert lane.result is not None
    assert lane.frame.content["energy"] == lane.frame.content["best"] == lane.result.energy
    assert (lane.frame.grid == lane.result.grid).all()


def test_the_first_step_after_full_speed_is_shown_with_the_state_before_it(runs: RunRegistry) -> None:
    run = begin(runs)
    lane = run.lanes[0]
    until(lambda: lane.frame, lambda frame: frame is not None and frame.content["iteration"] > 0)
    run.pause()
    run.step(to_change=True)
    frame = until(lambda: lane.frame, lambda frame: "tried" in frame.content)
    assert frame.before is not None
    assert frame.content["iteration"] - frame.before.content["iteration"] == frame.content["tried"]
    assert frame.changed
    run.cancel()


def test_a_frame_has_the_acceptance_of_the_whole_run_and_a_point_that_since_the_previous_point() -> None:
    race = Race(EMPTY, [Contender.of("annealing", {"schedule": "constant", "schedule.start": 1e6})], seed=1)
    racer = race.racers[0]
    racer.start()
    lane, player = Lane("r", 0, racer), Player(race.racers, paused=True)
    lane.show()
    player.step(100)
    player.turn()
    lane.show()
    racer.run.steer(0.01)  # from now on, few moves are accepted
    player.step(100)
    player.turn()
    lane.show()
    assert lane.frame is not None
    whole = racer.snapshot.acceptance
    assert lane.frame.content["acceptance"] == round(whole, 6)
    shares = [point[5] for point in lane.curve.points]
    assert shares[1] > whole > shares[2]
    assert (shares[1] + shares[2]) / 2 == pytest.approx(whole)
