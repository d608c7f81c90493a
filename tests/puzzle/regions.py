"""Random region maps for jigsaws."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from ergodoku.puzzle.layout import Layout


def random_jigsaw(size: int, seed: int, swaps: int = 200) -> Layout:
    """Return a jigsaw of connected regions, made from boxes that exchange cells along their borders."""
    rng = np.random.default_rng(seed)
    regions = np.array(Layout.of(size).regions, dtype=np.int64).reshape(size, size)
    while swaps:
        first = tuple(rng.integers(size, size=2).tolist())
        mine = int(regions[first])
        others = sorted(regions_around(regions, first) - {mine})
        if not others:
            continue
        other = int(rng.choice(others))
        back = [cell for cell in cells_of(regions, other) if mine in regions_around(regions, cell)]
        second = back[rng.integers(len(back))]
        regions[first], regions[second] = other, mine
        if is_connected(regions, mine) and is_connected(regions, other):
            swaps -= 1
        else:
            regions[first], regions[second] = mine, other
    return Layout.jigsaw(regions.tolist())


def cells_of(regions: NDArray[np.int64], label: int) -> list[tuple[int, ...]]:
    return [tuple(cell) for cell in np.argwhere(regions == label).tolist()]


def neighbours(cell: tuple[int, ...], size: int) -> list[tuple[int, ...]]:
    row, column = cell
    near = [(row + 1, column), (row - 1, column), (row, column + 1), (row, column - 1)]
    return [(r, c) for r, c in near if 0 <= r < size and 0 <= c < size]


def regions_around(regions: NDArray[np.int64], cell: tuple[int, ...]) -> set[int]:
    return {int(regions[near]) for near in neighbours(cell, len(regions))}


def is_connected(regions: NDArray[np.int64], label: int) -> bool:
    unseen = set(cells_of(regions, label))
    reached = [unseen.pop()]
    while reached:
        for near in neighbours(reached.pop(), len(regions)):
            if near in unseen:
                unseen.remove(near)
                reached.append(near)
    return not unseen
