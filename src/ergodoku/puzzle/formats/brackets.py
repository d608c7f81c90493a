"""Lists as Python prints them: nested or flat, one row per line, NumPy arrays, or a list in source code.

Commas are optional, because NumPy prints none. A cell is a number, text in quotes, or a blank such as
``None``.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from math import isqrt
from typing import Any

from ergodoku.base.errors import PuzzleError
from ergodoku.base.numbers import counted
from ergodoku.puzzle.boards import digits_of
from ergodoku.puzzle.formats.session import Puzzles, Session, not_utf8
from ergodoku.puzzle.formats.source import Source
from ergodoku.puzzle.layout import SMALLEST

LONGEST_DOCUMENT = 1 << 22
_DEEPEST = 6
_ASSIGNED = r"[A-Za-z_]\w*[ \t]*(?::[^=\n]*)?=[ \t]*"  # board: list[list[int]] =
_CALL = r"[A-Za-z_][\w.]*\([ \t]*"
_START = re.compile(rf"(?:{_ASSIGNED})(?:{_CALL})*[\[(]|(?:{_CALL})+\[|\(\(|\[\s*(?![A-Za-z]\w*\s*\]\s*$)")
# A line of words between lists, such as "With energy equals to: 49".
CAPTION = re.compile(r"[A-Za-z]{2,}[^\[\](){}=,'\"\n]*$", re.MULTILINE)
_NOISE = (
    (re.compile(r"\bnp\.\w+\(([^()\[\]]*)\)"), r"\1"),  # np.int64(5)
    (re.compile(r",\s*\w+[ \t]*=[ \t]*[\w.'\"<>]+[ \t]*\)"), ")"),  # , dtype=uint8)
    (re.compile(rf"(?m)^[ \t]*{_ASSIGNED}"), ""),
    (re.compile(r"[A-Za-z_][\w.]*\("), "("),
)
_TOKEN = re.compile(r"(?P<line>\n)|#[^\n]*|(?P<text>\"[^\"\n]*\"|'[^'\n]*')|[\[\](),;]|[^\s\[\](),;\"'#]+|\S")
_NUMBER = re.compile(r"-?[0-9]{1,4}(?:\.0*)?")
_BLANKS = frozenset(("None", "null", "nan", "NaN", "<NA>", "NA", "--", ".", "_", "x", "X", "*", "-"))


class Bracketed(list[Any]):
    """A list of cells or of lists, and the line where it starts."""

    __slots__ = ("line",)

    def __init__(self, items: Iterable[Any] = (), line: int = 1) -> None:
        super().__init__(items)
        self.line = line

    @property
    def depth(self) -> int:
        """The depth to which lists are nested: 1 for a list of cells."""
        return 1 + max((item.depth for item in self if isinstance(item, Bracketed)), default=0)


def is_bracketed(text: str) -> bool:
    """Return whether a line starts a list as Python writes it; ``[Puzzle]`` is not a list."""
    return _START.match(text) is not None


def read_brackets(source: Source, session: Session) -> Puzzles:
    """Yield the puzzles of a text that contains lists, and perhaps lines of words between them."""
    yield from read_lists(lambda: whole_text(source), session)


def read_lists(text: Callable[[], str], session: Session) -> Puzzles:
    """Yield the puzzles of a text of lists; skip lines of words between them."""
    try:
        lists = _lists(text())
    except PuzzleError as error:
        session.fail(error)
        yield None
        return
    for board in _boards(lists):
        try:
            layout, digits = digits_of(
                board, layout=session.wanted, box=session.box, alphabet=session.alphabet
            )
            puzzle = session.puzzle(digits, layout, lambda cell, line=board.line: (line, None))  # type: ignore[misc]
        except PuzzleError as error:
            session.fail(error, line=board.line)
            yield None
            continue
        yield puzzle


def whole_text(source: Source) -> str:
    """Return the text of a document, with a blank line for each comment; raise an error if it is too long."""
    parts: list[str] = []
    total = 0
    for number, text in source.lines():
        total += len(text) + 1
        if total > LONGEST_DOCUMENT:
            raise PuzzleError(
                "the document is too long", "write one puzzle per line, as the json format does"
            )
        if "\ufffd" in text:
            raise not_utf8().at(line=number, column=text.index("\ufffd") + 1)
        parts.append("" if text.lstrip().startswith("#") else text)
    return "\n".join(parts)


def _lists(text: str) -> list[Bracketed]:
    """Return the lists of a text, which may have commas, semicolons and lines of words between them."""
    for pattern, kept in _NOISE:
        text = pattern.sub(kept, text)
    open_lists = [Bracketed()]
    closers: list[str] = []
    line, before, caption_ends = 1, "[", 0
    for match in _TOKEN.finditer(text):
        token = match[0]
        if match.start() < caption_ends:
            continue
        if match["line"]:
            line += 1
            continue
        if token[0] == "#":
            continue
        if token in "[(":
            inner = Bracketed(line=line)
            open_lists[-1].append(inner)
            open_lists.append(inner)
            closers.append("]" if token == "[" else ")")
            if len(closers) > _DEEPEST:
                raise PuzzleError("these lists are nested too deeply for a puzzle", _REMEDY, line=line)
        elif token in "])":
            if not closers or closers.pop() != token:
                raise PuzzleError(f"there is a {token} without its opening bracket", _REMEDY, line=line)
            closed = open_lists.pop()
            if len(closed) < SMALLEST and not any(isinstance(item, Bracketed) for item in closed):
                raise PuzzleError(
                    f"a list has {counted(len(closed), 'cell')}, too few for a row", _REMEDY, line=line
                )
        elif token in ",;":
            if before in "[(,;":
                raise PuzzleError(f"there is no cell before this {token}", _REMEDY, line=line)
        elif not closers and before in "[]();,\n" and (caption := CAPTION.match(text, match.start())):
            caption_ends = caption.end()
            continue
        elif not closers:
            raise PuzzleError(f"{token[:20]!r} is outside the list", _REMEDY, line=line)
        else:
            open_lists[-1].append(_cell(token, line))
        before = token
    if closers:
        raise PuzzleError(f"the list is not closed: a {closers[-1]} is missing at the end", _REMEDY)
    return [item for item in open_lists[0] if isinstance(item, Bracketed)]


def _cell(token: str, line: int) -> int | str:
    if token[0] in "\"'":
        if len(token) < 2:
            raise PuzzleError("a string has no closing quote", _REMEDY, line=line)
        return token[1:-1]
    if token in _BLANKS:
        return 0
    if token == "...":
        raise PuzzleError(
            "the list contains '...', so cells are missing",
            "print the complete list: np.set_printoptions(threshold=10_000)",
            line=line,
        )
    if _NUMBER.fullmatch(token):
        return max(int(float(token)), 0) if float(token) >= -1 else int(float(token))
    raise PuzzleError(f"{token[:20]!r} is not a cell", _REMEDY, line=line)


def _boards(lists: list[Bracketed]) -> Iterator[Bracketed]:
    """Yield the boards: each is a list of lists, one flat list, or N consecutive flat lists of N cells."""
    rows = Bracketed()
    for item in lists:
        while len(item) == 1 and isinstance(item[0], Bracketed):
            item = item[0]
        if item.depth == 1 and not _is_text_rows(item):
            rows.append(item)
            continue
        yield from _rows(rows)
        rows = Bracketed()
        if item.depth > 2 and all(isinstance(inner, Bracketed) for inner in item):
            yield from _boards(item)
        else:
            yield item
    yield from _rows(rows)


def _rows(rows: Bracketed) -> Iterator[Bracketed]:
    if not rows:
        return
    rows.line = rows[0].line
    size = len(rows[0])
    even = all(len(row) == size for row in rows)
    flat = even and size >= SMALLEST**2 and isqrt(size) ** 2 == size
    if len(rows) == 1 or (flat and len(rows) % size):
        yield from rows
    elif even and size >= SMALLEST and len(rows) % size == 0:
        for start in range(0, len(rows), size):
            yield Bracketed(rows[start : start + size], rows[start].line)
    else:
        yield rows


def _is_text_rows(item: Bracketed) -> bool:
    return len(item) >= SMALLEST and all(isinstance(cell, str) and len(cell) == len(item) for cell in item)


_REMEDY = "write a list of rows, such as [[0, 3, ...], ...], or a flat list"
