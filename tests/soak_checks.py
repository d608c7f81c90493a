"""The checks for every case of the soak: of the result, of determinism, and of the trace."""

from __future__ import annotations

import dataclasses
import tempfile
from pathlib import Path
from typing import Any

import numpy as np

from ergodoku.engine import checkpoint
from ergodoku.engine.batch import solve_many
from ergodoku.engine.proof import PROVED
from ergodoku.engine.result import Result, Snapshot
from ergodoku.engine.run import Run
from ergodoku.engine.status import Status
from ergodoku.engine.stop import Iterations, Seconds
from ergodoku.engine.trace import COLUMNS
from ergodoku.puzzle.puzzle import Digits, Puzzle
from ergodoku.testing import missing_digits
from tests.soak_cases import Case


class WrongError(Exception):
    """A promise was broken."""


def require(holds: object, what: str) -> None:
    if not holds:
        raise WrongError(what)


def check(case: Case, rng: np.random.Generator) -> str:
    """Run a case in several ways; return its status, or raise `WrongError`."""
    end = Iterations(case.cap)
    run = _run(case, rng, stop=Seconds(case.seconds) | end)
    first = _finished(case, run)
    if run.reason == PROVED:  # the moment at which a proof ends is not deterministic
        return first.status
    if first.seconds >= case.seconds:
        # The clock may have ended the run, even inside an iteration. Run again with a limit of iterations.
        end = Iterations(max(1, run.iteration))
        run = _run(case, rng, stop=end)
        first = _finished(case, run)
    jumpy = Jumpy(case, rng, run.iteration)
    again = _run(case, rng, stop=end, callbacks=[jumpy])
    while again.advance(jumpy.length()):
        pass
    check_same(first, again.result(), "other slices and workers")
    if rng.random() < 0.5 and not case.forgets and run.searches:
        check_resume(case, rng, first, run.iteration, end)
    if rng.random() < 0.2:
        filmed = _run(case, rng, stop=end, keyframes=True).finish()
        check_same(first, filmed, "with keyframes")
        for _, grid in filmed.keyframes:
            check_givens(case.puzzle, grid, "a keyframe")
    if case.name == "auto" and case.puzzle.size <= 16 and case.replicas in (None, 1) and first.solved:
        (batch,) = solve_many([case.puzzle], case.method, seed=case.seed)
        require((batch.grid == first.grid).all(), "solve_many finds a different grid than solve")
    return first.status


def _finished(case: Case, run: Run) -> Result:
    """Run to the end, and check the result."""
    result = run.finish()
    check_answer(case, result)
    check_trace(result)
    return result


def check_answer(case: Case, result: Result) -> None:
    check_givens(case.puzzle, result.grid, "the result")
    true = missing_digits(case.puzzle.layout, result.grid)
    require(result.energy == true, f"energy is {result.energy}, not {true}")
    require((result.status == Status.SOLVED) == (true == 0), f"status {result.status} at energy {true}")
    require(result.status in (Status.SOLVED, Status.GAVE_UP, Status.UNSOLVABLE), f"status {result.status}")
    require(not (case.solvable and result.status == Status.UNSOLVABLE), f"not unsolvable: {result.reason}")
    require(result.iterations <= case.cap, f"{result.iterations} iterations, limit {case.cap}")


def check_givens(puzzle: Puzzle, grid: Digits, what: str) -> None:
    given = puzzle.flat > 0
    require((grid.ravel()[given] == puzzle.flat[given]).all(), f"{what} does not keep the givens")
    require(grid.max(initial=0) <= puzzle.size, f"{what} has a digit that is too large")


def check_trace(result: Result) -> None:
    trace = result.trace
    require(len(trace) <= 4096, f"a trace of {len(trace)} points")
    if not len(trace):
        return
    require(trace.iteration[0] == 0, "the trace does not begin at iteration 0")
    require((np.diff(trace.iteration) > 0).all(), "iterations do not rise")
    require(trace.iteration[-1] <= result.iterations, "the trace goes beyond the run")
    require((np.diff(trace.best) <= 0).all(), "the best energy of the trace rises")
    require((trace.best <= trace.energy).all() and trace.best.min() >= 0, "best is above energy")
    require(trace.best[-1] >= result.energy, "the trace is better than the result")
    require((np.diff(trace.restarts) >= 0).all(), "the restarts of the trace fall")
    require((np.diff(trace.seconds) >= 0).all(), "the seconds of the trace fall")
    require(trace.seconds[-1] <= result.seconds, "the trace is longer than the run")
    require(not (trace.acceptance < 0).any(), "a negative acceptance")
    require(not (trace.temperature < 0).any(), "a negative temperature")


def check_same(first: Result, second: Result, what: str) -> None:
    for name in ("status", "energy", "iterations", "replica", "found_by"):
        one, two = getattr(first, name), getattr(second, name)
        require(one == two, f"{what}: {name} is {two}, not {one}")
    require((first.grid == second.grid).all(), f"{what}: different grid")
    require(len(first.trace) == len(second.trace), f"{what}: different length of the trace")
    for name in COLUMNS:
        if name != "seconds":
            one, two = getattr(first.trace, name), getattr(second.trace, name)
            require(
                np.array_equal(one, two, equal_nan=name in ("temperature", "acceptance")),
                f"{what}: different {name} in the trace",
            )


class Jumpy:
    """Chooses a random length for every slice, and checks snapshots of the run."""

    def __init__(self, case: Case, rng: np.random.Generator, iterations: int) -> None:
        self.case, self.rng, self.iterations = case, rng, iterations
        self.left = 20  # snapshots still to check: few, because each check takes a while

    def length(self) -> int:
        least = max(1, self.iterations // 300)
        return int(self.rng.integers(least, 1 + least * 10 ** int(self.rng.integers(0, 3))))

    def on_slice(self, run: Run) -> None:
        if self.left and self.rng.random() < 0.3:
            self.left -= 1
            self.look(run.snapshot())

    def look(self, snapshot: Snapshot) -> None:
        check_givens(self.case.puzzle, snapshot.grid, "a snapshot")
        true = missing_digits(self.case.puzzle.layout, snapshot.grid)
        require(snapshot.energy == true, f"a snapshot has energy {snapshot.energy}, not {true}")
        require(snapshot.best <= snapshot.energy, "the best of a snapshot is above its energy")


def check_resume(
    case: Case, rng: np.random.Generator, first: Result, iterations: int, end: Iterations
) -> None:
    half = _run(case, rng, stop=Iterations(int(rng.integers(0, iterations + 1))))
    before = half.finish()
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "run.npz"
        checkpoint.save(half, path)
        resumed = checkpoint.load(path, stop=end, workers=int(rng.integers(1, 4))).finish()
    # A limit inside a round may stop the replica that would have won the round. If another replica has
    # solved the puzzle by then, the result of the first half is final.
    check_same(before if before.solved else first, resumed, "checkpoint and resume")


def _run(case: Case, rng: np.random.Generator, **options: Any) -> Run:
    """Return a run of the case; its numbers of workers and threads are random, and must not matter."""
    method: Any = case.method
    if hasattr(method, "threads"):
        method = dataclasses.replace(method, threads=int(rng.integers(0, 4)))
    workers = int(rng.integers(1, 5))
    return Run(case.puzzle, method, seed=case.seed, replicas=case.replicas, workers=workers, **options)
