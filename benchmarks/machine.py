"""What all scripts share: the conditions of a measurement, a single core, and errors in one line."""

from __future__ import annotations

import os
import platform
import signal
import sys
from collections.abc import Callable, Collection, Mapping
from datetime import UTC, datetime
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

import ergodoku as eg
from ergodoku.lab.study.environment import commit, memory, processor

ROOT = Path(__file__).resolve().parent.parent
PACKAGES = ("numpy", "numba", "python-sat", "ortools", "py-sudoku")


def about() -> dict[str, object]:
    """Return everything needed to judge a figure, or to measure it again."""
    versions = {}
    for name in PACKAGES:
        try:
            versions[name] = version(name)
        except PackageNotFoundError:
            continue
    return {
        "version": eg.__version__,
        "commit": commit() or "unknown",
        "date": datetime.now(UTC).date().isoformat(),
        "machine": f"{processor()}, {os.cpu_count()} cores, {memory()} GB, {platform.system()}",
        "python": platform.python_version(),
        "packages": versions,
    }


def check_conditions(record: Path, stored: Mapping[str, object], wanted: Mapping[str, object]) -> None:
    """Refuse to continue a record that was measured under other conditions."""
    for name, value in wanted.items():
        there = stored.get(name, value)
        if there != value:
            raise eg.StudyError(
                f"{record.name} was measured with {name} {there}, not {value}",
                "give the same options, or another --record",
            )


def on_one_core() -> None:
    """Keep this process and its children on one core, if the system allows it."""
    if hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, {max(os.sched_getaffinity(0))})


def names_in(text: str, known: Collection[str], what: str) -> list[str]:
    """Return the names in a list such as ``hard9,memory``; each must be one of the known names."""
    names = [part.strip() for part in text.split(",")]
    for name in names:
        if name not in known:
            raise eg.ErgodokuError(f"there is no {what} {name!r}", f"choose from {', '.join(known)}")
    return names


def told(main: Callable[[], int | None]) -> int:
    """Run a script; bad input is reported in one line, with exit code 2."""
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))  # exit normally, to end helper processes
    try:
        return main() or 0
    except eg.ErgodokuError as error:
        print(f"error: {error}", file=sys.stderr)
        return 2
