"""The construction landscape: a partial grid with its candidates, propagated after each choice.

The energy is the number of cells that are not filled. A choice that ends in a contradiction cannot be taken
back, so a search on this landscape starts again from the propagated givens.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numba import uint64
from numpy.typing import NDArray

from ergodoku.landscape.random import Words, high_below, low_below, next_word
from ergodoku.puzzle.compiled import kernel
from ergodoku.puzzle.logic import Reduction, geometry_of
from ergodoku.puzzle.propagation import NONE, ONE, SETTLED, Marks, load, lowest, new_marks, restrict
from ergodoku.puzzle.puzzle import Digits


class Construction:
    """The landscape of one reduced puzzle.

    Parameters
    ----------
    reduction : Reduction
        Without contradiction. What it found is where every construction starts.
    """

    def __init__(self, reduction: Reduction) -> None:
        self.reduction, self.layout = reduction, reduction.puzzle.layout
        self.geometry = geometry_of(self.layout)
        self.base = new_marks(self.layout)
        self.consistent = bool(
            load(self.geometry, self.base, reduction.puzzle.flat)
            and restrict(self.geometry, self.base, reduction.candidates)
        )
        if not self.consistent:  # where it broke off says nothing; the givens stand
            self.base.digit[:] = reduction.puzzle.flat.astype(np.int16) - 1

    def grid(self, digit: NDArray[np.int16]) -> Digits:
        """Return placed digits (from 0, -1 where open) as a square, from 1, 0 where open."""
        return (digit + 1).astype(np.uint8).reshape(self.layout.size, self.layout.size)


@kernel
def tightest_at_random(marks: Marks, rng: Words) -> Any:
    """Return a random one of the open cells with the fewest candidates; there must be one."""
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
