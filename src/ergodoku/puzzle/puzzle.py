"""A puzzle: a layout and its givens."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from os import PathLike
from typing import TYPE_CHECKING, Any, SupportsIndex, overload

import numpy as np

from ergodoku.base.errors import PuzzleError
from ergodoku.base.numbers import counted
from ergodoku.puzzle.boards import Board, digits_of, is_board, kind_of, not_a_board
from ergodoku.puzzle.clashes import conflict_error
from ergodoku.puzzle.digits import Digits
from ergodoku.puzzle.layout import Layout, LayoutLike, layout_of

__all__ = ["Digits", "Puzzle", "PuzzleLike"]

if TYPE_CHECKING:
    from typing import TypeAlias

    from rich.console import Console, ConsoleOptions
    from rich.table import Table

PuzzleLike: TypeAlias = "Puzzle | str | bytes | PathLike[str] | Board"
"""Everything that can be turned into a puzzle: see :meth:`Puzzle.of`."""


class Puzzle:
    """A Sudoku: immutable and hashable. Two puzzles are equal if their layouts and givens are equal.

    ``Puzzle(board)`` infers the layout from the size; ``Puzzle(layout, board)`` takes any layout. Use
    :meth:`of` for text, files and everything else that can be turned into a puzzle.

    Parameters
    ----------
    layout : Layout, int, str or tuple of int, optional
        The geometry: a layout, a size or a box. By default the usual layout for the size.
    board : list, tuple, array or data frame
        One value per cell, row by row, flat or as a square. Blanks are 0, None, "", "." or NaN.
    name : str
        The name of the puzzle in its file; ignored when puzzles are compared.
    solution : list, tuple, array or data frame, optional
        The solution in its file, to check ours against; ignored when puzzles are compared.

    Raises
    ------
    PuzzleError
        If a cell does not hold a digit of this size, or two givens in a unit are equal.

    Examples
    --------
    >>> puzzle = Puzzle([[1, 0, 0, 0], [0, 0, 3, 0], [0, 4, 0, 0], [0, 0, 0, 2]])
    >>> puzzle
    Puzzle(Layout(classic, 4x4, boxes 2x2), 4 clues)
    >>> print(puzzle)
    1 . | . .
    . . | 3 .
    ----+----
    . 4 | . .
    . . | . 2
    """

    __slots__ = ("_flat", "layout", "name", "solution")

    layout: Layout
    name: str
    solution: Digits | None
    _flat: Digits

    @overload
    def __init__(self, board: Board, /, *, name: str = "", solution: Board | None = None) -> None: ...

    @overload
    def __init__(
        self, layout: LayoutLike, board: Board, name: str = "", solution: Board | None = None
    ) -> None: ...

    def __init__(
        self,
        layout: LayoutLike | Board,
        board: Board | None = None,
        name: str = "",
        solution: Board | None = None,
    ) -> None:
        alone = board is None and not isinstance(layout, Layout)
        cells: Any = layout if alone else board
        if not is_board(cells):
            wrong = not_a_board(cells)
            if alone and isinstance(layout, int) and not isinstance(layout, bool):
                what = f"the layout {layout} needs a board: None is not a board"
                wrong = PuzzleError(what, wrong.remedy)
            raise wrong
        if not isinstance(name, str):
            raise PuzzleError(f"the name is {kind_of(name)}", "give text")
        found, flat = digits_of(cells, layout=None if alone else _layout(layout))
        error = conflict_error(found, flat)
        if error is not None:
            raise error
        answer = None if solution is None else digits_of(solution, "solution", layout=found)[1]
        _fill(self, found, flat, name, answer)

    @classmethod
    def of(
        cls,
        thing: PuzzleLike,
        *,
        box: str | Sequence[SupportsIndex] | None = None,
        layout: LayoutLike | None = None,
        alphabet: str | None = None,
    ) -> Puzzle:
        """Return the puzzle that ``thing`` describes. Functions that take a puzzle accept all these forms.

        Parameters
        ----------
        thing : Puzzle, str, bytes, Path, list, tuple, array or data frame
            A puzzle (returned unchanged), text in any format that can be read, the path of a file with one
            puzzle in it, or one value per cell, flat or as a square. A cell is a number, or a symbol such as
            "G" in a 16x16 grid; 0, None, "", "." and NaN are blanks.
        box, layout, alphabet
            As for :func:`ergodoku.read`, if the puzzle does not have the usual layout for its size.

        Raises
        ------
        PuzzleError
            If ``thing`` has none of these forms, or if something is wrong with the puzzle.

        Examples
        --------
        >>> text = Puzzle.of("1... ..3. .4.. ...2")
        >>> text == Puzzle.of([[1, 0, 0, 0], [0, 0, 3, 0], [0, 4, 0, 0], [0, 0, 0, 2]])
        True
        """
        if isinstance(thing, Puzzle) and box is None and layout is None:
            return thing
        from ergodoku.puzzle.forms import puzzle_from

        return puzzle_from(thing, box, layout, alphabet)

    @classmethod
    def unchecked(
        cls, layout: Layout, flat: Digits, name: str = "", solution: Digits | None = None
    ) -> Puzzle:
        """Make a puzzle without checking the digits, which must be known to be valid.

        The array is kept, not copied: it must be read-only and must not change.
        """
        puzzle = cls.__new__(cls)
        _fill(puzzle, layout, flat, name, solution)
        return puzzle

    @classmethod
    def parse(
        cls,
        text: str | bytes | Board,
        *,
        box: str | Sequence[SupportsIndex] | None = None,
        layout: LayoutLike | None = None,
        alphabet: str | None = None,
    ) -> Puzzle:
        """Read one puzzle from text in any format that :mod:`ergodoku.puzzle.formats` knows.

        It also accepts bytes and lists of cells.
        """
        from ergodoku.puzzle.formats import parse

        return parse(text, box=box, layout=layout, alphabet=alphabet)

    @property
    def size(self) -> int:
        """N: the number of rows, columns and digits."""
        return self.layout.size

    @property
    def flat(self) -> Digits:
        """The givens row by row, shape (cells,), 0 for blanks; read-only."""
        return self._flat

    @property
    def givens(self) -> Digits:
        """The givens as a square, shape (size, size), 0 for blanks; read-only."""
        return self._flat.reshape(self.size, self.size)

    @property
    def clues(self) -> int:
        """The number of clues."""
        return int(np.count_nonzero(self._flat))

    def to(self, format: str) -> str:
        """Return the puzzle as text in a format that can be written."""
        from ergodoku.puzzle.formats import write_text

        return write_text(self, format)

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError(f"a Puzzle is immutable: cannot set {name!r}")

    def __delattr__(self, name: str) -> None:
        raise AttributeError(f"a Puzzle is immutable: cannot delete {name!r}")

    def __eq__(self, other: object) -> bool:
        return (
            isinstance(other, Puzzle)
            and self.layout == other.layout
            and self._flat.tobytes() == other._flat.tobytes()
        )

    def __hash__(self) -> int:
        return hash((self.layout, self._flat.tobytes()))

    def __repr__(self) -> str:
        name = f", {self.name!r}" if self.name else ""
        return f"Puzzle({self.layout!r}, {counted(self.clues, 'clue')}{name})"

    def __str__(self) -> str:
        from ergodoku.puzzle.show import as_text

        return as_text(self)

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> Iterator[Table]:
        from ergodoku.puzzle.show import as_table

        yield as_table(self, width=options.max_width)

    def _repr_html_(self) -> str:
        from ergodoku.puzzle.show import as_html

        return as_html(self)

    def __reduce__(self) -> tuple[object, ...]:
        return Puzzle, (self.layout, self._flat, self.name, self.solution)


def _layout(thing: Any) -> Layout:
    try:
        return layout_of(thing)
    except PuzzleError as error:
        raise PuzzleError(
            error.what, "write Puzzle(layout, board), where `layout` is a Layout, a size or a box"
        ) from None


def _fill(puzzle: Puzzle, layout: Layout, flat: Digits, name: str, solution: Digits | None) -> None:
    put = object.__setattr__
    put(puzzle, "layout", layout)
    put(puzzle, "_flat", flat)
    put(puzzle, "name", name)
    put(puzzle, "solution", solution)
