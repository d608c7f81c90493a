"""Make many classic 9x9 puzzles with one solution in one call.

Python only draws the random orders. A kernel does all the slow work, without holding the GIL. The orders are
drawn as for a single puzzle, so the puzzles are the same as if they were made one by one.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ergodoku.base.compiled import kernel
from ergodoku.puzzle.exact import DepthFirst, NineDepthFirst
from ergodoku.puzzle.exact.depthfirst import COUNT, Preference, Stack, begin, search
from ergodoku.puzzle.exact.nine import dig_nine
from ergodoku.puzzle.logic import Geometry, Marks
from ergodoku.puzzle.puzzle import Digits


class Orders(NamedTuple):
    """The random orders for each puzzle: one for filling a grid, and one for removing givens from it."""

    cells: NDArray[np.uint16]  # (puzzles, 81)
    digits: NDArray[np.uint8]  # (puzzles, 81, 9)
    blank: NDArray[np.int64]  # (puzzles, 81)


class Dug(NamedTuple):
    """The puzzles, and the full grids from which they come."""

    puzzles: Digits  # (puzzles, 81)
    solutions: Digits  # (puzzles, 81); zeros if no full grid was found


class Tools(NamedTuple):
    """The arrays of the two searches: the first fills grids, the second removes givens."""

    geometry: Geometry
    marks: Marks
    stack: Stack
    state: NDArray[np.int64]
    levels: NDArray[np.uint32]
    nine_state: NDArray[np.int64]
    other: Digits  # (81,): a second solution, if there is one
    empty: Digits  # (81,)


def dig_block(fill: DepthFirst, blank: NineDepthFirst, orders: Orders, nodes: int, target: int) -> Dug:
    """Return puzzles with one solution and at least ``target`` clues.

    ``nodes`` limits the search for each full grid; if none is found, the row of the puzzle stays 0.
    """
    tools = Tools(
        fill.geometry,
        fill.marks,
        fill.stack,
        fill.state,
        blank.levels,
        blank.state,
        blank.solution,
        np.zeros(81, dtype=np.uint8),
    )
    dug = Dug(*np.zeros((2, len(orders.cells), 81), dtype=np.uint8))
    dig_all(tools, orders, dug, nodes, target)
    return dug


@kernel
def dig_all(tools: Tools, orders: Orders, dug: Dug, nodes: int, target: int) -> None:
    """Fill each grid, then remove givens from it."""
    for row in range(orders.cells.shape[0]):
        full, puzzle = dug.solutions[row], dug.puzzles[row]
        begin(tools.geometry, tools.marks, tools.state, tools.empty, -1, 0)
        preference = Preference(orders.cells[row], orders.digits[row])
        search(tools.geometry, tools.marks, tools.stack, tools.state, preference, nodes, 1, full)
        if tools.state[COUNT] == 0:
            continue
        for cell in range(81):
            puzzle[cell] = full[cell]
        dig_nine(tools.levels, tools.nine_state, tools.other, puzzle, orders.blank[row], target)
