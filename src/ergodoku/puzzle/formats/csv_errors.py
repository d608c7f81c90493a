"""What is wrong with a row that is not CSV, in plain words, and rows whose quotes are never closed."""

from __future__ import annotations

import csv
from collections.abc import Iterable
from typing import TYPE_CHECKING

from ergodoku.base.errors import PuzzleError
from ergodoku.puzzle.formats.fields import find

if TYPE_CHECKING:
    from ergodoku.puzzle.formats.csv_header import Columns
    from ergodoku.puzzle.formats.session import Session

LINES = 64
"""A row with more lines may contain further rows, if one of its quotes was never closed."""
_TOO_LONG, _OPEN = "field larger than field limit", "unexpected end of data"


def in_words(why: csv.Error) -> tuple[str, str]:
    """Return what the csv module found wrong, and what to do about it."""
    text = str(why)
    if text.startswith(_TOO_LONG):
        limit = csv.field_size_limit()
        return f"a field has more than {limit:,} characters", "shorten it, and check the quotes in the row"
    if text == _OPEN:
        return "a quote is never closed", "check the quotes in it"
    if text.startswith("new-line character"):
        return "it contains a carriage return", "remove it, or put the field in quotes"
    if "expected after" in text:
        return (
            "text follows a closing quote",
            "check the quotes in it: a quote inside a quoted field must be written twice",
        )
    return text, "check the quotes in it"


def not_csv(why: csv.Error) -> PuzzleError:
    """Return the error for a row that the csv module cannot read."""
    what, remedy = in_words(why)
    return PuzzleError(f"this row is not CSV: {what}", remedy)


def never_closed() -> PuzzleError:
    """Return the error for a row with a quote that is never closed."""
    return not_csv(csv.Error(_OPEN))


def is_too_long(why: csv.Error) -> bool:
    """Return whether a row is not CSV because a field is too long."""
    return str(why).startswith(_TOO_LONG)


def is_open(why: csv.Error) -> bool:
    """Return whether a row is not CSV because a quote is still open at the end of the text."""
    return str(why) == _OPEN


def holds_rows(lines: Iterable[str], columns: Columns, session: Session) -> bool:
    """Return whether at least half of the lines are rows: then a quote before them was never closed."""
    count = rows = 0
    for line in lines:
        fields = line.rstrip("\r\n").split(columns.delimiter)
        count += 1
        if len(fields) > columns.puzzle and not any(fields[len(columns.names) :]):  # fields may be missing
            rows += find(fields[columns.puzzle], session) is not None
    return 0 < count <= 2 * rows
