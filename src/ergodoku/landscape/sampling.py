"""Facts about a landscape before the search: the energies of nearby states, and the freezing point."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from ergodoku.base.compiled import kernel
from ergodoku.landscape.boxes import Board, Boxes, Field, random_pair, recount, shuffle, swap_change
from ergodoku.landscape.random import Words


def swap_energies(landscape: Boxes, rng: Words, count: int) -> NDArray[np.int64]:
    """Return the energies of ``count`` boards, each one random swap away from the same random board."""
    energies = np.zeros(count, dtype=np.int64)
    board = landscape.board()
    shuffle(landscape.field, board, rng)
    if len(landscape.field.pairs):
        _sample_swaps(landscape.field, board, rng, energies)
    return energies


def freezing_point_of_boxes(landscape: Boxes) -> float:
    """Return the freezing point of plain annealing, estimated from the free cells of the boxes.

    This is a good constant temperature for solving the puzzle by random swaps. Focused search has a
    different freezing point; see `ergodoku.methods.focused.freezing_point_of_candidates`.

    Assume that at the freezing point, out of all the uphill swaps of a cell, about one is accepted. With b
    free cells in the box, b exp(-1/T) is then a constant. Grids with more free cells freeze at a slightly
    lower temperature. The two constants in the code were fitted to the best temperatures at 9x9, 16x16 and
    25x25 (0.35, 0.30, 0.25). In a Latin square, where a swap affects one line through each cell instead of
    two, 0.65 times this value is best (orders 12 to 20).
    """
    ends = landscape.field.free_start.astype(np.int64)
    per_box = ends[1:] - ends[:-1]
    free = int(per_box.sum())
    if free == 0:
        return 1.0
    neighbours = float((per_box * per_box).sum()) / free
    share = 0.65 if len(landscape.field.slots) == 1 else 1.0
    return share / max(1.0, float(np.log(2.7 * neighbours) + 0.21 * np.log(max(free, 60) / 60)))


@kernel
def _sample_swaps(field: Field, board: Board, rng: Words, energies: NDArray[np.int64]) -> None:
    start = recount(field, board)
    for k in range(energies.shape[0]):
        a, b = random_pair(field, rng)
        energies[k] = start + swap_change(field, board, a, b)
