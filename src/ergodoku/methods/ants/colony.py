"""The colony of `ergodoku.methods.ants.ants`: its grids, its pheromone, and the kernels that move the ants.

The equations are numbered as in that file.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numba import int64, uint64
from numpy.typing import NDArray

from ergodoku.base.compiled import inlined, kernel, lowest
from ergodoku.landscape.construction import fill
from ergodoku.landscape.random import Words, high_below, next_word
from ergodoku.methods.walk import (
    ACCEPTED,
    ENERGY,
    ITERATION,
    LOWEST,
    NOTED,
    RESTARTS,
    Record,
    due,
    going,
    keep_best,
    note,
)
from ergodoku.puzzle.logic import NONE, ONE, PLACED, Geometry, Marks, copy_marks

VALUE, TRUST = range(2)  # the positions in `Colony.values`
# The positions in `Colony.counters`: steps that every ant has made in this cycle, the ant that moves next,
# cycles since the lowest energy last fell, and cells filled so far.
STEP, ANT, STALE, FILLED = range(4)
UNIT = 1.0 / (1 << 53)  # 53 random bits times this give a number in [0, 1)


class Colony(NamedTuple):
    """The grid of every ant with its candidates, in arrays with one row per ant, and the shared pheromone."""

    cand: NDArray[np.uint64]  # the arrays up to `done` are as in `Marks`, with the ant as first index
    plane: NDArray[np.uint64]
    left: NDArray[np.int16]
    room: NDArray[np.int16]
    digit: NDArray[np.int16]
    done: NDArray[np.int64]
    first: NDArray[np.int64]  # (ants,): the cell that each ant started from
    pheromone: NDArray[np.float64]  # (cells, size)
    values: NDArray[np.float64]  # (2,): best value, and share of pheromone on the strongest digits
    guide: NDArray[np.int16]  # (cells,): the best grid, which the global update follows
    shown: NDArray[np.int16]  # (cells,): the grid of the best ant of the last cycle
    counters: NDArray[np.int64]  # (4,)


class Stacks(NamedTuple):
    """Working memory of propagation; empty between two choices, so the ants can share it."""

    naked: NDArray[np.uint16]
    hidden: NDArray[np.uint16]
    top: NDArray[np.int32]
    fault: NDArray[np.int32]


class Habits(NamedTuple):
    """The parameters in the form that the kernels need."""

    greedy: float  # q0
    local: float  # xi
    rho: float
    evaporation: float  # epsilon
    patience: int  # cycles without a fuller grid before the colony forgets its pheromone


@kernel
def march(
    geo: Geometry,
    base: Marks,
    colony: Colony,
    stacks: Stacks,
    record: Record,
    habits: Habits,
    end: int,
) -> None:
    """Let the ants make choices up to iteration ``end``, or until solved."""
    ants, cells = colony.digit.shape
    tau, tau0, local = colony.pheromone, 1.0 / cells, habits.local
    counters, numbers = colony.counters, record.numbers
    while going(record, end):
        if counters[STEP] == cells:
            reward(colony, record, habits)
            if counters[STALE] >= habits.patience:
                forget(colony, record)
            colony.values[TRUST] = trust(base, colony)
            set_out(base, colony, stacks, record.rng)
            counters[STEP] = 0
        ant = counters[ANT]
        cell = (colony.first[ant] + counters[STEP]) % cells
        counters[ANT] += 1
        if counters[ANT] == ants:
            counters[ANT] = 0
            counters[STEP] += 1
        if colony.digit[ant, cell] >= 0 or colony.left[ant, cell] == 0:  # filled or failed
            continue
        placed = colony.done[ant, PLACED]
        digit = choose(colony, ant, cell, habits.greedy, record.rng)
        failed = fill(geo, _ant(colony, stacks, ant), cell, digit)
        tau[cell, digit] = (1.0 - local) * tau[cell, digit] + local * tau0  # (1)
        counters[FILLED] += max(1, colony.done[ant, PLACED] - placed)
        numbers[ITERATION] += 1
        numbers[ACCEPTED] += int64(failed == 0)
        if colony.done[ant, PLACED] == cells:
            _show(colony, record, ant, 0)
        if due(record):
            record.more[numbers[NOTED], 0] = colony.values[TRUST]
            record.more[numbers[NOTED], 1] = colony.values[VALUE]
        note(record)


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
    """Reset the grid of every ant to the propagated givens, and start the ant at a random cell."""
    for ant in range(colony.first.shape[0]):
        copy_marks(base, _ant(colony, stacks, ant))
        colony.first[ant] = int64(high_below(next_word(rng), colony.guide.shape[0]))


@kernel
def choose(colony: Colony, ant: int, cell: int, greedy: float, rng: Words) -> Any:
    """Return the candidate that an ant chooses for an open cell: the strongest, or one by roulette."""
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
                chosen = digit  # the last digit if rounding leaves a remainder
                rest -= tau[cell, digit]
                if rest < 0.0:
                    return chosen
            elif tau[cell, digit] == strongest:
                if pick == NONE:
                    return digit
                pick -= ONE
    return chosen


@kernel
def reward(colony: Colony, record: Record, habits: Habits) -> None:
    """End a cycle: find its best ant, update the pheromone of the best grid, lower the best value."""
    cells, tau, rho = colony.guide.shape[0], colony.pheromone, habits.rho
    counters, numbers = colony.counters, record.numbers
    leader = 0
    for ant in range(colony.first.shape[0]):
        if colony.done[ant, PLACED] > colony.done[leader, PLACED]:
            leader = ant
    energy = cells - colony.done[leader, PLACED]
    _show(colony, record, leader, energy)
    counters[STALE] += 1
    if energy < numbers[LOWEST]:
        numbers[LOWEST], counters[STALE] = energy, 0
    value = cells / energy  # (2)
    if value > colony.values[VALUE]:
        colony.values[VALUE] = value
        for cell in range(cells):
            colony.guide[cell] = colony.digit[leader, cell]
    for cell in range(cells):
        digit = colony.guide[cell]
        if digit >= 0:
            tau[cell, digit] = (1.0 - rho) * tau[cell, digit] + rho * colony.values[VALUE]  # (3)
    colony.values[VALUE] *= 1.0 - habits.evaporation  # (4)


@kernel
def trust(base: Marks, colony: Colony) -> Any:
    """Return how much the colony has learned: the mean share of a cell's pheromone on its strongest digit.

    The mean is over the cells that are open at the start. It is 1 / size if nothing is learned, and at most
    1.
    """
    tau, total, open_cells = colony.pheromone, 0.0, 0
    for cell in range(tau.shape[0]):
        if base.digit[cell] < 0:
            strongest, together = 0.0, 0.0
            for digit in range(tau.shape[1]):
                strongest = max(strongest, tau[cell, digit])
                together += tau[cell, digit]
            total += strongest / together
            open_cells += 1
    return total / max(1, open_cells)


@kernel
def forget(colony: Colony, record: Record) -> None:
    """Spread the pheromone evenly again, and forget the best value."""
    cells = colony.guide.shape[0]
    for cell in range(cells):
        for digit in range(colony.pheromone.shape[1]):
            colony.pheromone[cell, digit] = 1.0 / cells
    colony.values[VALUE] = 0.0
    colony.counters[STALE] = 0
    record.numbers[LOWEST] = cells + 1
    record.numbers[RESTARTS] += 1


@inlined
def _show(colony: Any, record: Any, ant: Any, energy: Any) -> None:
    """Make an ant's grid the state of the search, and keep it if it is the best so far."""
    record.numbers[ENERGY] = energy
    for cell in range(colony.shown.shape[0]):
        colony.shown[cell] = colony.digit[ant, cell]
    keep_best(record, colony.shown)
