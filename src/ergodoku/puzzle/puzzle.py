"""A puzzle: a layout and its givens."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from os import PathLike
from typing import TYPE_CHECKING, overload

import numpy as np
from numpy.typing import NDArray

from ergodoku.base.errors import PuzzleError
from ergodoku.puzzle.boards import Board, Digits, digits_of, is_board
from ergodoku.puzzle.layout import Layout

__all__ = ["Digits", "Puzzle", "PuzzleLike", "conflicts", "find_conflict"]

if TYPE_CHECKING:
    from typing import TypeAlias

    from rich.console import Console, ConsoleOptions
    from rich.table import Table

PuzzleLike: TypeAlias = "Puzzle | str | bytes | PathLike[str] | Board"
"""What a puzzle may be: see :meth:`Puzzle.of`."""


class Puzzle:
    """A Sudoku: immutable, hashable, equal when layout and givens are.

    ``Puzzle(board)`` finds the layout from the size; ``Puzzle(layout, board)`` takes any layout. For text,
    files and everything else that may be a puzzle there is :meth:`of`.

    Parameters
    ----------
    layout : Layout, optional
        The geometry; the usual one for the size if it is left out.
    board : list, tuple, array or data frame
        One value per cell, row by row, flat or as a square: 0, None, "", "." or NaN where it is blank.
    name : str
        What the file said about it; not part of equality.
    solution : list, tuple, array or data frame, optional
        The answer a file came with, to check ours against; not part of equality.

    Raises
    ------
    PuzzleError
        If a cell holds no digit of this size, or two givens in a unit are the same.

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
        self, layout: Layout, board: Board, name: str = "", solution: Board | None = None
    ) -> None: ...

    def __init__(
        self,
        layout: Layout | Board,
        board: Board | None = None,
        name: str = "",
        solution: Board | None = None,
    ) -> None:
        wanted, cells = (layout, board) if isinstance(layout, Layout) else (None, layout)
        if cells is None or not is_board(cells):
            raise _not_a_board(cells)
        if wanted is None and board is not None:
            raise PuzzleError(
                f"{_kind(layout)} is not a Layout", "give Puzzle(layout, board) or Puzzle(board)"
            )
        found, flat = digits_of(cells, layout=wanted)
        conflict = find_conflict(found, flat)
        if conflict is not None:
            raise _conflict_error(found, flat, *conflict)
        answer = None if solution is None else digits_of(solution, "solution", layout=found)[1]
        _fill(self, found, flat, name, answer)

    @classmethod
    def of(
        cls,
        thing: PuzzleLike,
        *,
        box: tuple[int, int] | None = None,
        layout: Layout | str | None = None,
        alphabet: str | None = None,
    ) -> Puzzle:
        """Return the puzzle that something is: whatever takes a puzzle takes all of these.

        Parameters
        ----------
        thing : Puzzle, str, bytes, Path, list, tuple, array or data frame
            A puzzle (returned as it is), text in any format that can be read, the path of a file with one
            puzzle in it, or one value per cell, flat or as a square. A cell is a number, or a symbol such as
            "G" in a 16x16 grid; 0, None, "", "." and NaN are blanks.
        box, layout, alphabet
            As for :func:`ergodoku.read`, where the usual layout for the size is not meant.

        Raises
        ------
        PuzzleError
            If it is none of these, or something is wrong with it.

        Examples
        --------
        >>> text = Puzzle.of("1... ..3. .4.. ...2")
        >>> text == Puzzle.of([[1, 0, 0, 0], [0, 0, 3, 0], [0, 4, 0, 0], [0, 0, 0, 2]])
        True
        """
        if isinstance(thing, Puzzle):
            if box is not None or layout is not None:
                _check_layout(thing, box, layout)
            return thing
        from ergodoku.puzzle.formats import parse, read_one

        if isinstance(thing, bytes | bytearray):
            thing = bytes(thing).decode("utf-8-sig", errors="replace")
        if isinstance(thing, str):
            return parse(thing, box=box, layout=layout or "classic", alphabet=alphabet)
        if isinstance(thing, PathLike):
            return read_one(thing, box=box, layout=layout or "classic", alphabet=alphabet)
        if not is_board(thing):
            raise _not_a_puzzle(thing)
        found, flat = digits_of(thing, box=box, layout=layout, alphabet=alphabet)
        return cls(found, flat)

    @classmethod
    def checked(cls, layout: Layout, flat: Digits, name: str = "", solution: Digits | None = None) -> Puzzle:
        """Wrap digits that were checked already (by :func:`conflicts`, or that follow by logic).

        The array is kept, not copied: it must be read-only and stay as it is.
        """
        puzzle = cls.__new__(cls)
        _fill(puzzle, layout, flat, name, solution)
        return puzzle

    @classmethod
    def parse(
        cls,
        text: str,
        *,
        box: tuple[int, int] | None = None,
        layout: Layout | str = "classic",
        alphabet: str | None = None,
    ) -> Puzzle:
        """Read one puzzle from text in any format that :mod:`ergodoku.puzzle.formats` knows."""
        from ergodoku.puzzle.formats import parse

        return parse(text, box=box, layout=layout, alphabet=alphabet)

    @property
    def size(self) -> int:
        """N: the number of rows, of columns and of digits."""
        return self.layout.size

    @property
    def flat(self) -> Digits:
        """The givens row by row, shape (cells,), 0 where blank; read-only."""
        return self._flat

    @property
    def givens(self) -> Digits:
        """The givens as a square, shape (size, size), 0 where blank; read-only."""
        return self._flat.reshape(self.size, self.size)

    @property
    def clues(self) -> int:
        """How many cells are given."""
        return int(np.count_nonzero(self._flat))

    def to(self, format: str) -> str:
        """Return the puzzle as text in one of the formats that can be written."""
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
        return f"Puzzle({self.layout!r}, {self.clues} clues{name})"

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


def conflicts(layout: Layout, grids: Digits) -> NDArray[np.bool_]:
    """Tell for each row of ``grids`` whether a digit stands twice in one of its units."""
    bad = np.zeros(len(grids), dtype=bool)
    step = max(1, 4_000_000 // layout.units.size)
    for start in range(0, len(grids), step):
        block = np.ascontiguousarray(grids[start : start + step].T)
        for low in range(0, layout.size, 64):
            bit = _bits(layout.size, low)[block]
            once = np.zeros((len(layout.units), block.shape[1]), dtype=bit.dtype)
            twice = np.zeros_like(once)
            for cells in layout.units.T:
                digit = bit[cells]
                twice |= once & digit
                once |= digit
            bad[start : start + step] |= twice.any(axis=0)
    return bad


@lru_cache(maxsize=64)
def _bits(size: int, low: int) -> NDArray[np.unsignedinteger]:
    """One bit for each digit above ``low``, up to 64 of them; none for blanks and other digits."""
    high = min(size, low + 64)
    kind = np.min_scalar_type((1 << (high - low)) - 1)
    return np.array([1 << (d - low - 1) if low < d <= high else 0 for d in range(size + 1)], dtype=kind)


def find_conflict(layout: Layout, flat: Digits) -> tuple[int, int, int] | None:
    """Return two equal givens in one unit as (cell, cell, unit), or ``None``."""
    units, kinds = layout.units, layout.size + 1
    entry = flat[units] + kinds * np.arange(len(units))[:, None]
    count = np.bincount(entry.ravel(), minlength=units.size + len(units)).reshape(-1, kinds)
    count[:, 0] = 0
    if count.max() < 2:
        return None
    unit, digit = np.argwhere(count > 1)[0]
    first, second = units[unit][flat[units[unit]] == digit][:2]
    return int(first), int(second), int(unit)


def _conflict_error(layout: Layout, flat: Digits, first: int, second: int, unit: int) -> PuzzleError:
    """Return the error for two equal givens in one unit: it names both cells and the unit."""
    return PuzzleError(
        f"the givens contradict each other: {flat[first]} stands twice in {layout.unit_name(unit)}, "
        f"at {layout.cell_name(first)} and at {layout.cell_name(second)}",
        "correct one of the two cells",
        cells=(layout.position(first), layout.position(second)),
    )


def _check_layout(puzzle: Puzzle, box: tuple[int, int] | None, layout: Layout | str | None) -> None:
    own = puzzle.layout
    if (box is not None and own.box != tuple(box)) or layout not in (None, own, own.kind):
        raise PuzzleError(f"the puzzle has its own layout, {own!r}", "leave out box and layout")


def _not_a_puzzle(thing: object) -> PuzzleError:
    return PuzzleError(
        f"{_kind(thing)} is not a puzzle",
        "give a Puzzle, text, a pathlib.Path, or one value per cell as a list of rows, a flat list, "
        "a NumPy array or a data frame",
    )


def _not_a_board(thing: object) -> PuzzleError:
    return PuzzleError(
        f"{_kind(thing)} is not a board",
        "give one value per cell as a list of rows, a flat list, a NumPy array or a data frame; "
        "Puzzle.of takes text and files too",
    )


def _kind(thing: object) -> str:
    if thing is None:
        return "None"
    name = type(thing).__name__
    return f"{'an' if name[0] in 'aeiouAEIOU' else 'a'} {name}"


def _fill(puzzle: Puzzle, layout: Layout, flat: Digits, name: str, solution: Digits | None) -> None:
    put = object.__setattr__
    put(puzzle, "layout", layout)
    put(puzzle, "_flat", flat)
    put(puzzle, "name", name)
    put(puzzle, "solution", solution)
