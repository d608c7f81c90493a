"""A Dask cluster gives the same results as local workers, even if workers are killed."""

from __future__ import annotations

import asyncio
import os
import random
import signal
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from distributed.comm import CommClosedError

from ergodoku.base.errors import StudyError
from ergodoku.lab.study import Study, StudyProgress
from ergodoku.lab.study.cluster import Cluster
from ergodoku.methods.contender import Contender
from tests.lab.studies import columns_of, long_study_in, study_in
from tests.samples import general


@pytest.fixture(autouse=True)
def patient(monkeypatch: pytest.MonkeyPatch) -> None:
    """Wait longer than usual: on a busy machine, a worker may need a minute to start."""
    monkeypatch.setattr("ergodoku.lab.study.cluster.PATIENCE", 1200.0)
    monkeypatch.setattr("ergodoku.lab.study.cluster.RECOVERY", 1200.0)


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


def thousand_runs_in(folder: Path) -> Study:
    """Start a study of 5 methods x 10 puzzles x 20 short runs."""
    return study_in(
        folder,
        puzzles=[general(9, 0.3, k) for k in range(10)],
        contenders=[
            Contender.of("focused", {"sweep": k, "logic": "none"}, f"sweep {k}") for k in range(2, 7)
        ],
        runs=20,
        max_iterations=2_000,
    )


def test_each_of_a_thousand_runs_is_stored_once_even_if_workers_are_killed_at_random(
    cluster: Any, tmp_path: Path
) -> None:
    study = thousand_runs_in(tmp_path / "cluster")
    chance = random.Random(1)
    moments = sorted(chance.sample(range(20, 980), 4))
    killed: list[int] = []
    done: list[int] = []

    def kill_some(progress: StudyProgress) -> None:
        done.append(progress.done)
        if len(killed) < len(moments) and progress.done >= moments[len(killed)]:
            # For a moment both workers may be dead, while their last results still arrive.
            while not (alive := executor._client.run(os.getpid, on_error="ignore")):
                time.sleep(0.05)
            killed.append(chance.choice(list(alive.values())))
            os.kill(killed[-1], signal.SIGTERM if os.name == "nt" else signal.SIGKILL)

    with Cluster.connect(cluster.scheduler_address) as executor:
        assert executor.workers == 2
        store = study.run(executor, progress=kill_some)
    assert len(set(killed)) == len(moments)
    assert done == sorted(set(done))  # no run was counted twice
    assert done[-1] == len(store) == study.total == 1_000
    workers = {int(worker.rpartition(":")[2]) for worker in store.columns("worker")["worker"]}
    assert os.getpid() not in workers
    assert len(workers - set(killed)) >= 1  # new workers replaced the killed ones
    assert columns_of(store) == columns_of(thousand_runs_in(tmp_path / "threads").run())


def test_workers_of_another_version_are_refused(cluster: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("ergodoku.lab.study.cluster.__version__", "99.0")
    with pytest.raises(StudyError, match=r"worker tcp://.* has ergodoku .*, but this is 99\.0"):
        Cluster.connect(cluster.scheduler_address)


def test_a_cluster_that_does_not_answer_counts_as_lost(cluster: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    async def never(*_: object, **__: object) -> None:
        await asyncio.Event().wait()

    with Cluster.connect(cluster.scheduler_address) as executor:
        monkeypatch.setitem(cluster.scheduler.handlers, "ncores", never)
        monkeypatch.setattr("ergodoku.lab.study.cluster.RECOVERY", 0.1)
        with pytest.raises(StudyError, match="was lost"):
            executor.check()


@pytest.mark.parametrize("failure", [CommClosedError("it broke"), OSError("timed out trying to connect")])
def test_a_run_whose_result_is_lost_on_the_way_is_repeated(
    cluster: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, failure: Exception
) -> None:
    """Dask's own executor would wait for such a result for ever."""
    study = study_in(tmp_path, contenders=["focused"], max_iterations=100)
    lost = []

    async def break_once(*args: Any, **options: Any) -> Any:
        if not lost:
            lost.append(True)
            raise failure
        return await gather(*args, **options)

    with Cluster.connect(cluster.scheduler_address) as executor:
        gather = executor._client.scheduler.gather
        monkeypatch.setattr(executor._client.scheduler, "gather", break_once, raising=False)
        store = study.run(executor)
    assert lost
    assert len(store) == study.total


def test_an_error_in_a_run_on_a_cluster_is_raised_unchanged(cluster: Any) -> None:
    with Cluster.connect(cluster.scheduler_address) as executor, pytest.raises(OSError, match="no-such-file"):
        executor.submit(os.stat, "no-such-file").result()


@pytest.fixture
def empty() -> Iterator[Any]:
    """Start a cluster without workers."""
    from distributed import LocalCluster

    address = {"protocol": "tcp://", "host": "127.0.0.1", "dashboard_address": ":0"}
    with LocalCluster(n_workers=0, processes=False, silence_logs=50, **address) as empty:
        yield empty


def test_a_cluster_without_workers_is_an_error(empty: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    from distributed import Client

    # Shorten only the wait for a worker: on a busy machine, connecting may take more than 0.5 s.
    wait = Client.wait_for_workers
    monkeypatch.setattr(Client, "wait_for_workers", lambda client, count, timeout: wait(client, count, 0.5))
    with pytest.raises(StudyError, match="has no workers"):
        Cluster.connect(empty.scheduler_address)


def test_a_worker_may_start_later_than_the_study(empty: Any) -> None:
    later = threading.Timer(0.3, empty.scale, [1])
    later.start()
    with Cluster.connect(empty.scheduler_address) as executor:
        assert executor.workers >= 1
    later.join()


def test_a_lost_cluster_ends_the_study_and_its_finished_runs_are_kept(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from distributed import LocalCluster

    study = long_study_in(tmp_path)

    def end_the_cluster(progress: StudyProgress) -> None:
        if progress.done >= 5 and started.status.name == "running":
            started.close()
            monkeypatch.setattr("ergodoku.lab.study.cluster.RECOVERY", 1.0)  # the cluster will never answer

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
