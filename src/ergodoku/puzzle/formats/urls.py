"""Puzzles in web addresses: SudokuWiki (``bd=`` and 81 digits) and f-puzzles (``load=``)."""

from __future__ import annotations

import re
from urllib.parse import unquote

from ergodoku.base.errors import PuzzleError
from ergodoku.puzzle.formats.fields import find, puzzle_of
from ergodoku.puzzle.formats.fpuzzles import read_fpuzzles
from ergodoku.puzzle.formats.misfit import misfit
from ergodoku.puzzle.formats.session import Session
from ergodoku.puzzle.puzzle import Puzzle

_PARAMETER = re.compile(r"(?:^|[?&#/])(bd|load)=([^&#\s]*)")
_ADDRESS = re.compile(r"https?://|www\.", re.IGNORECASE)


def is_url(text: str) -> bool:
    """Return whether a line is a web address."""
    return bool(_ADDRESS.match(text) or _PARAMETER.search(text))


def read_url(text: str, line: int, session: Session) -> Puzzle:
    """Return the puzzle in a web address."""
    match = _PARAMETER.search(text)
    if match is None:
        raise PuzzleError(
            "this web address contains no puzzle",
            "give a SudokuWiki address with bd=, or an f-puzzles address with load=",
            source=session.source,
            line=line,
        )
    kind, value = match[1], unquote(match[2])
    if kind == "load":
        # Some programs read a plus sign in an address as a space, and write it back as %20.
        return read_fpuzzles(value.replace(" ", "+"), line, session)
    found = find(value, session)
    if found is None:
        raise misfit(text, [(match.start(2), value)], session).at(source=session.source, line=line)
    found.columns[:] = [column + match.start(2) for column in found.columns]
    return puzzle_of(found, line, session)
