"""Short errands for other threads. Sending an errand takes half as long as submitting it to an executor.

Threads are kept, because waking one is quicker than starting one. If no thread has begun an errand when its
result is needed, the thread that needs it does the work. So nothing hangs if the system refuses more threads.
"""

from __future__ import annotations

import os
import threading
from collections.abc import Callable
from functools import lru_cache
from queue import SimpleQueue
from typing import Generic, TypeVar

R = TypeVar("R")
WAKE = 0.1  # seconds between checks whether a helper is still working on an errand


class Errand(Generic[R]):
    """Work that is done once, by the first thread that begins it."""

    def __init__(self, work: Callable[[], R]) -> None:
        self._work = work
        self._begun, self._done = threading.Lock(), threading.Lock()
        self._done.acquire()
        self._helped = False  # whether a helper thread has begun the work
        self._result: R
        self._error: BaseException | None = None

    def help(self, rest: Callable[[], None]) -> None:
        """Do the work unless another thread has begun it.

        Then call ``rest``, which marks this helper as idle. Last, wake the thread that waits for the result.
        """
        self._helped = True  # set first, so that `abandon` never misses a helper that is about to begin
        self._helped = self._begun.acquire(blocking=False)
        if self._helped:
            self._do()
        rest()
        if self._helped:
            self._done.release()

    def result(self) -> R:
        """Return the result of the work, or raise its error; if no thread has begun the work, do it here."""
        if self._begun.acquire(blocking=False):
            self._do()
            self._done.release()  # so that a later `abandon` does not wait
        else:
            with self._done:
                pass
        if self._error is not None:
            raise self._error
        return self._result

    def abandon(self) -> None:
        """Wait until no other thread works on this errand, and let no thread begin it.

        Do not call `result` afterwards. You can also abandon an errand that was never sent, or whose result
        was taken.
        """
        if self._begun.acquire(blocking=False):
            return
        while not self._done.acquire(timeout=WAKE):
            if not self._helped:  # `result` began it and was interrupted by Ctrl-C
                return

    def _do(self) -> None:
        try:
            self._result = self._work()
        except BaseException as error:
            self._error = error


class Helpers:
    """Threads that wait for errands. If all are busy, another thread is started."""

    def __init__(self) -> None:
        self._errands: SimpleQueue[Errand[object]] = SimpleQueue()
        self._lock, self._idle = threading.Lock(), 0

    def send(self, errand: Errand[R]) -> Errand[R]:
        """Pass an errand to another thread, if the system allows one; return the errand."""
        with self._lock:
            self._idle -= 1
            busy = self._idle < 0
        if not busy or self._start():
            self._errands.put(errand)  # type: ignore[arg-type]
        return errand

    def _start(self) -> bool:
        try:
            threading.Thread(target=self._serve, name="ergodoku-helper", daemon=True).start()
        except RuntimeError:  # the system allows no more threads
            return False
        finally:
            with self._lock:
                self._idle += 1
        return True

    def _serve(self) -> None:
        while True:
            self._errands.get().help(self._rest)

    def _rest(self) -> None:
        with self._lock:
            self._idle += 1


@lru_cache(maxsize=1)
def helpers() -> Helpers:
    """Return the helpers that all runs share."""
    return Helpers()


if hasattr(os, "register_at_fork"):  # threads do not survive a fork, so the child starts its own
    os.register_at_fork(after_in_child=helpers.cache_clear)
