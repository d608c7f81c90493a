"""The conflicted free cells of a box permutation: cells whose digit appears again in one of their lines.

For every digit in every line, we keep the number of cells that hold it, and the sum of the indices of these
cells. When the number falls to 1, the sum is the index of the cell that remains, and the conflict of that
cell ends. Just before the number rises from 1, the sum is the index of the cell whose conflict begins. So a
swap updates the list of conflicted cells in O(1), on every layout. The dummy line 0 of `boxes` never has
conflicts.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numba import int64
from numpy.typing import NDArray

from ergodoku.base.compiled import inlined, kernel
from ergodoku.landscape.boxes import Board, Boxes, Field


class Conflicts(NamedTuple):
    """The free cells that are in conflict."""

    sums: NDArray[np.int32]  # (lines * size,): sum of the indices of the cells that hold a digit in a line
    lines: NDArray[np.int8]  # (cells,): number of lines of a cell in which its digit appears again
    listed: NDArray[np.uint16]  # the conflicted free cells, in any order
    place: NDArray[np.int32]  # (cells,): position of a conflicted cell in `listed`; -1 for a fixed cell
    length: NDArray[np.int64]  # (1,): number of listed cells


def conflicts_of(landscape: Boxes, board: Board) -> Conflicts:
    """Return the conflicts of a board."""
    cells, free = landscape.layout.cells, landscape.field.free
    place = np.full(cells, -1, dtype=np.int32)
    place[free] = 0
    conflicts = Conflicts(
        np.zeros(len(board.counts), dtype=np.int32),
        np.zeros(cells, dtype=np.int8),
        np.zeros(len(free), dtype=np.uint16),
        place,
        np.zeros(1, dtype=np.int64),
    )
    list_conflicts(landscape.field, board, conflicts)
    return conflicts


@kernel
def sum_conflicts(field: Field, board: Board, conflicts: Conflicts) -> None:
    """Compute the sums, and the number of conflicted lines of every cell, from scratch."""
    slots = len(field.slots)
    size = field.free_start.shape[0] - 1
    conflicts.sums[:] = 0
    for cell in range(board.cells.shape[0]):
        conflicts.lines[cell] = 0
        for k in range(slots):
            entry = int64(field.line[cell * slots + k]) + int64(board.cells[cell])
            if entry >= size:
                conflicts.sums[entry] += cell
                conflicts.lines[cell] += int64(board.counts[entry] > 1)


@kernel
def list_conflicts(field: Field, board: Board, conflicts: Conflicts) -> None:
    """List the conflicted cells from scratch, in the order of `Field.free`."""
    sum_conflicts(field, board, conflicts)
    conflicts.length[0] = 0
    for k in range(field.free.shape[0]):
        if conflicts.lines[field.free[k]] > 0:
            _list(conflicts, int64(field.free[k]))


@inlined
def exchange(field: Any, board: Any, conflicts: Any, a: Any, b: Any) -> None:
    """Swap two free cells of a box, and update the counts, `Board.where` and the conflicts."""
    va, vb = int64(board.cells[a]), int64(board.cells[b])
    size = field.free_start.shape[0] - 1
    for k in range(len(field.slots)):
        la = int64(field.line[a * len(field.slots) + k])
        lb = int64(field.line[b * len(field.slots) + k])
        if la >= size:
            _leave(board.counts, conflicts, la + va, a)
        if lb >= size:
            _leave(board.counts, conflicts, lb + vb, b)
        if la >= size:
            _enter(board.counts, conflicts, la + vb, a)
        if lb >= size:
            _enter(board.counts, conflicts, lb + va, b)
    board.cells[a], board.cells[b] = vb, va
    board.where[field.box[a] + vb], board.where[field.box[b] + va] = a, b


@kernel
def _leave(counts: NDArray[np.int8], conflicts: Conflicts, entry: int, cell: int) -> None:
    """Remove a cell from the cells that hold a digit in a line."""
    counts[entry] -= 1
    conflicts.sums[entry] -= cell
    if counts[entry] > 0:
        _end(conflicts, cell)
        if counts[entry] == 1:
            _end(conflicts, int64(conflicts.sums[entry]))


@kernel
def _enter(counts: NDArray[np.int8], conflicts: Conflicts, entry: int, cell: int) -> None:
    """Add a cell to the cells that hold a digit in a line."""
    if counts[entry] > 0:
        _begin(conflicts, cell)
        if counts[entry] == 1:
            _begin(conflicts, int64(conflicts.sums[entry]))
    counts[entry] += 1
    conflicts.sums[entry] += cell


@kernel
def _begin(conflicts: Conflicts, cell: int) -> None:
    """Add one to the number of lines in which a cell is in conflict; at 1, list the cell if it is free."""
    conflicts.lines[cell] += 1
    if conflicts.lines[cell] == 1 and conflicts.place[cell] >= 0:
        _list(conflicts, cell)


@kernel
def _end(conflicts: Conflicts, cell: int) -> None:
    """Subtract one from the number of lines in which a cell is in conflict; at 0, remove it from the list."""
    conflicts.lines[cell] -= 1
    if conflicts.lines[cell] == 0 and conflicts.place[cell] >= 0:
        conflicts.length[0] -= 1
        last = conflicts.listed[conflicts.length[0]]
        conflicts.listed[conflicts.place[cell]] = last
        conflicts.place[last] = conflicts.place[cell]


@kernel
def _list(conflicts: Conflicts, cell: int) -> None:
    conflicts.listed[conflicts.length[0]] = cell
    conflicts.place[cell] = conflicts.length[0]
    conflicts.length[0] += 1
