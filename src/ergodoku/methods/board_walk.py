"""The bookkeeping of walks that swap cells in boxes: the board, the best board seen, saving, restoring."""

from __future__ import annotations

from typing import Self

from ergodoku.landscape.boxes import Board, Boxes, boxes_of, recount, shuffle
from ergodoku.landscape.random import Words, seeded
from ergodoku.methods.method import Method, State
from ergodoku.methods.walk import FINISHED, Walk
from ergodoku.puzzle.logic import Reduction
from ergodoku.puzzle.puzzle import Digits


class BoardWalk(Walk):
    """A walk on box permutations that starts from a random board; subclasses add `run_kernel`.

    Attributes
    ----------
    method : Method
        The method with its parameters.
    landscape : Boxes
        The puzzle as a landscape; kernels take its ``field``.
    board : Board
        The state; kernels swap its cells.
    record : Record
        The current numbers of the walk, and its history.
    """

    board: Board
    cost = 2  # an iteration looks at one swap, which changes two cells; a subclass may override this

    def __init__(self, method: Method, landscape: Boxes, rng: Words) -> None:
        self.landscape = landscape
        self.board = landscape.board()
        energy = shuffle(landscape.field, self.board, rng)
        super().__init__(method, energy, self.board.cells.copy(), rng)
        if energy and not len(landscape.field.pairs):  # there is no move
            self.numbers[FINISHED] = 1

    @classmethod
    def begin(cls, method: Method, reduction: Reduction, seed: int, replica: int) -> Self:
        """Start a search on a reduced puzzle."""
        return cls(method, boxes_of(reduction), seeded(seed, replica))

    def grid(self) -> Digits:
        """Return the current board."""
        return self.landscape.grid(self.board.cells)

    def best_grid(self) -> Digits:
        """Return the best board seen."""
        return self.landscape.grid(self.record.best)

    def arrays(self) -> State:
        """Return the cells; subclasses add their own arrays."""
        return {"cells": self.board.cells}

    def restore(self, state: State) -> None:
        """Restore a saved state, and recompute the counts from its cells."""
        super().restore(state)
        recount(self.landscape.field, self.board)
