"""Focused Metropolis search: go straight for a digit that is missing somewhere.

Take a random missing digit (a line that lacks it), a random cell of that line which could hold it, and swap
it with the cell of its box that holds the digit now; accept by Metropolis. So every proposal mends something,
and the energy judges what it breaks. The missing digits are kept in an indexed list, updated in O(1).

The temperature sweeps through the freezing point again and again, each sweep longer than the last. That
point is estimated from the puzzle: with m candidates per free cell and F free cells,
T0 = 1 / (ln(2 m) + 0.25 ln(F / 600)).

References
----------
S. Seitz, M. Alava, P. Orponen, "Focused local search for random 3-satisfiability", Journal of Statistical
Mechanics (2005) P06006, doi:10.1088/1742-5468/2005/06/P06006; carried over to Sudoku here.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar

import numpy as np
from numba import int64, uint64
from numpy.typing import NDArray

from ergodoku.base.compiled import inlined, kernel
from ergodoku.landscape.boxes import DUMMY_COUNT, Board, Boxes, Field, boxes_of, copy_cells
from ergodoku.landscape.missing import Missing, Options, drop, hopeless, lift, list_missing, options_of
from ergodoku.landscape.random import Words, seeded, step, threshold
from ergodoku.methods.board_walk import BoardWalk
from ergodoku.methods.method import Entry, Method, State
from ergodoku.methods.parameters import LOGIC, check, parameter
from ergodoku.methods.walk import (
    ACCEPTED,
    BEST,
    BEST_AT,
    ENERGY,
    FINISHED,
    ITERATION,
    NEXT_SAMPLE,
    NOTED,
    RESTARTS,
    SAMPLES,
    note,
)
from ergodoku.puzzle.logic import Reduction

# What the search adds to the numbers of a walk.
LEFT, STRETCH, SWEEP = range(3)
WORST = 32  # the acceptance table reaches from -WORST to WORST
ZERO, ONE = np.uint64(0), np.uint64(1)


@dataclass(frozen=True)
class Focused(Method):
    """Focused Metropolis search with candidate-directed swaps; the best method for large grids."""

    name: ClassVar[str] = "focused"
    round: ClassVar[int] = 4096

    temperature: float | None = parameter(
        None, "Freezing temperature; estimated if not given", low=1e-6, high=1e3
    )
    high: float = parameter(1.08, "A sweep starts at this multiple of it", low=0.1, high=10.0)
    low: float = parameter(0.90, "A sweep ends at this multiple of it", low=0.1, high=10.0)
    stretches: int = parameter(16, "Temperatures in a sweep", low=2, high=10_000)
    sweep: int = parameter(64, "Iterations of the first sweep, per candidate", low=1, high=1_000_000)
    doublings: int = parameter(8, "How often the sweep length doubles", low=0, high=40)
    logic: str = parameter("pairs", "Logic applied before the search", choices=LOGIC)

    def __post_init__(self) -> None:
        check(self)

    def start(self, reduction: Reduction, seed: int, replica: int = 0) -> FocusedSearch:
        """Begin a search on a reduced puzzle."""
        return FocusedSearch(self, boxes_of(reduction), seeded(seed, replica))


class FocusedSearch(BoardWalk):
    """Focused search at work."""

    name = "focused"

    def __init__(self, method: Focused, landscape: Boxes, rng: Words) -> None:
        self.method = method
        self.options, candidates, free = options_of(landscape)
        self.base = method.temperature or freezing_point(candidates, free)
        self.first_sweep = max(method.stretches, method.sweep * candidates)
        self.doublings = min(method.doublings, 62 - self.first_sweep.bit_length())
        super().__init__(landscape, rng)
        entries = len(self.board.counts)
        self.missing = Missing(np.zeros(entries + 1, dtype=np.uint32), np.zeros(entries, dtype=np.uint32))
        list_missing(self.board.counts, self.missing)
        self.course = np.zeros(3, dtype=np.int64)
        self.accept = np.zeros(2 * WORST + 1, dtype=np.uint64)
        self.heat = np.array([self.base * method.high])
        if self.energy and hopeless(self.board, self.options):
            self.numbers[FINISHED] = 1

    @property
    def temperature(self) -> float:
        """The temperature of the current stretch."""
        return float(self.heat[0])

    def _arrays(self) -> State:
        own = {"course": self.course, "heat": self.heat, "missing": self.missing.entry}
        return super()._arrays() | own

    def restore(self, state: State) -> None:
        """Go back to a saved state; the order of the missing digits is part of it."""
        super().restore(state)
        self.missing.place[self.missing.entry[: self.energy]] = np.arange(self.energy)
        if self.course[LEFT]:
            fill_table(self.accept, self.temperature)

    def _run(self, end: int) -> None:
        method = self.method
        focus(
            self.landscape.field,
            self.board,
            self.missing,
            self.options,
            self.best_cells,
            self.rng,
            self.numbers,
            self.course,
            self._notes,
            self._temperatures,
            self.accept,
            self.heat,
            end,
            self.base * method.high,
            self.base * method.low,
            method.stretches,
            self.first_sweep,
            self.doublings,
        )


def freezing_point(candidates: int, free: int) -> float:
    """Return the estimate of the freezing temperature from what logic left."""
    if free == 0:
        return 1.0
    return 1.0 / max(1.0, float(np.log(2 * candidates / free) + 0.25 * np.log(free / 600)))


@kernel
def fill_table(accept: NDArray[np.uint64], temperature: float) -> None:
    """Work out the chance, of 2 ** 32, to accept each change of energy."""
    for k in range(accept.shape[0]):
        accept[k] = threshold(float(max(0, k - WORST)), temperature)


@inlined
def next_stretch(
    course: Any, heat: Any, accept: Any, hot: Any, cold: Any, stretches: Any, first_sweep: Any, doublings: Any
) -> None:
    """Take the next temperature of the sweep, or start the next sweep."""
    share = float(course[STRETCH]) / float(stretches - 1)
    heat[0] = hot - (hot - cold) * share
    fill_table(accept, heat[0])
    course[LEFT] = max(1, (first_sweep << min(course[SWEEP], doublings)) // stretches)
    course[STRETCH] += 1
    if course[STRETCH] == stretches:
        course[STRETCH] = 0
        course[SWEEP] += 1


@kernel
def focus(
    field: Field,
    board: Board,
    missing: Missing,
    options: Options,
    best_cells: NDArray[np.uint8],
    rng: Words,
    numbers: NDArray[np.int64],
    course: NDArray[np.int64],
    notes: NDArray[np.int64],
    note_temperatures: NDArray[np.float64],
    accept: NDArray[np.uint64],
    heat: NDArray[np.float64],
    end: int,
    hot: float,
    cold: float,
    stretches: int,
    first_sweep: int,
    doublings: int,
) -> None:
    """Search up to iteration ``end``, or until solved, or until the notes are full."""
    slots, line, box = field.slots, field.line, field.box
    cells, counts, where = board.cells, board.counts, board.where
    entry, place = missing.entry, missing.place
    width = uint64(len(slots))
    energy, best, accepted = uint64(numbers[ENERGY]), uint64(numbers[BEST]), uint64(0)
    s0, s1 = rng[0], rng[1]
    while numbers[ITERATION] < end and energy != ZERO and numbers[NOTED] < SAMPLES:
        if course[LEFT] == 0:
            if course[STRETCH] == 0 and course[SWEEP] > 0:
                numbers[RESTARTS] += 1
            next_stretch(course, heat, accept, hot, cold, stretches, first_sweep, doublings)
        run = min(end - numbers[ITERATION], numbers[NEXT_SAMPLE] - numbers[ITERATION], course[LEFT])
        todo = uint64(run)
        while todo != ZERO and energy != ZERO:
            todo -= ONE
            word, s0, s1 = step(s0, s1)
            e = uint64(entry[((word >> uint64(48)) * energy) >> uint64(16)])
            first = uint64(options.start[e])
            many = uint64(options.start[e + ONE]) - first
            a = uint64(options.cell[first + ((((word >> uint64(32)) & uint64(0xFFFF)) * many) >> uint64(16))])
            vb = uint64(options.digit[e])
            va = uint64(cells[a])
            home = uint64(box[a])
            b = uint64(where[home + vb])
            change = uint64(WORST)
            for k in range(len(slots)):
                la = uint64(line[a * width + uint64(k)])
                lb = uint64(line[b * width + uint64(k)])
                change += uint64(la != lb) * (
                    uint64(counts[la + va] == 1)
                    - uint64(counts[la + vb] == 0)
                    + uint64(counts[lb + vb] == 1)
                    - uint64(counts[lb + va] == 0)
                )
            if word & uint64(0xFFFFFFFF) >= accept[change]:
                continue
            accepted += ONE
            cells[a] = vb
            cells[b] = va
            where[home + vb] = a
            where[home + va] = b
            for k in range(len(slots)):
                la = uint64(line[a * width + uint64(k)])
                lb = uint64(line[b * width + uint64(k)])
                # Lifts before drops: so the list never overflows, and a line shared by both ends as it was.
                energy = lift(counts, la + vb, entry, place, energy)
                energy = lift(counts, lb + va, entry, place, energy)
                energy = drop(counts, la + va, entry, place, energy)
                energy = drop(counts, lb + vb, entry, place, energy)
                if k >= 2:  # only here can a line be the dummy
                    counts[va] = DUMMY_COUNT
                    counts[vb] = DUMMY_COUNT
            if energy < best:
                best = energy
                numbers[BEST_AT] = numbers[ITERATION] + run - int64(todo)
                copy_cells(cells, best_cells)
        done = run - int64(todo)
        course[LEFT] -= done
        numbers[ITERATION] += done
        numbers[ENERGY], numbers[BEST] = int64(energy), int64(best)
        numbers[ACCEPTED] += int64(accepted)
        accepted = ZERO
        if numbers[ITERATION] == numbers[NEXT_SAMPLE]:
            note(numbers, notes, note_temperatures, heat[0])
    rng[0], rng[1] = s0, s1


ENTRIES = (
    Entry(
        "focused",
        Focused(),
        "Focused Metropolis search: swap a missing digit to a cell of its line that can hold it.",
        "box permutation",
        "S. Seitz, M. Alava, P. Orponen, J. Stat. Mech. (2005) P06006; carried over to Sudoku here",
        "large grids, from 25x25 to 100x100",
        "P(accept) = min(1, exp(-ΔE / T)), T from 1.08 T₀ down to 0.90 T₀, again and again\n"
        "T₀ = 1 / (ln 2m + ¼ ln(F / 600)) for m candidates per free cell, F free cells",
    ),
)
