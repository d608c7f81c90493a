"""Threads, as many as the system allows."""

from __future__ import annotations

import threading
import warnings
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import FIRST_EXCEPTION, Future, ThreadPoolExecutor, wait
from itertools import islice
from typing import TypeVar

from ergodoku.base.errors import ErgodokuError

T = TypeVar("T")
R = TypeVar("R")
WAKE = 0.1  # seconds: where polars is loaded, Ctrl-C does not end a wait, so none is longer


def result_of(future: Future[T]) -> T:
    """Wait for a result, so that Ctrl-C is heard meanwhile."""
    while not future.done():
        wait([future], timeout=WAKE)
    return future.result()


class Threads(ThreadPoolExecutor):
    """A pool that makes do with fewer threads where the system refuses more; a warning says so once.

    Threads never decide on a result here, only on how soon it comes.
    """

    limited = False

    def _adjust_thread_count(self) -> None:
        """Start another thread if there is work for it: the one place where the pool does it."""
        if self.limited:
            return
        try:
            super()._adjust_thread_count()
        except RuntimeError as error:
            if not self._threads:
                raise ErgodokuError(
                    f"the system starts no thread: {error}", "give it more memory or processes"
                ) from None
            self.limited = True
            warnings.warn(
                f"the system allows {len(self._threads)} threads: the work takes longer than with "
                f"{self._max_workers}",
                RuntimeWarning,
                stacklevel=2,
            )

    def share(self, work: Callable[[T], object], items: Iterable[T], interrupted: threading.Event) -> None:
        """Let all threads work on items until none is left. An error or Ctrl-C sets ``interrupted``."""
        queue = iter(list(items))

        def help_out() -> None:
            for item in queue:
                if interrupted.is_set():
                    return
                work(item)

        try:
            left = {self.submit(help_out) for _ in range(self._max_workers)}
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
        """Yield what becomes of each item, in their order; the threads are a few items ahead.

        The end, an error and Ctrl-C set ``interrupted``.
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
