"""The header of a CSV table: which columns hold the puzzles, the solutions and the names."""

from __future__ import annotations

import csv
import dataclasses
import re
from collections.abc import Container
from contextlib import suppress
from dataclasses import dataclass
from itertools import dropwhile, islice

from ergodoku.base.errors import ParameterError, PuzzleError
from ergodoku.base.numbers import counted
from ergodoku.puzzle.formats.csv_errors import in_words
from ergodoku.puzzle.formats.fields import find, is_full
from ergodoku.puzzle.formats.parquet import LONGEST_ROW, LONGEST_VALUE, TOO_LONG, TOO_WIDE
from ergodoku.puzzle.formats.session import Session
from ergodoku.puzzle.layout import SMALLEST

_PUZZLE = ("puzzle", "puzzles", "quiz", "quizzes", "sudoku", "givens", "board", "grid", "question", "problem")
_SOLUTION = ("solution", "solutions", "answer", "answers", "solved")
_CHECKED = {"clues", "solutions", "difficulty"}  # columns that `ergodoku check` adds to a table
_ADDED = {*_CHECKED, "status", "error", "iterations", "seconds", "found_by"}
"""Columns that Ergodoku adds to tables. They describe a puzzle, but do not name it."""
_DELIMITERS = ",;\t"
_MISSING = {"", "nan", "na", "n/a", "<na>", "null", "none"}
"""What programs write into a field without a value, in lower case."""
_IN_QUOTES = re.compile('"[^"]*"')
_ROUNDED = re.compile(r"\d(?:[.,]\d+)?e\+?\d{1,4}", re.ASCII | re.IGNORECASE)
OF_A_LIST = ("line", "name", "puzzle")
"""The first columns of a table that was made from a list."""


@dataclass(frozen=True)
class Columns:
    """The positions of the columns for puzzles and solutions, and the names of all columns.

    Attributes
    ----------
    dense : bool
        Whether every line is a row, even if it is blank or looks like a comment: true for Parquet files.
    headless : bool
        Whether there is no header, so that the first line is a row and the names were made up.
    """

    delimiter: str
    names: tuple[str, ...]
    puzzle: int
    solution: int | None
    dense: bool = False
    headless: bool = False
    titles: tuple[str, ...] = dataclasses.field(init=False, repr=False, compare=False)
    """The names of all columns, each in one line."""

    def __post_init__(self) -> None:
        object.__setattr__(self, "titles", tuple(" ".join(name.split()) for name in self.names))

    @property
    def named(self) -> bool:
        """Whether there are columns besides the puzzle and its solution."""
        return len(self.names) > 1 + (self.solution is not None)

    def name(self, fields: list[str], without: Container[str] = ()) -> str:
        """Return the name of a row: the name column unchanged, and other columns with their titles.

        The puzzle, its solution, and columns whose titles (in lower case) are in ``without`` are left out.
        """
        if self.names[:3] == OF_A_LIST:
            return fields[1]
        others = [
            value if title.lower() == "name" else f"{title} {value}"
            for k, (title, value) in enumerate(zip(self.titles, fields, strict=True))
            if k not in (self.puzzle, self.solution) and value and _bare(title) not in without
        ]
        return ", ".join(others)

    def short_name(self, fields: list[str]) -> str:
        """Return the name without the columns that Ergodoku adds to tables, such as clues."""
        return self.name(fields, _ADDED)


def _bare(title: str) -> str:
    """Return the title of a column in lower case, without the prefix for repeated titles."""
    return title.strip().lower().removeprefix("ergodoku_")


def fitted(fields: list[str], columns: Columns) -> list[str]:
    """Return the fields of a row, one for each column; fields missing at the end are empty.

    Raises
    ------
    PuzzleError
        If the puzzle is missing, if a field beyond the last column is not empty, or if a value or a row of a
        Parquet file is too long.
    """
    count = len(columns.names)
    if columns.dense and TOO_LONG in fields:
        column = min(fields.index(TOO_LONG), count - 1)
        raise PuzzleError(
            f"the value in the column {columns.names[column].strip()!r} is too long: "
            f"more than {LONGEST_VALUE:,} characters",
            "write one puzzle per row, 81 characters for a 9x9 grid"
            if column == columns.puzzle
            else "shorten it, or leave the column out",
        )
    if columns.dense and TOO_WIDE in fields:
        raise PuzzleError(
            f"the row is too long: its texts have more than {LONGEST_ROW:,} bytes",
            "shorten them, or leave columns out",
        )
    if len(fields) > columns.puzzle and not any(fields[count:]):
        return fields[:count] + [""] * (count - len(fields))
    raise PuzzleError(
        f"this row has {counted(len(fields), 'column')}, but the header has {count}",
        "quote fields that hold the delimiter" if len(fields) > count else "check that the file is complete",
    )


def no_puzzle(columns: Columns) -> PuzzleError:
    """Return the error for a row without a puzzle."""
    return PuzzleError(
        f"there is no puzzle in the column {columns.names[columns.puzzle].strip()!r}",
        "write a puzzle there and nothing else, 81 characters for a 9x9 grid",
    )


def lost(field: str, columns: Columns) -> PuzzleError | None:
    """Return the error for a field whose puzzle is missing or became a number; ``None`` for other fields."""
    if field.strip().lower() in _MISSING:
        return no_puzzle(columns)
    if _ROUNDED.fullmatch(field.strip()):
        return PuzzleError(
            f"a spreadsheet replaced the puzzle by the rounded number {field.strip()[:20]}, "
            "and the other digits are lost",
            'get the original file, and import the column as "text"',
        )
    return None


def placed(error: PuzzleError, number: int, columns: Columns, source: str) -> PuzzleError:
    """Return an error with the place of its row: a row number in Parquet files, otherwise a line."""
    error.line, error.column = number, None
    if columns.dense:
        error.source, error.line = f"{source}, row {number}", None
    return error.at(source=source)


def first_rows(head: bytes, columns: Columns, *, complete: bool) -> list[list[str]]:
    """Return the fields of the first rows of a table; skip rows with missing or extra fields.

    Parameters
    ----------
    complete : bool
        Whether ``head`` is the entire file, so that its last row is not cut off.
    """
    lines = (f"{line}\n" for line in head.decode(errors="surrogateescape").split("\n"))
    rows: list[list[str]] = []
    with suppress(csv.Error):  # reported later, when that row is read
        rows.extend(csv.reader(lines, delimiter=columns.delimiter))
    below = dropwhile(lambda row: not "".join(row).strip() or row[0].startswith("#"), rows)
    kept = list(below if columns.headless else islice(below, 1, None))
    return [row for row in (kept if complete else kept[:-1]) if len(row) == len(columns.names)]


def header(line: str, sample: str, session: Session) -> Columns | None:
    """Return the columns of a header; ``None`` if the line is not the header of a table of puzzles.

    If no name shows which column holds the puzzles, the sample (the first row) decides.
    """
    delimiter, names = _split(line)
    plain = [name.strip().lower() for name in names]
    solution = _solution_in(plain)
    puzzle = next((plain.index(name) for name in _PUZZLE if name in plain), None)
    fields = [field.strip() for field in _fields(sample, delimiter)]
    if puzzle is None and 1 < len(fields) == len(names) and find(line, session) is None:
        long = [k for k, field in enumerate(fields) if len(field) >= 16 and k != solution]
        fits = [k for k in long if find(fields[k], session) and len(names[k]) < 16]
        # A full grid after another long field is a solution, and that field is a damaged puzzle.
        puzzle = next((k for k in fits if k == long[0] or not is_full(fields[k])), None)
    if len(names) == 1 and find(sample, session) is None:
        return None  # just the word "puzzle" above a grid
    if puzzle is None or puzzle == solution:
        return None
    _check_quotes(line, delimiter)
    return Columns(delimiter, names, puzzle, solution)


def _check_quotes(line: str, delimiter: str) -> None:
    """Refuse a header that is not CSV: its names would change, or the first row would be lost."""
    try:
        next(csv.reader([line], delimiter=delimiter, strict=True), None)
    except csv.Error as why:
        what, remedy = in_words(why)
        raise PuzzleError(f"the header of the table is not CSV: {what}", remedy) from None


def parquet_columns(line: str, sample: str, session: Session) -> Columns:
    """Return the columns of a Parquet file, from the first lines of the CSV text that it is read as.

    Raises
    ------
    ParameterError
        If no column seems to hold puzzles.
    """
    names, fields = _fields(line, ","), _fields(sample, ",")
    plain = [name.strip().lower() for name in names]
    solution = _solution_in(plain)
    puzzle = next((plain.index(name) for name in _PUZZLE if name in plain), None)
    if puzzle is None:
        fits = (k for k, field in enumerate(fields) if len(field) >= 16 and find(field, session))
        puzzle = next((k for k in fits if k != solution), None)
    if puzzle is None:
        raise ParameterError(
            "no column of the Parquet file seems to hold puzzles",
            f"give `column`, one of: {_listed(names)}",
        )
    return Columns(",", names, puzzle, solution, dense=True)


def table_columns(head: bytes, line: str, session: Session) -> Columns | None:
    """Return the columns of a ``.csv`` or ``.tsv`` file, from its first rows; ``None`` if it is not a table.

    Raises
    ------
    ParameterError
        If it has a header, but no column seems to hold puzzles.
    """
    delimiter, names = _split(line)
    shortest = 1 if len(names) < SMALLEST else 2  # in a grid, a letter may be a cell
    words = [name for name in names if len(name.strip()) >= shortest and any(map(str.isalpha, name))]
    if find(line, session) or not words:
        return None
    solution = _solution_in([name.strip().lower() for name in names])
    rows = first_rows(head, Columns(delimiter, names, 0, solution), complete=True)
    for row in rows:
        for k, field in enumerate(row):
            if k != solution and len(field) >= 16 and find(field, session) and not is_full(field.strip()):
                _check_quotes(line, delimiter)
                return Columns(delimiter, names, k, solution)
    cells = len(names) >= 4 and all(len(field.strip()) <= 2 for row in rows for field in row)
    if len(names) == 1 or (rows and cells):
        return None  # a title, or the names of the columns, above a grid
    known = _listed(names)
    raise ParameterError("no column of puzzles was found", f"give `column`, one of: {known}")


def headless_columns(line: str, sample: str, session: Session) -> Columns | None:
    """Return the columns of a table without a header; ``None`` unless row 1 has a puzzle and its solution."""
    if not is_headless(line, sample, session):
        return None
    delimiter, fields = _split(line)
    grids = [field.strip() for field in fields]
    fits = [k for k, grid in enumerate(grids) if len(grid) >= 16 and find(grid, session)]
    puzzle = next((k for k in fits if not is_full(grids[k])), None)
    solution = next((k for k in fits if is_full(grids[k])), None)
    if puzzle is None or solution is None or len(grids[puzzle]) != len(grids[solution]):
        return None
    names = [f"column_{k}" for k in range(1, len(fields) + 1)]
    names[puzzle], names[solution] = "puzzle", "solution"
    return Columns(delimiter, tuple(names), puzzle, solution, headless=True)


def is_headless(line: str, sample: str, session: Session) -> bool:
    """Return whether the first line of a table is a row: a puzzle with its solution or other fields."""
    if line.lstrip().startswith(("{", "[")):  # JSON
        return False
    delimiter, fields = _split(line)
    alike = len(fields) > 1 and len(_fields(sample, delimiter)) == len(fields)
    return alike and any(len(field) >= 16 and find(field, session) for field in fields)


def columns_by_name(line: str, column: str, session: Session, *, parquet: bool = False) -> Columns:
    """Return the columns of a header, with the puzzles in the column named ``column``.

    Raises
    ------
    ParameterError
        If the column does not exist.
    """
    delimiter, names = (",", _fields(line, ",")) if parquet else _split(line)
    same = [k for k, name in enumerate(names) if name.strip() == column.strip()]
    alike = [k for k, name in enumerate(names) if name.lower().split() == column.lower().split()]
    if not (same or alike) and find(line, session):
        raise ParameterError(
            f"there is no column {column!r}: the file has no header",
            "write the names of the columns into its first line, such as puzzle,solution",
        )
    if not (same or alike):
        known = _listed(names)
        raise ParameterError(f"there is no column {column!r}", f"choose a column of the first line: {known}")
    _check_quotes(line, delimiter)
    puzzle = (same or alike)[0]
    solution = _solution_in(["" if k == puzzle else n.strip().lower() for k, n in enumerate(names)])
    return Columns(delimiter, names, puzzle, solution, dense=parquet)


def _split(line: str) -> tuple[str, tuple[str, ...]]:
    """Return the delimiter of a header and the names in it."""
    delimiter = delimiters(line)[0]
    return delimiter, _fields(line, delimiter)


def _listed(names: tuple[str, ...]) -> str:
    """Return the names of the first columns for a message, each in one line."""
    return ", ".join(" ".join(name.split())[:40] for name in names[:20])


def delimiters(line: str) -> list[str]:
    """Return what may be the delimiter of the first line of a table, the most frequent sign first."""
    return sorted(_DELIMITERS, key=_IN_QUOTES.sub("", line).count, reverse=True)


def _fields(line: str, delimiter: str) -> tuple[str, ...]:
    try:
        return tuple(next(csv.reader([line], delimiter=delimiter), ("",)))
    except csv.Error:  # a field that is too long for any table
        return tuple(line.split(delimiter))


def _solution_in(names: list[str]) -> int | None:
    verdicts = {"solutions"} if set(names) >= _CHECKED else set()
    return next((names.index(name) for name in _SOLUTION if name in names and name not in verdicts), None)
