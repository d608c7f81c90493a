"""The cores of this machine: how many runs can be timed at once, and a separate core for each worker."""

from __future__ import annotations

import os
import socket
import sys
from contextlib import suppress
from pathlib import Path

TOPOLOGY = Path("/sys/devices/system/cpu")
_held: list[socket.socket] = []  # keeps the worker's core reserved until the process ends


def cores() -> list[int]:
    """Return the processors that this process may use, one for each core.

    Two processors of one core (hyper-threading) share its arithmetic units, so two runs on them slow each
    other down. If the system does not say which processors share a core, each processor counts as a core.
    """
    if not hasattr(os, "sched_getaffinity"):
        return list(range(os.cpu_count() or 1))
    found: dict[str, int] = {}
    for processor in sorted(os.sched_getaffinity(0)):
        siblings = str(processor)
        with suppress(OSError):
            file = TOPOLOGY / f"cpu{processor}" / "topology" / "thread_siblings_list"
            siblings = file.read_text(encoding="ascii").strip()
        found.setdefault(siblings, processor)
    return list(found.values())


def take_core() -> int | None:
    """Pin the calling process to a core that no other worker on this machine has taken, and return it.

    Returns None if all cores are taken or the system cannot pin processes; then the system chooses the core.
    A socket with the name of the core marks it as taken. The system removes the socket when the process ends,
    even if it is killed.
    """
    if sys.platform != "linux":
        return None
    for core in cores():
        mark = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        try:
            mark.bind(f"\0ergodoku core {core}")
            os.sched_setaffinity(0, {core})
        except OSError:
            mark.close()
            continue
        _held.append(mark)
        return core
    return None
