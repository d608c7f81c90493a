"""How many solutions the puzzles of an array have."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ergodoku.base.arguments import check_limit, whole_number
from ergodoku.engine.arrays.rows import (
    BAD_INPUT,
    Shared,
    Work,
    error_column,
    puzzle_of,
    read_good,
    table,
    tally,
    without_clashes,
)
from ergodoku.puzzle.boards import Board
from ergodoku.puzzle.exact import block_counter, count_solutions
from ergodoku.puzzle.formats.columns import column_of, text_rows
from ergodoku.puzzle.layout import Layout, LayoutLike
from ergodoku.puzzle.puzzle import Digits


@dataclass(frozen=True, eq=False)
class Counts:
    """How many solutions each puzzle of an array has.

    Attributes
    ----------
    layout : Layout
        The layout of all puzzles.
    counts : ndarray of int64
        Solutions found, at most the limit.
    complete : ndarray of bool
        True if there are no more solutions; False if the limit or the time limit was reached first, and for
        bad input.
    grids : ndarray of uint8, shape (n, cells)
        One of the solutions; zeros where none was found.
    errors : dict
        What is wrong with the rows of bad input, by row number from 0.
    """

    layout: Layout
    counts: NDArray[np.int64]
    complete: NDArray[np.bool_]
    grids: Digits
    errors: dict[int, str]

    @property
    def solutions(self) -> NDArray[np.str_]:
        """The answer for each row: ``none``, ``one``, ``many``, ``unknown`` or ``bad_input``.

        It is ``unknown`` if a limit was reached too early to decide.
        """
        found = np.where(self.complete, np.where(self.counts == 1, "one", "none"), "unknown")
        found = np.where(self.counts > 1, "many", found).astype(f"U{len(BAD_INPUT)}")
        found[list(self.errors)] = BAD_INPUT
        return found

    def to_strings(self) -> list[str | None]:
        """Return one solution of each puzzle as text, None if none was found."""
        texts = text_rows(self.layout, self.grids)
        return [text if count else None for text, count in zip(texts, self.counts.tolist(), strict=True)]

    def to_polars(self) -> Any:
        """Return a polars data frame with the columns solutions, count, complete, solution and error."""
        return table(
            {
                "solutions": self.solutions.tolist(),
                "count": self.counts,
                "complete": self.complete,
                "solution": self.to_strings(),
                "error": error_column(self.errors, len(self)),
            }
        )

    def __len__(self) -> int:
        return len(self.counts)

    def __repr__(self) -> str:
        return f"Counts({tally(self.layout, self.solutions)})"


def count_solutions_array(
    puzzles: Board,
    limit: int = 2,
    *,
    time_limit: float | None = None,
    workers: int | None = None,
    layout: LayoutLike | None = None,
) -> Counts:
    """Count the solutions of an array or a column of puzzles of one layout, up to a limit.

    Each row gets the count that `count_solutions` would return. A bad row never raises an exception:
    ``errors`` says what is wrong with it.

    Parameters
    ----------
    puzzles : array, list, Series or Arrow column
        As for `solve_array`: integers of shape (n, cells) or (n, N, N), or a column of text.
    limit : int
        Stop counting at this number; 2 is enough to tell none, one and many apart.
    time_limit : float, optional
        Time limit per puzzle, in seconds.
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
    >>> counts = count_solutions_array(["1.....3..4.....2", "2...............", "11.............."])
    >>> counts.solutions.tolist()
    ['one', 'many', 'bad_input']
    """
    limit, shared = whole_number("limit", limit, 1), Shared(workers)
    if time_limit is not None:
        check_limit("`time_limit`", time_limit)
    column = column_of(puzzles, layout)
    found, rows_in_all = column.layout, len(column)
    counts, complete = np.zeros(rows_in_all, dtype=np.int64), np.zeros(rows_in_all, dtype=np.bool_)
    grids = np.zeros((rows_in_all, found.cells), dtype=np.uint8)
    errors: dict[int, str] = {}
    left: list[int] = []  # rows to count one at a time; until then `grids` has their givens

    def start_counting() -> Work:
        counter = block_counter(found, limit)
        if counter is not None:
            counter.recalled = shared.interrupted.flag

        def count_block(rows: slice) -> None:
            digits, good = read_good(column, rows, errors)
            decided = np.zeros(len(digits), dtype=np.bool_)
            if counter is not None:
                block = counter.count(digits)
                decided = block.decided & good
                counts[rows], complete[rows] = np.where(decided, block.counts, 0), block.complete & decided
                grids[rows] = block.solutions
                grids[rows][~decided] = 0
            doubtful = good & (counts[rows] == 0)  # no solution, not decided, or givens that clash
            if doubtful.any():
                fine = without_clashes(found, digits, np.flatnonzero(doubtful), rows.start, errors)
                others = fine[~decided[fine]]
                grids[rows][others] = digits[others]
                left.extend((rows.start + others).tolist())

        return count_block

    def count_alone(row: int) -> None:
        puzzle = puzzle_of(found, grids[row])
        verdict = count_solutions(puzzle, limit, time_limit=time_limit, stop=shared.interrupted.is_set)
        counts[row], complete[row] = verdict.count, verdict.complete
        grids[row] = 0 if verdict.solution is None else verdict.solution.ravel()

    with shared:
        shared.by_block(rows_in_all, start_counting)
        shared.by_row(sorted(left), count_alone)
    complete[list(errors)] = False
    return Counts(found, counts, complete, grids, dict(sorted(errors.items())))
