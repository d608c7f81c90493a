"""All rows of a table: each with its fields as they are, and its puzzle or what is wrong with it.

Rows are read with Python's csv module, so a quoted field may hold the delimiter and line breaks. Their
puzzles are read together, a block at a time, as in :mod:`ergodoku.puzzle.formats.lines`.
"""

from __future__ import annotations

import csv
from collections import deque
from collections.abc import Iterator
from itertools import islice
from typing import NamedTuple

from ergodoku.base.errors import PuzzleError
from ergodoku.puzzle.formats.csv_header import Columns
from ergodoku.puzzle.formats.lines import read_lines
from ergodoku.puzzle.formats.session import Session
from ergodoku.puzzle.formats.source import Source
from ergodoku.puzzle.puzzle import Puzzle

ROWS = 2048
"""Rows that are read together."""
LINES = 64
"""Lines that a row may have. A quote that is still open after them was never closed."""


class Row(NamedTuple):
    """A row: the number of its first line, its fields, and a puzzle or an error."""

    line: int
    fields: list[str]
    puzzle: Puzzle | None = None
    error: PuzzleError | None = None


def read_table(
    source: Source, session: Session, columns: Columns, errors: list[PuzzleError]
) -> Iterator[Row]:
    """Yield every row below the header. Blank lines and comments are not rows.

    Parameters
    ----------
    errors : list of PuzzleError
        Where the session reports to; it is emptied.
    """
    rows = _rows(source, session, columns, errors)
    while block := list(islice(rows, ROWS)):
        texts = [_cell(row, columns) for row in block]
        data = "\n".join([*texts, ""]).encode(errors="replace")
        found = {}
        for puzzle in read_lines(data, 0, session):
            found[session.line] = puzzle
        wrong = {error.line: error for error in errors}
        errors.clear()
        for k, row in enumerate(block):
            if row.error is not None:
                yield row
            elif k in found and not _has_more(found[k], texts[k]):
                yield row._replace(puzzle=found[k])
            else:
                error = wrong.get(k) or _no_puzzle(columns)
                error.line, error.column = row.line, None
                yield row._replace(error=error.at(source=session.source))


def _cell(row: Row, columns: Columns) -> str:
    return "" if row.error else " ".join(row.fields[columns.puzzle].split())


def _has_more(puzzle: Puzzle, text: str) -> bool:
    """Tell whether a cell holds words beside the puzzle. Only JSON and addresses bring a name."""
    return bool(puzzle.name) and text[0] not in "{:h"


def _no_puzzle(columns: Columns) -> PuzzleError:
    return PuzzleError(
        f"there is no puzzle in the column {columns.names[columns.puzzle].strip()!r}",
        "write a puzzle there and nothing else, 81 characters for a 9x9 grid",
    )


def _rows(source: Source, session: Session, columns: Columns, errors: list[PuzzleError]) -> Iterator[Row]:
    """Yield the rows with their fields; those that are not CSV, or lack columns, with an error."""
    feed = _Feed(source)
    reader = csv.reader(feed, delimiter=columns.delimiter, strict=True)
    header, count = True, len(columns.names)
    while True:
        feed.taken.clear()
        try:
            fields = next(reader, None)
        except csv.Error as why:
            line, text = feed.taken[0]
            feed.give_back()
            reader = csv.reader(feed, delimiter=columns.delimiter, strict=True)
            fields = text.rstrip("\r\n").split(columns.delimiter)
            error = PuzzleError(f"this row is not CSV: {why}", "check the quotes in it")
            yield Row(line, fields, error=error.at(source=session.source, line=line))
            continue
        for error in errors:  # a line that is too long was replaced by a blank one
            yield Row(error.line or 0, [], error=error)
        errors.clear()
        if fields is None:
            return
        if len(fields) < 2 and not "".join(fields).strip():
            continue
        if fields[0].startswith("#") and (header or len(fields) < count):
            continue
        if header:
            header = False
            continue
        line = feed.taken[0][0]
        if len(fields) == count:
            yield Row(line, fields)
        else:
            error = PuzzleError(
                f"this row has {len(fields)} columns, but the header has {count}",
                "check that the file is complete, and quote fields that hold the delimiter",
            )
            yield Row(line, fields, error=error.at(source=session.source, line=line))


class _Feed:
    """Hands lines to a csv reader, and takes them back if they turn out not to be one row."""

    def __init__(self, source: Source) -> None:
        self._lines = _lines(source)
        self._back: deque[tuple[int, str]] = deque()
        self.taken: list[tuple[int, str]] = []

    def __iter__(self) -> _Feed:
        return self

    def __next__(self) -> str:
        if len(self.taken) == LINES:
            raise StopIteration
        line = self._back.popleft() if self._back else next(self._lines)
        self.taken.append(line)
        return line[1]

    def give_back(self) -> None:
        """Take back all lines but the first."""
        self._back.extendleft(reversed(self.taken[1:]))


def _lines(source: Source) -> Iterator[tuple[int, str]]:
    """Yield the lines with their numbers; bytes that are not UTF-8 can be written again as they were."""
    for number, block in source.blocks():
        lines = block.decode(errors="surrogateescape").split("\n")[:-1]
        yield from enumerate([f"{line}\n" for line in lines], number)
