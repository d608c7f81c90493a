"""The cores of this machine: how many runs they can time at once, and a core of its own for each worker."""

from __future__ import annotations

import os
import socket
import sys
from contextlib import suppress
from pathlib import Path

TOPOLOGY = Path("/sys/devices/system/cpu")
_held: list[socket.socket] = []  # as long as a worker lives, the core is its own


def cores() -> list[int]:
    """Return the processors that this process may use, one for each core.

    Two processors of one core (hyper-threading) share its arithmetic, so two runs on them slow each other
    down. Where the system does not say which processors share a core, each counts as one.
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
    """Keep the calling process on a core that no other worker on this machine has taken, and return it.

    Returns None where all are taken, or where the system cannot do this; the system then decides. A taken
    core is marked by a socket with a name of its own, which ends with the process, however that ends.
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
