"""The time of a run, without pauses and without compiling or loading kernels."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from ergodoku.base.compiled import stopwatch, thread_seconds

if TYPE_CHECKING:
    from ergodoku.engine.replicas import Replicas

SLACK = 0.1  # seconds by which an iteration may exceed a time limit in a race
# An iteration is late if its CPU time exceeds twice the predicted time by more than this many seconds. A
# single slice can overshoot by 0.03.
GRACE = 0.05


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
        """Do not count the time since ``moment`` (of `time.perf_counter`), whether spent compiling or not."""
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

    A time limit must end a long iteration too. So the CPU time of an unfinished iteration counts as well, up
    to a maximum: the time that the pace predicts for it, minus 0.1 s. An iteration that is predicted to end
    before the limit, or up to 0.1 s after it, is therefore finished. If an iteration takes more than twice
    the predicted time plus 0.05 s, all its CPU time counts.

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
        self._late = 0.0  # seconds by which finished iterations exceeded the time that the pace predicts
        self._at, self._unfinished = 0, 0.0  # the last finished iteration, and the CPU time since
        self._share = 1 / pace  # search time that the pace predicts for the unfinished iterations

    @property
    def seconds(self) -> float:
        """Seconds of search so far."""
        iteration = self.walks.iteration
        seconds = iteration / self.pace + self.late
        if iteration > self._at:
            return seconds
        return seconds + min(
            self._unfinished, self._share if self._is_late else max(0.0, self._share - SLACK)
        )

    @property
    def late(self) -> float:
        """Seconds by which the search is behind its pace, because of very long iterations; usually 0."""
        return self._late + (self._unfinished - self._share if self._is_late else 0.0)

    @property
    def _is_late(self) -> bool:
        return self._unfinished > GRACE + 2 * self._share  # CPU times vary, but not by this much

    @contextmanager
    def at_work(self) -> Iterator[None]:
        """Count the CPU time of the calling thread, and notice an iteration that does not end."""
        searching, began = bool(self.walks.searches), self._cpu_seconds
        try:
            with super().at_work():
                yield
        finally:
            if searching:  # preparing the search does not count
                self._notice(self._cpu_seconds - began)

    def _notice(self, spent: float) -> None:
        """Add the CPU time of a slice to the unfinished iteration, if there is one."""
        walks = self.walks
        if walks.iteration > self._at:
            self._unfinished += spent if self._unfinished else 0.0
            self._late, self._at, self._unfinished = self.late, walks.iteration, 0.0
        else:
            self._unfinished += spent
            self._share = (max(1, walks.goal - walks.iteration) if walks.lagging else 1) / self.pace

    @property
    def _cpu_seconds(self) -> float:
        return self.cpu_seconds + self.walks.helper_seconds
