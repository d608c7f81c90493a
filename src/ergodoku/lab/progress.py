"""How far a study has come: a tally of its runs, and the live line on a terminal."""

from __future__ import annotations

import time
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from ergodoku.engine.result import SOLVED
from ergodoku.lab.store import Row, Store


@dataclass
class Tally:
    """What a study has done so far; kept up to date run by run."""

    labels: tuple[str, ...]
    total: int
    done: int = 0
    solved: int = 0
    before: int = 0  # runs that were there at the start
    began: float = field(default_factory=time.perf_counter)

    def __post_init__(self) -> None:
        self.solved_by = np.zeros(len(self.labels), dtype=np.int64)
        self.seconds_of = np.zeros(len(self.labels))

    def take(self, store: Store) -> None:
        """Count what is stored."""
        runs = store.columns("contender", "status", "seconds")
        solved: NDArray[np.bool_] = runs["status"] == SOLVED
        self.done = self.before = len(solved)
        self.solved = int(solved.sum())
        self.solved_by += np.bincount(runs["contender"][solved], minlength=len(self.labels))
        self.seconds_of += np.bincount(runs["contender"], runs["seconds"], minlength=len(self.labels))

    def count(self, row: Row) -> None:
        """Count one run more."""
        self.done += 1
        self.seconds_of[row.contender] += row.seconds
        if row.status == SOLVED:
            self.solved += 1
            self.solved_by[row.contender] += 1

    @property
    def rate(self) -> float:
        """Runs a second since the start."""
        return (self.done - self.before) / max(1e-9, time.perf_counter() - self.began)

    @property
    def seconds_left(self) -> float:
        """How long the rest will take at this rate."""
        return (self.total - self.done) / self.rate if self.rate else float("inf")

    @property
    def best(self) -> tuple[str, float] | None:
        """The contender with the lowest expected running time (all its seconds per solved run), and that."""
        if not self.solved_by.any():
            return None
        with np.errstate(divide="ignore", invalid="ignore"):
            expected = np.where(self.solved_by > 0, self.seconds_of / self.solved_by, np.inf)
        first = int(expected.argmin())
        return self.labels[first], float(expected[first])
