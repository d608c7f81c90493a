"""Read an entire column of puzzles, part by part: text or numbers become arrays of digits.

NumPy decodes plain rows together. Every other row is read separately, as `parse` would read it, so that its
error says what is wrong.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence, Set
from math import isqrt
from numbers import Number
from os import PathLike
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ergodoku.base.errors import ParameterError, PuzzleError
from ergodoku.puzzle.boards import BYTES, Board, digits_of, kind_of
from ergodoku.puzzle.digits import is_missing
from ergodoku.puzzle.formats.alphabets import LARGEST_WITH_SYMBOLS, usual
from ergodoku.puzzle.formats.blocks import decoded
from ergodoku.puzzle.formats.column_sources import AS_TEXT, NO_PUZZLE, REMEDY, Mixed, Text, Texts, source_of
from ergodoku.puzzle.formats.session import Session
from ergodoku.puzzle.layout import LARGEST, SMALLEST, Layout, LayoutLike
from ergodoku.puzzle.puzzle import Digits, Puzzle


class DigitRows(NamedTuple):
    """Puzzles of one layout, one row each."""

    layout: Layout
    digits: Digits  # (puzzles, cells): 0 for blank cells, and in all cells of a row with an error
    errors: dict[int, str]  # the message for each bad row, by its number in the entire column


class Column:
    """Puzzles of one layout, one row each, read part by part, so that threads can share the work.

    Attributes
    ----------
    layout : Layout
        The layout of all puzzles.
    """

    def __init__(self, layout: Layout, count: int, read: Callable[[int, int], DigitRows]) -> None:
        self.layout = layout
        self._count, self._read = count, read

    def __len__(self) -> int:
        return self._count

    def rows(self, start: int = 0, stop: int | None = None) -> DigitRows:
        """Return the digits of the rows from ``start`` up to ``stop``."""
        return self._read(start, self._count if stop is None else min(stop, self._count))


def column_of(puzzles: Board, layout: LayoutLike | None = None) -> Column:
    """Return a column of puzzles that share a layout, without reading them yet.

    Parameters
    ----------
    puzzles : array, list, Series or Arrow column
        Numbers of shape (n, cells) or (n, N, N), or a column of text.
    layout : Layout, int, tuple of int or str, optional
        As for :func:`ergodoku.puzzle.formats.read`; by default the classic layout for the most common length.

    Raises
    ------
    ParameterError, PuzzleError
        If this is not a column of puzzles, or the layout does not fit it. A single bad row does not raise.
    """
    single = isinstance(puzzles, str | BYTES | PathLike | Puzzle)
    if single or isinstance(puzzles, Set | Mapping) or not hasattr(puzzles, "__len__"):
        raise ParameterError(f"the puzzles are {kind_of(puzzles)}", REMEDY)
    if isinstance(puzzles, list | tuple) and puzzles and all(isinstance(p, Puzzle) for p in puzzles):
        puzzles, layout = _of_puzzles(puzzles, layout)
    source = source_of(puzzles)
    if hasattr(puzzles, "columns") and not (isinstance(source, np.ndarray) and source.dtype.kind in "iuf"):
        raise ParameterError("the puzzles are a data frame", "give one of its columns")
    if isinstance(source, Text | Texts):
        return _text_column(source, Session(layout=layout))
    if isinstance(source, Mixed):
        return _mixed_column(source.rows, layout)
    return _number_column(source, layout)


def _of_puzzles(puzzles: Sequence[Puzzle], layout: LayoutLike | None) -> tuple[NDArray[np.uint8], LayoutLike]:
    first = puzzles[0].layout
    if any(puzzle.layout != first for puzzle in puzzles):
        raise ParameterError(
            "the puzzles have different layouts", "use solve_many, which accepts mixed layouts"
        )
    return np.stack([puzzle.flat for puzzle in puzzles]), first if layout is None else layout


def _text_column(source: Text | Texts, session: Session) -> Column:
    lengths = source.lengths
    session.size = session.size or _commonest_size(lengths)
    layout = session.layout(session.size)

    def read(start: int, stop: int) -> DigitRows:
        return _read_text(source, start, stop, session, layout)

    if layout.size > 9:  # the alphabet must be inferred from all rows together
        whole = read(0, len(lengths))

        def read_again(start: int, stop: int) -> DigitRows:
            errors = {row: text for row, text in whole.errors.items() if start <= row < stop}
            return DigitRows(layout, whole.digits[start:stop], errors)

        return Column(layout, len(lengths), read_again)
    return Column(layout, len(lengths), read)


def _read_text(source: Text | Texts, first: int, stop: int, session: Session, layout: Layout) -> DigitRows:
    part = source.part(first, stop)
    good, decoded_rows = decoded(*part, session)
    if good.all() and len(good):
        return DigitRows(layout, decoded_rows, {})
    digits = np.zeros((len(good), layout.cells), dtype=np.uint8)
    if good.any():
        digits[good] = decoded_rows

    def read_alone(row: int) -> Digits:
        from ergodoku.puzzle.formats import parse

        text = part.data[part.starts[row] : part.ends[row]].tobytes()
        other = source.other(first + row)
        if isinstance(other, Number):
            raise PuzzleError("the cell holds a number, not text", AS_TEXT)
        if other is not None:
            return _digits(other, layout)
        if not text.strip():
            raise PuzzleError(
                "there is no puzzle: the cell is empty", "write a puzzle there, or leave the row out"
            )
        try:
            return parse(text.decode("utf-8", "replace"), layout=layout).flat
        except PuzzleError as error:
            raise error.within("", text) from None

    return DigitRows(layout, digits, _read_others(~good, digits, read_alone, first))


def _mixed_column(rows: Sequence[Any], layout: LayoutLike | None) -> Column:
    """Return a column whose rows are read one by one, because they have different forms or lengths."""
    sizes = Counter(size for size in map(_size_of, rows) if size)
    if not sizes:
        raise ParameterError("the puzzles have lengths that fit no grid", REMEDY)
    ((size, _),) = sizes.most_common(1)
    if layout is None:
        layout = next((row.layout for row in rows if isinstance(row, Puzzle) and row.size == size), None)
    session = Session(layout=layout)
    found = session.layout(session.size or size)

    def read(start: int, stop: int) -> DigitRows:
        digits = np.zeros((stop - start, found.cells), dtype=np.uint8)
        others = np.ones(len(digits), dtype=bool)
        return DigitRows(
            found, digits, _read_others(others, digits, lambda row: _digits(rows[start + row], found), start)
        )

    return Column(found, len(rows), read)


def _size_of(row: object) -> int | None:
    """Return the size of the grid that has as many cells as a row; ``None`` if no grid has as many."""
    if isinstance(row, Puzzle):
        return row.size
    try:
        cells = np.asarray(row, dtype=object).size
    except ValueError:  # arrays of different shapes
        return None
    size = isqrt(cells)
    return size if size * size == cells and SMALLEST <= size <= LARGEST else None


def _digits(row: Any, layout: Layout) -> Digits:
    """Return the digits of a puzzle in any form that `Puzzle.of` accepts."""
    if is_missing(row):
        raise PuzzleError(*NO_PUZZLE)
    if isinstance(row, Puzzle) and row.layout != layout:
        raise PuzzleError(
            f"the layout of this puzzle is {row.layout!r}, not {layout!r}",
            "use solve_many, which accepts mixed layouts",
        )
    try:
        return Puzzle.of(row, layout=layout).flat
    except PuzzleError as error:
        raise error.within("", row) from None


def _commonest_size(lengths: NDArray[np.intp]) -> int:
    """Return the most common size of the grids in the rows; 9 if no row has the length of a grid."""
    sizes = np.arange(SMALLEST, LARGEST_WITH_SYMBOLS + 1)
    counts = np.bincount(lengths[lengths <= sizes[-1] ** 2], minlength=sizes[-1] ** 2 + 1)[sizes**2]
    return int(sizes[counts.argmax()]) if counts.any() else 9


def _number_column(array: NDArray[Any], layout: LayoutLike | None) -> Column:
    shape = "x".join(map(str, array.shape))
    if array.ndim == 1 and any(
        isinstance(value, int | float) and value > LARGEST for value in array.tolist()
    ):
        raise ParameterError("the column holds numbers, not text, so leading zeros are lost", AS_TEXT)
    if array.ndim not in (2, 3):
        raise ParameterError(
            f"the puzzles are {f'an array of {shape} values' if shape else 'a single value'}", REMEDY
        )
    if array.dtype.kind == "O":  # blank cells may be None
        try:
            array = array.astype(np.float64)
        except (TypeError, ValueError):
            raise ParameterError("the cells of the puzzles are not all numbers", REMEDY) from None
    if array.dtype.kind not in "iuf":
        raise ParameterError(f"the puzzles are an array of {array.dtype}", REMEDY)
    side = isqrt(array.shape[1])
    if array.ndim == 2 and len(array) == array.shape[1] > 1 and (side < SMALLEST or side**2 != len(array)):
        raise ParameterError(f"this is one puzzle of {shape} cells", f"use solve, or {REMEDY}")
    found, _ = digits_of(np.zeros(array.shape[1:], dtype=np.uint8), "puzzle", layout=layout)
    values = array.reshape(len(array), found.cells)
    return Column(found, len(values), lambda start, stop: _read_numbers(values[start:stop], found, start))


def _read_numbers(values: NDArray[Any], layout: Layout, first: int) -> DigitRows:
    numbers = np.where(np.isnan(values), 0, values) if values.dtype.kind == "f" else values
    bad = np.zeros(len(values), dtype=bool)
    if numbers.dtype.kind == "f" or (numbers.size and (numbers.min() < 0 or numbers.max() > layout.size)):
        bad = ~((numbers >= 0) & (numbers <= layout.size) & (numbers == np.trunc(numbers))).all(axis=1)
        numbers = np.where(bad[:, None], 0, numbers)
    digits = numbers.astype(np.uint8)
    errors = _read_others(bad, digits, lambda row: digits_of(values[row], layout=layout)[1], first)
    return DigitRows(layout, digits, errors)


def _read_others(
    others: NDArray[np.bool_], digits: Digits, read_alone: Callable[[int], Digits], first: int
) -> dict[int, str]:
    """Read the ``others``, the rows that are not plain, one by one into ``digits``; return their errors."""
    errors = {}
    for row in np.flatnonzero(others).tolist():
        try:
            digits[row] = read_alone(row)
        except PuzzleError as error:
            errors[first + row] = str(error)
    return errors


def text_rows(layout: Layout, grids: Digits) -> list[str]:
    """Return each row of digits as text, one character per cell and ``.`` for blanks.

    Above 25x25 there are no symbols, so cells are numbers with spaces between them, 0 for blanks.
    """
    if layout.size > LARGEST_WITH_SYMBOLS:
        return [" ".join(map(str, row)) for row in grids.tolist()]
    whole, cells = usual(layout.size).encode(grids), layout.cells
    return [whole[k : k + cells] for k in range(0, len(whole), cells)]
