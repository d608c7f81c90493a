"""Performance profiles: how often a contender is the best, or close to the best."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ergodoku.lab.analysis.statistics import Floats
from ergodoku.lab.analysis.words import TIMES

LEAST_TIME = 1e-9  # seconds; shorter times are raised to this, and counts to 1: a ratio to 0 is undefined


@dataclass(frozen=True, eq=False)
class PuzzleEfforts:
    """The expected running time of each contender on each puzzle.

    Attributes
    ----------
    puzzle : ndarray of int
        The puzzles on which all contenders have runs.
    expected : ndarray, shape (puzzles, contenders)
        The expected running times; infinite if no run was solved.
    """

    puzzle: NDArray[np.int64]
    expected: Floats


def puzzle_efforts(table: Mapping[str, NDArray[Any]], measure: str, contenders: int) -> PuzzleEfforts:
    """Return the expected running times from a table of `by_puzzle`."""
    puzzles, place = np.unique(table["puzzle"], return_inverse=True)
    expected = np.full((len(puzzles), contenders), np.nan)
    least = LEAST_TIME if measure in TIMES else 1.0
    expected[place, table["contender"]] = np.maximum(table[f"ert_{measure}"], least)
    whole = ~np.isnan(expected).any(axis=1)
    return PuzzleEfforts(puzzles[whole].astype(np.int64), expected[whole])


def performance_ratios(efforts: PuzzleEfforts) -> Floats:
    """Return each contender's effort on each puzzle as a multiple of the lowest; infinite if unsolved.

    Sort the column of a contender to get its performance profile: on k of the n puzzles, its ratio is at most
    the k-th value. A puzzle that no contender solved counts as unsolved for all.

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
