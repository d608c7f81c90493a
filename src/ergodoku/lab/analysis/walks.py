"""Some walks from the stored traces of a study: all contenders on one puzzle."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from ergodoku.engine.trace import Trace
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
            found.append(StoredWalk(*key, trace))
    return found
