"""Puzzles in web addresses: SudokuWiki (``bd=``), f-puzzles (``load=``) and the web page (``puzzle=``)."""

from __future__ import annotations

import re
from urllib.parse import unquote

from ergodoku.base.errors import PuzzleError
from ergodoku.puzzle.formats.fields import find, puzzle_of
from ergodoku.puzzle.formats.fpuzzles import read_fpuzzles
from ergodoku.puzzle.formats.misfit import misfit
from ergodoku.puzzle.formats.page_link import fragment_of, read_page_link
from ergodoku.puzzle.formats.session import Session
from ergodoku.puzzle.puzzle import Puzzle

_PARAMETER = re.compile(r"(?:^|[?&#/])(bd|load)=([^&#\s]*)")
_ADDRESS = re.compile(r"https?://|www\.", re.IGNORECASE)

# The pages of SudokuWiki for puzzles with other rules. Their addresses look like those of its usual page.
_VARIANT = re.compile(
    r"sudokuwiki\.org/([^?#\s]*(?:killer|jigsaw|x_sudoku|sudokux|windoku|str8ts)[^?#\s]*)",
    re.IGNORECASE,
)


def is_url(text: str) -> bool:
    """Return whether a line is a web address."""
    if text.startswith("#"):  # a comment
        return False
    return bool(_ADDRESS.match(text) or _PARAMETER.search(text) or fragment_of(text))


def read_url(text: str, line: int, session: Session) -> Puzzle:
    """Return the puzzle in a web address."""
    match = _PARAMETER.search(text)
    if match is None and (fragment := fragment_of(text)) is not None:
        return read_page_link(fragment, line, session)
    if match is None:
        raise PuzzleError(
            "this web address contains no puzzle",
            "give a SudokuWiki address with bd=, an f-puzzles address with load=, "
            "or a link from the Ergodoku page with puzzle=",
            source=session.source,
            line=line,
        )
    kind, value = match[1], unquote(match[2])
    if kind == "load":
        # Some programs read a plus sign in an address as a space, and write it back as %20.
        return read_fpuzzles(value.replace(" ", "+"), line, session)
    if page := _VARIANT.search(text):
        raise PuzzleError(
            f"this address is for a puzzle with other rules: {page[1]}",
            "if its givens alone make a puzzle, give only the digits after bd=",
            source=session.source,
            line=line,
        )
    found = find(value, session)
    if found is None:
        raise misfit(text, [(match.start(2), value)], session).at(source=session.source, line=line)
    found.columns[:] = [column + match.start(2) for column in found.columns]
    return puzzle_of(found, line, session)
