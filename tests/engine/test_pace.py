"""Paces: measured once for each method on each puzzle, and remembered."""

from __future__ import annotations

from itertools import count
from pathlib import Path

import pytest

import ergodoku as eg
from ergodoku.engine import pace as module
from ergodoku.engine.pace import Paces, measured, stored_paces
from ergodoku.engine.replicas import Replicas
from ergodoku.engine.run import Run
from ergodoku.testing import endless
from tests.samples import EASY, HARD

SLOW = eg.Genetic(population=5000, climb=1_000_000, logic="none")  # one iteration takes hours


def trial(number: int = 0, method: object = "cool", puzzle: str = HARD) -> Run:
    return Run(puzzle, method, seed=number, alone=True)  # type: ignore[arg-type]


@pytest.fixture
def counted(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """Make the measurements return 1, 2, 3 and so on; return the list of the values returned so far."""
    found: list[float] = []

    def measure(trial: object, late: object) -> float:
        found.append(len(found) + 1.0)
        return found[-1]

    monkeypatch.setattr(module, "measured", measure)
    return found


@pytest.mark.parametrize("method", ["cool", "probing", "genetic", "external", "portfolio", "auto"])
def test_a_pace_is_iterations_per_second_of_cpu_time(method: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """The clock advances by 10 ms at each reading, and every slice reads it twice."""
    readings = count()
    monkeypatch.setattr(module, "thread_seconds", lambda: 0.01 * next(readings))
    monkeypatch.setattr(Replicas, "helper_seconds", 0.0)
    runs: list[Run] = []

    def kept(number: int) -> Run:
        runs.append(trial(number, method))
        return runs[-1]

    pace = measured(kept)
    seconds = 0.01 * next(readings) / 2
    assert seconds >= module.ENOUGH
    assert pace == pytest.approx(sum(run.walks.iteration for run in runs[1:]) / seconds)


def test_a_puzzle_that_logic_alone_solves_has_a_pace_too() -> None:
    assert measured(lambda number: trial(number, eg.Annealing(), EASY)) > 0


def test_a_pace_is_measured_once_for_each_method_and_puzzle(counted: list[float]) -> None:
    paces = Paces()
    assert [paces.of(trial) for _ in range(3)] == [1.0] * 3
    assert paces.of(lambda number: trial(number, "lewis")) == 2.0
    assert paces.of(lambda number: trial(number, puzzle=EASY)) == 3.0
    assert paces.of(lambda number: trial(number, eg.Annealing(iterations=7))) == 4.0
    assert len(counted) == 4


def test_measuring_a_pace_does_not_wait_for_an_iteration_longer_than_the_race() -> None:
    paces, asked = Paces(), []

    def late(seconds: float) -> bool:
        asked.append(seconds)
        return len(asked) == 2

    pace = paces.of(lambda number: trial(number, SLOW, endless()), late)  # type: ignore[arg-type]
    assert pace == module.UNKNOWN
    assert len(asked) == 2
    assert not paces.known  # a race with more time measures again


def test_a_pace_that_can_be_measured_does_not_depend_on_the_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    readings = count()
    monkeypatch.setattr(module, "thread_seconds", lambda: 0.01 * next(readings))
    expected = measured(trial)
    readings = count()
    assert measured(trial, lambda seconds: True) == expected


def test_a_file_keeps_paces_for_the_next_process(tmp_path: Path, counted: list[float]) -> None:
    path = tmp_path / "new" / "paces.txt"
    assert Paces(path).of(trial) == Paces(path).of(trial) == 1.0
    assert len(counted) == 1


@pytest.mark.parametrize("damage", ["", "[1]", f"{'a' * 32} 1e", f"{'a' * 32} -1.0\n", "\0ü"])
def test_a_damaged_file_is_ignored(tmp_path: Path, counted: list[float], damage: str) -> None:
    path = tmp_path / "paces.txt"
    path.write_text(damage)
    assert Paces(path).of(trial) == 1.0
    assert Paces(path).of(trial) == 1.0
    assert len(counted) == 1


def test_processes_that_share_a_file_lose_no_pace_and_use_the_same_paces(
    tmp_path: Path, counted: list[float]
) -> None:
    path = tmp_path / "paces.txt"
    one, other = Paces(path), Paces(path)  # both read the file before either writes to it
    assert one.of(trial) == 1.0
    assert other.of(lambda number: trial(number, "lewis")) == 2.0
    assert other.of(trial) == 1.0  # `other` measured 3.0, but the file already has 1.0
    assert len(counted) == 3
    assert Paces(path).known == {**one.known, **other.known}


def test_a_file_that_has_grown_large_is_replaced(
    tmp_path: Path, counted: list[float], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "LARGEST", 50)
    path = tmp_path / "paces.txt"
    for method in ("cool", "lewis", "reheat"):
        Paces(path).of(lambda number, method=method: trial(number, method))
    assert list(Paces(path).known.values()) == [3.0]


def test_an_unwritable_folder_is_not_an_error(tmp_path: Path, counted: list[float]) -> None:
    (tmp_path / "file").write_text("")
    assert Paces(tmp_path / "file" / "paces.txt").of(trial) == 1.0


def test_the_number_of_remembered_paces_is_bounded(
    monkeypatch: pytest.MonkeyPatch, counted: list[float]
) -> None:
    monkeypatch.setattr(module, "REMEMBERED", 2)
    paces = Paces()
    for method in ("cool", "lewis", "reheat"):
        paces.of(lambda number, method=method: trial(number, method))
    assert list(paces.known.values()) == [2.0, 3.0]


def test_paces_are_stored_in_the_cache_folder() -> None:
    path = stored_paces().path
    assert path is not None
    assert path.parts[-2:] == ("ergodoku", "paces.txt")
