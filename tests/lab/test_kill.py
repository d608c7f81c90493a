"""Killed at any moment: what had ended is there, nothing is there twice, and the same command goes on."""

from __future__ import annotations

import signal
import sqlite3
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

from ergodoku.lab.study import Study
from tests.lab.studies import columns_of, study_in
from tests.samples import HARD

RUNS = 80
COMMAND = (
    *("compare", HARD, "--methods", "focused,slow=focused", "--set", "slow.sweep=16", "--runs", RUNS // 2),
    *("--max-iterations", 150_000, "--seed", 1, "--traces", "--workers", 2, "--study"),
)
# A disk on which no file may grow beyond some size.
FULL_DISK = """
import resource, sys
resource.setrlimit(resource.RLIMIT_FSIZE, (int(sys.argv.pop(1)), resource.RLIM_INFINITY))
from ergodoku.cli.main import main
main()
"""


@pytest.fixture(scope="module")
def expected(tmp_path_factory: pytest.TempPathFactory) -> dict[str, list[Any]]:
    """Return the results of the study when nobody disturbs it."""
    folder = tmp_path_factory.mktemp("kill") / "whole"
    child = begin(folder)
    out, err = child.communicate()
    assert child.returncode == 0, err
    assert "focused" in out
    return results(folder)


def test_a_killed_study_goes_on_where_it_stopped(tmp_path: Path, expected: dict[str, list[Any]]) -> None:
    counts = [0]
    for _ in range(3):
        child = begin(tmp_path / "study")
        wait_for(tmp_path / "study", counts[-1] + 7)
        child.kill()
        child.communicate()
        counts.append(stored(tmp_path / "study"))
    assert counts == sorted(set(counts)), "every start went farther"
    done = begin(tmp_path / "study")
    _, err = done.communicate()
    assert done.returncode == 0, err
    assert f"{counts[-1]} of {RUNS} runs are there already" in err
    assert results(tmp_path / "study") == expected


def test_processes_end_when_their_study_is_killed_and_it_goes_on(
    tmp_path: Path, expected: dict[str, list[Any]]
) -> None:
    child = begin(tmp_path / "study", "--processes")
    wait_for(tmp_path / "study", 5)
    workers = {int(worker.rpartition(":")[2]) for worker in column(tmp_path / "study", "worker")}
    assert child.pid not in workers
    child.kill()
    child.communicate()
    deadline = time.monotonic() + 60
    while alive := [pid for pid in workers if is_alive(pid)]:
        assert time.monotonic() < deadline, f"{alive} work on for nobody"
        time.sleep(0.05)
    done = begin(tmp_path / "study")  # and threads may go on where processes were
    _, err = done.communicate()
    assert done.returncode == 0, err
    assert results(tmp_path / "study") == expected


@pytest.mark.parametrize("more", [(), ("--processes",)], ids=["threads", "processes"])
def test_ctrl_c_keeps_what_has_ended_and_says_so(tmp_path: Path, more: tuple[str, ...]) -> None:
    child = begin(tmp_path / "study", *more)
    wait_for(tmp_path / "study", 5)
    child.send_signal(signal.SIGINT)
    out, err = child.communicate()
    count = stored(tmp_path / "study")
    assert child.returncode == 130, err
    assert "Traceback" not in err
    assert 5 <= count < RUNS
    assert f"interrupted: {count} of {RUNS} runs are stored; the same command goes on" in err
    assert "focused" in out, "the comparison so far is printed"
    assert len(Study.open(tmp_path / "study").puzzles) == 1


def test_a_full_disk_loses_nothing(tmp_path: Path, expected: dict[str, list[Any]]) -> None:
    counts = []
    for size in (60_000, 120_000):
        child = begin(tmp_path / "study", script=FULL_DISK, before=(size,))
        _, err = child.communicate()
        assert child.returncode == 2, err
        assert "Traceback" not in err
        assert "error: cannot use" in err
        assert "give the same command again" in err
        counts.append(stored(tmp_path / "study"))
    assert 0 < counts[0] < counts[1] < RUNS
    done = begin(tmp_path / "study")
    _, err = done.communicate()
    assert done.returncode == 0, err
    assert results(tmp_path / "study") == expected


def test_a_disk_too_full_to_begin_leaves_no_half_study(tmp_path: Path) -> None:
    child = begin(tmp_path / "study", script=FULL_DISK, before=(2_000,))
    _, err = child.communicate()
    assert child.returncode == 2
    assert "Traceback" not in err
    assert not (tmp_path / "study" / "study.toml").exists()
    study_in(tmp_path / "study")  # with room again


def begin(
    folder: Path, *more: object, script: str = "", before: tuple[object, ...] = ()
) -> subprocess.Popen[str]:
    """Begin the study in a process of its own, or go on with it."""
    start = ("-c", script, *before) if script else ("-m", "ergodoku")
    words = [sys.executable, *map(str, (*start, *COMMAND, folder, *more))]
    pipe = subprocess.PIPE
    return subprocess.Popen(words, stdin=subprocess.DEVNULL, stdout=pipe, stderr=pipe, encoding="utf-8")


def wait_for(folder: Path, count: int) -> None:
    deadline = time.monotonic() + 120
    while stored(folder) < count:
        assert time.monotonic() < deadline, "nothing happens"
        time.sleep(0.005)


def stored(folder: Path) -> int:
    return len(column(folder, "seed"))


def column(folder: Path, name: str) -> list[Any]:
    """Read a column of whatever is there already, from outside."""
    if not (folder / "study.toml").exists():
        return []
    connection = sqlite3.connect(f"file:{folder / 'runs.sqlite'}?mode=ro", uri=True, timeout=60)
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
    """Tell whether a process runs; one that has ended and was not fetched does not."""
    try:
        return Path(f"/proc/{pid}/stat").read_text(encoding="utf-8").rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False
