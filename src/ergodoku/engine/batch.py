"""Solve many puzzles: streamed in order, in constant memory, on several workers.

If the method has a block solver, puzzles of the same layout are solved a block at a time. Each puzzle gets
exactly the walk that `solve` would take: the grids are the same, only found sooner. A puzzle that the block
solver leaves unsolved is solved on its own.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import lru_cache
from os import PathLike

import numpy as np

from ergodoku.base.arguments import whole_number
from ergodoku.base.errors import ParameterError
from ergodoku.base.threads import Interruption, Threads
from ergodoku.engine.blocks import solve_block
from ergodoku.engine.callbacks import Callbacks
from ergodoku.engine.replicas import MOST
from ergodoku.engine.result import Result
from ergodoku.engine.run import CORES
from ergodoku.engine.solve import solve
from ergodoku.engine.status import Status
from ergodoku.engine.stop import Flag, Stop, stop_of
from ergodoku.engine.trace import no_trace
from ergodoku.methods.contender import Contender
from ergodoku.methods.method import BlockSolver, Method
from ergodoku.methods.parameters import as_dict
from ergodoku.puzzle.boards import BYTES, kind_of
from ergodoku.puzzle.forms import each_puzzle
from ergodoku.puzzle.layout import Layout
from ergodoku.puzzle.puzzle import Digits, Puzzle, PuzzleLike

BLOCK = 256


def solve_many(
    puzzles: Iterable[PuzzleLike],
    method: str | Method | Contender = "auto",
    *,
    seed: int = 0,
    stop: Stop | float | None = None,
    time_limit: float | None = None,
    max_iterations: int | None = None,
    replicas: int | None = None,
    workers: int | None = None,
    callbacks: Sequence[object] = (),
    keyframes: bool = False,
) -> Iterator[Result]:
    """Solve puzzles and yield their results in the order of the puzzles.

    Each puzzle is solved as `solve` would solve it with the same parameters; ``workers`` is the number of
    puzzles solved at the same time. Callbacks are called for every puzzle, from the thread that solves it.
    """
    if isinstance(puzzles, str | BYTES | PathLike | Puzzle) or not isinstance(puzzles, Iterable):
        raise ParameterError(
            f"solve_many takes several puzzles, not {kind_of(puzzles)}",
            "give a list of puzzles, or read(path) for a file of them",
        )
    contender = Contender.of(method)
    seed = whole_number("seed", seed, 0)
    count = whole_number("workers", CORES if workers is None else workers, 1)
    if replicas is not None:
        replicas = whole_number("replicas", replicas, 1, MOST)
    limit = stop_of(stop, time_limit, max_iterations)
    callbacks = Callbacks(callbacks).listeners

    def alone(puzzle: Puzzle, halt: Flag) -> Result:
        return solve(
            puzzle,
            contender,
            seed=seed,
            stop=halt if limit is None else limit | halt,
            replicas=replicas,
            workers=1,
            callbacks=callbacks,
            keyframes=keyframes,
        )

    # A block solver cannot apply limits, uses one replica, and reports neither progress nor boards.
    plain = limit is None and replicas in (None, 1) and not callbacks and not keyframes
    return _solve_all(each_puzzle(puzzles), contender, seed, alone, plain, count)


def _solve_all(
    puzzles: Iterable[Puzzle],
    contender: Contender,
    seed: int,
    solve_alone: Callable[[Puzzle, Flag], Result],
    plain: bool,
    workers: int,
) -> Iterator[Result]:
    interrupted, chosen = Interruption(), contender.method
    parameters, trace = as_dict(chosen), no_trace()

    def solver_for(layout: Layout) -> BlockSolver | None:
        return chosen.block_solver(layout, seed) if plain else None

    @lru_cache(maxsize=32)
    def in_blocks(layout: Layout) -> bool:
        return solver_for(layout) is not None

    def work(block: list[Puzzle]) -> list[Result]:
        solver = solver_for(block[0].layout)
        if solver is None:
            return [alone(puzzle) for puzzle in block]
        grids = np.stack([puzzle.flat for puzzle in block])
        solved, clock = solve_block(grids, solver, interrupted)
        seconds, cpu_seconds = clock.seconds / len(block), clock.cpu_seconds / len(block)  # mean per puzzle

        def quick(puzzle: Puzzle, grid: Digits, iterations: int) -> Result:
            return Result(
                puzzle=puzzle,
                status=Status.SOLVED,
                grid=grid.reshape(puzzle.size, puzzle.size),
                energy=0,
                method=contender.name,
                label=contender.label,
                found_by=solver.name if iterations else "logic",
                parameters=parameters,
                seed=seed,
                replicas=1,
                replica=0,
                iterations=iterations,
                evaluations=0,
                seconds=seconds,
                cpu_seconds=cpu_seconds,
                trace=trace,
            )

        results = []
        for k, (puzzle, done) in enumerate(zip(block, solved.solved.tolist(), strict=True)):
            if interrupted.is_set():  # nobody is waiting for the results any more
                break
            iterations = int(solved.iterations[k])
            results.append(quick(puzzle, solved.grids[k], iterations) if done else alone(puzzle))
        return results

    def alone(puzzle: Puzzle) -> Result:
        return solve_alone(puzzle, Flag(interrupted))

    with Threads(workers) as pool:
        for results in pool.in_order(work, _blocks(puzzles, in_blocks), interrupted):
            yield from results


def _blocks(puzzles: Iterable[Puzzle], in_blocks: Callable[[Layout], bool]) -> Iterator[list[Puzzle]]:
    """Cut a stream into blocks of one layout, or into single puzzles if their layout has no block solver."""
    block: list[Puzzle] = []
    for puzzle in puzzles:
        if block and (len(block) == BLOCK or puzzle.layout != block[0].layout):
            yield block
            block = []
        block.append(puzzle)
        if len(block) == 1 and not in_blocks(puzzle.layout):
            yield block
            block = []
    if block:
        yield block
