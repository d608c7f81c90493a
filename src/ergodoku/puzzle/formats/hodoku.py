"""HoDoKu library lines: ``:0003:8:6...+53+4.7...:::829:``.

The fields are technique, candidates, values, deleted candidates and others. In the values, a ``+`` marks a
digit that the solver placed, so this digit is not a given.
"""

from __future__ import annotations

import re

from ergodoku.base.errors import PuzzleError
from ergodoku.puzzle.formats.fields import find, puzzle_of
from ergodoku.puzzle.formats.misfit import misfit
from ergodoku.puzzle.formats.session import Session
from ergodoku.puzzle.puzzle import Puzzle


def is_hodoku(text: str) -> bool:
    """Return whether a line is in HoDoKu's library format."""
    return text.startswith(":") and text.count(":") >= 3


def read_hodoku(text: str, line: int, session: Session) -> Puzzle:
    """Return the puzzle of a library line; the other fields become its name."""
    fields = text.split(":")
    values = fields[3]
    if "\ufffd" in text or re.search(r"\+(?![1-9A-Za-z])", values):
        column = len(":".join(fields[:3])) + 2
        raise PuzzleError(
            "the values of this HoDoKu line cannot be read", "write + only before a digit that was placed"
        ).at(source=session.source, line=line, column=column)
    givens = re.sub(r"\+.", ".", values)
    found = find(givens, session)
    if found is None:
        # The error gets no column: it would be wrong, because the plus signs were removed.
        error = misfit(givens, [(0, givens)], session)
        error.column = None
        raise error.at(source=session.source, line=line)
    puzzle = puzzle_of(found, line, session)
    name = " ".join(filter(None, (*fields[1:3], *fields[4:])))
    return Puzzle.unchecked(puzzle.layout, puzzle.flat, name)
