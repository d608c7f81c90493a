"""The pace of a contender: its iterations in a second of search, measured before a race.

In a race, search time is iterations divided by pace. So the winner depends on the paces and the seed alone:
not on the speed at which people watch, on how threads take turns, or on what else the machine does. A pace is
measured in CPU time, once for each method on each puzzle, and remembered; with `stored_paces` also for later
races on the same machine.
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

if TYPE_CHECKING:
    from ergodoku.engine.replicas import Replicas
    from ergodoku.engine.run import Run

ENOUGH, MOST = 0.05, 2.0  # seconds of CPU time to measure, and to wait for the first iteration
UNKNOWN = 1_000.0  # the pace of what has done no iteration
SLICE = 0.005  # seconds
TRIALS = 50  # runs to measure, where each ends at once
REMEMBERED = 1_000  # paces in memory
LARGEST = 100_000  # bytes of the file, some 2,000 paces: then a new one begins

Trial = Callable[[int], "Run"]  # makes a run of the contender; from 1 on with another seed


class Paces:
    """Paces that were measured, the latest last.

    Parameters
    ----------
    path : Path, optional
        The file they are kept in; without one they are forgotten with the process. Several processes may
        share it: they only append lines, and the first line of a key counts.
    """

    def __init__(self, path: Path | None = None) -> None:
        self.path = path
        self.known: dict[str, float] = {} if path is None else _read(path)
        self.lock = threading.Lock()

    def of(self, trial: Trial) -> float:
        """Return the pace of a contender. Whether it is known or not, its kernels are compiled afterwards."""
        run = trial(0)
        key = _key(run)
        with self.lock:
            pace = self.known.get(key)
        if pace is not None:
            _warm_up(run)
            return pace
        pace = float(f"{measured(trial):.4g}")
        with self.lock:
            if self.path is not None:
                pace = _appended(self.path, key, pace)
            pace = self.known.setdefault(key, pace)
            while len(self.known) > REMEMBERED:
                del self.known[next(iter(self.known))]
        return pace


def measured(trial: Trial) -> float:
    """Measure a pace: the iterations of a run in a second of CPU time that its kernels take."""
    with suppress(Exception):  # it will come again in the race, and be reported there
        _warm_up(trial(0))
    iterations, seconds = 0, 0.0
    for number in range(TRIALS):
        run = trial(number)
        run.start()
        if not run.searches:
            break
        seconds += _spent(run.walks, ENOUGH - seconds)
        iterations += run.walks.iteration
        run.close()
        if seconds >= ENOUGH:
            break
    return iterations / seconds if iterations and seconds > 0 else UNKNOWN


def _warm_up(run: Run) -> None:
    """Let it load its kernels and modules, which can take as long as many iterations."""
    run.start()
    run.advance(1)
    run.close()


def _spent(walks: Replicas, most: float) -> float:
    """Advance walks for some CPU time, until at least one iteration is done; return how much it was."""
    spent, slice_length = 0.0, walks.longest
    while spent < (most if walks.iteration else MOST):
        if walks.solved or walks.refuted or walks.finished:
            break
        end = walks.goal if walks.lagging else walks.iteration + slice_length
        walks.halt.begin()
        began = thread_seconds() + _helpers(walks)
        try:
            walks.advance(end, lambda now, best: math.inf, alone=True)
        except Exception:  # it will come again in the race, and be reported there
            return spent + thread_seconds() + _helpers(walks) - began
        took = thread_seconds() + _helpers(walks) - began
        spent += took
        slice_length *= 2 if took < SLICE else 1
    return spent


def _helpers(walks: Replicas) -> float:
    return sum(search.helper_seconds for search in walks.searches)


@lru_cache(maxsize=1)
def stored_paces() -> Paces:
    """Return the paces that are kept in the user's folder for caches."""
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
    """Return the paces of a file; damaged lines are left out, and so is a file that cannot be read."""
    paces: dict[str, float] = {}
    with suppress(OSError):
        for line in path.read_text(encoding="ascii", errors="replace").splitlines():
            if found := re.fullmatch(r"([0-9a-f]{32}) ([0-9.e+-]+)", line):
                with suppress(ValueError):
                    paces.setdefault(found[1], float(found[2]))
    return {key: pace for key, pace in paces.items() if 0 < pace < math.inf}


def _appended(path: Path, key: str, pace: float) -> float:
    """Append a pace to a file, and return the pace that the file has first for this key.

    That is another one if another process has measured it at the same time: then both use the same.
    """
    with suppress(OSError):  # then it is known for this process alone
        path.parent.mkdir(parents=True, exist_ok=True)
        if path.exists() and path.stat().st_size > LARGEST:
            path.unlink()
        with path.open("a", encoding="ascii") as file:
            file.write(f"\n{key} {pace!r}\n")  # the first newline ends a line that was cut
    return _read(path).get(key, pace)
