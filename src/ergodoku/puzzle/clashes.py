"""Find digits that appear twice in a unit, and report them in an error."""

from __future__ import annotations

from functools import lru_cache

import numpy as np
from numpy.typing import ArrayLike, NDArray

from ergodoku.base.errors import PuzzleError
from ergodoku.puzzle.digits import Digits
from ergodoku.puzzle.layout import Layout


def clashes(layout: Layout, grid: ArrayLike) -> NDArray[np.int64]:
    """Count, for each cell, the units in which its digit appears more than once; 0 for blanks."""
    units, kinds = layout.units, layout.size + 1
    digits = np.asarray(grid).ravel()[units].astype(np.int64)
    entry = digits + kinds * np.arange(len(units))[:, None]
    count = np.bincount(entry.ravel(), minlength=kinds * len(units))
    repeated = (count[entry] > 1) & (digits > 0)
    return np.bincount(units[repeated], minlength=layout.cells)


def conflicts(layout: Layout, grids: Digits) -> NDArray[np.bool_]:
    """Return, for each grid (a row of ``grids``), whether a digit appears twice in one of its units."""
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
    """Return a mask for each digit: one bit for each of the 64 digits above ``low``, 0 for all others."""
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


def conflict_error(layout: Layout, flat: Digits, symbols: str = "") -> PuzzleError | None:
    """Return the error that names two equal givens in one unit, or ``None`` if there is no conflict.

    ``symbols`` has a character for each digit from 1 to N; without it, the message shows a number.
    """
    conflict = find_conflict(layout, flat)
    if conflict is None:
        return None
    first, second, unit = conflict
    digit = symbols[flat[first] - 1] if symbols else flat[first]
    error = PuzzleError(
        f"the givens contradict each other: {digit} appears twice in {layout.unit_name(unit)}, "
        f"at {layout.cell_name(first)} and at {layout.cell_name(second)}",
        "correct one of the two cells",
        cells=(layout.position(first), layout.position(second)),
    )
    error.board = layout, flat
    return error
