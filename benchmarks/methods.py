"""Every method and preset on five classes of puzzle: solved runs, median time, iterations per second.

    python benchmarks/methods.py [--only NAME,NAME] [--limit 10] [--seeds 10] [--json FILE]

A run that gives up counts as the time limit in the median. All runs use one worker.
"""

from __future__ import annotations

import argparse
import json
import statistics
import sys
from pathlib import Path

from machine import told

import ergodoku as eg
from ergodoku.methods.registry import ENTRIES, method_of

PUZZLES = {
    "easy 9x9": "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79",
    "9x9 with 22 clues": "3......2.......9642.8....5.17..8.......2....7....5.4....9........6..4..5.2.9.6...",
    "hard 9x9": "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..",
    "16x16 at 45 %": (16, 0.45),
    "25x25 at 50 %": (25, 0.50),
}
WIDTH = 36  # width of a column in characters, larger than the longest cell


def puzzle(what: str | tuple[int, float]) -> eg.Puzzle:
    if isinstance(what, str):
        return eg.parse(what)
    return eg.generate(eg.Recipe(eg.Layout.of(what[0]), fraction=what[1]), seed=1)


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--only", default=",".join(ENTRIES), help="methods, separated by commas")
    parser.add_argument("--limit", type=float, default=10.0)
    parser.add_argument("--seeds", type=int, default=10)
    parser.add_argument("--json", type=Path)
    options = parser.parse_args()
    names = options.only.split(",")
    for name in names:
        method_of(name)  # reports an unknown method before anything is measured
    rows = []
    print(f"{'method':<24}" + "".join(f"{name:<{WIDTH}}" for name in PUZZLES))
    for name in names:
        cells = []
        for label, what in PUZZLES.items():
            case, times, solved, steps, spent = puzzle(what), [], 0, 0, 0.0
            eg.solve(case, name, seed=99, stop=eg.Iterations(10), workers=1)
            for seed in range(options.seeds):
                result = eg.solve(case, name, seed=seed, stop=eg.Seconds(options.limit), workers=1)
                solved += result.solved
                times.append(result.seconds if result.solved else options.limit)
                steps += result.iterations
                spent += result.seconds
            rate = steps / spent if spent else 0.0
            cells.append(cell_of(solved, options.seeds, statistics.median(times), rate))
            rows.append({"method": name, "puzzle": label, "solved": solved, "seconds": times, "rate": rate})
        print(f"{name:<24}" + "".join(f"{cell:<{WIDTH}}" for cell in cells), flush=True)
    if options.json:
        options.json.write_text(json.dumps(rows, indent=1))


def cell_of(solved: int, runs: int, seconds: float, rate: float) -> str:
    """Return the figures of a method on one class: solved runs, median time, iterations per second."""
    return f"{solved:>2} of {runs}, {seconds:.3g} s, {rate:.2g}/s"


if __name__ == "__main__":
    sys.exit(told(main))
