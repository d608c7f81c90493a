"""Probing: fill the tightest cell with a random candidate, propagate, and start over on a contradiction.

Each probe goes down one random path. Among the cells with the fewest candidates one is drawn, then one of
its candidates, then singles are propagated. On small grids one of the first few hundred probes gets
through; starting over is what cuts the heavy tail of such a search.

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
from ergodoku.methods.parameters import LOGIC, check, parameter
from ergodoku.methods.walk import (
    ACCEPTED,
    BEST,
    ENERGY,
    FINISHED,
    ITERATION,
    NEXT_SAMPLE,
    RESTARTS,
    Walk,
    going,
    keep_best,
    note,
)
from ergodoku.puzzle.logic import PLACED, Geometry, Marks, Reduction, assign, copy_marks, load, singles
from ergodoku.puzzle.puzzle import Digits

FRESH = 0  # in `course`: whether the next choice starts a new probe


@dataclass(frozen=True)
class Probing(Method):
    """Randomised construction with restarts; the best method for small grids."""

    name: ClassVar[str] = "probing"
    round: ClassVar[int] = 256

    logic: str = parameter("singles", "Logic applied before the search", choices=LOGIC)

    def __post_init__(self) -> None:
        check(self)

    def start(self, reduction: Reduction, seed: int, replica: int = 0) -> ProbingSearch:
        """Begin a search on a reduced puzzle."""
        return ProbingSearch(Construction(reduction), seeded(seed, replica))


class ProbingSearch(Walk):
    """Probing at work; an iteration is one choice."""

    name = "probing"

    def __init__(self, landscape: Construction, rng: Words) -> None:
        self.landscape, self.rng = landscape, rng
        base = landscape.base
        self.marks = Marks._make(array.copy() for array in base)
        super().__init__(int(np.count_nonzero(base.digit < 0)))
        self.best_digit = base.digit.copy()
        self.course = np.ones(1, dtype=np.int64)
        if not landscape.consistent:
            self.numbers[FINISHED] = 1

    def grid(self) -> Digits:
        """Return the current partial grid."""
        return self.landscape.grid(self.marks.digit)

    def best_grid(self) -> Digits:
        """Return the fullest grid seen."""
        return self.landscape.grid(self.best_digit)

    def _arrays(self) -> State:
        marks = {f"marks_{name}": array for name, array in self.marks._asdict().items()}
        return marks | {"rng": self.rng, "best_digit": self.best_digit, "course": self.course}

    def _run(self, end: int) -> None:
        probe(
            self.landscape.geometry,
            self.landscape.base,
            self.marks,
            self.best_digit,
            self.rng,
            self.numbers,
            self.course,
            self._notes,
            self._temperatures,
            end,
        )


@kernel
def probe(
    geo: Geometry,
    base: Marks,
    marks: Marks,
    best_digit: NDArray[np.int16],
    rng: Words,
    numbers: NDArray[np.int64],
    course: NDArray[np.int64],
    notes: NDArray[np.int64],
    note_temperatures: NDArray[np.float64],
    end: int,
) -> None:
    """Make choices up to number ``end``, or until solved, or until the notes are full."""
    cells = marks.left.shape[0]
    while going(numbers, end):
        if course[FRESH]:
            copy_marks(base, marks)
            course[FRESH] = 0
        cell = tightest_at_random(marks, rng)
        digit = candidate_at_random(marks, cell, rng)
        alive = assign(geo, marks, cell, digit) and singles(geo, marks)
        numbers[ITERATION] += 1
        numbers[ENERGY] = cells - marks.done[PLACED]
        if alive or numbers[ENERGY] > 0:
            keep_best(numbers, marks.digit, best_digit)
        if alive:
            numbers[ACCEPTED] += 1
        else:
            course[FRESH] = 1
            numbers[RESTARTS] += 1
        if numbers[ITERATION] == numbers[NEXT_SAMPLE]:
            note(numbers, notes, note_temperatures, np.nan)


@kernel
def probe_batch(
    geo: Geometry,
    base: Marks,
    marks: Marks,
    best_digit: NDArray[np.int16],
    rng: Words,
    numbers: NDArray[np.int64],
    course: NDArray[np.int64],
    notes: NDArray[np.int64],
    note_temperatures: NDArray[np.float64],
    seed: Words,
    choices: int,
    grids: NDArray[np.uint8],
    solved: NDArray[np.uint8],
    status: NDArray[np.int8],
    iterations: NDArray[np.int64],
) -> None:
    """Solve many grids of one layout, each exactly as `ProbingSearch` would with the same seed.

    ``status`` becomes 1 where solved, 0 where ``choices`` were not enough, -1 where there is no solution.
    """
    cells = grids.shape[1]
    for row in range(grids.shape[0]):
        status[row] = 0
        iterations[row] = 0
        if not load(geo, base, grids[row]):
            status[row] = -1
            continue
        rng[0], rng[1] = seed[0], seed[1]
        numbers[:] = 0
        numbers[BEST] = cells - base.done[PLACED]
        numbers[NEXT_SAMPLE] = -1
        course[FRESH] = 1
        for c in range(cells):
            best_digit[c] = base.digit[c]
        probe(geo, base, marks, best_digit, rng, numbers, course, notes, note_temperatures, choices)
        iterations[row] = numbers[ITERATION]
        if numbers[BEST] == 0:
            status[row] = 1
            for c in range(cells):
                solved[row, c] = best_digit[c] + 1


ENTRIES = (
    Entry(
        "probing",
        Probing(),
        "Fill the tightest cell with a random candidate, propagate, start over on a contradiction.",
        "construction",
        "C. P. Gomes, B. Selman, H. Kautz, AAAI-98 (1998) 431-437",
        "small grids, up to 16x16",
        "cell = one with the fewest candidates, digit = one of its candidates, each equally likely",
    ),
)
