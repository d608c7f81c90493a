"""What the runs of one contender say: success, quartiles, expected running time, PAR10.

All functions take two arrays with one entry per run: the effort (seconds or iterations) and whether the run
was solved. A run that gave up is censored: it would have needed more than the effort it spent. It counts in
every figure here, so none of them is a mean over the solved runs alone.
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
FEWEST_RUNS = 6  # with fewer runs nothing is known of a median


def wilson(solved: float, runs: float, confidence: float = CONFIDENCE) -> Interval:
    """Return the interval of Wilson for a success rate.

    It holds its promise for few runs and for rates of 0 and 1, where the usual interval has no width.

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
    # At the ends the bound is the rate itself; rounding must not put it a hair beside.
    low = 0.0 if solved == 0 else max(0.0, middle - half)
    high = 1.0 if solved == runs else min(1.0, middle + half)
    return low, high


def rate_interval(solved: int, runs: int, drawn: Floats, least: int) -> Interval:
    """Return the interval of a success rate: that of Wilson, with as many runs as these are worth.

    Runs on one puzzle are alike, so a hundred of them may be worth no more than ten on puzzles of their own.
    How many they are worth is seen from how much the rate varies from resample to resample (Kish's effective
    sample size).

    Parameters
    ----------
    solved, runs : int
        Of one contender.
    drawn : ndarray
        The rate in each resample.
    least : int
        What the runs are worth at least: the number of puzzles. Where all runs ended alike, no more is known.

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
    """Return the efforts with infinity for the runs that gave up: worse than any that was solved."""
    return np.where(np.asarray(solved, dtype=bool), np.asarray(effort, dtype=np.float64), np.inf)


def quantiles(effort: ArrayLike, solved: ArrayLike, shares: Sequence[float] = QUARTILES) -> Floats:
    """Return quantiles over all runs; infinity where too few were solved to know them.

    Examples
    --------
    >>> quantiles([1.0, 2.0, 3.0, 9.0, 9.0], [True, True, True, False, False])
    array([ 2.,  3., inf])
    """
    return quantiles_of_sorted(np.sort(penalised(effort, solved)), shares)


def at_least(effort: ArrayLike, shares: Sequence[float] = QUARTILES) -> Floats:
    """Return lower bounds of the quantiles: no run needed less than the effort it spent.

    Where `quantiles` is infinite, this is the best known lower bound: with a limit it is the limit.
    """
    return quantiles_of_sorted(np.sort(np.asarray(effort, dtype=np.float64)), shares)


def expected_effort(effort: ArrayLike, solved: ArrayLike) -> float:
    """Return the expected running time (ERT): all effort spent, divided by the number of solved runs.

    It is the cost of one solution if you start again after giving up; infinite if no run was solved.

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
    """Return the penalised average effort (PAR10): a run that gave up counts ten times the limit.

    Without a limit on this effort it is not a number, unless all runs were solved: ten times what a run spent
    until another limit ended it would mean nothing.

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
    """Return the efforts, with runs that another limit ended early put at the end of what was seen.

    Such a run says nothing about when it would have been solved: under a limit in iterations, the seconds of
    a run that gave up only say how fast it was. So it stays among the unsolved runs to the end, instead of
    leaving them where it stopped.
    """
    spent = np.asarray(effort, dtype=np.float64)
    if spent.size == 0:
        return spent
    end = max(float(spent.max()), limit or 0.0)
    return np.where(np.asarray(solved, dtype=bool), spent, end)


def quantiles_of_sorted(ordered: Floats, shares: Sequence[float]) -> Floats:
    """Return quantiles as numpy does, linear between neighbours, with infinity allowed as a value."""
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
