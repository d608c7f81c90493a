"""The compiled core of logic: candidates as bit sets, and the rules that remove them.

`Marks` is a grid during propagation: a bit set of candidates per cell, a bit set of cells per digit, the
number of candidates left in each cell, and the number of places left for each digit in each unit. Removing
one candidate updates all of these in O(units of the cell). New singles go on a stack: a cell with one
candidate (a naked single), or a digit with one place in a unit (a hidden single). So singles need no scan.
The stronger rules do scan, and run only when no single is left.

A kernel that finds a contradiction returns False and describes it in ``marks.fault``. All kernels work on
plain arrays, allocate nothing, and release the GIL.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numba import int64, uint64
from numpy.typing import NDArray

from ergodoku.base.compiled import inlined, kernel, lowest
from ergodoku.puzzle.layout import Layout

# The counters in `Marks.done`.
PLACED, HIDDEN, LOCKED, NAKED_PAIRS, HIDDEN_PAIRS = range(5)
# Marks a placed digit: stored in `left` and added to `room`, so that these counts never reach 0 or 1.
SETTLED = 1 << 10

ONE = np.uint64(1)
NONE = np.uint64(0)


class Geometry(NamedTuple):
    """The arrays of a layout that the kernels use."""

    units: NDArray[np.uint16]  # (units, size)
    unit_start: NDArray[np.uint32]  # the units of cell c: unit[unit_start[c]:unit_start[c + 1]]
    unit: NDArray[np.uint16]
    unit_set: NDArray[np.uint64]  # (units, cell words): the cells of a unit as a bit set
    peer_set: NDArray[np.uint64]  # (cells, cell words): the cells that share a unit with a cell
    crossings: NDArray[np.uint16]  # (pairs, 2): units that share at least two cells


class Marks(NamedTuple):
    """A grid during propagation."""

    cand: NDArray[np.uint64]  # (cells, words): bit d is set while digit d (from 0) is possible
    plane: NDArray[np.uint64]  # (size, cell words): bit c is set while the digit is possible in cell c
    left: NDArray[np.int16]  # (cells,): number of candidates left; SETTLED after the digit is placed
    room: NDArray[np.int16]  # (units, size): number of places left for digit d in unit u
    digit: NDArray[np.int16]  # (cells,): the placed digit (from 0), or -1
    naked: NDArray[np.uint16]  # stack of cells with one candidate left
    hidden: NDArray[np.uint16]  # stack of unit * size + digit, for digits with one place left in a unit
    top: NDArray[np.int32]  # (2,): heights of the two stacks
    done: NDArray[np.int64]  # (5,): number of cells filled or candidates removed by each rule
    fault: NDArray[np.int32]  # (2,): (cell, -1) or (unit, digit) of a contradiction


def geometry(layout: Layout) -> Geometry:
    """Return the arrays of a layout that the kernels use."""
    unit_start, unit = layout.cell_units
    unit_set = np.zeros((len(layout.units), _cell_words(layout)), dtype=np.uint64)
    for number, cells in enumerate(layout.units):
        np.bitwise_or.at(unit_set[number], cells >> 6, ONE << (cells & 63).astype(np.uint64))
    peer_set = np.zeros((layout.cells, _cell_words(layout)), dtype=np.uint64)
    np.bitwise_or.at(peer_set, np.repeat(np.arange(layout.cells), np.diff(unit_start)), unit_set[unit])
    cells = np.arange(layout.cells)
    peer_set[cells, cells >> 6] &= ~(ONE << (cells & 63).astype(np.uint64))
    return Geometry(
        layout.units.astype(np.uint16),
        unit_start.astype(np.uint32),
        unit.astype(np.uint16),
        unit_set,
        peer_set,
        layout.crossings.astype(np.uint16),
    )


def new_marks(layout: Layout) -> Marks:
    """Return marks for a layout; `reset` fills them."""
    cells, units, size = layout.cells, len(layout.units), layout.size
    return Marks(
        np.zeros((cells, layout.words), dtype=np.uint64),
        np.zeros((size, _cell_words(layout)), dtype=np.uint64),
        np.zeros(cells, dtype=np.int16),
        np.zeros((units, size), dtype=np.int16),
        np.zeros(cells, dtype=np.int16),
        np.zeros(cells, dtype=np.uint16),
        np.zeros(units * size, dtype=np.uint16),
        np.zeros(2, dtype=np.int32),
        np.zeros(5, dtype=np.int64),
        np.zeros(2, dtype=np.int32),
    )


def read_only(givens: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """Return a read-only view: the givens of a puzzle are read-only too, so kernels compile once for both."""
    view = givens.view()
    view.setflags(write=False)
    return view


def _cell_words(layout: Layout) -> int:
    return (layout.cells + 63) // 64


@kernel
def write_candidates(marks: Marks, matrix: NDArray[np.bool_]) -> None:
    """Write the candidates as a matrix with one boolean per cell and digit."""
    size = matrix.shape[1]
    for cell in range(matrix.shape[0]):
        for word in range(marks.cand.shape[1]):
            bits = marks.cand[cell, word]
            for k in range(min(64, size - 64 * word)):
                matrix[cell, 64 * word + k] = (bits >> uint64(k)) & ONE != NONE


@kernel
def reset(marks: Marks) -> None:
    """Make every digit possible everywhere."""
    size = marks.room.shape[1]
    for word in range(marks.cand.shape[1]):
        marks.cand[:, word] = _lowest_bits(size - 64 * word)
    for word in range(marks.plane.shape[1]):
        marks.plane[:, word] = _lowest_bits(size * size - 64 * word)
    marks.left[:] = size
    marks.room[:] = size
    marks.digit[:] = -1
    marks.top[:] = 0
    marks.done[:] = 0
    marks.fault[:] = -1


@kernel
def _lowest_bits(count: int) -> np.uint64:
    return ~NONE if count >= 64 else (ONE << uint64(count)) - ONE


@inlined
def has(marks: Marks, cell: int, digit: int) -> bool:
    """Return whether a digit is a candidate of a cell."""
    return bool((marks.cand[cell, digit >> 6] >> uint64(digit & 63)) & ONE != NONE)


@inlined
def remove(geo: Geometry, marks: Marks, cell: int, digit: int) -> bool:
    """Remove one candidate (it must be present) and note new singles."""
    marks.cand[cell, digit >> 6] &= ~(ONE << uint64(digit & 63))
    marks.plane[digit, cell >> 6] &= ~(ONE << uint64(cell & 63))
    left = marks.left[cell] - 1
    marks.left[cell] = left
    if left == 1:
        marks.naked[marks.top[0]] = cell
        marks.top[0] += 1
    elif left == 0:
        marks.fault[0] = cell
        marks.fault[1] = -1
        return False
    for k in range(geo.unit_start[cell], geo.unit_start[cell + 1]):
        unit = geo.unit[k]
        room = marks.room[unit, digit] - 1
        marks.room[unit, digit] = room
        if room == 1:
            marks.hidden[marks.top[1]] = unit * marks.room.shape[1] + digit
            marks.top[1] += 1
        elif room == 0:
            marks.fault[0] = unit
            marks.fault[1] = digit
            return False
    return True


@inlined
def assign(geo: Geometry, marks: Marks, cell: int, digit: int) -> bool:
    """Reduce a cell to one candidate; `singles` places it later."""
    if not has(marks, cell, digit):
        marks.fault[0] = cell
        marks.fault[1] = -1
        return False
    if marks.left[cell] > 1:
        for other in range(marks.room.shape[1]):
            if other != digit and has(marks, cell, other) and not remove(geo, marks, cell, other):
                return False
    return True


@inlined
def place(geo: Geometry, marks: Marks, cell: int) -> bool:
    """Place the last candidate of a cell, and remove it from all peers."""
    digit: Any = uint64(0)
    for word in range(marks.cand.shape[1]):
        if marks.cand[cell, word] != NONE:
            digit = uint64(64 * word) + lowest(marks.cand[cell, word])
    marks.digit[cell] = digit
    marks.left[cell] = SETTLED
    marks.done[PLACED] += 1
    for k in range(geo.unit_start[cell], geo.unit_start[cell + 1]):
        marks.room[geo.unit[k], digit] += SETTLED
    for word in range(marks.plane.shape[1]):
        others = marks.plane[digit, word] & geo.peer_set[cell, word]
        while others != NONE:
            peer = uint64(64 * word) + lowest(others)
            others &= others - ONE
            if not remove(geo, marks, peer, digit):
                return False
    return True


@kernel
def singles(geo: Geometry, marks: Marks) -> bool:
    """Place naked and hidden singles until none is left."""
    size = marks.room.shape[1]
    while True:
        while marks.top[0] > 0:
            marks.top[0] -= 1
            cell = marks.naked[marks.top[0]]
            if marks.digit[cell] < 0 and not place(geo, marks, cell):
                return False
        if marks.top[1] == 0:
            return True
        marks.top[1] -= 1
        unit, digit = divmod(marks.hidden[marks.top[1]], np.uint16(size))
        if marks.room[unit, digit] != 1:
            continue
        for word in range(marks.plane.shape[1]):
            place_set = marks.plane[digit, word] & geo.unit_set[unit, word]
            if place_set != NONE:
                cell = uint64(64 * word) + lowest(place_set)
                if marks.left[cell] != 1:
                    marks.done[HIDDEN] += 1
                    if not assign(geo, marks, cell, digit):
                        return False
                break


@kernel
def load(geo: Geometry, marks: Marks, givens: NDArray[np.uint8]) -> bool:
    """Start from the givens of a grid and place all singles."""
    reset(marks)
    if not give(geo, marks, givens):
        reset(marks)
        for cell in range(givens.shape[0]):
            if givens[cell] > 0 and not assign(geo, marks, cell, givens[cell] - np.uint8(1)):
                return False
    return singles(geo, marks)


@kernel
def give(geo: Geometry, marks: Marks, givens: NDArray[np.uint8]) -> bool:
    """Do in one step what `assign` would do for all givens, one after another.

    Give up and return False if a unit has fewer than two blank cells: `assign` would then find hidden singles
    as well.
    """
    for unit in range(geo.units.shape[0]):
        blank = 0
        for k in range(geo.units.shape[1]):
            blank += int64(givens[geo.units[unit, k]] == 0)
        if blank < 2:
            return False
        marks.room[unit, :] = blank
    for cell in range(givens.shape[0]):
        if givens[cell] > 0:
            marks.plane[0, cell >> 6] &= ~(ONE << uint64(cell & 63))
    for digit in range(1, marks.plane.shape[0]):
        for word in range(marks.plane.shape[1]):
            marks.plane[digit, word] = marks.plane[0, word]
    for cell in range(givens.shape[0]):
        if givens[cell] > 0:
            digit = int64(givens[cell]) - 1
            for word in range(marks.cand.shape[1]):
                marks.cand[cell, word] = ONE << uint64(digit & 63) if digit >> 6 == word else NONE
            marks.plane[digit, cell >> 6] |= ONE << uint64(cell & 63)
            marks.left[cell] = 1
            marks.naked[marks.top[0]] = cell
            marks.top[0] += 1
            for k in range(geo.unit_start[cell], geo.unit_start[cell + 1]):
                marks.room[geo.unit[k], digit] += 1
    return True


@kernel
def restrict(geo: Geometry, marks: Marks, candidates: NDArray[np.bool_]) -> bool:
    """Remove all candidates except these, and place the resulting singles."""
    for cell in range(candidates.shape[0]):
        if marks.digit[cell] < 0:
            for digit in range(candidates.shape[1]):
                gone = not candidates[cell, digit] and has(marks, cell, digit)
                if gone and not remove(geo, marks, cell, digit):
                    return False
    return singles(geo, marks)


@kernel
def copy_marks(source: Marks, target: Marks) -> None:
    """Copy the state of one set of marks, whose stacks must be empty, to another."""
    for cell in range(source.cand.shape[0]):
        for word in range(source.cand.shape[1]):
            target.cand[cell, word] = source.cand[cell, word]
        target.left[cell] = source.left[cell]
        target.digit[cell] = source.digit[cell]
    for digit in range(source.plane.shape[0]):
        for word in range(source.plane.shape[1]):
            target.plane[digit, word] = source.plane[digit, word]
    for unit in range(source.room.shape[0]):
        for digit in range(source.room.shape[1]):
            target.room[unit, digit] = source.room[unit, digit]
    for rule in range(source.done.shape[0]):
        target.done[rule] = source.done[rule]
    target.top[:] = 0
