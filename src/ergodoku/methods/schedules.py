"""How the temperature falls: one small class per schedule.

A schedule has a method ``temperatures(epochs)``, which gets a block of epoch numbers (0, 1, 2 ... as floats)
and returns a temperature for each. So your own schedule needs no compilation::

    class Sawtooth(Schedule):
        epoch = 100                                   # iterations per epoch; 1 if left out

        def temperatures(self, epochs):
            return 0.6 - 0.4 * (epochs % 100) / 100

The other methods of `Schedule` have defaults.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol, runtime_checkable

import numpy as np
from numpy.typing import NDArray

from ergodoku.landscape.boxes import Boxes
from ergodoku.landscape.random import Words
from ergodoku.landscape.sampling import freezing_point_of_boxes, swap_energies
from ergodoku.methods.parameters import check, parameter

Floats = NDArray[np.float64]
TINY, HUGE = 1e-9, 1e9


@runtime_checkable
class Schedule(Protocol):
    """A temperature for every epoch. Inherit this class and define `temperatures`; all else is optional.

    Attributes
    ----------
    epoch : int
        Iterations per epoch; may be None only if `prepare` returns a schedule that sets it.
    steer : callable, optional
        A method ``steer(temperature, acceptance)`` that returns the temperature of the next epoch. It gets
        the temperature of the last epoch and the share of its swaps that were accepted. By default a schedule
        does not steer.
    """

    epoch: int | None = 1
    steer: Callable[[float, float], float] | None = None

    def temperatures(self, epochs: Floats) -> Floats:
        """Return the temperature of each of these epochs."""

    def prepare(self, landscape: Boxes, rng: Words) -> Schedule:
        """Return the schedule for one puzzle: this one, unless it must measure something first."""
        return self

    def epoch_below(self, temperature: float) -> int | None:
        """Return the epoch from which the schedule stays below a temperature.

        None means that there is no such epoch, or that it is unknown. If the epoch is known, a search without
        limits gives up when it is frozen for good.
        """
        return None


@dataclass(frozen=True)
class Constant(Schedule):
    """Always the same temperature: T = start."""

    start: float = parameter(0.35, "Temperature", low=TINY, high=HUGE)
    epoch: int = parameter(1000, "Iterations per epoch", low=1)

    def __post_init__(self) -> None:
        check(self)

    def temperatures(self, epochs: Floats) -> Floats:
        """T = start."""
        return np.full(len(epochs), self.start)

    def epoch_below(self, temperature: float) -> int | None:
        """Return 0 if the schedule is always below ``temperature``, else None."""
        return 0 if self.start < temperature else None


@dataclass(frozen=True)
class Geometric(Schedule):
    """Multiply by the same factor after every epoch: T = start * cooling^k."""

    start: float = parameter(0.5, "First temperature", low=TINY, high=HUGE)
    cooling: float = parameter(
        0.99999,
        "Factor of the temperature after every epoch; the parameter end sets when to finish",
        low=0.0,
        high=1.0,
    )
    epoch: int = parameter(1, "Iterations per epoch", low=1)

    def __post_init__(self) -> None:
        check(self)

    def temperatures(self, epochs: Floats) -> Floats:
        """T = start * cooling^k, multiplied step by step so that it is the same on every machine."""
        factors = np.full(len(epochs), self.cooling)
        factors[0] = self.start * _power(self.cooling, int(epochs[0]))
        return np.multiply.accumulate(factors)

    def epoch_below(self, temperature: float) -> int | None:
        """Return the first epoch in which start * cooling^k is below ``temperature``, or None."""
        if self.start < temperature:
            return 0
        if self.cooling in (0.0, 1.0):
            return None if self.cooling else 1
        return int(math.log(temperature / self.start) / math.log(self.cooling)) + 1


@dataclass(frozen=True)
class Hyperbolic(Schedule):
    """Fall fast at first, then more and more slowly: T = start / (1 + rate * k)."""

    start: float = parameter(100.0, "First temperature", low=TINY, high=HUGE)
    rate: float = parameter(0.99, "How fast the temperature falls", low=0.0, high=HUGE)
    epoch: int = parameter(1, "Iterations per epoch", low=1)

    def __post_init__(self) -> None:
        check(self)

    def temperatures(self, epochs: Floats) -> Floats:
        """T = start / (1 + rate * k)."""
        return self.start / (1.0 + self.rate * epochs)

    def epoch_below(self, temperature: float) -> int | None:
        """Return the first epoch in which start / (1 + rate * k) is below ``temperature``, or None."""
        if self.start < temperature:
            return 0
        epoch = (self.start / temperature - 1.0) / self.rate if self.rate else math.inf
        return int(epoch) + 1 if math.isfinite(epoch) else None


@dataclass(frozen=True)
class Linear(Schedule):
    """A straight line from start to end over a number of epochs, then constant."""

    start: float = parameter(1.0, "First temperature", low=TINY, high=HUGE)
    end: float = parameter(0.1, "Last temperature", low=TINY, high=HUGE)
    epochs: int = parameter(1_000, "Epochs from start to end", low=1)
    epoch: int = parameter(1_000, "Iterations per epoch", low=1)

    def __post_init__(self) -> None:
        check(self)

    def temperatures(self, epochs: Floats) -> Floats:
        """T = start + (end - start) * min(1, k / epochs)."""
        return self.start + (self.end - self.start) * np.minimum(1.0, epochs / self.epochs)

    def epoch_below(self, temperature: float) -> int | None:
        """Return the first epoch from which the line stays below ``temperature``, or None."""
        if self.end >= temperature:
            return None
        if self.start < temperature:
            return 0
        return int((self.start - temperature) / (self.start - self.end) * self.epochs) + 1


@dataclass(frozen=True)
class Logarithmic(Schedule):
    """The slowest schedule, for which convergence is proved: T = start / log2(2 + k).

    References
    ----------
    S. Geman, D. Geman, IEEE Transactions on Pattern Analysis and Machine Intelligence 6 (1984) 721-741,
    doi:10.1109/TPAMI.1984.4767596.
    """

    start: float = parameter(2.0, "First temperature", low=TINY, high=HUGE)
    epoch: int = parameter(1_000, "Iterations per epoch", low=1)

    def __post_init__(self) -> None:
        check(self)

    def temperatures(self, epochs: Floats) -> Floats:
        """T = start / log2(2 + k)."""
        return self.start / np.log2(2.0 + epochs)


@dataclass(frozen=True)
class Lewis(Schedule):
    """Geometric cooling with a measured start and as many iterations per epoch as there are givens.

    The first temperature is the standard deviation of the energy over random swaps, plus 0.0001.

    References
    ----------
    R. Lewis, "Metaheuristics can solve sudoku puzzles", Journal of Heuristics 13 (2007) 387-401,
    doi:10.1007/s10732-007-9012-8.
    """

    cooling: float = parameter(0.98855, "Factor of the temperature after every epoch", low=0.0, high=1.0)
    samples: int = parameter(100, "Random swaps measured for the first temperature", low=2, high=100_000)
    start: float | None = parameter(None, "First temperature; measured by default", low=TINY, high=HUGE)
    epoch: int | None = parameter(None, "Iterations per epoch; by default the number of clues", low=1)

    def __post_init__(self) -> None:
        check(self)

    def prepare(self, landscape: Boxes, rng: Words) -> Geometric:
        """Return a geometric schedule; its start is measured on the puzzle, unless it was set."""
        start, epoch = self.start, self.epoch
        if start is None:
            start = float(np.std(swap_energies(landscape, rng, self.samples))) + 1e-4
        if epoch is None:
            epoch = max(1, landscape.reduction.original.clues)
        return Geometric(start, self.cooling, epoch)

    def temperatures(self, epochs: Floats) -> Floats:
        """Raise an error: the temperatures are known only after `prepare`."""
        raise TypeError("a Lewis schedule must be prepared for a puzzle first")


@dataclass(frozen=True)
class Adaptive(Schedule):
    """Steer towards an acceptance rate: T rises when too few moves are accepted, and falls otherwise."""

    start: float = parameter(0.5, "First temperature", low=TINY, high=HUGE)
    acceptance: float = parameter(0.01, "Share of proposals to accept", low=0.0, high=1.0)
    gain: float = parameter(0.02, "How strongly the temperature reacts", low=0.0, high=1.0)
    epoch: int = parameter(2_000, "Iterations per epoch", low=1)

    def __post_init__(self) -> None:
        check(self)

    def temperatures(self, epochs: Floats) -> Floats:
        """T = start, until `steer` changes it."""
        return np.full(len(epochs), self.start)

    def steer(self, temperature: float, acceptance: float) -> float:
        """T *= 1 + gain if too few moves were accepted, otherwise T /= 1 + gain."""
        factor = 1.0 + self.gain
        steered = temperature * factor if acceptance < self.acceptance else temperature / factor
        return min(max(steered, TINY), HUGE)


@dataclass(frozen=True)
class Freezing(Schedule):
    """A constant temperature at the freezing point of the puzzle, estimated from its free cells."""

    scale: float = parameter(1.0, "Multiplies the freezing point", low=0.01, high=100.0)
    epoch: int = parameter(1_000, "Iterations per epoch", low=1)

    def __post_init__(self) -> None:
        check(self)

    def prepare(self, landscape: Boxes, rng: Words) -> Constant:
        """Return a constant schedule at the estimated freezing point of the puzzle, times ``scale``."""
        return Constant(self.scale * freezing_point_of_boxes(landscape), self.epoch)

    def temperatures(self, epochs: Floats) -> Floats:
        """Raise an error: the temperatures are known only after `prepare`."""
        raise TypeError("a Freezing schedule must be prepared for a puzzle first")


SCHEDULES: dict[str, type | None] = {
    kind.__name__.lower(): kind
    for kind in (Constant, Geometric, Hyperbolic, Linear, Logarithmic, Lewis, Adaptive, Freezing)
}


def _power(base: float, exponent: int) -> float:
    """Return base^exponent by multiplications only, which give the same result on every platform."""
    result = 1.0
    while exponent:
        if exponent & 1:
            result *= base
        base *= base
        exponent >>= 1
    return result
