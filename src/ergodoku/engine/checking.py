"""Check a stream of puzzles: how many solutions each has, and how hard it is."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

import numpy as np

from ergodoku.engine.arrays import count_solutions_array, reduce_array
from ergodoku.engine.run import CORES
from ergodoku.puzzle.exact import Verdict, count_solutions
from ergodoku.puzzle.logic import difficulty, reduce
from ergodoku.puzzle.puzzle import Puzzle

BLOCK = 1024  # maximum number of puzzles in a block
QUICK = 16  # largest size for long blocks: each larger puzzle may take a long time


class Checked(NamedTuple):
    """A puzzle, the verdict of the oracle, and the difficulty if the puzzle has exactly one solution."""

    puzzle: Puzzle
    verdict: Verdict
    difficulty: str | None


def check_many(puzzles: Iterable[Puzzle], *, time_limit: float | None = None) -> Iterator[Checked]:
    """Yield each puzzle with its verdict and difficulty, in order; ``time_limit`` is seconds per puzzle."""
    for block in _blocks(puzzles):
        yield from [_alone(block[0], time_limit)] if len(block) == 1 else _together(block, time_limit)


def _alone(puzzle: Puzzle, time_limit: float | None) -> Checked:
    verdict = count_solutions(puzzle, time_limit=time_limit)
    return Checked(puzzle, verdict, difficulty(puzzle) if verdict.solutions == "one" else None)


def _together(block: list[Puzzle], time_limit: float | None) -> Iterator[Checked]:
    layout, digits = block[0].layout, np.stack([puzzle.flat for puzzle in block])
    counts = count_solutions_array(digits, time_limit=time_limit, layout=layout)
    grades = reduce_array(digits, layout=layout).difficulty
    for row, puzzle in enumerate(block):
        solution = counts.grids[row].reshape(puzzle.size, puzzle.size) if counts.counts[row] else None
        verdict = Verdict(int(counts.counts[row]), bool(counts.complete[row]), solution)
        if verdict.solutions == "none":
            verdict = Verdict(0, True, None, reduce(puzzle).contradiction)
        yield Checked(puzzle, verdict, str(grades[row]) if verdict.solutions == "one" else None)


def _blocks(puzzles: Iterable[Puzzle]) -> Iterator[list[Puzzle]]:
    """Cut a stream into blocks of one layout; the first blocks are small, so that results come soon."""
    block: list[Puzzle] = []
    length = 1
    for puzzle in puzzles:
        if block and puzzle.layout != block[0].layout:
            yield block
            block = []
        block.append(puzzle)
        if len(block) >= min(length, BLOCK if puzzle.size <= QUICK else CORES):
            yield block
            block, length = [], length * 2
    if block:
        yield block
