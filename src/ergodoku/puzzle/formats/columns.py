"""A whole column of puzzles in one go: text or numbers become one array of digits.

Plain rows are decoded together by NumPy. Every other row is read on its own, as `parse` would, so that an
error says what is wrong with it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import isnan
from os import PathLike
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ergodoku.base.errors import ParameterError, PuzzleError
from ergodoku.puzzle.boards import Board, digits_of, kind_of
from ergodoku.puzzle.formats.alphabets import LARGEST_WITH_SYMBOLS
from ergodoku.puzzle.formats.blocks import decoded
from ergodoku.puzzle.formats.session import Session
from ergodoku.puzzle.layout import SMALLEST, Layout, LayoutLike
from ergodoku.puzzle.puzzle import Digits, Puzzle

_REMEDY = "give an integer array (n, cells) or (n, N, N), or a column of text"


class DigitRows(NamedTuple):
    """Puzzles of one layout, one row each."""

    layout: Layout
    digits: Digits  # (puzzles, cells): 0 where a cell is blank, and in all cells of a row with an error
    errors: dict[int, str]


class _Text(NamedTuple):
    """A column of text: row k is ``data[starts[k]:ends[k]]``, in UTF-8."""

    data: NDArray[np.uint8]
    starts: NDArray[np.intp]
    ends: NDArray[np.intp]


def digit_rows(puzzles: Board, layout: LayoutLike | None = None) -> DigitRows:
    """Return the digits of many puzzles that share a layout.

    Parameters
    ----------
    puzzles : array, list, Series or Arrow column
        Numbers of shape (n, cells) or (n, N, N), or a column of text.
    layout : Layout, int, tuple of int or str, optional
        As for :func:`ergodoku.puzzle.formats.read`; by default the classic one for the commonest length.

    Raises
    ------
    ParameterError, PuzzleError
        If this is not a column of puzzles, or the layout does not fit it. A single bad row does not raise.
    """
    if isinstance(puzzles, str | bytes | bytearray | PathLike | Puzzle) or not hasattr(puzzles, "__len__"):
        raise ParameterError(f"the puzzles are {kind_of(puzzles)}", _REMEDY)
    column = _column(puzzles)
    if isinstance(column, _Text):
        return _read_text(column, Session(layout=layout))
    return _read_numbers(column, layout)


def _read_text(column: _Text, session: Session) -> DigitRows:
    session.size = session.size or _commonest_size(column.ends - column.starts)
    layout = session.layout(session.size)
    good, decoded_rows = decoded(*column, session)
    if good.all() and len(good):
        return DigitRows(layout, decoded_rows, {})
    digits = np.zeros((len(good), layout.cells), dtype=np.uint8)
    if good.any():
        digits[good] = decoded_rows

    def read_alone(row: int) -> Digits:
        from ergodoku.puzzle.formats import parse

        text = column.data[column.starts[row] : column.ends[row]].tobytes()
        return parse(text.decode("utf-8", "replace"), layout=layout).flat

    return DigitRows(layout, digits, _read_others(~good, digits, read_alone))


def _commonest_size(lengths: NDArray[np.intp]) -> int:
    """Return the size of most rows, or 9 if no row is as long as a grid has cells."""
    sizes = np.arange(SMALLEST, LARGEST_WITH_SYMBOLS + 1)
    counts = np.bincount(lengths[lengths <= sizes[-1] ** 2], minlength=sizes[-1] ** 2 + 1)[sizes**2]
    return int(sizes[counts.argmax()]) if counts.any() else 9


def _read_numbers(array: NDArray[Any], layout: LayoutLike | None) -> DigitRows:
    shape = "x".join(map(str, array.shape))
    if array.ndim not in (2, 3):
        raise ParameterError(f"the puzzles are an array of {shape} values", _REMEDY)
    if array.dtype.kind == "O":  # None where a cell is blank
        try:
            array = array.astype(np.float64)
        except (TypeError, ValueError):
            raise ParameterError("the cells of the puzzles are not all numbers", _REMEDY) from None
    if array.dtype.kind not in "iuf":
        raise ParameterError(f"the puzzles are an array of {array.dtype}", _REMEDY)
    found, _ = digits_of(np.zeros(array.shape[1:], dtype=np.uint8), "puzzle", layout=layout)
    values = array.reshape(len(array), found.cells)
    numbers = np.where(np.isnan(values), 0, values) if values.dtype.kind == "f" else values
    bad = np.zeros(len(values), dtype=bool)
    if numbers.dtype.kind == "f" or (numbers.size and (numbers.min() < 0 or numbers.max() > found.size)):
        bad = ~((numbers >= 0) & (numbers <= found.size) & (numbers % 1 == 0)).all(axis=1)
        numbers = np.where(bad[:, None], 0, numbers)
    digits = numbers.astype(np.uint8)
    return DigitRows(
        found, digits, _read_others(bad, digits, lambda row: digits_of(values[row], layout=found)[1])
    )


def _read_others(
    others: NDArray[np.bool_], digits: Digits, read_alone: Callable[[int], Digits]
) -> dict[int, str]:
    """Read the rows that are not plain one by one, and return the errors of those that cannot be read."""
    errors = {}
    for row in np.flatnonzero(others).tolist():
        try:
            digits[row] = read_alone(row)
        except PuzzleError as error:
            errors[row] = str(error)
    return errors


def _column(puzzles: Any) -> _Text | NDArray[Any]:
    """Return a column of text as its bytes, and anything else as an array."""
    arrow = hasattr(puzzles, "__arrow_c_stream__") or hasattr(puzzles, "__arrow_c_array__")
    if arrow and len(getattr(puzzles, "shape", (0,))) == 1 and (text := _arrow(puzzles)) is not None:
        return text
    rows = puzzles if isinstance(puzzles, list | tuple) else None
    if rows is None:
        array = np.asarray(puzzles)
        if array.dtype.kind in "US" and array.ndim == 1:
            return _fixed_width(array)
        if array.ndim != 1:
            return array
        rows = array.tolist()
    if any(isinstance(row, str | bytes) for row in rows) or all(map(_is_missing, rows)):
        return _joined(rows)
    try:
        return np.array(rows)
    except ValueError:
        raise ParameterError("the puzzles are not equally long", _REMEDY) from None


def _is_missing(row: object) -> bool:
    return row is None or (isinstance(row, float) and isnan(row))


def _arrow(puzzles: Any) -> _Text | None:
    """Return an Arrow, pandas or polars column of text without a copy of each row, if pyarrow is there."""
    try:
        import pyarrow as pa
    except ImportError:
        return None
    try:
        stream = hasattr(puzzles, "__arrow_c_stream__")
        chunks = pa.chunked_array(puzzles if stream else [pa.array(puzzles)])
    except (pa.ArrowException, TypeError, ValueError):  # pandas: a column of mixed objects
        return None
    if str(chunks.type) not in ("string", "large_string", "string_view"):
        return None
    array = pa.concat_arrays([pa.array([], pa.large_string()), *chunks.cast(pa.large_string()).chunks])
    _, offsets, data = array.buffers()
    if not len(array) or data is None:
        return _joined([""] * len(array))
    edges = np.frombuffer(offsets, dtype=np.int64)[array.offset : array.offset + len(array) + 1]
    return _Text(np.frombuffer(data, dtype=np.uint8), edges[:-1], edges[1:])


def _fixed_width(array: NDArray[Any]) -> _Text:
    """Return a NumPy array of text (U) or bytes (S)."""
    array = np.ascontiguousarray(array, dtype=array.dtype.newbyteorder("="))
    codes = array.view(np.uint32 if array.dtype.kind == "U" else np.uint8)
    if not codes.size or codes.max() > 127:
        return _joined(array.tolist())
    starts = np.arange(len(array)) * (codes.size // len(array))
    return _Text(codes.astype(np.uint8), starts, starts + np.char.str_len(array))


def _joined(rows: Sequence[Any]) -> _Text:
    """Return a list of text as one; what is missing is empty."""
    try:
        text = "".join(rows)
    except TypeError:
        rows = [r.decode("utf-8", "replace") if isinstance(r, bytes) else r for r in rows]
        rows = [r if isinstance(r, str) else "" for r in rows]
        text = "".join(rows)
    parts = rows if text.isascii() else [row.encode("utf-8", "replace") for row in rows]
    lengths = np.fromiter(map(len, parts), dtype=np.intp, count=len(rows))
    ends = np.cumsum(lengths)
    return _Text(np.frombuffer(text.encode("utf-8", "replace"), dtype=np.uint8), ends - lengths, ends)
