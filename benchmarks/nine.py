"""How fast the classic 9x9 is: in blocks, one by one, without solution, parsed and generated, on one core.

Usage: ``python benchmarks/nine.py [FILE ...]``. Each file is a list of puzzles; without one, minimal puzzles
are generated. Each line of figures is for people; the last line is JSON.
"""

from __future__ import annotations

import argparse
import json
import platform
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import numpy as np

import ergodoku as eg
from ergodoku.methods.auto import Auto

TURNS = 5
SEED = 1


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("files", nargs="*", type=Path, help="lists of puzzles")
    parser.add_argument("--count", type=int, default=500, help="how many puzzles to generate")
    options = parser.parse_args()
    lists = {file.stem: list(eg.read(file)) for file in options.files}
    if not lists:
        lists["minimal"] = list(eg.generate_many(options.count, eg.Recipe(minimal=True), seed=SEED))
    figures = {}
    for name, puzzles in lists.items():
        for what, microseconds in measure(puzzles):
            figures[f"{name}: {what}"] = round(microseconds, 2)
            print(f"{name}: {what}: {microseconds:.2f} µs")
    print(json.dumps({"benchmark": "nine", "microseconds": figures, "python": platform.python_version()}))


def measure(puzzles: list[eg.Puzzle]) -> Iterator[tuple[str, float]]:
    """Yield what was measured, and the microseconds that one puzzle took."""
    grids, solver = np.stack([puzzle.flat for puzzle in puzzles]), Auto().block_solver(eg.Layout.of(9), SEED)
    assert solver is not None
    assert solver.solve(grids).solved.all()
    yield "in blocks", best(lambda: solver.solve(grids), len(puzzles))
    some = puzzles[:200]
    yield "eg.solve", best(lambda: [eg.solve(p, seed=SEED, workers=1) for p in some], len(some))
    wrong = [puzzle for puzzle in map(spoilt, some[:50]) if puzzle is not None]
    if wrong:
        yield (
            "proved to have no solution",
            best(lambda: [eg.solve(p, seed=SEED, workers=1) for p in wrong], len(wrong)),
        )
    lines = [puzzle.to("line").strip() for puzzle in some]
    yield "eg.parse of a line", best(lambda: [eg.parse(line) for line in lines], len(lines))
    yield (
        "generated with 25 clues",
        best(lambda: list(eg.generate_many(50, eg.Recipe(clues=25), seed=SEED)), 50),
    )


def spoilt(puzzle: eg.Puzzle) -> eg.Puzzle | None:
    """Return a puzzle with one more given, such that only a search proves that it has no solution."""
    for cell in np.flatnonzero(puzzle.flat == 0):
        for digit in range(1, 10):
            flat = puzzle.flat.copy()
            flat[cell] = digit
            try:
                result = eg.solve(eg.Puzzle(puzzle.layout, flat), seed=SEED)
            except eg.PuzzleError:
                continue
            if not result.solved and result.iterations > 0:
                return result.puzzle
    return None


def best(work: Callable[[], object], count: int) -> float:
    """Return the microseconds of CPU time for one of ``count``, of the best turn after one that compiles."""
    work()
    times = []
    for _ in range(TURNS):
        start = time.thread_time()
        work()
        times.append(time.thread_time() - start)
    return min(times) / count * 1e6


if __name__ == "__main__":
    main()
