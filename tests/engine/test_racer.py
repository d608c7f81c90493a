"""Racers: their time, their labels and the names of their methods."""

from __future__ import annotations

import time
from dataclasses import dataclass, field
from pathlib import Path
from typing import ClassVar

import pytest

import ergodoku as eg
from ergodoku.engine.pace import Late, Paces, Trial
from ergodoku.engine.race import Race
from ergodoku.methods import registry
from ergodoku.methods.contender import Contender
from ergodoku.methods.method import Method, Search
from ergodoku.methods.registry import Entry
from ergodoku.puzzle.logic import Reduction
from ergodoku.testing import endless
from tests.samples import EASY, HARD, sample

SHORT = eg.Iterations(10)
OWN = Entry("own", eg.Annealing(eg.Constant(0.7), logic="none"), "A preset.", "box permutation", "", "")


@dataclass(frozen=True)
class Slow(Method):
    """Annealing whose start takes an hour."""

    name: ClassVar[str] = "slow"
    logic: str = "none"
    hours: list[int] = field(default_factory=list)

    def start(self, reduction: Reduction, seed: int, replica: int = 0) -> Search:
        self.hours.append(1)
        return OWN.method.start(reduction, seed, replica)


def test_starting_does_not_count_as_search_time(monkeypatch: pytest.MonkeyPatch) -> None:
    slow, clock = Slow(), time.perf_counter
    monkeypatch.setattr(time, "perf_counter", lambda: clock() + 3600 * len(slow.hours))
    first, last = Race(HARD, [OWN.method, slow]).racers
    first.start()
    last.start()
    assert first.seconds == last.seconds == 0


def test_the_name_of_a_method_does_not_depend_on_the_number_in_its_label() -> None:
    results = eg.race(sample("classic-9"), ["lewis", "lewis"], stop=SHORT, until="all")
    assert [(r.label, r.found_by) for r in results] == [("lewis", "lewis"), ("lewis 2", "lewis")]


def test_a_label_does_not_change_the_name_of_a_method() -> None:
    labels = ["slow", "cool"]
    results = eg.race(sample("classic-9"), ["lewis", "lewis"], labels=labels, stop=SHORT, until="all")
    assert [(r.label, r.found_by) for r in results] == [("slow", "lewis"), ("cool", "lewis")]


def test_the_label_of_a_method_object_does_not_change_its_name() -> None:
    labels = ["slow", "cool"]  # "cool" is also the name of a preset
    results = eg.race(HARD, [OWN.method, OWN.method], labels=labels, stop=SHORT, until="all")
    assert [(r.label, r.found_by) for r in results] == [("slow", "annealing"), ("cool", "annealing")]


def test_a_method_made_from_a_name_keeps_this_name() -> None:
    made = [Contender.of("lewis"), Contender.of("lewis", {"cooling": 0.995}, label="cool")]
    contest = Race(HARD, made, stop=SHORT, until="all")
    results = contest.run()
    assert [(r.label, r.found_by) for r in results] == [("lewis", "lewis"), ("cool", "lewis")]
    assert {racer.snapshot.active for racer in contest.racers} == {"lewis"}


def test_a_preset_of_a_plugin_keeps_its_name(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    package = tmp_path / "own-1.0.dist-info"
    package.mkdir()
    (package / "METADATA").write_text("Metadata-Version: 2.1\nName: own\nVersion: 1.0\n")
    (package / "entry_points.txt").write_text(f"[{registry.GROUP}]\nown = {__name__}:OWN\n")
    monkeypatch.syspath_prepend(tmp_path)
    assert Contender.of("own").name == "own"
    assert Contender.of(OWN.method, label="another").name == "annealing"
    assert eg.solve(HARD, "own", stop=SHORT).found_by == "own"
    results = eg.race(HARD, ["own", "own"], stop=SHORT, until="all")
    assert [(r.label, r.found_by) for r in results] == [("own", "own"), ("own 2", "own")]


def test_a_racer_ends_at_its_start_if_logic_solves_the_puzzle() -> None:
    (racer,) = Race(EASY, ["annealing"]).racers
    racer.start()
    assert racer.result is not None
    assert (racer.result.status, racer.result.found_by, racer.started) == ("solved", "logic", True)


@dataclass(frozen=True)
class Broken(Method):
    """A method that cannot start."""

    name: ClassVar[str] = "broken"
    logic: str = "none"

    def start(self, reduction: Reduction, seed: int, replica: int = 0) -> Search:
        raise ZeroDivisionError("no start")


def test_an_error_at_the_start_of_a_racer_ends_only_this_racer() -> None:
    broken, sound = Race(HARD, [Broken(), OWN.method]).racers
    for racer in (broken, sound):
        racer.start()
    assert isinstance(broken.error, ZeroDivisionError)
    assert broken.result is not None
    assert broken.result.reason == "failed: ZeroDivisionError: no start"
    assert (broken.started, sound.started, sound.ended) == (False, True, False)


def test_a_racer_completes_rounds_even_if_its_iteration_does_not_end() -> None:
    slow = eg.Genetic(population=5000, climb=1_000_000, logic="none")
    racer = Race(endless(), [slow, OWN.method], paces=Thousand()).racers[0]
    racer.start()
    rounds = [racer.round]
    while not racer.has_completed(rounds[0] + 50):
        racer.advance()
        rounds.append(racer.round)
    assert racer.iteration == 0
    assert rounds == sorted(rounds)
    assert racer.round > rounds[0] + 50
    racer.end()


class Thousand(Paces):
    """A pace that is far too high for a slow method."""

    def of(self, trial: Trial, late: Late = lambda seconds: False) -> float:
        return 1000.0
