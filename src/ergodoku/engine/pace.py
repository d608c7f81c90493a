"""The pace of a contender: its iterations in a second of search, measured before a race.

In a race, search time is iterations divided by pace. So the winner depends on the paces and the seed alone:
not on the speed at which people watch, on how threads take turns, or on what else the machine does. A pace is
measured in CPU time, once for each method on each puzzle, and remembered; with `stored_paces` also for later
races on the same machine.
"""

from __future__ import annotations

import hashlib
import json
import math
import os
import sys
import threading
from collections.abc import Callable
from contextlib import suppress
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING

from ergodoku._version import __version__
from ergodoku.base.compiled import thread_seconds
from ergodoku.base.files import whole

if TYPE_CHECKING:
    from ergodoku.engine.replicas import Replicas
    from ergodoku.engine.run import Run

ENOUGH, MOST = 0.05, 2.0  # seconds of CPU time to measure, and to wait for the first iteration
UNKNOWN = 1_000.0  # the pace of what has done no iteration
SLICE = 0.005  # seconds
TRIALS = 50  # runs to measure, where each ends at once
REMEMBERED = 1_000  # paces

Trial = Callable[[int], "Run"]  # makes a run of the contender; from 1 on with another seed


class Paces:
    """Paces that were measured, the latest last.

    Parameters
    ----------
    path : Path, optional
        The file they are kept in; without one they are forgotten with the process.
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
            run.start()
            run.advance(1)
            return pace
        pace = float(f"{measured(trial):.4g}")
        with self.lock:
            pace = self.known.setdefault(key, pace)
            while len(self.known) > REMEMBERED:
                del self.known[next(iter(self.known))]
            if self.path is not None:
                _write(self.path, self.known)
        return pace


def measured(trial: Trial) -> float:
    """Measure a pace: the iterations of a run in a second of CPU time that its kernels take."""
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
    return Paces(Path(folder) / "ergodoku" / "paces.json")


def _key(run: Run) -> str:
    method = type(run.method)
    parts = (__version__, method.__module__, repr(run.method), str(run.replicas), run.puzzle.to("json"))
    return hashlib.sha256("\n".join(parts).encode()).hexdigest()[:32]


def _read(path: Path) -> dict[str, float]:
    """Return the paces of a file; none if it is missing or damaged."""
    with suppress(OSError, ValueError):
        found = json.loads(path.read_text(encoding="utf-8"))
        if isinstance(found, dict):
            return {k: float(v) for k, v in found.items() if 0 < float(v) < math.inf}
    return {}


def _write(path: Path, paces: dict[str, float]) -> None:
    with suppress(OSError):  # then they are known for this race alone
        path.parent.mkdir(parents=True, exist_ok=True)
        with whole(path, sync=False) as part:
            part.write_text(json.dumps(paces), encoding="utf-8")
