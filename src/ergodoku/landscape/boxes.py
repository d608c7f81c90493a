"""The box permutation landscape: every box holds each digit once, and a move swaps two cells of a box.

The energy is the number of digits missing from lines, counted over all lines. A line is any unit that is
not a box: rows, columns and extra units. Every cell has the same number of slots for lines: row, column, and
one slot for each family of extra units (falling diagonal, rising diagonal, windows). A cell without a line in
a slot gets line 0 there, a dummy that seems to hold every digit many times. So one loop over the slots works
for all layouts. The number of slots is the length of a tuple, so that the compiler can unroll the loop.

Rows can replace boxes (``groups="rows"``): then every row holds each digit once, and the lines are columns,
boxes and extra units. Only the arrays differ, so everything said about boxes here is also true for rows. In a
Latin square rows always replace boxes, and the lines are its columns: one slot.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any, NamedTuple

import numpy as np
from numba import int64
from numpy.typing import NDArray

from ergodoku.base.compiled import inlined, kernel
from ergodoku.landscape.random import Words, high_below, next_word
from ergodoku.puzzle.layout import Layout
from ergodoku.puzzle.logic import Reduction
from ergodoku.puzzle.puzzle import Digits

DUMMY_COUNT = 64  # how often the dummy line seems to hold each digit


class Field(NamedTuple):
    """The arrays that a walk never changes."""

    slots: tuple[int, ...]  # one item per slot; to the compiler, its length is a constant
    line: NDArray[np.uint32]  # (cells * slots,): where each line of a cell begins in `Board.counts`
    box: NDArray[np.uint32]  # (cells,): where the entries of a cell's box begin in `Board.where`
    free: NDArray[np.uint16]  # the cells that may move, box by box
    free_start: NDArray[np.uint32]  # (boxes + 1,): where each box begins in `free`
    pairs: NDArray[np.uint16]  # (pairs, 2): all pairs of free cells in the same box


class Board(NamedTuple):
    """The arrays that a walk changes."""

    cells: NDArray[np.uint8]  # (cells,): the digit in each cell, from 0
    counts: NDArray[np.int8]  # (lines * size,): how often a digit is in a line; line 0 is the dummy
    where: NDArray[np.uint16]  # (boxes * size,): the cell of a box that holds a digit


class Boxes:
    """The landscape of one reduced puzzle.

    Parameters
    ----------
    reduction : Reduction
        A reduction without a contradiction. Its placed digits stay; the others can move within their boxes.
    groups : str
        The units that hold each digit once: ``boxes`` or ``rows``.
    """

    def __init__(self, reduction: Reduction, groups: str = "boxes") -> None:
        layout = reduction.puzzle.layout
        self.reduction = reduction
        self.layout = layout
        fixed, frame = reduction.puzzle.flat, layout_arrays(layout, groups)
        free = np.empty(layout.cells - np.count_nonzero(fixed), dtype=np.uint16)
        free_start = np.zeros(layout.size + 1, dtype=np.uint32)
        self.start = fixed - np.uint8(1)
        taken = np.zeros(layout.size, dtype=np.bool_)
        pairs = np.empty(
            (lay_out(frame.cells, fixed, taken, free, free_start, self.start), 2), dtype=np.uint16
        )
        self.lines = len(layout.lines)
        self.field = Field((0,) * frame.slots, frame.line, frame.box, free, free_start, pairs)
        list_pairs(self.field)

    @property
    def missing_at_worst(self) -> int:
        """An upper bound for the energy."""
        return self.lines * self.layout.size

    def board(self) -> Board:
        """Return a board with the free digits of each box in ascending order."""
        size = self.layout.size
        board = Board(
            self.start.copy(),
            np.zeros((self.lines + 1) * size, dtype=np.int8),
            np.zeros(size * size, dtype=np.uint16),
        )
        recount(self.field, board)
        return board

    def grid(self, cells: NDArray[np.uint8]) -> Digits:
        """Return the digits of a board, from 1, as a square."""
        return (cells + np.uint8(1)).reshape(self.layout.size, self.layout.size)


@lru_cache(maxsize=8)
def boxes_of(reduction: Reduction, groups: str = "boxes") -> Boxes:
    """Return the landscape of a reduction. Replicas share it."""
    return Boxes(reduction, groups)


class LayoutArrays(NamedTuple):
    """The arrays that all puzzles of a layout share."""

    cells: NDArray[np.int64]  # (cells,): box by box
    slots: int
    line: NDArray[np.uint32]  # as in `Field`
    box: NDArray[np.uint32]  # as in `Field`


@lru_cache(maxsize=32)
def layout_arrays(layout: Layout, groups: str = "boxes") -> LayoutArrays:
    """Return the arrays that all puzzles of a layout share; they are made only once."""
    first, regions = _groups(layout, groups)
    slots = line_slots(layout, groups)
    return LayoutArrays(
        layout.units[first : first + layout.size].ravel().astype(np.int64),
        slots.shape[1],
        np.ascontiguousarray(slots.ravel() * layout.size, dtype=np.uint32),
        (regions * layout.size).astype(np.uint32),
    )


def _groups(layout: Layout, groups: str) -> tuple[int, NDArray[np.int32]]:
    """Return the index of the first group in `Layout.units`, and the group of each cell."""
    if groups == "rows" or layout.kind == "latin":
        return 0, (np.arange(layout.cells) // layout.size).astype(np.int32)
    return 2 * layout.size, layout.regions


@lru_cache(maxsize=32)
def line_slots(layout: Layout, groups: str = "boxes") -> NDArray[np.int64]:
    """Return, for every cell, the number of its line in each slot, counted from 1; 0 is the dummy."""
    size = layout.size
    extra = layout.extra
    families = [extra[k : k + 1] for k in range(len(extra))] if layout.kind == "diagonal" else [extra]
    row, column = np.divmod(np.arange(layout.cells), size)
    if layout.kind == "latin":
        return (1 + column)[:, None]
    slots = [1 + column, 1 + size + layout.regions] if groups == "rows" else [1 + row, 1 + size + column]
    first = 1 + 2 * size
    for family in families:
        if len(family):
            slot = np.zeros(layout.cells, dtype=np.int64)
            slot[family.ravel()] = np.repeat(first + np.arange(len(family)), size)
            slots.append(slot)
            first += len(family)
    return np.stack(slots, axis=1)


@kernel
def lay_out(
    cells: NDArray[np.int64],
    fixed: NDArray[np.uint8],
    taken: NDArray[np.bool_],
    free: NDArray[np.uint16],
    free_start: NDArray[np.uint32],
    start: NDArray[np.uint8],
) -> int:
    """List the free cells box by box, and fill them with the missing digits.

    Return the number of pairs of free cells in the same box.
    """
    size = taken.shape[0]
    pairs = k = 0
    for box in range(size):
        first = k
        taken[:] = False
        for i in range(box * size, (box + 1) * size):
            if fixed[cells[i]] == 0:
                free[k] = cells[i]
                k += 1
            else:
                taken[fixed[cells[i]] - 1] = True
        free_start[box + 1] = k
        pairs += (k - first) * (k - first - 1) // 2
        for digit in range(size):
            if not taken[digit]:
                start[free[first]] = digit
                first += 1
    return pairs


@kernel
def list_pairs(field: Field) -> None:
    """List all pairs of free cells in the same box."""
    k = 0
    for box in range(field.free_start.shape[0] - 1):
        for i in range(field.free_start[box], field.free_start[box + 1]):
            for j in range(i + 1, field.free_start[box + 1]):
                field.pairs[k, 0] = field.free[i]
                field.pairs[k, 1] = field.free[j]
                k += 1


@kernel
def recount(field: Field, board: Board) -> int:
    """Compute `Board.counts` and `Board.where` from the cells, and return the energy."""
    slots = len(field.slots)
    size = field.free_start.shape[0] - 1
    board.counts[:] = 0
    for cell in range(board.cells.shape[0]):
        digit = board.cells[cell]
        board.where[field.box[cell] + digit] = cell
        for k in range(slots):
            board.counts[field.line[cell * slots + k] + digit] += 1
    board.counts[:size] = DUMMY_COUNT
    energy = 0
    for k in range(board.counts.shape[0]):
        energy += int64(board.counts[k] == 0)
    return energy


@kernel
def shuffle(field: Field, board: Board, rng: Words) -> int:
    """Deal the free digits of every box at random (Fisher and Yates), and return the energy."""
    for box in range(field.free_start.shape[0] - 1):
        start = field.free_start[box]
        count = field.free_start[box + 1] - start
        for k in range(count - 1, 0, -1):
            other = high_below(next_word(rng), k + 1)
            a, b = field.free[start + k], field.free[start + other]
            board.cells[a], board.cells[b] = board.cells[b], board.cells[a]
    return recount(field, board)


@inlined
def random_pair(field: Any, rng: Any) -> Any:
    """Return a random pair of free cells in the same box; there must be a pair."""
    pair = high_below(next_word(rng), field.pairs.shape[0])
    return field.pairs[pair, 0], field.pairs[pair, 1]


@inlined
def swap_change(field: Any, board: Any, a: Any, b: Any) -> Any:
    """Return the change in energy if two cells of one box were swapped."""
    counts = board.counts
    va = board.cells[a]
    vb = board.cells[b]
    change = int64(0)
    for k in range(len(field.slots)):
        la = field.line[a * len(field.slots) + k]
        lb = field.line[b * len(field.slots) + k]
        if la != lb:
            change += (
                int64(counts[la + va] == 1)
                - int64(counts[la + vb] == 0)
                + int64(counts[lb + vb] == 1)
                - int64(counts[lb + va] == 0)
            )
    return change


@inlined
def swap(field: Any, board: Any, a: Any, b: Any) -> None:
    """Swap two cells of one box and update the counts, but not `Board.where`."""
    counts = board.counts
    va = board.cells[a]
    vb = board.cells[b]
    board.cells[a] = vb
    board.cells[b] = va
    for k in range(len(field.slots)):
        la = field.line[a * len(field.slots) + k]
        lb = field.line[b * len(field.slots) + k]
        counts[la + va] -= 1
        counts[la + vb] += 1
        counts[lb + vb] -= 1
        counts[lb + va] += 1
        if k >= 2:  # only slots for extra units can have the dummy line
            counts[va] = DUMMY_COUNT
            counts[vb] = DUMMY_COUNT


@kernel
def copy_cells(source: NDArray[np.uint8], target: NDArray[np.uint8]) -> None:
    """Copy the cells of a board."""
    for cell in range(source.shape[0]):
        target[cell] = source[cell]
