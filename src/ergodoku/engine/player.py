"""Plays runs so that people can follow them: at full speed, slowly, paused, or step by step.

The terminal, notebooks and the web page all play runs with a `Player`. The player decides which iterations
are due. The view calls `turn` in a loop. While `wait` says that nothing is due, the view can read keys or
messages.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Sequence
from typing import NamedTuple, Protocol

import numpy as np

from ergodoku.engine.clock import Clock
from ergodoku.puzzle.puzzle import Digits

MOST_STEPS = 10_000  # maximum number of waiting steps
MOST_TRIED = 10_000  # maximum iterations of a step that runs until the board changes


class Playable(Protocol):
    """A run, or a racer of a race."""

    @property
    def clock(self) -> Clock:
        """The clock of the run."""

    @property
    def ended(self) -> bool:
        """Whether the run has ended."""

    @property
    def iteration(self) -> int:
        """Iterations done."""

    def advance(self, most: int | None = None) -> bool:
        """Advance by one slice of at most ``most`` iterations."""

    def board(self) -> Digits:
        """Return the current board."""


class Move(NamedTuple):
    """The index of a run that a turn advanced.

    If the turn was a step to the next change, ``tried`` is its number of iterations, otherwise 0.
    """

    number: int
    tried: int


class Player:
    """Advances runs by the iterations that are due.

    Parameters
    ----------
    runs : sequence of Playable
        Runs or racers. Several runs take turns, so that all of them search for the same time.
    speed : float, optional
        Iterations per second of each run; as fast as possible by default.
    rising : bool
        Double the speed every second until the search cannot keep up, then run at full speed.
    frames : float
        Frames per second in slow motion; each frame does the iterations that are due.
    paused : bool
        Start paused.
    waiting_counts : bool
        Whether the clock of a single run goes on while the run waits in slow motion. In a pause, all clocks
        stop. With several runs, the clock of each counts only its own turns.
    """

    def __init__(
        self,
        runs: Sequence[Playable],
        *,
        speed: float | None = None,
        rising: bool = False,
        frames: float = 15.0,
        paused: bool = False,
        waiting_counts: bool = True,
    ) -> None:
        self.runs, self.frames = runs, frames
        self.waiting_counts = waiting_counts and len(runs) == 1
        self._lock, self._changed = threading.Lock(), threading.Event()
        self._speed, self._paused, self._stopped = speed, paused, False
        self._steps, self._to_change = 0, False
        self._rose_at = time.perf_counter() if rising else None
        self._due = 0.0  # when the next frame of slow motion is due
        self._owed = 0.0  # fraction of an iteration left over from the last frames
        self._late = 0  # consecutive frames that took too long

    @property
    def over(self) -> bool:
        """Whether all runs have ended."""
        return all(run.ended for run in self.runs)

    @property
    def paused(self) -> bool:
        """Whether the player is paused: it does nothing until `resume` or `step`."""
        return self._paused

    @property
    def speed(self) -> float | None:
        """Iterations per second of each run; None at full speed."""
        return self._speed

    @property
    def stopped(self) -> bool:
        """Whether `stop` was called."""
        return self._stopped

    def pause(self) -> None:
        """Pause, and forget the steps that are still waiting."""
        self._set_paused(True)
        if self.waiting_counts:  # otherwise clocks are paused between turns anyway
            self.runs[0].clock.pause()

    def resume(self) -> None:
        """Continue after a pause."""
        self._set_paused(False)

    def step(self, count: int = 1, *, to_change: bool = False) -> None:
        """Pause, and do ``count`` iterations; with ``to_change``, advance through ``count`` board changes."""
        with self._lock:
            self._paused, self._to_change = True, to_change
            self._steps = min(self._steps + count, MOST_STEPS)
        self._changed.set()

    def set_speed(self, speed: float | None) -> None:
        """Do this many iterations per second from now on; None means as many as possible."""
        with self._lock:
            self._speed, self._rose_at = speed, None
            self._due = self._owed = 0.0
        self._changed.set()

    def begin_at(self, speed: float) -> None:
        """Start at this speed; with ``rising`` it rises from there. The first state is shown for a moment."""
        with self._lock:
            self._speed, self._due = speed, time.perf_counter() + 1 / speed
            self._rose_at = None if self._rose_at is None else time.perf_counter()

    def stop(self) -> None:
        """Let a turn that is in progress end after its slice."""
        self._stopped = True
        self._changed.set()

    def wake(self) -> None:
        """End a `rest` or a `sleep` early."""
        self._changed.set()

    def wait(self) -> float:
        """Return the seconds until something is due: 0 if it is due now, infinity in a pause with no step."""
        if self._paused:
            return 0.0 if self._steps else float("inf")
        return 0.0 if self._speed is None else max(0.0, self._due - time.perf_counter())

    def rest(self, most: float) -> None:
        """Sleep until something is due or a control is used, but for at most ``most`` seconds."""
        self.sleep(min(self.wait(), most))

    def sleep(self, most: float) -> None:
        """Sleep until a control is used, but for at most ``most`` seconds, even if something is due."""
        if most > 0:
            self._changed.wait(most)
        self._changed.clear()

    def turn(self) -> list[Move]:
        """Do what is due: a slice at full speed, a frame of slow motion, or the steps that are waiting.

        If several steps are waiting and each goes on to the next change, a turn takes only one of them, so
        that every change can be shown.
        """
        with self._lock:
            paused, speed, to_change = self._paused, self._speed, self._to_change
            steps = min(self._steps, 1) if to_change else self._steps
            self._steps -= steps
        active = [k for k, run in enumerate(self.runs) if not run.ended]
        if paused and to_change:
            return [Move(k, self._until_change(self.runs[k])) for k in active if steps]
        if paused:
            for k in active:
                self._some(self.runs[k], steps, float("inf"))
            return [Move(k, 0) for k in active if steps]
        if speed is not None:
            return self._part(speed, active)
        return self._slice(active) if active else []

    def _slice(self, active: list[int]) -> list[Move]:
        """Do a slice at full speed; of several runs, advance the one with the least search time."""
        k = min(active, key=lambda k: self.runs[k].clock.seconds)
        self._advance(self.runs[k], None)
        return [Move(k, 0)]

    def _set_paused(self, paused: bool) -> None:
        with self._lock:
            self._paused, self._steps = paused, 0
            self._due = self._owed = 0.0
            self._rose_at = None if self._rose_at is None else time.perf_counter()
        self._changed.set()

    def _part(self, speed: float, active: list[int]) -> list[Move]:
        """Let every run do the iterations of one frame, as far as time allows."""
        began = time.perf_counter()
        interval = max(1 / speed, 1 / self.frames)
        behind = began - self._due  # catch up on a small delay, but not on a large one
        self._due = (self._due if behind < interval else began) + interval
        self._portions(speed, interval, active, began + interval)
        self._late = self._late + 1 if time.perf_counter() - began > interval else 0
        self._rise()
        return [Move(k, 0) for k in active]

    def _portions(self, speed: float, interval: float, active: list[int], until: float) -> None:
        """Let every run do its iterations for one interval."""
        self._owed += speed * interval
        portion = max(1, int(self._owed))
        self._owed = max(0.0, self._owed - portion)
        for k in active:
            self._some(self.runs[k], portion, until)

    def _rise(self) -> None:
        with self._lock:
            if self._rose_at is None or self._speed is None:
                return
            if self._late > self.frames:
                self._speed = self._rose_at = None
                return
            now = time.perf_counter()
            self._speed *= 2.0 ** min(1.0, now - self._rose_at)  # no jump after compiling or Ctrl-Z
            self._rose_at = now

    def _some(self, run: Playable, iterations: int, until: float) -> None:
        """Do this many iterations of a run, slice by slice, but stop at the time ``until``."""
        end = run.iteration + iterations
        while run.iteration < end and not run.ended and not self._stopped:
            self._advance(run, end - run.iteration)
            if time.perf_counter() > until:
                break

    def _until_change(self, run: Playable) -> int:
        """Advance a run by single iterations until its board changes; return the number of iterations."""
        before, began, tried = run.board(), run.iteration, 0
        while tried < MOST_TRIED and self._paused and not self._stopped and not run.ended:
            self._advance(run, 1)  # may do only part of a long iteration
            tried = run.iteration - began
            if not np.array_equal(before, run.board()):
                break
        return tried

    def _advance(self, run: Playable, most: int | None) -> None:
        run.clock.go_on()
        run.advance(most)
        if self._paused or not self.waiting_counts:
            run.clock.pause()
