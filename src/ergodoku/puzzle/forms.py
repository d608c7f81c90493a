"""The forms in which a puzzle can be given: text, a file, a list, an array ..."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from os import PathLike
from pathlib import Path
from typing import SupportsIndex

from ergodoku.base.errors import PuzzleError
from ergodoku.puzzle.boards import BYTES, digits_of, is_board, kind_of
from ergodoku.puzzle.digits import is_missing
from ergodoku.puzzle.formats import parse, read_one
from ergodoku.puzzle.formats.column_sources import NO_PUZZLE
from ergodoku.puzzle.layout import LayoutLike, box_of, layout_or_kind
from ergodoku.puzzle.puzzle import Puzzle, PuzzleLike

FILE_NAME = re.compile(r".{1,245}\.(txt|sdm|sdk|sdx|ss|csv|tsv|json|parquet)(\.(gz|zst))?", re.IGNORECASE)


def puzzle_from(
    thing: PuzzleLike,
    box: str | Sequence[SupportsIndex] | None = None,
    layout: LayoutLike | None = None,
    alphabet: str | None = None,
) -> Puzzle:
    """Return the puzzle that ``thing`` describes; see `Puzzle.of`."""
    if isinstance(thing, Puzzle):
        _check_layout(thing, box, layout)
        return thing
    if isinstance(thing, str | BYTES) and not is_board(thing):
        try:
            return parse(thing, box=box, layout=layout, alphabet=alphabet)
        except PuzzleError:
            if isinstance(thing, str) and _names_a_file(thing):
                raise PuzzleError(
                    f"{thing!r} is the name of a file, not a puzzle", f"give Path({thing!r})"
                ) from None
            if isinstance(thing, str) and FILE_NAME.fullmatch(thing):
                raise PuzzleError(
                    f"{thing!r} is not a puzzle, and no file with this name was found",
                    "give a puzzle as text, or the path of a file as Path(...)",
                ) from None
            raise
    if isinstance(thing, PathLike):
        return read_one(thing, box=box, layout=layout, alphabet=alphabet)
    if not is_board(thing):
        raise _not_a_puzzle(thing)
    return Puzzle(*digits_of(thing, box=box, layout=layout, alphabet=alphabet))


def each_puzzle(things: Iterable[PuzzleLike]) -> Iterator[Puzzle]:
    """Yield each item as a `Puzzle`; an error gives the number of the item, counted from 1."""
    for number, thing in enumerate(things, 1):
        try:
            if is_missing(thing):
                raise PuzzleError(*NO_PUZZLE)
            puzzle = Puzzle.of(thing)
        except PuzzleError as error:
            raise error.within(f"puzzle {number}", thing) from None
        yield puzzle


def _check_layout(
    puzzle: Puzzle, box: str | Sequence[SupportsIndex] | None, layout: LayoutLike | None
) -> None:
    own = puzzle.layout
    wanted = own if layout is None else layout_or_kind(layout)
    if box_of(box) not in (None, own.box) or wanted not in (own, own.kind):
        raise PuzzleError(f"the puzzle has its own layout, {own!r}", "leave out `box` and `layout`")


def _names_a_file(text: str) -> bool:
    try:
        return len(text) < 256 and Path(text).is_file()
    except (OSError, ValueError):
        return False


def _not_a_puzzle(thing: object) -> PuzzleError:
    return PuzzleError(
        f"{kind_of(thing)} is not a puzzle",
        "give a Puzzle, text, a pathlib.Path, or one value per cell as a list of rows, a flat list, "
        "a NumPy array or a data frame",
    )
