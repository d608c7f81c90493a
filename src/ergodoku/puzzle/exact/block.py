"""Count the solutions of many puzzles of one layout in one call.

The counts agree with `count_solutions`, which runs the same search from the same state. A puzzle that takes
too long stays undecided.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ergodoku.base.compiled import kernel
from ergodoku.puzzle.exact.depthfirst import (
    COUNT,
    EXHAUSTED,
    LARGEST_SIZE,
    Preference,
    Stack,
    begin,
    search,
)
from ergodoku.puzzle.exact.nine import NineDepthFirst, begin_nine, depth_first, search_nine
from ergodoku.puzzle.layout import Layout
from ergodoku.puzzle.logic import Geometry, Level, Marks, read_only, reduce_batch
from ergodoku.puzzle.puzzle import Digits

WORK = 160_000  # largest number of cells to look at for one puzzle: this takes a few milliseconds


class CountTask(NamedTuple):
    """The puzzles of a block, and when to stop counting."""

    grids: Digits  # (puzzles, cells): the givens, 0 for blank cells; read-only
    limit: int
    nodes: int
    recalled: NDArray[np.int64]  # (1,): not 0 if another thread wants the kernel to return


class CountBlock(NamedTuple):
    """The results, one row for each puzzle."""

    counts: NDArray[np.int64]  # (puzzles,): solutions, at most the limit
    complete: NDArray[np.bool_]  # (puzzles,): whether all solutions were counted
    decided: NDArray[np.bool_]  # (puzzles,): whether the count is complete or has reached the limit
    solutions: Digits  # (puzzles, cells): one solution; zeros if none was found


class BlockCounter:
    """Counts the solutions of many puzzles of one layout, up to 25x25.

    Parameters
    ----------
    layout : Layout
        The layout of all puzzles.
    limit : int
        Stop counting at this number of solutions.

    Attributes
    ----------
    recalled : ndarray of int64, shape (1,)
        When another thread sets it to 1, `count` returns soon, and the remaining puzzles stay undecided.
    """

    def __init__(self, layout: Layout, limit: int) -> None:
        self.layout, self.limit, self.nodes = layout, limit, WORK // layout.cells
        self.search = depth_first(layout)
        self.recalled = np.zeros(1, dtype=np.int64)

    def count(self, grids: Digits) -> CountBlock:
        """Count the solutions of each grid; grids whose givens contradict each other have none."""
        count = len(grids)
        block = CountBlock(
            np.zeros(count, dtype=np.int64),
            np.zeros(count, dtype=np.bool_),
            np.zeros(count, dtype=np.bool_),
            np.zeros_like(grids),
        )
        found = self.search
        if isinstance(found, NineDepthFirst):
            task = CountTask(read_only(grids), self.limit, self.nodes, self.recalled)
            count_nine_block(found.levels, found.state, task, block)
            return block
        batch = reduce_batch(self.layout, grids, Level.PAIRS)
        task = CountTask(read_only(batch.grids), self.limit, self.nodes, self.recalled)
        count_block(found.geometry, found.marks, found.stack, found.state, found.preference, task, block)
        broken = ~batch.consistent
        block.counts[broken] = block.solutions[broken] = 0
        block.complete[broken] = block.decided[broken] = True
        return block


def block_counter(layout: Layout, limit: int) -> BlockCounter | None:
    """Return a counter for many puzzles of a layout; ``None`` if the layout is too large."""
    return BlockCounter(layout, limit) if layout.size <= LARGEST_SIZE else None


@kernel
def count_nine_block(
    levels: NDArray[np.uint32], state: NDArray[np.int64], task: CountTask, block: CountBlock
) -> None:
    """Count the solutions of classic 9x9 puzzles, one after another, until recalled."""
    for row in range(task.grids.shape[0]):
        if task.recalled[0] != 0:
            break
        begin_nine(levels, state, task.grids[row], -1, 0)
        search_nine(levels, state, block.solutions[row], task.nodes, task.limit)
        block.counts[row] = state[COUNT]
        block.complete[row] = state[EXHAUSTED] == 1
        block.decided[row] = block.complete[row] or state[COUNT] >= task.limit


@kernel
def count_block(
    geo: Geometry,
    marks: Marks,
    stack: Stack,
    state: NDArray[np.int64],
    preference: Preference,
    task: CountTask,
    block: CountBlock,
) -> None:
    """Count the solutions of puzzles of any layout, one after another, until recalled."""
    for row in range(task.grids.shape[0]):
        if task.recalled[0] != 0:
            break
        begin(geo, marks, state, task.grids[row], -1, 0)
        search(geo, marks, stack, state, preference, task.nodes, task.limit, block.solutions[row])
        block.counts[row] = state[COUNT]
        block.complete[row] = state[EXHAUSTED] == 1
        block.decided[row] = block.complete[row] or state[COUNT] >= task.limit
