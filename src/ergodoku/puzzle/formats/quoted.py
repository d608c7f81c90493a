"""Rows of a CSV table that extend over several lines, because a quoted field has line breaks."""

from __future__ import annotations

import csv
from collections.abc import Iterator
from itertools import islice

from ergodoku.puzzle.formats.csv_errors import LINES, holds_rows, is_open, is_too_long, not_csv
from ergodoku.puzzle.formats.csv_header import Columns
from ergodoku.puzzle.formats.session import Session


def one_line_per_row(
    blocks: Iterator[tuple[int, bytes]], columns: Columns, session: Session
) -> Iterator[tuple[int, bytes]]:
    """Yield blocks in which each row is one line: a line break inside quotes becomes a space.

    The numbers of the lines stay the same, because blank lines take the place of the joined ones. In a dense
    table, where a blank line is a row, each row counts as one line.

    Raises
    ------
    PuzzleError
        If a field is so long that the end of its row cannot be found.
    """
    unfinished: list[bytes] = []  # lines from the end of a block, with a quote that is still open
    removed = place = 0
    for number, block in blocks:
        if b'"' not in block and not unfinished:
            yield number - removed, block
            continue
        first = number - len(unfinished) - removed
        lines = [*unfinished, *block.split(b"\n")[:-1]]
        rows, read = _rows(lines, first, columns, session, complete=False)
        unfinished = lines[read:]
        removed += read - len(rows)
        place = first + len(rows)
        if rows:
            yield first, b"\n".join([*rows, b""])
    if unfinished:
        yield place, b"\n".join([*_rows(unfinished, place, columns, session, complete=True)[0], b""])


def _rows(
    lines: list[bytes], first: int, columns: Columns, session: Session, *, complete: bool
) -> tuple[list[bytes], int]:
    """Return the rows in some lines, and how many lines they take; ``first`` is the number of the first row.

    Unless the lines are complete, the last row may have further lines: then it is left out.
    """
    rows: list[bytes] = []
    read = 0
    while read < len(lines):
        count, why = _length(lines, read, columns)
        if why is not None and is_open(why) and not complete:
            break
        suspect = count > (LINES if why is None else 1) and not columns.dense
        if suspect and (why is None or is_too_long(why)):
            inner = (line.decode(errors="replace") for line in islice(lines, read + 1, read + count))
            if holds_rows(inner, columns, session):
                count = 1  # a quote that is never closed: this line is an error
            elif why is not None:
                raise not_csv(why).at(line=first + len(rows))
        if why is not None:
            count = 1
        rows.append(b" ".join(line.rstrip(b"\r") for line in lines[read : read + count]))
        if not columns.dense:
            rows.extend([b""] * (count - 1))
        read += count
    return rows, read


def _length(lines: list[bytes], start: int, columns: Columns) -> tuple[int, csv.Error | None]:
    """Return how many lines the row that begins at ``start`` has, and the error if it cannot be read."""
    if b'"' not in lines[start]:
        return 1, None
    some = (f"{lines[k].decode(errors='replace')}\n" for k in range(start, len(lines)))
    reader = csv.reader(some, delimiter=columns.delimiter, strict=True)
    try:
        next(reader)
    except csv.Error as why:
        return reader.line_num, why
    return reader.line_num, None
