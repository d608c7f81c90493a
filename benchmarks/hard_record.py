"""The record of `hard`: one CSV file for each solver and one for the puzzles.

The first line of a file is a comment: JSON that describes how it was measured. A row is written as soon as it
is measured. A killed process may leave an incomplete last line, which is dropped when the file is opened
again.
"""

from __future__ import annotations

import csv
import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from isolated import SOLVED
from machine import about, check_conditions

from ergodoku.base.files import whole

Point = tuple[int, int]  # size, and percentage of cells given
Key = tuple[int, int, int]  # a point, and the number of the puzzle at this point
KEY = ("size", "percent", "number")
OWN = ("status", "seconds", "iterations", "evaluations", "energy", "found_by")
PEER = ("status", "seconds", "built")
HOPELESS = 2  # a solver that solves none of the first HOPELESS puzzles of a point is not run on the others
INSTANCE = ("open", "candidates", "solutions", "counted")


def hopeless(ends: Sequence[str]) -> bool:
    """Return whether a solver with these first results at a point is not run on the other puzzles there."""
    return len(ends) >= HOPELESS and SOLVED not in ends


class Table:
    """The rows of one file, by puzzle."""

    def __init__(self, path: Path, columns: Sequence[str], conditions: dict[str, Any] | None = None) -> None:
        """Open a file. To add rows, give the conditions; they must be the same as those in the file."""
        self.path, self.columns = path, (*KEY, *columns)
        self.about: dict[str, Any] = {}
        self.rows: dict[Key, dict[str, str]] = {}
        if path.exists():
            self._read()
        if conditions is not None:
            self._continue(conditions)

    def add(self, key: Key, *values: object) -> None:
        """Add a row, and write it to the file immediately."""
        line = [str(value) for value in (*key, *values)]
        with self.path.open("a", encoding="utf-8", newline="") as file:
            csv.writer(file, lineterminator="\n").writerow(line)
        self.rows[key] = dict(zip(self.columns, line, strict=True))

    def _read(self) -> None:
        head, *lines = self.path.read_text(encoding="utf-8").splitlines(keepends=True)
        self.about = json.loads(head.removeprefix("#"))
        for row in csv.DictReader(line for line in lines if line.endswith("\n")):
            size, percent, number = (int(row[name]) for name in KEY)
            self.rows[size, percent, number] = row

    def _continue(self, conditions: dict[str, Any]) -> None:
        check_conditions(self.path, self.about, conditions)
        if not self.rows:
            self.about = {**conditions, **about()}
        self.path.parent.mkdir(parents=True, exist_ok=True)
        lines = [f"# {json.dumps(self.about)}", ",".join(self.columns)]
        lines += [",".join(row[name] for name in self.columns) for row in self.rows.values()]
        with whole(self.path) as part:
            part.write_text("\n".join(lines) + "\n", encoding="utf-8")
