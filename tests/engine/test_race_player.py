"""Playing a race: all contenders get the same search time at any speed, and the same contender wins."""

from __future__ import annotations

from types import SimpleNamespace

import pytest

import ergodoku as eg
from ergodoku.engine import player as player_module
from ergodoku.engine import race_player as module
from ergodoku.engine.pace import Late, Paces, Trial
from ergodoku.engine.race import Race
from ergodoku.engine.race_player import RacePlayer
from ergodoku.engine.rounds import round_end
from ergodoku.methods.contender import Contender
from tests.samples import trap

PUZZLE = eg.generate(eg.Recipe(clues=30), seed=3)
METHODS = ["cool", "lewis", "tabu"]
PACES = {"cool": 30e6, "lewis": 2e7 / 3, "tabu": 1.5e6, "genetic": 230.0, "hot": 1e6, "slow": 7.0}


class Known(Paces):
    """Fixed paces instead of measured ones."""

    def of(self, trial: Trial, late: Late = lambda seconds: False) -> float:
        return PACES[trial(0).contender.label]


def race_of(names: list[str] = METHODS, *, puzzle: object = PUZZLE, **options: object) -> Race:
    contenders = [Contender.of(name, {"logic": "none"}) for name in names]
    race = Race(puzzle, contenders, paces=Known(), **options)  # type: ignore[arg-type]
    race.prepare()
    return race


def endless(*labels: str) -> Race:
    methods = [Contender.of(eg.Annealing(eg.Constant(100.0), logic="none"), label=label) for label in labels]
    race = Race(trap(), methods, paces=Known())
    race.prepare()
    return race


def played(race: Race, **options: object) -> list[tuple[object, ...]]:
    """Play a race to its end without waiting, and return all results and the winner."""
    player = RacePlayer(race, **options)  # type: ignore[arg-type]
    while not (race.decided or race.over):
        player._due = 0.0
        player.turn()
    player.close()
    race.end()
    results = [racer.result for racer in race.racers]
    return [(r.label, r.status, r.iterations, r.energy, r.seconds) for r in results if r] + [
        (race.winner.label if race.winner else None,)
    ]


@pytest.fixture
def now(monkeypatch: pytest.MonkeyPatch) -> SimpleNamespace:
    """The wall-clock time, which changes only when a test sets it."""
    now = SimpleNamespace(is_at=1000.0)
    for place in (player_module, module):
        monkeypatch.setattr(place, "time", SimpleNamespace(perf_counter=lambda: now.is_at))
    return now


@pytest.mark.parametrize("until", ["first", "all"])
@pytest.mark.parametrize("seed", range(4))
def test_speed_and_threads_do_not_change_the_results(seed: int, until: str) -> None:
    names = [*METHODS, "genetic"]
    expected = played(race_of(names, seed=seed, until=until, stop=eg.Iterations(300_000)))
    ways: list[dict[str, object]] = [
        {"workers": 2},
        {"workers": 4},
        {"speed": 2e6},
        {"speed": 3e5, "frames": 7},
    ]
    for options in ways:
        race = race_of(names, seed=seed, until=until, stop=eg.Iterations(300_000))
        assert played(race, **options) == expected, options


def test_the_winner_needs_the_least_search_time() -> None:
    for seed in range(6):
        race = race_of(seed=seed, until="all")
        played(race, workers=2)
        times = {racer.label: racer.iteration / PACES[racer.label] for racer in race.racers}
        assert race.winner is not None
        assert times[race.winner.label] == min(times.values())
        assert race.winner.seconds == pytest.approx(min(times.values()))


def test_a_contender_does_not_win_because_it_was_stepped_first() -> None:
    expected = played(race_of(seed=2))[-1]
    race = race_of(seed=2)
    player = RacePlayer(race, paused=True)
    player.step(150)
    player.turn()
    # Tabu has solved the puzzle, but the others need far less time per iteration.
    assert race.racers[2].ended
    assert race.winner is None
    player.resume()
    assert played(race)[-1] == expected


def test_in_slow_motion_all_contenders_get_the_same_search_time(now: SimpleNamespace) -> None:
    race = endless("hot", "tabu", "slow")
    player = RacePlayer(race, speed=15_000, frames=15)
    for _ in range(300):
        player.turn()
        now.is_at += player.wait()
    hot, tabu, slow = race.racers
    assert tabu.iteration == pytest.approx(300 * 1000, abs=3)  # the fastest contender has the given speed
    assert hot.iteration == pytest.approx(200_000, abs=3)
    assert slow.iteration == int(0.2 * 7)
    for racer in race.racers:
        assert 0 <= tabu.seconds - racer.seconds <= 1 / racer.pace + 1e-9
    race.end()


def test_at_full_speed_no_round_starts_before_all_contenders_have_completed_the_previous_round() -> None:
    race = endless("hot", "tabu", "slow")
    player = RacePlayer(race)
    for _ in range(400):
        before = [racer.iteration for racer in race.racers]
        lowest = min(racer.round for racer in race.racers)
        moved = [move.number for move in player.turn()]
        for k, racer in enumerate(race.racers):
            assert (racer.iteration > before[k]) == (k in moved)
            assert k not in moved or racer.iteration <= racer._end_of(lowest)
    race.end()


def test_a_frame_that_takes_too_long_is_cut_short_and_no_contender_gets_ahead(now: SimpleNamespace) -> None:
    race = endless("hot", "tabu")
    player = RacePlayer(race, speed=1e6, frames=10)
    for racer in race.racers:
        slices = racer.advance

        def advance(most: int | None = None, slices: object = slices) -> bool:
            now.is_at += 0.2
            return bool(slices(None if most is None else min(most, 500)))  # type: ignore[operator]

        racer.advance = advance  # type: ignore[method-assign]
    for _ in range(20):
        player.turn()
    assert race.racers[0].iteration > 0
    assert abs(race.racers[0].seconds - race.racers[1].seconds) < 3 * 500 / 1e6
    race.end()


@pytest.mark.parametrize("pace", [0.3, 7.0, 64.0, 1e3, 123_456.7, 8e7])
def test_the_iteration_after_a_round_belongs_to_a_later_round(pace: float) -> None:
    racer = endless("hot", "tabu").racers[0]
    racer.pace = pace
    for number in (1, 2, 3, 64, 1000):
        end = racer._end_of(number)
        assert racer._first_round(end + 1) > number
        assert racer._first_round(end) <= number
        assert end / pace <= round_end(number)
