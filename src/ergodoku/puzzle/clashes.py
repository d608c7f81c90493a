"""Where the digits of a grid stand in each other's way, for all who show or count it."""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike, NDArray

from ergodoku.puzzle.layout import Layout


def clashes(layout: Layout, grid: ArrayLike) -> NDArray[np.int64]:
    """Count for each cell the units in which its digit stands more than once; blanks have none."""
    units, kinds = layout.units, layout.size + 1
    digits = np.asarray(grid).ravel()[units].astype(np.int64)
    entry = digits + kinds * np.arange(len(units))[:, None]
    count = np.bincount(entry.ravel(), minlength=kinds * len(units))
    repeated = (count[entry] > 1) & (digits > 0)
    return np.bincount(units[repeated], minlength=layout.cells)
