"""Full grids by algebra: a canonical grid, shuffled by the symmetries that keep the rules of its layout.

In the classic grid, a digit is a number from the row plus a number from the column, modulo the size. In the
grids with windows or diagonals, a digit is a pair. Each half of the pair is such a sum, modulo the height or
the width of a box.
"""

from __future__ import annotations

from itertools import product
from math import gcd

import numpy as np
from numpy.typing import NDArray

from ergodoku.puzzle.layout import Layout
from ergodoku.puzzle.puzzle import Digits
from ergodoku.puzzle.variants import window_starts

Grid = NDArray[np.int64]
Lines = NDArray[np.intp]


def shuffled_grid(layout: Layout, rng: np.random.Generator) -> Digits | None:
    """Return a full grid, shape (cells,), or ``None`` if no canonical grid is known for the layout."""
    if layout.box is None:
        return None
    high, wide = layout.box
    if layout.kind == "classic":
        grid = _shuffled(_classic(high, wide), high, wide, rng)
    elif layout.kind == "windows":
        grid = _shuffled_with_windows(_windows(high, wide, rng), high, wide, rng)
    elif layout.kind == "diagonal" and high == wide:
        grid = _shuffled_with_diagonals(_diagonal(high), high, rng)
    else:
        return None
    return (rng.permutation(layout.size) + 1)[grid].ravel().astype(np.uint8)


def _classic(high: int, wide: int) -> Grid:
    """Return a grid that shifts by the width of a box from row to row, and by one from band to band."""
    i, j = np.indices((high * wide, high * wide))
    grid: Grid = (wide * (i % high) + i // high + j) % (high * wide)
    return grid


def _windows(high: int, wide: int, rng: np.random.Generator) -> Grid:
    """Return a grid whose windows hold every digit too, for boxes of any shape.

    The digit of row i and column j is the pair (i mod high + j div wide, y(i) + j mod wide). A box has
    every i mod high and every j mod wide, so it has every pair, whatever y is. A window has every pair too,
    if y is the same in all its rows: its columns have every j mod wide, so every second number occurs, and in
    each column the rows have every i mod high, so every first number occurs with it. Rows outside all
    windows get the remaining values of y.
    """
    size = high * wide
    y = np.full(size, -1)
    starts = window_starts(size, high)
    for number, start in enumerate(starts):
        y[start : start + high] = number
    for rest in range(high):
        free = np.flatnonzero((y < 0) & (np.arange(size) % high == rest))
        y[free] = np.arange(len(starts), wide)
    y, x = rng.permutation(wide)[y], rng.permutation(high)
    i, j = np.indices((size, size))
    grid: Grid = wide * ((i % high + x[j // wide]) % high) + (y[i] + j) % wide
    return grid


def _diagonal(n: int) -> Grid:
    """Return a grid, linear modulo the order n, whose two diagonals hold every digit too.

    With row (i1, i0) and column (j1, j0) in base n, the digit is (i1, i0) + M (j1, j0) modulo n. Rows,
    columns, boxes and both diagonals are permutations if the determinants of M, of its box part,
    of 1 + M and of 1 - M have no common factor with n. Small matrices M are tried in turn.
    """
    for a, b, c, d in product(range(n), repeat=4):
        dets = (
            a * d - b * c,
            b,
            (1 + a) * (1 + d) - b * c,
            (1 - a) * (1 - d) - b * c,
        )
        if all(gcd(det, n) == 1 for det in dets):
            break
    i, j = np.indices((n * n, n * n))
    i1, i0, j1, j0 = i // n, i % n, j // n, j % n
    grid: Grid = n * ((i1 + a * j1 + b * j0) % n) + (i0 + c * j1 + d * j0) % n
    return grid


def _shuffled(grid: Grid, high: int, wide: int, rng: np.random.Generator) -> Grid:
    """Permute bands, stacks, and the lines inside them; transpose if boxes are square."""
    size = high * wide
    grid = grid[_bands(rng, size, high)][:, _bands(rng, size, wide)]
    return grid.T if high == wide and rng.random() < 0.5 else grid


def _bands(rng: np.random.Generator, size: int, group: int) -> Lines:
    return np.concatenate([g * group + rng.permutation(group) for g in rng.permutation(size // group)])


def _shuffled_with_windows(grid: Grid, high: int, wide: int, rng: np.random.Generator) -> Grid:
    """Permute lines that are in the same boxes and windows; if boxes are square, rotate and mirror too."""
    size = high * wide
    grid = grid[_alike(rng, size, high)][:, _alike(rng, size, wide)]
    return _turned(grid, rng) if high == wide else grid


def _alike(rng: np.random.Generator, size: int, group: int) -> Lines:
    line = np.arange(size)
    window = np.full(size, -1)
    for start in window_starts(size, group):
        window[start : start + group] = start
    # Lines in the same boxes and the same window have the same key. Sort both the original and the shuffled
    # lines by key, and let each shuffled line take the place of the original line at the same position. So
    # every line takes the place of a line with the same key.
    key = line // group * (size + 1) + window + 1
    mixed = rng.permutation(size)
    order = np.empty(size, dtype=np.intp)
    order[np.argsort(key, kind="stable")] = mixed[np.argsort(key[mixed], kind="stable")]
    return order


def _shuffled_with_diagonals(grid: Grid, n: int, rng: np.random.Generator) -> Grid:
    """Permute rows and columns alike, in mirror pairs to keep the diagonals; then rotate and mirror."""
    size = n * n
    bands, inside = _mirror_permutation(n, rng), [_mirror_permutation(n, rng) for _ in range(n)]
    lines = np.empty(size, dtype=np.intp)
    for band in range((n + 1) // 2):
        order = inside[band] if 2 * band == n - 1 else rng.permutation(n)
        lines[band * n : band * n + n] = bands[band] * n + order
        mirror = n - 1 - band
        lines[mirror * n : mirror * n + n] = (size - 1 - lines[band * n : band * n + n])[::-1]
    return _turned(grid[lines][:, lines], rng)


def _mirror_permutation(n: int, rng: np.random.Generator) -> Lines:
    """Return a random permutation that maps mirror pairs (k, n - 1 - k) to mirror pairs."""
    half = n // 2
    pairs = rng.permutation(half)
    first = np.where(rng.random(half) < 0.5, pairs, n - 1 - pairs)
    middle = [half] if n % 2 else []
    return np.concatenate([first, middle, n - 1 - first[::-1]]).astype(np.intp)


def _turned(grid: Grid, rng: np.random.Generator) -> Grid:
    """Rotate and mirror a grid at random."""
    grid = np.rot90(grid, int(rng.integers(4)))
    return grid.T if rng.random() < 0.5 else grid
