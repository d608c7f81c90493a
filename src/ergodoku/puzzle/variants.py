"""The units that a variant adds to rows, columns and boxes: diagonals and windows."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

Ints = NDArray[np.int32]


def extra_units(kind: str, rows: Ints, box: tuple[int, int] | None) -> list[Ints]:
    """Return the extra units of a kind of layout, from the cells of each row and the shape of a box."""
    if kind == "diagonal":
        return [np.diagonal(rows)[None], np.diagonal(rows[:, ::-1])[None]]
    if kind == "windows":
        assert box is not None
        size, (high, wide) = len(rows), box
        return [
            rows[top : top + high, left : left + wide].reshape(1, size)
            for top in window_starts(size, high)
            for left in window_starts(size, wide)
        ]
    return []


def window_starts(size: int, side: int) -> range:
    """Return where the windows start along one side of the grid; one row or column separates them."""
    return range(1, size - side, side + 1)
