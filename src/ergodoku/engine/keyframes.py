"""Boards that a run keeps, so that it can be shown afterwards.

Boards are kept at evenly spaced iterations. When there are too many, every other board is dropped and the
spacing doubles. If memory allows, a few boards are never dropped. Each of these is kept at an iteration about
ten per cent later than the one before, so even a long run can be shown from its beginning. If the best energy
has improved since the last kept board, the best board is kept as well; if there are too many best boards,
every other one is dropped. A board equal to the previous one is not kept. All this depends on the walk alone,
not on slices or the clock.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from ergodoku.engine.replicas import Ahead, Replicas
from ergodoku.methods.method import Search
from ergodoku.puzzle.puzzle import Digits

MOST = 512  # maximum number of evenly spaced boards of a replica
MOST_IMPROVEMENTS = 256
MOST_BYTES = 1 << 25  # for all replicas together: on a large grid, many replicas keep fewer boards each
FEWEST = 32  # a replica may always keep this many boards, even on a large grid
LATER = math.log(1.1)  # spacing of the boards that are never dropped, on a logarithmic scale
IMPROVEMENT, STAYS = -1, 0  # marks of the boards that are kept when the spacing doubles


class Keyframe(NamedTuple):
    """One board; ``mark`` is the iteration of the run when it was kept, or ``IMPROVEMENT`` or ``STAYS``."""

    iteration: int
    mark: int
    grid: Digits


class Keyframes:
    """The boards of all replicas: any replica may win, and the walk of the winner is shown.

    Parameters
    ----------
    searches : sequence of Search
        The replicas in their first state.
    iteration : int
        The current iteration of the run; above 0 if the run was resumed.
    """

    def __init__(self, searches: Sequence[Search], iteration: int) -> None:
        cells = sum(search.grid().size for search in searches)
        self.most = max(FEWEST, min(MOST, MOST_BYTES * 2 // 3 // cells))
        self.most_improvements = max(FEWEST // 2, min(MOST_IMPROVEMENTS, MOST_BYTES // 3 // cells))
        self.stride = 1
        self.next = iteration + 1  # the iteration of the run at which the next boards are kept
        self.kept = [[Keyframe(s.iteration, STAYS, s.grid())] for s in searches]
        self.best = [s.best for s in searches]

    def film(self, walks: Replicas, end: int, slice_length: int, ahead: Ahead) -> bool:
        """Advance to every iteration up to ``end`` at which boards are due, and keep the boards.

        Return False if the slice was halted on the way.
        """
        while self.next <= end and (walks.undecided or not walks.solved):
            short = self.stride < slice_length // 16  # threads would spend their time synchronising
            walks.advance(self.next, ahead, alone=short)
            if walks.halted:
                return False
            if walks.iteration < self.next and not walks.solved:  # all searches have finished
                break
            self.keep(walks.searches)
        return True

    def keep(self, searches: Sequence[Search]) -> None:
        """Keep the boards of the replicas; call this when the run has reached iteration ``next``."""
        mark = self.next
        stays = self.most == MOST and _step(mark) > _step(mark - self.stride)
        for k, search in enumerate(searches):
            kept = self.kept[k]
            if search.best < self.best[k]:
                self.best[k] = search.best
                if search.best_iteration > kept[-1].iteration:
                    kept.append(Keyframe(search.best_iteration, IMPROVEMENT, search.best_grid()))
                    self._thin_improvements(kept)
            grid = search.grid()
            if search.iteration > kept[-1].iteration and not np.array_equal(grid, kept[-1].grid):
                kept.append(Keyframe(search.iteration, STAYS if stays else mark, grid))
        while mark >= self.most * self.stride:
            self.stride *= 2
            for kept in self.kept:
                kept[:] = [frame for frame in kept if frame.mark <= 0 or frame.mark % self.stride == 0]
        self.next = (mark // self.stride + 1) * self.stride

    def of(self, replica: int, search: Search) -> list[tuple[int, Digits]]:
        """Return the boards of a replica with their iterations; the last is its current board."""
        first, *others = self.kept[replica]
        boards = [(first.iteration, first.grid)]
        for frame in others:  # skip repeats: the boards between two equal boards may have been dropped
            if not np.array_equal(frame.grid, boards[-1][1]):
                boards.append((frame.iteration, frame.grid))
        if search.iteration > boards[-1][0]:
            boards.append((search.iteration, search.best_grid() if search.best == 0 else search.grid()))
        return boards

    def _thin_improvements(self, kept: list[Keyframe]) -> None:
        places = [k for k, frame in enumerate(kept) if frame.mark == IMPROVEMENT]
        if len(places) > self.most_improvements:
            for k in reversed(places[:-1:2]):  # always keep the newest: it is closest to the solution
                del kept[k]


def _step(iteration: int) -> int:
    return int(math.log(max(1, iteration)) / LATER)
