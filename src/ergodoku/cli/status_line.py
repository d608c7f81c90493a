"""One line on the terminal that shows the state of a search."""

from __future__ import annotations

import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from ergodoku.engine.result import Snapshot


@contextmanager
def status_line(quiet: bool) -> Iterator[list[StatusLine]]:
    """Yield the callbacks that show the line; none if stderr is not a terminal, or with ``quiet``."""
    lines = [StatusLine()] if sys.stderr.isatty() and not quiet else []
    try:
        yield lines
    finally:
        for line in lines:
            line.clear()


class StatusLine:
    """One line on the terminal that shows the state of the search."""

    def __init__(self) -> None:
        self.shown = self.iteration = 0.0

    def on_snapshot(self, snapshot: Snapshot) -> None:
        """Rewrite the line, at most ten times a second."""
        now = time.perf_counter()
        if now - self.shown < 0.1:
            return
        rate = (snapshot.iteration - self.iteration) / (now - self.shown) if self.shown else 0.0
        self.shown, self.iteration = now, snapshot.iteration
        heat = "" if snapshot.temperature != snapshot.temperature else f"  T {snapshot.temperature:.4g}"
        share = f"  {snapshot.progress:.0%}" if snapshot.progress else ""
        text = f"{snapshot.active}: energy {snapshot.energy}  best {snapshot.best}{heat}"
        print(f"\r\x1b[2K{text}  {rate / 1e6:.1f} M/s{share}", end="", file=sys.stderr, flush=True)

    def clear(self) -> None:
        """Remove the line."""
        if self.shown:
            print("\r\x1b[2K", end="", file=sys.stderr, flush=True)
