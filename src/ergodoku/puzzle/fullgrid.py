"""Random full grids of any layout.

Small grids come from a randomised depth-first search, so that every grid can appear. Large classic and
diagonal grids come from an algebraic one, shuffled by the symmetries that keep its rules. What is left
(large windows and jigsaws) is searched for, depth first with restarts and then with CaDiCaL.
"""

from __future__ import annotations

import time
from itertools import product
from math import gcd

import numpy as np
from numpy.typing import NDArray

from ergodoku.puzzle.depthfirst import LARGEST_SIZE, DepthFirst
from ergodoku.puzzle.errors import PuzzleError
from ergodoku.puzzle.layout import Layout
from ergodoku.puzzle.puzzle import Digits, Puzzle

SEARCHED_UP_TO = 9
SECONDS = 60.0
Grid = NDArray[np.int64]


def full_grid(layout: Layout, rng: np.random.Generator) -> Digits:
    """Return a random full grid that obeys the layout, shape (cells,)."""
    square = layout.box is not None and layout.box[0] == layout.box[1]
    if layout.size > SEARCHED_UP_TO and layout.kind == "classic":
        grid = _shuffled(_canonical(layout), layout, rng)
    elif layout.size > SEARCHED_UP_TO and layout.kind == "diagonal" and square:
        grid = _shuffled_with_diagonals(_canonical_diagonal(layout.size), layout, rng)
    else:
        return _searched(layout, rng)
    return (rng.permutation(layout.size) + 1)[grid].ravel().astype(np.uint8)


def _canonical(layout: Layout) -> Grid:
    """Each row is the one above shifted by a box width, each band by one more."""
    assert layout.box is not None
    rows, columns = layout.box
    i, j = np.indices((layout.size, layout.size))
    grid: Grid = (columns * (i % rows) + i // rows + j) % layout.size
    return grid


def _canonical_diagonal(size: int) -> Grid:
    """Return a grid, linear modulo the order n, whose two diagonals hold every digit as well.

    With row (i1, i0) and column (j1, j0) in base n, the digit is (i1, i0) + M (j1, j0) modulo n. Rows,
    columns, boxes and both diagonals are permutations when the determinants of M, of its box part,
    of 1 + M and of 1 - M have no factor in common with n; small matrices M are tried in turn.
    """
    n = round(size**0.5)
    for a, b, c, d in product(range(n), repeat=4):
        dets = (
            a * d - b * c,
            b,
            (1 + a) * (1 + d) - b * c,
            (1 - a) * (1 - d) - b * c,
        )
        if all(gcd(det, n) == 1 for det in dets):
            break
    i, j = np.indices((size, size))
    i1, i0, j1, j0 = i // n, i % n, j // n, j % n
    grid: Grid = n * ((i1 + a * j1 + b * j0) % n) + (i0 + c * j1 + d * j0) % n
    return grid


def _shuffled(grid: Grid, layout: Layout, rng: np.random.Generator) -> Grid:
    """Permute bands, stacks, and the lines inside them; transpose where boxes are square."""
    assert layout.box is not None
    rows, columns = layout.box
    grid = grid[_lines(rng, layout.size, rows)][:, _lines(rng, layout.size, columns)]
    return grid.T if rows == columns and rng.random() < 0.5 else grid


def _lines(rng: np.random.Generator, size: int, group: int) -> NDArray[np.intp]:
    return np.concatenate([g * group + rng.permutation(group) for g in rng.permutation(size // group)])


def _shuffled_with_diagonals(grid: Grid, layout: Layout, rng: np.random.Generator) -> Grid:
    """Permute rows and columns alike, mirror pairs kept, so that diagonals stay diagonals; then turn."""
    assert layout.box is not None
    size, n = layout.size, layout.box[0]
    bands, inside = _mirror_permutation(n, rng), [_mirror_permutation(n, rng) for _ in range(n)]
    lines = np.empty(size, dtype=np.intp)
    for band in range((n + 1) // 2):
        order = inside[band] if 2 * band == n - 1 else rng.permutation(n)
        lines[band * n : band * n + n] = bands[band] * n + order
        mirror = n - 1 - band
        lines[mirror * n : mirror * n + n] = (size - 1 - lines[band * n : band * n + n])[::-1]
    grid = np.rot90(grid[lines][:, lines], int(rng.integers(4)))
    return grid.T if rng.random() < 0.5 else grid


def _mirror_permutation(n: int, rng: np.random.Generator) -> NDArray[np.intp]:
    """Return a random permutation that maps mirror pairs (k, n - 1 - k) to mirror pairs."""
    half = n // 2
    pairs = rng.permutation(half)
    first = np.where(rng.random(half) < 0.5, pairs, n - 1 - pairs)
    middle = [half] if n % 2 else []
    return np.concatenate([first, middle, n - 1 - first[::-1]]).astype(np.intp)


def _searched(layout: Layout, rng: np.random.Generator) -> Digits:
    end = time.monotonic() + SECONDS
    blank = np.zeros(layout.cells, dtype=np.uint8)
    nodes = 20 * layout.cells
    tries = 200 if layout.size <= LARGEST_SIZE else 0
    for _ in range(tries):
        search = DepthFirst(layout, rng)
        search.start(blank)
        search.advance(nodes, 1)
        if search.count:
            return search.solution
        if search.exhausted:
            raise PuzzleError(f"no full grid fits {layout!r}", "change the regions: they cannot be filled")
        if time.monotonic() > end:
            break
    return _searched_by_sat(layout, rng, end)


def _searched_by_sat(layout: Layout, rng: np.random.Generator, end: float) -> Digits:
    """Let CaDiCaL complete a random first row."""
    from ergodoku.puzzle.exact import count_solutions

    flat = np.zeros(layout.cells, dtype=np.uint8)
    flat[: layout.size] = rng.permutation(layout.size) + 1
    flat.setflags(write=False)
    verdict = count_solutions(Puzzle.checked(layout, flat), limit=1, seconds=max(1.0, end - time.monotonic()))
    if verdict.solution is not None:
        return np.array(verdict.solution, dtype=np.uint8).ravel()
    if verdict.complete:
        raise PuzzleError(f"no full grid fits {layout!r}", "change the regions: they cannot be filled")
    raise PuzzleError(
        f"no full grid of {layout!r} was found in {SECONDS:.0f} s",
        "use a smaller size for this layout, or the classic or diagonal layout",
    )
