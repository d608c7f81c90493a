"""Is restarting worth it? Compare runs with the exponential distribution, which has no memory.

If the efforts of runs on a puzzle are exponential, a run that has lasted long is as likely to end soon as a
new one, so restarting changes nothing. A Weibull distribution has one more parameter, its shape. With a shape
below 1, the longer a run has lasted, the less likely it is to end soon, so a restart helps. With a shape
above 1, it is more likely to end soon, and a restart wastes work.

Puzzles differ in difficulty. If we pooled them, restarts would seem to help even if the runs on each puzzle
are exponential. So each puzzle has its own scale, and only the shape is common.
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

MOST = 10_000  # maximum number of runs to use per contender
SHAPES = (0.02, 50.0)  # search range of the shape
FEWEST = 5  # a shape needs at least this many more solved runs than puzzles
EARLIEST = 20  # solved runs needed up to a cutoff: with fewer, a gain may be luck


@dataclass(frozen=True)
class Shape:
    """The shape of the Weibull distribution that fits a contender's runs, with a scale for each puzzle.

    Attributes
    ----------
    shape : float
        The shape; 1 is the exponential distribution.
    interval : (float, float)
        The interval of the shape (95 %).
    puzzles, solved : int
        The numbers of puzzles and solved runs from which the shape is estimated.
    """

    shape: float
    interval: Interval
    puzzles: int
    solved: int

    @property
    def verdict(self) -> str:
        """What the shape means for restarts."""
        if self.interval[1] < 1:
            return "restart sooner"
        return "do not restart sooner" if self.interval[0] > 1 else "no significant effect"


@dataclass(frozen=True, eq=False)
class RestartCurve:
    """The cost of a solution if runs restart at a cutoff, for each cutoff.

    ``cutoff`` and ``cost`` are multiples of the expected running time on a puzzle. A ``cost`` of 1 means that
    restarting at this cutoff changes nothing.
    """

    cutoff: Floats
    cost: Floats

    @property
    def best(self) -> tuple[float, float]:
        """The cutoff with the lowest cost, and this cost; NaN if there are too few runs."""
        if not len(self.cost):
            return float("nan"), float("nan")
        k = int(self.cost.argmin())
        return float(self.cutoff[k]), float(self.cost[k])


@dataclass(frozen=True, eq=False)
class Restarts:
    """The evidence on restarts from the runs of one contender.

    Attributes
    ----------
    contender : int
        The number of the contender.
    times : RunLengthDistribution
        The share of runs solved within a multiple of the expected running time on their puzzle. It is a
        Kaplan-Meier estimate, because runs gave up at different multiples.
    cost : RestartCurve
        The cost of a solution for each cutoff.
    shape : Shape or None
        The fitted shape; None if too few runs were solved.
    """

    contender: int
    times: RunLengthDistribution
    cost: RestartCurve
    shape: Shape | None


def restarts_of(runs: Runs, measure: str, contenders: int, most: int = MOST) -> list[Restarts]:
    """Return the evidence on restarts for each contender that solved a puzzle by searching.

    At most ``most`` runs of each contender are used. Runs that logic alone ended did not search, so they are
    left out.
    """
    found = []
    rows = evenly_chosen(runs, most)
    rows = rows[~runs.by_logic[rows]]
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

    The expected running time is the mean of the exponential distribution that fits the runs on the puzzle,
    where runs that gave up are censored. Runs on puzzles that were never solved, or solved without effort,
    are left out. The other two arrays are for the same runs: whether each was solved, and its puzzle,
    renumbered from 0.
    """
    place = np.unique(puzzle, return_inverse=True)[1]
    won, spent = np.bincount(place, solved), np.bincount(place, effort)
    usable = ((won > 0) & (spent > 0))[place]
    mean = spent[place[usable]] / won[place[usable]]
    return effort[usable] / mean, solved[usable], np.unique(place[usable], return_inverse=True)[1]


def fit_shape(effort: Floats, solved: Bools, puzzle: Ints, confidence: float = CONFIDENCE) -> Shape | None:
    """Return the best fitting shape with its interval; None if too few runs were solved.

    The scale of each puzzle is integrated out, with a uniform prior on its logarithm. The usual maximum
    likelihood estimate would be much too high if there are many puzzles with few runs each. The interval
    comes from the likelihood ratio.

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
    spent = np.maximum(spent, spent[spent > 0].min())  # avoid log(0)
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
    """Return the cost of a solution for every cutoff with enough solved runs.

    A run that takes longer than the cutoff counts as if it gave up there. The cost is the total effort
    divided by the number of runs solved up to the cutoff.

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
