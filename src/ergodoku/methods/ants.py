"""Ant colony: ants fill the grid cell by cell, and leave pheromone on what went well.

Every ant starts from the propagated givens at a random cell and goes on cell by cell, all ants in step. At an
open cell it takes the candidate with the most pheromone (with probability q0) or draws one in proportion to
the pheromone, and singles are propagated around contradictions: a cell whose candidates vanish is failed and
stays open, and the ant goes on. The equations are numbered here as they are applied:

1. after every choice of digit d for cell i (local update): tau_id <- (1 - xi) tau_id + xi tau_0;
2. value of the best ant of a cycle, with f of c cells filled: v = c / (c - f); if v exceeds the best value
   v*, that ant's grid becomes the best grid and v* = v;
3. for every filled cell of the best grid (global update): tau_id <- (1 - rho) tau_id + rho v*;
4. best-value evaporation: v* <- (1 - epsilon) v*, so that an old best grid gives way to new ones.

The pheromone stays between tau_0 = 1 / c and c. Beyond the paper: ties between the strongest candidates are
broken at random, and a colony that finds no fuller grid for long forgets its pheromone (`restart`).

References
----------
H. Lloyd, M. Amos, "Solving Sudoku with ant colony optimization", IEEE Transactions on Games 12 (2020)
302-311, doi:10.1109/TG.2019.2942773, arXiv:1805.03545.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar, NamedTuple

import numpy as np
from numba import int64, uint64
from numpy.typing import NDArray

from ergodoku.landscape.construction import Construction, fill
from ergodoku.landscape.random import Words, high_below, next_word, seeded
from ergodoku.methods.entry import Entry
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
    REHEATS,
    SAMPLES,
    State,
    Walk,
    note,
)
from ergodoku.puzzle.compiled import inlined, kernel
from ergodoku.puzzle.logic import Reduction
from ergodoku.puzzle.propagation import NONE, ONE, PLACED, Geometry, Marks, copy_marks, lowest
from ergodoku.puzzle.puzzle import Digits

# In `course`: steps that all ants have made in this cycle, whose step is next, the lowest energy since the
# pheromone was last forgotten, and the cycles since then.
STEP, ANT, LOWEST, STALE = range(4)
UNIT = 1.0 / (1 << 53)  # times 53 random bits: a number from 0 to below 1


@dataclass(frozen=True)
class Ants:
    """Ant colony system of Lloyd and Amos, with best-value evaporation."""

    name: ClassVar[str] = "ants"
    round: ClassVar[int] = 256

    ants: int = parameter(10, "Ants in the colony", low=1, high=256)
    greedy: float = parameter(0.9, "Chance (q0) to take the candidate with most pheromone", low=0.0, high=1.0)
    local: float = parameter(0.1, "Share of pheromone that a choice wears off", low=0.0, high=1.0)
    rho: float = parameter(0.9, "Share of pheromone that the best grid renews", low=0.0, high=1.0)
    evaporation: float = parameter(0.005, "Share that the best value loses every cycle", low=0.0, high=1.0)
    restart: int = parameter(
        400, "Forget all pheromone after so many cycles without a fuller grid; 0: never", low=0
    )
    logic: str = parameter("pairs", "Logic applied before the search", choices=LOGIC)

    def __post_init__(self) -> None:
        check(self)

    def start(self, reduction: Reduction, seed: int, replica: int = 0) -> AntsSearch:
        """Begin a search on a reduced puzzle."""
        return AntsSearch(self, Construction(reduction), seeded(seed, replica))


class Colony(NamedTuple):
    """Every ant's grid under propagation, one after another in arrays, and what the ants share."""

    cand: NDArray[np.uint64]  # from here to `done` as in `Marks`, with the ant in front
    plane: NDArray[np.uint64]
    left: NDArray[np.int16]
    room: NDArray[np.int16]
    digit: NDArray[np.int16]
    done: NDArray[np.int64]
    first: NDArray[np.int64]  # (ants,): the cell that an ant started from
    pheromone: NDArray[np.float64]  # (cells, size)
    value: NDArray[np.float64]  # (1,): the best value
    guide: NDArray[np.int16]  # (cells,): the best grid, which the global update follows
    shown: NDArray[np.int16]  # (cells,): the grid of the best ant of the last cycle
    best_digit: NDArray[np.int16]  # (cells,): the fullest grid seen


class Stacks(NamedTuple):
    """What propagation needs while it runs; empty between two choices, so the ants share it."""

    naked: NDArray[np.uint16]
    hidden: NDArray[np.uint16]
    top: NDArray[np.int32]
    fault: NDArray[np.int32]


class AntsSearch(Walk):
    """A colony at work; an iteration is one choice of one ant.

    Its state is the grid of the best ant of the last cycle.
    """

    name = "ants"

    def __init__(self, method: Ants, landscape: Construction, rng: Words) -> None:
        self.method, self.landscape, self.rng = method, landscape, rng
        base, cells, size = landscape.base, landscape.layout.cells, landscape.layout.size
        super().__init__(int(np.count_nonzero(base.digit < 0)))
        every = (method.ants, 1, 1)
        self.colony = Colony(
            np.tile(base.cand, every),
            np.tile(base.plane, every),
            np.tile(base.left, every[:2]),
            np.tile(base.room, every),
            np.tile(base.digit, every[:2]),
            np.tile(base.done, every[:2]),
            first=np.zeros(method.ants, dtype=np.int64),
            pheromone=np.full((cells, size), 1.0 / cells),
            value=np.zeros(1),
            guide=base.digit.copy(),
            shown=base.digit.copy(),
            best_digit=base.digit.copy(),
        )
        self.stacks = Stacks(base.naked.copy(), base.hidden.copy(), base.top.copy(), base.fault.copy())
        self.course = np.array([0, 0, cells + 1, 0], dtype=np.int64)
        set_out(base, self.colony, self.stacks, rng)
        if not landscape.consistent:
            self.numbers[FINISHED] = 1

    def grid(self) -> Digits:
        """Return the grid of the best ant of the last cycle."""
        return self.landscape.grid(self.colony.shown)

    def best_grid(self) -> Digits:
        """Return the fullest grid seen."""
        return self.landscape.grid(self.colony.best_digit)

    def _arrays(self) -> State:
        colony = {f"colony_{name}": array for name, array in self.colony._asdict().items()}
        return colony | {"rng": self.rng, "course": self.course}

    def _run(self, end: int) -> None:
        method = self.method
        march(
            self.landscape.geometry,
            self.landscape.base,
            self.colony,
            self.stacks,
            self.rng,
            self.numbers,
            self.course,
            self._notes,
            self._temperatures,
            end,
            method.greedy,
            method.local,
            method.rho,
            method.evaporation,
            method.restart or 1 << 62,
        )


@inlined
def _ant(colony: Any, stacks: Any, ant: Any) -> Any:
    """Return the marks of one ant."""
    return Marks(
        colony.cand[ant],
        colony.plane[ant],
        colony.left[ant],
        colony.room[ant],
        colony.digit[ant],
        stacks.naked,
        stacks.hidden,
        stacks.top,
        colony.done[ant],
        stacks.fault,
    )


@kernel
def set_out(base: Marks, colony: Colony, stacks: Stacks, rng: Words) -> None:
    """Bring every ant back to the propagated givens, at a random cell."""
    for ant in range(colony.first.shape[0]):
        copy_marks(base, _ant(colony, stacks, ant))
        colony.first[ant] = int64(high_below(next_word(rng), colony.guide.shape[0]))


@kernel
def choose(colony: Colony, ant: int, cell: int, greedy: float, rng: Words) -> Any:
    """Return the candidate of an open cell that an ant chooses: the strongest, or one by roulette."""
    tau = colony.pheromone
    by_roulette = float(next_word(rng) >> uint64(11)) * UNIT >= greedy
    word_of_luck = next_word(rng)
    total, strongest, ties = 0.0, -1.0, 0
    chosen = uint64(0)
    for word in range(colony.cand.shape[2]):
        bits = colony.cand[ant, cell, word]
        while bits != NONE:
            digit = uint64(64 * word) + lowest(bits)
            bits &= bits - ONE
            total += tau[cell, digit]
            if tau[cell, digit] > strongest:
                strongest, ties, chosen = tau[cell, digit], 1, digit
            elif tau[cell, digit] == strongest:
                ties += 1
    if not by_roulette and ties == 1:
        return chosen
    rest = float(word_of_luck >> uint64(11)) * UNIT * total
    pick = high_below(word_of_luck, ties)
    for word in range(colony.cand.shape[2]):
        bits = colony.cand[ant, cell, word]
        while bits != NONE:
            digit = uint64(64 * word) + lowest(bits)
            bits &= bits - ONE
            if by_roulette:
                chosen = digit  # the last one, should rounding leave a rest
                rest -= tau[cell, digit]
                if rest < 0.0:
                    return chosen
            elif tau[cell, digit] == strongest:
                if pick == NONE:
                    return digit
                pick -= ONE
    return chosen


@kernel
def reward(
    colony: Colony, numbers: NDArray[np.int64], course: NDArray[np.int64], rho: float, evaporation: float
) -> None:
    """End a cycle: find its best ant, update the pheromone of the best grid, let the best value fade."""
    cells, tau = colony.guide.shape[0], colony.pheromone
    leader = 0
    for ant in range(colony.first.shape[0]):
        if colony.done[ant, PLACED] > colony.done[leader, PLACED]:
            leader = ant
    energy = cells - colony.done[leader, PLACED]
    _show(colony, numbers, leader, energy)
    course[STALE] += 1
    if energy < course[LOWEST]:
        course[LOWEST], course[STALE] = energy, 0
    value = cells / energy  # (2)
    if value > colony.value[0]:
        colony.value[0] = value
        for cell in range(cells):
            colony.guide[cell] = colony.digit[leader, cell]
    for cell in range(cells):
        digit = colony.guide[cell]
        if digit >= 0:
            tau[cell, digit] = (1.0 - rho) * tau[cell, digit] + rho * colony.value[0]  # (3)
    colony.value[0] *= 1.0 - evaporation  # (4)


@kernel
def forget(colony: Colony, numbers: NDArray[np.int64], course: NDArray[np.int64]) -> None:
    """Spread the pheromone evenly again, and let any grid be the best."""
    cells = colony.guide.shape[0]
    for cell in range(cells):
        for digit in range(colony.pheromone.shape[1]):
            colony.pheromone[cell, digit] = 1.0 / cells
    colony.value[0] = 0.0
    course[LOWEST], course[STALE] = cells + 1, 0
    numbers[REHEATS] += 1


@inlined
def _show(colony: Any, numbers: Any, ant: Any, energy: Any) -> None:
    """Make an ant's grid the state of the search, and the best one where it is."""
    numbers[ENERGY] = energy
    for cell in range(colony.shown.shape[0]):
        colony.shown[cell] = colony.digit[ant, cell]
    if energy < numbers[BEST]:
        numbers[BEST], numbers[BEST_AT] = energy, numbers[ITERATION]
        for cell in range(colony.shown.shape[0]):
            colony.best_digit[cell] = colony.digit[ant, cell]


@kernel
def march(
    geo: Geometry,
    base: Marks,
    colony: Colony,
    stacks: Stacks,
    rng: Words,
    numbers: NDArray[np.int64],
    course: NDArray[np.int64],
    notes: NDArray[np.int64],
    note_temperatures: NDArray[np.float64],
    end: int,
    greedy: float,
    local: float,
    rho: float,
    evaporation: float,
    patience: int,
) -> None:
    """Let the ants make choices up to number ``end``, or until solved, or until the notes are full."""
    ants, cells = colony.digit.shape
    tau, tau0 = colony.pheromone, 1.0 / cells
    while numbers[ITERATION] < end and numbers[BEST] > 0 and numbers[NOTED] < SAMPLES:
        if course[STEP] == cells:
            reward(colony, numbers, course, rho, evaporation)
            if course[STALE] >= patience:
                forget(colony, numbers, course)
            set_out(base, colony, stacks, rng)
            course[STEP] = 0
        ant = course[ANT]
        cell = (colony.first[ant] + course[STEP]) % cells
        course[ANT] += 1
        if course[ANT] == ants:
            course[ANT] = 0
            course[STEP] += 1
        if colony.digit[ant, cell] >= 0 or colony.left[ant, cell] == 0:  # filled, or failed
            continue
        digit = choose(colony, ant, cell, greedy, rng)
        failed = fill(geo, _ant(colony, stacks, ant), cell, digit)
        tau[cell, digit] = (1.0 - local) * tau[cell, digit] + local * tau0  # (1)
        numbers[ITERATION] += 1
        numbers[ACCEPTED] += int64(failed == 0)
        if colony.done[ant, PLACED] == cells:
            _show(colony, numbers, ant, 0)
        if numbers[ITERATION] == numbers[NEXT_SAMPLE]:
            note(numbers, notes, note_temperatures, np.nan)


ENTRIES = (
    Entry(
        "ants",
        Ants(),
        "Ant colony: ants fill the grid cell by cell with propagation, led by the pheromone of the best.",
        "construction",
        "H. Lloyd, M. Amos, IEEE Trans. Games 12 (2020) 302-311, doi:10.1109/TG.2019.2942773",
        "to see learning by construction; to 25x25",
        "choice: argmax τ with probability q₀, else P(d) = τ_d / Σ τ\n"
        "local: τ ← (1 - ξ) τ + ξ τ₀; global: τ ← (1 - ρ) τ + ρ v*, v = cells / (cells - filled)",
    ),
)
