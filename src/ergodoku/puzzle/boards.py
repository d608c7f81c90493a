"""Turn lists, arrays and data frames into one digit per cell."""

from __future__ import annotations

import re
from collections.abc import Sequence
from math import isnan, isqrt, prod
from numbers import Integral, Real
from typing import TYPE_CHECKING, Any, Protocol

import numpy as np
from numpy.typing import NDArray

from ergodoku.base.errors import PuzzleError
from ergodoku.puzzle.layout import LARGEST, SMALLEST, Layout, check_box

if TYPE_CHECKING:
    from typing import TypeAlias

Digits = NDArray[np.uint8]
_NUMBER = re.compile(r"-?[0-9]{1,18}")
_LONGEST_TEXT_ROW = 25  # larger grids have no symbols
_MISSING = ("NAType", "NaTType")  # what pandas puts where a value is missing


class Tabular(Protocol):
    """A table or a column of pandas or polars: anything that turns into a NumPy array."""

    def to_numpy(self) -> Any:
        """Return the values as an array."""


Board: TypeAlias = "Sequence[Any] | NDArray[Any] | Tabular"
"""One value per cell, row by row, flat or as a square: a list, a tuple, an array, a data frame."""


def is_board(thing: object) -> bool:
    """Tell whether something holds cells: text does not."""
    if isinstance(thing, list | tuple | np.ndarray):
        return True
    if isinstance(thing, str | bytes | bytearray):
        return False
    return isinstance(thing, Sequence) or hasattr(thing, "to_numpy") or hasattr(thing, "__array__")


def digits_of(
    board: Board,
    what: str = "grid",
    *,
    layout: Layout | str | None = None,
    box: tuple[int, int] | None = None,
    alphabet: str | None = None,
) -> tuple[Layout, Digits]:
    """Return the layout of a board and its digits, row by row, 0 for blanks.

    Parameters
    ----------
    board : list, tuple, array or data frame
        The cells, flat or as a square. A cell is a number (or its text), or a symbol; 0, None, "", "."
        and NaN are blanks.
    what : str
        What errors call it.
    layout, box, alphabet
        As for :func:`ergodoku.puzzle.formats.read`.

    Raises
    ------
    PuzzleError
        If the board is not square, or a cell does not hold a digit.
    """
    array = _array(board)
    if array is not None and array.ndim > 2:
        shape = "x".join(map(str, array.shape))
        raise PuzzleError(f"the {what} is an array of {shape} values", "give one puzzle, flat or as a square")
    if array is not None and array.ndim > 0 and array.dtype.kind in "iu":
        size = _size(array.shape, what, layout)
        values: Any = array.ravel()
    else:
        cells = _cells(board if array is None else array.tolist(), what, layout)
        size = isqrt(len(cells))
        values = _values(cells, size, alphabet)
    if isinstance(layout, Layout):
        check_box(layout, box)
    else:
        layout = Layout.of(size, box=box, kind=layout or "classic")
    return layout, _in_range(values, size)


def _array(board: Any) -> NDArray[Any] | None:
    """Return an array, a data frame or a tensor as an array; None for a list or a single value."""
    if isinstance(board, np.ma.MaskedArray):
        return np.array(board.tolist(), dtype=object)  # None where it is masked
    if hasattr(board, "to_numpy"):
        return np.asarray(board.to_numpy())
    return np.asarray(board) if hasattr(board, "__array__") else None


def _cells(board: Any, what: str, layout: Layout | str | None) -> list[object]:
    """Return the cells of a list, row by row; a row may be a list, a tuple, an array or a text."""
    rows = [_row(row) for row in board] if isinstance(board, Sequence) else [None]
    if all(row is None for row in rows):
        _size((len(rows),), what, layout)
        return list(board) if isinstance(board, Sequence) else [board]
    for number, row in enumerate(rows, 1):
        if row is None or len(row) != len(rows):
            length = "is a single value" if row is None else f"has {_count(len(row), 'cell')}"
            _size((len(rows), len(rows[0] or ())), what, layout)
            raise PuzzleError(
                f"the {what} has {len(rows)} rows, but row {number} {length}",
                f"give {len(rows)} cells in every row",
            )
    _size((len(rows), len(rows)), what, layout)
    return [cell for row in rows if row is not None for cell in row]


def _row(row: object) -> list[object] | None:
    """Return the cells of a row; None if it is a single cell."""
    if isinstance(row, list | tuple):
        return list(row)
    if isinstance(row, bytes):
        row = row.decode(errors="replace")
    if isinstance(row, str):
        return list(row) if SMALLEST <= len(row) <= _LONGEST_TEXT_ROW else None
    if isinstance(row, Sequence):
        return list(row)
    array = _array(row)
    return array.tolist() if array is not None and array.ndim else None


def _size(shape: tuple[int, ...], what: str, layout: Layout | str | None) -> int:
    """Return the size of a grid with this shape: (cells,) or (rows, columns)."""
    cells = prod(shape)
    size = isqrt(cells)
    wanted = layout.size if isinstance(layout, Layout) else None
    fits = shape in ((size * size,), (size, size)) and SMALLEST <= size <= LARGEST
    if fits and wanted in (None, size):
        return size
    came = f"{shape[0]} rows of {_count(shape[1], 'cell')}" if len(shape) == 2 else _count(cells, "cell")
    if wanted is not None:
        raise PuzzleError(
            f"the {what} has {came}, but a {wanted}x{wanted} grid has {wanted * wanted} cells",
            f"give {wanted} rows of {wanted} cells, with 0 where a cell is blank",
        )
    raise PuzzleError(
        f"the {what} has {came}, which fits no grid",
        f"give one puzzle as N rows of N cells, N from {SMALLEST} to {LARGEST}, with 0 where a cell is blank",
    )


def _values(cells: list[object], size: int, alphabet: str | None) -> list[int]:
    """Return the number in each cell; symbols are read with their alphabet."""
    plain = [
        cell if type(cell) is int else _plain(cell, position, size)  # most cells are whole numbers
        for position, cell in enumerate(cells)
    ]
    symbols = any(isinstance(cell, str) and not _is_number(cell) for cell in plain)
    if not symbols and (alphabet is None or not any(isinstance(cell, str) for cell in plain)):
        return [int(cell) for cell in plain]
    from ergodoku.puzzle.formats.session import Session

    for position, cell in enumerate(plain):
        if len(str(cell)) > 1:
            hint = "; a number above 9 cannot stand beside letters" if _is_number(str(cell)) else ""
            raise _wrong(str(cell), position, size, f"give one symbol or one number in every cell{hint}")
    text = "".join(str(cell or ".") for cell in plain)

    def place(cell: int) -> tuple[int | None, int | None]:
        return None, None

    reading = Session(alphabet=alphabet)
    allowed = reading.alphabet_for(size, set(text))
    for position, symbol in enumerate(text):
        if symbol not in allowed.values:
            raise _wrong(symbol, position, size, f"use {allowed.name}, and 0 or . for a blank")
    return [int(digit) for digit in reading.symbols(text, size, place)]


def _plain(cell: object, position: int, size: int) -> int | str:
    """Return a cell as a number or as text without spaces: 0 for a blank."""
    if isinstance(cell, bytes):
        cell = cell.decode(errors="replace")
    if isinstance(cell, str):
        bare = cell.strip()
        return 0 if bare in ("", ".") else bare
    if cell is None or type(cell).__name__ in _MISSING:
        return 0
    if isinstance(cell, Integral) and not isinstance(cell, bool):
        return int(cell)
    if isinstance(cell, Real) and not isinstance(cell, bool):
        number = float(cell)
        if isnan(number):
            return 0
        if number.is_integer():
            return int(number)
    raise _wrong(cell, position, size, f"give whole numbers from 1 to {size}, and 0 where a cell is blank")


def _is_number(text: str) -> bool:
    return _NUMBER.fullmatch(text) is not None


def _in_range(values: Any, size: int) -> Digits:
    array = np.asarray(values)
    outside = np.flatnonzero((array < 0) | (array > size))
    if outside.size:
        cell = int(outside[0])
        raise PuzzleError(
            f"{array[cell]} at {_name(cell, size)} is out of range",
            f"a {size}x{size} grid holds the digits 1 to {size}, and 0 where a cell is blank",
            cells=(_position(cell, size),),
        )
    flat = array.astype(np.uint8)
    flat.setflags(write=False)
    return flat


def _wrong(cell: object, position: int, size: int, remedy: str) -> PuzzleError:
    shown = repr(cell)
    shown = shown if len(shown) <= 24 else f"{shown[:20]}..."
    return PuzzleError(
        f"{shown} at {_name(position, size)} is not a digit",
        remedy,
        cells=(_position(position, size),),
    )


def _position(cell: int, size: int) -> tuple[int, int]:
    return cell // size + 1, cell % size + 1


def _name(cell: int, size: int) -> str:
    row, column = _position(cell, size)
    return f"row {row}, column {column}"


def _count(number: int, word: str) -> str:
    return f"{number} {word}{'s' * (number != 1)}"
