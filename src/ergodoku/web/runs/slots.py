"""The slots of the server: how many searches are at work at the same time, and who is next.

A search at full speed takes a core. One in slow motion takes next to nothing, so it has slots of its own.
"""

from __future__ import annotations

import threading
from collections import deque
from typing import Protocol

SLOW = 50_000  # iterations a second up to which a search leaves its core free


class Waiting(Protocol):
    """A worker that can be told when there is a slot for it."""

    @property
    def watched(self) -> bool:
        """Whether anybody looks at its run."""

    def wake(self) -> None:
        """Look again."""


class SlotQueue:
    """A number of slots, given in the order of asking.

    Examples
    --------
    >>> class Someone:
    ...     watched = True
    ...     def wake(self): print("my turn")
    >>> slots, first, second = SlotQueue(1), Someone(), Someone()
    >>> slots.ask(first), slots.ask(second), slots.position(second)
    (True, False, 1)
    >>> slots.release(first)
    my turn
    >>> slots.ask(second)
    True
    """

    def __init__(self, count: int) -> None:
        self.count = count
        self.lock = threading.Lock()
        self.holders: set[Waiting] = set()
        self.queue: deque[Waiting] = deque()

    def ask(self, who: Waiting) -> bool:
        """Tell whether it has a slot; if not, it waits for one from now on."""
        with self.lock:
            if who in self.holders:
                return True
            if len(self.holders) < self.count and not self.queue:
                self.holders.add(who)
                return True
            if who not in self.queue:
                self.queue.append(who)
            return False

    def release(self, who: Waiting) -> None:
        """Give a slot back, or stop waiting for one."""
        with self.lock:
            if who in self.queue:
                self.queue.remove(who)
            self.holders.discard(who)
            lucky = []
            while self.queue and len(self.holders) < self.count:
                lucky.append(self.queue.popleft())
                self.holders.add(lucky[-1])
        for one in lucky:
            one.wake()

    def give_way(self, who: Waiting) -> None:
        """Swap places with the first in the queue whose run is watched, if ``who`` holds a slot."""
        with self.lock:
            next_one = next((each for each in self.queue if each.watched), None)
            if who not in self.holders or next_one is None:
                return
            self.holders.remove(who)
            self.queue.remove(next_one)
            self.holders.add(next_one)
            self.queue.append(who)
        next_one.wake()

    def position(self, who: Waiting) -> int | None:
        """Return the place in the queue, from 1; None if it does not wait."""
        with self.lock:
            return self.queue.index(who) + 1 if who in self.queue else None


class Slots:
    """The slots for searches at full speed, and those for slow motion; a worker holds one of them at most.

    Parameters
    ----------
    full, slow : int
        How many there are of each.
    """

    def __init__(self, full: int, slow: int) -> None:
        self.full, self.slow = SlotQueue(full), SlotQueue(slow)

    def ask(self, who: Waiting, speed: float | None) -> bool:
        """Tell whether it has a slot for a speed; if not, it waits for one from now on."""
        is_slow = speed is not None and speed <= SLOW
        own, other = (self.slow, self.full) if is_slow else (self.full, self.slow)
        other.release(who)
        return own.ask(who)

    def release(self, who: Waiting) -> None:
        """Give a slot back, or stop waiting for one."""
        self.full.release(who)
        self.slow.release(who)

    def give_way(self, who: Waiting) -> None:
        """Let a run that is watched go first, if one waits for the slot of ``who``."""
        self.full.give_way(who)
        self.slow.give_way(who)

    def position(self, who: Waiting) -> int | None:
        """Return the place in its queue, from 1; None if it does not wait."""
        return self.full.position(who) or self.slow.position(who)
