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
RESAMPLES = 2000
GROUPS = 2000  # more runs than this are drawn in groups


def wilson(solved: int, runs: int, confidence: float = CONFIDENCE) -> Interval:
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
    return _quantiles(np.sort(penalised(effort, solved)), shares)


def at_least(effort: ArrayLike, shares: Sequence[float] = QUARTILES) -> Floats:
    """Return lower bounds of the quantiles: no run needed less than the effort it spent.

    Where `quantiles` is infinite, this is the best known lower bound: with a limit it is the limit.
    """
    return _quantiles(np.sort(np.asarray(effort, dtype=np.float64)), shares)


def median_interval(effort: ArrayLike, solved: ArrayLike, confidence: float = CONFIDENCE) -> Interval:
    """Return an interval for the median from order statistics: exact, whatever the distribution.

    The ranks come from the binomial distribution; with fewer than six runs it reaches from 0 to infinity.

    References
    ----------
    W. R. Thompson: On confidence ranges for the median. Annals of Mathematical Statistics 7, 1936.
    https://doi.org/10.1214/aoms/1177732502
    """
    from scipy.stats import binom

    ordered = np.sort(penalised(effort, solved))
    runs = len(ordered)
    if runs == 0:
        return 0.0, math.inf
    rank = int(binom.ppf((1 - confidence) / 2, runs, 0.5))
    # The rank-th smallest and largest: outside of them lie fewer than `rank` of `runs` fair coins.
    if rank == 0:
        return 0.0, math.inf
    return float(ordered[rank - 1]), float(ordered[runs - rank])


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

    Where there was no limit on this effort, it counts ten times what it spent.

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
    lost = factor * (spent if limit is None else limit)
    return float(np.where(np.asarray(solved, dtype=bool), spent, lost).mean())


def expected_effort_interval(
    effort: ArrayLike, solved: ArrayLike, *, confidence: float = CONFIDENCE, seed: int = 0
) -> Interval:
    """Return a percentile bootstrap interval of the expected running time; the seed is fixed.

    Very many runs are first put into groups by chance, and the groups are drawn: what counts are sums over
    runs, and sums over such groups vary in the same way.

    References
    ----------
    B. Efron: Bootstrap methods: another look at the jackknife. Annals of Statistics 7, 1979.
    https://doi.org/10.1214/aos/1176344552
    """
    spent, won = np.asarray(effort, dtype=np.float64), np.asarray(solved, dtype=np.float64)
    if len(spent) == 0:
        return 0.0, math.inf
    generator = np.random.default_rng(seed)
    if len(spent) > GROUPS:
        order = generator.permutation(len(spent))
        starts = np.linspace(0, len(spent), GROUPS, endpoint=False).astype(np.int64)
        spent, won = np.add.reduceat(spent[order], starts), np.add.reduceat(won[order], starts)
    drawn = np.empty(RESAMPLES)
    step = max(1, 1_000_000 // len(spent))
    for first in range(0, RESAMPLES, step):
        picks = generator.integers(0, len(spent), (min(step, RESAMPLES - first), len(spent)), dtype=np.int32)
        with np.errstate(divide="ignore", invalid="ignore"):
            drawn[first : first + step] = spent[picks].sum(axis=1) / won[picks].sum(axis=1)
    drawn[np.isnan(drawn)] = np.inf  # nothing spent and nothing solved
    tail = (1 - confidence) / 2
    low, high = _quantiles(np.sort(drawn), (tail, 1 - tail))
    return float(low), float(high)


def _quantiles(ordered: Floats, shares: Sequence[float]) -> Floats:
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
