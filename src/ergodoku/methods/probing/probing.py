"""Probing: fill the tightest cell with a random candidate, propagate, and start over on a contradiction.

Each probe follows one random path. At each step it draws one of the cells with the fewest candidates, then
one of the candidates of this cell, and then propagates singles. On small grids, one of the first few hundred
probes succeeds. Without starting over, some searches would take an extremely long time.

The classic 9x9 has its own search. It propagates more, it undoes refuted choices instead of starting over at
once, and it can prove that there is no solution.

References
----------
C. P. Gomes, B. Selman, H. Kautz, "Boosting combinatorial search through randomization", AAAI-98 (1998)
431-437.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

import numpy as np
from numpy.typing import NDArray

from ergodoku.base.compiled import kernel
from ergodoku.landscape.construction import Construction, candidate_at_random, tightest_at_random
from ergodoku.landscape.random import Words, seeded
from ergodoku.methods.method import Entry, Method, State
from ergodoku.methods.parameters import LOGIC, parameter
from ergodoku.methods.probing.nine import NineSearch
from ergodoku.methods.walk import (
    ACCEPTED,
    ENERGY,
    FINISHED,
    ITERATION,
    RESTARTS,
    Record,
    Walk,
    going,
    keep_best,
    note,
)
from ergodoku.puzzle.logic import PLACED, Geometry, Marks, Reduction, assign, copy_marks, nine, singles
from ergodoku.puzzle.puzzle import Digits


@dataclass(frozen=True)
class Probing(Method):
    """Randomised construction with restarts; the best method for small grids."""

    name: ClassVar[str] = "probing"
    round: ClassVar[int] = 256

    logic: str = parameter("singles", "Logic applied before the search", choices=LOGIC)

    def start(self, reduction: Reduction, seed: int, replica: int = 0) -> ProbingSearch | NineSearch:
        """Start a search on a reduced puzzle."""
        rng = seeded(seed, replica)
        if nine.is_nine(reduction.puzzle.layout):
            return NineSearch(self, reduction, rng)
        return ProbingSearch(self, Construction(reduction), rng)


class ProbingSearch(Walk):
    """The search of probing; an iteration is one choice."""

    def __init__(self, method: Probing, landscape: Construction, rng: Words) -> None:
        self.landscape, base = landscape, landscape.base
        super().__init__(method, int(np.count_nonzero(base.digit < 0)), base.digit.copy(), rng)
        self.marks = Marks._make(array.copy() for array in base)
        self.fresh = np.array([1, 0], dtype=np.int64)
        self.numbers[FINISHED] = not landscape.consistent

    evaluations = property(lambda self: int(self.fresh[1]))
    costliest = property(lambda self: max(1, self.landscape.layout.cells))
    refuted = property(lambda self: self.finished)  # it finishes only if the givens are contradictory

    def grid(self) -> Digits:
        """Return the current partial grid."""
        return self.landscape.grid(self.marks.digit)

    def best_grid(self) -> Digits:
        """Return the fullest grid seen."""
        return self.landscape.grid(self.record.best)

    def arrays(self) -> State:
        """Return the marks of this probe, and ``fresh``."""
        return {f"marks_{name}": array for name, array in self.marks._asdict().items()} | {
            "fresh": self.fresh
        }

    def run_kernel(self, end: int) -> None:
        """Make choices up to iteration ``end``."""
        probe(self.landscape.geometry, self.landscape.base, self.marks, self.fresh, self.record, end)


@kernel
def probe(
    geo: Geometry, base: Marks, marks: Marks, fresh: NDArray[np.int64], record: Record, end: int
) -> None:
    """Make choices up to iteration ``end``, or until solved.

    ``fresh[0]`` is 1 if the next choice starts a new probe; ``fresh[1]`` is the number of cells filled so
    far.
    """
    cells, rng, numbers = marks.left.shape[0], record.rng, record.numbers
    while going(record, end):
        if fresh[0]:
            copy_marks(base, marks)
            fresh[0] = 0
        placed = marks.done[PLACED]
        cell = tightest_at_random(marks, rng)
        digit = candidate_at_random(marks, cell, rng)
        alive = assign(geo, marks, cell, digit) and singles(geo, marks)
        fresh[1] += max(1, marks.done[PLACED] - placed)
        numbers[ITERATION] += 1
        numbers[ENERGY] = cells - marks.done[PLACED]
        if alive or numbers[ENERGY] > 0:
            keep_best(record, marks.digit)
        if alive:
            numbers[ACCEPTED] += 1
        else:
            fresh[0] = 1
            numbers[RESTARTS] += 1
        note(record)


ENTRIES = (
    Entry(
        "probing",
        Probing(),
        "Fill the tightest cell with a random candidate, propagate, start over on a contradiction.",
        "construction",
        "C. P. Gomes, B. Selman, H. Kautz, AAAI-98 (1998) 431-437",
        "small grids, up to 16x16",
        "cell = random among those with the fewest candidates, digit = random among its candidates",
    ),
)
