"""Solve many puzzles of one layout in one call, each by exactly the walk that probing would take."""

from __future__ import annotations

from typing import ClassVar

import numpy as np
from numpy.typing import NDArray

from ergodoku.base.compiled import kernel
from ergodoku.landscape.random import seeded
from ergodoku.methods.method import Block, BlockSolver
from ergodoku.methods.probing.nine_block import NineBlock
from ergodoku.methods.probing.probing import probe
from ergodoku.methods.probing.task import BlockTask, new_block
from ergodoku.methods.walk import BEST, ITERATION, NEXT_SAMPLE, Record, new_record
from ergodoku.puzzle.layout import Layout
from ergodoku.puzzle.logic import PLACED, Geometry, Marks, geometry_of, load, new_marks, nine, read_only
from ergodoku.puzzle.puzzle import Digits


def probing_block(layout: Layout, seed: int, choices: int) -> BlockSolver:
    """Return a solver that probes many puzzles of a layout in one call; parameters as for `ProbingBlock`."""
    return NineBlock(seed, choices) if nine.is_nine(layout) else ProbingBlock(layout, seed, choices)


class ProbingBlock(BlockSolver):
    """Probing of many puzzles, each from the same seed.

    Parameters
    ----------
    layout : Layout
        The layout of all puzzles.
    seed : int
        Each puzzle is solved as replica 0 of a search with this seed.
    choices : int
        Give up on a puzzle after this many choices.
    """

    name: ClassVar[str] = "probing"

    def __init__(self, layout: Layout, seed: int, choices: int) -> None:
        self.geometry, self.base, self.marks = geometry_of(layout), new_marks(layout), new_marks(layout)
        self.fresh = np.zeros(2, dtype=np.int64)
        self.seed, self.choices = seeded(seed, 0), choices
        self.record = new_record(0, self.base.digit.copy(), self.seed.copy(), notes=0)
        self.recalled = self.record.recalled

    def solve(self, grids: Digits) -> Block:
        """Solve the puzzles that need no more choices than allowed."""
        block = new_block(grids)
        marks = (self.geometry, self.base, self.marks, self.fresh)
        record = self.record._replace(recalled=self.recalled)
        probe_block(*marks, record, BlockTask(read_only(grids), self.seed, self.choices), block)
        return block


@kernel
def probe_block(
    geo: Geometry,
    base: Marks,
    marks: Marks,
    fresh: NDArray[np.int64],
    record: Record,
    task: BlockTask,
    block: Block,
) -> None:
    """Probe one puzzle after another, until recalled.

    A puzzle whose givens contradict each other stays unsolved.
    """
    rng, numbers, best = record.rng, record.numbers, record.best
    cells = task.grids.shape[1]
    for row in range(task.grids.shape[0]):
        if record.recalled[0] != 0:
            break
        if not load(geo, base, task.grids[row]):
            continue
        rng[0], rng[1] = task.seed[0], task.seed[1]
        numbers[:] = 0
        numbers[BEST] = cells - base.done[PLACED]
        numbers[NEXT_SAMPLE] = -1  # no notes
        fresh[0] = 1
        for cell in range(cells):
            best[cell] = base.digit[cell]
        probe(geo, base, marks, fresh, record, task.choices)
        block.iterations[row] = numbers[ITERATION]
        block.solved[row] = numbers[BEST] == 0
        for cell in range(cells):
            block.grids[row, cell] = best[cell] + 1
