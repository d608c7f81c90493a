"""Many puzzles at once: streamed in order, in constant memory, on as many workers as wanted.

Small puzzles are solved a block at a time inside one kernel call, each by exactly the walk that `solve` would
take, so the grids are the same, only sooner. Whatever does not get through goes the usual way.
"""

from __future__ import annotations

import threading
import time
from collections import deque
from collections.abc import Iterable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from itertools import islice

import numpy as np

from ergodoku.engine.result import Result
from ergodoku.engine.run import CORES
from ergodoku.engine.slices import SECONDS
from ergodoku.engine.solve import solve
from ergodoku.engine.status import Status
from ergodoku.engine.stop import Flag, Stop
from ergodoku.engine.trace import no_trace
from ergodoku.landscape.random import seeded
from ergodoku.methods.auto import Automatic
from ergodoku.methods.contender import Contender
from ergodoku.methods.method import Method
from ergodoku.methods.parameters import as_dict, whole_number
from ergodoku.methods.probing import probe_batch
from ergodoku.methods.walk import NUMBERS
from ergodoku.puzzle.logic import geometry_of, new_marks
from ergodoku.puzzle.puzzle import Puzzle, PuzzleLike

BLOCK = 256
SMALL = 16  # up to this size blocks are solved


def solve_many(
    puzzles: Iterable[PuzzleLike],
    method: str | Method | Contender = "auto",
    *,
    seed: int = 0,
    stop: Stop | None = None,
    replicas: int | None = None,
    workers: int | None = None,
) -> Iterator[Result]:
    """Solve puzzles one after another and yield the results in their order.

    Each puzzle is solved as `solve` would with the same seed; workers decide how many at a time.
    """
    contender = Contender.of(method)
    seed = whole_number("seed", seed, 0)
    count = whole_number("workers", CORES if workers is None else workers, 1)
    if replicas is not None:
        replicas = whole_number("replicas", replicas, 1)
    return _solve_all(map(Puzzle.of, puzzles), contender, seed, stop, replicas, count)


def _solve_all(
    puzzles: Iterable[Puzzle],
    contender: Contender,
    seed: int,
    stop: Stop | None,
    replicas: int | None,
    workers: int,
) -> Iterator[Result]:
    interrupted, chosen = threading.Event(), contender.method
    flag = Flag(interrupted)
    limit = flag if stop is None else stop | flag
    in_blocks = isinstance(chosen, Automatic) and stop is None and replicas in (None, 1)

    def work(block: list[Puzzle]) -> list[Result]:
        if in_blocks and isinstance(chosen, Automatic) and block[0].size <= SMALL:
            quick = _solve_block(block, chosen, contender.label, seed, interrupted)
        else:
            quick = [None] * len(block)
        return [done or alone(p) for p, done in zip(block, quick, strict=True)]

    def alone(puzzle: Puzzle) -> Result:
        return solve(puzzle, contender, seed=seed, stop=limit, replicas=replicas, workers=1)

    blocks = _blocks(puzzles, in_blocks)
    waiting: deque[Future[list[Result]]] = deque()
    with ThreadPoolExecutor(workers) as pool:
        try:
            for block in islice(blocks, 2 * workers):
                waiting.append(pool.submit(work, block))
            while waiting:
                yield from waiting.popleft().result()
                waiting.extend(pool.submit(work, block) for block in islice(blocks, 1))
        finally:
            interrupted.set()
            for future in waiting:
                future.cancel()


def _blocks(puzzles: Iterable[Puzzle], in_blocks: bool) -> Iterator[list[Puzzle]]:
    """Cut a stream into blocks of one layout, or into single puzzles where they are large."""
    block: list[Puzzle] = []
    for puzzle in puzzles:
        if block and (len(block) == BLOCK or puzzle.layout != block[0].layout):
            yield block
            block = []
        block.append(puzzle)
        if not in_blocks or puzzle.size > SMALL:
            yield block
            block = []
    if block:
        yield block


def _solve_block(
    block: list[Puzzle], method: Automatic, name: str, seed: int, interrupted: threading.Event
) -> list[Result | None]:
    """Solve what the first turn of probing solves; None for the others."""
    layout, count = block[0].layout, len(block)
    grids = np.stack([puzzle.flat for puzzle in block])
    solved = np.zeros((count, layout.cells), dtype=np.uint8)
    status, iterations = np.zeros(count, dtype=np.int8), np.zeros(count, dtype=np.int64)
    marks = new_marks(layout)
    workspace = (
        geometry_of(layout),
        new_marks(layout),
        marks,
        marks.digit.copy(),
        np.zeros(2, dtype=np.uint64),
        np.zeros(NUMBERS, dtype=np.int64),
        np.zeros(1, dtype=np.int64),
        np.zeros((1, 5), dtype=np.int64),
        np.zeros(1),
        seeded(seed, 0),
        method.first_choices(layout.cells),
    )
    done, rows, began = 0, 8, time.perf_counter()
    while done < count and not interrupted.is_set():  # in parts, so that Ctrl-C is heard
        part, before = slice(done, done + rows), time.perf_counter()
        probe_batch(*workspace, grids[part], solved[part], status[part], iterations[part])
        rows = rows * 2 if time.perf_counter() - before < SECONDS else max(1, rows // 2)
        done = part.stop
    seconds = (time.perf_counter() - began) / count  # of one, in the mean
    parameters, trace = as_dict(method), no_trace()
    results: list[Result | None] = []
    for puzzle, grid, state, steps in zip(block, solved, status.tolist(), iterations.tolist(), strict=True):
        if state <= 0:
            results.append(None)
            continue
        results.append(
            Result(
                puzzle=puzzle,
                status=Status.SOLVED,
                grid=grid.reshape(layout.size, layout.size),
                energy=0,
                method=name,
                found_by="probing" if steps else "logic",
                parameters=parameters,
                seed=seed,
                replicas=1,
                replica=0,
                iterations=steps,
                seconds=seconds,
                trace=trace,
            )
        )
    return results
