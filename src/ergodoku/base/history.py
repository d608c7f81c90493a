"""Bounded histories: a list that stays evenly spaced however much is appended to it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Generic, TypeVar

Item = TypeVar("Item")


class BoundedHistory(Generic[Item]):
    """A history that keeps at most ``most`` items at even distances, and the newest one.

    When it is full, every other item is dropped and the distance doubles: from then on every second
    item is kept, then every fourth ... The first item always stays. What is kept depends only on the number
    of items that were appended.

    Parameters
    ----------
    most : int
        The largest number of items to keep, from 2 up. The newest item comes on top if it is not among them.

    Attributes
    ----------
    kept : list
        The items at even distances. It only grows, except where ``generation`` changes.
    generation : int
        How many times items were dropped. A reader that remembers how many items it has read must
        start again from the first item when the generation changes.

    Examples
    --------
    >>> history = BoundedHistory[int](4)
    >>> for number in range(7):
    ...     history.append(number)
    >>> history.kept, list(history), history.generation
    ([0, 2, 4, 6], [0, 2, 4, 6], 1)
    >>> history.append(7)
    >>> history.kept, list(history), history.newest
    ([0, 2, 4, 6], [0, 2, 4, 6, 7], 7)
    """

    def __init__(self, most: int) -> None:
        if most < 2:
            raise ValueError(f"most is {most}, but a history keeps at least 2 items")
        self.most = most
        self.kept: list[Item] = []
        self.generation = 0
        self._newest: list[Item] = []
        self._distance = 1
        self._appended = 0

    @property
    def newest(self) -> Item:
        """The item that was appended last; an `IndexError` if there is none."""
        return self._newest[0]

    def append(self, item: Item) -> None:
        """Add an item at the end."""
        self._newest = [item]
        if self._appended % self._distance == 0:
            self.kept.append(item)
            if len(self.kept) > self.most:
                del self.kept[1::2]
                self._distance *= 2
                self.generation += 1
        self._appended += 1

    def __iter__(self) -> Iterator[Item]:
        """Yield the kept items, and then the newest one if it is not among them."""
        yield from self.kept
        if self._appended and (self._appended - 1) % self._distance:
            yield self.newest

    def __len__(self) -> int:
        passed_over = self._appended and (self._appended - 1) % self._distance
        return len(self.kept) + bool(passed_over)
