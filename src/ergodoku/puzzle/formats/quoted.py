"""Rows of a CSV table that extend over several lines, because a quoted field has line breaks."""

from __future__ import annotations

import csv
import sys
from collections.abc import Iterator

from ergodoku.puzzle.formats.csv_header import Columns
from ergodoku.puzzle.formats.tables import LINES


def one_line_per_row(blocks: Iterator[tuple[int, bytes]], columns: Columns) -> Iterator[tuple[int, bytes]]:
    """Yield blocks in which each row is one line: a line break inside quotes becomes a space.

    The numbers of the lines stay the same, because blank lines take the place of the joined ones. In a dense
    table, where a blank line is a row, each row counts as one line.
    """
    unfinished: list[bytes] = []  # lines from the end of a block, with a quote that is still open
    removed = place = 0
    for number, block in blocks:
        if b'"' not in block and not unfinished:
            yield number - removed, block
            continue
        first = number - len(unfinished) - removed
        lines = [*unfinished, *block.split(b"\n")[:-1]]
        rows, read = _rows(lines, columns, complete=False)
        unfinished = lines[read:]
        removed += read - len(rows)
        place = first + len(rows)
        if rows:
            yield first, b"\n".join([*rows, b""])
    if unfinished:
        yield place, b"\n".join([*_rows(unfinished, columns, complete=True)[0], b""])


def _rows(lines: list[bytes], columns: Columns, *, complete: bool) -> tuple[list[bytes], int]:
    """Return the rows in some lines, and the number of lines that they take.

    Unless the lines are complete, the last row may have further lines: then it is left out.
    """
    rows: list[bytes] = []
    read = 0
    while read < len(lines):
        count = _length(lines, read, columns)
        if count is None:
            if not complete and len(lines) - read < _most_lines(columns):
                break
            count = 1  # a quote that is never closed: this line is an error
        rows.append(b" ".join(line.rstrip(b"\r") for line in lines[read : read + count]))
        if not columns.dense:
            rows.extend([b""] * (count - 1))
        read += count
    return rows, read


def _length(lines: list[bytes], start: int, columns: Columns) -> int | None:
    """Return the number of lines of the row that begins at ``start``; None if no row can be read there."""
    if b'"' not in lines[start]:
        return 1
    some = (f"{line.decode(errors='replace')}\n" for line in lines[start : start + _most_lines(columns)])
    reader = csv.reader(some, delimiter=columns.delimiter, strict=True)
    try:
        next(reader)
    except csv.Error:
        return None
    return reader.line_num


def _most_lines(columns: Columns) -> int:
    """Return the most lines that a row may have; no limit for text from Parquet, which closes every quote."""
    return sys.maxsize if columns.dense else LINES
