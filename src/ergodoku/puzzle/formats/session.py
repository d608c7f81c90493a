"""The state while one file is read: the options, what the file has shown so far, and where errors go."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import SupportsIndex

import numpy as np

from ergodoku.base.errors import PuzzleError
from ergodoku.puzzle.boards import kind_of
from ergodoku.puzzle.clashes import conflict_error, find_conflict
from ergodoku.puzzle.formats import alphabets
from ergodoku.puzzle.formats.alphabets import LARGEST_WITH_SYMBOLS, UNKNOWN, Alphabet
from ergodoku.puzzle.layout import KINDS, Layout, LayoutLike, box_of, check_box, layout_or_kind
from ergodoku.puzzle.puzzle import Digits, Puzzle

OnError = Callable[[PuzzleError], object]
Place = Callable[[int], tuple[int | None, int | None]]
"""Maps a cell to its place in the file: line and column, counted from 1."""
Puzzles = Iterator[Puzzle | None]
"""What a reader yields: puzzles, and ``None`` after each error, so that the caller can report it at once."""


class Session:
    """Makes puzzles from symbols or numbers and reports errors, for one file.

    Parameters
    ----------
    source : str
        The name of the file, for errors.
    box, layout, alphabet
        As for :func:`ergodoku.puzzle.formats.read`.
    on_error : callable, optional
        Called with the error of each bad puzzle; by default the first error is raised.

    Raises
    ------
    PuzzleError
        If no puzzle can have this layout or this box.
    """

    def __init__(
        self,
        source: str = "",
        *,
        box: str | Sequence[SupportsIndex] | None = None,
        layout: LayoutLike | None = "classic",
        alphabet: str | None = None,
        on_error: OnError | None = None,
    ) -> None:
        if alphabet is not None and not isinstance(alphabet, str):
            raise PuzzleError(
                f"`alphabet` is {kind_of(alphabet)}", "give the symbols for 1 to N as text, such as 1-9A-G"
            )
        if on_error is not None and not callable(on_error):
            raise PuzzleError(f"on_error is {kind_of(on_error)}", "give a function that takes the error")
        self.source = source
        self.box = box_of(box)
        self.wanted = layout_or_kind(layout)
        self.alphabet = alphabet
        self.found: Alphabet | None = None
        """The alphabet of an earlier puzzle; later puzzles of the same size use it too."""
        self.shown: Alphabet | None = None
        """The alphabet of the last puzzle read; ``None`` if it is written in numbers."""
        self.size: int | None = self.wanted.size if isinstance(self.wanted, Layout) else None
        """The size of all puzzles in a list; the layout or the first puzzle sets it."""
        self.line: int | None = None
        """The line of the last puzzle read, if known."""
        self.last: PuzzleError | None = None
        """The last error reported."""
        self._on_error = on_error
        self._check_wishes()

    def _check_wishes(self) -> None:
        if isinstance(self.wanted, Layout):
            check_box(self.wanted, self.box)
        elif self.box:
            self.size = Layout.of(box=self.box, kind=self.wanted).size
        elif self.wanted == "jigsaw" or self.wanted not in KINDS:
            Layout.of(9, kind=self.wanted)

    def fail(self, error: PuzzleError, line: int | None = None) -> None:
        """Report an error, or raise it if there is no ``on_error``."""
        self.last = error.at(source=self.source, line=line)
        if self._on_error is None:
            raise error
        self._on_error(error)

    def layout(self, size: int, *, kind: str = "classic", box: tuple[int, int] | None = None) -> Layout:
        """Return the layout of a puzzle, from the parameters of the caller and the content of the file."""
        wanted = self.wanted
        if isinstance(wanted, Layout):
            if wanted.size != size:
                raise PuzzleError(
                    f"the puzzle is {size}x{size}, but the layout is {wanted.size}x{wanted.size}",
                    f"give a puzzle of {wanted.size}x{wanted.size}, or another layout",
                )
            return wanted
        if kind != "classic" and wanted not in ("classic", kind):
            raise PuzzleError(f"the layout in the file is {kind}, not {wanted}", "leave out `layout`")
        if wanted == "latin" and kind == "classic":
            box = None  # boxes drawn in a Latin square are ignored
        return Layout.of(size, box=self.box or box, kind=wanted if kind == "classic" else kind)

    def jigsaw(self, regions: Sequence[object], size: int) -> Layout:
        """Return the layout of a file that has its own regions; ``regions`` has one label per cell."""
        own = Layout.jigsaw([regions[k : k + size] for k in range(0, len(regions), size)])
        if self.box or self.wanted not in ("classic", own):
            raise PuzzleError("the file has its own regions", "leave out `layout` and `box`")
        return own

    def alphabet_for(self, size: int, used: set[str]) -> Alphabet:
        """Return the given alphabet, or the alphabet of an earlier puzzle, or one that fits the symbols."""
        if self.alphabet is not None:
            return alphabets.named(self.alphabet, size)
        if size > LARGEST_WITH_SYMBOLS:
            raise PuzzleError(
                f"a {size}x{size} grid has more digits than there are symbols",
                f"above {LARGEST_WITH_SYMBOLS}x{LARGEST_WITH_SYMBOLS} write integers, separated by spaces",
            )
        if self.found is None or len(self.found.symbols) != size:
            shown = alphabets.infer(size, used)
            if shown is None:
                raise alphabets.unclear(size)
            return shown
        return self.found

    def symbols(self, text: str, size: int, place: Place) -> Digits:
        """Return the digits of a grid written with one character per cell."""
        try:
            alphabet = self.alphabet_for(size, set(text))
        except PuzzleError as error:
            full = alphabets.of_full_grid(size, text)
            if full is None:
                raise error.at(source=self.source, line=place(0)[0]) from None
            alphabet = full
        digits = alphabet.decode(text)
        unknown = np.flatnonzero(digits == UNKNOWN)
        if unknown.size:
            cell = int(unknown[0])
            line, column = place(cell)
            raise self.unknown(text[cell], size, alphabet.name).at(line=line, column=column)
        self.shown = alphabet
        if self.alphabet is None and set(text) - set(alphabets.BLANKS):
            self.found = alphabet
        return digits

    def unknown(self, symbol: str, size: int, alphabet: str) -> PuzzleError:
        """Return the error for a character that is not a symbol of the alphabet."""
        if symbol.isascii() and symbol.isdigit() and size < 9:
            what = f"the digit {symbol} is out of range in a {size}x{size} grid"
        else:
            what = f"the character {symbol!r} is not a symbol of a {size}x{size} grid"
        return PuzzleError(what, f"use {alphabet}, and . for a blank")

    def puzzle(
        self,
        digits: Sequence[int] | Digits,
        layout: Layout,
        place: Place,
        name: str = "",
        solution: Sequence[int] | Digits | None = None,
    ) -> Puzzle:
        """Check and return the puzzle; an error names the place of the wrong cell."""
        self.line = place(0)[0]
        try:
            puzzle = Puzzle(
                layout, np.asarray(digits), name, None if solution is None else np.asarray(solution)
            )
        except PuzzleError as error:
            if error.board is not None and self.shown and len(self.shown.symbols) == layout.size:
                error = conflict_error(*error.board, self.shown.symbols) or error
            cell = (error.cells[-1][0] - 1) * layout.size + error.cells[-1][1] - 1 if error.cells else 0
            line, column = place(cell)
            raise error.at(source=self.source, line=line, column=column if error.cells else None) from None
        if puzzle.solution is not None:
            check_solution(puzzle, puzzle.solution)
        return puzzle


def not_utf8() -> PuzzleError:
    """Return the error for bytes that are not UTF-8, which decoding replaced by U+FFFD."""
    return PuzzleError("the line holds bytes that are not UTF-8 text", "save the file as UTF-8")


def check_solution(puzzle: Puzzle, solution: Digits) -> None:
    """Raise an error if a solution is incomplete, breaks a rule, or changes a given."""
    layout = puzzle.layout
    wrong = np.flatnonzero((solution == 0) | ((puzzle.flat > 0) & (puzzle.flat != solution)))
    if wrong.size:
        cell = int(wrong[0])
        place, digit, given = layout.cell_name(cell), solution[cell], puzzle.flat[cell]
        raise PuzzleError(
            f"the solution has {digit} at {place}, but the given there is {given}"
            if digit
            else f"the solution is blank at {place}",
            "correct the solution or leave it out",
            cells=(layout.position(cell),),
        )
    conflict = find_conflict(layout, solution)
    if conflict is not None:
        first, second, unit = conflict
        raise PuzzleError(
            f"the solution has {solution[first]} twice in {layout.unit_name(unit)}, "
            f"at {layout.cell_name(first)} and at {layout.cell_name(second)}",
            "correct the solution or leave it out",
            cells=(layout.position(first), layout.position(second)),
        )
