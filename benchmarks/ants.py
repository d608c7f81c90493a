"""The ant colony and its bars: all hard 9x9, and general 25x25 with 45 % of the cells given.

    python benchmarks/ants.py                  generated instances
    python benchmarks/ants.py DIR              DIR/hard9/*.txt, DIR/general/inst25x25_45_*.txt
    python benchmarks/ants.py --method tabu    another method on the same puzzles

Measured on one core. Times are seconds on the clock, without the first run of each kind, which may compile.
The last line is JSON. Generated hard puzzles are minimal, and logic alone cannot solve them.
"""

from __future__ import annotations

import argparse
import json
import statistics
import sys
import time
from pathlib import Path

from classes import puzzles_in
from machine import told

import ergodoku as eg

SEEDS, SMALL_LIMIT, LARGE_LIMIT = 10, 20.0, 60.0
LARGE_COUNT, LARGE_BAR = 8, 6


def solved(puzzle: eg.Puzzle, method: str, seed: int, limit: float) -> tuple[bool, float, int]:
    """Do one run, and check its solution against the givens and the rules."""
    begin = time.perf_counter()
    result = eg.solve(puzzle, method, seed=seed, stop=eg.Seconds(limit), workers=1)
    seconds = time.perf_counter() - begin
    if result.solved:
        full = eg.Puzzle(puzzle.layout, result.grid)
        assert full.clues == puzzle.layout.cells
        assert ((full.flat == puzzle.flat) | (puzzle.flat == 0)).all()
    return result.solved, seconds, result.iterations


def hard9(folder: Path | None) -> list[eg.Puzzle]:
    if folder:
        return puzzles_in(folder, "hard9/*.txt")
    return list(eg.generate_many(16, eg.Recipe(minimal=True, difficulty="beyond logic"), seed=1))


def general25(folder: Path | None) -> list[eg.Puzzle]:
    if folder:
        return puzzles_in(folder, "general/inst25x25_45_*.txt")[:LARGE_COUNT]
    recipe = eg.Recipe(eg.Layout.of(25), fraction=0.45)
    return [eg.generate(recipe, seed=1, index=k) for k in range(LARGE_COUNT)]


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("data", type=Path, nargs="?", help="a folder with puzzle files")
    parser.add_argument("--method", default="ants", help="method to run")
    options = parser.parse_args()
    found, missed = {}, False
    for what, puzzles, seeds, limit in (
        ("hard 9x9", hard9(options.data), SEEDS, SMALL_LIMIT),
        ("general 25x25 at 45 %", general25(options.data), 1, LARGE_LIMIT),
    ):
        solved(puzzles[0], options.method, seeds, limit)
        runs = [solved(puzzle, options.method, seed, limit) for puzzle in puzzles for seed in range(seeds)]
        times = [run[1] for run in runs]
        bar = len(runs) if seeds > 1 else LARGE_BAR
        count = sum(run[0] for run in runs)
        missed |= count < bar
        rate = sum(run[2] for run in runs) / sum(times)
        print(
            f"{what}: {count} of {len(runs)} within {limit:g} s (bar: {bar}), "
            f"median {statistics.median(times):.4f} s, mean {statistics.mean(times):.4f}, "
            f"worst {max(times):.3f}, {rate:,.0f} iterations a second"
        )
        found[what] = {"solved": count, "runs": len(runs), "bar": bar, "median": statistics.median(times)}
    print(json.dumps({"method": options.method, "version": eg.__version__, **found}))
    return int(missed)


if __name__ == "__main__":
    sys.exit(told(main))
