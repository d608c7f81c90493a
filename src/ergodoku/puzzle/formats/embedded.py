"""Lists inside the source code of a program; the rest of the source is ignored.

A list of numbers is read if it is large enough for a puzzle. It may be written as in Python, C, Java or
JavaScript: in ``[]``, ``{}`` or ``()``.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from ergodoku.puzzle.formats.brackets import read_lists, whole_text
from ergodoku.puzzle.formats.session import Puzzles, Session
from ergodoku.puzzle.formats.source import Source
from ergodoku.puzzle.layout import SMALLEST

_CELL = r"(?:-?[0-9]{1,4}|None|null|nan|'[^'\n]?'|\"[^\"\n]?\")(?![\w.])"
_CELLS = re.compile(_CELL)
_COMMENT = re.compile(r"(?:#|//)[^\n]*")
_RUN = re.compile(rf"(?:[\s,;\[\](){{}}]|{_CELL}|{_COMMENT.pattern})+")  # only lists, cells and comments
_BRACKET = re.compile(r"[\[{(]|[\]})]")
_SQUARE = str.maketrans("{(})", "[[]]")


def holds_lists(text: str) -> bool:
    """Return whether a text contains a list that is large enough for a puzzle."""
    return next(_found(text), None) is not None


def read_embedded(source: Source, session: Session) -> Puzzles:
    """Yield the puzzles in the lists of a program."""
    yield from read_lists(lambda: _lists_alone(whole_text(source)), session)


def _lists_alone(text: str) -> str:
    """Return only the lists of a text, each on its original line."""
    kept, line = [], 0
    for start, found in _found(text):
        before = text.count("\n", 0, start)
        kept.append("\n" * (before - line) + found.translate(_SQUARE))
        line = before + found.count("\n")
    return "".join(kept)


def _found(text: str) -> Iterator[tuple[int, str]]:
    """Yield the start of each list that is large enough for a puzzle, and its text without comments."""
    for run in _RUN.finditer(text):
        bare = _COMMENT.sub(lambda match: " " * len(match[0]), run[0])
        for start, end in _outermost(bare):
            if len(_CELLS.findall(bare, start, end)) >= SMALLEST**2:
                yield run.start() + start, bare[start:end]


def _outermost(text: str) -> list[tuple[int, int]]:
    """Return the start and end of each closed list that is not inside another closed list."""
    opened: list[int] = []
    closed: list[tuple[int, int]] = []
    for bracket in _BRACKET.finditer(text):
        if bracket[0] in "[{(":
            opened.append(bracket.start())
        elif opened:
            start = opened.pop()
            while closed and closed[-1][0] > start:
                closed.pop()
            closed.append((start, bracket.end()))
    return closed
