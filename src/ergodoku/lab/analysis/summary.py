"""The runs of a study as arrays, and a summary for each contender."""

from __future__ import annotations

from dataclasses import dataclass, fields
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from ergodoku.lab.analysis import statistics
from ergodoku.lab.analysis.resampling import Drawn, Ints, Resampling, draw, percentiles, puzzles_are_drawn
from ergodoku.lab.analysis.statistics import Bools, Floats, Interval

if TYPE_CHECKING:
    from ergodoku.lab.study import Store, Study

MEASURES = ("seconds", "cpu_seconds", "iterations", "evaluations")
DISTURBED = 0.95  # if runs had a smaller share of the CPU, other programs disturbed them


@dataclass(frozen=True, eq=False)
class Runs:
    """All finished runs, one entry per run in every array."""

    puzzle: Ints
    contender: Ints
    repetition: Ints
    seed: Ints
    solved: Bools
    unsolvable: Bools
    by_logic: Bools
    energy: Ints
    seconds: Floats
    cpu_seconds: Floats
    iterations: Floats
    evaluations: Floats

    @classmethod
    def read(cls, store: Store) -> Runs:
        """Read the runs from the store; they are consistent even while the study is running."""
        columns = store.columns()
        status, found_by = columns["status"], columns["found_by"]
        whole = {name: columns[name].astype(np.int64) for name in ("puzzle", "contender", "repetition")}
        return cls(
            **whole,
            seed=columns["seed"],
            solved=status == "solved",
            unsolvable=status == "unsolvable",
            by_logic=found_by == "logic",
            energy=columns["energy"].astype(np.int64),
            seconds=columns["seconds"].astype(np.float64),
            cpu_seconds=columns["cpu_seconds"].astype(np.float64),
            iterations=columns["iterations"].astype(np.float64),
            evaluations=columns["evaluations"].astype(np.float64),
        )

    def __len__(self) -> int:
        return len(self.puzzle)

    @property
    def keys(self) -> tuple[Ints, Ints, Ints]:
        """Puzzle, contender and repetition, which identify a stored run."""
        return self.puzzle, self.contender, self.repetition

    def effort(self, measure: str) -> Floats:
        """Return the effort of each run in one of the `MEASURES`."""
        effort: Floats = getattr(self, measure)
        return effort

    def penalised(self, measure: str) -> Floats:
        """Return the efforts, with infinity for runs that gave up."""
        return statistics.penalised(self.effort(measure), self.solved)

    @property
    def knows_cpu_time(self) -> bool:
        """Whether the CPU time of every run is known; older versions did not store it."""
        known = np.isfinite(self.cpu_seconds) & ((self.cpu_seconds > 0) | (self.seconds == 0))
        return len(self) > 0 and bool(known.all())

    def only(self, wanted: Bools) -> Runs:
        """Return the runs that ``wanted`` marks."""
        return Runs(**{field.name: getattr(self, field.name)[wanted] for field in fields(self)})

    @property
    def measures(self) -> tuple[str, ...]:
        """The measures that add information.

        CPU time is added if other programs disturbed the runs, and evaluations unless every iteration has the
        same number of them.
        """
        moved = self.iterations > 0
        ratio = self.evaluations[moved] / self.iterations[moved]
        same = len(ratio) == 0 or float(np.ptp(ratio)) <= 1e-9 * float(ratio.max())
        left_out = {"evaluations"} if same else set()
        left_out |= set() if self.cpu_share < DISTURBED else {"cpu_seconds"}
        return tuple(measure for measure in MEASURES if measure not in left_out)

    @property
    def cpu_share(self) -> float:
        """The share of CPU time in the time of all runs; NaN if unknown."""
        spent = float(self.seconds.sum())
        return float(self.cpu_seconds.sum()) / spent if spent else float("nan")

    @property
    def common_seeds(self) -> bool:
        """Whether all contenders had the same seed in the same repetition on the same puzzle."""
        if len(self) == 0:
            return False
        keys = self.puzzle * (int(self.repetition.max()) + 1) + self.repetition
        first, inverse = np.unique(keys, return_index=True, return_inverse=True)[1:]
        return bool((self.seed == self.seed[first][inverse]).all())


@dataclass(frozen=True)
class Effort:
    """The effort of one contender in one measure, over all its runs.

    ``quartiles`` are infinite if too few runs were solved to know them; ``at_least`` then has lower bounds.
    ``par10`` is NaN if runs gave up and this measure has no limit.
    """

    quartiles: tuple[float, ...]
    at_least: tuple[float, ...]
    median_interval: Interval
    expected: float
    expected_interval: Interval
    par10: float
    par10_interval: Interval

    @property
    def median(self) -> float:
        """The middle quartile."""
        return self.quartiles[1]


@dataclass(frozen=True)
class Standing:
    """One contender: how many runs it solved, its effort, and for what share of the time it had the CPU."""

    contender: int
    label: str
    runs: int
    solved: int
    by_logic: int
    interval: Interval
    cpu_share: float
    seconds: Effort
    cpu_seconds: Effort
    iterations: Effort
    evaluations: Effort

    @property
    def rate(self) -> float:
        """The share of solved runs; NaN without runs."""
        return self.solved / self.runs if self.runs else float("nan")

    def effort(self, measure: str) -> Effort:
        """Return the effort in one of the `MEASURES`."""
        effort: Effort = getattr(self, measure)
        return effort


def limits_of(study: Study) -> dict[str, float | None]:
    """Return the limits of a study's runs, by measure."""
    return {
        "seconds": study.time_limit,
        "cpu_seconds": None,
        "iterations": study.max_iterations,
        "evaluations": study.max_evaluations,
    }


def standings_of(
    study: Study, runs: Runs, on_clock: Runs | None = None
) -> tuple[tuple[Standing, ...], list[Drawn]]:
    """Return the standing of each contender, and the results of its resamples.

    If the seconds of ``runs`` are CPU time, ``on_clock`` has the same runs with their time on the clock,
    because the share of the CPU needs both.
    """
    counts = np.bincount(runs.contender, minlength=len(study.contenders))
    resampling = Resampling(runs.puzzle, int(counts.max(initial=0)))
    found = [_standing(study, runs, on_clock, k, resampling) for k in range(len(study.contenders))]
    return tuple(standing for standing, _ in found), [drawn for _, drawn in found]


def by_puzzle(runs: Runs, contenders: int) -> dict[str, NDArray[Any]]:
    """Return one row per puzzle and contender, by column: runs, solved, and each measure's median and ERT.

    Each measure is sorted once for all rows, which is fast even if there are very many puzzles.
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


def _standing(
    study: Study, runs: Runs, on_clock: Runs | None, contender: int, resampling: Resampling
) -> tuple[Standing, Drawn]:
    mine = runs.only(runs.contender == contender)
    timed = mine if on_clock is None else on_clock.only(on_clock.contender == contender)
    count, limits = int(mine.solved.sum()), limits_of(study)
    spent = {measure: mine.effort(measure) for measure in MEASURES}
    drawn = draw(resampling, mine.puzzle, mine.solved, spent, limits, contender)
    puzzles = len(np.unique(mine.puzzle))
    sample = puzzles if puzzles_are_drawn(puzzles) else len(mine)
    return (
        Standing(
            contender,
            study.contenders[contender].label,
            len(mine),
            count,
            int(mine.by_logic.sum()),
            statistics.rate_interval(count, len(mine), drawn.rate, sample),
            timed.cpu_share,
            *(_effort(spent[m], mine.solved, limits[m], drawn, m) for m in MEASURES),
        ),
        drawn,
    )


def _effort(spent: Floats, solved: Bools, limit: float | None, drawn: Drawn, measure: str) -> Effort:
    few = len(spent) < statistics.FEWEST_RUNS
    return Effort(
        tuple(statistics.quantiles(spent, solved).tolist()),
        tuple(statistics.at_least(spent, solved).tolist()),
        (0.0, float("inf")) if few else percentiles(drawn.median[measure]),
        statistics.expected_effort(spent, solved),
        percentiles(drawn.expected[measure]),
        statistics.par(spent, solved, limit),
        percentiles(drawn.par10[measure]),
    )
