"""The curve of a lane: a bounded history that many viewers read, each with its own cursor."""

from __future__ import annotations

import math
import threading
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from ergodoku.base.history import BoundedHistory

if TYPE_CHECKING:
    from ergodoku.engine.trace import Trace

POINTS = 2_000

Point = tuple[int, float, int, int, float | None, float]
"""Iteration, seconds, energy, best, temperature, acceptance."""


@dataclass(frozen=True)
class Cursor:
    """How far a viewer has read: ``length`` points, valid until the ``generation`` of the history changes."""

    generation: int = -1
    length: int = 0


class LaneCurve:
    """Points in order of time; when points have been dropped, viewers read again from the first point.

    Examples
    --------
    >>> curve = LaneCurve()
    >>> curve.add((1, 0.0, 5, 5, None, 1.0))
    >>> reset, points, cursor = curve.read(Cursor())
    >>> reset, len(points), curve.read(cursor)[1]
    (True, 1, [])
    """

    def __init__(self, most: int = POINTS) -> None:
        self.history: BoundedHistory[Point] = BoundedHistory(most)
        self.final: list[Point] | None = None  # the points of the trace, once the search has ended
        self.lock = threading.Lock()

    @property
    def points(self) -> list[Point]:
        """The points for viewers."""
        return self.history.kept if self.final is None else self.final

    def add(self, point: Point) -> None:
        """Append a point; once the curve has become coarser, only some points are kept."""
        with self.lock:
            self.history.append(point)

    def finish(self, points: list[Point]) -> None:
        """Replace the curve by the points of the trace, unless the trace has fewer points."""
        if len(points) < len(self.history.kept):
            return
        whole: BoundedHistory[Point] = BoundedHistory(self.history.most)
        for point in points:
            whole.append(point)
        with self.lock:
            self.final = list(whole)

    def read(self, cursor: Cursor) -> tuple[bool, list[Point], Cursor]:
        """Return what a viewer has not read yet: a flag, the points, and the new cursor.

        If the flag is true, the points replace all earlier ones.
        """
        with self.lock:
            generation = self.history.generation + (self.final is not None)
            reset = cursor.generation != generation
            points = self.points[0 if reset else cursor.length :]
            return reset, points, Cursor(generation, len(self.points))


def trace_points(trace: Trace) -> list[Point]:
    """Return a trace as points of a curve."""
    columns = (
        trace.iteration.tolist(),
        np.round(trace.seconds, 6).tolist(),
        trace.energy.tolist(),
        trace.best.tolist(),
        [finite(t) for t in trace.temperature.tolist()],
        np.round(trace.acceptance, 6).tolist(),
    )
    return list(zip(*columns, strict=True))


def finite(value: float) -> float | None:
    """Return a number with six significant digits; None for infinity and NaN, which JSON cannot hold."""
    return float(f"{value:.6g}") if math.isfinite(value) else None
