"""Feed many puzzles of one layout to a block solver, and end it on Ctrl-C.

Puzzles are solved in parts of about 10 ms. If hard puzzles follow many easy ones, a part can take much
longer. So Ctrl-C also tells the solver to return as soon as possible.
"""

from __future__ import annotations

import time
from collections.abc import Iterator

import numpy as np

from ergodoku.base.threads import Interruption
from ergodoku.engine.clock import Clock
from ergodoku.engine.slices import SECONDS
from ergodoku.methods.method import Block, BlockSolver
from ergodoku.puzzle.puzzle import Digits


def in_parts(grids: Digits, solver: BlockSolver, interrupted: Interruption) -> Iterator[tuple[int, Block]]:
    """Solve the puzzles part by part; yield the index of the first puzzle of each part, and its results."""
    solver.recalled = interrupted.flag
    done, rows = 0, 8
    while done < len(grids) and not interrupted.is_set():
        before = time.perf_counter()
        yield done, solver.solve(grids[done : done + rows])
        done += rows
        rows = rows * 2 if time.perf_counter() - before < SECONDS else max(1, rows // 2)


def solve_block(grids: Digits, solver: BlockSolver, interrupted: Interruption) -> tuple[Block, Clock]:
    """Return the results of all puzzles, and a clock with the time that they took."""
    count = len(grids)
    solved = Block(np.zeros_like(grids), np.zeros(count, dtype=np.bool_), np.zeros(count, dtype=np.int64))
    clock = Clock()  # as for a run, compiling and loading kernels do not count
    clock.start()
    with clock.at_work():
        for start, part in in_parts(grids, solver, interrupted):
            end = start + len(part.solved)
            solved.grids[start:end], solved.solved[start:end] = part.grids, part.solved
            solved.iterations[start:end] = part.iterations
    clock.skip_compiling()
    clock.stop()
    return solved, clock
