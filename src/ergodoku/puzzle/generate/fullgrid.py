"""Random full grids of any layout.

Small grids come from a randomised depth-first search, so that every grid can appear. Large grids come from
shuffling a canonical grid. Latin squares of all sizes come from a random walk. All other layouts (large
jigsaws, and diagonals over boxes that are not square) are searched: depth-first with restarts, then with
CaDiCaL.
"""

from __future__ import annotations

import numpy as np

from ergodoku.base.errors import PuzzleError
from ergodoku.puzzle.exact import LARGEST_SIZE, DepthFirst
from ergodoku.puzzle.generate.canonical import shuffled_grid
from ergodoku.puzzle.generate.latin import latin_square
from ergodoku.puzzle.layout import Layout
from ergodoku.puzzle.puzzle import Digits, Puzzle

ALWAYS_SEARCHED = 9  # up to this size grids are searched, so that every grid can appear
LARGEST_SEARCHED = 64  # above this size the formula alone would take minutes and gigabytes
SECONDS = 60.0  # time limit of CaDiCaL
TRIES = 200  # depth-first searches before CaDiCaL gets its turn
FILLING_NODES = 20  # nodes per cell, after which the search starts again in another order


def full_grid(layout: Layout, rng: np.random.Generator, search: DepthFirst | None = None) -> Digits:
    """Return a random full grid that obeys the layout, shape (cells,).

    Parameters
    ----------
    layout : Layout
        The geometry.
    rng : numpy Generator
        Source of randomness. It determines the grid.
    search : DepthFirst, optional
        A search for this layout to reuse, which saves time; the grid is the same without it.

    Raises
    ------
    PuzzleError
        If the layout has no full grid, or if a large layout needs a search and the search failed.
    """
    if layout.kind == "latin":
        return latin_square(layout.size, rng)
    grid = shuffled_grid(layout, rng) if layout.size > ALWAYS_SEARCHED else None
    return _searched(layout, rng, search) if grid is None else grid


def _searched(layout: Layout, rng: np.random.Generator, search: DepthFirst | None) -> Digits:
    if layout.size > LARGEST_SEARCHED:
        raise PuzzleError(f"a search for a full grid of {layout!r} would take too long", _REMEDY)
    blank = np.zeros(layout.cells, dtype=np.uint8)
    nodes = FILLING_NODES * layout.cells
    # The number of tries is limited, not their time, so the grid is the same on every machine.
    for _ in range(TRIES if layout.size <= LARGEST_SIZE else 0):
        search = search or DepthFirst(layout)
        search.shuffle(rng)
        search.start(blank)
        search.advance(nodes, 1)
        if search.count:
            return search.solution.copy()
        if search.exhausted:
            raise PuzzleError(f"no full grid fits {layout!r}", "change the regions: they cannot be filled")
    return _searched_by_sat(layout, rng)


def _searched_by_sat(layout: Layout, rng: np.random.Generator) -> Digits:
    """Let the oracle complete a random first row; CaDiCaL does most of the work."""
    from ergodoku.puzzle.exact import count_solutions

    flat = np.zeros(layout.cells, dtype=np.uint8)
    flat[: layout.size] = rng.permutation(layout.size) + 1
    flat.setflags(write=False)
    verdict = count_solutions(Puzzle.unchecked(layout, flat), limit=1, time_limit=SECONDS)
    if verdict.solution is not None:
        return np.array(verdict.solution, dtype=np.uint8).ravel()
    if verdict.complete:
        raise PuzzleError(f"no full grid fits {layout!r}", "change the regions: they cannot be filled")
    raise PuzzleError(f"no full grid of {layout!r} was found in {SECONDS:.0f} s", _REMEDY)


_REMEDY = "choose a smaller size, a classic or windows layout, or a diagonal layout with square boxes"
