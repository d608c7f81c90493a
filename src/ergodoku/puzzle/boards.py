"""Turn lists, arrays and data frames into one digit per cell."""

from __future__ import annotations

from collections.abc import Sequence
from math import isqrt, prod
from typing import TYPE_CHECKING, Any, Protocol, SupportsIndex

import numpy as np
from numpy.typing import NDArray

from ergodoku.base.errors import PuzzleError
from ergodoku.base.numbers import counted
from ergodoku.puzzle.digits import Digits, as_digits, cell_values
from ergodoku.puzzle.layout import LARGEST, SMALLEST, Layout, LayoutLike, box_of, check_box, layout_or_kind

if TYPE_CHECKING:
    from typing import TypeAlias

BYTES = bytes | bytearray | memoryview
"""Types of objects that may hold text as bytes."""

_LONGEST_TEXT_ROW = 25  # larger grids have no symbols
_MANY = "for many puzzles, use solve_array, count_solutions_array or reduce_array"


class Tabular(Protocol):
    """A table or column of pandas or polars: anything that can be turned into a NumPy array."""

    def to_numpy(self) -> Any:
        """Return the values as an array."""


Board: TypeAlias = "Sequence[Any] | NDArray[Any] | Tabular"
"""One value per cell, row by row, flat or as a square: a list, a tuple, an array or a data frame."""


def is_board(thing: object) -> bool:
    """Return whether an object can hold cells: a sequence, an array or a table, but not text."""
    if isinstance(thing, list | tuple | np.ndarray):
        return True
    if isinstance(thing, str | BYTES):
        return isinstance(thing, memoryview) and thing.itemsize > 1  # a view of an array of numbers
    return isinstance(thing, Sequence) or hasattr(thing, "to_numpy") or hasattr(thing, "__array__")


def digits_of(
    board: Board,
    what: str = "grid",
    *,
    layout: LayoutLike | None = None,
    box: str | Sequence[SupportsIndex] | None = None,
    alphabet: str | None = None,
) -> tuple[Layout, Digits]:
    """Return the layout of a board and its digits, row by row, 0 for blanks.

    Parameters
    ----------
    board : list, tuple, array or data frame
        The cells, flat or as a square. A cell is a number (or its text), or a symbol; 0, None, "", "."
        and NaN are blanks.
    what : str
        The word for the board in error messages.
    layout, box, alphabet
        As for :func:`ergodoku.puzzle.formats.read`.

    Raises
    ------
    PuzzleError
        If the board is not square, or a cell does not hold a digit.
    """
    layout, box = layout_or_kind(layout), box_of(box)
    array = _array(board)
    if array is not None and array.ndim > 2:
        shape = "x".join(map(str, array.shape))
        raise PuzzleError(
            f"the {what} is an array of {shape} values", f"give one puzzle, flat or as a square; {_MANY}"
        )
    if array is not None and array.ndim > 0 and array.dtype.kind in "iu":
        size = _size(array.shape, what, layout)
        values: Any = array.ravel()
    else:
        cells = _cells(board if array is None else array.tolist(), what, layout)
        size = isqrt(len(cells))
        values = cell_values(cells, size, alphabet)
    if isinstance(layout, Layout):
        check_box(layout, box)
    else:
        layout = Layout.of(size, box=box, kind=layout)
    return layout, as_digits(values, size)


def not_a_board(thing: object) -> PuzzleError:
    """Return the error for an object that does not hold cells."""
    return PuzzleError(
        f"{kind_of(thing)} is not a board",
        "give one value per cell as a list of rows, a flat list, a NumPy array or a data frame; "
        "Puzzle.of also takes text and files",
    )


def kind_of(thing: object) -> str:
    """Return how messages name the type of an object: ``a dict``, ``None``."""
    if thing is None:
        return "None"
    name = type(thing).__name__
    return f"{'an' if name[0] in 'aeiouAEIOU' else 'a'} {name}"


def _array(board: Any) -> NDArray[Any] | None:
    """Return an array, a data frame or a tensor as an array; ``None`` for a list or a single value."""
    if isinstance(board, np.ma.MaskedArray):
        return np.array(board.tolist(), dtype=object)  # masked cells become None
    if hasattr(board, "to_numpy"):
        return np.asarray(board.to_numpy())
    return np.asarray(board) if hasattr(board, "__array__") or isinstance(board, memoryview) else None


def _cells(board: Any, what: str, layout: Layout | str | None) -> list[object]:
    """Return the cells of a list, row by row; a row may be a list, a tuple, an array or text."""
    rows = [_row(row) for row in board] if isinstance(board, Sequence) else [None]
    if all(row is None for row in rows):
        if isinstance(board, Sequence) and any(_is_puzzle(cell) for cell in board):
            raise PuzzleError(
                f"the {what} is a list of {counted(len(rows), 'text')}", f"give one puzzle; {_MANY}"
            )
        _size((len(rows),), what, layout)
        return list(board) if isinstance(board, Sequence) else [board]
    for number, row in enumerate(rows, 1):
        if row is None or len(row) != len(rows):
            length = "is a single value" if row is None else f"has {counted(len(row), 'cell')}"
            _size((len(rows), len(rows[0] or ())), what, layout)
            raise PuzzleError(
                f"the {what} has {len(rows)} rows, but row {number} {length}",
                f"give {len(rows)} cells in every row",
            )
    _size((len(rows), len(rows)), what, layout)
    return [cell for row in rows if row is not None for cell in row]


def _row(row: object) -> list[object] | None:
    """Return the cells of a row; ``None`` if it is a single cell."""
    if isinstance(row, list | tuple):
        return list(row)
    if isinstance(row, BYTES) and min(bytes(row), default=32) >= 32:  # smaller bytes are numbers, not text
        row = bytes(row).decode(errors="replace")
    if isinstance(row, str):
        return list(row) if SMALLEST <= len(row) <= _LONGEST_TEXT_ROW else None
    if isinstance(row, Sequence) and not isinstance(row, memoryview):
        return list(row)
    array = _array(row)
    return array.tolist() if array is not None and array.ndim else None


def _is_puzzle(cell: object) -> bool:
    """Return whether a cell is text that is too long for a row, so probably an entire puzzle."""
    return isinstance(cell, str) and len(cell) > _LONGEST_TEXT_ROW


def _size(shape: tuple[int, ...], what: str, layout: Layout | str | None) -> int:
    """Return the size of a grid with this shape: (cells,) or (rows, columns)."""
    cells = prod(shape)
    size = isqrt(cells)
    wanted = layout.size if isinstance(layout, Layout) else None
    fits = shape in ((size * size,), (size, size)) and SMALLEST <= size <= LARGEST
    if fits and wanted in (None, size):
        return size
    came = (
        f"{counted(shape[0], 'row')} of {counted(shape[1], 'cell')}"
        if len(shape) == 2
        else counted(cells, "cell")
    )
    if wanted is not None:
        raise PuzzleError(
            f"the {what} has {came}, but a {wanted}x{wanted} grid has {wanted * wanted} cells",
            f"give {wanted} rows of {wanted} cells, with 0 for a blank cell",
        )
    remedy = f"give one puzzle as N rows of N cells, N from {SMALLEST} to {LARGEST}, with 0 for a blank cell"
    if len(shape) == 2 and shape[1] >= SMALLEST**2 and isqrt(shape[1]) ** 2 == shape[1]:
        remedy += f"; {_MANY}"
    raise PuzzleError(f"the {what} has {came}, which fits no grid", remedy)
