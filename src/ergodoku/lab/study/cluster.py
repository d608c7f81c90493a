"""The workers of a Dask cluster as an executor."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable
from concurrent.futures import BrokenExecutor, CancelledError, Executor, Future
from contextlib import suppress
from typing import Any, ParamSpec, TypeVar

from ergodoku._version import __version__
from ergodoku.base.errors import ErgodokuError, StudyError
from ergodoku.lab.study.executors import RESUME

P = ParamSpec("P")
T = TypeVar("T")
PATIENCE = 5.0  # seconds to wait for a cluster, and for its first worker
RECOVERY = 60.0  # seconds that a cluster may be silent, or without workers
REFRESH = 5.0  # seconds after which the known number of threads is out of date


class Cluster(Executor):
    """The workers of a Dask cluster; use `connect` with the address of the scheduler.

    Parameters
    ----------
    address : str
        The address of the scheduler, for messages.
    client : distributed.Client
        A connection to the scheduler.
    """

    def __init__(self, address: str, client: Any) -> None:
        self.address = address
        self._client = client
        self._size, self._asked, self._alive = 0, 0.0, time.monotonic()

    @classmethod
    def connect(cls, address: str) -> Cluster:
        """Connect to a scheduler at an address such as ``tcp://192.0.2.1:8786`` or ``192.0.2.1:8786``.

        Raises
        ------
        StudyError
            If the cluster cannot be reached, has no workers, or has workers with another version of ergodoku.
        """
        client = _connect(address)
        try:
            _check_workers(address, client)
            cluster = cls(address, client)
            cluster._ask()
        except BaseException:
            client.close()
            raise
        return cluster

    @property
    def workers(self) -> int:
        """The number of threads of all workers; it may grow and shrink."""
        if time.monotonic() - self._asked > REFRESH:
            self._ask()
        return max(1, self._size)

    def submit(self, fn: Callable[P, T], /, *args: P.args, **kwargs: P.kwargs) -> Future[T]:
        """Submit a call; if its worker dies, Dask gives the call to another worker."""
        try:
            task = self._client.submit(fn, *args, pure=False, **kwargs)
        except Exception as error:
            raise self._gone("the cluster was lost") from error
        future: Future[T] = Future()

        def cancel(ended: Future[T]) -> None:
            if ended.cancelled():
                with suppress(Exception):  # the connection may be closed
                    task.cancel()

        future.add_done_callback(cancel)
        self._client.loop.add_callback(_pass_on, task, future)
        return future

    def check(self) -> None:
        """Raise an error if the cluster is lost."""
        self._ask()
        if time.monotonic() - self._alive > RECOVERY:
            raise self._gone("the cluster has lost all its workers")

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        """Disconnect; the cluster itself keeps running."""
        self._client.close()

    def _ask(self) -> None:
        """Ask the cluster for its number of threads."""
        try:
            self._size = sum(self._client.nthreads(callback_timeout=RECOVERY).values())
        except Exception as error:  # a lost cluster can fail in any way
            raise self._gone("the cluster was lost") from error
        self._asked = time.monotonic()
        if self._size:
            self._alive = self._asked

    def _gone(self, what: str) -> StudyError:
        return StudyError(f"{what} ({self.address})", RESUME)


async def _pass_on(task: Any, future: Future[Any]) -> None:
    """Wait for a task of Dask, and give its outcome to a future.

    Dask's own executor loses the outcome if the connection breaks while the result is fetched; the future
    would then never be done. Here the future fails with `BrokenExecutor`.
    """
    result: Any = None
    error: Exception | None = None
    try:
        result = await task._result()
    except (asyncio.CancelledError, CancelledError):
        error = CancelledError()
    except Exception as failure:
        error = failure
        if task.status != "error":  # the task itself did not fail: its result could not be fetched
            error = BrokenExecutor(f"{type(failure).__name__}: {failure}")
            error.__cause__ = failure
    if not future.set_running_or_notify_cancel():  # the future was cancelled in the meantime
        return
    if error is not None:
        future.set_exception(error)
    else:
        future.set_result(result)


def _connect(address: str) -> Any:
    try:
        import distributed
    except ImportError:
        raise ErgodokuError('a cluster needs Dask: pip install "ergodoku[cluster]"') from None
    logging.getLogger("distributed.client").setLevel(logging.CRITICAL)  # our short errors replace Dask's log
    client: Any = distributed.Client
    try:
        # An address without a port fails here; otherwise the client would complain when it closes.
        distributed.comm.get_address_host_port(address)
        return client(address, timeout=PATIENCE, set_as_default=False)
    except (OSError, ValueError, TypeError) as error:  # a timeout is an OSError
        raise StudyError(
            f"the cluster at {address!r} cannot be reached", "give the address that 'dask scheduler' prints"
        ) from error


def _check_workers(address: str, client: Any) -> None:
    """Raise an error if the cluster has no workers, or a worker with another version of ergodoku."""
    try:
        client.wait_for_workers(1, timeout=PATIENCE)  # workers may be about to start
    except TimeoutError:
        raise StudyError(f"the cluster at {address} has no workers", "start workers: dask worker") from None
    asked = "__import__('ergodoku').__version__"
    try:
        found = client.run(eval, asked, on_error="return", callback_timeout=RECOVERY)
    except TimeoutError:
        raise StudyError(
            f"the workers of the cluster at {address} do not answer", "start them again"
        ) from None
    for worker, version in found.items():
        if isinstance(version, ImportError):
            raise StudyError(
                f"ergodoku is not installed on worker {worker} of the cluster",
                f"install version {__version__} there",
            )
        if version != __version__:
            raise StudyError(
                f"worker {worker} of the cluster has ergodoku {version}, but this is {__version__}",
                "install the same version everywhere",
            )
