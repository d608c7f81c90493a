"""A puzzle as a formula for a SAT solver: one variable for each candidate that logic left."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

import numpy as np

from ergodoku.puzzle.logic import Reduction
from ergodoku.puzzle.puzzle import Digits


class Formula:
    """The clauses of a reduced puzzle, and the translation of a model back into a grid.

    Parameters
    ----------
    reduction : Reduction
        A reduction without a contradiction. Only the candidates of its open cells become variables.
    """

    def __init__(self, reduction: Reduction) -> None:
        self.puzzle = reduction.puzzle
        open_cells = self.puzzle.flat == 0
        self.cell, self.digit = np.nonzero(reduction.candidates & open_cells[:, None])
        self.variable = np.zeros(reduction.candidates.shape, dtype=np.int64)
        self.variable[self.cell, self.digit] = np.arange(1, len(self.cell) + 1)

    def clauses(self) -> Iterator[list[int]]:
        """Yield the clauses: each cell has one digit, each digit has one place in every unit."""
        for row in self.variable[self.puzzle.flat == 0]:
            yield from _exactly_one(row[row > 0].tolist())
        for cells in self.puzzle.layout.units:
            for column in self.variable[cells].T:
                literals = column[column > 0].tolist()
                if literals:
                    yield from _exactly_one(literals)

    @property
    def length(self) -> int:
        """Number of clauses with two literals (nearly all clauses), computed without building them."""
        known = self.variable > 0
        of_cells = known[self.puzzle.flat == 0].sum(axis=1)
        of_units = [known[cells].sum(axis=0) for cells in self.puzzle.layout.units]
        return sum(int((count * (count - 1) // 2).sum()) for count in (of_cells, *of_units))

    def grid(self, model: list[int]) -> Digits:
        """Return the grid that a model describes."""
        flat = self.puzzle.flat.copy()
        true = np.array([v for v in model if 0 < v <= len(self.cell)], dtype=np.int64) - 1
        flat[self.cell[true]] = self.digit[true] + 1
        return flat

    def literals(self, grid: Digits) -> list[int]:
        """Return the variables that are true in a grid; negated, they form the clause that excludes it."""
        flat = np.asarray(grid).ravel()
        cells = np.flatnonzero(self.puzzle.flat == 0)
        return [int(v) for v in self.variable[cells, flat[cells].astype(np.int64) - 1]]


def _exactly_one(literals: list[int]) -> Iterator[list[int]]:
    yield literals
    for a, b in combinations(literals, 2):
        yield [-a, -b]
