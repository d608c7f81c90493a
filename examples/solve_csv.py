"""Solve all puzzles of a CSV file and write another CSV file with their solutions.

    python examples/solve_csv.py puzzles.csv solved.csv

The puzzles are in a column ``puzzle``, with 81 characters for a 9x9. All other columns are kept.
"""

import sys

import polars as pl

import ergodoku as eg

if len(sys.argv) != 3:
    print("error: name two files: solve_csv.py puzzles.csv solved.csv", file=sys.stderr)
    sys.exit(2)

_, source, target = sys.argv
table = pl.read_csv(source, infer_schema=False)
table.with_columns(eg.solve_array(table["puzzle"], seed=1).to_polars().get_columns()).write_csv(target)
