"""Average ranks of many contenders, with the critical difference of Friedman and Nemenyi."""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from ergodoku.base.errors import ErgodokuError
from ergodoku.lab.analysis.pairwise import ALPHA, ranks_within
from ergodoku.lab.analysis.statistics import Floats

FEW_PUZZLES = 5


@dataclass(frozen=True, eq=False)
class Ranks:
    """Average ranks over blocks; a rank of 1 is best.

    Attributes
    ----------
    contenders : tuple of int
        Those that have a run in every block.
    average : ndarray
        The average rank of each of them.
    friedman : float
        The p value of the test that all are equal.
    critical_difference : float
        Average ranks that lie closer than this are not shown to differ (Nemenyi, 0.05).
    table : ndarray, shape (blocks, contenders)
        What was ranked; less is better.
    by : str
        What a block is: ``puzzle``, or ``puzzle and repetition``.
    """

    contenders: tuple[int, ...]
    average: Floats
    friedman: float
    critical_difference: float
    table: Floats
    by: str

    @property
    def blocks(self) -> int:
        """How many blocks were ranked."""
        return len(self.table)

    @cached_property
    def nemenyi(self) -> Floats:
        """The p value of each pair, by scikit-posthocs.

        It is worked out when it is asked for: the package takes more than a second to load.

        References
        ----------
        M. Terpilowski: scikit-posthocs: pairwise multiple comparison tests in Python. JOSS 4, 2019.
        https://doi.org/10.21105/joss.01169
        """
        try:
            from scikit_posthocs import posthoc_nemenyi_friedman
        except ImportError:
            raise ErgodokuError(
                'the diagram of average ranks needs scikit-posthocs: pip install "ergodoku[lab]"'
            ) from None
        found: Floats = posthoc_nemenyi_friedman(_ranked(self.table)[0]).to_numpy()
        return found


def average_ranks(values: Floats, alpha: float = ALPHA) -> tuple[Floats, float, float]:
    """Return average ranks, Friedman's p value and the critical difference.

    Parameters
    ----------
    values : ndarray, shape (blocks, contenders)
        Efforts, or anything else where less is better.
    alpha : float
        The level of the critical difference.

    References
    ----------
    M. Friedman: The use of ranks to avoid the assumption of normality implicit in the analysis of variance.
    JASA 32, 1937. https://doi.org/10.1080/01621459.1937.10503522

    J. Demšar: Statistical comparisons of classifiers over multiple data sets. JMLR 7, 2006.
    https://www.jmlr.org/papers/v7/demsar06a.html
    """
    from scipy.stats import chi2, studentized_range

    blocks, k = values.shape
    ranks, ties = _ranked(values)
    average = ranks.mean(axis=0)
    even = blocks * k * (k + 1) / 12 - ties.sum() / (12 * (k - 1))  # with the correction for ties
    distance = float(((ranks.sum(axis=0) - blocks * (k + 1) / 2) ** 2).sum())
    friedman = float(chi2.sf(distance / even, k - 1)) if even > 1e-9 else 1.0
    reach = float(studentized_range.ppf(1 - alpha, k, math.inf)) / math.sqrt(2)
    difference = reach * math.sqrt(k * (k + 1) / (6 * blocks))
    return average, friedman, difference


def rank(
    effort: Floats,
    contender: NDArray[np.int64],
    puzzle: NDArray[np.int64],
    repetition: NDArray[np.int64],
    contenders: int,
) -> Ranks | None:
    """Rank contenders over the blocks of a study; infinity stands for a run that gave up.

    From five puzzles on, a block is a puzzle: the result then holds for puzzles like these. All runs on it
    are ranked together, and a contender's place is decided by the average of its ranks; so runs that gave up
    need no number, and repetitions are not mistaken for more puzzles. With fewer puzzles a block is a puzzle
    and a repetition: the result then holds for these very puzzles only. (Runs of one repetition share
    nothing but the puzzle, so this pairing is as good as any other.)

    Returns None where fewer than two contenders or blocks are complete.
    """
    present = np.unique(contender)
    if len(present) < 2:
        return None
    by_puzzle = len(np.unique(puzzle)) >= FEW_PUZZLES
    if by_puzzle:
        block = np.unique(puzzle, return_inverse=True)[1]
        value = ranks_within(effort, block)[0]
    else:
        keys = puzzle.astype(np.int64) * (int(repetition.max()) + 1) + repetition
        block, value = np.unique(keys, return_inverse=True)[1], effort
    cell = block * contenders + contender
    cells = (int(block.max()) + 1) * contenders
    count = np.bincount(cell, minlength=cells)
    with np.errstate(invalid="ignore"):
        table = (np.bincount(cell, value, cells) / count).reshape(-1, contenders)[:, present]
    table = table[~np.isnan(table).any(axis=1)]
    if len(table) < 2:
        return None
    average, friedman, difference = average_ranks(table)
    by = "puzzle" if by_puzzle else "puzzle and repetition"
    return Ranks(tuple(present.tolist()), average, friedman, difference, table, by)


def _ranked(values: Floats) -> tuple[Floats, Floats]:
    """Return the ranks within each block, and per block the sum of t^3 - t of ties."""
    blocks, k = values.shape
    flat, ties = ranks_within(np.ascontiguousarray(values).ravel(), np.repeat(np.arange(blocks), k))
    return flat.reshape(blocks, k), ties
