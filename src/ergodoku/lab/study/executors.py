"""Who does the runs: threads, processes, or a Dask cluster, all as `concurrent.futures.Executor`.

Threads are the usual choice: kernels release Python's lock, so every core is busy. Processes keep the runs
apart from each other; a cluster brings more machines.
"""

from __future__ import annotations

import logging
import os
import signal
import threading
import time
from collections.abc import Callable
from concurrent.futures import BrokenExecutor, Executor, Future, ProcessPoolExecutor, ThreadPoolExecutor
from types import TracebackType
from typing import Any, ParamSpec, TypeVar

from ergodoku._version import __version__
from ergodoku.base.errors import ErgodokuError, ParameterError, StudyError
from ergodoku.engine.run import CORES
from ergodoku.methods.parameters import whole_number

P = ParamSpec("P")
T = TypeVar("T")
PATIENCE = 5.0  # seconds to reach a cluster, and for its first worker to come
RECOVERY = 60.0  # seconds that a cluster may be without workers
GO_ON = "the runs so far are stored: run the study again to go on"
REFRESH = 5.0  # seconds after which a cluster is asked again how large it is


def executor_for(
    workers: int | None = None, *, processes: bool = False, cluster: str | None = None
) -> Executor:
    """Return threads, or processes, or the cluster at an address; use it as a context manager."""
    if cluster is not None:
        if processes or workers is not None:
            raise ParameterError("a cluster has its own workers", "leave out `workers` and `processes`")
        return Cluster(cluster)
    count = whole_number("workers", CORES if workers is None else workers, 1)
    return Processes(count) if processes else ThreadPoolExecutor(count, thread_name_prefix="study")


class Processes(Executor):
    """Processes of this machine. Where one is killed, the next run is given to new ones.

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
        return ProcessPoolExecutor(self.workers, mp_context=spawn, initializer=_begin)


class Cluster(Executor):
    """The workers of a Dask cluster.

    Parameters
    ----------
    address : str
        Of the scheduler, such as ``tcp://192.0.2.1:8786`` or ``192.0.2.1:8786``.
    """

    def __init__(self, address: str) -> None:
        self.address = address
        self._client = _connect(address)
        try:
            self._check_versions()
        except BaseException:
            self._client.close()
            raise
        self._executor = self._client.get_executor(pure=False)
        self._size, self._asked, self._well = 0, 0.0, time.monotonic()
        self._ask()

    @property
    def workers(self) -> int:
        """Threads of all workers; it may grow and shrink."""
        if time.monotonic() - self._asked > REFRESH:
            self._ask()
        return max(1, self._size)

    def submit(self, fn: Callable[P, T], /, *args: P.args, **kwargs: P.kwargs) -> Future[T]:
        """Hand out a call; Dask gives it to another worker if the first one dies."""
        try:
            future: Future[T] = self._executor.submit(fn, *args, **kwargs)
        except Exception as error:
            raise self._gone("the cluster was lost") from error
        return future

    def check(self) -> None:
        """See that the cluster is still there, when nothing has come back for a while."""
        self._ask()
        if time.monotonic() - self._well > RECOVERY:
            raise self._gone("the cluster has lost all its workers")

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        """Leave the cluster; it goes on without us."""
        self._client.close()

    def _ask(self) -> None:
        """Ask the cluster how large it is."""
        try:
            self._size = sum(self._client.nthreads().values())
        except Exception as error:  # whatever it is that fails then
            raise self._gone("the cluster was lost") from error
        self._asked = time.monotonic()
        if self._size:
            self._well = self._asked

    def _check_versions(self) -> None:
        try:
            self._client.wait_for_workers(1, timeout=PATIENCE)  # they may be about to start
        except TimeoutError:
            raise StudyError(
                f"the cluster at {self.address} has no workers", "start some: dask worker"
            ) from None
        found = self._client.run(eval, "__import__('ergodoku').__version__", on_error="return")
        for worker, version in found.items():
            if isinstance(version, ImportError):
                raise StudyError(
                    f"worker {worker} of the cluster has no ergodoku", f"install version {__version__} there"
                )
            if version != __version__:
                raise StudyError(
                    f"worker {worker} of the cluster has ergodoku {version}, and this is {__version__}",
                    "install the same version everywhere",
                )

    def _gone(self, what: str) -> StudyError:
        return StudyError(f"{what} ({self.address})", GO_ON)


def _connect(address: str) -> Any:
    try:
        import distributed
    except ImportError:
        raise ErgodokuError('a cluster needs Dask: pip install "ergodoku[cluster]"') from None
    logging.getLogger("distributed.client").setLevel(logging.CRITICAL)  # our errors say it in one line
    client: Any = distributed.Client
    try:
        distributed.comm.get_address_host_port(address)  # without a port, a client complains when it ends
        return client(address, timeout=PATIENCE, set_as_default=False)
    except (OSError, ValueError, TypeError) as error:  # a timeout is an OSError
        raise StudyError(
            f"the cluster at {address!r} cannot be reached", "give the address that 'dask scheduler' prints"
        ) from error


def _begin() -> None:
    """Begin a worker process: Ctrl-C is for the parent to hear, and nobody works on when it was killed."""
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
