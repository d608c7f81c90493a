"""Threads and processes give the same runs; a worker that dies only costs time."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
import time
from concurrent.futures import BrokenExecutor, Executor, Future, ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

from ergodoku._version import __version__
from ergodoku.base.errors import ErgodokuError, ParameterError, PuzzleError, StudyError
from ergodoku.lab.study import StudyProgress, executor_for, rows_in_order
from ergodoku.lab.study.cluster import Cluster
from ergodoku.lab.study.cores import cores
from ergodoku.lab.study.executors import Processes
from ergodoku.lab.study.job import Job, job_of, run_job
from tests.lab.studies import columns_of, study_in
from tests.samples import general


def test_processes_give_the_same_runs_as_threads_even_if_a_process_is_killed(tmp_path: Path) -> None:
    expected = columns_of(study_in(tmp_path / "threads", contenders=["focused"]).run())
    study = study_in(tmp_path / "processes", contenders=["focused"])
    killed: list[int] = []

    def kill_one(progress: StudyProgress) -> None:
        if progress.done >= 5 and not killed:
            killed.append(next(iter(executor._pool._processes)))
            os.kill(killed[0], signal.SIGTERM if os.name == "nt" else signal.SIGKILL)

    with Processes(1) as executor:
        store = study.run(executor, progress=kill_one)
    assert killed
    workers = {int(worker.rpartition(":")[2]) for worker in store.columns("worker")["worker"]}
    assert os.getpid() not in workers
    assert columns_of(store) == expected


def test_rows_and_their_order_do_not_change_if_a_process_is_killed(tmp_path: Path) -> None:
    """A tuning reads the rows of its trials with `rows_in_order`."""
    study = study_in(tmp_path, contenders=["focused"])
    with ThreadPoolExecutor(1) as threads:
        expected = [(row.seed, row.energy, row.iterations) for row in rows_in_order(study, threads)]
    found = []
    with Processes(2) as executor:
        first = executor._pool
        for row in rows_in_order(study, executor):
            found.append((row.seed, row.energy, row.iterations))
            if len(found) == 5:
                os.kill(next(iter(first._processes)), signal.SIGTERM if os.name == "nt" else signal.SIGKILL)
                while not first._broken:  # until the pool notices, and its unfinished runs fail
                    time.sleep(0.01)
        assert executor._pool is not first
    assert found == expected


def test_a_call_that_a_broken_pool_has_forgotten_fails_instead_of_waiting_for_ever() -> None:
    with Processes(1) as executor:
        waiting = executor.submit(time.sleep, 600)
        os.kill(next(iter(executor._pool._processes)), signal.SIGTERM if os.name == "nt" else signal.SIGKILL)
        with pytest.raises(BrokenExecutor):
            waiting.result()
        forgotten: Future[None] = Future()
        executor._calls[forgotten] = executor._pool
        while not forgotten.done():  # until the thread of the pool has ended
            executor.check()
        assert isinstance(forgotten.exception(), BrokenExecutor)


def test_only_a_few_tasks_are_queued_at_a_time(tmp_path: Path) -> None:
    class Counting(ThreadPoolExecutor):
        def submit(self, *arguments: Any) -> Future[Any]:  # type: ignore[override]
            nonlocal most
            most = max(most, self._work_queue.qsize())
            return super().submit(*arguments)

    most = 0
    with Counting(2) as executor:
        study_in(tmp_path).run(executor).close()
    assert most <= 6


class Mortal(Executor):
    """Workers that die in every run with a certain seed."""

    def __init__(self, seed: int, error: Exception) -> None:
        self.seed, self.error = seed, error

    def submit(self, fn: Any, /, job: Job) -> Future[Any]:  # type: ignore[override]
        future: Future[Any] = Future()
        if job.task.seed == self.seed:
            future.set_exception(self.error)
        else:
            future.set_result(fn(job))
        return future


@pytest.mark.parametrize("name", ["KilledWorker", "CommClosedError", "BrokenProcessPool"])
def test_a_run_that_always_kills_its_worker_ends_the_study_and_other_runs_are_kept(
    tmp_path: Path, name: str
) -> None:
    error = BrokenExecutor() if name == "BrokenProcessPool" else type(name, (Exception,), {})()
    study = study_in(tmp_path, contenders=["focused"])
    tasks = list(study.tasks())
    with pytest.raises(StudyError, match=f"was lost 5 times .*seed {tasks[3].seed}"):
        study.run(Mortal(tasks[3].seed, error))
    with study.store() as store:
        assert len(store) >= 3
        assert tasks[3].seed not in store.columns()["seed"]


def test_a_worker_of_another_version_is_refused(tmp_path: Path) -> None:
    study = study_in(tmp_path)
    job = job_of(study, next(study.tasks()))
    assert run_job(job) is not None
    with pytest.raises(StudyError, match=rf"a worker has ergodoku {__version__}, but the study uses 0\.0"):
        run_job(Job(**{**vars(job), "version": "0.0"}))


def test_a_stopped_run_gives_no_result(tmp_path: Path) -> None:
    study = study_in(tmp_path)
    halt = threading.Event()
    halt.set()
    assert run_job(job_of(study, next(study.tasks())), halt) is None


def test_the_error_names_a_failing_run_and_earlier_runs_are_kept(tmp_path: Path) -> None:
    class Failing(ThreadPoolExecutor):
        def submit(self, fn: Any, job: Job, *more: Any) -> Future[Any]:  # type: ignore[override]
            return super().submit(fail if job.task.repetition == 2 else fn, job, *more)

    def fail(job: Job, *_: Any) -> None:
        raise PuzzleError("no board today", "come again")

    study = study_in(tmp_path)
    with (
        Failing(1) as executor,
        pytest.raises(PuzzleError, match=r"no board today \(puzzle 1, method 'focused', seed"),
    ):
        study.run(executor)
    with study.store() as store:
        assert store.done(study.shape)[:, :, :2].all()


def test_invalid_combinations_of_workers_are_refused() -> None:
    with pytest.raises(ParameterError, match="has its own workers"):
        executor_for(2, cluster="127.0.0.1:1")
    with pytest.raises(ParameterError, match="workers is 0"):
        executor_for(0)


@pytest.mark.parametrize("address", ["127.0.0.1:1", "nonsense://", "", "host:port"])
def test_a_cluster_that_cannot_be_reached_is_an_error(address: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("ergodoku.lab.study.cluster.PATIENCE", 0.1)
    with pytest.raises(StudyError, match="cannot be reached"):
        Cluster.connect(address)


def test_a_cluster_without_dask_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "distributed", None)
    with pytest.raises(ErgodokuError, match=r'needs Dask: pip install "ergodoku\[cluster\]"'):
        Cluster.connect("127.0.0.1:8786")


def test_by_default_there_is_one_process_per_core() -> None:
    with executor_for() as executor:
        assert isinstance(executor, Processes)
        assert executor.workers == len(cores())
        assert executor.submit(os.getpid).result() != os.getpid()


@pytest.mark.skipif(sys.platform != "linux", reason="other systems cannot pin processes")
def test_two_workers_on_a_machine_never_take_the_same_core() -> None:
    code = "from ergodoku.lab.study.cores import take_core; print(take_core(), flush=True); input()"
    many = [
        subprocess.Popen(
            [sys.executable, "-c", code], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )
        for _ in range(len(cores()) + 1)
    ]
    taken = [process.stdout.readline().strip() for process in many if process.stdout]
    for process in many:
        process.communicate("\n")
    pinned = [core for core in taken if core != "None"]
    assert "None" in taken, "there are more workers than cores"
    assert len(set(pinned)) == len(pinned)


def test_tempering_uses_one_core_in_a_study_and_its_cpu_time_is_stored(tmp_path: Path) -> None:
    study = study_in(
        tmp_path, contenders=["tempering"], runs=1, max_iterations=200_000, puzzles=[general(16, 0.4)]
    )
    with study.run() as store:
        runs = store.columns()
    assert 0 < runs["cpu_seconds"][0] <= 1.05 * runs["seconds"][0] + 0.01
