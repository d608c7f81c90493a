"""Only one process at a time can work on a study; others can read it, and a killed process leaves no lock."""

from __future__ import annotations

import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest

from ergodoku.base.errors import StudyError
from ergodoku.lab.study import executor_for, locked
from ergodoku.lab.tuning import Tuning
from ergodoku.puzzle.puzzle import Puzzle
from tests.lab.studies import columns_of, study_in
from tests.lab.synthetic import made_up
from tests.samples import EASY

HOLD = """
import sys
from pathlib import Path
from ergodoku.lab.study import locked
with locked(Path(sys.argv[1])):
    print("locked", flush=True)
    sys.stdin.read()
"""


def test_a_running_study_stays_locked_until_its_process_ends(tmp_path: Path) -> None:
    study = study_in(tmp_path, runs=1)
    with subprocess.Popen(
        [sys.executable, "-c", HOLD, str(tmp_path)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as other:
        assert other.stdout is not None
        assert other.stdout.readline() == "locked\n"
        with pytest.raises(StudyError, match=r"another process is working on the study in .*wait until it"):
            study.run()
        with study.store() as store:
            assert len(store) == 0, "others can read the study"
        other.kill()  # a killed process cannot clean up
    assert len(columns_of(study.run())["seed"]) == study.total


def test_a_study_and_a_tuning_are_locked_while_they_run(tmp_path: Path) -> None:
    refused: list[str] = []

    def come_in(_: object, folder: Path = tmp_path) -> None:
        with pytest.raises(StudyError, match="another process") as caught, locked(folder):
            pass
        refused.append(str(caught.value))

    study_in(tmp_path, runs=1, contenders=["focused"]).run(workers=1, progress=come_in).close()
    assert len(refused) >= 2, "refused at the start and after the runs"
    refused.clear()
    with executor_for(1) as executor:
        tuning = Tuning.create(
            tmp_path / "tuning", [Puzzle.parse(EASY)], "focused", runs=1, time_limit=None, max_iterations=9
        )
        tuning.run(1, executor, lambda _: come_in(_, tmp_path / "tuning"))
    assert len(refused) == 1


def test_one_process_cannot_work_on_a_study_twice_at_the_same_time(tmp_path: Path) -> None:
    with locked(tmp_path), pytest.raises(StudyError, match="another process"), locked(tmp_path):
        pass
    with locked(tmp_path):  # the first lock was released
        assert (tmp_path / ".lock").exists()


def test_locking_waits_for_a_lock_that_is_held_only_briefly(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("ergodoku.lab.study.lock.WAIT", 600.0)
    held, done = threading.Event(), []

    def hold() -> None:
        with locked(tmp_path):
            held.set()
            time.sleep(0.3)
            done.append(True)

    other = threading.Thread(target=hold)
    other.start()
    held.wait()
    with locked(tmp_path):
        assert done
    other.join()


def test_a_finished_study_can_be_read_even_if_it_is_locked(tmp_path: Path) -> None:
    study = made_up(tmp_path / "s", lambda p, c, r: ("solved", 5), runs=2)
    with locked(study.folder), study.run() as store:
        assert len(store) == study.total


def test_a_folder_that_cannot_be_locked_is_a_clear_error(tmp_path: Path) -> None:
    (tmp_path / ".lock").mkdir()
    with pytest.raises(StudyError, match=r"cannot work in .*: unable to open"), locked(tmp_path):
        pass
