"""The workers of a study: processes, threads, or a Dask cluster, all as `concurrent.futures.Executor`.

Processes are the default: one per core, each pinned to its core, so runs do not disturb each other's times.
Threads start sooner, but share one Python interpreter and wait for each other between slices. A cluster adds
machines.
"""

from __future__ import annotations

import os
import signal
import sys
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import BrokenExecutor, Executor, Future, ProcessPoolExecutor
from contextlib import contextmanager
from types import TracebackType
from typing import Any, ParamSpec, TypeVar

from ergodoku.base.arguments import whole_number
from ergodoku.base.errors import ParameterError
from ergodoku.base.threads import Threads
from ergodoku.engine.run import CORES
from ergodoku.lab.study.cores import cores, take_core

P = ParamSpec("P")
T = TypeVar("T")
PATIENCE = 5.0  # seconds to wait for the thread of a pool whose processes have ended
RESUME = "finished work is stored: run it again to resume"


def executor_for(
    workers: int | None = None, *, threads: bool = False, cluster: str | None = None
) -> Executor:
    """Return an executor to use as a context manager: processes, threads, or the cluster at an address.

    Parameters
    ----------
    workers : int, optional
        Number of simultaneous runs; one per core by default.
    threads : bool
        Use threads of this process instead of processes.
    cluster : str, optional
        The address of a Dask scheduler; its cluster has its own workers.
    """
    if cluster is not None:
        if threads or workers is not None:
            raise ParameterError("a cluster has its own workers", "leave out `workers` and `threads`")
        from ergodoku.lab.study.cluster import Cluster

        return Cluster.connect(cluster)
    count = whole_number("workers", len(cores()) if workers is None else workers, 1)
    return Threads(count, thread_name_prefix="study") if threads else Processes(count)


def quiet_executor(workers: int | None = None) -> Executor:
    """Return workers for a program that may lack ``if __name__ == "__main__":``.

    They are processes if the system can fork, otherwise threads. The default number of threads is 1,
    because several threads would disturb each other's times.
    """
    if _can_fork():
        return executor_for(workers)
    return executor_for(1 if workers is None else workers, threads=True)


def queue_length(executor: Executor) -> int:
    """Return how many runs to queue: enough to keep all workers busy, few enough to save memory."""
    count: int = getattr(executor, "workers", getattr(executor, "_max_workers", CORES))
    return 2 * count + 2


def check_alive(executor: Executor) -> None:
    """Raise an error if the executor has lost its workers, as far as it can tell."""
    if (check := getattr(executor, "check", None)) is not None:
        check()


class Processes(Executor):
    """Processes on this machine, each on its own core; if one is killed, the next run starts new ones.

    On systems that cannot fork, a script needs the usual ``if __name__ == "__main__":``.
    """

    def __init__(self, workers: int = CORES) -> None:
        self.workers = workers
        self._pool = self._new_pool()
        self._calls: dict[Future[Any], ProcessPoolExecutor] = {}  # calls in progress, and their pools
        if _can_fork():  # fork before opening files that the processes would share
            try:
                with _without_ctrl_c():
                    first = self._pool.submit(os.getpid)
                first.result()
            except BaseException:  # Ctrl-C
                self.shutdown(cancel_futures=True)
                raise

    def submit(self, fn: Callable[P, T], /, *args: P.args, **kwargs: P.kwargs) -> Future[T]:
        """Submit a call; if a process died, earlier calls may fail with `BrokenExecutor`."""
        try:
            future = self._pool.submit(fn, *args, **kwargs)
        except BrokenExecutor:
            self._pool.shutdown(wait=True)
            self._pool = self._new_pool()
            with _without_ctrl_c():
                future = self._pool.submit(fn, *args, **kwargs)
        self._calls[future] = self._pool
        future.add_done_callback(self._calls.pop)
        return future

    def check(self) -> None:
        """Make lost calls fail: Python 3.11 forgets calls if a process dies during `submit`."""
        for future, pool in list(self._calls.items()):
            manager = getattr(pool, "_executor_manager_thread", None)
            if getattr(pool, "_broken", False) and not (manager and manager.is_alive()) and not future.done():
                future.set_exception(BrokenExecutor("a process died"))

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        """End the processes when their work is done, or at once if ``cancel_futures`` is true."""
        processes = list((getattr(self._pool, "_processes", None) or {}).values())
        manager = getattr(self._pool, "_executor_manager_thread", None)
        self._pool.shutdown(wait=wait and not cancel_futures, cancel_futures=cancel_futures)
        if cancel_futures:
            for process in processes:
                process.kill()  # a newly forked process still has its parent's SIGTERM handler
            for process in processes:
                process.join()
            if manager is not None and manager.is_alive():
                # Python 3.11 prints a traceback if this thread is still running when Python exits.
                manager.join(PATIENCE)

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.shutdown(cancel_futures=error is not None)

    def _new_pool(self) -> ProcessPoolExecutor:
        import multiprocessing

        context = multiprocessing.get_context("fork" if _can_fork() else "spawn")
        return ProcessPoolExecutor(self.workers, mp_context=context, initializer=_start_worker)


def _can_fork() -> bool:
    """Return whether to fork: forking is quick, but unsafe with threads, because it copies their locks."""
    return sys.platform == "linux" and threading.active_count() == 1


@contextmanager
def _without_ctrl_c() -> Iterator[None]:
    """Block SIGINT where possible: a new process must not receive it before `_start_worker` ignores it."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _start_worker() -> None:
    """Prepare a worker process: take a core, leave Ctrl-C to the parent, and exit when the parent ends."""
    import multiprocessing
    from multiprocessing.connection import wait

    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if hasattr(signal, "pthread_sigmask"):
        signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGINT})
    signal.signal(signal.SIGTERM, signal.SIG_DFL)  # drop the handler inherited from the parent
    take_core()
    parent = multiprocessing.parent_process()
    if parent is not None:
        sentinel = parent.sentinel

        def watch() -> None:
            wait([sentinel])
            os._exit(1)

        threading.Thread(target=watch, daemon=True).start()
