"""Lists: one puzzle per line in any form, millions of them in constant memory.

Lines that hold only cells are read with NumPy, a block at a time. Every other line, and every line with an
error in it, is read separately, so that the error can name its line and column.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import islice

import numpy as np

from ergodoku.base.errors import PuzzleError
from ergodoku.puzzle.formats.blocks import first_fields, lines_of, regular, trimmed
from ergodoku.puzzle.formats.fields import FIELD, doubt_of, find, is_full, read_line, rest_of
from ergodoku.puzzle.formats.hodoku import is_hodoku, read_hodoku
from ergodoku.puzzle.formats.json_format import is_json, read_json_line
from ergodoku.puzzle.formats.session import Puzzles, Session
from ergodoku.puzzle.formats.source import Source
from ergodoku.puzzle.formats.urls import is_url, read_url
from ergodoku.puzzle.layout import SMALLEST
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


def read_list(source: Source, session: Session) -> Puzzles:
    """Yield the puzzle of each line; skip blank lines and ``#`` comments."""
    for number, block in source.blocks():
        if number == 1 and (cut := _cut_line(block)):
            error = PuzzleError(
                "this line has only a full grid, but the next line has a puzzle and its solution: "
                "the puzzle of this line seems to be cut off",
                "restore the beginning of the table, or remove this line",
            )
            session.fail(error, line=cut)
            yield None
            block, number = block.split(b"\n", cut)[-1], cut + 1
        yield from read_lines(block, number, session)


def _cut_line(block: bytes) -> int:
    """Return the number of the first line with text if it is the end of a row of a table; otherwise 0.

    It is the end of a row if it has only a full grid, and the next line has a puzzle and a full grid.
    """
    texts = ((number, raw.decode(errors="replace")) for number, raw in enumerate(block.split(b"\n"), 1))
    lines = ((number, text) for number, text in texts if text.strip() and text.lstrip()[0] != "#")
    (number, first), (_, second), *_ = *islice(lines, 2), (0, ""), (0, "")
    alone, fields = FIELD.findall(first), FIELD.findall(second)
    if len(alone) != 1 or len(alone[0]) < SMALLEST**2 or not is_full(alone[0]):
        return 0
    return number if {is_full(f) for f in fields if len(f) == len(alone[0])} == {True, False} else 0


def read_lines(block: bytes, number: int, session: Session) -> Puzzles:
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


def _block(block: bytes, number: int, session: Session) -> Puzzles:
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


def _careful(raw: bytes, number: int, session: Session) -> Puzzles:
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
        yield None
        return
    session.line = number
    yield puzzle
