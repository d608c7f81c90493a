"""Sizes and box shapes: which are allowed, and how to write them."""

from __future__ import annotations

import re
from collections.abc import Sequence
from operator import index
from typing import SupportsIndex

from ergodoku.base.errors import PuzzleError

SMALLEST, LARGEST = 4, 100

Box = tuple[int, int]
Shape = SupportsIndex | str | Sequence[SupportsIndex]
"""A size (9 or "9") or a box ((3, 3) or "3x3")."""

_BOX = re.compile(r"\s*([0-9]{1,3})\s*[xX*]\s*([0-9]{1,3})\s*")
_SIZE = re.compile(r"\s*[0-9]{1,3}\s*")


def box_shape(size: int) -> Box:
    """Return the usual box (rows, columns) for a size: a square, or the shape closest to a square."""
    check_size(size, "the grid")
    rows = next(r for r in range(int(size**0.5), 0, -1) if size % r == 0)
    if rows == 1:
        raise PuzzleError(
            f"{size} is a prime number, so a {size}x{size} grid has no rectangular boxes",
            "check the size; give `layout` latin for a grid without boxes, "
            "or make a jigsaw with regions of any shape",
        )
    return rows, size // rows


def box_of(box: str | Sequence[SupportsIndex] | None) -> Box | None:
    """Return the rows and columns of a box, given as two numbers or as text; ``None`` for ``None``.

    Examples
    --------
    >>> box_of("2x3"), box_of([2, 3])
    ((2, 3), (2, 3))
    """
    if box is None:
        return None
    match = _BOX.fullmatch(box) if isinstance(box, str) else None
    try:
        rows, columns = (index(side) for side in (map(int, match.groups()) if match else box))  # type: ignore[arg-type]
    except (TypeError, ValueError):
        raise PuzzleError(f"{_shown(box)} is not a box shape", "give rows x columns, such as 3x3") from None
    return rows, columns


def size_or_box(shape: Shape) -> tuple[int | None, Box | None]:
    """Return (size, None) if a shape is a size, and (None, box) if it is a box.

    Examples
    --------
    >>> size_or_box("9"), size_or_box((2, 3)), size_or_box("3x3")
    ((9, None), (None, (2, 3)), (None, (3, 3)))
    """
    if isinstance(shape, str):
        if _SIZE.fullmatch(shape):
            return int(shape), None
        if _BOX.fullmatch(shape):
            return None, box_of(shape)
    elif isinstance(shape, tuple | list) and len(shape) == 2:
        return None, box_of(shape)
    elif isinstance(shape, SupportsIndex) and not isinstance(shape, bool):
        try:
            return index(shape), None
        except TypeError:  # an array, for example
            pass
    raise PuzzleError(
        f"{_shown(shape)} is neither a size nor a box", "give `size` as 9, or `box` as (3, 3) or 3x3"
    )


def check_size(size: int, what: str) -> None:
    """Raise an error if the size is not allowed."""
    if not SMALLEST <= size <= LARGEST:
        raise PuzzleError(
            f"{what} has size {size}, outside {SMALLEST} to {LARGEST}",
            f"use a size from {SMALLEST} to {LARGEST}",
        )


def _shown(value: object) -> str:
    shown = repr(value)
    return shown if len(shown) <= 40 else f"{shown[:36]}..."
