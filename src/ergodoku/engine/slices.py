"""How long a slice is: about 10 ms, whatever the method and the size of the puzzle."""

from __future__ import annotations

SECONDS = 0.01
LONGEST = 1 << 32  # iterations
CELLS = 625  # up to this many cells a first slice of a few rounds is short enough


class SliceLength:
    """The iterations of the next slice, learned from how long the last ones took.

    Parameters
    ----------
    cells : int
        Cells of the puzzle: an iteration on a large grid takes longer.
    round : int
        Iterations in a round of the method.
    workers : int
        Threads at work: they must synchronise after each slice, so they start with longer ones.
    fixed : int, optional
        Iterations of every slice, if they are not to be learned.
    """

    def __init__(self, cells: int, round: int, workers: int, fixed: int | None = None) -> None:
        self.fixed = fixed
        rounds = 4 if workers == 1 else 192  # 15 ms of two workers on a 25x25
        self.iterations = max(1, rounds * round * CELLS // max(CELLS, cells))

    def next(self, most: int | None) -> int:
        """Return the iterations of the next slice, ``most`` of them at most."""
        length = self.iterations if self.fixed is None else self.fixed
        return length if most is None else min(length, most)

    def learn(self, seconds: float, *, whole: bool) -> None:
        """Adapt to a slice that took so long; only a whole one can show that slices are too short."""
        if seconds < SECONDS / 1.5 and whole:
            self.iterations = min(self.iterations * (2 if seconds > SECONDS / 6 else 4), LONGEST)
        elif seconds > SECONDS * 1.5:
            self.iterations = max(1, self.iterations // 2)
