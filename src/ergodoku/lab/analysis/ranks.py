"""Average ranks of several contenders, and Friedman's test of whether all are equal."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from ergodoku.lab.analysis.pairwise import ranks_within
from ergodoku.lab.analysis.resampling import puzzles_are_drawn
from ergodoku.lab.analysis.statistics import Floats


@dataclass(frozen=True, eq=False)
class Ranks:
    """Average ranks over blocks; a rank of 1 is best.

    Attributes
    ----------
    contenders : tuple of int
        The contenders that have runs.
    average : ndarray
        The average rank of each of these contenders.
    friedman : float
        The p value of Friedman's test that all contenders are equal.
    table : ndarray, shape (blocks, contenders)
        The ranked values in the blocks in which all these contenders have runs; less is better.
    by : str
        What a block is: ``puzzle``, or ``puzzle and repetition``.
    """

    contenders: tuple[int, ...]
    average: Floats
    friedman: float
    table: Floats
    by: str

    @property
    def blocks(self) -> int:
        """The number of ranked blocks."""
        return len(self.table)


def average_ranks(values: Floats) -> tuple[Floats, float]:
    """Return average ranks and Friedman's p value.

    Parameters
    ----------
    values : ndarray, shape (blocks, contenders)
        Efforts, or anything else where less is better.

    References
    ----------
    M. Friedman: The use of ranks to avoid the assumption of normality implicit in the analysis of variance.
    JASA 32, 1937. https://doi.org/10.1080/01621459.1937.10503522
    """
    from scipy.stats import chi2

    blocks, k = values.shape
    flat, ties = ranks_within(np.ascontiguousarray(values).ravel(), np.repeat(np.arange(blocks), k))
    ranks = flat.reshape(blocks, k)
    even = blocks * k * (k + 1) / 12 - ties.sum() / (12 * (k - 1))  # with the correction for ties
    distance = float(((ranks.sum(axis=0) - blocks * (k + 1) / 2) ** 2).sum())
    return ranks.mean(axis=0), float(chi2.sf(distance / even, k - 1)) if even > 1e-9 else 1.0


def rank(
    effort: Floats,
    contender: NDArray[np.int64],
    puzzle: NDArray[np.int64],
    repetition: NDArray[np.int64],
    contenders: int,
    *,
    common_seeds: bool,
) -> Ranks | None:
    """Rank contenders over the blocks of a study; infinity stands for a run that gave up.

    With enough puzzles, a block is a puzzle, and the result holds for similar puzzles too. All runs on the
    puzzle are ranked together, and the average of a contender's ranks decides its place. So runs that gave up
    do not need an effort, and repetitions do not count as more puzzles. With fewer puzzles, a block is a
    puzzle and a repetition, and the result holds for these puzzles only. This needs common seeds: without
    them, the runs of one repetition have nothing in common.

    Returns None if fewer than two contenders have runs, if fewer than two blocks have runs of all of them, or
    if there are few puzzles and no common seeds.
    """
    present = np.unique(contender)
    if len(present) < 2:
        return None
    by_puzzle = puzzles_are_drawn(len(np.unique(puzzle)))
    if by_puzzle:
        block = np.unique(puzzle, return_inverse=True)[1]
        value = ranks_within(effort, block)[0]
    elif common_seeds:
        keys = puzzle.astype(np.int64) * (int(repetition.max()) + 1) + repetition
        block, value = np.unique(keys, return_inverse=True)[1], effort
    else:
        return None
    cell = block * contenders + contender
    cells = (int(block.max()) + 1) * contenders
    count = np.bincount(cell, minlength=cells)
    with np.errstate(invalid="ignore"):
        table = (np.bincount(cell, value, cells) / count).reshape(-1, contenders)[:, present]
    table = table[~np.isnan(table).any(axis=1)]
    if len(table) < 2:
        return None
    average, friedman = average_ranks(table)
    by = "puzzle" if by_puzzle else "puzzle and repetition"
    return Ranks(tuple(present.tolist()), average, friedman, table, by)
