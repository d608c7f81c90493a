"""Columns and arrays of puzzles: solved as a whole, without a Python object for each."""

from __future__ import annotations

import threading
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ergodoku.base.threads import Threads
from ergodoku.engine.blocks import in_parts
from ergodoku.engine.run import CORES
from ergodoku.engine.solve import solve
from ergodoku.engine.status import Status
from ergodoku.engine.stop import Flag, Stop, stop_of
from ergodoku.methods.contender import Contender
from ergodoku.methods.method import Method
from ergodoku.methods.parameters import whole_number
from ergodoku.puzzle.boards import Board
from ergodoku.puzzle.clashes import conflict_error, conflicts
from ergodoku.puzzle.formats.alphabets import LARGEST_WITH_SYMBOLS, usual
from ergodoku.puzzle.formats.columns import digit_rows
from ergodoku.puzzle.layout import Layout, LayoutLike
from ergodoku.puzzle.puzzle import Digits, Puzzle

BAD_INPUT = "bad_input"
BLOCK = 2048  # rows that a thread takes at a time
Rows = NDArray[np.intp]


@dataclass(frozen=True, eq=False)
class Solutions:
    """What became of an array of puzzles, one row each.

    Attributes
    ----------
    layout : Layout
        Of all puzzles.
    grids : ndarray of uint8, shape (n, cells)
        The grids that `solve` would return: a solution only where the status is ``solved``. Zeros for bad
        input.
    status : ndarray of str
        ``solved``, ``gave_up``, ``unsolvable`` or ``bad_input``.
    iterations : ndarray of int64
        Iterations of the search; 0 where logic was enough.
    errors : dict
        What is wrong with the rows of bad input, by their number from 0.
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
        """Return the solutions as text, one character per cell; None where a row is not solved.

        Above 25x25 there are no symbols: these are numbers with spaces between them.
        """
        solved, cells = self.solved, self.layout.cells
        if self.layout.size > LARGEST_WITH_SYMBOLS:
            texts = [" ".join(map(str, row)) for row in self.grids[solved].tolist()]
        else:
            whole = usual(self.layout.size).encode(self.grids[solved])
            texts = [whole[k : k + cells] for k in range(0, len(whole), cells)]
        if solved.all():
            return list(texts)
        rest = iter(texts)
        return [next(rest) if done else None for done in solved.tolist()]

    def to_polars(self) -> Any:
        """Return a polars data frame with the columns solution, status, iterations and error."""
        try:
            import polars
        except ImportError:
            raise ImportError('to_polars needs polars: pip install "ergodoku[lab]"') from None
        errors = [self.errors.get(row) for row in range(len(self))] if self.errors else [None] * len(self)
        return polars.DataFrame(
            {
                "solution": polars.Series(self.to_strings(), dtype=polars.String),
                "status": polars.Series(self.status.tolist(), dtype=polars.String),
                "iterations": self.iterations,
                "error": polars.Series(errors, dtype=polars.String),
            }
        )

    def __len__(self) -> int:
        return len(self.grids)

    def __repr__(self) -> str:
        counts = zip(*np.unique(self.status, return_counts=True), strict=True)
        parts = "".join(f", {count:,} {status}" for status, count in counts)
        return f"Solutions({self.layout!r}{parts})"


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

    Each row is solved as `solve` would with the same seed. A bad row never raises: its status is
    ``bad_input``, and ``errors`` says what is wrong with it.

    Parameters
    ----------
    puzzles : array, list, Series or Arrow column
        An integer array of shape (n, cells) or (n, N, N) with 0 for blanks; or text, one puzzle per row, as a
        list or as a NumPy, pandas, polars or Arrow column. Blanks are any of ``. 0 - * x X _``.
    method : str, Method or Contender
        A method by name or with parameters; ``auto`` by default.
    seed : int
        Decides everything: the same seed gives the same result.
    stop : Stop or float, optional
        When to give up on a puzzle; a number is a time in seconds. Without it, small puzzles are solved much
        faster, many in one call.
    workers : int, optional
        Number of threads; all cores by default. This never changes the result.
    layout : Layout, int, tuple of int or str, optional
        The layout, its size or its box; or ``classic``, ``diagonal`` or ``windows``. By default the classic
        layout for the size of an array, or for the commonest length of text.

    Returns
    -------
    Solutions
        Arrays with a row for each puzzle, in their order.

    Raises
    ------
    ParameterError, PuzzleError
        If the puzzles are no array or column, or the layout does not fit them.

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
    count = whole_number("workers", CORES if workers is None else workers, 1)
    limit = stop_of(stop)
    found, digits, errors = digit_rows(puzzles, layout)
    solutions = Solutions(
        found,
        np.zeros_like(digits),
        np.full(len(digits), BAD_INPUT, dtype=f"U{max(map(len, Status))}"),
        np.zeros(len(digits), dtype=np.int64),
        errors,
    )
    interrupted = threading.Event()

    def solve_block(rows: Rows) -> None:
        solver = contender.method.block_solver(found, seed)
        assert solver is not None
        for start, part in in_parts(digits[rows], solver, interrupted):
            done = rows[start : start + len(part.solved)][part.solved]
            solutions.grids[done] = part.grids[part.solved]
            solutions.iterations[done] = part.iterations[part.solved]
            solutions.status[done] = Status.SOLVED.value

    def solve_alone(row: int) -> None:
        flag, flat = Flag(interrupted), digits[row].copy()
        flat.setflags(write=False)
        result = solve(
            Puzzle.unchecked(found, flat),
            contender,
            seed=seed,
            stop=flag if limit is None else limit | flag,
            workers=1,
        )
        solutions.grids[row] = result.grid.ravel()
        solutions.iterations[row] = result.iterations
        solutions.status[row] = result.status.value

    left = np.delete(np.arange(len(digits)), list(errors))
    with Threads(count) as pool:
        if limit is None and contender.method.block_solver(found, seed) is not None:
            blocks = [left[k : k + BLOCK] for k in range(0, len(left), BLOCK)]
            pool.share(solve_block, blocks, interrupted)
            left = left[~solutions.solved[left]]
        clash = conflicts(found, digits[left])
        errors.update((row, str(conflict_error(found, digits[row]))) for row in left[clash].tolist())
        pool.share(solve_alone, left[~clash].tolist(), interrupted)
    return solutions
