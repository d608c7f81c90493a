"""Statistics of one contender's runs: success rate, quartiles, expected running time, PAR10.

Most functions take two arrays with one entry per run: the effort (seconds or iterations), and whether the run
was solved. A run that gave up is censored: it would have needed more than the effort it spent. Such runs
count in every statistic here, so no statistic is a mean over only the solved runs.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np
from numpy.typing import ArrayLike, NDArray

Floats = NDArray[np.float64]
Bools = NDArray[np.bool_]
Interval = tuple[float, float]

CONFIDENCE = 0.95
QUARTILES = (0.25, 0.5, 0.75)
FEWEST_RUNS = 6  # with fewer runs, a median has no confidence interval


def wilson(solved: float, runs: float, confidence: float = CONFIDENCE) -> Interval:
    """Return Wilson's interval for a success rate.

    It is reliable even with few runs, and for rates of 0 and 1, where the usual interval has no width.

    References
    ----------
    E. B. Wilson: Probable inference, the law of succession, and statistical inference. JASA 22, 1927.
    https://doi.org/10.1080/01621459.1927.10502953

    Examples
    --------
    >>> [round(bound, 3) for bound in wilson(10, 10)]
    [0.722, 1.0]
    """
    from scipy.stats import norm

    if runs == 0:
        return 0.0, 1.0
    z = float(norm.ppf((1 + confidence) / 2))
    rate, share = solved / runs, z * z / runs
    middle = (rate + share / 2) / (1 + share)
    half = z / (1 + share) * math.sqrt(rate * (1 - rate) / runs + share / (4 * runs))
    # At 0 and 1 the bound equals the rate; rounding errors must not move it.
    low = 0.0 if solved == 0 else max(0.0, middle - half)
    high = 1.0 if solved == runs else min(1.0, middle + half)
    return low, high


def rate_interval(solved: int, runs: int, drawn: Floats, least: int) -> Interval:
    """Return Wilson's interval for a success rate, with the effective number of runs.

    Runs on the same puzzle are similar, so a hundred of them may say no more than ten runs on different
    puzzles. The effective number of runs (Kish's effective sample size) follows from how much the rate varies
    between resamples.

    Parameters
    ----------
    solved, runs : int
        Solved runs and all runs of one contender.
    drawn : ndarray
        The rate in each resample.
    least : int
        The smallest effective number of runs: the number of puzzles, or of runs if there are few puzzles. It
        is also used if all runs or no runs were solved.

    References
    ----------
    L. Kish: Survey sampling. Wiley, 1965.
    """
    if runs == 0:
        return 0.0, 1.0
    rate, variance = solved / runs, float(np.var(drawn))
    worth = rate * (1 - rate) / variance if variance > 1e-12 else 0.0
    worth = min(max(worth, least), runs)
    return wilson(rate * worth, worth)


def penalised(effort: ArrayLike, solved: ArrayLike) -> Floats:
    """Return the efforts, with infinity for runs that gave up: they are worse than any solved run."""
    return np.where(np.asarray(solved, dtype=bool), np.asarray(effort, dtype=np.float64), np.inf)


def quantiles(effort: ArrayLike, solved: ArrayLike, shares: Sequence[float] = QUARTILES) -> Floats:
    """Return quantiles over all runs; infinity if too few runs were solved to know them.

    Examples
    --------
    >>> quantiles([1.0, 2.0, 3.0, 9.0, 9.0], [True, True, True, False, False])
    array([ 2.,  3., inf])
    """
    return quantiles_of_sorted(np.sort(penalised(effort, solved)), shares)


def at_least(effort: ArrayLike, solved: ArrayLike, shares: Sequence[float] = QUARTILES) -> Floats:
    """Return lower bounds of the quantiles; a quantile that is known is its own bound.

    A run that gave up counts as worse than any solved run. So its bound is the effort it spent, or the effort
    of the longest solved run if that is larger.

    Examples
    --------
    >>> at_least([1.0, 2.0, 8.0, 5.0, 9.0], [True, True, True, False, False])
    array([2., 8., 8.])
    """
    won, spent = np.asarray(solved, dtype=bool), np.asarray(effort, dtype=np.float64)
    longest = spent.max(where=won, initial=0.0)
    return quantiles_of_sorted(np.sort(np.where(won, spent, np.maximum(spent, longest))), shares)


def expected_effort(effort: ArrayLike, solved: ArrayLike) -> float:
    """Return the expected running time (ERT): all effort spent, divided by the number of solved runs.

    It is the cost of one solution if you restart after giving up; infinite if no run was solved.

    References
    ----------
    A. Auger, N. Hansen: Performance evaluation of an advanced local search evolutionary algorithm. CEC 2005.
    https://doi.org/10.1109/CEC.2005.1554903

    Examples
    --------
    >>> expected_effort([1.0, 2.0, 10.0], [True, True, False])
    6.5
    """
    count = int(np.count_nonzero(solved))
    return float(np.sum(effort, dtype=np.float64)) / count if count else math.inf


def par(effort: ArrayLike, solved: ArrayLike, limit: float | None = None, factor: float = 10.0) -> float:
    """Return the penalised average effort (PAR10): a run that gave up counts as ten times the limit.

    Without a limit on this measure the average is NaN, unless all runs were solved: ten times the effort of a
    run that another limit ended would mean nothing.

    References
    ----------
    L. Kotthoff: Algorithm selection for combinatorial search problems: a survey. AI Magazine 35, 2014.
    https://doi.org/10.1609/aimag.v35i3.2460

    Examples
    --------
    >>> par([1.0, 3.0, 10.0], [True, True, False], limit=10.0)
    34.666666666666664
    """
    spent = np.asarray(effort, dtype=np.float64)
    if spent.size == 0:
        return math.nan
    lost = math.nan if limit is None else factor * limit
    return float(np.where(np.asarray(solved, dtype=bool), spent, lost).mean())


def horizon(effort: ArrayLike, solved: ArrayLike, limit: float | None) -> Floats:
    """Return the efforts; every unsolved run gets the limit or the largest effort, whichever is higher.

    If a limit on another measure ended a run, its effort shows nothing about the time to a solution: with a
    limit on iterations, the seconds of a run only show how fast it was. So such a run counts as unsolved to
    the end of the curve, instead of leaving the sample where it stopped.
    """
    spent = np.asarray(effort, dtype=np.float64)
    if spent.size == 0:
        return spent
    end = max(float(spent.max()), limit or 0.0)
    return np.where(np.asarray(solved, dtype=bool), spent, end)


def quantiles_of_sorted(ordered: Floats, shares: Sequence[float]) -> Floats:
    """Return quantiles like numpy, linear between neighbours, but with infinity allowed as a value."""
    if len(ordered) == 0:
        return np.full(len(shares), np.nan)
    place = (len(ordered) - 1) * np.asarray(shares, dtype=np.float64)
    below = np.floor(place).astype(np.int64)
    above = np.minimum(below + 1, len(ordered) - 1)
    part, low, high = place - below, ordered[below], ordered[above]
    between = (part > 0) & np.isfinite(high)
    step = np.zeros(len(place))
    step[between] = part[between] * (high[between] - low[between])
    return np.where((part > 0) & np.isinf(high), np.inf, low + step)
