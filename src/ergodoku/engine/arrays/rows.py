"""Share the rows of an array among threads in blocks, and return results as a table."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ergodoku.base.arguments import whole_number
from ergodoku.base.threads import Interruption, Threads
from ergodoku.engine.run import CORES
from ergodoku.engine.slices import SECONDS
from ergodoku.puzzle.clashes import conflict_error, conflicts
from ergodoku.puzzle.formats.columns import Column
from ergodoku.puzzle.layout import Layout
from ergodoku.puzzle.puzzle import Digits, Puzzle

FEWEST = 8  # rows in each thread's first block; blocks of slow puzzles can be smaller
BAD_INPUT = "bad_input"


Work = Callable[[slice], object]


class Shared:
    """Threads that share the rows of an array; an error or Ctrl-C sets ``interrupted`` and ends all of them.

    Parameters
    ----------
    workers : int, optional
        Number of threads; all cores by default.
    """

    def __init__(self, workers: int | None) -> None:
        self.workers = whole_number("workers", CORES if workers is None else workers, 1)
        self.interrupted = Interruption()

    def __enter__(self) -> Shared:
        self.pool = Threads(self.workers)
        return self

    def __exit__(self, *_: object) -> None:
        self.pool.shutdown()

    def by_block(self, count: int, start_work: Callable[[], Work]) -> None:
        """Do the work for all rows, in blocks of about 10 ms so that Ctrl-C works.

        Each thread calls ``start_work`` for itself, and takes the next block whenever it has finished one.
        """
        lock, taken = threading.Lock(), 0

        def take(most: int) -> slice:
            nonlocal taken
            with lock:
                # Blocks get smaller towards the end, so that all threads finish together.
                first, fair = taken, max(FEWEST, (count - taken) // (2 * self.workers))
                taken = min(count, first + min(most, fair))
                return slice(first, taken)

        def help_out(_: int) -> None:
            work, most = start_work(), FEWEST
            while not self.interrupted.is_set() and (rows := take(most)).start < count:
                before = time.perf_counter()
                work(rows)
                most = most * 2 if time.perf_counter() - before < SECONDS else max(1, most // 2)

        helpers = min(self.workers, -(-count // FEWEST))  # more threads would find no rows left
        self.pool.share(help_out, range(helpers), self.interrupted)

    def by_row(self, rows: Sequence[int], work: Callable[[int], object]) -> None:
        """Do the work for these rows, one row at a time."""
        self.pool.share(work, rows, self.interrupted)


def read_good(column: Column, rows: slice, errors: dict[int, str]) -> tuple[Digits, NDArray[np.bool_]]:
    """Return the digits of a block and which of its rows are readable; store an error for each other row."""
    part = column.rows(rows.start, rows.stop)
    good = np.ones(len(part.digits), dtype=np.bool_)
    good[[row - rows.start for row in part.errors]] = False
    errors.update(part.errors)
    return part.digits, good


def without_clashes(
    layout: Layout, digits: Digits, rows: NDArray[np.intp], first: int, errors: dict[int, str]
) -> NDArray[np.intp]:
    """Return the rows whose givens do not contradict each other; store an error for each of the others.

    ``digits`` starts at row ``first`` of the whole array.
    """
    clash = conflicts(layout, digits[rows])
    for row in rows[clash].tolist():
        errors[first + row] = str(conflict_error(layout, digits[row]))
    return rows[~clash]


def puzzle_of(layout: Layout, digits: Digits) -> Puzzle:
    """Return a row as a puzzle, without checking it again."""
    flat = digits.copy()
    flat.setflags(write=False)
    return Puzzle.unchecked(layout, flat)


def table(columns: Mapping[str, Any]) -> Any:
    """Return a polars data frame; lists become columns of text."""
    try:
        import polars
    except ImportError:
        raise ImportError('to_polars needs polars: pip install "ergodoku[tables]"') from None
    return polars.DataFrame(
        {
            name: polars.Series(values, dtype=polars.String) if isinstance(values, list) else values
            for name, values in columns.items()
        }
    )


def error_column(errors: dict[int, str], count: int) -> list[str | None]:
    """Return the error of each row, None for a good row."""
    return [errors.get(row) for row in range(count)] if errors else [None] * count


def tally(layout: Layout, kinds: NDArray[np.str_]) -> str:
    """Return a text with the layout and the number of rows of each kind."""
    counts = zip(*np.unique(kinds, return_counts=True), strict=True)
    return repr(layout) + "".join(f", {count:,} {kind}" for kind, count in counts)
