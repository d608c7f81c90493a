"""How long a thread spends on compiling kernels: it happens once, and is not the time of a search."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import lru_cache
from typing import Any


class _Here(threading.local):
    spent, depth, began = 0.0, 0, 0.0
    say: Callable[[], None] | None = None


_here = _Here()


@contextmanager
def compiling(say: Callable[[], None]) -> Iterator[None]:
    """Call a function when this thread begins to compile."""
    _listen()
    _here.say = say
    try:
        yield
    finally:
        _here.say = None


def compiled_for() -> float:
    """Return how many seconds this thread has compiled for since it was last asked."""
    spent, _here.spent = _here.spent, 0.0
    return spent


@lru_cache(maxsize=1)
def _listen() -> None:
    from numba.core import event

    class Watch(event.Listener):
        def on_start(self, event: Any) -> None:
            _here.depth += 1
            if _here.depth == 1:
                _here.began = time.perf_counter()
                if _here.say is not None:
                    _here.say()

        def on_end(self, event: Any) -> None:
            _here.depth = max(0, _here.depth - 1)
            if _here.depth == 0:
                _here.spent += time.perf_counter() - _here.began

    register: Any = event.register
    register("numba:compile", Watch())
