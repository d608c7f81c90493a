"""Depth-first search on classic 9x9 grids, with the propagation of `ergodoku.puzzle.logic.nine`."""

from __future__ import annotations

from typing import Any

import numpy as np
from numba import int64, uint64
from numpy.typing import NDArray

from ergodoku.base.compiled import kernel, lowest, ones
from ergodoku.puzzle.exact.depthfirst import COUNT, DEPTH, EXHAUSTED, DepthFirst
from ergodoku.puzzle.layout import Layout
from ergodoku.puzzle.logic import nine, read_only
from ergodoku.puzzle.puzzle import Digits


class NineDepthFirst:
    """Like `DepthFirst`, but only for the classic 9x9, and many times faster."""

    def __init__(self) -> None:
        self.levels, self.state = nine.new_levels(), np.zeros(3, dtype=np.int64)
        self.solution: Digits = np.zeros(81, dtype=np.uint8)

    @property
    def count(self) -> int:
        """The number of solutions found so far."""
        return int(self.state[COUNT])

    @property
    def exhausted(self) -> bool:
        """Whether the search is complete, so that the count is final."""
        return bool(self.state[EXHAUSTED])

    def start(self, givens: Digits, cell: int = -1, other_than: int = 0) -> None:
        """Begin with the givens of a grid; optionally exclude the digit ``other_than`` from a cell."""
        begin_nine(self.levels, self.state, read_only(givens), cell, other_than)

    def advance(self, nodes: int, limit: int) -> None:
        """Search up to ``nodes`` more branches, but stop as soon as ``limit`` solutions are found."""
        search_nine(self.levels, self.state, self.solution, nodes, limit)

    def dig(self, grid: Digits, order: NDArray[np.int64], target: int) -> None:
        """Remove givens in ``order``, each only if the solution stays unique; stop at ``target`` givens."""
        dig_nine(self.levels, self.state, self.solution, grid, order, target)


AnyDepthFirst = DepthFirst | NineDepthFirst


def depth_first(layout: Layout) -> AnyDepthFirst:
    """Return the fastest depth-first search for a layout."""
    return NineDepthFirst() if nine.is_nine(layout) else DepthFirst(layout)


@kernel
def begin_nine(
    levels: NDArray[np.uint32],
    state: NDArray[np.int64],
    givens: NDArray[np.uint8],
    cell: int,
    other_than: int,
) -> None:
    """Load the givens; if ``other_than`` is not 0, exclude this digit from ``cell``."""
    state[:] = 0
    level = levels[0]
    alive = nine.place(level, givens)
    if other_than > 0:
        level[3 * (other_than - 1) + cell // 27] &= ~(nine.BIT << uint64(cell % 27))
    if not (alive and nine.propagate(level, nine.DIGITS)):
        state[EXHAUSTED] = 1


@kernel
def search_nine(
    levels: NDArray[np.uint32],
    state: NDArray[np.int64],
    solution: NDArray[np.uint8],
    nodes: int,
    limit: int,
) -> None:
    """Advance the search; see `NineDepthFirst.advance`."""
    for _ in range(nodes):
        if state[EXHAUSTED] == 1 or state[COUNT] >= limit:
            return
        depth = state[DEPTH]
        level = levels[depth]
        if nine.open_cells(level) > 0:
            word, bit = _choice(level)
            if nine.branch(level, levels[depth + 1], word, bit):
                state[DEPTH] = depth + 1
                continue
        else:
            state[COUNT] += 1
            if state[COUNT] == 1:
                nine.write_digits(level[nine.PLACED : nine.TAKEN], solution)
            if depth == 0:
                state[EXHAUSTED] = 1
                return
            state[DEPTH] = depth - 1
        while not nine.exclude(levels[state[DEPTH]]):
            if state[DEPTH] == 0:
                state[EXHAUSTED] = 1
                return
            state[DEPTH] -= 1


@kernel
def dig_nine(
    levels: NDArray[np.uint32],
    state: NDArray[np.int64],
    solution: NDArray[np.uint8],
    grid: NDArray[np.uint8],
    order: NDArray[np.int64],
    target: int,
) -> None:
    """Remove givens from a full grid; see `NineDepthFirst.dig`."""
    left = 81
    for k in range(order.shape[0]):
        if left <= target:
            return
        cell = order[k]
        digit = grid[cell]
        grid[cell] = 0
        begin_nine(levels, state, grid, cell, digit)
        search_nine(levels, state, solution, 1 << 60, 1)
        if state[COUNT] == 0:
            left -= 1
        else:
            grid[cell] = digit


@kernel
def _choice(level: nine.Level) -> Any:
    """Choose a cell, and return its first candidate: the index of a word in the level, and the bit in it.

    In the band with the most cells that have two candidates, choose the first of these cells. If no cell has
    two candidates, choose the first cell with three, or else the first open cell.
    """
    band, cells = 0, nine.NO
    for other in range(3):
        pairs = uint64(level[nine.PAIRS + other])
        if ones(pairs) > ones(cells):
            band, cells = other, pairs
    for other in range(3):
        if cells == nine.NO:
            band, cells = other, nine.tight_cells(level, other)
    for other in range(3):
        if cells == nine.NO:
            band, cells = other, nine.untaken(level, other)
    bit = cells & (~cells + nine.BIT)
    return 3 * int64(lowest(nine.digits_at(level, band, bit))) + band, bit
