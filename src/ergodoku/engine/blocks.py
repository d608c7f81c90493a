"""Feed a block solver in parts of about 10 ms, so that Ctrl-C is heard."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator

from ergodoku.engine.slices import SECONDS
from ergodoku.methods.method import Block, BlockSolver
from ergodoku.puzzle.puzzle import Digits


def in_parts(grids: Digits, solver: BlockSolver, interrupted: threading.Event) -> Iterator[tuple[int, Block]]:
    """Yield what became of the puzzles, part by part, each with the row that it starts at."""
    done, rows = 0, 8
    while done < len(grids) and not interrupted.is_set():
        before = time.perf_counter()
        yield done, solver.solve(grids[done : done + rows])
        done += rows
        rows = rows * 2 if time.perf_counter() - before < SECONDS else max(1, rows // 2)
