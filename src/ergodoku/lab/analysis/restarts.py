"""Is restarting worth it? Runs on a puzzle against the exponential distribution, which has no memory.

If the efforts of runs on a puzzle are exponential, a run that has lasted long is as likely to end soon as a
new one: to restart it changes nothing. A Weibull distribution has one parameter more, its shape. With a shape
below 1 the chance to end falls while a run lasts, so that a new start is better; above 1 it rises, and a
restart throws work away.

Puzzles are of different difficulty, and pooled they would look as if restarts helped even where each of
them is exponential. So each puzzle has a scale of its own, and only the shape is common.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING

import numpy as np

from ergodoku.lab.analysis.distributions import RunLengthDistribution, kaplan_meier
from ergodoku.lab.analysis.histories import evenly_chosen
from ergodoku.lab.analysis.resampling import Ints
from ergodoku.lab.analysis.statistics import CONFIDENCE, Bools, Floats, Interval

if TYPE_CHECKING:
    from ergodoku.lab.analysis.summary import Runs

MOST = 10_000  # runs of a contender that are looked at
SHAPES = (0.02, 50.0)  # where the shape is looked for
FEWEST = 5  # solved runs more than puzzles: with fewer nothing can be said of a shape
EARLIEST = 20  # solved runs from which on a cutoff is looked at: with fewer a gain may be luck


@dataclass(frozen=True)
class Shape:
    """The shape of the Weibull distribution that fits a contender's runs, with a scale for each puzzle.

    Attributes
    ----------
    shape : float
        1 is the exponential distribution.
    interval : (float, float)
        Of the shape (95 %).
    puzzles, solved : int
        What it is taken from.
    """

    shape: float
    interval: Interval
    puzzles: int
    solved: int

    @property
    def verdict(self) -> str:
        """What it means for restarts."""
        if self.interval[1] < 1:
            return "restart sooner"
        return "do not restart sooner" if self.interval[0] > 1 else "no difference shown"


@dataclass(frozen=True, eq=False)
class RestartCurve:
    """What a solution costs if runs are restarted at a cutoff, as a share of what it costs now.

    ``cutoff`` is in multiples of the expected running time on a puzzle; ``cost`` of 1 changes nothing.
    """

    cutoff: Floats
    cost: Floats

    @property
    def best(self) -> tuple[float, float]:
        """The cutoff with the lowest cost, and that cost; not a number where there are too few runs."""
        if not len(self.cost):
            return float("nan"), float("nan")
        k = int(self.cost.argmin())
        return float(self.cutoff[k]), float(self.cost[k])


@dataclass(frozen=True, eq=False)
class Restarts:
    """What the runs of one contender say about restarts.

    Attributes
    ----------
    contender : int
        Whose runs these are.
    times : RunLengthDistribution
        The share of runs that were solved within a multiple of the expected running time on their puzzle, by
        Kaplan and Meier: runs gave up at different multiples.
    cost : RestartCurve
        What a solution costs for each cutoff.
    shape : Shape or None
        The shape that fits; None where too few runs were solved.
    """

    contender: int
    times: RunLengthDistribution
    cost: RestartCurve
    shape: Shape | None


def restarts_of(runs: Runs, measure: str, contenders: int, most: int = MOST) -> list[Restarts]:
    """Return what runs say about restarts, for each contender that solved something by searching.

    At most ``most`` runs of each contender are looked at.
    """
    found = []
    rows = evenly_chosen(runs, most)
    for k in range(contenders):
        mine = rows[runs.contender[rows] == k]
        columns = runs.effort(measure)[mine], runs.solved[mine], runs.puzzle[mine]
        spent, solved, _ = scaled_efforts(*columns)
        if solved.any():
            found.append(
                Restarts(k, kaplan_meier(spent, solved), restart_curve(*columns), fit_shape(*columns))
            )
    return found


def scaled_efforts(effort: Floats, solved: Bools, puzzle: Ints) -> tuple[Floats, Bools, Ints]:
    """Return the efforts of runs as multiples of the expected running time on their puzzle.

    That is the mean of the exponential distribution that fits the runs on the puzzle, with those that gave up
    taken as censored. Runs on puzzles that were never solved, or solved without effort, are left out. The
    other two arrays say which of the runs left were solved, and number their puzzles.
    """
    place = np.unique(puzzle, return_inverse=True)[1]
    won, spent = np.bincount(place, solved), np.bincount(place, effort)
    usable = ((won > 0) & (spent > 0))[place]
    mean = spent[place[usable]] / won[place[usable]]
    return effort[usable] / mean, solved[usable], np.unique(place[usable], return_inverse=True)[1]


def fit_shape(effort: Floats, solved: Bools, puzzle: Ints, confidence: float = CONFIDENCE) -> Shape | None:
    """Return the shape that fits best, with its interval; None where too few runs were solved.

    The scale of each puzzle is integrated out (with an even prior on its logarithm): the usual maximum of the
    likelihood would be far too high where there are many puzzles with few runs each. The interval is the one
    of the likelihood ratio.

    References
    ----------
    J. D. Kalbfleisch, R. L. Prentice: The statistical analysis of failure time data. Wiley, 2002.
    https://doi.org/10.1002/9781118032985

    R. M. Aiex, M. G. C. Resende, C. C. Ribeiro: TTT plots: a perl program to create time-to-target plots.
    Optimization Letters 1, 2007. https://doi.org/10.1007/s11590-006-0031-4
    """
    from scipy.optimize import brentq, minimize_scalar
    from scipy.stats import chi2

    spent, won, place = scaled_efforts(effort, solved, puzzle)
    deaths = np.bincount(place, won).astype(np.float64)
    if deaths.sum() - len(deaths) < FEWEST:
        return None
    spent = np.maximum(spent, spent[spent > 0].min())  # a logarithm is taken
    likelihood = partial(_likelihood, spent, place, deaths, float(np.log(spent[won]).sum()))
    low, high = np.log(SHAPES)
    top = minimize_scalar(lambda log: -likelihood(log), bounds=(low, high), method="bounded")
    drop = float(chi2.ppf(confidence, 1)) / 2

    def excess(log: float) -> float:
        return likelihood(log) + float(top.fun) + drop

    ends = [
        float(np.exp(brentq(excess, *sorted((end, top.x))))) if excess(end) < 0 else float(np.exp(end))
        for end in (low, high)
    ]
    return Shape(float(np.exp(top.x)), (ends[0], ends[1]), len(deaths), int(deaths.sum()))


def restart_curve(effort: Floats, solved: Bools, puzzle: Ints) -> RestartCurve:
    """Return the cost of a solution for every cutoff from which on enough runs were solved.

    Runs longer than the cutoff count as given up there: all effort spent, divided by the solved runs left.

    References
    ----------
    M. Luby, A. Sinclair, D. Zuckerman: Optimal speedup of Las Vegas algorithms. Information Processing
    Letters 47, 1993. https://doi.org/10.1016/0020-0190(93)90029-9
    """
    spent, won, _ = scaled_efforts(effort, solved, puzzle)
    order = np.lexsort((~won, spent))
    spent, won = spent[order], won[order]
    longer = np.arange(len(spent) - 1, -1, -1)
    count = np.cumsum(won)
    enough = won & (count >= EARLIEST)
    cost = (np.cumsum(spent) + longer * spent)[enough] / count[enough]
    return RestartCurve(spent[enough], cost)


def _likelihood(spent: Floats, place: Ints, deaths: Floats, logs: float, log_shape: float) -> float:
    """Return the logarithm of the likelihood of a shape, with the scales integrated out."""
    shape = float(np.exp(log_shape))
    powers = np.bincount(place, spent**shape)
    free = float(deaths.sum()) - len(deaths)
    return free * log_shape + (shape - 1) * logs - float(deaths @ np.log(powers))
