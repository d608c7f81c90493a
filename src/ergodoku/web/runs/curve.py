"""The curve of a contender: a bounded history that many viewers read, each with a cursor of its own."""

from __future__ import annotations

import math
import threading
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from ergodoku.engine.trace import Trace

POINTS = 2_000

Point = tuple[int, float, int, int, float | None, float]
"""Iteration, seconds, energy, best, temperature, acceptance."""


@dataclass(frozen=True)
class Cursor:
    """How far a viewer has read: ``length`` points of a generation."""

    generation: int = -1
    length: int = 0


class Curve:
    """Points in the order of time; when full, every other one is dropped and viewers begin anew.

    Examples
    --------
    >>> curve = Curve()
    >>> curve.add((1, 0.0, 5, 5, None, 1.0))
    >>> reset, points, cursor = curve.read(Cursor())
    >>> reset, len(points), curve.read(cursor)[1]
    (True, 1, [])
    """

    def __init__(self, most: int = POINTS) -> None:
        self.most = most
        self.points: list[Point] = []
        self.generation = 0
        self.every, self.skipped = 1, 0  # once halved, points come as sparse as those that stayed
        self.lock = threading.Lock()

    def add(self, point: Point) -> None:
        """Append a point, or pass it over where the curve has become coarser."""
        with self.lock:
            self.skipped += 1
            if self.skipped < self.every:
                return
            self.skipped = 0
            self.points.append(point)
            if len(self.points) >= self.most:
                self.points = self.points[1::2]
                self.every *= 2
                self.generation += 1

    def replace(self, points: list[Point]) -> None:
        """Put a better history in its place: the trace, at the end of a run."""
        step = -(-len(points) // self.most) or 1
        kept = points[::step]
        if points and kept[-1] != points[-1]:
            kept.append(points[-1])
        with self.lock:
            self.points, self.generation = kept, self.generation + 1

    def read(self, cursor: Cursor) -> tuple[bool, list[Point], Cursor]:
        """Return whether to begin anew, the points after a cursor, and the new cursor."""
        with self.lock:
            reset = cursor.generation != self.generation
            points = self.points[0 if reset else cursor.length :]
            return reset, points, Cursor(self.generation, len(self.points))


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
    """Return a number as short as it is precise enough; None for what JSON cannot hold."""
    return float(f"{value:.6g}") if math.isfinite(value) else None
