"""Find the cells of a puzzle in one line: alone, with other fields, in groups, or as numbers."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass
from math import isqrt

from ergodoku.base.errors import PuzzleError
from ergodoku.puzzle.formats.alphabets import LARGEST_WITH_SYMBOLS, plausible
from ergodoku.puzzle.formats.misfit import misfit
from ergodoku.puzzle.formats.session import Session
from ergodoku.puzzle.layout import LARGEST, SMALLEST
from ergodoku.puzzle.puzzle import Puzzle

FIELD = re.compile(r"""[^\s,;:"'|]+""")
_EMPTY_FIELD = re.compile(r"""[\s"']*[,;]""")  # the field before it was cut off or left empty
_SEPARATORS = " \t\r,;:\"'|#"
_INTEGER = re.compile(r"\d{1,3}", re.ASCII)
_BLANK_NUMBERS = frozenset([*".xX_*-", "-1"])


@dataclass(frozen=True)
class LineCells:
    """The cells in a line (one symbol or number each), their columns from 1, and other text in the line."""

    size: int
    cells: list[str]
    columns: list[int]
    rest: str = ""
    numbers: bool = False


def number(token: str) -> int | None:
    """Return the value of a token: its number, 0 for a blank, ``None`` for anything else."""
    if token in _BLANK_NUMBERS:
        return 0
    return int(token) if _INTEGER.fullmatch(token) else None


def is_full(cells: list[str] | str) -> bool:
    """Return whether symbols of any alphabet may be a full grid: N symbols, each of them N times."""
    size = isqrt(len(cells))
    blanks = ".-*_0" if size <= 9 else ".-*_"
    return set(blanks).isdisjoint(cells) and set(Counter(cells).values()) == {size}


def is_uneven(numbers: list[str]) -> bool:
    """Return whether numbers with leading zeros differ in length, which means that one lost a digit."""
    filled = any(word[0] == "0" and len(word) > 1 for word in numbers)
    return filled and len({len(word) for word in numbers}) > 1


def read_line(text: str, line: int, session: Session) -> Puzzle:
    """Return the puzzle in a line of a list, or raise the error that says why there is none."""
    found = find(text, session) if "\ufffd" not in text else None
    if found is None:
        fields = [(m.start(), m[0]) for m in FIELD.finditer(text)]
        joined = "".join(field for _, field in fields)
        if _fits(joined, isqrt(len(joined)), session):  # it fits a grid, but `_groups` refused it
            error = PuzzleError(
                "this line may be the beginning of a row of a larger grid",
                "write all rows of the grid, or write the puzzle without spaces",
            )
        else:
            error = misfit(text, fields, session)
        raise error.at(source=session.source, line=line)
    doubt = doubt_of(text, found, session)
    if doubt is not None:
        raise doubt.at(source=session.source, line=line)
    return puzzle_of(found, line, session)


def doubt_of(text: str, found: LineCells, session: Session) -> PuzzleError | None:
    """Return an error if the cells are probably not a puzzle, otherwise ``None``."""
    signs = set(found.cells)
    if signs <= set("-*_"):
        return PuzzleError("this line is a rule, not a puzzle", "remove it, or write . for blanks")
    if found.numbers and "|" in text:
        large = len(found.cells)
        return PuzzleError(
            f"this line may be a row of a {large}x{large} grid whose other rows are missing",
            f"write all rows, or write the {found.size}x{found.size} puzzle without bars",
        )
    beside = found.rest and any(sign in text for sign in ",;\t")
    if (beside or _EMPTY_FIELD.match(text)) and is_full(found.cells):
        return PuzzleError(
            "this line has a full grid next to other fields: it may be a solution whose puzzle was cut off",
            "give the puzzle alone, or a first line with the names of the columns, such as puzzle,solution",
        )
    others = [field for field in FIELD.findall(found.rest) if len(field) != len(found.cells)]
    # Later puzzles of a list have the size of the first one, so a cut puzzle does not fit.
    if session.size is None and any(isqrt(len(other)) >= SMALLEST and is_full(other) for other in others):
        return PuzzleError(
            "this line has a puzzle and a full grid of another size: was the puzzle cut?",
            "give the puzzle alone, or with a solution of the same size",
        )
    return None


def find(text: str, session: Session) -> LineCells | None:
    """Return the cells of the puzzle in a line, or ``None`` if no part of the line fits a grid."""
    fields = [(m.start(), m[0]) for m in FIELD.finditer(text)]
    rows = len(fields) >= SMALLEST and all(len(field) == len(fields) for _, field in fields)
    return (
        (None if rows else _one_field(text, fields, session))
        or _numbers(fields, session)
        or _groups(fields, session)
    )


def puzzle_of(found: LineCells, line: int, session: Session) -> Puzzle:
    """Return the puzzle in the cells of a line; the first puzzle sets the size of all puzzles in a list."""

    def place(cell: int) -> tuple[int | None, int | None]:
        return line, found.columns[cell]

    try:
        layout = session.layout(found.size)
    except PuzzleError as error:
        raise error.at(source=session.source, line=line) from None
    session.size = found.size
    if found.numbers:
        return session.puzzle([number(cell) or 0 for cell in found.cells], layout, place)
    digits = session.symbols("".join(found.cells), found.size, place)
    return session.puzzle(digits, layout, place, found.rest)


def rest_of(text: str, start: int, end: int) -> str:
    """Return the text of a line without the field from ``start`` to ``end``."""
    return " ".join(filter(None, (text[:start].strip(_SEPARATORS), text[end:].strip(_SEPARATORS))))


def _one_field(text: str, fields: list[tuple[int, str]], session: Session) -> LineCells | None:
    for start, field in fields:
        size = isqrt(len(field))
        if _fits(field, size, session):
            end = start + len(field)
            return LineCells(size, list(field), list(range(start + 1, end + 1)), rest_of(text, start, end))
    return None


def _numbers(fields: list[tuple[int, str]], session: Session) -> LineCells | None:
    size = isqrt(len(fields))
    if size * size != len(fields) or not SMALLEST <= size <= LARGEST or session.size not in (None, size):
        return None
    values = [number(field) for _, field in fields]
    if any(value is None or value > size for value in values) or is_uneven([f for _, f in fields]):
        return None
    if any(field[0] == "0" and len(field) > len(str(size)) for _, field in fields):
        return None  # a 4x4 has no 00: this is a single row of a larger grid
    return LineCells(size, [f for _, f in fields], [start + 1 for start, _ in fields], numbers=True)


def _groups(fields: list[tuple[int, str]], session: Session) -> LineCells | None:
    joined = "".join(field for _, field in fields)
    size = isqrt(len(joined))
    if not _fits(joined, size, session) or (session.size is None and _is_cut([f for _, f in fields])):
        return None
    columns = [start + k + 1 for start, field in fields for k in range(len(field))]
    return LineCells(size, list(joined), columns)


def _is_cut(groups: list[str]) -> bool:
    """Return whether groups of digits are probably numbers (such as 07) from a row of a larger grid.

    Groups of three digits may also be a 9x9 puzzle with a space after every three cells.
    """
    width = max(map(len, groups))
    alike = all(len(group) == width for group in groups[1:-1]) and "".join(groups).isdecimal()
    whole = len(groups[0]) == len(groups[-1]) == width
    if width == 2:
        return alike and any(group[0] == "0" for group in groups)
    return width == 3 and alike and not (whole and any(group.strip("0") for group in groups))


def _fits(text: str, size: int, session: Session) -> bool:
    if size * size != len(text) or not SMALLEST <= size <= LARGEST_WITH_SYMBOLS:
        return False
    return session.size in (None, size) and plausible(size, session.alphabet).issuperset(text)
