"""How far logic alone gets with the puzzles of an array."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ergodoku.engine.arrays.rows import (
    BAD_INPUT,
    Shared,
    error_column,
    read_good,
    table,
    tally,
    without_clashes,
)
from ergodoku.puzzle.boards import Board
from ergodoku.puzzle.formats.columns import column_of, text_rows
from ergodoku.puzzle.layout import Layout, LayoutLike
from ergodoku.puzzle.logic import GRADES, Level, reduce_batch
from ergodoku.puzzle.puzzle import Digits

SOLVED, OPEN, CONTRADICTION = "solved", "open", "contradiction"


@dataclass(frozen=True, eq=False)
class Reductions:
    """The results of logic alone for an array of puzzles, one row each.

    Attributes
    ----------
    layout : Layout
        The layout of all puzzles.
    grids : ndarray of uint8, shape (n, cells)
        The givens together with every digit that logic found, 0 where a cell is open. If there is a
        contradiction, a row has only its givens; rows of bad input have zeros.
    status : ndarray of str
        ``solved``, ``open`` (logic is not enough), ``contradiction`` (there is no solution) or ``bad_input``.
    difficulty : ndarray of str
        The hardest logic that a solved puzzle needs: ``singles``, ``locked candidates`` or ``pairs``. It is
        ``beyond logic`` if the puzzle is not solved, and empty for bad input.
    errors : dict
        What is wrong with the rows of bad input, by row number from 0.
    """

    layout: Layout
    grids: Digits
    status: NDArray[np.str_]
    difficulty: NDArray[np.str_]
    errors: dict[int, str]

    @property
    def solved(self) -> NDArray[np.bool_]:
        """Which rows logic alone solves."""
        return np.equal(self.status, SOLVED)

    def to_strings(self) -> list[str | None]:
        """Return the grids as text, one character per cell and ``.`` for open cells; None for bad input.

        Above 25x25 there are not enough symbols: the text is then numbers separated by spaces, 0 for open
        cells.
        """
        texts: list[str | None] = [*text_rows(self.layout, self.grids)]
        for row in np.flatnonzero(np.equal(self.status, BAD_INPUT)).tolist():
            texts[row] = None
        return texts

    def to_polars(self) -> Any:
        """Return a polars data frame with the columns grid, status, difficulty and error."""
        return table(
            {
                "grid": self.to_strings(),
                "status": self.status.tolist(),
                "difficulty": self.difficulty.tolist(),
                "error": error_column(self.errors, len(self)),
            }
        )

    def __len__(self) -> int:
        return len(self.grids)

    def __repr__(self) -> str:
        return f"Reductions({tally(self.layout, self.status)})"


def reduce_array(
    puzzles: Board,
    level: Level | str = Level.PAIRS,
    *,
    workers: int | None = None,
    layout: LayoutLike | None = None,
) -> Reductions:
    """Apply logic to an array or a column of puzzles of one layout, up to a level.

    Each row gets the digits that `reduce` finds. A bad row never raises an exception: ``errors`` says what is
    wrong with it.

    Parameters
    ----------
    puzzles : array, list, Series or Arrow column
        As for `solve_array`: integers of shape (n, cells) or (n, N, N), or a column of text.
    level : Level or str
        How much logic to apply: ``singles``, ``locked`` or ``pairs``.
    workers : int, optional
        Number of threads; all cores by default. This never changes the result.
    layout : Layout, int, tuple of int or str, optional
        As for `solve_array`.

    Raises
    ------
    ParameterError, PuzzleError
        If the puzzles are not an array or column, or the layout does not fit them.

    Examples
    --------
    >>> reductions = reduce_array(["1.....3..4.....2", "2..............."])
    >>> reductions.status.tolist(), reductions.difficulty.tolist()
    (['solved', 'open'], ['singles', 'beyond logic'])
    """
    level, shared = Level.of(level), Shared(workers)
    column = column_of(puzzles, layout)
    found, count = column.layout, len(column)
    grids = np.zeros((count, found.cells), dtype=np.uint8)
    status = np.empty(count, dtype=f"U{len(CONTRADICTION)}")
    difficulty = np.empty(count, dtype=f"U{max(map(len, GRADES))}")
    errors: dict[int, str] = {}

    def reduce_block(rows: slice) -> None:
        digits, good = read_good(column, rows, errors)
        batch = reduce_batch(found, digits, level)
        alive = batch.consistent
        grids[rows] = np.where(alive[:, None], batch.grids, digits)
        status[rows] = np.where(alive, np.where(batch.needed > 0, SOLVED, OPEN), CONTRADICTION)
        difficulty[rows] = np.array(GRADES)[batch.needed]
        fine = without_clashes(found, digits, np.flatnonzero(good & ~alive), rows.start, errors)
        bad = ~(good & alive)
        bad[fine] = False
        grids[rows][bad], status[rows][bad], difficulty[rows][bad] = 0, BAD_INPUT, ""

    with shared:
        shared.by_block(count, lambda: reduce_block)
    return Reductions(found, grids, status, difficulty, dict(sorted(errors.items())))
