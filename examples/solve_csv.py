"""Solve all puzzles of a CSV file and write another one with their solutions.

    python examples/solve_csv.py puzzles.csv solved.csv
    python examples/solve_csv.py                            makes a small puzzles.csv first

The puzzles stand in a column ``puzzle``, as 81 characters for a 9x9; all other columns are kept.
"""

from __future__ import annotations

import csv
import sys
from pathlib import Path

import ergodoku as eg


def main(source: Path, target: Path) -> None:
    with source.open(newline="", encoding="utf-8") as stream:
        rows = list(csv.DictReader(stream))
    results = eg.solve_many((eg.parse(row["puzzle"]) for row in rows), seed=1)
    with target.open("w", newline="", encoding="utf-8") as stream:
        writer = csv.DictWriter(stream, [*rows[0], "solution", "status", "found_by"])
        writer.writeheader()
        for row, result in zip(rows, results, strict=True):
            found = eg.Puzzle(result.puzzle.layout, result.grid) if result.solved else result.puzzle
            writer.writerow(
                row | {"solution": found.to("line"), "status": result.status, "found_by": result.found_by}
            )
    print(f"{len(rows)} puzzles read from {source}, their solutions written to {target}")


def make_some(path: Path) -> None:
    """Write ten new puzzles, as ``ergodoku generate --count 10 --clues 26 --format csv`` would."""
    with path.open("w", newline="", encoding="utf-8") as stream:
        writer = csv.writer(stream)
        writer.writerow(["name", "puzzle"])
        for number, puzzle in enumerate(eg.generate_many(10, eg.Recipe(clues=26), seed=1), 1):
            writer.writerow([f"puzzle {number}", puzzle.to("line")])


if __name__ == "__main__":
    if len(sys.argv) == 3:
        main(Path(sys.argv[1]), Path(sys.argv[2]))
    elif len(sys.argv) == 1:
        make_some(Path("puzzles.csv"))
        main(Path("puzzles.csv"), Path("solved.csv"))
    else:
        sys.exit("usage: solve_csv.py [PUZZLES.csv SOLVED.csv]")
