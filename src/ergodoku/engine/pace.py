"""The pace of a contender: its iterations per second of search, measured before a race.

In a race, search time is iterations divided by pace. So the winner depends only on the paces and the seed. It
does not depend on the speed at which people watch, on the order in which threads run, or on the load of the
machine. A pace is measured in CPU time, once for each method on each puzzle, and remembered. `stored_paces`
also remembers it for later races on the same machine.
"""

from __future__ import annotations

import hashlib
import math
import os
import re
import sys
import threading
from collections.abc import Callable
from contextlib import suppress
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING

from ergodoku._version import __version__
from ergodoku.base.compiled import thread_seconds
from ergodoku.engine.clock import SLACK

if TYPE_CHECKING:
    from ergodoku.engine.replicas import Replicas
    from ergodoku.engine.run import Run

ENOUGH, MOST = 0.05, 2.0  # seconds of CPU time: to measure a pace, and to wait for the first iteration
UNKNOWN = 1_000.0  # the pace assumed for a run that did no iteration
SLICE = 0.005  # seconds
TRIALS = 50  # maximum number of runs to measure, if each ends almost at once
REMEMBERED = 1_000  # maximum number of paces in memory
LARGEST = 100_000  # bytes of the file, about 2,000 paces; a larger file is deleted

Trial = Callable[[int], "Run"]  # makes a run of the contender; the number is added to the seed
Late = Callable[[float], bool]  # whether the race would stop after these seconds without an iteration


class Paces:
    """Measured paces, the latest last.

    Parameters
    ----------
    path : Path, optional
        The file that stores the paces; by default they stay in the memory of the process. Several processes
        may share the file: they only append lines, and if several lines have the same key, the first counts.
    """

    def __init__(self, path: Path | None = None) -> None:
        self.path = path
        self.known: dict[str, float] = {} if path is None else _read(path)
        self.lock = threading.Lock()

    def of(self, trial: Trial, late: Late = lambda seconds: False) -> float:
        """Return the pace of a contender; compile its kernels even if the pace is known.

        If the first iteration is so slow that ``late`` ends the measurement, return ``UNKNOWN``; the next
        race measures again.
        """
        run = trial(0)
        key = _key(run)
        with self.lock:
            pace = self.known.get(key)
        if pace is not None:
            _warm_up(run)
            return pace
        try:
            pace = float(f"{measured(trial, late):.4g}")
        except TooLateError:
            return UNKNOWN
        with self.lock:
            if self.path is not None:
                pace = _appended(self.path, key, pace)
            pace = self.known.setdefault(key, pace)
            while len(self.known) > REMEMBERED:
                del self.known[next(iter(self.known))]
        return pace


class TooLateError(Exception):
    """The race would stop before the first iteration ends."""


def measured(trial: Trial, late: Late = lambda seconds: False) -> float:
    """Return a measured pace: iterations per second of CPU time; ``UNKNOWN`` if no iteration was done."""
    with suppress(Exception):  # the race will meet the same error, and report it
        _warm_up(trial(0))
    iterations, seconds = 0, 0.0
    for number in range(TRIALS):
        run = trial(number)
        run.start()
        if not run.searches:
            break
        try:
            seconds += _spent(run.walks, ENOUGH - seconds, late)
            iterations += run.iteration
        finally:
            run.end()
        if seconds >= ENOUGH:
            break
    return iterations / seconds if iterations and seconds > 0 else UNKNOWN


def _warm_up(run: Run) -> None:
    """Load the kernels and modules of a run: this can take longer than many iterations."""
    try:
        run.start()
        run.advance(1)
    finally:
        run.end()


def _spent(walks: Replicas, most: float, late: Late) -> float:
    """Advance walks by about ``most`` seconds of CPU time, or until they end; return the time used.

    The first iteration may take longer: up to ``MOST`` seconds.
    """
    spent, slice_length = 0.0, walks.longest
    while spent < (most if walks.iteration else MOST):
        if walks.solved or walks.refuted or walks.finished:
            break
        if spent > ENOUGH and not walks.iteration and late(max(0.0, spent - SLACK)):
            raise TooLateError
        end = walks.goal if walks.lagging else walks.iteration + slice_length
        walks.halt.begin()
        began = thread_seconds() + walks.helper_seconds
        try:
            walks.advance(end, lambda now, best, evaluations=None: math.inf, alone=True)
        except Exception:  # the race will meet the same error, and report it
            return spent + thread_seconds() + walks.helper_seconds - began
        took = thread_seconds() + walks.helper_seconds - began
        spent += took
        slice_length *= 2 if took < SLICE else 1
    return spent


@lru_cache(maxsize=1)
def stored_paces() -> Paces:
    """Return the paces that are stored in the user's cache folder."""
    if sys.platform == "win32":
        folder = os.environ.get("LOCALAPPDATA") or Path.home() / "AppData" / "Local"
    else:
        folder = os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache"
    return Paces(Path(folder) / "ergodoku" / "paces.txt")


def _key(run: Run) -> str:
    method = type(run.method)
    parts = (__version__, method.__module__, repr(run.method), str(run.replicas), run.puzzle.to("json"))
    return hashlib.sha256("\n".join(parts).encode()).hexdigest()[:32]


def _read(path: Path) -> dict[str, float]:
    """Return the paces of a file without its damaged lines; an empty dictionary if it cannot be read."""
    paces: dict[str, float] = {}
    with suppress(OSError):
        for line in path.read_text(encoding="ascii", errors="replace").splitlines():
            if found := re.fullmatch(r"([0-9a-f]{32}) ([0-9.e+-]+)", line):
                with suppress(ValueError):
                    paces.setdefault(found[1], float(found[2]))
    return {key: pace for key, pace in paces.items() if 0 < pace < math.inf}


def _appended(path: Path, key: str, pace: float) -> float:
    """Append a pace to a file, and return the first pace of this key in the file.

    If another process has measured the same pace in the meantime, both processes use the first one.
    """
    with suppress(OSError):  # if the file cannot be written, only this process knows the pace
        path.parent.mkdir(parents=True, exist_ok=True)
        if path.exists() and path.stat().st_size > LARGEST:
            path.unlink()
        with path.open("a", encoding="ascii") as file:
            file.write(f"\n{key} {pace!r}\n")  # the first newline ends an incomplete line
    return _read(path).get(key, pace)
