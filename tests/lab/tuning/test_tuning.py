"""Tuning resumes where it stopped, and finds better parameters if there are any."""

from __future__ import annotations

import sqlite3
import subprocess
import sys
import time
from concurrent.futures import BrokenExecutor, Executor, Future, ThreadPoolExecutor
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from ergodoku.base.errors import ErgodokuError, ParameterError, StudyError
from ergodoku.lab.report import export_runs
from ergodoku.lab.tuning import Tuning, TuningProgress, check_folder
from ergodoku.lab.tuning.trials import finished, open_trials
from ergodoku.methods.annealing import Annealing
from ergodoku.methods.focused import Focused
from ergodoku.methods.registry import method_of, to_toml
from ergodoku.methods.schedules import Constant
from ergodoku.puzzle.puzzle import Puzzle
from tests.lab.synthetic import quick_report
from tests.samples import EASY, HARD


@pytest.mark.parametrize(
    ("only", "ranges", "message"),
    [
        (("nonsense",), {}, "no parameter 'nonsense'"),
        ((), {"nonsense": "1:2"}, "no parameter 'nonsense'"),
        ((), {"sweep": "9:3"}, "is reversed"),
        ((), {"sweep": "3:3"}, "is empty"),
        ((), {"sweep": "0:3"}, "out of range; give numbers from 1 to 1e"),
        ((), {"sweep": "1.5:3"}, "whole numbers"),
        ((), {"sweep": "1,3"}, "is not a range"),
        (("logic",), {"logic": "nonsense"}, "cannot be 'nonsense'"),
    ],
)
def test_invalid_parameters_and_ranges_are_refused(
    tmp_path: Path, only: tuple[str, ...], ranges: dict[str, str], message: str
) -> None:
    with pytest.raises(ErgodokuError, match=message):
        Tuning.create(tmp_path / "t", [Puzzle.parse(HARD)], "focused", only=only, ranges=ranges)
    assert not (tmp_path / "t").exists()


def test_a_method_without_ranges_has_nothing_to_tune(tmp_path: Path) -> None:
    with pytest.raises(ParameterError, match="probing has nothing to tune"):
        Tuning.create(tmp_path / "t", [Puzzle.parse(HARD)], "probing")


def begun(folder: Path, **changes: Any) -> Tuning:
    """Start a tuning of ``focused``, with runs that depend only on their seeds."""
    asked: dict[str, Any] = {"runs": 3, "measure": "iterations", "time_limit": None, "max_iterations": 20_000}
    asked |= {"only": ["high", "low", "sweep"]} | changes
    return Tuning.create(folder, [Puzzle.parse(EASY)], Focused(high=9.0, low=8.0, logic="none"), **asked)


def outcome(folder: Path, steps: list[int], workers: int) -> tuple[str, list[Any]]:
    for trials in steps:
        with ThreadPoolExecutor(workers) as executor:
            best = begun(folder).run(trials, executor)
    told = [(t.state.name, t.value, t.params) for t in finished(open_trials(folder))]
    return to_toml(best), told


def test_interruptions_and_workers_do_not_change_the_results(tmp_path: Path) -> None:
    whole, broken = outcome(tmp_path / "a", [12], 1), outcome(tmp_path / "b", [1, 5, 12], 2)
    assert whole == broken
    assert len(whole[1]) == 12
    assert any(state == "PRUNED" for state, _, _ in whole[1])


def test_exporting_a_tuning_is_an_error_that_says_where_its_trials_are(tmp_path: Path) -> None:
    tuning = Tuning.create(tmp_path / "t", [Puzzle.parse(EASY)], "focused", only=["sweep"], max_iterations=9)
    with pytest.raises(
        StudyError, match=r"does not store the runs of its trials; .*trials.csv has all trials$"
    ):
        export_runs(tuning.study, tmp_path / "runs.csv")
    check = tuning.check(tuning.study.contenders[0].method, 2)
    with pytest.raises(StudyError, match=rf"the final check, '{check.folder}'"):
        export_runs(tuning.study, tmp_path / "runs.csv")
    assert not (tmp_path / "runs.csv").exists()


def test_the_tuned_method_is_better_on_seeds_not_used_for_tuning(tmp_path: Path) -> None:
    tuning = Tuning.create(
        tmp_path / "t",
        [Puzzle.parse(EASY)],
        Annealing(Constant(20.0), logic="none"),  # far too hot
        runs=4,
        only=["start"],
        ranges={"start": "log:0.05:20"},
        measure="iterations",
        time_limit=None,
        max_iterations=30_000,
    )
    told: list[TuningProgress] = []
    with ThreadPoolExecutor(2) as executor:
        best = tuning.run(12, executor, told.append)
    assert [t.done for t in told] == list(range(1, 13))
    assert method_of(str(tuning.best_file)) == best
    study = tuning.check(best, 10)
    seeds = {task.seed for task in study.tasks()}
    assert not seeds & {task.seed for task in tuning.study.tasks()}
    assert study.seed != tuning.study.seed
    with study.run() as store:
        solved = store.columns("status", "contender")
    default, tuned = (int((solved["status"][solved["contender"] == k] == "solved").sum()) for k in (0, 1))
    assert default == 0
    assert tuned >= 5
    page = quick_report(tmp_path / "t").html.read_text(encoding="utf-8")
    assert "default" in page
    assert "tuned" in page


def test_a_killed_trial_is_discarded_and_done_again(tmp_path: Path) -> None:
    script = (
        "import sys; from pathlib import Path; from concurrent.futures import ThreadPoolExecutor\n"
        "from tests.lab.tuning.test_tuning import begun\n"
        "begun(Path(sys.argv[1])).run(1000, ThreadPoolExecutor(1))\n"
    )
    folder = tmp_path / "t"
    child = subprocess.Popen([sys.executable, "-c", script, str(folder)])
    while not (folder / "best.toml").exists() or len(finished(open_trials(folder))) < 3:
        assert child.poll() is None
        time.sleep(0.05)
    child.kill()
    child.wait()
    done = [(t.state.name, t.value, t.params) for t in finished(open_trials(folder))]
    best, told = outcome(folder, [len(done) + 2], 2)
    assert told[: len(done)] == done
    assert len(told) == len(done) + 2
    assert (best, told) == outcome(tmp_path / "whole", [len(done) + 2], 1)


def test_a_tuning_returns_a_method_even_if_no_run_is_solved(tmp_path: Path) -> None:
    tuning = begun(tmp_path / "t", max_iterations=10, only=["sweep"])
    with ThreadPoolExecutor(1) as executor:
        best = tuning.run(3, executor)
    assert best.name == "focused"
    assert method_of(str(tuning.best_file)) == best


def test_a_check_can_be_repeated_with_more_runs_and_the_report_uses_the_largest_check(tmp_path: Path) -> None:
    tuning = begun(tmp_path / "t")
    best = replace(tuning.space.base, sweep=7)
    tuning.best_file.write_text(to_toml(best))
    assert check_folder(tuning.study) is None
    studies = [tuning.check(best, runs) for runs in (9, 10, 2)]
    assert check_folder(tuning.study) == studies[1].folder
    (studies[1].folder / "study.toml").unlink()  # as if the process was killed while it made the folder
    assert check_folder(tuning.study) == studies[0].folder


def test_lost_workers_end_a_tuning_with_a_clear_error(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Lost(Executor):
        def __init__(self, died: bool) -> None:
            self.died = died

        def submit(self, fn: Any, /, *_: Any) -> Future[Any]:  # type: ignore[override]
            future: Future[Any] = Future()
            if self.died:
                future.set_exception(BrokenExecutor())
            return future

        def check(self) -> None:
            raise StudyError("the cluster was lost")

    monkeypatch.setattr("ergodoku.lab.study.in_order.PAUSE", 0.01)
    for died, message in ((True, "its result was lost 5 times"), (False, "the cluster was lost")):
        with pytest.raises(ErgodokuError, match=message):
            begun(tmp_path / "t").run(1, Lost(died))


def test_a_report_before_the_check_shows_the_trials(tmp_path: Path) -> None:
    tuning = begun(tmp_path / "t")
    assert [c.label for c in tuning.check(tuning.space.base, 5).contenders] == ["default"]
    page = quick_report(tmp_path / "t").html.read_text(encoding="utf-8")
    assert "Tuning of focused" in page
    assert "0 trials on 1 puzzle" in page
    assert "No trial has ended yet" in page


def test_if_the_default_is_best_the_report_says_that_there_was_no_check(tmp_path: Path) -> None:
    tuning = begun(tmp_path / "t")
    with ThreadPoolExecutor(1) as executor:
        assert tuning.run(1, executor) == tuning.space.base
    report = quick_report(tmp_path / "t")
    assert report.comparison.notes[0].startswith("no trial has beaten the default yet")
    page = report.html.read_text(encoding="utf-8")
    assert "1 trial so far, without a final check" in page
    assert "--trials 1 --runs" in page  # there was no check, so the command has no --check


def test_a_damaged_file_of_trials_is_an_error(tmp_path: Path) -> None:
    tuning = begun(tmp_path / "t")
    (tmp_path / "t" / "trials.sqlite").write_text("nonsense\nnonsense\n" * 100)
    with ThreadPoolExecutor(1) as executor, pytest.raises(StudyError, match=r"cannot use .*trials.sqlite"):
        tuning.run(1, executor)


def test_reading_trials_writes_nothing(tmp_path: Path) -> None:
    """For this reason, `report` works for a tuning in a read-only folder."""
    open_trials(tmp_path)
    with closing(sqlite3.connect(tmp_path / "trials.sqlite")) as file:
        refuse = "CREATE TRIGGER refuse BEFORE INSERT ON studies BEGIN SELECT RAISE(ABORT, 'read-only'); END"
        file.execute(refuse)
    assert finished(open_trials(tmp_path)) == []


def test_another_tuning_in_the_folder_is_refused(tmp_path: Path) -> None:
    begun(tmp_path / "t")
    with pytest.raises(StudyError, match=r"holds another study: extra\.measure is 'iterations' there"):
        begun(tmp_path / "t", measure="seconds")
    with pytest.raises(ParameterError, match="there is no measure 'nonsense'"):
        begun(tmp_path / "u", measure="nonsense")
    with pytest.raises(StudyError, match="has no puzzles"):
        Tuning.create(tmp_path / "v", [], "focused")
