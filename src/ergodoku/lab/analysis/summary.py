"""The runs of a study as arrays, and what each contender made of them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from ergodoku.lab.analysis import statistics
from ergodoku.lab.analysis.statistics import Bools, Floats, Interval

if TYPE_CHECKING:
    from ergodoku.lab.study import Store, Study

MEASURES = ("seconds", "iterations")
Ints = NDArray[np.int64]


@dataclass(frozen=True, eq=False)
class Runs:
    """All runs that have ended, one entry per run in every array."""

    puzzle: Ints
    contender: Ints
    repetition: Ints
    solved: Bools
    unsolvable: Bools
    by_logic: Bools
    energy: Ints
    seconds: Floats
    iterations: Floats

    @classmethod
    def read(cls, store: Store) -> Runs:
        """Read them from the store: those of one moment, also while the study is running."""
        names = ("puzzle", "contender", "repetition", "status", "energy", "iterations", "seconds", "found_by")
        columns = store.columns(*names)
        status, found_by = columns["status"], columns["found_by"]
        return cls(
            puzzle=columns["puzzle"].astype(np.int64),
            contender=columns["contender"].astype(np.int64),
            repetition=columns["repetition"].astype(np.int64),
            solved=status == "solved",
            unsolvable=status == "unsolvable",
            by_logic=found_by == "logic",
            energy=columns["energy"].astype(np.int64),
            seconds=columns["seconds"].astype(np.float64),
            iterations=columns["iterations"].astype(np.float64),
        )

    def __len__(self) -> int:
        return len(self.puzzle)

    def effort(self, measure: str) -> Floats:
        """Return the seconds or the iterations of each run."""
        effort: Floats = getattr(self, measure)
        return effort

    def penalised(self, measure: str) -> Floats:
        """Return the efforts with infinity for runs that gave up."""
        return statistics.penalised(self.effort(measure), self.solved)


@dataclass(frozen=True)
class Effort:
    """What one contender needs, in one measure, over all its runs.

    ``quartiles`` are infinite where too few runs were solved to know them; then ``at_least`` is known.
    """

    quartiles: tuple[float, ...]
    at_least: tuple[float, ...]
    median_interval: Interval
    expected: float
    expected_interval: Interval
    par10: float

    @property
    def median(self) -> float:
        """The middle quartile."""
        return self.quartiles[1]


@dataclass(frozen=True)
class Standing:
    """One contender: how often it solved, and with what effort."""

    contender: int
    label: str
    runs: int
    solved: int
    by_logic: int
    interval: Interval
    seconds: Effort
    iterations: Effort

    @property
    def rate(self) -> float:
        """The share of solved runs; not a number without runs."""
        return self.solved / self.runs if self.runs else float("nan")

    def effort(self, measure: str) -> Effort:
        """Return one of both measures."""
        effort: Effort = getattr(self, measure)
        return effort


def limit_of(study: Study, measure: str) -> float | None:
    """Return the limit that runs of a study had on a measure."""
    return study.time_limit if measure == "seconds" else study.max_iterations


def standing(study: Study, runs: Runs, contender: int) -> Standing:
    """Sum up the runs of one contender."""
    mine = runs.contender == contender
    solved = runs.solved[mine]
    count = int(solved.sum())
    return Standing(
        contender,
        study.contenders[contender].label,
        len(solved),
        count,
        int(runs.by_logic[mine].sum()),
        statistics.wilson(count, len(solved)),
        *(_effort(runs.effort(m)[mine], solved, limit_of(study, m)) for m in MEASURES),
    )


def by_puzzle(runs: Runs, contenders: int) -> dict[str, NDArray[Any]]:
    """Return one row per puzzle and contender, by column: runs, solved, and of each measure median and ERT.

    All rows come out of one sort, since there may be very many puzzles.
    """
    cells, cell = np.unique(runs.puzzle * contenders + runs.contender, return_inverse=True)
    count = np.bincount(cell, minlength=len(cells))
    solved = np.bincount(cell, runs.solved, len(cells)).astype(np.int64)
    table: dict[str, NDArray[Any]] = {
        "puzzle": cells // contenders,
        "contender": cells % contenders,
        "runs": count,
        "solved": solved,
    }
    starts = np.cumsum(count) - count
    for measure in MEASURES:
        ordered = runs.penalised(measure)
        ordered = ordered[np.lexsort((ordered, cell))]
        low, high = ordered[starts + (count - 1) // 2], ordered[starts + count // 2]
        with np.errstate(divide="ignore", invalid="ignore"):
            total = np.bincount(cell, runs.effort(measure), len(cells))
            table[f"median_{measure}"] = np.where(np.isinf(high), np.inf, (low + high) / 2)
            table[f"ert_{measure}"] = np.where(solved > 0, total / solved, np.inf)
    return table


def _effort(spent: Floats, solved: Bools, limit: float | None) -> Effort:
    return Effort(
        tuple(statistics.quantiles(spent, solved).tolist()),
        tuple(statistics.at_least(spent).tolist()),
        statistics.median_interval(spent, solved),
        statistics.expected_effort(spent, solved),
        statistics.expected_effort_interval(spent, solved),
        statistics.par(spent, solved, limit),
    )
