"""The time of a run, without pauses and without compiling or loading kernels."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from ergodoku.base.compiled import stopwatch, thread_seconds

if TYPE_CHECKING:
    from ergodoku.engine.replicas import Replicas


class Clock:
    """Counts the seconds of a run.

    Attributes
    ----------
    before : float
        Seconds spent before a resume.
    cpu_seconds : float
        CPU time of the threads while they were `at_work`.
    """

    def __init__(self) -> None:
        self.before = self.cpu_seconds = 0.0
        self._began: float | None = None
        self._stopped: float | None = None  # when the clock was paused or stopped
        self._ended = False
        self._compiled = self._looked = 0.0

    @property
    def seconds(self) -> float:
        """Seconds so far."""
        if self._began is None:
            return self.before
        stopped = self._stopped  # read once: another thread may call `go_on`
        end = time.perf_counter() if stopped is None else stopped
        return self.before + end - self._began

    def start(self) -> None:
        """Start counting."""
        self._began = self._looked = time.perf_counter()
        self._compiled = stopwatch.spent

    @contextmanager
    def at_work(self) -> Iterator[None]:
        """Count the CPU time of the calling thread."""
        began = thread_seconds()
        try:
            yield
        finally:
            self.cpu_seconds += thread_seconds() - began

    def pause(self) -> None:
        """Stop counting until `go_on`."""
        if self._stopped is None and self._began is not None:
            self._stopped = time.perf_counter()

    def go_on(self) -> None:
        """Count again after a pause; do nothing if the clock is not paused."""
        if self._stopped is not None and not self._ended:
            moment, self._stopped = self._stopped, None
            self.skip_since(moment)

    def stop(self) -> None:
        """Stop counting for good."""
        self.pause()
        self._ended = True

    def skip(self, seconds: float) -> None:
        """Do not count some seconds that have passed; a paused clock does not count them anyway."""
        if self._began is not None and self._stopped is None:
            self._began += seconds

    def skip_since(self, moment: float) -> None:
        """Do not count the time since a reading of `time.perf_counter`, including compiling."""
        now = time.perf_counter()
        self.skip(now - moment)
        self._compiled, self._looked = stopwatch.spent, now

    def skip_compiling(self) -> None:
        """Do not count the time spent compiling kernels since the last call."""
        spent, now = stopwatch.spent, time.perf_counter()
        # Another thread may have started to compile before this run began.
        self.skip(min(spent - self._compiled, now - self._looked))
        self._compiled, self._looked = spent, now


class PacedClock(Clock):
    """The search time of a contender in a race: its iterations divided by its pace.

    Parameters
    ----------
    walks : Replicas
        The walks whose iterations count.
    pace : float
        Iterations per second of search.
    """

    def __init__(self, walks: Replicas, pace: float) -> None:
        super().__init__()
        self.walks, self.pace = walks, pace

    @property
    def seconds(self) -> float:
        """Seconds of search so far."""
        return self.walks.iteration / self.pace
