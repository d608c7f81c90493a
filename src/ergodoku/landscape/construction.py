"""The construction landscape: a partial grid with its candidates, propagated after each choice.

The energy is the number of cells that are not filled. A choice that leads to a contradiction cannot be
undone, so a search on this landscape either starts again from the propagated givens, or continues despite the
contradiction (`fill`). Then a cell that loses its last candidate has failed: it stays open, and is ignored.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numba import int64, uint64
from numpy.typing import NDArray

from ergodoku.base.compiled import inlined, kernel, lowest
from ergodoku.landscape.random import Words, high_below, low_below, next_word
from ergodoku.puzzle.logic import (
    HIDDEN,
    NONE,
    ONE,
    PLACED,
    SETTLED,
    Geometry,
    Marks,
    Reduction,
    geometry_of,
    load,
    new_marks,
    restrict,
)
from ergodoku.puzzle.puzzle import Digits


class Construction:
    """The landscape of one reduced puzzle.

    Parameters
    ----------
    reduction : Reduction
        A reduction without a contradiction. Every construction starts from its digits and candidates.
    """

    def __init__(self, reduction: Reduction) -> None:
        self.reduction, self.layout = reduction, reduction.puzzle.layout
        self.geometry = geometry_of(self.layout)
        self.base = new_marks(self.layout)
        self.consistent = bool(
            load(self.geometry, self.base, reduction.puzzle.flat)
            and restrict(self.geometry, self.base, reduction.candidates)
        )
        if not self.consistent:  # propagation stopped midway: keep the digits of the reduction
            self.base.digit[:] = reduction.puzzle.flat.astype(np.int16) - 1

    def grid(self, digit: NDArray[np.int16]) -> Digits:
        """Return the placed digits as a square: digits from 1, and 0 for open cells."""
        return (digit + 1).astype(np.uint8).reshape(self.layout.size, self.layout.size)


@kernel
def tightest_at_random(marks: Marks, rng: Words) -> Any:
    """Return a random cell among the open cells with the fewest candidates; there must be an open cell."""
    left = marks.left
    fewest = left[0]
    for cell in range(left.shape[0]):
        fewest = min(fewest, left[cell])
    ties = 0
    for cell in range(left.shape[0]):
        ties += left[cell] == fewest
    chosen = high_below(next_word(rng), ties)
    for cell in range(left.shape[0]):
        if left[cell] == fewest:
            if chosen == NONE:
                return cell
            chosen -= ONE
    return -1


@kernel
def candidate_at_random(marks: Marks, cell: int, rng: Words) -> Any:
    """Return a random candidate of an open cell."""
    chosen = low_below(next_word(rng), marks.left[cell])
    for word in range(marks.cand.shape[1]):
        bits = marks.cand[cell, word]
        while bits != NONE:
            if chosen == NONE:
                return uint64(64 * word) + lowest(bits)
            chosen -= ONE
            bits &= bits - ONE
    return uint64(SETTLED)


@kernel
def fill(geo: Geometry, marks: Marks, cell: int, digit: int) -> int:
    """Place a candidate of an open cell and all singles that follow; continue despite contradictions.

    Return the number of cells that failed. If a digit has no place left in a unit, this is ignored.
    """
    size = uint64(marks.room.shape[1])
    failed = 0
    _keep_only(geo, marks, uint64(cell), uint64(digit))
    while True:
        while marks.top[0] > 0:
            marks.top[0] -= 1
            single = uint64(marks.naked[marks.top[0]])
            if marks.left[single] == 1:  # it may have failed or been placed since it went on the stack
                failed += _place(geo, marks, single)
        if marks.top[1] == 0:
            return failed
        marks.top[1] -= 1
        entry = uint64(marks.hidden[marks.top[1]])
        unit, lone = entry // size, entry % size
        if marks.room[unit, lone] != 1:
            continue
        for word in range(marks.plane.shape[1]):
            place_set = marks.plane[lone, word] & geo.unit_set[unit, word]
            if place_set != NONE:
                single = uint64(64 * word) + lowest(place_set)
                if marks.left[single] > 1:
                    marks.done[HIDDEN] += 1
                    _keep_only(geo, marks, single, lone)
                break


@inlined
def _withdraw(geo: Any, marks: Any, cell: Any, digit: Any) -> Any:
    """Remove one candidate (it must be present), note new singles, and return 1 if the cell failed."""
    marks.cand[cell, digit >> uint64(6)] &= ~(ONE << (digit & uint64(63)))
    marks.plane[digit, cell >> uint64(6)] &= ~(ONE << (cell & uint64(63)))
    left = marks.left[cell] - 1
    marks.left[cell] = left
    if left == 1:
        marks.naked[marks.top[0]] = cell
        marks.top[0] += 1
    for k in range(geo.unit_start[cell], geo.unit_start[cell + ONE]):
        unit = uint64(geo.unit[k])
        room = marks.room[unit, digit] - 1
        marks.room[unit, digit] = room
        if room == 1:
            marks.hidden[marks.top[1]] = unit * uint64(marks.room.shape[1]) + digit
            marks.top[1] += 1
    return int64(left == 0)


@kernel
def _keep_only(geo: Geometry, marks: Marks, cell: Any, digit: Any) -> None:
    """Reduce a cell to one candidate; `fill` places it later."""
    for word in range(marks.cand.shape[1]):
        others = marks.cand[cell, word]
        while others != NONE:
            other = uint64(64 * word) + lowest(others)
            others &= others - ONE
            if other != digit:
                _withdraw(geo, marks, cell, other)


@kernel
def _place(geo: Geometry, marks: Marks, cell: Any) -> Any:
    """Place the last candidate of a cell, and return the number of peers that failed because of it."""
    digit = uint64(0)
    for word in range(marks.cand.shape[1]):
        if marks.cand[cell, word] != NONE:
            digit = uint64(64 * word) + lowest(marks.cand[cell, word])
    marks.digit[cell] = digit
    marks.left[cell] = SETTLED
    marks.done[PLACED] += 1
    for k in range(geo.unit_start[cell], geo.unit_start[cell + ONE]):
        marks.room[geo.unit[k], digit] += SETTLED
    failed = int64(0)
    for word in range(marks.plane.shape[1]):
        others = marks.plane[digit, word] & geo.peer_set[cell, word]
        while others != NONE:
            peer = uint64(64 * word) + lowest(others)
            others &= others - ONE
            failed += _withdraw(geo, marks, peer, digit)
    return failed
