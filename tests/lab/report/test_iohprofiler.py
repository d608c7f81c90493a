"""The files for IOHprofiler: from them, iohinspector computes the same results as Ergodoku."""

from __future__ import annotations

import sqlite3
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
import polars
import pytest
from hypothesis import given
from hypothesis import strategies as st

from ergodoku.base.errors import StudyError
from ergodoku.lab.analysis import Runs
from ergodoku.lab.analysis.distributions import empirical
from ergodoku.lab.analysis.statistics import expected_effort
from ergodoku.lab.report.iohprofiler import safe_names, write_iohprofiler
from ergodoku.lab.study import Study
from tests.faults import little_room
from tests.lab.analysis.test_comparison import quick_and_slow
from tests.lab.studies import study_in
from tests.lab.synthetic import LIMIT, START, made_up
from tests.samples import general

if TYPE_CHECKING:
    from iohinspector import DataManager


def read_back(study: Study, folder: Path) -> DataManager:
    from iohinspector import DataManager  # slow to import, so only here

    with study.store() as store:
        write_iohprofiler(study, store, Runs.read(store), folder)
    manager = DataManager()
    manager.add_folder(str(folder))
    return manager


@pytest.fixture(scope="module")
def searched(tmp_path_factory: pytest.TempPathFactory) -> Study:
    """Real runs of two methods on two puzzles; some of them give up."""
    folder = tmp_path_factory.mktemp("searched") / "s"
    puzzles = [general(9, 0.35, 1), general(9, 0.4, 2)]
    study = study_in(folder, puzzles=puzzles, contenders=["lewis", "tabu"], max_iterations=3_000, runs=12)
    study.run().close()
    return study


@pytest.fixture(scope="module")
def logged(searched: Study, tmp_path_factory: pytest.TempPathFactory) -> DataManager:
    return read_back(searched, tmp_path_factory.mktemp("logged"))


def runs_of(study: Study) -> Runs:
    with study.store() as store:
        return Runs.read(store)


def test_iohinspector_computes_the_same_expected_running_time(searched: Study, logged: DataManager) -> None:
    from iohinspector.metrics import aggregate_running_time

    runs = runs_of(searched)
    data = logged.load(monotonic=True, include_meta_data=True)
    assert 0 < runs.solved.sum() < len(runs)  # otherwise this test would prove little
    free = ["algorithm_name", "function_id"]
    table = aggregate_running_time(data, free_vars=free, scale_f_log=False, return_as_pandas=False)
    for contender, label in enumerate(c.label for c in searched.contenders):
        for puzzle in range(len(searched.puzzles)):
            mine = runs.only((runs.contender == contender) & (runs.puzzle == puzzle))
            theirs = table.filter(
                (polars.col("algorithm_name") == label)
                & (polars.col("function_id") == puzzle + 1)
                & (polars.col("raw_y") == 0)
            )
            assert theirs["success_count"].item() == mine.solved.sum()
            if mine.solved.any():
                ours = expected_effort(mine.iterations + 1, mine.solved)
                assert theirs["ERT"].item() == pytest.approx(ours, rel=1e-12)


def test_iohinspector_computes_the_same_distribution_of_running_times(
    searched: Study, logged: DataManager
) -> None:
    from iohinspector.metrics import get_data_ecdf

    runs, budgets = runs_of(searched), [1, 10, 100, 500, 1_000, 2_000, 3_001]
    data = logged.load(monotonic=True, include_meta_data=True)
    bounds: dict[str, Any] = {"f_min": 0, "f_max": 1, "scale_f_log": False}  # gives the share of solved runs
    data = data.select("data_id", "algorithm_name", "evaluations", "raw_y")
    table = get_data_ecdf(data, eval_values=budgets, turbo=True, return_as_pandas=False, **bounds)
    for contender, label in enumerate(c.label for c in searched.contenders):
        mine = runs.only(runs.contender == contender)
        theirs = table.filter(polars.col("algorithm_name") == label).sort("evaluations")
        assert theirs["eaf"].to_list() == pytest.approx(
            empirical(mine.iterations + 1, mine.solved)(budgets).tolist(), rel=1e-12
        )


def test_every_record_is_a_state_of_the_search(searched: Study, logged: DataManager) -> None:
    """Repeat the walk: at each evaluation that the log lists, the walk must have the logged best energy."""
    from ergodoku.engine.run import Run
    from ergodoku.engine.stop import Iterations

    data = logged.load(monotonic=False, include_meta_data=True)
    for label, number in (("lewis", 1), ("tabu", 2)):
        place = [contender.label for contender in searched.contenders].index(label)
        task = next(t for t in searched.tasks() if t[:3] == (number - 1, place, 0))
        log = data.filter(
            (polars.col("algorithm_name") == label)
            & (polars.col("function_id") == number)
            & (polars.col("run_id") == 1)
        )
        assert log["evaluations"][0] == 1
        for evaluation, energy in log.select("evaluations", "raw_y").rows()[::5]:
            walk = Run(
                searched.puzzles[number - 1],
                searched.contenders[place],
                seed=task.seed,
                stop=Iterations(max(1, int(evaluation) - 1)),
                alone=True,
            )
            if evaluation == 1:
                walk.start()
                assert walk.snapshot().best == energy
            else:
                assert walk.finish().energy == energy


def test_the_log_says_what_counts_as_an_evaluation(logged: DataManager) -> None:
    assert set(logged.overview["counted"]) == {"states of the search: the start, then one for each iteration"}


def test_the_overview_lists_every_run(tmp_path: Path) -> None:
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
def test_running_times_are_read_back_exactly(tmp_path: Path, monotonic: bool) -> None:
    study = made_up(tmp_path / "s", quick_and_slow)
    data = read_back(study, tmp_path / "ioh").load(monotonic=monotonic, include_meta_data=True)
    first = data.filter((polars.col("raw_y") == 0) & (polars.col("algorithm_name") == "first"))
    assert sorted(first["evaluations"]) == [11 + r for r in range(20)]
    gave_up = data.filter(polars.col("raw_y") == 2)
    assert gave_up["evaluations"].to_list() == [LIMIT + 1] * 5


def test_runs_without_a_search_are_left_out_and_their_number_is_returned(tmp_path: Path) -> None:
    study = made_up(tmp_path / "s", lambda p, c, r: ("solved", r % 4))
    with study.store() as store:
        assert write_iohprofiler(study, store, Runs.read(store), tmp_path / "ioh") == 10
    assert len(read_back(study, tmp_path / "ioh").overview) == 30


def test_a_run_has_records_for_its_start_each_new_best_energy_and_its_end(tmp_path: Path) -> None:
    def fall(status: str, iterations: int) -> list[tuple[int, int]]:
        return [(0, START), (32, 30), (96, 12), (160, 2)]

    study = made_up(tmp_path / "s", lambda p, c, r: ("gave_up", 200), labels=("only",), runs=2, fall=fall)
    manager = read_back(study, tmp_path / "ioh")
    data = manager.load(monotonic=False)
    one = [(1, START), (33, 30), (97, 12), (161, 2), (201, 2)]
    assert list(zip(data["evaluations"], data["raw_y"], strict=True)) == one * 2
    assert set(manager.overview["evals"]) == {201}


def test_runs_that_start_at_the_final_energy_of_the_previous_run_are_not_lost(tmp_path: Path) -> None:
    """iohinspector drops a record with the same energy as the previous record, even across runs."""
    study = made_up(
        tmp_path / "s", lambda p, c, r: ("solved", 1 + r % 2), fall=lambda status, iterations: [(0, 0)]
    )
    data = read_back(study, tmp_path / "ioh").load(monotonic=True)
    assert (
        data.filter((polars.col("raw_y") == 0) & (polars.col("evaluations") == 1))["data_id"].n_unique() == 40
    )


def test_runs_without_descents_from_an_older_version_are_an_error(tmp_path: Path) -> None:
    study = made_up(tmp_path / "s", quick_and_slow)
    with sqlite3.connect(study.folder / "runs.sqlite") as database:
        database.execute("UPDATE runs SET descent = NULL")
    database.close()
    with study.store() as store, pytest.raises(StudyError, match="an older version did not store them"):
        write_iohprofiler(study, store, Runs.read(store), tmp_path / "ioh")


def test_labels_that_file_systems_cannot_distinguish_get_separate_folders(tmp_path: Path) -> None:
    study = made_up(tmp_path / "s", quick_and_slow, labels=("a/b", "A:B"))
    overview = read_back(study, tmp_path / "ioh").overview
    assert set(overview["algorithm_name"]) == {"a/b", "A:B"}
    assert {path.name for path in (tmp_path / "ioh").iterdir()} == {"a-b", "A-B-2"}


@given(st.lists(st.sampled_from(["x", "X", "x-2", "x-3", "x-3-3", "?", "contender3", ""]), max_size=6))
def test_no_two_labels_share_a_file_name(labels: list[str]) -> None:
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
