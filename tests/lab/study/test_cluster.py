"""A Dask cluster: the same results as threads, every run once, though a worker is killed in the middle."""

from __future__ import annotations

import os
import signal
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from ergodoku.base.errors import StudyError
from ergodoku.lab.study import StudyProgress
from ergodoku.lab.study.cluster import Cluster
from tests.lab.studies import columns_of, long_study_in


@pytest.fixture(autouse=True)
def patient(monkeypatch: pytest.MonkeyPatch) -> None:
    """Wait longer than people would: on a busy machine, a worker may need a minute to start."""
    monkeypatch.setattr("ergodoku.lab.study.cluster.PATIENCE", 120.0)


@pytest.fixture(scope="module")
def cluster() -> Iterator[Any]:
    """Start a scheduler and two worker processes on this machine."""
    from distributed import LocalCluster

    with LocalCluster(
        n_workers=2,
        threads_per_worker=1,
        processes=True,
        host="127.0.0.1",
        dashboard_address=":0",
        silence_logs=50,
    ) as started:
        yield started


def test_a_cluster_does_the_same_as_threads_though_a_worker_is_killed(cluster: Any, tmp_path: Path) -> None:
    expected = columns_of(long_study_in(tmp_path / "threads").run())
    study = long_study_in(tmp_path / "cluster")
    killed: list[int] = []

    def kill_one(progress: StudyProgress) -> None:
        if progress.done >= 10 and not killed:
            pids = executor._client.run(os.getpid)
            killed.append(next(iter(pids.values())))
            os.kill(killed[0], signal.SIGTERM if os.name == "nt" else signal.SIGKILL)

    with Cluster.connect(cluster.scheduler_address) as executor:
        assert executor.workers == 2
        store = study.run(executor, progress=kill_one)
    workers = {int(worker.rpartition(":")[2]) for worker in store.columns("worker")["worker"]}
    assert killed
    assert os.getpid() not in workers
    assert columns_of(store) == expected


def test_workers_of_another_version_are_refused(cluster: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("ergodoku.lab.study.cluster.__version__", "99.0")
    with pytest.raises(StudyError, match=r"worker tcp://.* has ergodoku .*, and this is 99\.0"):
        Cluster.connect(cluster.scheduler_address)


@pytest.fixture
def empty() -> Iterator[Any]:
    """A cluster without workers."""
    from distributed import LocalCluster

    address = {"protocol": "tcp://", "host": "127.0.0.1", "dashboard_address": ":0"}
    with LocalCluster(n_workers=0, processes=False, silence_logs=50, **address) as empty:
        yield empty


def test_a_cluster_without_workers_is_an_error(empty: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("ergodoku.lab.study.cluster.PATIENCE", 0.5)
    with pytest.raises(StudyError, match="has no workers"):
        Cluster.connect(empty.scheduler_address)


def test_a_worker_may_come_later_than_the_study(empty: Any) -> None:
    later = threading.Timer(0.3, empty.scale, [1])
    later.start()
    with Cluster.connect(empty.scheduler_address) as executor:
        assert executor.workers >= 1
    later.join()


def test_a_cluster_that_goes_away_ends_the_study_and_its_runs_stay(tmp_path: Path) -> None:
    from distributed import LocalCluster

    study = long_study_in(tmp_path)

    def end_the_cluster(progress: StudyProgress) -> None:
        if progress.done >= 5 and started.status.name == "running":
            started.close()

    with LocalCluster(
        n_workers=1,
        threads_per_worker=1,
        processes=False,
        protocol="tcp://",
        host="127.0.0.1",
        dashboard_address=":0",
        silence_logs=50,
    ) as started:
        executor = Cluster.connect(started.scheduler_address)
        with pytest.raises(StudyError, match="lost"), executor:
            study.run(executor, progress=end_the_cluster)
    with study.store() as store:
        assert 5 <= len(store) < study.total
