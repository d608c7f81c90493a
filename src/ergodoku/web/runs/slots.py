"""The slots of the server: how many searches run at the same time, and which one is next.

A search at full speed uses a core. A search in slow motion uses almost no CPU time, so it has separate slots.
"""

from __future__ import annotations

import threading
from collections import deque
from typing import Protocol

SLOW = 50_000  # iterations per second up to which a search counts as slow motion


class Waiting(Protocol):
    """A worker that can wait for a slot."""

    @property
    def watched(self) -> bool:
        """Whether anybody watches its run."""

    def wake(self) -> None:
        """Wake the worker: it has got a slot."""


class SlotQueue:
    """A number of slots, assigned in the order of the requests.

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
        """Give the worker a slot if one is free, otherwise queue it; return whether it has a slot."""
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
        """Free the slot of the worker, or remove the worker from the queue."""
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
        """If the queue has a worker whose run is watched, give it the slot of ``who``, and queue ``who``."""
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
        """Return the position in the queue, from 1; None if the worker does not wait."""
        with self.lock:
            return self.queue.index(who) + 1 if who in self.queue else None


class Slots:
    """The slots for full speed and for slow motion; a worker holds at most one of them.

    Parameters
    ----------
    full, slow : int
        Number of slots of each kind.
    """

    def __init__(self, full: int, slow: int) -> None:
        self.full, self.slow = SlotQueue(full), SlotQueue(slow)

    def ask(self, who: Waiting, speed: float | None) -> bool:
        """Give the worker a slot for this speed, or queue it; return whether it has a slot."""
        is_slow = speed is not None and speed <= SLOW
        own, other = (self.slow, self.full) if is_slow else (self.full, self.slow)
        other.release(who)
        return own.ask(who)

    def release(self, who: Waiting) -> None:
        """Free the slot of the worker, or remove the worker from the queue."""
        self.full.release(who)
        self.slow.release(who)

    def give_way(self, who: Waiting) -> None:
        """Give the slot of ``who`` to a waiting worker whose run is watched, if there is one."""
        self.full.give_way(who)
        self.slow.give_way(who)

    def position(self, who: Waiting) -> int | None:
        """Return the position of the worker in its queue, from 1; None if it does not wait."""
        return self.full.position(who) or self.slow.position(who)
