"""The time limit of a slice; a slice that takes longer ends even in the middle of an iteration."""

from __future__ import annotations

import math
import time

LONGEST = 0.03  # seconds; a slice is meant to take 10 ms, and a stop must be obeyed within 100 ms


class Halt:
    """Tells the searches of a run to return, even in the middle of an iteration.

    One iteration can take minutes, for example a generation of thousands of boards. Searches therefore call
    this object between pieces of their work. This lets the run check its limits, and Python handle Ctrl-C,
    without a long wait.
    """

    def __init__(self) -> None:
        self._due = math.inf

    def begin(self) -> None:
        """Start the time limit of a slice."""
        self._due = time.perf_counter() + LONGEST

    def rest(self) -> None:
        """Remove the time limit: no slice is running."""
        self._due = math.inf

    def at_once(self) -> None:
        """Make all searches of this slice return as soon as possible."""
        self._due = 0.0

    def __call__(self) -> bool:
        """Return whether a search must return now."""
        return time.perf_counter() >= self._due
