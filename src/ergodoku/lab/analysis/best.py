"""Which contender has the lowest expected running time, and which others may be as good."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from ergodoku.lab.analysis.statistics import CONFIDENCE, Bools, Floats
from ergodoku.lab.analysis.summary import Ints, Runs

RESAMPLES = 5_000
FEWEST = 1_000
DRAWS = 200_000_000  # runs drawn in all: fewer resamples where there are very many runs
BLOCK = 1_000_000  # runs drawn at a time
MOST_WAYS = 40  # more runs and puzzles than this are certainly enough


@dataclass(frozen=True)
class Best:
    """The contender with the lowest expected running time, and those that may be as good."""

    contender: int
    alike: tuple[int, ...]


def best_of(
    runs: Runs, measure: str, contenders: int, *, confidence: float = CONFIDENCE, seed: int = 0
) -> Best | None:
    """Return the best contender with those that may be as good; None if nothing was solved.

    Runs are resampled within each contender and puzzle. A contender is worse if its expected running time
    lies above that of the best in all but a few resamples; how few is corrected for the number of contenders
    (Bonferroni), so that the true best is among those returned with the confidence asked for, or more. With
    so few runs that even a perfect order of them may be chance, all are returned.

    References
    ----------
    B. Efron: Bootstrap methods: another look at the jackknife. Annals of Statistics 7, 1979.
    https://doi.org/10.1214/aos/1176344552
    J. C. Hsu: Constrained simultaneous confidence intervals for multiple comparisons with the best. Annals of
    Statistics 12, 1984. https://doi.org/10.1214/aos/1176346732
    """
    effort = runs.effort(measure)
    expected = np.full(contenders, np.inf)
    for k in range(contenders):
        mine = runs.contender == k
        if count := int(runs.solved[mine].sum()):
            expected[k] = effort[mine].sum() / count
    if not np.isfinite(expected).any():
        return None
    first = int(expected.argmin())
    resamples = int(np.clip(DRAWS // max(1, len(runs)), FEWEST, RESAMPLES))
    tail = (1 - confidence) / max(1, contenders - 1)

    def drawn(k: int) -> Floats:
        mine = runs.contender == k
        generator = np.random.default_rng([seed, k])
        return _resampled(effort[mine], runs.solved[mine], runs.puzzle[mine], resamples, generator)

    reference = drawn(first)
    alike = []
    for k in range(contenders):
        mine = runs.contender == k
        if k != first and mine.any():
            as_good = (drawn(k) <= reference).mean()  # infinite in both: nothing is shown
            if as_good >= tail or _by_chance(runs.puzzle[runs.contender == first], runs.puzzle[mine]) > tail:
                alike.append(k)
    return Best(first, tuple(alike))


def _by_chance(first: Ints, second: Ints) -> float:
    """Return how likely all runs of one beat all of the other on every puzzle where both are equally good.

    No test can show more than that: a resample of three runs knows nothing of what a fourth would do.
    """
    ways = 1.0
    for puzzle in np.intersect1d(first, second)[:MOST_WAYS]:
        mine, other = int((first == puzzle).sum()), int((second == puzzle).sum())
        ways *= float(math.comb(min(mine + other, MOST_WAYS), min(mine, MOST_WAYS // 2)))
    return 1 / ways


def _resampled(
    effort: Floats, solved: Bools, puzzle: Ints, resamples: int, generator: np.random.Generator
) -> Floats:
    """Return the expected running time of each resample, drawn within puzzles with replacement."""
    order = np.argsort(puzzle, kind="stable")
    spent, won = effort[order], solved[order]
    _, first, count = np.unique(puzzle[order], return_index=True, return_counts=True)
    start = np.repeat(first, count).astype(np.int32)
    size = np.repeat(count, count).astype(np.float32)
    found = np.empty(resamples)
    step = max(1, BLOCK // len(spent))
    for done in range(0, resamples, step):
        chance = generator.random((min(step, resamples - done), len(spent)), dtype=np.float32)
        picks = start + np.minimum(chance * size, size - 1).astype(np.int32)
        with np.errstate(divide="ignore", invalid="ignore"):
            found[done : done + step] = spent[picks].sum(axis=1) / won[picks].sum(axis=1)
    found[np.isnan(found)] = np.inf
    return found
