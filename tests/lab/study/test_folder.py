"""Two processes may start or extend a study in the same folder at the same moment: nothing is lost."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from ergodoku.base.errors import StudyError
from ergodoku.lab.study import Study, growth
from tests.lab import studies

ROOT = Path(__file__).parents[3]

# The other process. Its arguments are the folder, the methods, the number of runs, and the action: "create"
# and "run" end by themselves; "pause" waits in the middle of the start until its input ends.
OTHER = """
import sys
from pathlib import Path
from ergodoku.lab.study import folder as folders
from tests.lab.study.test_folder import study_in
folder, methods, runs, action = sys.argv[1:]
real = folders.environment
def pause():
    print("starting", flush=True)
    sys.stdin.read()
    return real()
if action == "pause":
    folders.environment = pause
study = study_in(Path(folder), methods.split(), int(runs))
if action == "run":
    study.run(workers=1).close()
"""


def study_in(folder: Path, methods: list[str], runs: int = 2) -> Study:
    return studies.study_in(folder, contenders=methods, runs=runs, max_iterations=100)


def other(folder: Path, methods: str, runs: int, action: str) -> list[str]:
    return [sys.executable, "-c", OTHER, str(folder), methods, str(runs), action]


def state(folder: Path) -> tuple[list[str], int, int]:
    """Return the methods of a study, its number of repetitions, and its number of stored runs."""
    study = Study.open(folder)
    with study.store() as store:
        return [contender.label for contender in study.contenders], study.runs, len(store)


def after_mkdir(folder: Path, command: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    """Run a command in another process, just after this process has found no study and made the folder."""
    real = Path.mkdir

    def late(path: Path, *arguments: Any, **options: Any) -> None:
        real(path, *arguments, **options)
        if path == folder:
            monkeypatch.setattr(Path, "mkdir", real)
            subprocess.run(command, cwd=ROOT, check=True)

    monkeypatch.setattr(Path, "mkdir", late)


def test_while_a_process_starts_a_study_no_other_process_can_start_a_study_in_its_folder(
    tmp_path: Path,
) -> None:
    folder = tmp_path / "study"
    command = other(folder, "focused", 2, "pause")
    pipe = subprocess.PIPE
    with subprocess.Popen(command, cwd=ROOT, stdin=pipe, stdout=pipe, text=True) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == "starting\n"
        with pytest.raises(StudyError, match="another process is working on the study"):
            study_in(folder, ["probing"])
        process.communicate()
    assert process.returncode == 0
    assert state(folder) == (["focused"], 2, 0)


def test_a_study_that_another_process_started_a_moment_before_is_not_overwritten(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / "study"
    after_mkdir(folder, other(folder, "focused", 2, "create"), monkeypatch)
    with pytest.raises(StudyError, match="method 'focused', which this command leaves out"):
        study_in(folder, ["probing"])
    assert state(folder) == (["focused"], 2, 0)


def test_the_runs_are_kept_if_another_process_has_just_run_the_same_study(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / "study"
    after_mkdir(folder, other(folder, "focused", 2, "run"), monkeypatch)
    study = study_in(folder, ["focused"])
    assert state(folder) == (["focused"], 2, study.total)


def test_an_extension_that_another_process_made_a_moment_before_is_kept(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    real = growth.grown

    def extend_meanwhile(methods: str, runs: int) -> None:
        def late(there: Study, asked: Study) -> Study:
            monkeypatch.setattr(growth, "grown", real)
            found = real(there, asked)
            subprocess.run(other(tmp_path, methods, runs, "run"), cwd=ROOT, check=True)
            return found

        monkeypatch.setattr(growth, "grown", late)

    study_in(tmp_path, ["focused"])
    extend_meanwhile("focused", 4)
    with pytest.raises(StudyError, match="has more runs: 4 there, 2 here"):
        study_in(tmp_path, ["focused", "probing"])
    assert state(tmp_path) == (["focused"], 4, 8)

    extend_meanwhile("focused probing", 4)
    study_in(tmp_path, ["focused", "tabu", "probing"], 4)
    assert state(tmp_path) == (["focused", "probing", "tabu"], 4, 16), "stored methods keep their numbers"
