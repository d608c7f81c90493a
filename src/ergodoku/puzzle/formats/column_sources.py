"""Columns of puzzles from different sources: lists, and NumPy, pandas, polars or Arrow columns."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ergodoku.puzzle.boards import BYTES
from ergodoku.puzzle.digits import is_missing
from ergodoku.puzzle.puzzle import Puzzle

REMEDY = "give an integer array (n, cells) or (n, N, N), or a column of text"
NO_PUZZLE = "there is no puzzle: the value is missing", "give a puzzle there, or leave the row out"
AS_TEXT = "read the file with dtype=str (pandas) or infer_schema=False (polars), so that puzzles stay text"


class Text(NamedTuple):
    """A column of text: row k is ``data[starts[k]:ends[k]]``, in UTF-8."""

    data: NDArray[np.uint8]
    starts: NDArray[np.intp]
    ends: NDArray[np.intp]

    @property
    def lengths(self) -> NDArray[np.intp]:
        """The number of bytes in each row."""
        return self.ends - self.starts

    def other(self, row: int) -> object:
        """Return None: this column holds nothing but text."""
        return None

    def part(self, start: int, stop: int) -> Text:
        """Return some of the rows."""
        return Text(self.data, self.starts[start:stop], self.ends[start:stop])


class Texts:
    """A list of texts, in which some rows may be missing or not be text.

    `part` joins some of the rows into a `Text`.
    """

    def __init__(self, rows: Sequence[Any]) -> None:
        self.rows = rows

    @property
    def lengths(self) -> NDArray[np.intp]:
        """The number of characters in each row; 0 for a missing row."""
        try:
            return np.fromiter(map(len, self.rows), dtype=np.intp, count=len(self.rows))
        except TypeError:
            return np.array([len(row) if isinstance(row, str | BYTES) else 0 for row in self.rows])

    def other(self, row: int) -> object:
        """Return what a row holds instead of text; None for text and for a missing value."""
        value = self.rows[row]
        return None if isinstance(value, str | BYTES) or is_missing(value) else value

    def part(self, start: int, stop: int) -> Text:
        """Return some of the rows."""
        return _joined(self.rows[start:stop])


class Mixed(NamedTuple):
    """A list of puzzles that are not text, in different forms or of different lengths."""

    rows: Sequence[Any]


def source_of(puzzles: Any) -> Text | Texts | Mixed | NDArray[Any]:
    """Return a column as `Text` or `Texts` if it holds text, otherwise as an array or as `Mixed`.

    `Mixed` is for rows that do not form an array: puzzles, or rows of different lengths. A list without any
    value becomes `Texts` too.
    """
    arrow = hasattr(puzzles, "__arrow_c_stream__") or hasattr(puzzles, "__arrow_c_array__")
    if arrow and len(getattr(puzzles, "shape", (0,))) == 1 and (text := _arrow(puzzles)) is not None:
        return text
    rows = puzzles if isinstance(puzzles, list | tuple) else None
    if rows is None:
        array = np.asarray(puzzles)
        if array.dtype.kind in "US" and array.ndim == 1:
            return _fixed_width(array)
        if array.ndim != 1:
            return _without_gaps(array) if hasattr(puzzles, "columns") else array
        rows = array.tolist()
    if any(isinstance(row, str | BYTES) for row in rows) or all(map(is_missing, rows)):
        return Texts(rows)
    if any(isinstance(row, Puzzle) for row in rows):
        return Mixed(rows)
    try:
        return np.array(rows)
    except ValueError:  # rows of different lengths
        return Mixed(rows)


def _without_gaps(cells: NDArray[Any]) -> NDArray[Any]:
    """Return the cells of a data frame as numbers, with NaN for missing cells, if they are all numbers."""
    if cells.dtype.kind != "O":
        return cells
    try:
        filled = np.array([np.nan if is_missing(cell) else cell for cell in cells.ravel().tolist()])
    except ValueError:  # the cells are lists of different lengths
        return cells
    return filled.reshape(cells.shape) if filled.shape == (cells.size,) else cells


def _arrow(puzzles: Any) -> Text | Texts | None:
    """Return an Arrow, pandas or polars column of text without making a Python object for each row.

    Return ``None`` if the column does not hold text, or if pyarrow is not installed.
    """
    try:
        import pyarrow as pa
    except ImportError:
        return None
    try:
        stream = hasattr(puzzles, "__arrow_c_stream__")
        chunks = pa.chunked_array(puzzles if stream else [pa.array(puzzles)])
    except (pa.ArrowException, TypeError, ValueError, OverflowError):  # pandas: mixed objects, huge numbers
        return None
    if str(chunks.type) not in ("string", "large_string", "string_view"):
        return None
    array = pa.concat_arrays([pa.array([], pa.large_string()), *chunks.cast(pa.large_string()).chunks])
    _, offsets, data = array.buffers()
    if not len(array) or data is None:
        return Texts([""] * len(array))
    edges = np.frombuffer(offsets, dtype=np.int64)[array.offset : array.offset + len(array) + 1]
    return Text(np.frombuffer(data, dtype=np.uint8), edges[:-1], edges[1:])


def _fixed_width(array: NDArray[Any]) -> Text | Texts:
    """Return a NumPy array of text (U) or bytes (S) as a column of text."""
    array = np.ascontiguousarray(array, dtype=array.dtype.newbyteorder("="))
    codes = array.view(np.uint32 if array.dtype.kind == "U" else np.uint8)
    if not codes.size or codes.max() > 127:
        return Texts(array.tolist())
    starts = np.arange(len(array)) * (codes.size // len(array))
    return Text(codes.astype(np.uint8), starts, starts + np.char.str_len(array))


def _joined(rows: Sequence[Any]) -> Text:
    """Return a list of texts joined into one; missing rows are empty."""
    try:
        text = "".join(rows)
    except TypeError:
        rows = [bytes(r).decode("utf-8", "replace") if isinstance(r, BYTES) else r for r in rows]
        rows = [r if isinstance(r, str) else "" for r in rows]
        text = "".join(rows)
    parts = rows if text.isascii() else [row.encode("utf-8", "replace") for row in rows]
    lengths = np.fromiter(map(len, parts), dtype=np.intp, count=len(rows))
    ends = np.cumsum(lengths)
    return Text(np.frombuffer(text.encode("utf-8", "replace"), dtype=np.uint8), ends - lengths, ends)
