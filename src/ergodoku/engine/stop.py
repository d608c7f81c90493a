"""When to give up: small conditions that combine with ``|`` (either) and ``&`` (both).

A condition keeps no state: it looks at a `Moment` of a run. So one condition can serve many runs.
"""

from __future__ import annotations

import inspect
import math
from collections.abc import Callable
from dataclasses import dataclass
from functools import reduce
from numbers import Real
from operator import or_
from typing import Protocol

from ergodoku.base.arguments import check_limit
from ergodoku.base.errors import ParameterError


@dataclass(frozen=True)
class Moment:
    """The progress of a run at one moment."""

    iteration: int
    seconds: float
    best_iteration: int  # iteration at which the best energy was found
    evaluations: int = 0  # cell changes looked at
    costliest: int = 1  # maximum number of cell changes that one iteration looks at


class Stop:
    """A stop condition. Subclasses define `progress`, and `ahead` if they count iterations."""

    def progress(self, moment: Moment) -> float:
        """Return how close the run is to this condition, from 0 to 1; at 1 the run stops."""
        raise TypeError(f"{type(self).__name__} does not say when to stop")

    def ahead(self, moment: Moment) -> float:
        """Return the number of iterations that can pass before the condition must be checked again."""
        return math.inf

    def __or__(self, other: Stop) -> Stop:
        return Either(self, _condition(other))

    def __and__(self, other: Stop) -> Stop:
        return Both(self, _condition(other))

    def __ror__(self, other: object) -> Stop:
        return Either(_condition(other), self)

    def __rand__(self, other: object) -> Stop:
        return Both(_condition(other), self)


@dataclass(frozen=True)
class Iterations(Stop):
    """Stop after ``count`` iterations of a walk."""

    count: int

    def __post_init__(self) -> None:
        check_limit("iterations", self.count, whole=True)

    def progress(self, moment: Moment) -> float:
        """Return the share of the iterations done."""
        return share(moment.iteration, self.count)

    def ahead(self, moment: Moment) -> float:
        """Return the iterations left."""
        return max(0, self.count - moment.iteration)


@dataclass(frozen=True)
class Evaluations(Stop):
    """Stop after ``count`` evaluations: cell changes that a walk looks at. Use it to compare methods.

    A swap counts as two, a whole board or vector as one for each free cell, and a choice in a partial grid as
    one for each cell that it fills. The run ends with the first iteration that reaches the count.
    """

    count: int

    def __post_init__(self) -> None:
        check_limit("evaluations", self.count, whole=True)

    def progress(self, moment: Moment) -> float:
        """Return the share of the evaluations done."""
        return share(moment.evaluations, self.count)

    def ahead(self, moment: Moment) -> float:
        """Return how many iterations are sure to fit into the evaluations left; 1 or more if any are left."""
        left = self.count - moment.evaluations
        return max(1, left // moment.costliest) if left > 0 else 0


@dataclass(frozen=True)
class Seconds(Stop):
    """Stop after ``limit`` seconds."""

    limit: float

    def __post_init__(self) -> None:
        check_limit("seconds", self.limit)

    def progress(self, moment: Moment) -> float:
        """Return the share of the time limit that has passed."""
        return share(moment.seconds, self.limit)


@dataclass(frozen=True)
class Stagnation(Stop):
    """Stop after ``count`` iterations without a new best energy."""

    count: int

    def __post_init__(self) -> None:
        check_limit("stagnation", self.count, whole=self.count != math.inf)

    def progress(self, moment: Moment) -> float:
        """Return the iterations since the best energy was found, as a share of ``count``."""
        return share(moment.iteration - moment.best_iteration, self.count)

    def ahead(self, moment: Moment) -> float:
        """Return the iterations left if no new best energy is found."""
        return max(0, moment.best_iteration + self.count - moment.iteration)


class Event(Protocol):
    """Anything with ``is_set``, such as ``threading.Event``."""

    def is_set(self) -> bool:
        """Return whether to stop."""


@dataclass(frozen=True)
class Flag(Stop):
    """Stop when an event is set (``threading.Event``) or a function returns True."""

    flag: Event | Callable[[], bool]

    def __post_init__(self) -> None:
        if not callable(self.flag) and not hasattr(self.flag, "is_set"):
            raise ParameterError(
                f"flag is {self.flag!r}", "give an event, or a function that returns True or False"
            )
        if isinstance(self.flag, type) and hasattr(self.flag, "is_set"):
            raise ParameterError(f"flag is the class {self.flag.__name__}", f"write {self.flag.__name__}()")
        if callable(self.flag) and not _takes_nothing(self.flag):
            name = getattr(self.flag, "__name__", repr(self.flag))
            raise ParameterError(f"the function {name} needs arguments", "give a function that takes none")

    def progress(self, moment: Moment) -> float:
        """Return 1 once the flag is set, else 0."""
        return float(bool(self.flag() if callable(self.flag) else self.flag.is_set()))


@dataclass(frozen=True)
class Either(Stop):
    """Stop when one of two conditions is met."""

    first: Stop
    second: Stop

    def progress(self, moment: Moment) -> float:
        """Return the larger progress of the two."""
        return max(self.first.progress(moment), self.second.progress(moment))

    def ahead(self, moment: Moment) -> float:
        """Return the iterations until one of them must be checked."""
        return min(self.first.ahead(moment), self.second.ahead(moment))


@dataclass(frozen=True)
class Both(Stop):
    """Stop when two conditions are both met."""

    first: Stop
    second: Stop

    def progress(self, moment: Moment) -> float:
        """Return the smaller progress of the two."""
        return min(self.first.progress(moment), self.second.progress(moment))

    def ahead(self, moment: Moment) -> float:
        """Return the iterations until a condition that is not met yet must be checked."""
        left = [c.ahead(moment) for c in (self.first, self.second) if c.progress(moment) < 1]
        return min(left, default=0)


def stop_of(
    stop: Stop | float | None,
    time_limit: float | None = None,
    max_iterations: int | None = None,
    max_evaluations: int | None = None,
) -> Stop | None:
    """Return a condition that is met as soon as one of these limits is reached; None if there are none.

    Examples
    --------
    >>> stop_of(10), stop_of(None, max_iterations=500), stop_of(None)
    (Seconds(limit=10), Iterations(count=500), None)
    """
    conditions: list[Stop] = []
    if isinstance(stop, Stop):
        conditions.append(stop)
    elif isinstance(stop, Real) and not isinstance(stop, bool):
        check_limit("stop", stop)
        conditions.append(Seconds(float(stop) if stop % 1 else int(stop)))
    elif stop is not None:
        if isinstance(stop, type) and issubclass(stop, Stop):
            raise ParameterError(f"stop is the class {stop.__name__}", f"write {_example(stop)}")
        if callable(stop):
            raise ParameterError("stop is a function", "write Flag(function)")
        raise ParameterError(
            f"stop is {stop!r}", "give a condition such as Seconds(10) | Iterations(5000), or seconds"
        )
    if time_limit is not None:
        check_limit("`time_limit`", time_limit)
        conditions.append(Seconds(time_limit))
    if max_iterations is not None:
        check_limit("`max_iterations`", max_iterations, whole=True)
        conditions.append(Iterations(max_iterations))
    if max_evaluations is not None:
        check_limit("`max_evaluations`", max_evaluations, whole=True)
        conditions.append(Evaluations(max_evaluations))
    return reduce(or_, conditions) if conditions else None


def limits_of(stop: Stop | None) -> list[Stop]:
    """Return the single conditions inside a condition, without flags.

    Examples
    --------
    >>> limits_of(Seconds(1) | Flag(lambda: False) & Iterations(5))
    [Seconds(limit=1), Iterations(count=5)]
    """
    if isinstance(stop, Either | Both):
        return limits_of(stop.first) + limits_of(stop.second)
    return [] if stop is None or isinstance(stop, Flag) else [stop]


def _condition(other: object) -> Stop:
    if not isinstance(other, Stop):
        remedy = "give a condition such as Seconds(10) or Iterations(5000)"
        if isinstance(other, type) and issubclass(other, Stop):
            raise ParameterError(f"{other.__name__} is a class", f"write {_example(other)}")
        if isinstance(other, Real) and not isinstance(other, bool) and other == abs(other):
            remedy = f"write Seconds({other!r})" + ("" if other % 1 else f" or Iterations({other!r})")
        raise ParameterError(f"{other!r} is not a stop condition", remedy)
    return other


def _example(kind: type[Stop]) -> str:
    """Return how to write a condition of this class."""
    value = {Seconds: "10", Flag: "function"}.get(kind)
    if value is None:
        value = "5000" if kind in (Iterations, Evaluations, Stagnation) else "..."
    return f"{kind.__name__}({value})"


def _takes_nothing(function: Callable[..., object]) -> bool:
    """Return whether a function can be called without arguments; True if it has no signature."""
    try:
        inspect.signature(function).bind()
    except TypeError:
        return False
    except ValueError:  # it has no signature
        pass
    return True


def share(done: float, whole: float) -> float:
    """Return ``done / whole``, at most 1; also 1 if ``whole`` is 0."""
    return min(1.0, done / whole) if whole > 0 else 1.0
