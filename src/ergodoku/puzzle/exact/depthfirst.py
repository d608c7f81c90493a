"""Compiled depth-first search: fill the cell with the fewest candidates, propagate singles, backtrack.

It runs in slices of a given number of nodes (`DepthFirst.advance`), so that the caller can check the clock.
At each branch the state is copied to a stack. The first branch places a digit, the second excludes it.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ergodoku.base.compiled import kernel
from ergodoku.puzzle.layout import Layout
from ergodoku.puzzle.logic import (
    SETTLED,
    Geometry,
    Marks,
    assign,
    geometry_of,
    has,
    load,
    new_marks,
    read_only,
    remove,
    singles,
)
from ergodoku.puzzle.puzzle import Digits

LARGEST_SIZE = 25  # limits the memory of the stack, which holds one copy of the state per cell
DEPTH, EXHAUSTED, COUNT = range(3)  # positions in `DepthFirst.state`


class Stack(NamedTuple):
    """The branches of the search: a copy of the marks at each branch, and the choice made there."""

    cand: NDArray[np.uint64]
    plane: NDArray[np.uint64]
    left: NDArray[np.int16]
    room: NDArray[np.int16]
    digit: NDArray[np.int16]
    branch: NDArray[np.int16]  # (depth, 2): cell and digit


class Preference(NamedTuple):
    """The order in which cells are tried, and the order of the digits in each cell."""

    cells: NDArray[np.uint16]
    digits: NDArray[np.uint8]  # (cell, position in the order)


class DepthFirst:
    """Depth-first search for one layout, reusable without allocating memory.

    Parameters
    ----------
    layout : Layout
        A layout up to 25x25.
    rng : numpy Generator, optional
        Shuffles the order in which cells and digits are tried; by default they are tried in ascending order.
    """

    def __init__(self, layout: Layout, rng: np.random.Generator | None = None) -> None:
        self.layout = layout
        self.geometry = geometry_of(layout)
        self.marks = new_marks(layout)
        depth = layout.cells + 1
        copies = (np.zeros((depth, *a.shape), dtype=a.dtype) for a in self.marks[:5])
        self.stack = Stack._make((*copies, np.zeros((depth, 2), dtype=np.int16)))
        self.state = np.zeros(3, dtype=np.int64)
        self.solution: Digits = np.zeros(layout.cells, dtype=np.uint8)
        self.in_turn = Preference(
            np.arange(layout.cells, dtype=np.uint16),
            np.tile(np.arange(layout.size, dtype=np.uint8), (layout.cells, 1)),
        )
        self.preference = self.in_turn
        if rng is not None:
            self.shuffle(rng)

    @property
    def count(self) -> int:
        """The number of solutions found so far."""
        return int(self.state[COUNT])

    @property
    def exhausted(self) -> bool:
        """Whether the search is complete, so that the count is final."""
        return bool(self.state[EXHAUSTED])

    def shuffle(self, rng: np.random.Generator) -> None:
        """Try cells and digits in a new random order."""
        cells = self.in_turn.cells.copy()
        rng.shuffle(cells)
        self.preference = Preference(cells, rng.permuted(self.in_turn.digits, axis=1))

    def start(self, givens: Digits, cell: int = -1, other_than: int = 0) -> None:
        """Begin with the givens of a grid; optionally exclude the digit ``other_than`` from a cell."""
        begin(self.geometry, self.marks, self.state, read_only(givens), cell, other_than)

    def advance(self, nodes: int, limit: int) -> None:
        """Search up to ``nodes`` further branches, or until ``limit`` solutions are found."""
        search(
            self.geometry,
            self.marks,
            self.stack,
            self.state,
            self.preference,
            nodes,
            limit,
            self.solution,
        )


@kernel
def begin(
    geo: Geometry,
    marks: Marks,
    state: NDArray[np.int64],
    givens: NDArray[np.uint8],
    cell: int,
    other_than: int,
) -> None:
    """Load the givens; if ``other_than`` is not 0, exclude this digit from ``cell``."""
    state[:] = 0
    alive = load(geo, marks, givens)
    if alive and other_than > 0 and has(marks, cell, other_than - 1):
        placed = marks.digit[cell] >= 0
        alive = not placed and remove(geo, marks, cell, other_than - 1) and singles(geo, marks)
    if not alive:
        state[EXHAUSTED] = 1


@kernel
def search(
    geo: Geometry,
    marks: Marks,
    stack: Stack,
    state: NDArray[np.int64],
    preference: Preference,
    nodes: int,
    limit: int,
    solution: NDArray[np.uint8],
) -> None:
    """Advance the search; see `DepthFirst.advance`."""
    for _ in range(nodes):
        if state[EXHAUSTED] == 1 or state[COUNT] >= limit:
            return
        cell = tightest(marks, preference.cells)
        alive = False
        if cell < 0:
            state[COUNT] += 1
            if state[COUNT] == 1:
                for c in range(solution.shape[0]):
                    solution[c] = marks.digit[c] + 1
        else:
            digit = 0
            for k in range(preference.digits.shape[1]):
                digit = preference.digits[cell, k]
                if has(marks, cell, digit):
                    break
            _push(marks, stack, state, cell, digit)
            alive = assign(geo, marks, cell, digit) and singles(geo, marks)
        while not alive:
            if state[DEPTH] == 0:
                state[EXHAUSTED] = 1
                return
            cell, digit = _pop(marks, stack, state)
            alive = remove(geo, marks, cell, digit) and singles(geo, marks)


@kernel
def tightest(marks: Marks, order: NDArray[np.uint16]) -> Any:
    """Return the open cell with the fewest candidates (if several, the first in ``order``); -1 if none."""
    best, fewest = np.int64(-1), np.int64(SETTLED)
    for k in range(order.shape[0]):
        left = marks.left[order[k]]
        if left < fewest:
            best, fewest = np.int64(order[k]), np.int64(left)
            if fewest == 2:
                break
    return best


@kernel
def _push(marks: Marks, stack: Stack, state: NDArray[np.int64], cell: int, digit: int) -> None:
    depth = state[DEPTH]
    for c in range(marks.cand.shape[0]):
        for w in range(marks.cand.shape[1]):
            stack.cand[depth, c, w] = marks.cand[c, w]
        stack.left[depth, c] = marks.left[c]
        stack.digit[depth, c] = marks.digit[c]
    for d in range(marks.plane.shape[0]):
        for w in range(marks.plane.shape[1]):
            stack.plane[depth, d, w] = marks.plane[d, w]
    for u in range(marks.room.shape[0]):
        for d in range(marks.room.shape[1]):
            stack.room[depth, u, d] = marks.room[u, d]
    stack.branch[depth, 0] = cell
    stack.branch[depth, 1] = digit
    state[DEPTH] = depth + 1


@kernel
def _pop(marks: Marks, stack: Stack, state: NDArray[np.int64]) -> tuple[int, int]:
    state[DEPTH] -= 1
    depth = state[DEPTH]
    for c in range(marks.cand.shape[0]):
        for w in range(marks.cand.shape[1]):
            marks.cand[c, w] = stack.cand[depth, c, w]
        marks.left[c] = stack.left[depth, c]
        marks.digit[c] = stack.digit[depth, c]
    for d in range(marks.plane.shape[0]):
        for w in range(marks.plane.shape[1]):
            marks.plane[d, w] = stack.plane[depth, d, w]
    for u in range(marks.room.shape[0]):
        for d in range(marks.room.shape[1]):
            marks.room[u, d] = stack.room[depth, u, d]
    marks.top[:] = 0
    return stack.branch[depth, 0], stack.branch[depth, 1]
