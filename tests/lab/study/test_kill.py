"""A study killed at any moment keeps its finished runs, stores none twice, and can be resumed."""

from __future__ import annotations

import resource
import signal
import sqlite3
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from ergodoku.base.errors import StudyError
from ergodoku.lab.study import Study
from tests.lab.studies import RUNS, columns_of, long_study_in

# The study as a separate program; its arguments are the kind and the number of workers, and the folder. It
# pauses after some runs, so that even on a fast machine the test can interrupt it.
STUDY = """
import sys
import time
from pathlib import Path
from ergodoku.lab.study.executors import executor_for
from tests.lab.studies import long_study_in
who, workers, folder = sys.argv[1:]
paused = []
def pause(tally):
    if tally.done > 8 and not paused:  # only once: it is called again after Ctrl-C
        paused.append(True)
        time.sleep(6000)
try:
    with executor_for(int(workers), threads=who == "threads") as executor:
        long_study_in(Path(folder)).run(executor, progress=pause)
except KeyboardInterrupt:
    sys.exit(130)
"""


@pytest.fixture(scope="module")
def expected(tmp_path_factory: pytest.TempPathFactory) -> dict[str, list[Any]]:
    """Run the study without interruptions, and return its results."""
    folder = tmp_path_factory.mktemp("kill") / "whole"
    long_study_in(folder).run().close()
    return results(folder)


def test_a_killed_study_resumes_where_it_stopped(tmp_path: Path, expected: dict[str, list[Any]]) -> None:
    child = begin(tmp_path / "study")
    wait_for(tmp_path / "study", 5)
    child.kill()
    child.communicate()
    assert 5 <= stored(tmp_path / "study") < RUNS
    long_study_in(tmp_path / "study").run().close()
    assert results(tmp_path / "study") == expected


def test_worker_processes_end_when_their_study_is_killed_and_the_study_can_be_resumed(
    tmp_path: Path, expected: dict[str, list[Any]]
) -> None:
    child = begin(tmp_path / "study", "processes")
    wait_for(tmp_path / "study", 5)
    workers = {int(worker.rpartition(":")[2]) for worker in column(tmp_path / "study", "worker")}
    assert child.pid not in workers
    child.kill()
    child.communicate()
    deadline = time.monotonic() + 1200
    while alive := [pid for pid in workers if is_alive(pid)]:
        assert time.monotonic() < deadline, f"processes {alive} are still running"
        time.sleep(0.05)
    assert stored(tmp_path / "study") < RUNS
    long_study_in(tmp_path / "study").run().close()  # threads may resume the work of processes
    assert results(tmp_path / "study") == expected


def test_ctrl_c_ends_processes_at_once_and_keeps_finished_runs(tmp_path: Path) -> None:
    child = begin(tmp_path / "study", "processes", 1)
    wait_for(tmp_path / "study", 5)
    child.send_signal(signal.SIGINT)
    _, err = child.communicate()
    assert (child.returncode, err) == (130, "")
    assert 5 <= stored(tmp_path / "study") < RUNS


def test_a_full_disk_loses_nothing(tmp_path: Path, expected: dict[str, list[Any]]) -> None:
    study = long_study_in(tmp_path / "study")
    with room_for(80_000), pytest.raises(StudyError, match=r"cannot use .* run the study again"):
        study.run()
    assert 0 < stored(tmp_path / "study") < RUNS
    long_study_in(tmp_path / "study").run().close()  # the disk has space again
    assert results(tmp_path / "study") == expected


def test_a_disk_too_full_to_start_leaves_no_unfinished_study(tmp_path: Path) -> None:
    with room_for(2_000), pytest.raises(StudyError, match="cannot"):
        long_study_in(tmp_path / "study")
    assert not (tmp_path / "study" / "study.toml").exists()
    assert long_study_in(tmp_path / "study").total == RUNS  # the disk has space again


@contextmanager
def room_for(size: int) -> Iterator[None]:
    """Limit the size of files inside the ``with`` block, as if the disk were full."""
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, before[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)


def begin(folder: Path, who: str = "threads", workers: int = 2) -> subprocess.Popen[str]:
    """Start or resume the study in a separate process."""
    root = Path(__file__).parents[3]
    words = [sys.executable, "-c", STUDY, who, str(workers), str(folder)]
    pipe = subprocess.PIPE
    return subprocess.Popen(words, stdin=subprocess.DEVNULL, stdout=pipe, stderr=pipe, text=True, cwd=root)


def wait_for(folder: Path, count: int) -> None:
    deadline = time.monotonic() + 1200
    while stored(folder) < count:
        assert time.monotonic() < deadline, "no new runs are stored"
        time.sleep(0.005)


def stored(folder: Path) -> int:
    return len(column(folder, "seed"))


def column(folder: Path, name: str) -> list[Any]:
    """Read a column of the stored runs, as another process would."""
    if not (folder / "study.toml").exists():
        return []
    connection = sqlite3.connect(f"file:{folder / 'runs.sqlite'}?mode=ro", uri=True, timeout=600)
    try:
        return [value for (value,) in connection.execute(f"SELECT {name} FROM runs")]
    finally:
        connection.close()


def results(folder: Path) -> dict[str, list[Any]]:
    study = Study.open(folder)
    with study.store() as store:
        assert len(store) == study.total == RUNS
        traces = [store.trace((0, contender, 0)) for contender in range(2)]
    numbers: dict[str, list[Any]] = {"best": [trace.best.tolist() for trace in traces if trace is not None]}
    return numbers | columns_of(study.store())


def is_alive(pid: int) -> bool:
    """Return whether a process is running; a zombie does not count as running."""
    try:
        return Path(f"/proc/{pid}/stat").read_text(encoding="utf-8").rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False
