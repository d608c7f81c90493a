"""An allowance limits how often something may be done; it grows back with time."""

from __future__ import annotations

import time
from collections.abc import Callable


class Allowance:
    """A number of turns that grows back at a fixed rate, up to a maximum.

    Parameters
    ----------
    rate : float
        Turns that grow back per second.
    most : float
        Maximum number of turns; the allowance starts with this many.
    clock : callable
        Returns the time in seconds.

    Examples
    --------
    >>> allowance = Allowance(rate=2, most=3, clock=lambda: 0.0)
    >>> [allowance.take() for _ in range(4)]
    [True, True, True, False]
    >>> allowance.seconds_until(1)
    0.5
    """

    def __init__(self, rate: float, most: float, clock: Callable[[], float] = time.monotonic) -> None:
        self.rate, self.most, self.clock = rate, most, clock
        self.left, self.at = most, clock()

    def take(self, turns: float = 1) -> bool:
        """Use up this many turns if enough are left; return whether they were used."""
        if self.seconds_until(turns) > 0:
            return False
        self.left -= turns
        return True

    def seconds_until(self, turns: float) -> float:
        """Return the seconds until there are enough turns; 0 if there are enough now."""
        now = self.clock()
        self.left = min(self.most, self.left + (now - self.at) * self.rate)
        self.at = now
        return max(0.0, (min(turns, self.most) - self.left) / self.rate)
