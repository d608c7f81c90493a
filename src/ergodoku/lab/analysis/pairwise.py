"""Compare two contenders: a test, Holm's correction, and the effect size A12.

Runs are compared on the same puzzle only: easier puzzles must not make a contender look better. A run that
gave up is worse than any solved run, and ties with any other run that gave up.

The puzzles are the sample. On each puzzle, A12 says how often a run of the first contender needs less effort
than a run of the second. Wilcoxon's signed-rank test asks whether these A12 values tend to lie on one side of
0.5. If there are too few puzzles for this test, runs are tested instead (Mann-Whitney within puzzles), and
the result holds for these puzzles only.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

from ergodoku.lab.analysis.resampling import puzzles_are_drawn
from ergodoku.lab.analysis.statistics import Floats, Interval

WORDS = ((0.06, "negligible"), (0.14, "small"), (0.21, "medium"))
ALPHA = 0.05
EXACT = 13  # if there are ties and at most this many puzzles, the test tries all combinations of signs
RESAMPLES = 2_000
BLOCK = 2_000_000  # maximum number of values that are resampled at a time


@dataclass(frozen=True)
class Outcome:
    """How two contenders compare before any correction.

    Attributes
    ----------
    a12 : float
        The probability that a run of the first needs less effort than a run of the second on the same puzzle
        (ties count half), averaged over puzzles.
    interval : (float, float)
        The interval of A12 (95 %), by resampling puzzles; NaN if there are too few puzzles.
    p : float
        The p value of the two-sided test; its null hypothesis is that neither is better.
    p_runs : float
        The p value of the test of runs within puzzles, where runs are the sample.
    better, worse : int
        The number of puzzles on which the first (``better``) or the second (``worse``) needs less effort
        in most comparisons of runs.
    puzzles : int
        The number of puzzles on which both have runs.
    """

    a12: float
    interval: Interval
    p: float
    p_runs: float
    better: int
    worse: int
    puzzles: int

    @property
    def by_puzzle(self) -> bool:
        """Whether the test was on puzzles rather than runs."""
        return puzzles_are_drawn(self.puzzles)

    @property
    def effect(self) -> str:
        """The effect size as a word: negligible, small, medium or large."""
        return effect_word(self.a12)


@dataclass(frozen=True)
class Pair(Outcome):
    """How two contenders of a study compare in one measure.

    Attributes
    ----------
    first, second : int
        The contenders.
    adjusted : float
        The p value after Holm's correction for all pairs of this measure.
    """

    first: int
    second: int
    adjusted: float

    @property
    def differs(self) -> bool:
        """Whether the two differ significantly: the corrected p value is below 0.05."""
        return self.adjusted < ALPHA


def effect_word(a12: float) -> str:
    """Return Vargha and Delaney's word for an effect size; ``unknown`` for NaN.

    Examples
    --------
    >>> effect_word(0.5), effect_word(0.36), effect_word(0.98)
    ('negligible', 'medium', 'large')
    """
    if math.isnan(a12):
        return "unknown"
    distance = round(abs(a12 - 0.5), 12)  # in floating point, 0.71 - 0.5 is below 0.21
    return next((word for bound, word in WORDS if distance < bound), "large")


def compare_pair(
    first: ArrayLike,
    second: ArrayLike,
    first_puzzles: ArrayLike | None = None,
    second_puzzles: ArrayLike | None = None,
) -> Outcome:
    """Compare the runs of two contenders; infinity stands for a run that gave up.

    Without ``first_puzzles`` and ``second_puzzles``, all runs are on one puzzle. If there are several
    puzzles, runs within puzzles are tested by van Elteren's method: it adds the rank sums of the puzzles,
    with the weight 1/(n+1) for a puzzle with n runs.

    References
    ----------
    F. Wilcoxon: Individual comparisons by ranking methods. Biometrics Bulletin 1, 1945.
    https://doi.org/10.2307/3001968

    J. Demšar: Statistical comparisons of classifiers over multiple data sets. JMLR 7, 2006.
    https://www.jmlr.org/papers/v7/demsar06a.html

    A. Vargha, H. D. Delaney: A critique and improvement of the CL common language effect size statistics of
    McGraw and Wong. Journal of Educational and Behavioral Statistics 25, 2000.
    https://doi.org/10.3102/10769986025002101

    H. B. Mann, D. R. Whitney: On a test of whether one of two random variables is stochastically larger than
    the other. Annals of Mathematical Statistics 18, 1947. https://doi.org/10.1214/aoms/1177730491

    Ph. van Elteren: On the combination of independent two sample tests of Wilcoxon. Bulletin of the
    International Statistical Institute 37, 1960.

    Examples
    --------
    >>> outcome = compare_pair([1, 2, 3], [4, 5, float("inf")])
    >>> outcome.a12, round(outcome.p, 3)
    (1.0, 0.1)
    """
    a, b = np.asarray(first, dtype=np.float64), np.asarray(second, dtype=np.float64)
    values = np.concatenate((a, b))
    mine = np.arange(len(values)) < len(a)
    puzzle = np.zeros(len(values), dtype=np.int64)
    if first_puzzles is not None and second_puzzles is not None:
        puzzle = np.unique(np.concatenate((first_puzzles, second_puzzles)), return_inverse=True)[1]
    ranks, ties = ranks_within(values, puzzle)
    n1 = np.bincount(puzzle[mine], minlength=len(ties)).astype(np.float64)
    n2 = np.bincount(puzzle[~mine], minlength=len(ties)).astype(np.float64)
    both = (n1 > 0) & (n2 > 0)
    if not both.any():
        return Outcome(math.nan, (math.nan, math.nan), math.nan, math.nan, 0, 0, 0)
    rank_sum = np.bincount(puzzle[mine], ranks[mine], len(ties))[both]
    n1, n2, ties = n1[both], n2[both], ties[both]
    u = rank_sum - n1 * (n1 + 1) / 2  # pairs in which the first is worse; ties count half
    share = 1 - u / (n1 * n2)
    count = len(share)
    if count == 1:
        here = both[puzzle]
        p_runs = _mann_whitney(ranks[mine & here], ranks[~mine & here])
    else:
        p_runs = _van_elteren(u, n1, n2, ties)
    drawn = puzzles_are_drawn(count)
    return Outcome(
        float(share.mean()),
        _interval(share) if drawn else (math.nan, math.nan),
        wilcoxon(share - 0.5) if drawn else p_runs,
        p_runs,
        int((share > 0.5).sum()),
        int((share < 0.5).sum()),
        count,
    )


def wilcoxon(differences: Floats) -> float:
    """Return the two-sided p value of Wilcoxon's signed-rank test; zeros count half for each side.

    It is exact for few puzzles, even with ties.
    """
    from scipy.stats import PermutationMethod
    from scipy.stats import wilcoxon as test

    rounded = differences.round(12)  # shares that differ only by rounding errors tie
    if not rounded.any():
        return 1.0
    tied = len(np.unique(abs(rounded))) < len(rounded) or (rounded == 0).any()
    method = PermutationMethod(n_resamples=2**EXACT) if tied and len(rounded) <= EXACT else "auto"
    return float(test(rounded, zero_method="zsplit", method=method).pvalue)


def smallest_p(puzzles: int) -> float:
    """Return the smallest possible p value of Wilcoxon's two-sided test on this many puzzles."""
    return 2.0 ** (1 - puzzles)


def holm(p_values: Sequence[float]) -> list[float]:
    """Return p values after Holm's step-down correction; NaN stays NaN.

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
    """Return each value's rank within its stratum (ties share ranks), and each stratum's sum of t^3 - t.

    Here t is the size of each group of ties. Strata are numbered from 0. For speed, one sort
    ranks the values of all strata.
    """
    if len(values) == 0:
        return np.empty(0), np.zeros(0)
    order = np.lexsort((values, strata))
    sorted_values, sorted_strata = values[order], strata[order]
    count = int(sorted_strata[-1]) + 1
    new_stratum = np.diff(sorted_strata, prepend=-1) != 0
    # Compare neighbours instead of subtracting them: inf - inf is NaN.
    new_value = new_stratum | np.concatenate(([True], sorted_values[1:] != sorted_values[:-1]))
    starts = np.flatnonzero(new_value)
    sizes = np.diff(starts, append=len(values))
    stratum_start = np.maximum.accumulate(np.where(new_stratum, np.arange(len(values)), 0))
    group_rank = starts - stratum_start[starts] + (sizes + 1) / 2
    ranks = np.empty(len(values))
    ranks[order] = np.repeat(group_rank, sizes)
    cubes = sizes.astype(np.float64) ** 3 - sizes
    return ranks, np.bincount(sorted_strata[starts], cubes, count).astype(np.float64)


def _interval(share: Floats) -> Interval:
    """Return the percentile interval of a mean over puzzles."""
    from scipy.stats import bootstrap

    batch = max(1, BLOCK // len(share))
    options = {"n_resamples": RESAMPLES, "batch": batch, "method": "percentile", "rng": 0}
    interval = bootstrap((share,), np.mean, vectorized=True, **options).confidence_interval
    return float(interval.low), float(interval.high)


def _van_elteren(u: Floats, n1: Floats, n2: Floats, ties: Floats) -> float:
    n = n1 + n2
    weight = 1 / (n + 1)
    variance = n1 * n2 / 12 * ((n + 1) - ties / (n * (n - 1)))
    spread = math.sqrt(float((weight**2 * variance).sum()))
    distance = abs(float((weight * (u - n1 * n2 / 2)).sum()))
    if spread <= 1e-12:  # all runs tie
        return 1.0
    return min(1.0, math.erfc(distance / spread / math.sqrt(2)))


def _mann_whitney(first: Floats, second: Floats) -> float:
    """Return the p value from joint ranks: exact for few runs without ties, otherwise with tie correction."""
    from scipy.stats import mannwhitneyu

    if len(np.unique(np.concatenate((first, second)))) == 1:
        return 1.0  # all runs tie
    return float(mannwhitneyu(first, second, alternative="two-sided").pvalue)
