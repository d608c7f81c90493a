"""Lists: one puzzle per line in any form, millions of them in constant memory.

Lines that hold only cells are read with NumPy, a block at a time. Every other line, and every line with an
error in it, is read separately, so that the error can name its line and column.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

import numpy as np

from ergodoku.base.errors import PuzzleError
from ergodoku.puzzle.formats.blocks import first_fields, lines_of, regular, trimmed
from ergodoku.puzzle.formats.fields import doubt_of, find, read_line, rest_of
from ergodoku.puzzle.formats.hodoku import is_hodoku, read_hodoku
from ergodoku.puzzle.formats.json_format import is_json, read_json_line
from ergodoku.puzzle.formats.session import Session
from ergodoku.puzzle.formats.source import Source
from ergodoku.puzzle.formats.urls import is_url, read_url
from ergodoku.puzzle.puzzle import Puzzle

LineForm = tuple[Callable[[str], bool], Callable[[str, int, Session], Puzzle]]
LINE_FORMS: tuple[LineForm, ...] = (
    (is_url, read_url),
    (is_hodoku, read_hodoku),
    (is_json, read_json_line),
    (lambda text: True, read_line),
)
"""The forms of a line, in the order in which they are tried: how to recognise each, and how to read it."""

_NOT_PLAIN = b"#:{[ \t"
"""A line that starts with one of these characters is not a plain puzzle, but a comment or another form."""


def read_list(source: Source, session: Session) -> Iterator[Puzzle]:
    """Yield the puzzle of each line; skip blank lines and ``#`` comments."""
    for number, block in source.blocks():
        yield from read_lines(block, number, session)


def read_lines(block: bytes, number: int, session: Session) -> Iterator[Puzzle]:
    """Yield the puzzles in a block of complete lines. ``number`` is the number of its first line.

    While a puzzle is yielded, ``session.line`` is the number of its line.
    """
    start = 0
    while session.size is None and start < len(block):
        end = block.index(b"\n", start)
        session.size = _plain_size(block[start:end], session)
        if session.size is None:
            yield from _careful(block[start:end], number, session)
            start, number = end + 1, number + 1
    if start < len(block):
        yield from _block(block[start:], number, session)


def _plain_size(raw: bytes, session: Session) -> int | None:
    """Return the size of the puzzle if a line holds a puzzle and nothing else; otherwise ``None``."""
    text = raw.strip().decode(errors="replace")
    found = find(text, session) if text.isascii() and " " not in text else None
    try:
        if found is None or len(found.cells) != len(text) or doubt_of(text, found, session):
            return None
        return session.layout(found.size).size
    except PuzzleError:
        return None


def _block(block: bytes, number: int, session: Session) -> Iterator[Puzzle]:
    assert session.size is not None
    data = np.frombuffer(block, dtype=np.uint8)
    starts, ends = lines_of(data)
    begin, end = starts, trimmed(data, starts, ends)
    if (end - begin != session.size**2).any():
        begin, end = first_fields(data, starts, session.size**2)
    end[np.isin(data[starts], list(_NOT_PLAIN))] = 0
    good, layout, digits = regular(data, begin, end, session)
    shown = session.shown
    alone = (begin == starts) & (trimmed(data, starts, ends) == end)
    # A rule looks like an empty puzzle, and a full grid may be a solution whose puzzle was lost.
    doubtful = ~digits.any(axis=1)
    if not alone.all():
        doubtful |= ~alone[good] & digits.all(axis=1)
    if doubtful.any():
        good[good] = ~doubtful
        digits = digits[~doubtful]
        digits.setflags(write=False)
    rows, plain = iter(digits), alone.tolist()
    for line, fine in enumerate(good.tolist()):
        row = next(rows) if fine else None
        raw = b"" if fine and plain[line] else block[starts[line] : ends[line]]
        if row is None or not raw.isascii() or b"=" in raw:
            yield from _careful(raw, number + line, session)
        else:
            assert layout is not None
            rest = raw.decode()
            name = rest_of(rest, begin[line] - starts[line], end[line] - starts[line]) if rest else ""
            session.line, session.shown = number + line, shown
            yield Puzzle.unchecked(layout, row, name)


def _careful(raw: bytes, number: int, session: Session) -> Iterator[Puzzle]:
    text = raw.decode(errors="replace").rstrip()
    bare = text.lstrip()
    if not bare or bare.startswith("#"):
        return
    read = next(read for recognise, read in LINE_FORMS if recognise(bare))
    try:
        puzzle = read(text, number, session)
    except PuzzleError as error:
        error.excerpt = bare
        session.fail(error, line=number)
        return
    session.line = number
    yield puzzle
