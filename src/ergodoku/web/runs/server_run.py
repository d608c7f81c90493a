"""A run on the server: one to six contenders on one puzzle, how they stand, and how people steer them."""

from __future__ import annotations

import secrets
import threading
import time
from typing import TYPE_CHECKING

from ergodoku.web.messages import MOST_STEPS
from ergodoku.web.runs.lane import Contender
from ergodoku.web.runs.worker import Worker

if TYPE_CHECKING:
    from ergodoku.methods.registry import Method
    from ergodoku.puzzle.puzzle import Puzzle
    from ergodoku.web.limits import Limits
    from ergodoku.web.runs.slots import Slots

SLOW = 50_000  # iterations a second up to which a contender leaves its core free


class Course:
    """One run: its contenders, its token, and the thread that advances it.

    Parameters
    ----------
    puzzle : Puzzle
        For all contenders.
    methods : list of (str, Method)
        One for each contender, with the names they were asked for by.
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
        until: str = "first",
        paused: bool = False,
        speed: float | None = None,
        visitor: str = "",
    ) -> None:
        self.id, self.token = secrets.token_urlsafe(12), secrets.token_urlsafe(24)
        self.puzzle, self.limits, self.slots, self.visitor = puzzle, limits, slots, visitor
        self.seed, self.seconds, self.until = seed, seconds, until
        self.contenders = [Contender(self.id, k, name, method) for k, (name, method) in enumerate(methods)]
        self.lock, self.signal = threading.Lock(), threading.Event()  # a control or a slot wakes the worker
        self.paused, self.speed, self.steps, self.cancelling = paused, speed, 0, False
        self.to_change = False
        self.viewers, self.seen_at = 0, time.monotonic()
        self.status, self.message = "queued", ""
        self.ended_at: float | None = None
        self.worker = Worker(self)
        self.thread = threading.Thread(target=self.worker.run, name=f"run-{self.id}", daemon=True)

    @property
    def ended(self) -> bool:
        """Whether all is over, and the last word is said."""
        return self.ended_at is not None

    @property
    def needs_slot(self) -> bool:
        """Whether it is to search at full speed; paused or in slow motion it costs next to nothing."""
        return not self.paused and (self.speed is None or self.speed > SLOW)

    @property
    def position(self) -> int | None:
        """The place in the queue, from 1; None when it does not wait."""
        return self.slots.position(self)

    def start(self) -> None:
        """Ask for a slot, and begin."""
        if not self.needs_slot or self.slots.ask(self):
            self.tell_pause()
        self.thread.start()

    def pause(self) -> None:
        """Rest until it is resumed or stepped."""
        self._pause(True)

    def resume(self) -> None:
        """Go on."""
        self._pause(False)

    def step(self, count: int = 1, to_change: bool = False) -> None:
        """Pause, and let every contender do so many iterations, or go on until its board is another one."""
        with self.lock:
            self.paused, self.to_change = True, to_change
            self.steps = min(self.steps + count, MOST_STEPS)
        self.signal.set()

    def take_steps(self) -> tuple[int, bool]:
        """Return how many steps are to be done now, and whether each goes on to a change."""
        with self.lock:
            steps, self.steps = self.steps, 0
            return steps, self.to_change

    def set_speed(self, speed: float | None) -> None:
        """Let every contender do so many iterations a second, or as many as possible."""
        with self.lock:
            self.speed = speed
        self.signal.set()

    def cancel(self) -> None:
        """End it: at once, or after the slice that is under way."""
        with self.lock:
            self.cancelling = True
            self.worker.cut_off()
        self.signal.set()

    def wake(self) -> None:
        """Tell the worker that something is different: a slot is free, say."""
        self.signal.set()

    def tell_pause(self) -> None:
        """Say whether it is paused, as the worker does, but not while it compiles."""
        self.status = "paused" if self.paused else "running"

    def watch(self, more: int) -> None:
        """Count the viewers."""
        with self.lock:
            self.viewers, self.seen_at = self.viewers + more, time.monotonic()

    def _pause(self, paused: bool) -> None:
        with self.lock:
            self.paused, self.steps = paused, 0
            if self.worker.compiling and not self.ended:
                self.tell_pause()
        self.signal.set()
