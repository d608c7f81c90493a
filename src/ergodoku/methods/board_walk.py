"""What all walks by swaps in boxes share: a board, the best one seen, and how they are kept."""

from __future__ import annotations

from typing import Self

from ergodoku.landscape.boxes import Board, Boxes, boxes_of, recount, shuffle
from ergodoku.landscape.random import Words, seeded
from ergodoku.methods.method import Method, State
from ergodoku.methods.walk import FINISHED, Walk
from ergodoku.puzzle.logic import Reduction
from ergodoku.puzzle.puzzle import Digits


class BoardWalk(Walk):
    """A walk on box permutations, from boxes dealt at random; a subclass adds `run_kernel`.

    Attributes
    ----------
    method : Method
        The parameters.
    landscape : Boxes
        The puzzle; a kernel takes its ``field``.
    board : Board
        The state: a kernel swaps its cells.
    record : Record
        Where the walk is and has been.
    """

    board: Board
    cost = 2  # a swap, in most of them

    def __init__(self, method: Method, landscape: Boxes, rng: Words) -> None:
        self.landscape = landscape
        self.board = landscape.board()
        energy = shuffle(landscape.field, self.board, rng)
        super().__init__(method, energy, self.board.cells.copy(), rng)
        if energy and not len(landscape.field.pairs):  # nothing can move
            self.numbers[FINISHED] = 1

    @classmethod
    def begin(cls, method: Method, reduction: Reduction, seed: int, replica: int) -> Self:
        """Begin a search on a reduced puzzle."""
        return cls(method, boxes_of(reduction), seeded(seed, replica))

    def grid(self) -> Digits:
        """Return the current board."""
        return self.landscape.grid(self.board.cells)

    def best_grid(self) -> Digits:
        """Return the best board seen."""
        return self.landscape.grid(self.record.best)

    def arrays(self) -> State:
        """Return the cells; a subclass adds its own arrays."""
        return {"cells": self.board.cells}

    def restore(self, state: State) -> None:
        """Go back to a saved state, and count everything again from its cells."""
        super().restore(state)
        recount(self.landscape.field, self.board)
