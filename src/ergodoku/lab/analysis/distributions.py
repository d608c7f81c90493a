"""Run-length distributions: the share of runs solved within a given effort."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from ergodoku.lab.analysis.statistics import Floats


@dataclass(frozen=True, eq=False)
class RunLengthDistribution:
    """A step function: the share of runs solved within each effort, constant until the next effort.

    Attributes
    ----------
    effort : ndarray
        The efforts at which the curve rises, ascending.
    share : ndarray
        The share of solved runs from each effort on, 0 to 1.
    end : float
        The largest observed effort: beyond it the curve says nothing.
    """

    effort: Floats
    share: Floats
    end: float

    def __call__(self, effort: ArrayLike) -> Floats:
        """Return the share of runs solved within each of these efforts."""
        place = np.searchsorted(self.effort, np.asarray(effort, dtype=np.float64), side="right")
        return np.concatenate(([0.0], self.share))[place]

    def thin(self, points: int = 400) -> RunLengthDistribution:
        """Return the curve with at most ``points`` of its steps, spread evenly over the shares."""
        if len(self.effort) <= points:
            return self
        levels = np.linspace(self.share[0], self.share[-1], points)
        kept = np.unique(np.searchsorted(self.share, levels).clip(0, len(self.share) - 1))
        return RunLengthDistribution(self.effort[kept], self.share[kept], self.end)


def empirical(effort: ArrayLike, solved: ArrayLike) -> RunLengthDistribution:
    """Return the empirical run-length distribution: the share of all runs solved within each effort.

    A run that gave up counts as a run, and never as solved.

    References
    ----------
    H. H. Hoos, T. Stützle: Local search algorithms for SAT: an empirical evaluation. Journal of Automated
    Reasoning 24, 2000. https://doi.org/10.1023/A:1006350622830

    Examples
    --------
    >>> curve = empirical([1.0, 2.0, 2.0, 5.0], [True, True, True, False])
    >>> curve.effort, curve.share
    (array([1., 2.]), array([0.25, 0.75]))
    """
    spent, won = np.asarray(effort, dtype=np.float64), np.asarray(solved, dtype=bool)
    steps, counts = np.unique(spent[won], return_counts=True)
    return RunLengthDistribution(steps, counts.cumsum() / max(1, len(spent)), _end(spent))


def kaplan_meier(effort: ArrayLike, solved: ArrayLike) -> RunLengthDistribution:
    """Return the Kaplan-Meier estimate of the distribution, for runs that gave up at different efforts.

    We know only that a run that gave up would have needed more effort, so the curve may rise above the share
    of solved runs. If the runs that gave up all had the same limit, the estimate equals the empirical
    distribution. The limit must be on the measure of the efforts: if a limit on another measure ended some
    runs, use `horizon` first.

    References
    ----------
    E. L. Kaplan, P. Meier: Nonparametric estimation from incomplete observations. JASA 53, 1958.
    https://doi.org/10.1080/01621459.1958.10501452

    Examples
    --------
    >>> kaplan_meier([1.0, 2.0, 3.0, 4.0], [True, False, True, True]).share
    array([0.25 , 0.625, 1.   ])
    """
    from scipy.stats import CensoredData, ecdf

    spent, won = np.asarray(effort, dtype=np.float64), np.asarray(solved, dtype=bool)
    if not won.any():
        return RunLengthDistribution(np.empty(0), np.empty(0), _end(spent))
    estimate = ecdf(CensoredData(spent[won], right=spent[~won])).cdf
    rises = np.isin(estimate.quantiles, spent[won])  # drop efforts at which runs gave up and none was solved
    steps, share = estimate.quantiles[rises], estimate.probabilities[rises]
    return RunLengthDistribution(steps, share, _end(spent))


def _end(spent: Floats) -> float:
    return float(spent.max()) if spent.size else 0.0
