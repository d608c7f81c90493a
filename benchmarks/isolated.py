"""A solver in its own process, so that every solver obeys the same time limit. Its solutions are checked.

The process is warm: it has imported and compiled everything before the clock starts. The limit is for
building and solving together; a solver that exceeds it is killed, and the puzzle counts as unsolved.
"""

from __future__ import annotations

import multiprocessing
import os
import signal
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess
from typing import Protocol

import numpy as np
from peers import OURS, PEERS, Build, TimeLimitError

import ergodoku as eg
from ergodoku.puzzle.puzzle import Digits

SOLVED, NONE, LIMIT, FAILED = "solved", "no solution", "time limit", "failed"
WARM = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
GRACE = 0.5  # seconds between the limit and the kill: a solver may be about to stop by itself
START_LIMIT = 300.0  # seconds to import and to compile


@dataclass(frozen=True)
class Outcome:
    """How one run ended, with the seconds to build (None if not known separately) and to solve."""

    status: str
    built: float | None
    seconds: float
    note: str = ""

    @property
    def total(self) -> float:
        """Seconds to build and to solve."""
        return (self.built or 0.0) + self.seconds

    def __str__(self) -> str:
        apart = "" if self.built is None else f"built in {self.built:.4f} s, "
        note = f" ({self.note})" if self.note else ""
        return f"{self.status:<12} {apart}answer in {self.seconds:.4f} s{note}"


class Solver(Protocol):
    """A solver in a comparison: it has a name, solves within a limit, and can be closed."""

    name: str

    def run(self, puzzle: eg.Puzzle, limit: float, seed: int = 0) -> Outcome:
        """Solve a puzzle within this many seconds."""
        ...

    def close(self) -> None:
        """End any process that is still running."""
        ...


@contextmanager
def contenders(names: list[str], others: list[Solver]) -> Iterator[list[Solver]]:
    """Yield the named peers and the other solvers, and close them all afterwards."""
    solvers: list[Solver] = [*(Isolated(name) for name in names), *others]
    try:
        yield solvers
    finally:
        for solver in solvers:
            solver.close()


def judged(
    puzzle: eg.Puzzle, grid: Digits | None, built: float | None, seconds: float, limit: float
) -> Outcome:
    """Check a grid, and return the outcome; a grid of None means that the solver reported no solution."""
    if (built or 0.0) + seconds > limit + GRACE:
        return Outcome(LIMIT, built, seconds)
    if grid is None:
        return Outcome(NONE, built, seconds)
    wrong = fault(puzzle, grid)
    return Outcome(FAILED, built, seconds, wrong) if wrong else Outcome(SOLVED, built, seconds)


def fault(puzzle: eg.Puzzle, grid: Digits) -> str:
    """Return what is wrong with a solution, or an empty text if it is correct."""
    flat, size = np.asarray(grid).ravel(), puzzle.size
    if len(flat) != puzzle.layout.cells:
        return f"{len(flat)} cells instead of {puzzle.layout.cells}"
    if not ((flat >= 1) & (flat <= size)).all():
        return "not all cells are filled"
    if not ((flat == puzzle.flat) | (puzzle.flat == 0)).all():
        return "givens were changed"
    if any(len(set(flat[unit].tolist())) != size for unit in puzzle.layout.units):
        return "a digit occurs twice in a unit"
    return ""


class Isolated:
    """A peer in a warm process; if the process had to be killed, a new one is started."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.serve: Callable[[str, Connection], None] = _serve
        self.process: BaseProcess | None = None
        self.pipe: Connection | None = None

    def run(self, puzzle: eg.Puzzle, limit: float, seed: int = 0) -> Outcome:
        """Solve a puzzle within this many seconds, including the time to build its model."""
        pipe = self._ready()
        pipe.send((puzzle.to("json"), limit, seed))
        if pipe.recv() != "begin":
            raise RuntimeError("the helper process sent an unexpected message")
        begin, built = time.perf_counter(), None
        try:
            while pipe.poll(max(0.0, begin + limit + GRACE - time.perf_counter())):
                what, value, seconds = pipe.recv()
                if what == "built":
                    built = seconds
                elif what == "grid":
                    return judged(puzzle, value, built, seconds, limit)
                else:
                    return Outcome(FAILED if what == "error" else LIMIT, built, seconds, value or "")
        except EOFError:
            self.close()
            return Outcome(FAILED, built, time.perf_counter() - begin, "the process died")
        self.close()
        return Outcome(LIMIT, built, limit - (built or 0.0))

    def close(self) -> None:
        """Kill the process and its children."""
        if self.process is None or self.pipe is None:
            return
        with suppress(ProcessLookupError, PermissionError):
            if hasattr(os, "killpg") and self.process.pid:
                os.killpg(self.process.pid, signal.SIGKILL)
        self.process.kill()
        self.process.join()
        self.pipe.close()
        self.process = self.pipe = None

    def _ready(self) -> Connection:
        if self.pipe is None:
            context = multiprocessing.get_context("spawn")
            self.pipe, theirs = context.Pipe()
            self.process = context.Process(target=self.serve, args=(self.name, theirs), daemon=True)
            self.process.start()
            theirs.close()
            if not self.pipe.poll(START_LIMIT) or self.pipe.recv() != "ready":
                self.close()
                raise SystemExit(f"{self.name} did not start")
        return self.pipe


def _serve(name: str, pipe: Connection) -> None:
    """Main loop of the other process: solve one puzzle after another until killed."""
    build = warmed(name, pipe)
    while True:
        try:
            text, limit, seed = pipe.recv()
        except EOFError:
            return
        puzzle = eg.parse(text)
        if name == OURS:
            for method in ("auto", "probing", "focused"):  # load the kernels
                eg.solve(puzzle, method, seed=seed + 1_000_003, stop=eg.Iterations(10), workers=1)
        pipe.send("begin")
        begin = time.perf_counter()
        try:
            solve = build(puzzle, seed)
            built = time.perf_counter() - begin
            pipe.send(("built", None, built))
            begin = time.perf_counter()
            grid = solve(max(0.0, limit - built))
            pipe.send(("grid", grid, time.perf_counter() - begin))
        except TimeLimitError:
            pipe.send(("limit", None, time.perf_counter() - begin))
        except Exception as error:
            pipe.send(("error", f"{type(error).__name__}: {error}"[:200], time.perf_counter() - begin))


def warmed(name: str, pipe: Connection) -> Build:
    """Prepare this process for the first puzzle, and return the function that builds models."""
    if hasattr(os, "setsid"):
        os.setsid()  # so that the children of this process can be killed with it
    threading.Thread(target=_die_with_parent, daemon=True).start()
    build = PEERS[name]
    build(eg.parse(WARM), 0)(None)
    pipe.send("ready")
    return build


def _die_with_parent() -> None:
    """End this process and its children if the benchmark itself was killed."""
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
    if hasattr(os, "killpg"):
        os.killpg(0, signal.SIGKILL)
    os._exit(1)
