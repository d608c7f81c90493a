"""Thread pools that cope when the system refuses threads."""

from __future__ import annotations

import threading
import warnings
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import FIRST_EXCEPTION, Future, ThreadPoolExecutor, wait
from itertools import islice
from typing import TypeVar

import numpy as np

from ergodoku.base.errors import ErgodokuError
from ergodoku.base.numbers import counted

T = TypeVar("T")
R = TypeVar("R")
WAKE = 0.1  # seconds: with polars loaded, Ctrl-C does not interrupt a wait, so keep every wait this short


def result_of(future: Future[T]) -> T:
    """Wait for a result while still responding to Ctrl-C."""
    while not future.done():
        wait([future], timeout=WAKE)
    return future.result()


class Interruption(threading.Event):
    """An event that compiled kernels can see too: ``flag[0]`` is 1 once the event is set."""

    def __init__(self) -> None:
        super().__init__()
        self.flag = np.zeros(1, dtype=np.int64)

    def set(self) -> None:
        """Set the event and its flag."""
        self.flag[0] = 1
        super().set()


class Threads(ThreadPoolExecutor):
    """A pool that works with fewer threads if the system refuses more, and then warns once.

    The number of threads never changes a result, only how soon it is ready.
    """

    limited = False

    def _adjust_thread_count(self) -> None:
        """Start another thread if there is work for it. The pool starts threads only here."""
        if self.limited:
            return
        try:
            super()._adjust_thread_count()
        except RuntimeError as error:
            if not self._threads:
                raise ErgodokuError(
                    f"the system cannot start a thread: {error}",
                    "allow ergodoku more memory or more processes",
                ) from None
            self.limited = True
            warnings.warn(
                f"the system allows only {counted(len(self._threads), 'thread')}: "
                f"the work takes longer than with {self._max_workers}",
                RuntimeWarning,
                stacklevel=2,
            )

    def share(self, work: Callable[[T], object], items: Iterable[T], interrupted: threading.Event) -> None:
        """Let the threads work on the items until none is left. An error or Ctrl-C sets ``interrupted``.

        There are never more threads than items.
        """
        listed = list(items)
        queue = iter(listed)

        def help_out() -> None:
            for item in queue:
                if interrupted.is_set():
                    return
                work(item)

        try:
            left = {self.submit(help_out) for _ in range(min(self._max_workers, len(listed)))}
            while left:
                done, left = wait(left, timeout=WAKE, return_when=FIRST_EXCEPTION)
                for helper in done:
                    helper.result()
        except BaseException:
            interrupted.set()
            raise

    def in_order(
        self, work: Callable[[T], R], items: Iterable[T], interrupted: threading.Event
    ) -> Iterator[R]:
        """Yield the result for each item, in the order of the items; threads work a few items ahead.

        ``interrupted`` is set at the end, and after an error or Ctrl-C.
        """
        source, waiting = iter(items), deque[Future[R]]()
        try:
            waiting.extend(self.submit(work, item) for item in islice(source, 2 * self._max_workers))
            while waiting:
                yield result_of(waiting.popleft())
                waiting.extend(self.submit(work, item) for item in islice(source, 1))
        finally:
            interrupted.set()
            for future in waiting:
                future.cancel()
