"""A run on the server: one to six lanes on one puzzle that take turns in a thread, and obey.

The thread holds one of the server's few slots while it searches at full speed. A run that is paused or in
slow motion costs next to nothing, so it gives its slot to those who wait.
"""

from __future__ import annotations

import secrets
import threading
import time
from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING

from ergodoku.engine.stop import Seconds
from ergodoku.puzzle.errors import PuzzleError
from ergodoku.web.compiling import compiling
from ergodoku.web.lane import Lane
from ergodoku.web.log import note

if TYPE_CHECKING:
    from ergodoku.methods.registry import Method
    from ergodoku.puzzle.puzzle import Puzzle
    from ergodoku.web.limits import Limits
    from ergodoku.web.slots import Slots

SLOW = 50_000  # iterations a second up to which a lane leaves its core free
ABANDONED = 60.0  # seconds for which a paused run waits without viewers
MOST_STEPS = 100_000
MOST_TRIED = 10_000  # iterations of a step that waits for a change
COMPILING = "kernels are compiled, once: this takes some seconds"
FAILED = "the search failed; the server's log says why"


class Course:
    """One run: its lanes, its token, and the thread that advances it.

    Parameters
    ----------
    puzzle : Puzzle
        For all lanes.
    methods : list of (str, Method)
        One for each lane, with the names they were asked for by.
    limits : Limits
        Of the server.
    slots : Slots
        Where it asks for a core.
    """

    def __init__(
        self,
        puzzle: Puzzle,
        methods: list[tuple[str, Method]],
        limits: Limits,
        slots: Slots,
        *,
        seed: int = 0,
        seconds: float = 60.0,
        until: str = "all",
        paused: bool = False,
        speed: float | None = None,
        visitor: str = "",
        on_end: Callable[[Course], None] = lambda course: None,
    ) -> None:
        self.id, self.token = secrets.token_urlsafe(12), secrets.token_urlsafe(24)
        self.puzzle, self.limits, self.slots, self.visitor = puzzle, limits, slots, visitor
        self.seed, self.seconds, self.until = seed, seconds, until
        self.lanes = [Lane(self.id, k, name, method) for k, (name, method) in enumerate(methods)]
        self.on_end = on_end
        self.lock, self.signal = threading.Lock(), threading.Event()  # a control or a slot wakes the worker
        self.paused, self.speed, self.steps, self.cancelled = paused, speed, 0, False
        self.to_change = False
        self.viewers, self.seen_at = 0, time.monotonic()
        self.state, self.message = "queued", ""
        self.ended_at: float | None = None
        self.thread = threading.Thread(target=self._work, name=f"run-{self.id}", daemon=True)

    @property
    def ended(self) -> bool:
        """Whether all is over, and the last word is said."""
        return self.ended_at is not None

    @property
    def position(self) -> int | None:
        """The place in the queue, from 1; None when it does not wait."""
        return self.slots.position(self)

    def start(self) -> None:
        """Ask for a slot, and begin."""
        if not self._needs_slot() or self.slots.ask(self):
            self.state = "paused" if self.paused else "running"
        self.thread.start()

    def pause(self) -> None:
        """Rest until it is resumed or stepped."""
        self._set(paused=True, steps=0)

    def resume(self) -> None:
        """Go on."""
        self._set(paused=False, steps=0)

    def step(self, count: int = 1, to_change: bool = False) -> None:
        """Pause, and let every lane do so many iterations, or go on until its board is another one."""
        self._set(paused=True, steps=min(self.steps + count, MOST_STEPS), to_change=to_change)

    def set_speed(self, speed: float | None) -> None:
        """Do so many iterations a second in each lane, or as many as possible."""
        self._set(speed=speed)

    def cancel(self) -> None:
        """End it."""
        self._set(cancelled=True)

    def wake(self) -> None:
        """Tell the worker that something is different: a slot is free, say."""
        self.signal.set()

    def watch(self, more: int) -> None:
        """Count the viewers."""
        with self.lock:
            self.viewers, self.seen_at = self.viewers + more, time.monotonic()

    def _set(self, **values: object) -> None:
        with self.lock:
            for name, value in values.items():
                setattr(self, name, value)
        self.signal.set()

    def _work(self) -> None:
        began = time.monotonic()
        try:
            while not self._over(began):
                self.signal.clear()
                self._obey()
        except Exception:
            note("run failed", run=self.id, failure=True)
            for lane in self.lanes:
                lane.end("error", FAILED)
        finally:
            self._end(began)

    def _obey(self) -> None:
        """Do the next thing: a turn, a step, or nothing until something is different."""
        if self.paused:
            self.slots.release(self)
            self._start_lanes()
            with self.lock:
                steps, self.steps = self.steps, 0
            if steps and self.to_change:
                self._each_to_change(steps)
            elif steps:
                self._each(steps, float("inf"))
            elif not self._all_ended():
                self.state = "paused"
                self.signal.wait(1.0)
        elif self._needs_slot() and not self.slots.ask(self):
            self.state = "queued"
            self.signal.wait(1.0)
        else:
            if not self._needs_slot():
                self.slots.release(self)
            self.state = "running"
            self._start_lanes()
            if self.speed is None:
                self._turn()
            else:
                self._tick(self.speed)

    def _turn(self) -> None:
        """Advance the lane that has had the least time; so all have the same."""
        active = self._active()
        if not active:
            return
        lane = min(active, key=lambda lane: lane.seconds)
        self._guarded(lane, partial(lane.advance, None))
        if not lane.ended and lane.due(1 / self.limits.frames):
            lane.show()

    def _tick(self, speed: float) -> None:
        """Advance all lanes by what is due at this speed, and wait for the next time."""
        interval = max(1 / speed, 1 / self.limits.frames)
        end = time.monotonic() + interval
        self._each(max(1, round(speed * interval)), end)
        self.signal.wait(max(0.0, end - time.monotonic()))

    def _each(self, iterations: int, until: float) -> None:
        """Let every lane do so many iterations, in short slices, as far as the time goes."""
        for lane in self._active():
            self._guarded(lane, partial(self._some, lane, iterations, until))

    def _some(self, lane: Lane, iterations: int, until: float) -> None:
        left = iterations
        while left > 0 and not lane.ended and not self.cancelled:
            left -= lane.advance(left)
            if time.monotonic() > until:
                break
        if not lane.ended:
            lane.show()

    def _start_lanes(self) -> None:
        for lane in self.lanes:
            if lane.state == "queued" and not self.cancelled:
                self._guarded(lane, partial(lane.start, self.puzzle, self.seed, Seconds(self.seconds)))

    def _guarded(self, lane: Lane, work: Callable[[], object]) -> None:
        """Keep what goes wrong in one lane from the others."""
        try:
            with compiling(self._say_compiling):
                work()
        except PuzzleError as error:
            lane.end("error", str(error))
        except Exception:
            note("lane failed", run=self.id, lane=lane.number, method=lane.name, failure=True)
            lane.end("error", FAILED)
        self.message = ""

    def _over(self, began: float) -> bool:
        """Tell whether it is time to end, and say why to the lanes."""
        if self.cancelled:
            self._end_lanes("cancelled", "")
        elif self.until == "first" and any(lane.state == "solved" for lane in self.lanes):
            self._end_lanes("cancelled", "another method was first")
        elif time.monotonic() - began > self.limits.life:
            self._end_lanes("gave_up", "it lasted as long as this server allows")
        elif self.paused and not self.viewers and time.monotonic() - self.seen_at > ABANDONED:
            self._end_lanes("cancelled", "it was paused, and nobody watched")
        return self._all_ended()

    def _end_lanes(self, state: str, message: str) -> None:
        for lane in self.lanes:
            lane.end(state, message)

    def _end(self, began: float) -> None:
        self._end_lanes("error", FAILED)  # those that are still under way, if any
        self.message = "; ".join(dict.fromkeys(lane.message for lane in self.lanes if lane.message))
        self.state = self._outcome()
        self.slots.release(self)
        self.ended_at = time.monotonic()
        note("run ended", run=self.id, state=self.state, seconds=round(self.ended_at - began, 3))
        self.on_end(self)

    def _outcome(self) -> str:
        states = {lane.state for lane in self.lanes}
        order = ("solved", "unsolvable", "cancelled", "gave_up", "error")
        return next(state for state in order if state in states)

    def _active(self) -> list[Lane]:
        return [lane for lane in self.lanes if lane.state == "running"]

    def _all_ended(self) -> bool:
        return all(lane.ended for lane in self.lanes)

    def _each_to_change(self, count: int) -> None:
        for _ in range(count):
            for lane in self._active():
                if not self._stopped():
                    self._guarded(lane, partial(lane.advance_to_change, MOST_TRIED, self._stopped))

    def _stopped(self) -> bool:
        """Tell whether a step is to end early."""
        return self.cancelled or not self.paused

    def _needs_slot(self) -> bool:
        return not self.paused and (self.speed is None or self.speed > SLOW)

    def _say_compiling(self) -> None:
        self.message = COMPILING
