"""How long a slice is: about 10 ms, whatever the method and the size of the puzzle."""

from __future__ import annotations

SECONDS = 0.01
LONGEST = 1 << 32  # iterations
CELLS = 625  # above this many cells, the first slice has fewer iterations


class SliceLength:
    """The number of iterations of the next slice, learned from the duration of earlier slices.

    Parameters
    ----------
    cells : int
        Number of cells of the puzzle; an iteration on a large grid takes longer.
    round : int
        Iterations in a round of the method.
    workers : int
        Number of threads. They must synchronise after each slice, so they start with longer slices.
    fixed : int, optional
        Number of iterations of every slice, instead of learning it.
    """

    def __init__(self, cells: int, round: int, workers: int, fixed: int | None = None) -> None:
        self.fixed = fixed
        rounds = 4 if workers == 1 else 192  # 192 rounds take two workers 15 ms on a 25x25
        self.iterations = max(1, rounds * round * CELLS // max(CELLS, cells))

    def next(self, most: int | None) -> int:
        """Return the number of iterations of the next slice, at most ``most``."""
        length = self.iterations if self.fixed is None else self.fixed
        return length if most is None else min(length, most)

    def learn(self, seconds: float, *, whole: bool) -> None:
        """Adapt to the duration of a slice; only a complete slice can show that slices are too short."""
        if seconds < SECONDS / 1.5 and whole:
            self.iterations = min(self.iterations * (2 if seconds > SECONDS / 6 else 4), LONGEST)
        elif seconds > SECONDS * 1.5:
            self.iterations = max(1, self.iterations // 2)
