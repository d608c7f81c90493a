"""Two contenders side by side: Mann-Whitney, Holm's correction, and the effect size A12.

Runs are compared on the same puzzle only: a contender is not better for having easier puzzles. A run that
gave up is worse than any that was solved, and as bad as any other that gave up.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

from ergodoku.lab.analysis.statistics import Floats

WORDS = ((0.06, "negligible"), (0.14, "small"), (0.21, "medium"))
ALPHA = 0.05


@dataclass(frozen=True)
class Pair:
    """How two contenders compare in one measure.

    Attributes
    ----------
    first, second : int
        The contenders.
    a12 : float
        The probability that a run of the first needs less than one of the second (ties count half).
    p : float
        Of the two-sided test that neither is better.
    adjusted : float
        The same after Holm's correction for all pairs of this measure.
    runs : (int, int)
        How many of each were compared.
    """

    first: int
    second: int
    a12: float
    p: float
    adjusted: float
    runs: tuple[int, int]

    @property
    def effect(self) -> str:
        """The effect size in a word: negligible, small, medium or large."""
        return effect_word(self.a12)

    @property
    def differs(self) -> bool:
        """Whether a difference is shown at the level of 0.05 after correction."""
        return self.adjusted < ALPHA


def effect_word(a12: float) -> str:
    """Return the word that Vargha and Delaney have for an effect size.

    Examples
    --------
    >>> effect_word(0.5), effect_word(0.36), effect_word(0.98)
    ('negligible', 'medium', 'large')
    """
    if math.isnan(a12):
        return "unknown"
    distance = round(abs(a12 - 0.5), 12)  # 0.64 - 0.5 is a hair above 0.14
    return next((word for bound, word in WORDS if distance < bound), "large")


def compare_pair(
    first: ArrayLike,
    second: ArrayLike,
    first_strata: ArrayLike | None = None,
    second_strata: ArrayLike | None = None,
) -> tuple[float, float]:
    """Return A12 and the two-sided p value of Mann-Whitney; infinity stands for a run that gave up.

    With strata (puzzles) the rank sums within each are added up as by van Elteren, with the weight 1/(n+1) of
    a stratum of n runs, and A12 is the average over pairs of runs on the same puzzle.

    References
    ----------
    H. B. Mann, D. R. Whitney: On a test of whether one of two random variables is stochastically larger than
    the other. Annals of Mathematical Statistics 18, 1947. https://doi.org/10.1214/aoms/1177730491

    A. Vargha, H. D. Delaney: A critique and improvement of the CL common language effect size statistics of
    McGraw and Wong. Journal of Educational and Behavioral Statistics 25, 2000.
    https://doi.org/10.3102/10769986025002101

    Ph. van Elteren: On the combination of independent two sample tests of Wilcoxon. Bulletin of the
    International Statistical Institute 37, 1960.

    Examples
    --------
    >>> a12, p = compare_pair([1, 2, 3], [4, 5, float("inf")])
    >>> a12, round(p, 3)
    (1.0, 0.1)
    """
    a, b = np.asarray(first, dtype=np.float64), np.asarray(second, dtype=np.float64)
    values = np.concatenate((a, b))
    mine = np.arange(len(values)) < len(a)
    strata = np.zeros(len(values), dtype=np.int64)
    if first_strata is not None and second_strata is not None:
        strata = np.unique(np.concatenate((first_strata, second_strata)), return_inverse=True)[1]
    ranks, ties = ranks_within(values, strata)
    n1 = np.bincount(strata[mine], minlength=len(ties))
    n2 = np.bincount(strata[~mine], minlength=len(ties))
    both = (n1 > 0) & (n2 > 0)
    if not both.any():
        return math.nan, math.nan
    rank_sum = np.bincount(strata[mine], ranks[mine], len(ties))
    n1, n2, ties, rank_sum = n1[both].astype(float), n2[both].astype(float), ties[both], rank_sum[both]
    u = rank_sum - n1 * (n1 + 1) / 2  # pairs in which the first is worse, ties half
    a12 = float(1 - u.sum() / (n1 * n2).sum())
    if len(u) == 1:
        here = both[strata]
        return a12, _mann_whitney(ranks[mine & here], ranks[~mine & here])
    n = n1 + n2
    weight = 1 / (n + 1)
    variance = n1 * n2 / 12 * ((n + 1) - ties / (n * (n - 1)))
    spread = math.sqrt(float((weight**2 * variance).sum()))
    distance = abs(float((weight * (u - n1 * n2 / 2)).sum()))
    if spread <= 1e-12:  # all runs tie
        return a12, 1.0
    return a12, min(1.0, math.erfc(distance / spread / math.sqrt(2)))


def holm(p_values: Sequence[float]) -> list[float]:
    """Return p values after Holm's step-down correction; those that are not a number stay so.

    References
    ----------
    S. Holm: A simple sequentially rejective multiple test procedure. Scandinavian Journal of Statistics 6,
    1979. https://www.jstor.org/stable/4615733

    Examples
    --------
    >>> holm([0.01, 0.04, 0.03])
    [0.03, 0.06, 0.06]
    """
    order = sorted((p, k) for k, p in enumerate(p_values) if not math.isnan(p))
    adjusted, highest = [math.nan] * len(p_values), 0.0
    for done, (p, k) in enumerate(order):
        highest = max(highest, min(1.0, p * (len(order) - done)))
        adjusted[k] = highest
    return adjusted


def ranks_within(values: Floats, strata: NDArray[np.int64]) -> tuple[Floats, Floats]:
    """Return each value's rank within its stratum (ties share), and per stratum the sum of t^3 - t of ties.

    Strata are numbered from 0; one sort serves them all, so a hundred thousand of them are quick.
    """
    if len(values) == 0:
        return np.empty(0), np.zeros(0)
    order = np.lexsort((values, strata))
    sorted_values, sorted_strata = values[order], strata[order]
    count = int(sorted_strata[-1]) + 1
    new_stratum = np.diff(sorted_strata, prepend=-1) != 0
    # compare neighbours instead of subtracting them: inf - inf is not a number
    new_value = new_stratum | np.concatenate(([True], sorted_values[1:] != sorted_values[:-1]))
    starts = np.flatnonzero(new_value)
    sizes = np.diff(starts, append=len(values))
    stratum_start = np.maximum.accumulate(np.where(new_stratum, np.arange(len(values)), 0))
    group_rank = starts - stratum_start[starts] + (sizes + 1) / 2
    ranks = np.empty(len(values))
    ranks[order] = np.repeat(group_rank, sizes)
    cubes = sizes.astype(np.float64) ** 3 - sizes
    return ranks, np.bincount(sorted_strata[starts], cubes, count).astype(np.float64)


def _mann_whitney(first: Floats, second: Floats) -> float:
    """Return the p value from joint ranks: exact for few runs without ties, else with the tie correction."""
    from scipy.stats import mannwhitneyu

    if len(np.unique(np.concatenate((first, second)))) == 1:
        return 1.0  # all runs tie
    return float(mannwhitneyu(first, second, alternative="two-sided").pvalue)
