"""Probing on the classic 9x9: random choices; refuted choices are undone.

A choice is a random candidate of a random cell with two candidates. `ergodoku.puzzle.logic.nine` propagates
it. When a choice leads to a contradiction, its candidate is excluded and the search continues from there.
After a number of refutations, the search restarts from the givens, and doubles its patience. Candidates that
were refuted as first choices stay excluded, so in the end the search has tried everything. If these
exclusions lead to a contradiction, there is no solution.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numba import int64, uint64
from numpy.typing import NDArray

from ergodoku.base.compiled import inlined, kernel, lowest, ones
from ergodoku.landscape.random import Words, high_below, low_below, next_word
from ergodoku.methods.method import Method, State
from ergodoku.methods.walk import (
    ACCEPTED,
    ENERGY,
    FINISHED,
    ITERATION,
    RESTARTS,
    Record,
    Walk,
    going,
    keep_best,
    note,
)
from ergodoku.puzzle.logic import Reduction, nine
from ergodoku.puzzle.puzzle import Digits

FIRST_PATIENCE = 64  # refutations before the first restart
# The positions in `NineSearch.counts`: the current level, the refutations since the last start, the
# refutations that lead to a restart, and the cells filled so far.
DEPTH, REFUTED, PATIENCE, FILLED = range(4)


class NineSearch(Walk):
    """Probing on a classic 9x9; an iteration is one choice, including the undoing of refuted choices."""

    def __init__(self, method: Method, reduction: Reduction, rng: Words) -> None:
        self.levels, self.counts = nine.new_levels(), np.array([0, 0, FIRST_PATIENCE, 0], dtype=np.int64)
        first = self.levels[0]
        alive = nine.load(first, reduction.puzzle.flat) and nine.restrict(first, reduction.candidates)
        super().__init__(method, int(nine.open_cells(first)), first[nine.PLACED : nine.TAKEN].copy(), rng)
        self.numbers[FINISHED] = not alive

    evaluations = property(lambda self: int(self.counts[FILLED]))
    costliest = property(lambda self: 81)
    refuted = property(lambda self: self.finished)

    def grid(self) -> Digits:
        """Return the current partial grid."""
        return _square(self.levels[self.counts[DEPTH], nine.PLACED : nine.TAKEN])

    def best_grid(self) -> Digits:
        """Return the fullest grid seen."""
        return _square(self.record.best)

    def arrays(self) -> State:
        """Return the levels and the counts."""
        return {"levels": self.levels, "counts": self.counts}

    def run_kernel(self, end: int) -> None:
        """Make choices up to iteration ``end``."""
        probe_nine(self.levels, self.counts, self.record, end)


def _square(words: NDArray[np.uint32]) -> Digits:
    grid = np.empty(81, dtype=np.uint8)
    nine.write_digits(words, grid)
    return grid.reshape(9, 9)


@kernel
def probe_nine(levels: NDArray[np.uint32], counts: NDArray[np.int64], record: Record, end: int) -> None:
    """Make choices up to iteration ``end``, or until solved or finished."""
    numbers = record.numbers
    while going(record, end) and numbers[FINISHED] == 0:
        depth = counts[DEPTH]
        word, bit = _choice(levels[depth], record.rng)
        numbers[ITERATION] += 1
        if nine.branch(levels[depth], levels[depth + 1], word, bit):
            counts[DEPTH] = depth + 1
            numbers[ACCEPTED] += 1
        else:
            _take_back(levels, counts, record)
        level = levels[counts[DEPTH]]
        left = nine.open_cells(level)
        counts[FILLED] += max(1, numbers[ENERGY] - left)
        numbers[ENERGY] = left
        keep_best(record, level[nine.PLACED : nine.TAKEN])
        note(record)


@inlined
def _take_back(levels: Any, counts: Any, record: Any) -> None:
    """Exclude the last choice and every earlier choice that is refuted as a result; or restart."""
    counts[REFUTED] += 1
    if counts[REFUTED] >= counts[PATIENCE] and counts[DEPTH] > 0:
        counts[DEPTH] = counts[REFUTED] = 0
        counts[PATIENCE] *= 2
        record.numbers[RESTARTS] += 1
    else:
        while not nine.exclude(levels[counts[DEPTH]]):
            if counts[DEPTH] == 0:
                record.numbers[FINISHED] = 1
                break
            counts[DEPTH] -= 1


@kernel
def _choice(level: nine.Level, rng: Words) -> Any:
    """Return the word and the bit of a random candidate of a random cell with two candidates.

    If no cell has two candidates, choose a cell with three, or else any open cell.
    """
    random, pairs = next_word(rng), nine.PAIRS
    first, second, third = uint64(level[pairs]), uint64(level[pairs + 1]), uint64(level[pairs + 2])
    if first | second | third == nine.NO:
        first, second = nine.tight_cells(level, 0), nine.tight_cells(level, 1)
        third = nine.tight_cells(level, 2)
    if first | second | third == nine.NO:
        first, second, third = nine.untaken(level, 0), nine.untaken(level, 1), nine.untaken(level, 2)
    chosen = high_below(random, ones(first) + ones(second) + ones(third))
    band, cells = 0, first
    if chosen >= ones(first):
        chosen -= ones(first)
        band, cells = 1, second
        if chosen >= ones(second):
            chosen -= ones(second)
            band, cells = 2, third
    bit = _member(cells, chosen)
    digits = nine.digits_at(level, band, bit)
    digit = int64(lowest(_member(digits, low_below(random, ones(digits)))))
    return 3 * digit + band, bit


@inlined
def _member(bits: Any, number: Any) -> Any:
    """Return the set bit that has ``number`` set bits below it."""
    left = number
    while left != nine.NO:
        bits &= bits - nine.BIT
        left -= nine.BIT
    return bits & (~bits + nine.BIT)
