"""Solve many classic 9x9 puzzles in one call, each by exactly the walk that probing would take."""

from __future__ import annotations

from typing import ClassVar

import numpy as np
from numpy.typing import NDArray

from ergodoku.base.compiled import kernel
from ergodoku.landscape.random import seeded
from ergodoku.methods.method import Block, BlockSolver
from ergodoku.methods.probing.nine import DEPTH, FIRST_PATIENCE, PATIENCE, REFUTED, probe_nine
from ergodoku.methods.probing.task import BlockTask, new_block
from ergodoku.methods.walk import BEST, ITERATION, NEXT_SAMPLE, Record, new_record
from ergodoku.puzzle.logic import nine, read_only
from ergodoku.puzzle.puzzle import Digits


class NineBlock(BlockSolver):
    """Probing of many classic 9x9 puzzles, each from the same seed; parameters as for `ProbingBlock`."""

    name: ClassVar[str] = "probing"

    def __init__(self, seed: int, choices: int) -> None:
        self.levels, self.counts = nine.new_levels(), np.zeros(4, dtype=np.int64)
        self.seed, self.choices = seeded(seed, 0), choices
        self.record = new_record(
            0, self.levels[0, nine.PLACED : nine.TAKEN].copy(), self.seed.copy(), notes=0
        )
        self.recalled = self.record.recalled

    def solve(self, grids: Digits) -> Block:
        """Solve the puzzles that need no more choices than allowed."""
        block = new_block(grids)
        task = BlockTask(read_only(grids), self.seed, self.choices)
        record = self.record._replace(recalled=self.recalled)
        probe_nine_block(self.levels, self.counts, record, task, block)
        return block


@kernel
def probe_nine_block(
    levels: NDArray[np.uint32], counts: NDArray[np.int64], record: Record, task: BlockTask, block: Block
) -> None:
    """Probe one puzzle after another, until recalled; a puzzle without a solution stays unsolved."""
    rng, numbers, best, first = record.rng, record.numbers, record.best, levels[0]
    for row in range(task.grids.shape[0]):
        if record.recalled[0] != 0:
            break
        if not nine.load(first, task.grids[row]):
            continue
        rng[0], rng[1] = task.seed[0], task.seed[1]
        counts[DEPTH] = counts[REFUTED] = 0
        counts[PATIENCE] = FIRST_PATIENCE
        numbers[:] = 0
        numbers[BEST] = nine.open_cells(first)
        numbers[NEXT_SAMPLE] = -1  # no notes
        for k in range(best.shape[0]):
            best[k] = first[nine.PLACED + k]
        probe_nine(levels, counts, record, task.choices)
        block.iterations[row] = numbers[ITERATION]
        block.solved[row] = numbers[BEST] == 0
        nine.write_digits(best, block.grids[row])
