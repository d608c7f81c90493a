"""Solve whole columns and arrays of puzzles, without a Python object for each puzzle."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ergodoku.base.arguments import whole_number
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
from ergodoku.engine.solve import solve
from ergodoku.engine.status import Status
from ergodoku.engine.stop import Flag, Stop, stop_of
from ergodoku.methods.contender import Contender
from ergodoku.methods.method import Method
from ergodoku.puzzle.boards import Board
from ergodoku.puzzle.formats.columns import column_of, text_rows
from ergodoku.puzzle.layout import Layout, LayoutLike
from ergodoku.puzzle.puzzle import Digits


@dataclass(frozen=True, eq=False)
class Solutions:
    """The results for an array of puzzles, one row each.

    Attributes
    ----------
    layout : Layout
        The layout of all puzzles.
    grids : ndarray of uint8, shape (n, cells)
        The grids that `solve` would return. Only rows with the status ``solved`` have a solution; rows of bad
        input have zeros.
    status : ndarray of str
        ``solved``, ``gave_up``, ``unsolvable`` or ``bad_input``.
    iterations : ndarray of int64
        Iterations of the search; 0 if logic was enough.
    errors : dict
        What is wrong with the rows of bad input, by row number from 0.
    """

    layout: Layout
    grids: Digits
    status: NDArray[np.str_]
    iterations: NDArray[np.int64]
    errors: dict[int, str]

    @property
    def solved(self) -> NDArray[np.bool_]:
        """Which rows are solved."""
        return np.equal(self.status, Status.SOLVED.value)

    def to_strings(self) -> list[str | None]:
        """Return the solutions as text, one character per cell; None for a row that is not solved.

        Above 25x25 there are not enough symbols: the text is then numbers separated by spaces.
        """
        solved = self.solved
        texts = text_rows(self.layout, self.grids[solved])
        if solved.all():
            return list(texts)
        rest = iter(texts)
        return [next(rest) if done else None for done in solved.tolist()]

    def to_polars(self) -> Any:
        """Return a polars data frame with the columns solution, status, iterations and error."""
        return table(
            {
                "solution": self.to_strings(),
                "status": self.status.tolist(),
                "iterations": self.iterations,
                "error": error_column(self.errors, len(self)),
            }
        )

    def __len__(self) -> int:
        return len(self.grids)

    def __repr__(self) -> str:
        return f"Solutions({tally(self.layout, self.status)})"


def solve_array(
    puzzles: Board,
    method: str | Method | Contender = "auto",
    *,
    seed: int = 0,
    stop: Stop | float | None = None,
    workers: int | None = None,
    layout: LayoutLike | None = None,
) -> Solutions:
    """Solve an array or a column of puzzles of one layout.

    Each row is solved as `solve` would solve it with the same seed. A bad row never raises an exception: its
    status is ``bad_input``, and ``errors`` says what is wrong with it.

    Parameters
    ----------
    puzzles : array, list, Series or Arrow column
        An integer array of shape (n, cells) or (n, N, N) with 0 for blanks; or text, one puzzle per row, as a
        list or as a NumPy, pandas, polars or Arrow column. Blanks are any of ``. 0 - * x X _``.
    method : str, Method or Contender
        A method by name or with parameters; ``auto`` by default.
    seed : int
        The same seed gives the same result.
    stop : Stop or float, optional
        When to give up on a puzzle; a number is a time in seconds. Without it, ``auto`` solves small
        puzzles much faster, because each call of its kernel solves many of them.
    workers : int, optional
        Number of threads; all cores by default. This never changes the result.
    layout : Layout, int, tuple of int or str, optional
        The layout, its size, or the shape of its boxes; or ``classic``, ``diagonal``, ``windows`` or
        ``latin``. By default the classic layout that fits: for an array its shape, for text the most common
        length.

    Returns
    -------
    Solutions
        Arrays with one row for each puzzle, in order.

    Raises
    ------
    ParameterError, PuzzleError
        If the puzzles are not an array or column, or the layout does not fit them.

    Examples
    --------
    >>> solutions = solve_array(["1.....3..4.....2", "11..............", "2..............."], seed=1)
    >>> solutions
    Solutions(Layout(classic, 4x4, boxes 2x2), 1 bad_input, 2 solved)
    >>> solutions.to_strings()[0]
    '1324423124133142'
    >>> solutions.errors[1].partition(":")[0]
    'the givens contradict each other'
    """
    contender, seed = Contender.of(method), whole_number("seed", seed, 0)
    limit, shared = stop_of(stop), Shared(workers)
    column = column_of(puzzles, layout)
    found, count = column.layout, len(column)
    grids, iterations = np.zeros((count, found.cells), dtype=np.uint8), np.zeros(count, dtype=np.int64)
    status = np.full(count, BAD_INPUT, dtype=f"U{max(map(len, Status))}")
    errors: dict[int, str] = {}
    left: list[int] = []  # rows to solve one by one; until then `grids` has their givens

    def start_solving() -> Work:
        solver = contender.method.block_solver(found, seed) if limit is None else None
        if solver is not None:
            solver.recalled = shared.interrupted.flag

        def solve_block(rows: slice) -> None:
            digits, good = read_good(column, rows, errors)
            solved = np.zeros(len(digits), dtype=np.bool_)
            if solver is not None:
                block = solver.solve(digits)
                grids[rows], iterations[rows], solved = block.grids, block.iterations, block.solved & good
                status[rows][solved] = Status.SOLVED.value
            if not solved.all():
                grids[rows][~solved], iterations[rows][~solved] = 0, 0
                others = without_clashes(found, digits, np.flatnonzero(good & ~solved), rows.start, errors)
                grids[rows][others] = digits[others]
                left.extend((rows.start + others).tolist())

        return solve_block

    def solve_alone(row: int) -> None:
        flag = Flag(shared.interrupted)
        result = solve(
            puzzle_of(found, grids[row]),
            contender,
            seed=seed,
            stop=flag if limit is None else limit | flag,
            workers=1,
        )
        grids[row], iterations[row] = result.grid.ravel(), result.iterations
        status[row] = result.status.value

    with shared:
        shared.by_block(count, start_solving)
        shared.by_row(sorted(left), solve_alone)
    return Solutions(found, grids, status, iterations, dict(sorted(errors.items())))
