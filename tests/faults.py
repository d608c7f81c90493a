"""Real faults: a full disk, missing file permissions, and Ctrl-C."""

from __future__ import annotations

import ctypes
import os
import resource
import signal
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from typing import TypeVar

T = TypeVar("T")
LINUX_CAPABILITIES = 0x20080522  # version number of the structure that capset takes


@contextmanager
def little_room(most: int) -> Iterator[None]:
    """Limit the size of files to this many bytes, so that writing fails half-way, as on a full disk."""
    usual, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (most, hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (usual, hard))


def as_plain_user(work: Callable[[], T]) -> T:
    """Call a function in a thread without the rights of root, because root ignores file permissions."""
    with ThreadPoolExecutor(1, initializer=_drop_rights) as pool:
        return pool.submit(work).result()


def _drop_rights() -> None:
    """Drop all capabilities of this thread for good; other threads keep theirs."""
    if os.geteuid() == 0:
        none = (ctypes.c_uint32 * 6)()
        if ctypes.CDLL(None).capset((ctypes.c_uint32 * 2)(LINUX_CAPABILITIES, 0), none) != 0:
            raise OSError("root could not give up its rights")


def assert_interruptible(work: Callable[[], object], seconds: float = 0.2) -> None:
    """Call a slow function, send Ctrl-C while it runs, and require that the function ends."""
    press = threading.Timer(seconds, signal.pthread_kill, (threading.get_ident(), signal.SIGINT))
    try:
        press.start()
        work()
    except KeyboardInterrupt:
        press.join()
        return
    raise AssertionError("the function ended before Ctrl-C")
