"""Bounded histories: lists that stay short and evenly spaced, no matter how many items are appended."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Generic, TypeVar

Item = TypeVar("Item")


class BoundedHistory(Generic[Item]):
    """A history that keeps at most ``most`` evenly spaced items, and the newest item.

    When it is full, every second item is dropped and the spacing doubles: from then on, only every second
    appended item is kept, later every fourth, and so on. The first item always stays. Which items are kept
    depends only on how many were appended.

    Parameters
    ----------
    most : int
        The largest number of items to keep, at least 2. The newest item is kept too, even beyond this number.

    Attributes
    ----------
    kept : list
        The evenly spaced items. The list only grows, except when ``generation`` changes.
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
        """The last item appended. Raises `IndexError` if the history is empty."""
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
        """Yield the kept items, then the newest item if it is not one of them."""
        yield from self.kept
        if self._appended and (self._appended - 1) % self._distance:
            yield self.newest

    def __len__(self) -> int:
        passed_over = self._appended and (self._appended - 1) % self._distance
        return len(self.kept) + bool(passed_over)
