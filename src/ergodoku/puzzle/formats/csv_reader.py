"""CSV with a header: a column of puzzles, often a column of solutions; other columns become the name.

Rows without quotes are read with NumPy, a block at a time, as in :mod:`ergodoku.puzzle.formats.lines`.
"""

from __future__ import annotations

import csv
import re
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from ergodoku.base.errors import PuzzleError
from ergodoku.puzzle.clashes import conflicts
from ergodoku.puzzle.formats.alphabets import BLANKS
from ergodoku.puzzle.formats.blocks import decoded, lines_of, regular, trimmed
from ergodoku.puzzle.formats.csv_errors import not_csv
from ergodoku.puzzle.formats.csv_header import Columns, fitted, lost, placed
from ergodoku.puzzle.formats.fields import find, puzzle_of
from ergodoku.puzzle.formats.fields import number as read_number
from ergodoku.puzzle.formats.misfit import misfit
from ergodoku.puzzle.formats.quoted import one_line_per_row
from ergodoku.puzzle.formats.session import Puzzles, Session, not_utf8
from ergodoku.puzzle.formats.source import Source
from ergodoku.puzzle.puzzle import Digits, Puzzle

_NO_DIGITS = f"{BLANKS} \t\r\n"
_DIGIT = re.compile("[1-9]")


def holds_solution(text: str, size: int, session: Session) -> bool:
    """Return whether a field of the solution column has a solution, not a word such as ``pending``.

    A text with a digit counts. A text without digits counts only if it has as many characters as the grid
    has cells, and if the puzzle is larger than 9x9 or the caller chose an alphabet.
    """
    if _DIGIT.search(text):
        return True
    letters = size > 9 or session.alphabet is not None
    return letters and bool(text.strip(_NO_DIGITS)) and len("".join(text.split())) == size * size


@dataclass(frozen=True)
class CsvReader:
    """Reads a table whose columns are known."""

    columns: Columns

    def __call__(self, source: Source, session: Session) -> Puzzles:
        """Yield the puzzle of each row."""
        return read_csv(source, session, self.columns)


def read_csv(source: Source, session: Session, columns: Columns) -> Puzzles:
    """Yield the puzzle of each row; the first line that is neither blank nor a comment is the header."""
    header = True
    for number, block in one_line_per_row(source.blocks(), columns, session):
        start = 0
        while start < len(block) and (header or session.size is None):
            end = block.index(b"\n", start)
            text = block[start:end].decode(errors="replace").rstrip(" \r")
            if not header:
                session.size = _size(text, columns, session)
                if session.size is not None:
                    break
                yield from _careful(text, number, columns, session)
            elif text.strip() and not text.startswith("#"):
                header = False
            start, number = end + 1, number + 1
        if start < len(block):
            yield from _block(block[start:], number, columns, session)


def _size(text: str, columns: Columns, session: Session) -> int | None:
    """Return the size of the puzzle in a row, or ``None``; once it is known, rows are read together."""
    fields = text.split(columns.delimiter)
    found = find(fields[columns.puzzle], session) if len(fields) == len(columns.names) else None
    try:
        return session.layout(found.size).size if found else None
    except PuzzleError:
        return None


def _block(block: bytes, number: int, columns: Columns, session: Session) -> Puzzles:
    data = np.frombuffer(block, dtype=np.uint8)
    starts, ends = lines_of(data)
    splits = np.flatnonzero(data == ord(columns.delimiter))
    first = np.searchsorted(splits, starts)
    plain = np.searchsorted(splits, ends) - first == len(columns.names) - 1
    if b'"' in block:
        quotes = np.flatnonzero(data == ord('"'))
        plain &= np.searchsorted(quotes, starts) == np.searchsorted(quotes, ends)
    lines = np.flatnonzero(plain)
    edges = _edges(
        starts[lines], trimmed(data, starts, ends)[lines], splits, first[lines], len(columns.names)
    )
    fine, digits, solutions = _valid_rows(data, edges, columns, session)
    good = np.zeros(len(starts), dtype=bool)
    good[lines[fine]] = True
    layout = session.layout(session.size) if session.size and len(digits) else None
    rows = zip(digits, solutions if solutions is not None else [None] * len(digits), strict=True)
    for line, is_good in enumerate(good.tolist()):
        raw = block[starts[line] : ends[line]] if columns.named or not is_good else b""
        if is_good and raw.isascii():
            assert layout is not None
            name = columns.name(raw.decode().rstrip("\r").split(columns.delimiter)) if columns.named else ""
            row, solution = next(rows)
            yield Puzzle.unchecked(layout, row, name, solution)
            continue
        if is_good:
            next(rows)
        yield from _careful(raw.decode(errors="replace").rstrip("\r\n "), number + line, columns, session)


def _edges(
    starts: NDArray[np.intp],
    ends: NDArray[np.intp],
    splits: NDArray[np.intp],
    first: NDArray[np.intp],
    count: int,
) -> NDArray[np.intp]:
    """Return the edges of the fields in each row: column k lies between ``edges[k]`` and ``edges[k + 1]``."""
    return np.stack([starts - 1, *(splits[first + k] for k in range(count - 1)), ends])


def _valid_rows(
    data: NDArray[np.uint8], edges: NDArray[np.intp], columns: Columns, session: Session
) -> tuple[NDArray[np.bool_], Digits, Digits | None]:
    """Return which rows are valid, and the digits of their puzzles and solutions, read-only."""
    good, layout, digits = regular(data, edges[columns.puzzle] + 1, edges[columns.puzzle + 1], session)
    if columns.solution is None or layout is None:
        return good, digits, None
    solved, solutions = decoded(data, edges[columns.solution] + 1, edges[columns.solution + 1], session)
    both = good & solved
    digits, solutions = digits[solved[good]], solutions[good[solved]]
    if not len(digits):
        return both, digits, solutions
    right = (solutions > 0).all(axis=1) & ((digits == 0) | (digits == solutions)).all(axis=1)
    right &= ~conflicts(layout, solutions)
    both[np.flatnonzero(both)[~right]] = False
    digits, solutions = digits[right], solutions[right]
    digits.setflags(write=False)
    solutions.setflags(write=False)
    return both, digits, solutions


def _careful(text: str, number: int, columns: Columns, session: Session) -> Puzzles:
    comment = text.startswith("#") and text.count(columns.delimiter) < len(columns.names) - 1
    if not columns.dense and (comment or not text.strip()):
        return
    try:
        puzzle = _row(text, number, columns, session)
    except PuzzleError as error:
        if columns.dense:  # the header is line 1
            session.fail(placed(error, number - 1, columns, session.source))
        else:
            session.fail(error, line=number)
        yield None
        return
    yield puzzle


def _row(text: str, number: int, columns: Columns, session: Session) -> Puzzle:
    try:
        fields = next(csv.reader([text], delimiter=columns.delimiter, strict=True))
    except csv.Error as error:
        raise not_csv(error) from error
    fields = fitted(fields or [""] * columns.dense, columns)
    if "\ufffd" in text:
        raise not_utf8().at(column=text.index("\ufffd") + 1)
    if missing := lost(fields[columns.puzzle], columns):
        raise missing
    puzzle = _cells(fields[columns.puzzle], text, number, session)
    solution = None
    if columns.solution is not None and holds_solution(fields[columns.solution], puzzle.size, session):
        solution = read_solution(fields[columns.solution], text, puzzle, session)
    return session.puzzle(
        puzzle.flat, puzzle.layout, lambda cell: (number, None), columns.name(fields), solution
    )


def _cells(field: str, text: str, number: int, session: Session) -> Puzzle:
    start = max(text.find(field), 0)
    found = find(field, session)
    if found is None or found.rest:
        raise misfit(text, [(start, field)], session)
    found.columns[:] = [column + start for column in found.columns]
    return puzzle_of(found, number, session)


def read_solution(field: str, text: str, puzzle: Puzzle, session: Session) -> Digits:
    """Return the digits of a solution in a row, without comparing them with the puzzle."""
    start = max(text.rfind(field), 0)
    found = find(field, session)
    if found is None or found.rest:
        error = misfit(text, [(start, field)], session)
        raise PuzzleError(
            f"the solution does not fit: {error.what.replace('the puzzle', 'it', 1)}",
            error.remedy,
            column=error.column,
        )
    if found.numbers:
        return np.array([read_number(cell) or 0 for cell in found.cells], dtype=np.uint8)
    return session.symbols(
        "".join(found.cells), puzzle.size, lambda cell: (None, start + found.columns[cell])
    )
