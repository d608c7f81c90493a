"""What all walks by swaps in boxes share: a board, the best one seen, and how they are kept."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from ergodoku.landscape.boxes import Board, Boxes, recount, shuffle
from ergodoku.landscape.random import Words
from ergodoku.methods.method import State
from ergodoku.methods.walk import Walk
from ergodoku.puzzle.puzzle import Digits


class BoardWalk(Walk):
    """A walk on box permutations, from boxes dealt at random."""

    board: Board
    best_cells: NDArray[np.uint8]

    def __init__(self, landscape: Boxes, rng: Words) -> None:
        self.landscape, self.rng = landscape, rng
        self.board = landscape.board()
        super().__init__(shuffle(landscape.field, self.board, rng))
        self.best_cells = self.board.cells.copy()

    def grid(self) -> Digits:
        """Return the current board."""
        return self.landscape.grid(self.board.cells)

    def best_grid(self) -> Digits:
        """Return the best board seen."""
        return self.landscape.grid(self.best_cells)

    def _arrays(self) -> State:
        return {"rng": self.rng, "cells": self.board.cells, "best_cells": self.best_cells}

    def restore(self, state: State) -> None:
        """Go back to a saved state; what is counted of the cells is counted anew."""
        super().restore(state)
        recount(self.landscape.field, self.board)
