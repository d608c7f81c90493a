"""Generate data sets: arrays of new puzzles with their solutions."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ergodoku.base.arguments import whole_number
from ergodoku.base.errors import ParameterError
from ergodoku.base.numbers import counted
from ergodoku.engine.arrays.rows import Shared, Work, table
from ergodoku.puzzle.formats.columns import text_rows
from ergodoku.puzzle.generate import Maker, Recipe
from ergodoku.puzzle.layout import Layout
from ergodoku.puzzle.puzzle import Digits


@dataclass(frozen=True, eq=False)
class PuzzleArray:
    """Puzzles and their solutions, one row each.

    Attributes
    ----------
    layout : Layout
        The layout of all puzzles.
    puzzles : ndarray of uint8, shape (n, cells)
        The givens, 0 where a cell is blank.
    solutions : ndarray of uint8, shape (n, cells)
        The full grids that the puzzles were made from. If a puzzle has only one solution, it is this grid.
    """

    layout: Layout
    puzzles: Digits
    solutions: Digits

    @property
    def clues(self) -> NDArray[np.int64]:
        """The number of clues of each puzzle."""
        clues: NDArray[np.int64] = np.count_nonzero(self.puzzles, axis=1)
        return clues

    def to_strings(self) -> tuple[list[str], list[str]]:
        """Return the puzzles and the solutions as text, one character per cell and ``.`` for blanks.

        Above 25x25 there are not enough symbols: the text is then numbers separated by spaces, 0 for blanks.
        """
        return text_rows(self.layout, self.puzzles), text_rows(self.layout, self.solutions)

    def to_polars(self) -> Any:
        """Return a polars data frame with the columns puzzle, solution and clues."""
        puzzles, solutions = self.to_strings()
        return table({"puzzle": puzzles, "solution": solutions, "clues": self.clues})

    def __len__(self) -> int:
        return len(self.puzzles)

    def __repr__(self) -> str:
        return f"PuzzleArray({self.layout!r}, {counted(len(self), 'puzzle')})"


def generate_array(
    count: int, recipe: Recipe | None = None, *, seed: int = 0, first: int = 0, workers: int | None = None
) -> PuzzleArray:
    """Make many puzzles with their solutions.

    With the same recipe and seed, `generate_many` makes the same puzzles.

    Parameters
    ----------
    count : int
        Number of puzzles.
    recipe : Recipe, optional
        What kind of puzzles; by default 9x9 with 32 clues and one solution.
    seed : int
        The same seed gives the same puzzles.
    first : int
        The number of the first puzzle, to make a data set in parts.
    workers : int, optional
        Number of threads; all cores by default. This never changes the result.

    Raises
    ------
    PuzzleError
        If no puzzle that fits the recipe was found; the message says how close the attempts came.

    Examples
    --------
    >>> data = generate_array(3, Recipe(4, clues=6), seed=1)
    >>> data
    PuzzleArray(Layout(classic, 4x4, boxes 2x2), 3 puzzles)
    >>> data.clues.tolist()
    [6, 6, 6]
    """
    count, seed, first = (
        whole_number(name, value, 0) for name, value in (("count", count), ("seed", seed), ("first", first))
    )
    shared, layout = Shared(workers), Maker(recipe).recipe.layout
    try:
        puzzles, solutions = np.zeros((2, count, layout.cells), dtype=np.uint8)
    except (MemoryError, ValueError):  # ValueError if there are more cells than memory addresses
        raise ParameterError(
            f"there is not enough memory for {count:,} puzzles", "make them in parts, with a smaller count"
        ) from None

    def start_making() -> Work:
        maker = Maker(recipe)

        def make_block(rows: slice) -> None:
            made = maker.make_block(seed, first + rows.start, rows.stop - rows.start)
            puzzles[rows], solutions[rows] = made

        def make_each(rows: slice) -> None:
            for row in range(rows.start, rows.stop):
                if shared.interrupted.is_set():
                    return
                puzzles[row], solutions[row] = maker.make(seed, first + row)

        return make_block if maker.makes_blocks else make_each

    with shared:
        shared.by_block(count, start_making)
    return PuzzleArray(layout, puzzles, solutions)
