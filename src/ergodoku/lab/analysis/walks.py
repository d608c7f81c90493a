"""Some walks from the stored traces of a study: all contenders on one puzzle."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from ergodoku.engine.trace import COLUMNS, Trace

if TYPE_CHECKING:
    from ergodoku.lab.analysis.summary import Runs
    from ergodoku.lab.study import Store

WALKS = 4  # walks per contender


@dataclass(frozen=True, eq=False)
class StoredWalk:
    """The trace of one run, with its puzzle, contender and repetition."""

    puzzle: int
    contender: int
    repetition: int
    trace: Trace


def stored_walks(store: Store, runs: Runs, most: int = WALKS) -> list[StoredWalk]:
    """Return the first walks of each contender on the puzzle of median difficulty; empty without traces.

    The difficulty of a puzzle is the mean number of iterations of the runs that searched on it.
    """
    moved = runs.iterations > 0
    if not moved.any():
        return []
    puzzles, place = np.unique(runs.puzzle[moved], return_inverse=True)
    mean = np.bincount(place, runs.iterations[moved]) / np.bincount(place)
    puzzle = int(puzzles[np.argsort(mean, kind="stable")[(len(puzzles) - 1) // 2]])
    found = []
    for row in np.flatnonzero((runs.puzzle == puzzle) & (runs.repetition < most)):
        key = puzzle, int(runs.contender[row]), int(runs.repetition[row])
        trace = store.trace(key)
        if trace is not None and len(trace):
            if runs.solved[row] and trace.best[-1] > 0:
                trace = _with_solution(trace, int(runs.iterations[row]), float(runs.seconds[row]))
            found.append(StoredWalk(*key, trace))
    return found


def _with_solution(trace: Trace, iteration: int, seconds: float) -> Trace:
    """Return the trace with the solution as its last point: the points of a trace are evenly spaced."""
    end = {"iteration": iteration, "seconds": seconds, "energy": 0, "best": 0}
    columns: dict[str, Any] = {name: getattr(trace, name) for name in COLUMNS}
    for name, column in columns.items():
        columns[name] = np.append(column, end.get(name, column[-1]))
    return Trace(**columns)
