"""The workers of a Dask cluster as an executor."""

from __future__ import annotations

import logging
import time
from collections.abc import Callable
from concurrent.futures import Executor, Future
from typing import Any, ParamSpec, TypeVar

from ergodoku._version import __version__
from ergodoku.base.errors import ErgodokuError, StudyError
from ergodoku.lab.study.executors import RESUME

P = ParamSpec("P")
T = TypeVar("T")
PATIENCE = 5.0  # seconds to reach a cluster, and for its first worker to come
RECOVERY = 60.0  # seconds that a cluster may be without workers
REFRESH = 5.0  # seconds after which a cluster is asked again how large it is


class Cluster(Executor):
    """The workers of a Dask cluster; `connect` reaches them by the address of the scheduler.

    Parameters
    ----------
    address : str
        Of the scheduler, for messages.
    client : distributed.Client
        A connection to it.
    """

    def __init__(self, address: str, client: Any) -> None:
        self.address = address
        self._client = client
        self._executor = client.get_executor(pure=False)
        self._size, self._asked, self._alive = 0, 0.0, time.monotonic()

    @classmethod
    def connect(cls, address: str) -> Cluster:
        """Reach a scheduler at an address such as ``tcp://192.0.2.1:8786`` or ``192.0.2.1:8786``.

        Raises
        ------
        StudyError
            If it cannot be reached, has no workers, or has workers with another version of ergodoku.
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
        """Raise an error if the cluster is gone."""
        self._ask()
        if time.monotonic() - self._alive > RECOVERY:
            raise self._gone("the cluster has lost all its workers")

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        """Disconnect; the cluster itself keeps running."""
        self._client.close()

    def _ask(self) -> None:
        """Ask the cluster how large it is."""
        try:
            self._size = sum(self._client.nthreads().values())
        except Exception as error:  # whatever it is that fails then
            raise self._gone("the cluster was lost") from error
        self._asked = time.monotonic()
        if self._size:
            self._alive = self._asked

    def _gone(self, what: str) -> StudyError:
        return StudyError(f"{what} ({self.address})", RESUME)


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


def _check_workers(address: str, client: Any) -> None:
    """Refuse a cluster without workers, or with a worker that would not give the same results."""
    try:
        client.wait_for_workers(1, timeout=PATIENCE)  # they may be about to start
    except TimeoutError:
        raise StudyError(f"the cluster at {address} has no workers", "start some: dask worker") from None
    found = client.run(eval, "__import__('ergodoku').__version__", on_error="return")
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
