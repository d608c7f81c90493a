"""OpenSudoku's XML: ``<game data="81 digits"/>`` in a ``<opensudoku>`` element, streamed."""

from __future__ import annotations

from collections.abc import Iterator
from xml.parsers import expat

from ergodoku.puzzle.errors import PuzzleError
from ergodoku.puzzle.formats.fields import find, puzzle_of
from ergodoku.puzzle.formats.misfit import misfit
from ergodoku.puzzle.formats.session import Session
from ergodoku.puzzle.formats.source import Source
from ergodoku.puzzle.puzzle import Puzzle


def is_xml(text: str) -> bool:
    """Tell whether text starts as XML does."""
    return text.startswith("<")


def read_opensudoku(source: Source, session: Session) -> Iterator[Puzzle]:
    """Yield the puzzle of each game."""
    parser = expat.ParserCreate()
    games: list[tuple[int, str]] = []
    seen = 0

    def start(tag: str, attributes: dict[str, str]) -> None:
        if tag == "game":
            games.append((parser.CurrentLineNumber, attributes.get("data", "")))

    def refuse(*_: object) -> None:
        raise PuzzleError(
            "the XML declares a document type", "remove the DOCTYPE", line=parser.CurrentLineNumber
        )

    parser.StartElementHandler = start
    parser.StartDoctypeDeclHandler = refuse
    try:
        for chunk in source.chunks():
            parser.Parse(chunk, False)
            seen += len(games)
            yield from _puzzles(games, session)
        parser.Parse(b"", True)
    except expat.ExpatError as error:
        yield from _puzzles(games, session)
        session.fail(
            PuzzleError(
                f"this is not XML: {expat.ErrorString(error.code)}",
                "check that the file is complete",
                line=error.lineno,
                column=error.offset + 1,
            )
        )
        return
    except PuzzleError as error:
        session.fail(error)
        return
    if not seen:
        session.fail(PuzzleError("this XML has no <game data=...>", "give a file made by OpenSudoku"))


def _puzzles(games: list[tuple[int, str]], session: Session) -> Iterator[Puzzle]:
    for line, data in games:
        try:
            found = find(data, session)
            if found is None:
                raise misfit(data, [(0, data)], session)
            puzzle = puzzle_of(found, line, session)
        except PuzzleError as error:
            error.column = None  # it would count within the attribute
            session.fail(error, line=line)
            continue
        yield puzzle
    games.clear()
