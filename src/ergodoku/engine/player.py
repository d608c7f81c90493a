"""Plays runs at a pace that people can follow: at full speed, slowly, paused, or step by step.

The terminal, notebooks and the web page all play through this class. It decides what is due. Whoever shows
the runs calls `turn` in a loop, and may look for keys or messages while `wait` says that nothing is due.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Sequence
from typing import NamedTuple, Protocol

import numpy as np

from ergodoku.engine.clock import Clock
from ergodoku.puzzle.puzzle import Digits

MOST_STEPS = 10_000  # that can wait to be done
MOST_TRIED = 10_000  # iterations of a step that goes on until the board changes


class Playable(Protocol):
    """What can be played: a run, or a racer of a race."""

    @property
    def clock(self) -> Clock:
        """Its time."""

    @property
    def ended(self) -> bool:
        """Whether it is over."""

    @property
    def iteration(self) -> int:
        """Iterations done."""

    def advance(self, most: int | None = None) -> bool:
        """Advance by one slice of at most ``most`` iterations."""

    def board(self) -> Digits:
        """Return the current board."""


class Move(NamedTuple):
    """What a turn did: the run that was advanced, by its number, and how many iterations a step tried."""

    number: int
    tried: int


class Player:
    """Advances runs by what is due.

    Parameters
    ----------
    runs : sequence of Playable
        Runs or racers. Several take turns, so that all have the same time.
    speed : float, optional
        Iterations a second of each; as fast as possible if not given.
    rising : bool
        Double the speed every second until the search cannot follow, and then go at full speed.
    frames : float
        How many times a second slow motion does what is due.
    paused : bool
        Begin with a pause.
    waiting_counts : bool
        Whether a single run's clock goes on while it waits in slow motion. In a pause it never does, and of
        several runs each counts its own turns only.
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
        self._due = 0.0  # when the next part of slow motion is due
        self._owed = 0.0  # iterations that the last parts left over: fractions of one
        self._late = 0  # parts in a row that took longer than a frame

    @property
    def over(self) -> bool:
        """Whether all runs have ended."""
        return all(run.ended for run in self.runs)

    @property
    def paused(self) -> bool:
        """Whether it rests until it is resumed or stepped."""
        return self._paused

    @property
    def speed(self) -> float | None:
        """Iterations a second of each run; None at full speed."""
        return self._speed

    @property
    def stopped(self) -> bool:
        """Whether `stop` was called."""
        return self._stopped

    def pause(self) -> None:
        """Rest; steps that are not done yet are forgotten."""
        self._set_paused(True)
        if self.waiting_counts:  # otherwise the clocks stand still between turns anyway
            self.runs[0].clock.pause()

    def resume(self) -> None:
        """Go on."""
        self._set_paused(False)

    def step(self, count: int = 1, *, to_change: bool = False) -> None:
        """Pause, and do ``count`` iterations; or go on ``count`` times until the board is another one."""
        with self._lock:
            self._paused, self._to_change = True, to_change
            self._steps = min(self._steps + count, MOST_STEPS)
        self._changed.set()

    def set_speed(self, speed: float | None) -> None:
        """Do this many iterations a second from now on, or as many as possible."""
        with self._lock:
            self._speed, self._rose_at = speed, None
            self._due = self._owed = 0.0
        self._changed.set()

    def begin_at(self, speed: float) -> None:
        """Begin at another speed; if it rises, it rises from there. The first state is shown for a moment."""
        with self._lock:
            self._speed, self._due = speed, time.perf_counter() + 1 / speed
            self._rose_at = None if self._rose_at is None else time.perf_counter()

    def stop(self) -> None:
        """Let a turn that is under way end after its slice."""
        self._stopped = True
        self._changed.set()

    def wake(self) -> None:
        """End a `rest` or a `sleep` early."""
        self._changed.set()

    def wait(self) -> float:
        """Return the seconds until something is due: 0 if it is now, infinity in a pause."""
        if self._paused:
            return 0.0 if self._steps else float("inf")
        return 0.0 if self._speed is None else max(0.0, self._due - time.perf_counter())

    def rest(self, most: float) -> None:
        """Sleep until something is due, a control is used, or the time is up."""
        self.sleep(min(self.wait(), most))

    def sleep(self, most: float) -> None:
        """Sleep until a control is used or the time is up, whatever is due."""
        if most > 0:
            self._changed.wait(most)
        self._changed.clear()

    def turn(self) -> list[Move]:
        """Do what is due: a slice at full speed, a part of slow motion, or the steps that were asked for.

        Of several steps to the next change it does one, so that each can be shown.
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
        """Do a slice at full speed: of several runs, the one that is behind."""
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
        """Let every run do what is due in a frame, as far as the time goes."""
        began = time.perf_counter()
        interval = max(1 / speed, 1 / self.frames)
        behind = began - self._due  # a little late is made up for, much is not
        self._due = (self._due if behind < interval else began) + interval
        self._portions(speed, interval, active, began + interval)
        self._late = self._late + 1 if time.perf_counter() - began > interval else 0
        self._rise()
        return [Move(k, 0) for k in active]

    def _portions(self, speed: float, interval: float, active: list[int], until: float) -> None:
        """Let every run do its iterations of an interval."""
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
            self._speed *= 2.0 ** min(1.0, now - self._rose_at)  # compiling or Ctrl-Z may have taken longer
            self._rose_at = now

    def _some(self, run: Playable, iterations: int, until: float) -> None:
        """Do some iterations of a run in short slices, as far as the time goes."""
        end = run.iteration + iterations
        while run.iteration < end and not run.ended and not self._stopped:
            self._advance(run, end - run.iteration)
            if time.perf_counter() > until:
                break

    def _until_change(self, run: Playable) -> int:
        """Advance a run one by one until its board is another one; return how many iterations it took."""
        before, began, tried = run.board(), run.iteration, 0
        while tried < MOST_TRIED and self._paused and not self._stopped and not run.ended:
            self._advance(run, 1)  # a part of an iteration, where one takes long
            tried = run.iteration - began
            if not np.array_equal(before, run.board()):
                break
        return tried

    def _advance(self, run: Playable, most: int | None) -> None:
        run.clock.go_on()
        run.advance(most)
        if self._paused or not self.waiting_counts:
            run.clock.pause()
