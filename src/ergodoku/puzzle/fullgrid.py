"""Random full grids of any layout.

Small grids come from a randomised depth-first search, so that every grid can appear. Large ones come from
a canonical grid, shuffled. What is left (large jigsaws, and diagonals over boxes that are not square) is
searched for, depth first with restarts and then with CaDiCaL.
"""

from __future__ import annotations

import time

import numpy as np

from ergodoku.puzzle.canonical import shuffled_grid
from ergodoku.puzzle.depthfirst import LARGEST_SIZE, DepthFirst
from ergodoku.puzzle.errors import PuzzleError
from ergodoku.puzzle.layout import Layout
from ergodoku.puzzle.puzzle import Digits, Puzzle

SEARCHED_UP_TO = 9
SECONDS = 60.0


def full_grid(layout: Layout, rng: np.random.Generator) -> Digits:
    """Return a random full grid that obeys the layout, shape (cells,).

    Raises
    ------
    PuzzleError
        If the layout has no full grid, or none was found in a minute (large jigsaws).
    """
    grid = shuffled_grid(layout, rng) if layout.size > SEARCHED_UP_TO else None
    return _searched(layout, rng) if grid is None else grid


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
