"""Intervals by resampling: draw puzzles first, then runs within each puzzle.

Runs on the same puzzle are similar, so the puzzles are the sample: an interval says what to expect on similar
puzzles. With fewer than `FEW_PUZZLES` puzzles, such an interval would be guesswork. Then all puzzles are
kept, runs are drawn within each puzzle, and the interval holds for these puzzles only.

References
----------
A. C. Davison, D. V. Hinkley: Bootstrap methods and their application. Cambridge University Press, 1997,
section 3.8. https://doi.org/10.1017/CBO9780511802843
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from ergodoku.lab.analysis.statistics import CONFIDENCE, Bools, Floats, Interval, quantiles_of_sorted

if TYPE_CHECKING:
    from scipy.sparse import csr_array

FEW_PUZZLES = 6  # with fewer puzzles, no test on puzzles can show a difference at the level of 0.05
RESAMPLES, FEWEST = 2_000, 400
DRAWS = 40_000_000  # maximum draws per contender: with very many runs, there are fewer resamples
UNITS = 2_000  # more runs or puzzles than this are drawn in random groups
PLACES = (
    4_096  # maximum number of places when runs are sorted by effort; with more runs, several share a place
)
BLOCK = 2_000_000  # maximum count of numbers in memory at a time
Ints = NDArray[np.int64]
Weights = NDArray[np.int32]


def puzzles_are_drawn(puzzles: int) -> bool:
    """Return whether there are enough puzzles to draw conclusions about similar puzzles."""
    return puzzles >= FEW_PUZZLES


class Resampling:
    """Resamples of the runs of a study; the same puzzles are drawn for every contender.

    Parameters
    ----------
    puzzle : ndarray of int
        The puzzle of each run of all contenders.
    most : int
        The largest number of runs of any contender.
    seed : int
        The seed; the same seed gives the same intervals.
    """

    def __init__(self, puzzle: Ints, most: int, seed: int = 0) -> None:
        generator = np.random.default_rng(seed)
        self.seed = seed
        self.known = np.unique(puzzle)
        self.count = int(np.clip(DRAWS // max(1, most), FEWEST, RESAMPLES))
        groups = min(len(self.known), UNITS)
        self.group = generator.permutation(len(self.known)) % max(1, groups) if groups else self.known
        if puzzles_are_drawn(len(self.known)):
            self.drawn = generator.integers(groups, size=(self.count, groups), dtype=np.int32)
        else:
            self.drawn = np.tile(np.arange(groups, dtype=np.int32), (self.count, 1))

    def of(self, puzzle: Ints, key: int = 0) -> tuple[Ints, Iterator[Weights]]:
        """Return the unit of each run, and blocks of resamples: how often each resample draws each unit.

        A unit is a single run or, if there are very many runs, a group of runs on one puzzle or on one group
        of puzzles. ``key`` differs between contenders, so their runs are drawn independently.
        """
        generator = np.random.default_rng([self.seed, key + 1])
        place = self.group[np.searchsorted(self.known, puzzle)]
        runs = np.bincount(place, minlength=self.drawn.shape[1])
        size = runs if len(puzzle) <= UNITS else np.minimum(runs, max(1, UNITS // max(1, len(runs))))
        first = np.cumsum(size) - size
        order = np.lexsort((generator.random(len(puzzle)), place))
        rank = np.arange(len(puzzle)) - np.repeat(np.cumsum(runs) - runs, runs)
        unit = np.empty(len(puzzle), dtype=np.int64)
        unit[order] = first[place[order]] + rank % np.maximum(size[place[order]], 1)
        return unit, self._blocks(first.astype(np.int32), size.astype(np.int32), generator)

    def _blocks(
        self, first: NDArray[np.int32], size: NDArray[np.int32], generator: np.random.Generator
    ) -> Iterator[Weights]:
        units, largest = int(size.sum()), int(size.max(initial=0))
        slots = np.arange(largest, dtype=np.int32)
        step = max(1, BLOCK // max(1, len(size) * largest))
        for begin in range(0, self.count, step):
            drawn = self.drawn[begin : begin + step]
            room = size[drawn][:, :, None]
            chance = generator.random((*drawn.shape, largest), dtype=np.float32)
            picks = first[drawn][:, :, None] + np.minimum((chance * room).astype(np.int32), room - 1)
            row = np.arange(len(drawn))[:, None, None] * units
            there = np.broadcast_to(slots < room, picks.shape)
            flat = np.bincount((row + picks)[there], minlength=len(drawn) * units)
            yield flat.reshape(len(drawn), units).astype(np.int32)


@dataclass(frozen=True)
class Drawn:
    """The results of one contender's resamples: success rates, and efforts by measure."""

    rate: Floats
    expected: dict[str, Floats]
    par10: dict[str, Floats]
    median: dict[str, Floats]


def draw(
    resampling: Resampling,
    puzzle: Ints,
    solved: Bools,
    spent: dict[str, Floats],
    limits: dict[str, float | None],
    key: int = 0,
) -> Drawn:
    """Resample the runs of one contender.

    Parameters
    ----------
    resampling : Resampling
        The resampling of all runs of the study.
    puzzle, solved : ndarray
        The puzzle of each run of the contender, and whether the run was solved.
    spent : dict of str to ndarray
        The effort of each run, by measure.
    limits : dict of str to float, optional
        The limit of each measure, if any; PAR10 needs a limit.
    key : int
        The number of the contender.
    """
    if len(puzzle) == 0:
        nothing = dict.fromkeys(spent, np.empty(0))
        return Drawn(np.empty(0), nothing, nothing, nothing)
    unit, blocks = resampling.of(puzzle, key)
    units = int(unit.max(initial=-1)) + 1
    lost = ~solved

    def summed(values: NDArray[np.generic]) -> Floats:
        return np.bincount(unit, values, units).astype(np.float64)

    per_unit = [summed(np.ones(len(unit))), summed(solved), summed(lost)]
    per_unit += [summed(values) for values in spent.values()]
    per_unit += [summed(np.where(solved, values, 0)) for values in spent.values()]
    table = np.stack(per_unit, axis=1)
    ordered = {measure: _ordered(np.where(solved, values, np.inf), unit) for measure, values in spent.items()}
    sums: list[Floats] = []
    medians: dict[str, list[Floats]] = {measure: [] for measure in spent}
    for weights in blocks:
        sums.append(weights @ table)
        for measure, (counts, worth) in ordered.items():
            medians[measure].append(_medians(weights, counts, worth))
    total = np.concatenate(sums) if sums else np.empty((0, table.shape[1]))
    runs, won, gave_up = total[:, 0], total[:, 1], total[:, 2]
    expected, par10 = {}, {}
    with np.errstate(divide="ignore", invalid="ignore"):
        for k, measure in enumerate(spent):
            expected[measure] = np.where(won > 0, total[:, 3 + k] / won, np.inf)
            limit, solved_effort = limits[measure], total[:, 3 + len(spent) + k]
            penalty = np.nan if limit is None else 10 * limit
            par10[measure] = (solved_effort + np.where(gave_up > 0, gave_up * penalty, 0)) / runs
        rate = won / runs
    return Drawn(rate, expected, par10, {m: np.concatenate(parts) for m, parts in medians.items()})


def percentiles(drawn: Floats, confidence: float = CONFIDENCE) -> Interval:
    """Return the percentile interval of resampled values, which may be infinite.

    If there are no values, or any value is NaN, the interval is unbounded: from 0 to infinity.
    """
    if len(drawn) == 0 or np.isnan(drawn).any():
        return 0.0, float("inf")
    tail = (1 - confidence) / 2
    low, high = quantiles_of_sorted(np.sort(drawn), (tail, 1 - tail))
    return float(low), float(high)


def _ordered(worth: Floats, unit: Ints) -> tuple[csr_array, Floats]:
    """Sort runs by effort; return the number of runs of each unit at each place, and the effort there.

    With up to `PLACES` runs, each place holds one run. If there are more, several runs share a place, but
    the order is still much finer than any interval of a median. The counts have a row for each place and a
    column for each unit; nearly all are zero.
    """
    from scipy.sparse import csr_array

    order = np.argsort(worth, kind="stable")
    places = min(len(order), PLACES)
    place = np.arange(len(order)) * places // len(order)
    units = int(unit.max()) + 1
    ones = np.ones(len(order), dtype=np.int32)
    counts = csr_array((ones, (place, unit[order])), shape=(places, units))
    middle = np.searchsorted(place, np.arange(places)) + np.bincount(place) // 2
    return counts, worth[order][middle]


def _medians(weights: Weights, counts: csr_array, worth: Floats) -> Floats:
    """Return the median effort of each resample, from the counts and efforts that `_ordered` returns."""
    found = np.empty(len(weights))
    step = max(1, BLOCK // len(worth))
    for begin in range(0, len(weights), step):
        seen = np.cumsum(counts @ weights[begin : begin + step].T, axis=0, dtype=np.int32)
        total = seen[-1]
        low = worth[(seen <= (total - 1) // 2).sum(axis=0).clip(0, len(worth) - 1)]
        high = worth[(seen <= total // 2).sum(axis=0).clip(0, len(worth) - 1)]
        middle = np.where(np.isinf(high), np.inf, (low + np.where(np.isinf(high), 0, high)) / 2)
        found[begin : begin + step] = middle
    return found
