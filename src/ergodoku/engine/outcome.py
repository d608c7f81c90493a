"""Build the snapshot and the result of a run from its parts."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from ergodoku.engine.result import Result, Snapshot
from ergodoku.engine.status import Status
from ergodoku.engine.trace import NotedTrace, Trace, make_trace, no_trace
from ergodoku.methods.parameters import as_dict
from ergodoku.methods.registry import ENTRIES

if TYPE_CHECKING:
    from ergodoku.engine.run import Run
    from ergodoku.methods.method import Search
    from ergodoku.puzzle.puzzle import Digits

CONSTRUCTION = "construction"  # the landscape of partial grids, in the words of the registry


def result_of(run: Run) -> Result:
    """Return the outcome of a run so far."""
    leader = run.leader
    search = run.searches[leader] if run.searches else None
    grid = _without_search(run) if search is None else search.best_grid()
    return Result(
        puzzle=run.puzzle,
        status=run.status or Status.GAVE_UP,
        grid=grid,
        energy=int(np.count_nonzero(grid == 0)) if search is None else search.best,
        method=run.contender.name,
        label=run.contender.label,
        found_by=_found_by(run, search),
        parameters=as_dict(run.method),
        seed=run.seed,
        replicas=run.replicas,
        replica=leader,
        iterations=0 if search is None else search.iteration,
        evaluations=0 if search is None else search.evaluations,
        seconds=run.seconds,
        cpu_seconds=run.cpu_seconds,
        trace=_trace(run),
        keyframes=run.keyframes.of(leader, search) if run.keyframes and search else [],
        reason=run.reason,
        steering=tuple(run.steering.made),
    )


def snapshot_of(run: Run) -> Snapshot:
    """Return a snapshot of a run."""
    leader = run.leader
    if not run.searches:  # logic has decided the puzzle, or the run has not started
        grid = _without_search(run)
        left, none = int(np.count_nonzero(grid == 0)), float("nan")
        return Snapshot(0, run.seconds, left, left, none, 0.0, 0, grid, 0, run.progress, "logic")
    search = run.searches[leader]
    return Snapshot(
        iteration=search.iteration,
        seconds=run.seconds,
        energy=search.energy,
        best=search.best,
        temperature=search.temperature,
        acceptance=search.accepted / max(1, search.iteration),
        restarts=search.restarts,
        grid=search.grid(),
        replica=leader,
        progress=run.progress,
        active=run.contender.name_of(search.active),
    )


def _found_by(run: Run, search: Search | None) -> str:
    if search is None:
        return "logic"
    name = search.found_by
    if search.best == 0 and search.iteration == 0 and name in ENTRIES:
        by_logic = run.method.logic_for(run.puzzle.size) != "none"
        # Construction begins with logic. Other methods begin with a random board, which may be a solution.
        if by_logic and ENTRIES[name].landscape == CONSTRUCTION:
            return "logic"
    return run.contender.name_of(name)


def _without_search(run: Run) -> Digits:
    """Return the grid after logic, or the puzzle itself if logic has not been applied yet."""
    return (run.puzzle if run.reduction is None else run.reduction.puzzle).givens


def _trace(run: Run) -> Trace:
    if not run.searches:
        return no_trace()
    leader = run.leader
    parts = run.searches[leader], run.timeline, run.walks.longest / run.walks.rounds[leader]
    return make_trace(*parts) if run.status is None else NotedTrace(*parts)
