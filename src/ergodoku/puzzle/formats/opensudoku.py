"""OpenSudoku's XML: ``<game data="81 digits"/>`` in an ``<opensudoku>`` element, streamed."""

from __future__ import annotations

from itertools import chain
from xml.parsers import expat

from ergodoku.base.errors import PuzzleError
from ergodoku.puzzle.formats.fields import find, puzzle_of
from ergodoku.puzzle.formats.misfit import misfit
from ergodoku.puzzle.formats.session import Puzzles, Session
from ergodoku.puzzle.formats.source import LONGEST_LINE, Source

_DEEPEST = 32
_MOST_NAMES = 1_000
_REMEDY = "give a file made by OpenSudoku"


def is_xml(text: str) -> bool:
    """Return whether a text starts like XML."""
    return text.startswith("<")


def read_opensudoku(source: Source, session: Session) -> Puzzles:
    """Yield the puzzle of each game."""
    parser = expat.ParserCreate()
    games: list[tuple[int, str, str]] = []
    names: set[str] = set()
    seen = fed = depth = 0

    def start(tag: str, attributes: dict[str, str]) -> None:
        nonlocal depth
        depth += 1
        names.update((tag, *attributes))
        if depth > _DEEPEST or len(names) > _MOST_NAMES:  # expat keeps open elements and names in memory
            raise _not_opensudoku()
        if tag == "game" or "data" in attributes:
            games.append((parser.CurrentLineNumber, tag, attributes.get("data", "")))

    def end(tag: str) -> None:
        nonlocal depth
        depth -= 1

    def refuse(*_: object) -> None:
        raise PuzzleError("the XML declares a document type", "remove the DOCTYPE")

    parser.StartElementHandler = start
    parser.EndElementHandler = end
    parser.StartDoctypeDeclHandler = refuse
    for chunk in chain(source.chunks(), [b""]):
        fault = _fault(parser, chunk)
        fed += len(chunk)
        if fault is None and fed - max(parser.CurrentByteIndex, 0) > LONGEST_LINE:
            fault = _not_opensudoku()  # expat keeps an unfinished tag, and parses it again with every chunk
        seen += len(games)
        yield from _puzzles(games, session)
        if fault is not None:
            session.fail(fault, line=parser.CurrentLineNumber)
            yield None
            return
    if not seen:
        session.fail(PuzzleError("this XML has no <game data=...>", _REMEDY))
        yield None


def _fault(parser: expat.XMLParserType, chunk: bytes) -> PuzzleError | None:
    """Parse a chunk (an empty chunk ends the document) and return the error, if there is one."""
    try:
        parser.Parse(chunk, not chunk)
    except PuzzleError as error:
        return error
    except expat.ExpatError as error:
        what = f"this is not XML: {expat.ErrorString(error.code)}"
        return PuzzleError(what, "check that the file is complete", column=error.offset + 1)
    except (LookupError, ValueError) as error:  # an encoding that neither expat nor Python can read
        return PuzzleError(f"the encoding of this XML cannot be read: {error}", "save it as UTF-8")
    return None


def _not_opensudoku() -> PuzzleError:
    return PuzzleError("this XML is nested too deeply, or its tags are too long or too many", _REMEDY)


def _puzzles(games: list[tuple[int, str, str]], session: Session) -> Puzzles:
    for line, tag, data in games:
        try:
            if tag != "game":
                raise PuzzleError(f"the tag <{tag[:20]} data=...> is unknown", "write <game data=...>")
            found = find(data, session)
            if found is None:
                raise misfit(data, [(0, data)], session)
            puzzle = puzzle_of(found, line, session)
        except PuzzleError as error:
            error.column = None  # this column is a position within the attribute
            session.fail(error, line=line)
            yield None
            continue
        yield puzzle
    games.clear()
