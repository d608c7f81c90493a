"""How fast puzzles are read and checked, on one core.

Usage: ``python benchmarks/reading.py [FILE]``. Without a file, lists are made in a temporary folder. The last
line is JSON.
"""

from __future__ import annotations

import argparse
import json
import platform
import sys
import tempfile
import time
from collections import deque
from pathlib import Path

import numpy as np
from machine import told

from ergodoku import PuzzleError
from ergodoku.puzzle.formats import read

PUZZLE = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
SOLUTION = "534678912672195348198342567859761423426853791713924856961537284287419635345286179"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("file", nargs="?", type=Path, help="a list of puzzles; generated if not given")
    parser.add_argument("--lines", type=int, default=500_000, help="how many puzzles to make")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        files = [options.file] if options.file else make_files(Path(folder), options.lines)
        rates = {file.suffix.lstrip(".") or file.name: measure(file) for file in files}
    print(
        json.dumps({"benchmark": "reading", "puzzles_per_second": rates, "python": platform.python_version()})
    )


def make_files(folder: Path, count: int) -> list[Path]:
    """Write the same puzzles as ``.sdm`` and as ``.csv``, with their digits exchanged at random."""
    random = np.random.default_rng(1)
    names = np.argsort(random.random((count, 9)), axis=1).astype(np.uint8) + ord("1")
    table = np.full((count, 10), ord("."), dtype=np.uint8)
    table[:, 1:] = names
    columns = []
    for text in (PUZZLE, SOLUTION):
        digits = np.array([int(c) if c != "." else 0 for c in text])
        columns.append(np.ascontiguousarray(table[:, digits]).view("S81").ravel().astype(str).tolist())
    sdm, csv = folder / "list.sdm", folder / "table.csv"
    sdm.write_text("\n".join(columns[0]) + "\n")
    rows = ("{},{}".format(*row) for row in zip(*columns, strict=True))
    csv.write_text("quizzes,solutions\n" + "\n".join(rows) + "\n")
    return [sdm, csv]


def measure(file: Path) -> int:
    """Read a file to its end and return the puzzles per second."""
    errors: list[object] = []
    start = time.perf_counter()
    last = deque(enumerate(read(file, on_error=errors.append), 1), maxlen=1)
    seconds = time.perf_counter() - start
    if not last:
        raise PuzzleError(f"{file} has no puzzle that can be read", "name a list of puzzles")
    count = last[0][0]
    rate = round(count / seconds)
    print(f"{file.name}: {count:,} puzzles, {len(errors)} errors, {seconds:.2f} s, {rate:,} puzzles/s")
    return rate


if __name__ == "__main__":
    sys.exit(told(main))
