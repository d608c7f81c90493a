"""Links from Ergodoku's web page: ``#box=3x3&puzzle=53..7...``, with more parts, as ``link.js`` writes them.

Only the parts that describe the puzzle are read: ``puzzle``, ``box``, ``layout`` and ``name``.
"""

from __future__ import annotations

import re
import string
from math import isqrt
from urllib.parse import parse_qsl

from ergodoku.base.errors import PuzzleError
from ergodoku.base.numbers import counted
from ergodoku.puzzle.formats.session import Session
from ergodoku.puzzle.layout import SMALLEST, Layout
from ergodoku.puzzle.puzzle import Puzzle

SYMBOLS = "." + string.digits[1:] + string.ascii_letters
"""The sign of a blank cell, then the symbols of the digits from 1."""
LARGEST_PACKED = len(SYMBOLS) - 1
MOST_PARTS = 100
"""Maximum number of parts of a link."""
LONGEST_NAME = 60
_FRAGMENT = re.compile(r"""[^\s#{[",;]*#((?:[^#\s]*&)?puzzle=[^#\s]*)""")
_BOX = re.compile(r"(\d{1,2})x(\d{1,2})", re.ASCII)


def fragment_of(text: str) -> str | None:
    """Return the part of a page link that holds the puzzle; ``None`` if the text is not such a link."""
    match = _FRAGMENT.match(text.lstrip())
    return match[1] if match else None


def read_page_link(fragment: str, line: int, session: Session) -> Puzzle:
    """Return the puzzle in a page link."""
    try:
        words = dict(reversed(parse_qsl(fragment, keep_blank_values=True, max_num_fields=MOST_PARTS)))
    except ValueError:
        raise _damaged(f"it has more than {MOST_PARTS} parts").at(source=session.source, line=line) from None
    try:
        cells = words["puzzle"]
        strange = next((symbol for symbol in cells if symbol not in SYMBOLS), None)
        if strange is not None:
            raise _damaged(f"its puzzle has the character {strange!r}")
        layout = _layout(words, len(cells), session)
        digits = [SYMBOLS.index(symbol) for symbol in cells]
        name = " ".join(words.get("name", "").split())[:LONGEST_NAME]
        return session.puzzle(digits, layout, lambda cell: (line, None), name)
    except PuzzleError as error:
        raise error.at(source=session.source, line=line) from None


def _layout(words: dict[str, str], cells: int, session: Session) -> Layout:
    kind, _, regions = words.get("layout", "classic").partition(":")
    box = _BOX.fullmatch(words.get("box", ""))
    sides = (int(box[1]), int(box[2])) if box else None
    if words.get("box") and sides is None:
        raise _damaged(f"the shape of its boxes is {words['box'][:20]!r}")
    wanted = len(regions) or (cells if sides is None else (sides[0] * sides[1]) ** 2)
    if cells != wanted:
        raise _damaged(f"its puzzle has {counted(cells, 'cell')}, but its board has {wanted:,}")
    size = isqrt(cells)
    if size * size != cells or not SMALLEST <= size <= LARGEST_PACKED:
        raise _damaged(f"its puzzle has {counted(cells, 'cell')}, which do not form a board")
    if kind == "jigsaw" and regions:
        return session.jigsaw(regions, size)
    return session.layout(size, kind=kind[:40], box=None if kind == "latin" else sides)


def _damaged(why: str) -> PuzzleError:
    return PuzzleError(f"this link is damaged: {why}", "copy the whole link from the web page")
