"""Read and write puzzles in all common formats.

The format of a file is recognised by its content, not by its name. Errors say what is wrong, where, and what
to do. Writing a layout that the format cannot express, such as a jigsaw in line form, is an error. JSON can
express every layout.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from contextlib import closing
from io import TextIOWrapper
from os import PathLike, fspath
from typing import IO, Any, SupportsIndex

from ergodoku.base.errors import ParameterError, PuzzleError
from ergodoku.base.files import written
from ergodoku.puzzle.boards import BYTES, Board, digits_of, is_board, kind_of
from ergodoku.puzzle.formats.catalogue import FORMATS, Format, check_carried, writable
from ergodoku.puzzle.formats.detect import reader_for
from ergodoku.puzzle.formats.entries import FileEntry, Listing, read_entries
from ergodoku.puzzle.formats.misfit import words
from ergodoku.puzzle.formats.packing import packer
from ergodoku.puzzle.formats.plain import plain_line
from ergodoku.puzzle.formats.session import Session
from ergodoku.puzzle.formats.source import Readable, Source, opened, source_name, text_source
from ergodoku.puzzle.formats.tables import PlainRows, Row, RowBlock
from ergodoku.puzzle.layout import LayoutLike
from ergodoku.puzzle.puzzle import Puzzle, PuzzleLike

__all__ = [
    "FORMATS",
    "FileEntry",
    "Listing",
    "PlainRows",
    "Row",
    "RowBlock",
    "parse",
    "read",
    "read_entries",
    "read_one",
    "write",
    "write_text",
]


def parse(
    text: str | bytes | Board,
    *,
    box: str | Sequence[SupportsIndex] | None = None,
    layout: LayoutLike | None = None,
    alphabet: str | None = None,
) -> Puzzle:
    """Return the only puzzle in a text, in any format that can be read.

    Parameters
    ----------
    text : str, bytes, list or array
        The puzzle: 81 characters, nine lines, a web address, JSON ... or one value per cell.
    box, layout, alphabet
        As for :func:`read`.

    Raises
    ------
    PuzzleError
        If there is no puzzle, or more than one, or if something is wrong with it.

    Examples
    --------
    >>> parse("1... ..3. .4.. ...2").clues
    4
    """
    if isinstance(text, BYTES):
        text = bytes(text)
    elif not isinstance(text, str):
        if isinstance(text, Puzzle | PathLike) or not is_board(text):
            raise PuzzleError(
                f"the text is {kind_of(text)}", "give text, bytes or one value per cell; for a file, use read"
            )
        return Puzzle(*digits_of(text, box=box, layout=layout, alphabet=alphabet))
    if box is None and layout is None and alphabet is None and (plain := plain_line(text)) is not None:
        return plain
    session = Session(box=box, layout=layout, alphabet=alphabet)
    puzzles = _puzzles(text_source(text, session), session)
    try:
        puzzle = next(puzzles)
    except PuzzleError as error:
        raise (words(text) if isinstance(text, str) else None) or error from None
    if next(puzzles, None) is not None:
        raise PuzzleError("the text holds more than one puzzle", "give one puzzle at a time")
    return puzzle


def read(
    source: Readable,
    *,
    box: str | Sequence[SupportsIndex] | None = None,
    layout: LayoutLike | None = None,
    alphabet: str | None = None,
    on_error: Callable[[PuzzleError], object] | None = None,
) -> Iterator[Puzzle]:
    """Yield the puzzles of a file one by one, in constant memory.

    Parameters
    ----------
    source : str, Path or file
        A path, or an open text or binary file such as ``sys.stdin.buffer``.
    box : tuple of int or str, optional
        Rows and columns of a box, if the box does not have the usual shape for the size: (2, 3) or "2x3".
    layout : Layout, int, tuple of int or str, optional
        The layout, a size or a box; or ``classic`` (the default), ``diagonal``, ``windows`` or ``latin``.
    alphabet : str, optional
        The symbols for 1 to N, such as ``1-9A-G``, ``0-9A-F`` or ``A-P``; by default inferred from the file.
    on_error : callable, optional
        Called with the error of each bad puzzle; reading then continues. By default the first error is
        raised.

    Raises
    ------
    PuzzleError
        If anything is wrong with a puzzle or the file, unless ``on_error`` is given.
    """
    session = Session(source_name(source), box=box, layout=layout, alphabet=alphabet, on_error=on_error)
    return _read(source, session)


def read_one(
    source: Readable,
    *,
    box: str | Sequence[SupportsIndex] | None = None,
    layout: LayoutLike | None = None,
    alphabet: str | None = None,
) -> Puzzle:
    """Return the only puzzle in a file; the parameters are those of :func:`read`.

    Raises
    ------
    PuzzleError
        If there is no puzzle, or more than one, or if something is wrong with it.
    """
    session = Session(source_name(source), box=box, layout=layout, alphabet=alphabet)
    puzzles = _read(source, session)
    with closing(puzzles):
        puzzle = next(puzzles)
        if next(puzzles, None) is not None:
            raise PuzzleError(
                "the file holds more than one puzzle",
                "use read, which yields them all",
                source=session.source,
            )
    return puzzle


def write_text(puzzle: PuzzleLike, format: str, *, digits_only: bool = False) -> str:
    """Return a puzzle as text, without a line break at the end.

    Parameters
    ----------
    puzzle : Puzzle, text, path, list or array
        The puzzle, in any form that `Puzzle.of` accepts.
    format : str
        The name of a writable format in :data:`FORMATS`.
    digits_only : bool
        Write the digits even if the format cannot express the layout, for readers that know the layout.

    Raises
    ------
    ParameterError
        If the format is unknown or can only be read.
    PuzzleError
        If the format cannot express the puzzle.
    """
    puzzle, item = Puzzle.of(puzzle), writable(format)
    if not digits_only:
        check_carried(puzzle, item)
    assert item.text is not None
    text = item.text(puzzle)
    return f"{item.header}\n{text}" if item.header else text


def write(
    puzzles: Iterable[PuzzleLike] | PuzzleLike, stream: IO[str] | str | PathLike[str], format: str
) -> None:
    """Write puzzles to a file one by one; formats and errors are as for :func:`write_text`.

    Parameters
    ----------
    puzzles : iterable of puzzles, or one puzzle
        The puzzles, each in any form that `Puzzle.of` accepts.
    stream : str, Path or text file
        A path or an open text file. At a path, the file appears only when it is complete. A file that ends
        in ``.gz`` or ``.zst`` is compressed.
    format : str
        The name of a writable format in :data:`FORMATS`.
    """
    item = writable(format)
    several: Any = [puzzles] if isinstance(puzzles, str | BYTES | PathLike | Puzzle) else puzzles
    if not isinstance(several, Iterable):
        raise ParameterError(f"puzzles is {kind_of(puzzles)}", "give a list of puzzles, or one Puzzle")
    if isinstance(stream, str | PathLike):
        with written(stream) as part, part.open("wb") as raw:
            packed = packer(fspath(stream), raw)
            with TextIOWrapper(packed or raw, encoding="utf-8", newline="\n") as file:
                _write(several, file, item)
    elif hasattr(stream, "write"):
        _write(several, stream, item)
    else:
        raise ParameterError(f"stream is {kind_of(stream)}", "give a path or an open text file")


def _write(puzzles: Iterable[PuzzleLike], stream: IO[str], item: Format) -> None:
    assert item.text is not None
    try:
        stream.write(f"{item.header}\n" if item.header else "")
    except TypeError:
        raise ParameterError("stream is a binary file", "open it as text, or give its path") from None
    gap = ""
    for puzzle in map(Puzzle.of, puzzles):
        check_carried(puzzle, item)
        stream.write(f"{gap}{item.text(puzzle)}\n")
        gap = item.gap


def _read(source: Readable, session: Session) -> Generator[Puzzle, None, None]:
    try:
        with opened(source, session) as content:
            yield from _puzzles(content, session)
    except PuzzleError as error:
        if error is session.last:  # reported already
            raise
        session.fail(error)


def _puzzles(content: Source, session: Session) -> Iterator[Puzzle]:
    count = 0
    for puzzle in reader_for(content, session)(content, session):
        if puzzle is not None:
            count += 1
            yield puzzle
    if not count and session.last is None:
        session.fail(
            PuzzleError(
                "there is no puzzle in the input", "give at least one puzzle, 81 characters for a 9x9 grid"
            )
        )
