"""Notice when a thread compiles kernels, so that the page can explain the delay."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import lru_cache
from typing import Any


class Compilers:
    """Counts the threads that are compiling; loading kernels from the cache is quick and does not count."""

    def __init__(self) -> None:
        self._lock, self._count = threading.Lock(), 0

    def change(self, more: int) -> None:
        """Add to the number of compiling threads; a negative number subtracts."""
        with self._lock:
            # Never below 0: a thread may have begun to compile before counting began.
            self._count = max(0, self._count + more)

    @property
    def busy(self) -> bool:
        """Whether any thread is compiling."""
        return self._count > 0


compilers = Compilers()


@contextmanager
def compiling(begin: Callable[[], None], end: Callable[[], None]) -> Iterator[None]:
    """Call ``begin`` when this thread starts to compile or to wait for the compiler, and ``end`` afterwards.

    Only one thread at a time can use the compiler; the others wait. Between the two calls this thread does
    nothing else.
    """
    _register_listeners()
    _here.begin, _here.end, _here.depth, _here.told = begin, end, 0, False
    try:
        yield
    finally:
        _here.begin = _here.end = None


class _Here(threading.local):
    begin: Callable[[], None] | None = None
    end: Callable[[], None] | None = None
    depth = 0  # nesting of the compiler's lock: compiling a kernel may compile others
    told = False


_here = _Here()


def _tell_begin() -> None:
    if _here.begin is not None and not _here.told:
        _here.told = True
        _here.begin()


def _tell_end() -> None:
    if _here.end is not None and _here.told:
        _here.told = False
        _here.end()


@lru_cache(maxsize=1)
def _register_listeners() -> None:
    from numba.core import event

    class Lock(event.Listener):
        """Follows the compiler's lock: only its holder compiles kernels or loads them from the cache."""

        def on_start(self, event: Any) -> None:
            _here.depth += 1
            if compilers.busy:  # another thread is compiling, and this one has to wait
                _tell_begin()

        def on_end(self, event: Any) -> None:
            _here.depth -= 1
            if _here.depth == 0:
                _tell_end()

    class Compile(event.Listener):
        def on_start(self, event: Any) -> None:
            compilers.change(1)
            _tell_begin()

        def on_end(self, event: Any) -> None:
            compilers.change(-1)

    register: Any = event.register
    register("numba:compiler_lock", Lock())
    register("numba:compile", Compile())
