"""What figures depend on: machine, versions, commit; and one core for all who are compared."""

from __future__ import annotations

import os
import platform
import signal
import subprocess
import sys
from collections.abc import Callable
from datetime import UTC, datetime
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

import ergodoku as eg

ROOT = Path(__file__).resolve().parent.parent
PACKAGES = ("numpy", "numba", "python-sat", "ortools", "py-sudoku")


def about() -> dict[str, object]:
    """Return all that is needed to judge a figure, or to measure it again."""
    versions = {}
    for name in PACKAGES:
        try:
            versions[name] = version(name)
        except PackageNotFoundError:
            continue
    return {
        "version": eg.__version__,
        "commit": commit(),
        "date": datetime.now(UTC).date().isoformat(),
        "machine": f"{processor()}, {os.cpu_count()} cores, {memory()} GB, {platform.system()}",
        "python": platform.python_version(),
        "packages": versions,
    }


def commit() -> str:
    """Return the commit of the source, with a plus where the package has been changed since."""
    try:
        found = _git("rev-parse", "--short=10", "HEAD")
        return found + ("+" if _git("status", "--porcelain", "--", "src") else "")
    except (OSError, subprocess.CalledProcessError):
        return "unknown"


def processor() -> str:
    """Return the model of the processor, as far as the system tells."""
    try:
        for line in Path("/proc/cpuinfo").read_text().splitlines():
            if line.startswith("model name"):
                return line.partition(":")[2].strip()
    except OSError:
        pass
    return platform.processor() or platform.machine()


def memory() -> int:
    """Return the main memory in GB, 0 where the system does not tell."""
    try:
        return round(os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") / 2**30)
    except (AttributeError, ValueError, OSError):
        return 0


def on_one_core() -> None:
    """Keep this process, and all that it starts, on one core, where the system can."""
    if hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, {max(os.sched_getaffinity(0))})


def told(main: Callable[[], int | None]) -> int:
    """Run a script; bad input is told in one line, with exit code 2."""
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))  # so that helper processes are ended
    try:
        return main() or 0
    except eg.ErgodokuError as error:
        print(f"error: {error}", file=sys.stderr)
        return 2


def _git(*arguments: str) -> str:
    command = ["git", "-C", str(ROOT), *arguments]
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout.strip()
