"""A puzzle: a layout and its givens."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from ergodoku.base.errors import PuzzleError
from ergodoku.puzzle.layout import Layout

if TYPE_CHECKING:
    from rich.console import Console, ConsoleOptions
    from rich.table import Table

Digits = NDArray[np.uint8]


class Puzzle:
    """A Sudoku: immutable, hashable, equal when layout and givens are.

    Parameters
    ----------
    layout : Layout
        The geometry.
    givens : array_like of int
        One number per cell, row by row (flat or as a square), 0 where the cell is blank.
    name : str
        What the file said about it; not part of equality.
    solution : array_like of int, optional
        The answer a file came with, to check ours against; not part of equality.

    Raises
    ------
    PuzzleError
        If a digit is out of range, or two givens in a unit are the same.

    Examples
    --------
    >>> puzzle = Puzzle(Layout.of(4), [[1, 0, 0, 0], [0, 0, 3, 0], [0, 4, 0, 0], [0, 0, 0, 2]])
    >>> puzzle.clues
    4
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

    def __init__(
        self,
        layout: Layout,
        givens: Sequence[int] | Sequence[Sequence[int]] | NDArray[np.integer],
        name: str = "",
        solution: Sequence[int] | NDArray[np.integer] | None = None,
    ) -> None:
        flat = _digits(layout, givens, "givens")
        conflict = find_conflict(layout, flat)
        if conflict is not None:
            raise _conflict_error(layout, flat, *conflict)
        answer = None if solution is None else _digits(layout, solution, "solution")
        _fill(self, layout, flat, name, answer)

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


def _fill(puzzle: Puzzle, layout: Layout, flat: Digits, name: str, solution: Digits | None) -> None:
    put = object.__setattr__
    put(puzzle, "layout", layout)
    put(puzzle, "_flat", flat)
    put(puzzle, "name", name)
    put(puzzle, "solution", solution)


def _digits(layout: Layout, values: object, what: str) -> Digits:
    try:
        array = np.asarray(values)
    except ValueError:
        raise PuzzleError(
            f"the rows of the {what} differ in length", f"give {layout.size} numbers in every row"
        ) from None
    if array.shape not in ((layout.cells,), (layout.size, layout.size)):
        shape = "x".join(map(str, array.shape)) or "1"
        grid = f"{layout.size}x{layout.size} grid"
        raise PuzzleError(
            f"the {what} came as {shape} values, but a {grid} has {layout.cells} cells",
            "give one number for every cell, 0 where it is blank",
        )
    if array.dtype.kind not in "iu":
        raise PuzzleError(f"the {what} must be whole numbers", "give digits, 0 where a cell is blank")
    array = array.ravel()
    outside = np.flatnonzero((array < 0) | (array > layout.size))
    if outside.size:
        cell = int(outside[0])
        raise PuzzleError(
            f"{array[cell]} at {layout.cell_name(cell)} is out of range",
            f"a {layout.size}x{layout.size} grid holds the digits 1 to {layout.size}, and 0 where blank",
            cells=(layout.position(cell),),
        )
    flat = array.astype(np.uint8)
    flat.setflags(write=False)
    return flat
