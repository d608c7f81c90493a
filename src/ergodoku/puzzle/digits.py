"""What a cell may hold: a number (also as text), a symbol, or a sign for a blank."""

from __future__ import annotations

import re
from math import isnan
from numbers import Integral, Real

import numpy as np
from numpy.typing import NDArray

from ergodoku.base.errors import PuzzleError

Digits = NDArray[np.uint8]
_NUMBER = re.compile(r"-?[0-9]{1,18}")
_MISSING = ("NAType", "NaTType")  # the types that pandas uses for a missing value


def cell_values(cells: list[object], size: int, alphabet: str | None = None) -> list[int]:
    """Return the number in each cell, 0 for blanks; the alphabet turns symbols into numbers.

    Raises
    ------
    PuzzleError
        If a cell holds neither a number nor a symbol. The error names the row and column of the cell.
    """
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
            hint = "; numbers above 9 cannot be mixed with letters" if _is_number(str(cell)) else ""
            raise _wrong(str(cell), position, size, f"give one symbol or one number in every cell{hint}")
    text = "".join(str(cell or ".") for cell in plain)
    allowed = Session(alphabet=alphabet).alphabet_for(size, set(text))
    for position, symbol in enumerate(text):
        if symbol not in allowed.values:
            raise _wrong(symbol, position, size, f"use {allowed.name}, and 0 or . for a blank")
    return [allowed.values[symbol] for symbol in text]


def is_missing(value: object) -> bool:
    """Return whether a value is missing: ``None``, NaN, or a value that pandas uses instead."""
    nan = isinstance(value, float) and isnan(value)
    return value is None or nan or type(value).__name__ in _MISSING


def as_digits(values: list[int] | NDArray[np.integer], size: int) -> Digits:
    """Return numbers as the read-only digits of a puzzle, or raise an error if one is out of range."""
    array = np.asarray(values)
    outside = np.flatnonzero((array < 0) | (array > size))
    if outside.size:
        cell = int(outside[0])
        raise PuzzleError(
            f"{array[cell]} at {_name(cell, size)} is out of range",
            f"a {size}x{size} grid holds the digits 1 to {size}, and 0 for a blank cell",
            cells=(_position(cell, size),),
        )
    flat = array.astype(np.uint8)
    flat.setflags(write=False)
    return flat


def _plain(cell: object, position: int, size: int) -> int | str:
    """Return a cell as a number, or as text without spaces around it; 0 for a blank."""
    if isinstance(cell, bytes):
        cell = cell.decode(errors="replace")
    if isinstance(cell, str):
        bare = cell.strip()
        return 0 if bare in ("", ".") else bare
    if is_missing(cell):
        return 0
    if isinstance(cell, Integral) and not isinstance(cell, bool):
        return int(cell)
    if isinstance(cell, Real) and not isinstance(cell, bool):
        number = float(cell)
        if isnan(number):
            return 0
        if number.is_integer():
            return int(number)
    raise _wrong(cell, position, size, f"give whole numbers from 1 to {size}, and 0 for a blank cell")


def _is_number(text: str) -> bool:
    return _NUMBER.fullmatch(text) is not None


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
