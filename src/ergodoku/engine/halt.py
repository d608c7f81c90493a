"""How long a slice may take before it ends in the middle, wherever its walks stand."""

from __future__ import annotations

import math
import time

LONGEST = 0.03  # seconds; a slice is meant to take 10 ms, and a stop must be obeyed within 100 ms


class Halt:
    """Tells the searches of a run to return, even in the middle of an iteration.

    One iteration can take minutes: a generation of thousands of boards, for example. Searches ask this
    between pieces of their work. So a run looks at its limits, and Python hears Ctrl-C, within a moment.
    """

    def __init__(self) -> None:
        self._due = math.inf

    def begin(self) -> None:
        """Begin a slice."""
        self._due = time.perf_counter() + LONGEST

    def rest(self) -> None:
        """Let searches take their time: no slice is at work."""
        self._due = math.inf

    def at_once(self) -> None:
        """Make all searches of this slice return as soon as they can."""
        self._due = 0.0

    def __call__(self) -> bool:
        """Tell a search whether to return."""
        return time.perf_counter() >= self._due
