"""The contender with the lowest expected running time, and the others that may be as good."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from ergodoku.lab.analysis.resampling import Drawn, Ints, puzzles_are_drawn
from ergodoku.lab.analysis.statistics import CONFIDENCE
from ergodoku.lab.analysis.summary import Runs

MOST_WAYS = 40  # maximum number of runs to count per puzzle: with more, the probability is tiny anyway


@dataclass(frozen=True)
class Best:
    """The contender with the lowest expected running time, and the others that may be as good."""

    contender: int
    alike: tuple[int, ...]


def best_of(
    runs: Runs, measure: str, drawn: Sequence[Drawn], *, confidence: float = CONFIDENCE
) -> Best | None:
    """Return the best contender, and the others that may be as good; None if nothing was solved.

    A contender counts as worse if its expected running time is longer than the best contender's in nearly all
    resamples. A resample has the same puzzles for all contenders. The allowed share of exceptions depends on
    the number of contenders (Bonferroni's correction), so the true best is among the returned contenders with
    at least the given confidence. A contender is also returned if it has so few runs or puzzles that the best
    could be ahead of it everywhere by chance.

    Parameters
    ----------
    runs : Runs
        The runs of all contenders.
    measure : str
        One of the `MEASURES`.
    drawn : sequence of Drawn
        The resamples of each contender, from `standings_of`.
    confidence : float
        The probability that the true best is among the returned contenders.

    References
    ----------
    J. C. Hsu: Constrained simultaneous confidence intervals for multiple comparisons with the best. Annals of
    Statistics 12, 1984. https://doi.org/10.1214/aos/1176346732
    """
    effort, contenders = runs.effort(measure), len(drawn)
    solved = np.bincount(runs.contender, runs.solved, contenders)
    with np.errstate(divide="ignore", invalid="ignore"):
        spent = np.bincount(runs.contender, effort, contenders)
        expected = np.where(solved > 0, spent / solved, np.inf)
    if not np.isfinite(expected).any():
        return None
    first = int(expected.argmin())
    tail = (1 - confidence) / max(1, contenders - 1)
    reference = drawn[first].expected[measure]
    alike = []
    for k in range(contenders):
        mine = runs.contender == k
        if k != first and mine.any():
            as_good = (drawn[k].expected[measure] <= reference).mean()  # two infinite times are equally good
            if as_good >= tail or _by_chance(runs.puzzle[runs.contender == first], runs.puzzle[mine]) > tail:
                alike.append(k)
    return Best(first, tuple(alike))


def too_few_puzzles(puzzles: int, contenders: int, confidence: float = CONFIDENCE) -> bool:
    """Return whether puzzles are the sample and so few that no contender can count as worse than the best."""
    tail = (1 - confidence) / max(1, contenders - 1)
    return contenders > 1 and puzzles_are_drawn(puzzles) and 0.5**puzzles > tail


def _by_chance(first: Ints, second: Ints) -> float:
    """Return the probability that one of two equally good contenders is ahead everywhere by chance.

    No test can give a p value below this probability. Resampling cannot reveal this limit, because
    resamples contain only the runs that were done. If puzzles are the sample, "everywhere" means on every
    puzzle; otherwise it means in every run on every puzzle.
    """
    common = np.intersect1d(first, second)
    if puzzles_are_drawn(len(common)):
        return 0.5 ** len(common)
    ways = 1.0
    for puzzle in common:
        mine, other = int((first == puzzle).sum()), int((second == puzzle).sum())
        ways *= float(math.comb(min(mine + other, MOST_WAYS), min(mine, MOST_WAYS // 2)))
    return 1 / ways
