"""Whether a thread is compiling kernels, so that the page can say what takes so long."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import lru_cache
from typing import Any


class _Here(threading.local):
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


@lru_cache(maxsize=1)
def _listen() -> None:
    from numba.core import event

    class Watch(event.Listener):
        def on_start(self, event: Any) -> None:
            if _here.say is not None:
                _here.say()

        def on_end(self, event: Any) -> None:
            pass

    register: Any = event.register
    register("numba:compile", Watch())
