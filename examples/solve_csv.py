"""Solve all puzzles of a CSV file and write another one with their solutions.

    python examples/solve_csv.py puzzles.csv solved.csv
    python examples/solve_csv.py                            makes a small puzzles.csv first

The puzzles stand in a column ``puzzle``, as 81 characters for a 9x9; all other columns are kept.
"""

from __future__ import annotations

import sys

import polars as pl

import ergodoku as eg


def main(source: str, target: str) -> None:
    table = pl.read_csv(source, infer_schema=False)
    solutions = eg.solve_array(table["puzzle"], seed=1)
    table.hstack(solutions.to_polars()).write_csv(target)
    print(f"{len(table)} puzzles read from {source}, their solutions written to {target}")


def make_some(path: str) -> None:
    """Write ten new puzzles."""
    puzzles = [puzzle.to("line") for puzzle in eg.generate_many(10, eg.Recipe(clues=26), seed=1)]
    names = [f"puzzle {number}" for number in range(1, 11)]
    pl.DataFrame({"name": names, "puzzle": puzzles}).write_csv(path)


if __name__ == "__main__":
    if len(sys.argv) == 3:
        main(sys.argv[1], sys.argv[2])
    elif len(sys.argv) == 1:
        make_some("puzzles.csv")
        main("puzzles.csv", "solved.csv")
    else:
        sys.exit("usage: solve_csv.py [PUZZLES.csv SOLVED.csv]")
