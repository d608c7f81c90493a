"""A race: every contender takes its own walk, search time decides, and all best states are kept."""

from __future__ import annotations

import _thread
import warnings
from dataclasses import dataclass
from pathlib import Path
from typing import ClassVar

import numpy as np
import pytest

import ergodoku as eg
from ergodoku.engine.pace import UNKNOWN, Paces
from ergodoku.engine.race import Race
from ergodoku.engine.race_player import RacePlayer
from ergodoku.methods.contender import Contender, unaided
from ergodoku.methods.method import Method, Search
from ergodoku.methods.parameters import as_dict
from ergodoku.methods.registry import to_toml
from ergodoku.puzzle.logic import Reduction
from ergodoku.testing import endless
from tests.samples import HARD, general, is_solution, keeps_givens, sample, trap

LIMIT = eg.Iterations(3_000)
NEVER = eg.Annealing(eg.Constant(0.7), logic="none")  # never ends on `trap()`
HOT = eg.Annealing(eg.Constant(50.0), logic="none")
SLOW = [  # one iteration takes hours (genetic) or about a second (evolution)
    eg.Genetic(population=5000, climb=1_000_000, logic="none"),
    eg.Evolution(population=5000, tournament=100_000, logic="none"),
]


@dataclass(frozen=True)
class Faulty(Method):
    """Annealing that raises an error at its 200th iteration."""

    name: ClassVar[str] = "faulty"
    logic: str = "none"
    blind: bool = False

    def start(self, reduction: Reduction, seed: int, replica: int = 0) -> Search:
        search = NEVER.start(reduction, seed, replica)
        advance = search.advance

        def fail(iterations: int) -> None:
            advance(iterations)
            if search.iteration >= 200:
                raise ZeroDivisionError("out of digits")

        search.advance = fail  # type: ignore[method-assign]
        if self.blind:
            search.best_grid = lambda: 1 // 0  # type: ignore[method-assign, assignment, return-value]
        return search


@dataclass(frozen=True)
class Picky(Method):
    """A method that refuses every layout."""

    name: ClassVar[str] = "picky"
    logic: str = "none"

    def start(self, reduction: Reduction, seed: int, replica: int = 0) -> Search:
        raise LookupError("there are no boxes of 7x7")


def test_each_contender_takes_the_same_walk_as_solve() -> None:
    puzzle = sample("classic-16", 0.4)
    methods = ["annealing", eg.Annealing(eg.Constant(0.7)), "probing", "auto"]
    together = eg.race(puzzle, methods, seed=5, stop=LIMIT, until="all")
    for method, result in zip(methods, together, strict=True):
        alone = eg.solve(puzzle, unaided(Contender.of(method)), seed=5, stop=LIMIT)
        assert (result.status, result.energy, result.iterations) == (
            alone.status,
            alone.energy,
            alone.iterations,
        )
        assert result.grid.tobytes() == alone.grid.tobytes()
        assert result.trace.energy.tolist() == alone.trace.energy.tolist()
        assert result.parameters == alone.parameters
        assert result.seed == 5


def test_the_first_to_solve_ends_the_race_and_the_others_keep_their_best_states() -> None:
    slow, quick = eg.race(sample("classic-9"), [Patient(), "probing"])
    assert quick.solved
    assert is_solution(quick.puzzle, quick.grid)
    assert (slow.status, slow.reason) == ("gave_up", "probing was first")
    assert keeps_givens(slow.puzzle, slow.grid)
    assert slow.energy > 0


def test_until_all_lets_every_contender_finish() -> None:
    results = eg.race(HARD, ["annealing", "probing"], seed=1, until="all")
    assert [result.status for result in results] == ["solved", "solved"]
    assert np.array_equal(results[0].grid, results[1].grid)
    assert [result.label for result in results] == ["annealing", "probing"]


def test_the_winner_is_the_contender_with_the_least_time() -> None:
    contest = Race(HARD, ["annealing", "probing"], seed=1, until="all")
    results = contest.run()
    assert contest.winner is not None
    assert contest.winner.seconds == min(result.seconds for result in results)


def test_there_is_no_winner_without_a_solution() -> None:
    contest = Race(sample("classic-16"), ["annealing", "probing"], stop=eg.Iterations(50), until="all")
    results = contest.run()
    assert contest.winner is None
    assert [result.status for result in results] == ["gave_up", "gave_up"]
    assert [result.reason for result in results] == ["", ""]
    assert [contender.outcome for contender in contest.racers] == ["gave up", "gave up"]


def test_a_time_limit_ends_an_endless_race() -> None:
    results = eg.race(trap(), [NEVER, NEVER], stop=eg.Seconds(0.05), until="all")
    assert [result.status for result in results] == ["gave_up", "gave_up"]
    assert all(result.seconds >= 0.05 for result in results)


@pytest.mark.parametrize("slow", SLOW)
def test_a_time_limit_ends_a_race_inside_a_long_iteration(slow: Method) -> None:
    results = eg.race(endless(), [slow, HOT], time_limit=0.1, until="all")
    assert [result.status for result in results] == ["gave_up", "gave_up"]
    assert [result.stopped for result in results] == [False, False]
    assert all(result.seconds >= 0.1 for result in results)
    assert results[0].iterations == 0
    assert results[0].grid.all()


def test_a_flag_ends_a_race_that_is_still_measuring_a_pace() -> None:
    asked: list[bool] = []

    def raised() -> bool:
        asked.append(True)
        return True

    results = eg.race(endless(), [SLOW[0], HOT], stop=eg.Flag(raised))
    assert [(result.status, result.iterations) for result in results] == [("gave_up", 0)] * 2
    assert asked


def test_a_contender_still_in_its_first_iteration_does_not_hold_up_the_winner() -> None:
    slow, quick = eg.race(general(25, 0.4), [SLOW[0], "focused"], stop=eg.Flag(lambda: False))
    assert quick.solved
    assert (slow.status, slow.reason, slow.iterations) == ("gave_up", "focused was first", 0)


def test_frames_and_ctrl_c_need_not_wait_for_a_long_iteration() -> None:
    contest = Race(endless(), [SLOW[0], HOT], stop=eg.Seconds(1000))
    frames: list[int] = []

    def press(race: Race) -> None:
        frames.append(race.racers[0].iteration)
        if len(frames) == 3:
            _thread.interrupt_main()

    results = contest.run(press)
    assert contest.interrupted
    assert frames[:3] == [0, 0, 0]
    assert [result.status for result in results] == ["interrupted", "interrupted"]


def test_stopping_the_player_stops_the_measurement_of_paces() -> None:
    paces = Paces()
    contest = Race(endless(), [SLOW[0], HOT], paces=paces)
    RacePlayer(contest).stop()
    contest.prepare()
    contest.end()
    assert contest.racers[0].pace == UNKNOWN
    assert len(paces.known) == 1  # only the pace of the other method is remembered


def test_ctrl_c_keeps_every_best_state() -> None:
    contest = Race(trap(), [NEVER, NEVER])

    def press(race: Race) -> None:
        if all(c.snapshot.iteration for c in race.racers) and not race.interrupted:
            _thread.interrupt_main()

    results = contest.run(press)
    assert contest.interrupted
    assert [result.status for result in results] == ["interrupted", "interrupted"]
    assert all(result.iterations and keeps_givens(result.puzzle, result.grid) for result in results)


def test_a_view_that_raises_stop_iteration_ends_the_race() -> None:
    def enough(race: Race) -> None:
        raise StopIteration

    results = eg.race(trap(), [NEVER, NEVER], on_frame=enough)
    assert [result.status for result in results] == ["gave_up", "gave_up"]
    assert {result.reason for result in results} == {"the race was stopped"}


def test_an_error_of_a_view_is_raised_and_no_thread_keeps_running() -> None:
    contest = Race(trap(), [NEVER, NEVER])

    def broken(race: Race) -> None:
        raise ArithmeticError("no colours left")

    with pytest.raises(ArithmeticError, match="no colours left"):
        contest.run(broken)
    assert all(contender.result is not None for contender in contest.racers)


def test_the_last_frame_shows_all_contenders_at_the_end() -> None:
    seen: list[list[str]] = []
    eg.race(
        HARD,
        ["annealing", "probing"],
        until="all",
        seed=1,
        on_frame=lambda race: seen.append([c.outcome for c in race.racers]),
    )
    assert seen[-1] == ["solved", "solved"]


@pytest.mark.parametrize("blind", [False, True])
def test_a_failed_contender_is_reported_and_the_others_continue(blind: bool) -> None:
    puzzle = sample("classic-16")
    with pytest.warns(RuntimeWarning, match="faulty failed: ZeroDivisionError"):
        failed, other = eg.race(puzzle, [Faulty(blind=blind), "probing"], stop=LIMIT, until="all")
    assert failed.status == "gave_up"
    assert failed.reason.startswith("failed: ZeroDivisionError")
    assert keeps_givens(puzzle, failed.grid)
    alone = eg.solve(puzzle, "probing", stop=LIMIT)
    assert (other.iterations, other.energy, other.status) == (alone.iterations, alone.energy, alone.status)


def test_if_all_contenders_fail_the_error_is_raised() -> None:
    with pytest.raises(ZeroDivisionError, match="out of digits"):
        eg.race(sample("classic-16"), [Faulty(), Faulty()], until="all")


def test_a_method_that_cannot_search_the_puzzle_is_named_in_an_error_before_the_race() -> None:
    with pytest.raises(eg.PuzzleError, match=r"picky cannot search this puzzle: .*7x7.*; leave it out"):
        eg.race(sample("classic-9"), ["probing", Picky()])


def test_the_same_method_twice_gets_two_labels() -> None:
    methods = ["annealing", eg.Annealing(eg.Constant(0.7)), "annealing", "probing"]
    results = eg.race(sample("classic-9"), methods, stop=eg.Iterations(10), until="all")
    assert [result.label for result in results] == ["annealing", "annealing 2", "annealing 3", "probing"]


def test_equal_labels_are_made_distinct_and_every_method_needs_a_label() -> None:
    options = {"stop": eg.Iterations(10), "until": "all"}
    results = eg.race(sample("classic-9"), ["annealing", "probing"], labels=["it", "it"], **options)
    assert [result.label for result in results] == ["it", "it 2"]
    with pytest.raises(eg.ParameterError, match="1 label for 2 methods"):
        eg.race(sample("classic-9"), ["annealing", "probing"], labels=["it"])


def test_a_method_from_a_toml_file_races_under_the_name_of_the_file(tmp_path: Path) -> None:
    file = tmp_path / "mine.toml"
    file.write_text(to_toml(eg.Annealing(eg.Constant(0.7))))
    mine, _ = eg.race(sample("classic-9"), [str(file), "probing"], stop=eg.Iterations(10), until="all")
    assert mine.label == "mine"
    assert mine.parameters["schedule"] == as_dict(eg.Annealing(eg.Constant(0.7)))["schedule"]


@pytest.mark.parametrize("methods", [[], ["annealing"], "annealing", None, 2])
def test_a_race_needs_two_contenders(methods: list[str]) -> None:
    with pytest.raises(eg.ParameterError, match="two methods or more"):
        eg.race(HARD, methods)


def test_until_must_be_first_or_all() -> None:
    with pytest.raises(eg.ParameterError, match=r"until is 'last'; choose first \| all"):
        eg.race(HARD, ["annealing", "probing"], until="last")


def test_a_proof_that_there_is_no_solution_ends_the_race_for_all() -> None:
    endless, prover = eg.race(trap(), [NEVER, eg.Probing(logic="pairs")], until="all")
    assert prover.status == "unsolvable"
    assert (endless.status, endless.reason) == ("gave_up", "probing proved that there is no solution")


def test_all_contenders_finish_even_if_there_are_more_contenders_than_cores() -> None:
    results = eg.race(HARD, ["probing"] * 12, seed=3, until="all")
    assert len({result.grid.tobytes() for result in results}) == 1
    assert len({result.iterations for result in results}) == 1


def test_keyframes_are_kept_for_each_contender() -> None:
    options = {"stop": LIMIT, "until": "all"}
    results = eg.race(sample("classic-16"), ["annealing", "probing"], keyframes=True, **options)
    assert all(result.keyframes for result in results)


def test_a_race_without_errors_gives_no_warnings() -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        results = eg.race(sample("classic-9"), ["annealing", "probing"], stop=eg.Iterations(10))
    assert len(results) == 2


def test_the_number_of_energies_for_a_live_curve_is_limited() -> None:
    racer = Race(trap(), [NEVER, NEVER], stop=eg.Iterations(5_000)).racers[0]
    while racer.advance(1):
        pass
    assert racer.iteration == 5_000
    assert 500 < len(racer.energies) <= 1025  # 1,024, plus the newest
    assert racer.energies[-1] == racer.snapshot.energy


@dataclass(frozen=True)
class Patient(Method):
    """Annealing that is too hot to find anything."""

    name: ClassVar[str] = "patient"
    logic: str = "none"

    def start(self, reduction: Reduction, seed: int, replica: int = 0) -> Search:
        return eg.Annealing(eg.Constant(50.0), logic="none").start(reduction, seed, replica)


def test_only_a_function_can_show_frames() -> None:
    contest = Race(trap(), [NEVER, NEVER])
    with pytest.raises(eg.ParameterError, match="on_frame is 5; give a function"):
        contest.run(5)  # type: ignore[arg-type]
    assert not any(racer.run.started for racer in contest.racers)


def test_a_second_thread_cannot_run_a_race_that_is_running(monkeypatch: pytest.MonkeyPatch) -> None:
    race = Race(trap(), [NEVER, HOT], stop=LIMIT, until="all")
    prepare = race.prepare

    def refuse_another() -> None:
        with pytest.raises(RuntimeError, match="another thread"):
            race.run()
        prepare()

    monkeypatch.setattr(race, "prepare", refuse_another)
    assert [result.iterations for result in race.run()] == [3_000, 3_000]
    assert [racer.error for racer in race.racers] == [None, None]
    assert len(race.run()) == 2  # a race that is over returns its results again
