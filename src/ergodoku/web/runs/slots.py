"""The slots of the server: how many searches are at work at the same time, and who is next."""

from __future__ import annotations

import threading
from collections import deque
from typing import Protocol


class Waiting(Protocol):
    """A worker that can be told when there is a slot for it."""

    def wake(self) -> None:
        """Look again."""


class Slots:
    """A number of slots, given in the order of asking.

    Examples
    --------
    >>> class Someone:
    ...     def wake(self): print("my turn")
    >>> slots, first, second = Slots(1), Someone(), Someone()
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

    def position(self, who: Waiting) -> int | None:
        """Return the place in the queue, from 1; None if it does not wait."""
        with self.lock:
            return self.queue.index(who) + 1 if who in self.queue else None
