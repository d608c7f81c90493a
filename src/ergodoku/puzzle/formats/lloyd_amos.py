"""The files of Lloyd and Amos: the order n, an integer to ignore, then n^4 integers, -1 for blanks.

References
----------
H. Lloyd and M. Amos, "Solving Sudoku with ant colony optimization", IEEE Transactions on Games 12 (2020),
https://doi.org/10.1109/TG.2019.2942773
"""

from __future__ import annotations

import re

from ergodoku.base.errors import PuzzleError
from ergodoku.base.numbers import counted
from ergodoku.puzzle.formats.fields import number
from ergodoku.puzzle.formats.session import Puzzles, Session
from ergodoku.puzzle.formats.source import LONGEST_LINE, Source
from ergodoku.puzzle.layout import LARGEST
from ergodoku.puzzle.puzzle import Puzzle

Token = tuple[str, int, int]
_HEADER = re.compile(r"\s*-?\d+\s*", re.ASCII)
_ORDERS = {str(order): order for order in range(2, 11)}


def is_lloyd_amos(lines: list[str]) -> bool:
    """Return whether the text begins with an order from 2 to 10, an integer and, if it goes on, a row."""
    if len(lines) < 2 or not all(_HEADER.fullmatch(line) for line in lines[:2]):
        return False
    rest = lines[2:3]
    return lines[0].strip() in _ORDERS and (not rest or len(rest[0].split()) > 1)


def read_lloyd_amos(source: Source, session: Session) -> Puzzles:
    """Yield the puzzles of a file. An order after a blank line starts a puzzle; ``#`` starts a comment."""
    lines: list[tuple[int, str]] = []
    after_blank, length = False, 0
    for line, text in source.lines():
        if not text.strip():
            after_blank = True
            continue
        if text.lstrip().startswith("#"):
            continue
        if after_blank and len(lines) > 2 and _HEADER.fullmatch(text):
            yield from _one(lines, session)
            lines, length = [], 0
        after_blank = False
        lines.append((line, text))
        length += len(text)
        if len(lines) > LARGEST**2 + 2 or length > LONGEST_LINE:
            error = PuzzleError("the file continues after its last cell", "write n^4 integers")
            session.fail(error, line=line)
            yield None
            return
    if lines:
        yield from _one(lines, session)


def _one(lines: list[tuple[int, str]], session: Session) -> Puzzles:
    try:
        puzzle = _puzzle(lines, session)
    except PuzzleError as error:
        session.fail(error, line=lines[0][0])
        yield None
        return
    yield puzzle


def _puzzle(lines: list[tuple[int, str]], session: Session) -> Puzzle:
    order = _ORDERS.get(lines[0][1].strip())
    if order is None or len(lines) < 2 or not _HEADER.fullmatch(lines[1][1]):
        raise PuzzleError(
            "the file does not start with the order of the puzzle (2 to 10) and another integer",
            "write 3 in the first line for a 9x9 grid, and any integer in the second",
        )
    size = order * order
    tokens = [(m[0], n, m.start() + 1) for n, text in lines[2:] for m in re.finditer(r"\S+", text)]
    if len(tokens) != size * size:
        raise PuzzleError(
            f"the file has {counted(len(tokens), 'number')} after the first two, "
            f"but order {order} needs {size * size:,}",
            "check that the file is complete",
        )
    _check_end(tokens[-1][0], lines, size)
    layout = session.layout(size, box=(order, order))
    digits = [_digit(token, size) for token in tokens]
    return session.puzzle(digits, layout, lambda cell: tokens[cell][1:])


def _check_end(last: str, lines: list[tuple[int, str]], size: int) -> None:
    """Raise an error if only the last row does not end with a tab: its last number may have lost a digit."""
    tabs = [text.endswith("\t") for _, text in lines[2:]]
    if len(tabs) > 1 and all(tabs[:-1]) and not tabs[-1] and last.isdigit() and 0 < int(last) * 10 <= size:
        raise PuzzleError(
            f"the last number, {last}, is not followed by a tab, so it may have lost a digit",
            "check that the file is complete",
            line=lines[-1][0],
        )


def _digit(token: Token, size: int) -> int:
    text, line, column = token
    value = number(text)
    if value is None:
        raise PuzzleError(
            f"{text[:12]!r} is not a number",
            f"write numbers from 1 to {size}, and -1 for a blank",
            line=line,
            column=column,
        )
    return value
