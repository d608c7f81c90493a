"""The results of a tuning: in a report, in an archive, and in Optuna's format."""

from __future__ import annotations

import csv
import json
import sys
from pathlib import Path

import pytest

from tests.cli.run import Run, ergodoku
from tests.samples import general

WORDS = ("--only", "cooling,reheat.after", "--range", "cooling=0.9:0.999", "--trials", 12, "--runs", 2)
LIMITS = ("--check", 3, "--measure", "iterations", "--max-iterations", 8_000, "--threads", "--quiet")


@pytest.fixture(scope="module")
def tuned(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A tuning on four puzzles, with its report and its archive."""
    folder = tmp_path_factory.mktemp("tuned")
    lines = ("".join(map(str, general(9, 0.42, k).flat.tolist())) for k in range(4))
    (folder / "four.sdm").write_text("\n".join(lines))
    done = ergodoku("tune", "four.sdm", "-m", "lewis", *WORDS, *LIMITS, "--study", "t", cwd=folder)
    assert done.returncode == 0, done.stderr
    assert "(3 runs on each puzzle), on 2 puzzles that were not used for tuning:" in done.stdout
    done = ergodoku("report", "t", "--archive", "t.zip", "--formats", "svg,png", "--quiet", cwd=folder)
    assert done.returncode == 0, done.stderr
    return folder


def test_a_tuning_is_listed_and_shown_with_its_trials_even_without_optuna(
    tuned: Path, run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tuned)
    monkeypatch.setitem(sys.modules, "optuna", None)
    assert run("study", "list")[1] == "t: tune, 12 trials, 4 puzzles, default\n"
    assert "trials: 12" in run("study", "show", "t")[1].splitlines()
    shown = json.loads(run("study", "show", "t", "--json")[1])
    assert shown["trials"] == 12
    assert not {"runs_done", "expected_runs"} & shown.keys()


def test_the_report_shows_trials_importance_and_tuned_values(tuned: Path) -> None:
    text = (tuned / "t" / "report" / "report.md").read_text(encoding="utf-8")
    assert text.startswith("# Tuning of lewis")
    assert "12 trials on 2 puzzles" in text
    assert "uses 2 other puzzles, which were not used for tuning" in text
    rows = [line for line in text.splitlines() if line.startswith("| schedule.cooling |")]
    assert len(rows) == 1
    assert "| 0.98855 |" in rows[0]
    assert "| 0.9 to 0.999 |" in rows[0]
    assert "| default |" in text
    assert "| tuned |" in text
    page = (tuned / "t" / "report" / "report.html").read_text(encoding="utf-8")
    assert "Tuned values" in page
    assert "<h4>schedule.cooling</h4>" in page
    assert {"trials.svg", "parameter-1.png"} <= {
        path.name for path in (tuned / "t" / "report" / "figures").iterdir()
    }
    with (tuned / "t" / "report" / "trials.csv").open(encoding="utf-8", newline="") as stream:
        trials = list(csv.DictReader(stream))
    assert [int(trial["trial"]) for trial in trials] == list(range(1, 13))
    assert float(trials[0]["schedule.cooling"]) == pytest.approx(0.98855)
    assert {trial["state"] for trial in trials} <= {"completed", "stopped early"}


def test_optuna_can_open_the_file_of_trials(tuned: Path) -> None:
    import optuna

    study = optuna.load_study(study_name="tune", storage=f"sqlite:///{tuned / 't' / 'trials.sqlite'}")
    assert len(study.trials) == 12
    assert study.trials[0].params["schedule.lewis.cooling"] == pytest.approx(0.98855)
    assert study.best_trial.value == min(t.value for t in study.trials if t.state.name == "COMPLETE")


def test_the_archive_of_a_tuning_can_be_reported_and_repeated_elsewhere(
    tuned: Path, tmp_path: Path, run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    assert run("report", tuned / "t.zip", "--formats", "none", "-q")[0] == 0
    old = (tuned / "t" / "report" / "trials.csv").read_bytes()
    assert (tmp_path / "report" / "trials.csv").read_bytes() == old
    code, out, _ = run("study", "repeat", tuned / "t.zip", "--threads", "-q")
    assert code == 0
    assert out.splitlines()[0] == "again: 12 of 12 trials are the same as the original ones"
    assert (tmp_path / "again" / "best.toml").read_bytes() == (tuned / "t" / "best.toml").read_bytes()


def test_the_command_in_the_report_repeats_the_tuning(
    tuned: Path, tmp_path: Path, run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    text = (tuned / "t" / "report" / "report.md").read_text(encoding="utf-8")
    command = next(line for line in text.splitlines() if line.startswith("ergodoku tune"))
    monkeypatch.chdir(tuned / "t" / "report" / "repeat")
    words = command.replace("--study again", f"--study {tmp_path / 'again'}").split()[1:]
    assert run(*words, "--threads", "--quiet")[0] == 0
    assert (tmp_path / "again" / "best.toml").read_bytes() == (tuned / "t" / "best.toml").read_bytes()
