"""All runs of the server: who may start a run, who may see it, and when it is deleted."""

from __future__ import annotations

import secrets
import threading
import time
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from ergodoku.base.errors import ServerError
from ergodoku.web.log import note
from ergodoku.web.runs.server_run import ServerRun
from ergodoku.web.runs.slots import Slots

if TYPE_CHECKING:
    from ergodoku.methods.contender import Contender
    from ergodoku.puzzle.puzzle import Puzzle
    from ergodoku.web.limits import Limits


class BusyError(ServerError):
    """The server is too busy: 429 because of this visitor, 503 because of all visitors.

    Parameters
    ----------
    status : int
        Status of the HTTP response.
    what : str
        What is wrong, as a clause without a full stop.
    retry : int
        Seconds after which to try again.
    instead : str
        What the visitor can do instead of waiting, if anything.
    """

    def __init__(self, status: int, what: str, retry: int, instead: str = "") -> None:
        later = f"try again in {retry} s"
        super().__init__(what, f"{instead}, or {later}" if instead else later)
        self.status, self.retry = status, retry


class RunRegistry:
    """The runs by their ids."""

    def __init__(self, limits: Limits) -> None:
        self.limits, self.slots = limits, Slots(limits.running, limits.slow)
        self.lock = threading.RLock()
        self.runs: dict[str, ServerRun] = {}
        self.closed = False

    @property
    def running(self) -> int:
        """Number of unfinished runs that do not wait, including paused ones."""
        return sum(1 for run in self._unfinished() if run.position is None)

    @property
    def queued(self) -> int:
        """Number of runs that wait in the queue."""
        return sum(1 for run in self._unfinished() if run.position is not None)

    def start(
        self, puzzle: Puzzle, contenders: Sequence[Contender], *, visitor: str, **wishes: Any
    ) -> ServerRun:
        """Start a run, or raise `BusyError`."""
        with self.lock:
            self.forget()
            unfinished = self._unfinished()
            places = self.limits.running + self.limits.slow + self.limits.queue
            if self.closed or len(unfinished) >= places:
                raise BusyError(503, "the server has too many runs", 5)
            if sum(1 for run in unfinished if run.visitor == visitor) >= self.limits.visitor:
                raise BusyError(
                    429,
                    f"you have {self.limits.visitor} unfinished runs, the most for one visitor",
                    5,
                    "cancel one",
                )
            run = ServerRun(puzzle, contenders, self.limits, self.slots, visitor=visitor, **wishes)
            try:
                run.start()
            except (RuntimeError, MemoryError):  # the system allows no more threads
                raise BusyError(503, "the server cannot start another thread", 5) from None
            self.runs[run.id] = run
        note("run started", run=run.id, methods=[each.label for each in contenders], size=puzzle.size)
        return run

    def find(self, run_id: str) -> ServerRun | None:
        """Return a run, or None if there is no such run or it has been deleted."""
        with self.lock:
            self.forget()
            return self.runs.get(run_id)

    @staticmethod
    def may(run: ServerRun, token: str) -> bool:
        """Return whether a token belongs to the run; the time this takes reveals nothing about the token."""
        return secrets.compare_digest(run.token.encode(), token.encode("utf-8", "replace"))

    def drop(self, run: ServerRun) -> None:
        """Cancel a run, or delete it if it has ended."""
        if run.ended:
            with self.lock:
                self.runs.pop(run.id, None)
        else:
            run.cancel()

    def forget(self) -> None:
        """Delete finished runs that are too old, and the oldest ones if there are too many."""
        with self.lock:
            ended = [(run.ended_at, run.id) for run in self.runs.values() if run.ended_at is not None]
            ended.sort(reverse=True)
            for k, (at, run_id) in enumerate(ended):
                if k >= self.limits.kept or time.monotonic() - at > self.limits.keep:
                    del self.runs[run_id]

    def close(self, seconds: float = 5.0) -> None:
        """End all runs, and wait for their workers."""
        with self.lock:
            self.closed = True
            runs = list(self.runs.values())
        for run in runs:
            run.cancel()
        deadline = time.monotonic() + seconds
        for run in runs:
            run.join(max(0.0, deadline - time.monotonic()))

    def _unfinished(self) -> list[ServerRun]:
        with self.lock:
            return [run for run in self.runs.values() if not run.ended]
