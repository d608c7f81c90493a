"""Performance profiles: how often a contender is the best, or not much worse than the best."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ergodoku.lab.analysis.statistics import Floats
from ergodoku.lab.analysis.words import TIMES

LEAST_TIME = 1e-9  # seconds; for counts, the least is one


@dataclass(frozen=True, eq=False)
class PuzzleEfforts:
    """The expected running time of each contender on each puzzle.

    Attributes
    ----------
    puzzle : ndarray of int
        The puzzles on which all contenders have runs.
    expected : ndarray, shape (puzzles, contenders)
        Infinite where no run was solved.
    """

    puzzle: NDArray[np.int64]
    expected: Floats


def puzzle_efforts(table: Mapping[str, NDArray[Any]], measure: str, contenders: int) -> PuzzleEfforts:
    """Return the expected running times of a table that `by_puzzle` made."""
    puzzles, place = np.unique(table["puzzle"], return_inverse=True)
    expected = np.full((len(puzzles), contenders), np.nan)
    least = LEAST_TIME if measure in TIMES else 1.0
    expected[place, table["contender"]] = np.maximum(table[f"ert_{measure}"], least)
    whole = ~np.isnan(expected).any(axis=1)
    return PuzzleEfforts(puzzles[whole].astype(np.int64), expected[whole])


def performance_ratios(efforts: PuzzleEfforts) -> Floats:
    """Return how many times the best effort on a puzzle each contender needs there; infinite if unsolved.

    Sorted in each column, it is the performance profile: the k-th entry of n is reached by k/n of the
    puzzles. A puzzle that nobody solved counts for nobody.

    References
    ----------
    E. D. Dolan, J. J. Moré: Benchmarking optimization software with performance profiles. Mathematical
    Programming 91, 2002. https://doi.org/10.1007/s101070100263

    N. Gould, J. Scott: A note on performance profiles for benchmarking software. ACM Transactions on
    Mathematical Software 43, 2016. https://doi.org/10.1145/2950048

    Examples
    --------
    >>> expected = np.array([[1.0, 2.0], [6.0, 3.0], [5.0, np.inf]])
    >>> performance_ratios(PuzzleEfforts(np.arange(3), expected))
    array([[ 1.,  2.],
           [ 2.,  1.],
           [ 1., inf]])
    """
    expected = efforts.expected
    best = expected.min(axis=1, keepdims=True) if expected.size else expected
    with np.errstate(invalid="ignore"):
        return np.where(np.isfinite(expected), expected / best, np.inf)
