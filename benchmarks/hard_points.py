"""The record of `hard` as arrays: times and solved shares of a solver, and what logic leaves of the puzzles.

An unsolved puzzle counts as the limit. A point with fewer than two runs is left out.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from hard_record import INSTANCE, PEER, Point, Table
from isolated import SOLVED
from numpy.typing import NDArray
from peers import OURS

Floats = NDArray[np.float64]
Bools = NDArray[np.bool_]
QUARTILES = (0.25, 0.5, 0.75)
FEWEST = 2  # minimum number of runs of a point


@dataclass(frozen=True, eq=False)
class Curve:
    """One solver on one size: the CPU seconds of each puzzle at each share of givens, and which it solved."""

    size: int
    percents: NDArray[np.int64]
    seconds: Floats  # (shares, puzzles); the limit if a puzzle was not solved, nan if it was not run
    solved: Bools

    @property
    def median(self) -> Floats:
        """The median time for each share; unsolved puzzles count as the limit."""
        middle: Floats = np.nanmedian(self.seconds, axis=1)
        return middle

    @property
    def rate(self) -> Floats:
        """The share of the puzzles that were solved, at each share of givens."""
        rate: Floats = self.solved.sum(axis=1) / self.runs
        return rate

    @property
    def runs(self) -> NDArray[np.int64]:
        """The number of runs for each share."""
        return np.asarray((~np.isnan(self.seconds)).sum(axis=1))


@dataclass(frozen=True, eq=False)
class Left:
    """What logic leaves of the puzzles of one size, for each share of givens."""

    size: int
    percents: NDArray[np.int64]
    open: Floats  # (shares, puzzles): share of the cells that logic leaves open
    candidates: Floats  # mean candidates of an open cell; nan if no cell is open
    solutions: Floats  # number of solutions; a lower bound if the count is not complete
    counted: Bools  # whether the count is complete

    @property
    def collapse(self) -> int | None:
        """The lowest share of givens at and above which logic leaves less than a tenth of the cells open."""
        return _from(self.percents, np.median(self.open, axis=1) < 0.1)

    @property
    def unique(self) -> int | None:
        """The lowest share of givens at and above which at least half of the puzzles have one solution."""
        return _from(self.percents, ((self.solutions == 1) & self.counted).mean(axis=1) >= 0.5)


def read_curves(record: Path, solver: str) -> list[Curve]:
    """Return the curves of a solver, for each size in the record."""
    table = Table(record / f"{solver}.csv", PEER)
    ends: dict[Point, list[dict[str, str]]] = {}
    for (size, percent, _), row in sorted(table.rows.items()):
        ends.setdefault((size, percent), []).append(row)
    points = {point: rows for point, rows in ends.items() if len(rows) >= FEWEST}
    curves = []
    for size in sorted({n for n, _ in points}):
        percents = [p for n, p in points if n == size]
        count = max(len(points[size, p]) for p in percents)
        seconds, solved = (
            np.full((len(percents), count), np.nan),
            np.zeros((len(percents), count), dtype=bool),
        )
        for k, percent in enumerate(percents):
            for number, row in enumerate(points[size, percent]):
                solved[k, number] = row["status"] == SOLVED
                seconds[k, number] = float(row["seconds"])
        curves.append(Curve(size, np.array(percents), seconds, solved))
    return curves


def as_growth(record: Path, sizes: Collection[int], fixed: int) -> dict[str, Any] | None:
    """Return Ergodoku's curves in the form that `growth` measures, or None if there is no record.

    Sizes that are not in ``sizes`` are included at the share ``fixed`` only.
    """
    told = Table(record / f"{OURS}.csv", PEER).about
    curves = read_curves(record, OURS)
    points = [
        {
            "size": curve.size,
            "percent": int(percent),
            "solved": int(curve.solved[k].sum()),
            **dict(zip(("low", "median", "high"), np.nanquantile(curve.seconds[k], QUARTILES), strict=True)),
        }
        for curve in curves
        for k, percent in enumerate(curve.percents)
        if curve.size in sizes or percent == fixed
    ]
    return {"points": points, "limit": told["limit"], "date": told["date"]} if points else None


def read_left(record: Path) -> list[Left]:
    """Return what logic leaves, for each size in the record."""
    table, found = Table(record / "puzzles.csv", INSTANCE), []
    for size in sorted({key[0] for key in table.rows}):
        puzzles: dict[int, list[dict[str, str]]] = {}
        for (n, percent, _), row in sorted(table.rows.items()):
            puzzles.setdefault(percent, []).extend([row] if n == size else [])
        most = max(map(len, puzzles.values()))
        percents = [p for p, some in puzzles.items() if len(some) == most]  # skip unfinished shares
        percents.sort()
        rows = [puzzles[p] for p in percents]
        still = np.array([[float(row["open"]) for row in some] for some in rows])
        left = np.array([[float(row["candidates"]) for row in some] for some in rows])
        each = np.divide(left, still, out=np.full_like(left, np.nan), where=still > 0)
        solutions = np.array([[float(row["solutions"]) for row in some] for some in rows])
        counted = np.array([[row["counted"] == "yes" for row in some] for some in rows])
        found.append(Left(size, np.array(percents), still / size**2, each, solutions, counted))
    return found


def _from(percents: NDArray[np.int64], holds: Bools) -> int | None:
    """Return the lowest share at and above which a condition holds; None if there is none."""
    lasting = np.logical_and.accumulate(holds[::-1])[::-1]
    return int(percents[lasting][0]) if lasting.any() else None
