"""The workers of a study: threads, processes, or a Dask cluster, all as `concurrent.futures.Executor`.

Threads are the default: kernels release Python's lock, so every core is busy. Processes isolate the runs from
each other; a cluster adds machines.
"""

from __future__ import annotations

import os
import signal
import threading
from collections.abc import Callable
from concurrent.futures import BrokenExecutor, Executor, Future, ProcessPoolExecutor
from types import TracebackType
from typing import ParamSpec, TypeVar

from ergodoku.base.errors import ParameterError
from ergodoku.base.threads import Threads
from ergodoku.engine.run import CORES
from ergodoku.methods.parameters import whole_number

P = ParamSpec("P")
T = TypeVar("T")
RESUME = "finished runs are stored: run the study again to resume"


def executor_for(
    workers: int | None = None, *, processes: bool = False, cluster: str | None = None
) -> Executor:
    """Return threads, processes, or the cluster at an address; use it as a context manager."""
    if cluster is not None:
        if processes or workers is not None:
            raise ParameterError("a cluster has its own workers", "leave out `workers` and `processes`")
        from ergodoku.lab.study.cluster import Cluster

        return Cluster.connect(cluster)
    count = whole_number("workers", CORES if workers is None else workers, 1)
    return Processes(count) if processes else Threads(count, thread_name_prefix="study")


def queue_length(executor: Executor) -> int:
    """Return how many runs to hand out at a time: no worker waits, and a million runs need no memory."""
    count: int = getattr(executor, "workers", getattr(executor, "_max_workers", CORES))
    return 2 * count + 2


def check_alive(executor: Executor) -> None:
    """Raise an error if an executor that can tell has lost its workers."""
    if (check := getattr(executor, "check", None)) is not None:
        check()


def worker_died(error: BaseException) -> bool:
    """Tell whether an error means that a worker died, which says nothing about the run."""
    return isinstance(error, BrokenExecutor) or type(error).__name__ == "KilledWorker"  # Dask's


class Processes(Executor):
    """Processes on this machine. If one is killed, the next run starts new ones.

    A script that uses them needs the usual ``if __name__ == "__main__":``.
    """

    def __init__(self, workers: int = CORES) -> None:
        self.workers = workers
        self._pool = self._new_pool()

    def submit(self, fn: Callable[P, T], /, *args: P.args, **kwargs: P.kwargs) -> Future[T]:
        """Hand out a call; what was handed out before may come back with `BrokenExecutor`."""
        try:
            return self._pool.submit(fn, *args, **kwargs)
        except BrokenExecutor:
            self._pool.shutdown(wait=True)
            self._pool = self._new_pool()
            return self._pool.submit(fn, *args, **kwargs)

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        """End the processes, after their work or, with ``cancel_futures``, in the middle of it."""
        processes = list((getattr(self._pool, "_processes", None) or {}).values())
        self._pool.shutdown(wait=wait and not cancel_futures, cancel_futures=cancel_futures)
        if cancel_futures:
            for process in processes:
                process.terminate()
            for process in processes:
                process.join()

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.shutdown(cancel_futures=error is not None)

    def _new_pool(self) -> ProcessPoolExecutor:
        import multiprocessing

        spawn = multiprocessing.get_context("spawn")  # a fork would copy locks that threads hold
        return ProcessPoolExecutor(self.workers, mp_context=spawn, initializer=_start_worker)


def _start_worker() -> None:
    """Prepare a worker process: the parent handles Ctrl-C, and the worker ends when the parent is killed."""
    import multiprocessing
    from multiprocessing.connection import wait

    signal.signal(signal.SIGINT, signal.SIG_IGN)
    parent = multiprocessing.parent_process()
    if parent is not None:
        sentinel = parent.sentinel

        def watch() -> None:
            wait([sentinel])
            os._exit(1)

        threading.Thread(target=watch, daemon=True).start()
