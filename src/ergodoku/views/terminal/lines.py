"""Progress as plain lines, for logs and simple terminals."""

from __future__ import annotations

import time
from math import isnan
from typing import TYPE_CHECKING, TextIO

from ergodoku.base.numbers import short

if TYPE_CHECKING:
    from ergodoku.engine.result import Snapshot

EVERY = 1.0  # minimum seconds between lines
QUIET = 10.0  # seconds after which a line appears even without an improvement


class Progress:
    """A callback that prints a line after an improvement (at most one a second), else every ten seconds."""

    def __init__(self, stream: TextIO) -> None:
        self.stream = stream
        self.shown, self.iteration, self.best = 0.0, 0, -1

    def on_snapshot(self, snapshot: Snapshot) -> None:
        """Write a line if one is due."""
        now = time.perf_counter()
        wait = EVERY if snapshot.best != self.best else QUIET
        if self.shown and now - self.shown < wait:
            return
        rate = (snapshot.iteration - self.iteration) / (now - self.shown) if self.shown else 0.0
        self.shown, self.iteration, self.best = now, snapshot.iteration, snapshot.best
        print(_line(snapshot, rate), file=self.stream, flush=True)


def _line(snapshot: Snapshot, rate: float) -> str:
    parts = [
        f"{snapshot.seconds:7.1f} s",
        f"{snapshot.active}",
        f"energy {snapshot.energy}",
        f"best {snapshot.best}",
        f"{snapshot.iteration:,} iterations",
    ]
    if rate:
        parts.append(f"{short(rate)}/s")
    if not isnan(snapshot.temperature):
        parts.append(f"temperature {snapshot.temperature:.4g}")
    if snapshot.progress:
        parts.append(f"{snapshot.progress:.0%} of the limit")
    return "  ".join(parts)
