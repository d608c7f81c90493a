"""When a run gives up: at its stop condition, or, without one, when its searches are frozen."""

from __future__ import annotations

import math
from collections.abc import Sequence

from ergodoku.engine.frost import REASON, Frozen, frost_of
from ergodoku.engine.stop import Evaluations, Iterations, Moment, Stagnation, Stop, limits_of
from ergodoku.methods.method import Search


class RunLimits:
    """The limits of one run.

    Parameters
    ----------
    stop : Stop, optional
        When to give up.
    """

    def __init__(self, stop: Stop | None) -> None:
        self.stop = stop
        self.frost: Frozen | None = None

    @property
    def any(self) -> bool:
        """Whether there is a limit."""
        return self.stop is not None or self.frost is not None

    @property
    def counted(self) -> bool:
        """Whether there are limits, and all of them are counts, such as iterations.

        Then a run ends at the same point on every machine.
        """
        single = limits_of(self.stop)
        return bool(single) and all(
            isinstance(limit, Evaluations | Iterations | Stagnation) for limit in single
        )

    def watch_for_frost(self, searches: Sequence[Search]) -> None:
        """Give up on searches that are frozen for good, if no other limit is set."""
        self.frost = None if limits_of(self.stop) else frost_of(searches)

    def progress(self, moment: Moment) -> float:
        """Return the progress towards the stop condition, from 0 to 1."""
        return 0.0 if self.stop is None else self.stop.progress(moment)

    def ahead(self, moment: Moment) -> float:
        """Return the number of iterations left before a limit."""
        return min((s.ahead(moment) for s in (self.stop, self.frost) if s is not None), default=math.inf)

    def reached(self, moment: Moment) -> str | None:
        """Return None to continue, else the reason to give up: an empty text if the stop condition is met."""
        if self.progress(moment) >= 1:
            return ""
        return REASON if self.frost is not None and self.frost.progress(moment) >= 1 else None
