"""Changes of a run's temperature by hand, recorded by iteration so that they can be repeated."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from numbers import Real

from ergodoku.base.arguments import whole_number
from ergodoku.base.errors import ParameterError

MOST = 1_000  # maximum number of changes in a record
COLDEST, HOTTEST = 1e-6, 1e6
_PAIRS = "pairs such as (1000, 0.5): an iteration and a temperature"

Change = tuple[int, float | None]
"""An iteration, and the temperature to hold from there on; None returns to the schedule."""


class Steering:
    """The changes that are still to come, and the changes that were made.

    Parameters
    ----------
    changes : iterable of (int, float or None)
        The changes to make, in the order of their iterations.

    Examples
    --------
    >>> steering = Steering([(0, 0.5), (100, None)])
    >>> steering.due(0), steering.next, steering.made
    ([0.5], 100, [(0, 0.5)])
    """

    def __init__(self, changes: Iterable[Sequence[float | None]] = ()) -> None:
        if not isinstance(changes, Iterable):
            raise ParameterError(f"steering is {changes!r}", f"give a list of {_PAIRS}")
        self.coming = [_change(change) for change in changes]
        self.made: list[Change] = []
        before = -1
        for iteration, _ in self.coming:
            if iteration < before:
                raise ParameterError(
                    f"the steering goes back from iteration {before} to {iteration}",
                    "list the changes in the order of their iterations",
                )
            before = iteration
        if len(self.coming) > MOST:
            raise ParameterError(f"the steering has {len(self.coming)} changes", f"give at most {MOST}")

    @property
    def next(self) -> float:
        """The iteration of the next change; infinity if there is none."""
        return self.coming[0][0] if self.coming else math.inf

    def due(self, iteration: int) -> list[float | None]:
        """Record the changes up to an iteration, and return their temperatures."""
        taken = [change for change in self.coming if change[0] <= iteration]
        del self.coming[: len(taken)]
        self.made += taken
        return [temperature for _, temperature in taken]

    def record(self, iteration: int, temperature: float | None) -> bool:
        """Record a change made by hand, which cancels planned changes; return False if the record is full."""
        if len(self.made) >= MOST:
            return False
        self.coming.clear()
        self.made.append(_change((iteration, temperature)))
        return True


def _change(change: Sequence[float | None]) -> Change:
    try:
        iteration, temperature = change
    except (TypeError, ValueError):
        raise ParameterError(f"the steering has {change!r}", f"give {_PAIRS}") from None
    where = whole_number("the iteration of a change", iteration, 0)
    if temperature is None:
        return where, None
    if (
        isinstance(temperature, bool)
        or not isinstance(temperature, Real)
        or not COLDEST <= temperature <= HOTTEST
    ):
        raise ParameterError(
            f"the steering has the temperature {temperature!r}",
            f"give a number from {COLDEST:g} to {HOTTEST:g}, or None to return to the schedule",
        )
    return where, float(temperature)
