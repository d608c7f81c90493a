"""The environment a study began in: versions and machine, since times depend on them."""

from __future__ import annotations

import os
import platform
import sys
from contextlib import suppress
from pathlib import Path
from typing import Any

from ergodoku._version import __version__


def environment() -> dict[str, Any]:
    """Return the versions and the machine in use."""
    from importlib.metadata import version

    return {
        "ergodoku": __version__,
        "python": platform.python_version(),
        "numba": version("numba"),
        "numpy": version("numpy"),
        "platform": platform.platform(),
        "cpu": _cpu(),
        "cores": os.cpu_count() or 1,
    }


def _cpu() -> str:
    """Return the name of the processor, as far as the system knows it."""
    if sys.platform == "linux":
        with suppress(OSError):
            for line in Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines():
                if line.startswith(("model name", "Model")):
                    return line.partition(":")[2].strip()
    return platform.processor() or platform.machine()
