"""A racer: a contender in a race, with its current state."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace

from ergodoku.base.history import BoundedHistory
from ergodoku.engine.clock import Clock, PacedClock
from ergodoku.engine.result import Result, Snapshot
from ergodoku.engine.rounds import round_end, round_near
from ergodoku.engine.run import Run
from ergodoku.engine.status import Status
from ergodoku.methods.contender import Contender
from ergodoku.puzzle.puzzle import Digits

POINTS = 1024  # energies kept for a live curve


class Racer:
    """One contender in a race. An error in its search ends this racer, not the race.

    Parameters
    ----------
    run : Run
        The run of the contender, not yet started.
    rehearse : callable, optional
        A function that compiles the kernels and returns the pace. With a pace, the time of the racer is
        search time: iterations divided by the pace (see `PacedClock`). Search time is cut into `rounds`, and
        no slice crosses the end of a round. Without a pace, the time is wall-clock time.

    Attributes
    ----------
    pace : float
        Iterations per second of search; 0 without a pace.
    snapshot : Snapshot
        The latest snapshot.
    result : Result or None
        The outcome, once the racer has ended.
    error : Exception or None
        The error in its search, if any.
    """

    def __init__(self, run: Run, rehearse: Callable[[], float] | None = None) -> None:
        self.run = run
        self.pace = 0.0
        self._rehearse = rehearse
        self.snapshot: Snapshot = run.snapshot()
        self.history: BoundedHistory[int] = BoundedHistory(POINTS)
        self.result: Result | None = None
        self.error: Exception | None = None

    @property
    def contender(self) -> Contender:
        """The method with its label."""
        return self.run.contender

    @property
    def label(self) -> str:
        """The label of the contender in this race."""
        return self.run.contender.label

    @property
    def clock(self) -> Clock:
        """The clock of the search."""
        return self.run.clock

    @property
    def seconds(self) -> float:
        """Time spent searching."""
        return self.run.seconds if self.result is None else self.result.seconds

    @property
    def round(self) -> int:
        """The round of the next iteration; the first round has the number 1."""
        return self._first_round(self.iteration + 1)

    def has_completed(self, round: int) -> bool:
        """Return whether all iterations of a round are done."""
        return self.iteration >= self._end_of(round)

    @property
    def last_round(self) -> int:
        """The round of the last iteration."""
        return self._first_round(self.iteration)

    @property
    def iteration(self) -> int:
        """Iterations done."""
        return self.run.iteration

    @property
    def energies(self) -> list[int]:
        """Energies so far, for a live curve."""
        return list(self.history)

    @property
    def started(self) -> bool:
        """Whether the search is ready, so that there is a board to show."""
        return self.run.started

    @property
    def ended(self) -> bool:
        """Whether the racer has ended."""
        return self.result is not None

    @property
    def failure(self) -> str:
        """The error in its search as text; empty if there is none."""
        return "" if self.error is None else f"failed: {type(self.error).__name__}: {self.error}"

    @property
    def outcome(self) -> str:
        """The state of the racer in a word or two."""
        if self.result is None:
            return "searching"
        return "failed" if self.error is not None else self.result.outcome

    def start(self) -> None:
        """Prepare the search, and leave the clock paused.

        The racer ends here if logic alone solves or refutes the puzzle, or if an error is raised.
        """
        if self.ended:
            return
        try:
            self.rehearse()
            self.run.start()
            self.clock.pause()
            self._see(self.run.snapshot())
        except Exception as error:
            self.error = error
        if self.error is not None or self.run.ended:
            self.end()

    def advance(self, most: int | None = None) -> bool:
        """Advance by one slice of at most ``most`` iterations; return whether a slice was done."""
        if self.ended:
            return False
        if self.pace:
            left = self._end_of(self.round) - self.iteration
            most = left if most is None else min(most, left)
        try:
            went_on = self.run.advance(most)
            self._see(self.run.snapshot())
        except Exception as error:
            self.error, went_on = error, False
        if self.error is not None or self.run.ended:
            self.end()
        return went_on

    def board(self) -> Digits:
        """Return the current board."""
        return self.run.board()

    def end(self, status: Status = Status.GAVE_UP, reason: str = "") -> None:
        """End the racer if it has not ended, and keep the outcome."""
        if self.ended:
            return
        try:
            stopped = not self.run.ended and self.run.progress < 1
            self.run.end(status, self.failure or reason)
            self.result = replace(self.run.result(), stopped=stopped)
        except Exception as error:  # a failed search may be unable to show its best state
            self.error = self.error or error
            self.run.abandon(self.failure)
            self.result = self.run.result()
        with suppress(Exception):
            self._see(self.run.snapshot())

    def rehearse(self) -> None:
        """Compile the kernels and find the pace, unless this was done before."""
        if self._rehearse is not None:
            self.pace, self._rehearse = self._rehearse(), None
            self.run.clock = PacedClock(self.run.walks, self.pace)

    def iteration_at(self, seconds: float) -> int:
        """Return how many iterations are due at a search time."""
        return int(max(0.0, seconds - self._late) * self.pace)

    def time_of(self, iteration: int) -> float:
        """Return the search time at which an iteration is due: the inverse of `iteration_at`."""
        return iteration / self.pace + self._late

    @property
    def _late(self) -> float:
        return self.clock.late if isinstance(self.clock, PacedClock) else 0.0

    def _end_of(self, round: int) -> int:
        """Return the iteration at which a round ends."""
        return self.iteration_at(round_end(round))

    def _first_round(self, iteration: int) -> int:
        """Return the first round that ends at this iteration or later."""
        if not self.pace:
            return 1
        first = round_near(self.time_of(iteration))
        while self._end_of(first) < iteration:
            first += 1
        while first > 1 and self._end_of(first - 1) >= iteration:
            first -= 1
        return first

    def _see(self, snapshot: Snapshot) -> None:
        self.snapshot = snapshot
        self.history.append(snapshot.energy)
