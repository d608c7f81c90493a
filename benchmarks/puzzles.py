"""How long logic and the generator take, and whether they reach their bars.

    python benchmarks/puzzles.py [17-CLUE-FILE]

Without a file, puzzles with one solution and 23 clues are generated. Times are CPU time on one core.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections.abc import Callable
from pathlib import Path

import numpy as np
from machine import told

import ergodoku as eg
from ergodoku.puzzle.generate import Recipe, generate_many
from ergodoku.puzzle.logic import reduce_batch


def seconds(work: Callable[[], object], repeat: int = 5) -> float:
    """Return the best CPU time of a few runs, after a first run that compiles the kernels."""
    work()
    times = []
    for _ in range(repeat):
        start = time.process_time()
        work()
        times.append(time.process_time() - start)
    return min(times)


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument(
        "file",
        nargs="?",
        type=Path,
        help="a list of 9x9 puzzles (default: 1,000 generated ones)",
    )
    file = parser.parse_args().file
    layout = eg.Layout.of(9)
    if file:
        puzzles, source = list(eg.read(file)), file.name
    else:
        puzzles, source = list(generate_many(1000, Recipe(clues=23, unique=True), seed=1)), "23 clues"
    grids = np.stack([p.flat for p in puzzles])
    monster = eg.generate(Recipe(eg.Layout.of(49), fraction=0.55), seed=1)
    rows = [
        (
            f"singles on {len(grids)} puzzles ({source})",
            seconds(lambda: reduce_batch(layout, grids)) / len(grids) * 1e6,
            "us a puzzle",
            "at most 20",
        ),
        (
            "all levels on the same puzzles",
            seconds(lambda: reduce_batch(layout, grids, eg.Level.PAIRS)) / len(grids) * 1e6,
            "us a puzzle",
            "",
        ),
        ("49x49 at 55 %, all levels", seconds(lambda: eg.reduce(monster)) * 1e3, "ms", "under 50"),
        (
            "unique 9x9 of 25 clues",
            100 / seconds(lambda: list(generate_many(100, Recipe(clues=25, unique=True), seed=1)), 1),
            "a second",
            "at least 2,000",
        ),
        (
            "49x49 general instance",
            seconds(lambda: eg.generate(Recipe(eg.Layout.of(49), fraction=0.45), seed=2)) * 1e3,
            "ms",
            "under 200",
        ),
    ]
    for what, value, unit, bar in rows:
        print(f"{what:<60} {value:10.2f} {unit:<12} {bar}")
    print(json.dumps([{"what": w, "value": v, "unit": u, "bar": b} for w, v, u, b in rows]))


if __name__ == "__main__":
    sys.exit(told(main))
