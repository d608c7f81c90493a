"""The map of a jigsaw: the region of each cell."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from ergodoku.base.errors import PuzzleError
from ergodoku.base.numbers import counted
from ergodoku.puzzle.shape import check_size

_REMEDY = "give one label per cell, as text or as a list of rows"


def regions_of(labels: Sequence[Sequence[object]] | str) -> tuple[int, NDArray[np.int32]]:
    """Return the size of a map and the region of each cell, from 0; see :meth:`Layout.jigsaw`."""
    try:
        rows = _rows(labels) if isinstance(labels, str) else [list(row) for row in labels]
    except TypeError:
        raise PuzzleError(
            f"{type(labels).__name__} is not a map of regions",
            _REMEDY,
        ) from None
    size = len(rows)
    check_size(size, "the region map")
    for number, row in enumerate(rows, 1):
        if len(row) != size:
            raise PuzzleError(
                f"the region map has {size} rows, but row {number} has {counted(len(row), 'label')}",
                f"give {size} labels in every row",
            )
    flat = [label for row in rows for label in row]
    try:
        numbers = {label: k for k, label in enumerate(dict.fromkeys(flat))}
    except TypeError:
        raise PuzzleError("the region map has a label that is neither text nor a number", _REMEDY) from None
    regions = np.array([numbers[label] for label in flat], dtype=np.int32)
    sizes = np.bincount(regions, minlength=size)
    for label, number in numbers.items():
        if sizes[number] != size:
            raise PuzzleError(
                f"region {label!r} of the map has {counted(sizes[number], 'cell')}, not {size}",
                f"a {size}x{size} jigsaw needs {size} regions of {size} cells each",
            )
    return size, regions


def _rows(text: str) -> list[list[object]]:
    lines = [line.strip() for line in text.splitlines() if line.strip()]
    split = any(c in line for line in lines for c in " ,\t")
    return [list(line.replace(",", " ").split() if split else line) for line in lines]
