"""The runs for IOHprofiler come back from a reader of that format as they were."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
import polars
import pytest
from hypothesis import given
from hypothesis import strategies as st

from ergodoku.engine.trace import Trace
from ergodoku.lab.analysis import Runs
from ergodoku.lab.report.iohprofiler import improvements, safe_names, write_iohprofiler
from ergodoku.lab.study import Study
from tests.faults import little_room
from tests.lab.analysis.test_comparison import quick_and_slow
from tests.lab.synthetic import LIMIT, made_up

if TYPE_CHECKING:
    from iohinspector import DataManager


def read_back(study: Study, folder: Path) -> DataManager:
    from iohinspector import DataManager  # imports much: only where it is used

    with study.store() as store:
        write_iohprofiler(study, store, Runs.read(store), folder)
    manager = DataManager()
    manager.add_folder(str(folder))
    return manager


def course(points: list[tuple[int, int]]) -> Trace:
    iteration, best = (np.array(column) for column in zip(*points, strict=True))
    plain = np.zeros(len(points))
    return Trace(iteration, plain, best, best, plain, plain, np.zeros(len(points), dtype=np.int64))


def test_the_overview_names_every_run(tmp_path: Path) -> None:
    study = made_up(tmp_path / "s", quick_and_slow, count=2)
    overview = read_back(study, tmp_path / "ioh").overview
    assert len(overview) == 80
    assert set(overview["algorithm_name"]) == {"first", "second"}
    assert set(overview["function_id"]) == {1, 2}
    empty = {k: int(np.count_nonzero(p.flat == 0)) for k, p in enumerate(study.puzzles, 1)}
    assert set(overview.select("function_id", "dimension").rows()) == set(empty.items())
    assert set(overview["instance"]) == {1}
    assert set(overview["run_id"]) == set(range(1, 21))
    solved = overview.filter(polars.col("best_y") == 0)
    assert solved.group_by("algorithm_name").len().sort("algorithm_name").rows() == [
        ("first", 40),
        ("second", 30),
    ]


@pytest.mark.parametrize("monotonic", [True, False])
def test_running_times_come_back_exactly(tmp_path: Path, monotonic: bool) -> None:
    study = made_up(tmp_path / "s", quick_and_slow)
    data = read_back(study, tmp_path / "ioh").load(monotonic=monotonic, include_meta_data=True)
    first = data.filter((polars.col("raw_y") == 0) & (polars.col("algorithm_name") == "first"))
    assert sorted(first["evaluations"]) == [10 + r for r in range(20)]
    gave_up = data.filter(polars.col("raw_y") == 2)
    assert gave_up["evaluations"].to_list() == [LIMIT] * 5


def test_runs_solved_by_logic_or_at_once_are_not_lost(tmp_path: Path) -> None:
    study = made_up(tmp_path / "s", lambda p, c, r: ("solved", r % 3))
    data = read_back(study, tmp_path / "ioh").load(monotonic=True)
    assert data.filter(polars.col("raw_y") == 0)["data_id"].n_unique() == 40


def test_improvements_come_from_the_trace(tmp_path: Path) -> None:
    def trace(puzzle: int, contender: int, repetition: int) -> Trace:
        return course([(32, 30), (64, 30), (96, 12), (128, 12), (160, 5), (192, 5)])

    study = made_up(tmp_path / "s", lambda p, c, r: ("solved", 200), labels=("only",), runs=2, trace=trace)
    data = read_back(study, tmp_path / "ioh").load(monotonic=False)
    one = [(1, 60), (32, 30), (96, 12), (160, 5), (200, 0)]
    assert list(zip(data["evaluations"], data["raw_y"], strict=True)) == one * 2


def test_labels_that_file_systems_cannot_tell_apart_get_folders_of_their_own(tmp_path: Path) -> None:
    study = made_up(tmp_path / "s", quick_and_slow, labels=("a/b", "A:B"))
    overview = read_back(study, tmp_path / "ioh").overview
    assert set(overview["algorithm_name"]) == {"a/b", "A:B"}
    assert {path.name for path in (tmp_path / "ioh").iterdir()} == {"a-b", "A-B-2"}


@given(st.lists(st.sampled_from(["x", "X", "x-2", "x-3", "x-3-3", "?", "contender3", ""]), max_size=6))
def test_no_two_labels_ever_share_a_name(labels: list[str]) -> None:
    assert len({name.lower() for name in safe_names(labels)}) == len(labels)


def test_a_study_without_runs_writes_nothing(tmp_path: Path) -> None:
    study = made_up(tmp_path / "s", lambda p, c, r: None)
    with study.store() as store:
        assert write_iohprofiler(study, store, Runs.read(store), tmp_path / "ioh") == 0


@pytest.mark.parametrize("ending", ["dat", "json"])
def test_a_full_disk_leaves_older_files_as_they_were(tmp_path: Path, ending: str) -> None:
    study = made_up(tmp_path / "s", quick_and_slow)
    with study.store() as store:
        runs, folder = Runs.read(store), tmp_path / "ioh"
        write_iohprofiler(study, store, runs, folder)
        old = {path: path.read_bytes() for path in folder.rglob("*.*") if path.is_file()}
        largest = max(len(content) for path, content in old.items() if path.suffix == f".{ending}")
        with little_room(largest - 1), pytest.raises(OSError, match="too large"):
            write_iohprofiler(study, store, runs, folder)
    assert {path: path.read_bytes() for path in folder.rglob("*.*") if path.is_file()} == old


def test_anytime_measures_of_the_reader_work(tmp_path: Path) -> None:
    from iohinspector.metrics import aggregate_running_time

    study = made_up(tmp_path / "s", quick_and_slow)
    data = read_back(study, tmp_path / "ioh").load(monotonic=True, include_meta_data=True)
    table = aggregate_running_time(data, scale_f_log=False, maximization=False)
    assert len(table) > 0


@given(st.lists(st.tuples(st.integers(1, 50), st.integers(0, 9)), min_size=1, max_size=30))
def test_improvements_fall_and_end_where_the_run_ends(points: list[tuple[int, int]]) -> None:
    points = sorted(points, key=lambda point: point[0])
    kept = improvements(points)
    evaluations, energies = zip(*kept, strict=True)
    assert list(evaluations) == sorted(set(evaluations))
    assert list(energies) == sorted(energies, reverse=True)
    assert len(set(energies)) >= len(energies) - 1  # only the end may say nothing new
    assert kept[-1] == (points[-1][0], min(energy for _, energy in points))
