"""Studies with synthetic runs, so that a test knows the expected results."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np

from ergodoku.engine.trace import Trace
from ergodoku.lab.report import write_report
from ergodoku.lab.study import Descent, RunRow, Study
from ergodoku.lab.study.descents import pack_descent
from ergodoku.lab.study.traces import pack
from ergodoku.methods.contender import Contender
from ergodoku.puzzle.puzzle import Puzzle
from tests.samples import EASY, HARD, general

quick_report = partial(write_report, formats="none")  # pictures take most of the time of a report
LIMIT = 1000
START = 40  # energy before the first iteration
Outcome = tuple[str, int]  # status and iterations; a thousand iterations take a second
Points = list[tuple[int, int]]  # iterations and energies


def puzzles(count: int) -> list[Puzzle]:
    """Return some different puzzles."""
    return [Puzzle.parse(HARD), Puzzle.parse(EASY), *(general(4, 0.5, k) for k in range(20))][:count]


def contenders(labels: Sequence[str]) -> list[Contender]:
    """Return a contender for each label, all different."""
    return [Contender.of("focused", {"sweep": k + 2}, label) for k, label in enumerate(labels)]


def straight(status: str, iterations: int) -> Points:
    """Return the descent of a run whose energy falls only once, at its last iteration."""
    return [(0, START), (iterations, 0 if status == "solved" else 2)]


def descent(points: Points) -> Descent:
    """Return a descent with these iterations and energies."""
    iteration, energy = np.array(points, dtype=np.int64).reshape(-1, 2).T
    return Descent(iteration, energy, iteration / max(1, *iteration, 1))


def made_up(
    folder: Path,
    outcome: Callable[[int, int, int], Outcome | None],
    *,
    labels: Sequence[str] = ("first", "second"),
    count: int = 1,
    runs: int = 20,
    trace: Callable[[int, int, int], Trace] | None = None,
    fall: Callable[[str, int], Points] = straight,
    descends: Callable[[int, int, int], Descent] | None = None,
    **changes: Any,
) -> Study:
    """Start a study, and store the ``outcome`` of each run; None means that the run has not ended yet.

    ``fall`` gives the descent of a run from its status and iterations; ``descends``, if given, replaces
    ``fall`` and gives the descent from the run's puzzle, contender and repetition.
    """
    asked = {"time_limit": None, "max_iterations": LIMIT, "traces": trace is not None} | changes
    study = Study.create(folder, puzzles(count), contenders(labels), runs=runs, **asked)
    rows = []
    for task in study.tasks():
        ended = outcome(*task[:3])
        if ended is not None:
            status, iterations = ended
            energy = 0 if status == "solved" else 2
            found_by = "logic" if iterations == 0 else "focused"
            packed = None if trace is None else pack(trace(*task[:3]))
            effort = (iterations, 2 * iterations, iterations / 1000, iterations / 1000)
            points = [] if iterations == 0 else fall(status, iterations)
            fell = descent(points) if descends is None else descends(*task[:3])
            blobs = packed, pack_descent(fell)
            rows.append(
                RunRow(*task[:3], str(task.seed), status, energy, *effort, found_by, 0.0, "worker", *blobs)
            )
    with study.store() as store:
        store.add_many(rows)
    return study
