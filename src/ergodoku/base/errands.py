"""Short errands for other threads: handing one over takes half as long as with an executor.

The threads are kept, as waking one is quicker than starting it. An errand that no thread has begun when its
result is wanted is done by whoever wants it, so nothing hangs where the system refuses more threads.
"""

from __future__ import annotations

import os
import threading
from collections.abc import Callable
from functools import lru_cache
from queue import SimpleQueue
from typing import Generic, TypeVar

R = TypeVar("R")
WAKE = 0.1  # seconds between two looks whether anyone works on an errand


class Errand(Generic[R]):
    """Work that is done once, by the first thread that begins it."""

    def __init__(self, work: Callable[[], R]) -> None:
        self._work = work
        self._begun, self._done = threading.Lock(), threading.Lock()
        self._done.acquire()
        self._helped = False  # whether a helper has begun it
        self._result: R
        self._error: BaseException | None = None

    def help(self, rest: Callable[[], None]) -> None:
        """Do the work in another thread, unless it has begun; call ``rest`` before anyone goes on."""
        self._helped = self._begun.acquire(blocking=False)
        if self._helped:
            self._do()
        rest()
        if self._helped:
            self._done.release()

    def result(self) -> R:
        """Return the result, or raise the error of the work; do it here if nobody has begun it."""
        if self._begun.acquire(blocking=False):
            self._do()
        else:
            self._done.acquire()
        if self._error is not None:
            raise self._error
        return self._result

    def abandon(self) -> None:
        """Make sure that no other thread works on it from now on; `result` must not be called any more."""
        if self._begun.acquire(blocking=False):
            return
        while not self._done.acquire(timeout=WAKE):
            if not self._helped:  # it was begun by `result`, which Ctrl-C interrupted
                return

    def _do(self) -> None:
        try:
            self._result = self._work()
        except BaseException as error:
            self._error = error


class Helpers:
    """Threads that wait for errands; another one is started when all of them are busy."""

    def __init__(self) -> None:
        self._errands: SimpleQueue[Errand[object]] = SimpleQueue()
        self._lock, self._idle = threading.Lock(), 0

    def send(self, work: Callable[[], R]) -> Errand[R]:
        """Let another thread do some work."""
        errand = Errand(work)
        with self._lock:
            self._idle -= 1
            busy = self._idle < 0
        if not busy or self._start():
            self._errands.put(errand)  # type: ignore[arg-type]
        return errand

    def _start(self) -> bool:
        try:
            threading.Thread(target=self._serve, name="ergodoku-helper", daemon=True).start()
        except RuntimeError:  # the system has no more threads
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


if hasattr(os, "register_at_fork"):  # a forked process has none of the threads, so it starts its own
    os.register_at_fork(after_in_child=helpers.cache_clear)
