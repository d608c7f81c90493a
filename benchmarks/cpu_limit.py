"""An exact solver in its own process, with a limit on CPU time, for a busy machine.

Building the model in Python is timed separately and does not count towards the limit. A solver that exceeds
the limit is killed. This needs Linux.
"""

from __future__ import annotations

import os
import time
from multiprocessing.connection import Connection
from pathlib import Path

from isolated import FAILED, LIMIT, Isolated, Outcome, judged, warmed

import ergodoku as eg

LOOK = 0.1  # seconds between two readings of the other process's CPU time


class CpuLimited(Isolated):
    """A peer in a warm process, which is killed when its CPU time is used up."""

    def __init__(self, name: str) -> None:
        super().__init__(name)
        self.serve = _serve

    def run(self, puzzle: eg.Puzzle, limit: float, seed: int = 0) -> Outcome:
        """Solve a puzzle within this many seconds of CPU time, not counting the time to build the model."""
        pipe, built = self._ready(), None
        pipe.send((puzzle.to("json"), seed))
        try:
            built, before = pipe.recv()
            while not pipe.poll(LOOK):
                if self._used() - before > limit:
                    self.close()
                    return Outcome(LIMIT, built, limit)
            grid, seconds, error = pipe.recv()
        except EOFError:
            self.close()
            return Outcome(FAILED, built, 0.0, "the process died")
        if error:
            return Outcome(FAILED, built, seconds, error)
        if seconds > limit:
            return Outcome(LIMIT, built, limit)
        outcome = judged(puzzle, grid, None, seconds, limit)
        return Outcome(outcome.status, built, seconds, outcome.note)

    def _used(self) -> float:
        """Return the CPU time of the process so far."""
        assert self.process is not None
        fields = Path(f"/proc/{self.process.pid}/stat").read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def _serve(name: str, pipe: Connection) -> None:
    """Main loop of the other process: solve one puzzle after another until killed."""
    build = warmed(name, pipe)
    while True:
        try:
            text, seed = pipe.recv()
        except EOFError:
            return
        puzzle, grid, error = eg.parse(text), None, ""
        begin = time.process_time()
        solve = build(puzzle, seed)
        built = time.process_time()
        pipe.send((built - begin, built))
        begin = time.process_time()
        try:
            grid = solve(None)
        except Exception as problem:
            error = f"{type(problem).__name__}: {problem}"[:200]
        pipe.send((grid, time.process_time() - begin, error))
