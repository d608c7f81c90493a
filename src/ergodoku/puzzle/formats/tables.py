"""Read all rows of a table, a block at a time: each row with its fields, and its puzzle or an error.

In most tables the rows are plain: no quotes, and a puzzle of up to 9x9 in digits and blanks. NumPy reads a
block of plain rows without making a Python object for each row. Python's csv module reads all other rows, so
a quoted field may contain the delimiter and line breaks. A plain row gives the same result either way.
"""

from __future__ import annotations

import csv
from collections import deque
from collections.abc import Iterator
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ergodoku.base.errors import InputError, PuzzleError
from ergodoku.puzzle.formats.blocks import decoded, lines_of, trimmed
from ergodoku.puzzle.formats.csv_errors import LINES, holds_rows, is_too_long, never_closed, not_csv
from ergodoku.puzzle.formats.csv_header import Columns, fitted, lost, no_puzzle, placed
from ergodoku.puzzle.formats.lines import read_lines
from ergodoku.puzzle.formats.session import Session
from ergodoku.puzzle.formats.source import Source
from ergodoku.puzzle.formats.urls import is_url
from ergodoku.puzzle.layout import Layout
from ergodoku.puzzle.puzzle import Digits, Puzzle

ROWS = 2048
"""Number of rows read together, if they are not plain."""


class Row(NamedTuple):
    """A row: the number of its first line, its fields, and a puzzle or an error."""

    line: int
    fields: list[str]
    puzzle: Puzzle | None = None
    error: PuzzleError | None = None


class PlainRows(NamedTuple):
    """Plain rows. Their givens are not checked, so they may contradict each other.

    Attributes
    ----------
    data : ndarray of uint8
        The bytes of the file that contain the rows.
    edges : ndarray of int, shape (columns + 1, rows)
        The field in column k is ``data[edges[k] + 1 : edges[k + 1]]``.
    """

    data: NDArray[np.uint8]
    edges: NDArray[np.intp]
    lines: NDArray[np.intp]
    digits: Digits
    layout: Layout
    delimiter: str

    def row(self, k: int) -> Row:
        """Return a row with its fields, but without its puzzle."""
        text = self.data[self.edges[0, k] + 1 : self.edges[-1, k]].tobytes()
        return Row(int(self.lines[k]), text.decode(errors="surrogateescape").split(self.delimiter))


class RowBlock(NamedTuple):
    """A block of rows: the plain rows, if any, and all others; ``is_plain`` has a flag for each row.

    If there is a ``failure``, the rest of the file cannot be read.
    """

    is_plain: NDArray[np.bool_]
    plain: PlainRows | None
    others: list[Row]
    failure: PuzzleError | None = None


def other_rows(rows: list[Row], failure: PuzzleError | None = None) -> RowBlock:
    """Return a block without plain rows."""
    return RowBlock(np.zeros(len(rows), dtype=bool), None, rows, failure)


class TableReader:
    """Reads a table whose columns are known.

    Parameters
    ----------
    errors : list of PuzzleError
        The list to which the session appends errors. The reader empties it.
    """

    def __init__(self, source: Source, session: Session, columns: Columns, errors: list[PuzzleError]) -> None:
        self.session, self.columns, self.errors = session, columns, errors
        self._blocks = source.blocks()
        self._lines: deque[tuple[int, str]] = deque()  # lines still to be read
        self._taken: list[tuple[int, str]] = []  # lines of the current row
        self._csv = csv.reader(self._feed(), delimiter=columns.delimiter, strict=True)
        self._header = not columns.headless  # whether the header has not been read yet
        self._count = 0

    def blocks(self, plain: bool) -> Iterator[RowBlock]:
        """Yield all rows below the header. Skip blank lines and comments.

        Parameters
        ----------
        plain : bool
            Leave plain rows as arrays, without making a puzzle for each.
        """
        for number, block in self._blocks:
            if plain and (found := self._plain(number, block)) is not None:
                yield found
                continue
            self._lines.extend(_numbered(number, block))
            while self._lines:
                if rows := self._some_rows():
                    yield other_rows(self.with_puzzles(rows))
        if rows := self._too_long():
            yield other_rows(rows)

    def with_puzzles(self, rows: list[Row]) -> list[Row]:
        """Return the rows with their puzzles, or with errors that say why there is no puzzle."""
        texts = ["" if row.error else " ".join(row.fields[self.columns.puzzle].split()) for row in rows]
        data = "\n".join([*texts, ""]).encode(errors="replace")
        found = {}
        for puzzle in read_lines(data, 0, self.session):
            if puzzle is not None:
                assert self.session.line is not None
                found[self.session.line] = puzzle
        wrong = {error.line: error for error in self.errors}
        self.errors.clear()
        read = []
        for k, row in enumerate(rows):
            if row.error is None and k in found and not _has_more(found[k], texts[k]):
                row = row._replace(puzzle=found[k])
            elif row.error is None:
                error = lost(texts[k], self.columns) or wrong.get(k) or no_puzzle(self.columns)
                row = row._replace(error=self.placed(error, row.line))
            read.append(row)
        return read

    def placed(self, error: PuzzleError, line: int) -> PuzzleError:
        """Return an error with the place of its row: a row number in Parquet files, otherwise a line."""
        return placed(error, line, self.columns, self.session.source)

    def _plain(self, number: int, block: bytes) -> RowBlock | None:
        """Read the plain rows of a block together, and the others one by one.

        Return ``None`` if no row is plain, or if the csv module must read the block (because of quotes, for
        example).
        """
        session, columns = self.session, self.columns
        if self._header or self.errors or session.alphabet is not None or not 0 < (session.size or 0) <= 9:
            return None
        if b'"' in block or b"\0" in block or block.count(b"\r") != block.count(b"\r\n"):
            return None
        data = np.frombuffer(block, dtype=np.uint8)
        starts, ends = lines_of(data)
        if (ends - starts).max() > csv.field_size_limit():
            return None
        ends = trimmed(data, starts, ends)
        splits, count = np.flatnonzero(data == ord(columns.delimiter)), len(columns.names)
        first = np.searchsorted(splits, starts)
        whole = np.flatnonzero(np.searchsorted(splits, ends) - first == count - 1)
        first = first[whole]
        edges = np.stack([starts[whole] - 1, *(splits[first + k] for k in range(count - 1)), ends[whole]])
        good, digits = decoded(data, edges[columns.puzzle] + 1, edges[columns.puzzle + 1], session)
        if good.any():
            some = digits.any(axis=1)  # a rule looks like an empty puzzle
            good[good] = some
            digits, edges, whole = digits[some], edges[:, good], whole[good]
        if not good.any():
            return None
        rows, kinds = self._between(number, block, starts, ends, whole)
        assert session.size is not None
        lines = number + whole
        if columns.dense:
            lines = self._count + 1 + np.flatnonzero(kinds)
        self._count += len(kinds)
        plain = PlainRows(data, edges, lines, digits, session.layout(session.size), columns.delimiter)
        return RowBlock(kinds, plain, self.with_puzzles(rows) if rows else [])

    def _between(
        self,
        number: int,
        block: bytes,
        starts: NDArray[np.intp],
        ends: NDArray[np.intp],
        plain: NDArray[np.intp],
    ) -> tuple[list[Row], NDArray[np.bool_]]:
        """Return the rows that are not plain, and which rows of the block are plain."""
        is_plain = np.zeros(len(starts), dtype=bool)
        is_plain[plain] = True
        rows: list[Row] = []
        blank: list[int] = []
        for line in np.flatnonzero(~is_plain).tolist():
            fields = block[starts[line] : ends[line]].decode(errors="surrogateescape")
            before = self._count
            self._count += line - len(blank)  # `_row` needs the number of rows above this line
            row = self._row(number + line, fields.split(self.columns.delimiter) if fields else [])
            self._count = before
            if row is None:
                blank.append(line)
            else:
                rows.append(row)
        return rows, np.delete(is_plain, blank)

    def _some_rows(self) -> list[Row]:
        """Return the next rows; rows that are not CSV or do not fit the header get an error."""
        rows: list[Row] = []
        while self._lines and len(rows) < ROWS:
            self._taken.clear()
            error = None
            try:
                fields = next(self._csv)
            except csv.Error as why:
                error = not_csv(why)
                if is_too_long(why) and len(self._taken) > 1 and not self._holds_rows():
                    error = self.placed(error, self._taken[0][0])
                    # A PuzzleError would be reported as one bad row, but the end of this row is unknown.
                    raise InputError(str(error)) from None
            if error is None and len(self._taken) > LINES and self._holds_rows():
                error = never_closed()
            if error is not None:
                line, text = self._taken[0]
                self._lines.extendleft(reversed(self._taken[1:]))
                self._csv = csv.reader(self._feed(), delimiter=self.columns.delimiter, strict=True)
                fields = text.rstrip("\r\n").split(self.columns.delimiter)
                rows.append(Row(line, fields, error=self.placed(error, line)))
                self._count += 1
                continue
            rows += self._too_long()
            row = self._row(self._taken[0][0], fields)
            if row is not None:
                rows.append(row)
                self._count += 1
        return rows

    def _holds_rows(self) -> bool:
        """Return whether the current row has swallowed further rows, because its quote was never closed."""
        inner = (text for _, text in self._taken[1:])
        return not self.columns.dense and holds_rows(inner, self.columns, self.session)

    def _row(self, line: int, fields: list[str]) -> Row | None:
        """Return a row with its fields, and with an error if they do not fit the header."""
        count = len(self.columns.names)
        if self.columns.dense and not self._header:
            line, fields = self._count + 1, fields or [""]
        elif _is_blank(fields) or (fields[0].startswith("#") and (self._header or len(fields) < count)):
            return None
        if self._header:
            self._header = False
            return None
        try:
            return Row(line, fitted(fields, self.columns))
        except PuzzleError as error:
            return Row(line, fields, error=self.placed(error, line))

    def _too_long(self) -> list[Row]:
        """Return a row with an error for each line that was too long (and was replaced by a blank line)."""
        rows = [Row(error.line or 0, [], error=error) for error in self.errors]
        self.errors.clear()
        return rows

    def _feed(self) -> Iterator[str]:
        """Yield lines to the csv reader, which takes further lines while a quote is open."""
        while True:
            if not self._lines:
                number, block = next(self._blocks, (0, b""))
                if not block:
                    return
                self._lines.extend(_numbered(number, block))
            self._taken.append(self._lines.popleft())
            yield self._taken[-1][1]


def _is_blank(fields: list[str]) -> bool:
    if fields == [""]:
        return False  # the csv module reads this from "", an empty value in a table of one column
    return len(fields) < 2 and not "".join(fields).strip()


def _has_more(puzzle: Puzzle, text: str) -> bool:
    """Return whether a field has words besides the puzzle that are not allowed there.

    They are allowed in JSON, HoDoKu lines and web addresses.
    """
    return bool(puzzle.name) and text[0] not in "{:" and not is_url(text)


def _numbered(number: int, block: bytes) -> Iterator[tuple[int, str]]:
    """Return the numbered lines; bytes that are not UTF-8 are kept, so they can be written unchanged."""
    lines = block.decode(errors="surrogateescape").split("\n")[:-1]
    return enumerate([f"{line}\n" for line in lines], number)
