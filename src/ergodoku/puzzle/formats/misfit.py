"""Explain why a line is not a puzzle: wrong length, size or character, with the place and the remedy."""

from __future__ import annotations

import re
from math import isqrt

from ergodoku.base.errors import PuzzleError
from ergodoku.base.numbers import counted
from ergodoku.puzzle.formats.alphabets import BLANKS, LARGEST_WITH_SYMBOLS, choices, named, plausible
from ergodoku.puzzle.formats.session import Session, not_utf8
from ergodoku.puzzle.layout import LARGEST, SMALLEST, box_shape

MOST_QUOTED = 20  # characters to quote from a text that is not a puzzle
_KILLER = re.compile(r"\d+x\d+:[a-z]*:k:|SumoCue", re.IGNORECASE)
MOST_WORDS = 255  # a longer text without digits may be a grid of letters: 16x16 or larger


def misfit(text: str, fields: list[tuple[int, str]], session: Session) -> PuzzleError:
    """Return the error that says why the most puzzle-like part of a line is not a puzzle.

    Parameters
    ----------
    text : str
        The line.
    fields : list of (int, str)
        The parts of the line, and where each part starts.
    """
    if "\ufffd" in text:
        return not_utf8().at(column=text.index("\ufffd") + 1)
    if _KILLER.match(text):
        return PuzzleError(
            "this is a killer puzzle, whose cages are not supported", "give a puzzle without cages"
        )
    start, field = max(fields, key=lambda part: len(part[1]), default=(0, text))
    if len(field) < SMALLEST**2:
        field = "".join(part for _, part in fields)
    length, size = len(field), isqrt(len(field))
    if size * size != length or not SMALLEST <= size <= LARGEST:
        return _wrong_length(length, session)
    if session.size not in (None, size):
        return _other_size(size, session)
    if size > LARGEST_WITH_SYMBOLS:
        return PuzzleError(
            f"{length:,} characters would make a {size}x{size} grid, but there are not enough symbols for it",
            f"above {LARGEST_WITH_SYMBOLS}x{LARGEST_WITH_SYMBOLS} write integers with spaces between them",
        )
    return _wrong_symbol(text, start, field, size, session)


def words(text: str) -> PuzzleError | None:
    """Return the error for a text of words, without digits or signs for blanks; ``None`` for other texts."""
    text = text.strip()
    if len(text) > MOST_WORDS or not text or not all(c.isalpha() or c.isspace() or c in ",!?'" for c in text):
        return None
    start = text if len(text) <= MOST_QUOTED else f"{text[:MOST_QUOTED]}..."
    return PuzzleError(
        f"{start!r} has no digits, so it cannot be a puzzle",
        "write one character for each cell: its digit, or a dot if it is blank (81 characters for a 9x9)",
    )


def _other_size(size: int, session: Session) -> PuzzleError:
    if session.box:
        try:
            session.layout(size)
        except PuzzleError as error:
            return error
    wanted = f"{session.size}x{session.size}"
    return PuzzleError(
        f"this puzzle is {size}x{size}, but the other puzzles (or the layout) are {wanted}",
        f"give only puzzles of {wanted}, or another layout",
    )


def _wrong_symbol(text: str, start: int, field: str, size: int, session: Session) -> PuzzleError:
    if session.alphabet is not None:
        try:
            named(session.alphabet, size)
        except PuzzleError as error:
            return error
    allowed = plausible(size, session.alphabet)
    bad = next((k for k, symbol in enumerate(field) if symbol not in allowed), None)
    if bad is None:
        return _wrong_length(len(field), session)
    letters = {c.upper() for c in field if c not in BLANKS}
    if session.alphabet is None and size <= 9 and len(letters) > 1 and letters <= set("ABCDEFGHI"[:size]):
        return PuzzleError(
            f"this {size}x{size} grid is written in letters", f"give `alphabet` A-{'ABCDEFGHI'[size - 1]}"
        )
    names = (session.alphabet,) if session.alphabet else choices(size)
    unknown = session.unknown(field[bad], size, " or ".join(names))
    return unknown.at(column=start + bad + 1) if text.startswith(field, start) else unknown


def _wrong_length(length: int, session: Session) -> PuzzleError:
    if session.size is not None:
        near = [session.size]
    else:
        any_size = session.wanted == "latin"
        sizes = [n for n in range(SMALLEST, LARGEST_WITH_SYMBOLS + 1) if any_size or _has_boxes(n)]
        near = [n for n in sizes if n * n < length][-1:] + [n for n in sizes if n * n > length][:1]
    lengths = " or ".join(f"{n * n} characters ({n}x{n})" for n in near)
    row = "; if this is a row of a grid, write a dot for each blank cell" if near == [SMALLEST] else ""
    return PuzzleError(
        f"the puzzle is {counted(length, 'character')} long, which fits no grid", f"write {lengths}{row}"
    )


def _has_boxes(size: int) -> bool:
    try:
        return bool(box_shape(size))
    except PuzzleError:
        return False
