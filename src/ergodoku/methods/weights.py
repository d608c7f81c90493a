"""Weights for focused search: the more often a digit is missing from its line, the more it counts.

With weights, Metropolis uses the change of the weighted energy: the sum of the weights of all missing
digits. Every weight starts at 1. Every 10 iterations per free cell the weights are updated: each digit that
is missing at this moment gains weight, and every weight loses a share of its excess over 1. So a weight shows
how often its digit was missing recently, and a walk in a trap is slowly pushed out of it. Weights are stored
in units of 1/4096, and losses are rounded down: an excess of less than memory / 10 units never disappears.

References
----------
P. Morris, "The breakout method for escaping from local minima", AAAI (1993) 40-45.
F. Hutter, D. Tompkins, H. Hoos, "Scaling and probabilistic smoothing: efficient dynamic local search for
SAT", CP (2002) 233-248, doi:10.1007/3-540-46135-3_16; adapted to missing digits here.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numba import int32, int64, uint64
from numpy.typing import NDArray

from ergodoku.base.compiled import inlined, kernel
from ergodoku.landscape.boxes import DUMMY_COUNT, Board, Field
from ergodoku.landscape.missing import Missing, Options, drop, lift
from ergodoku.landscape.random import LOW, RANGE, RANGES, fill_ceilings, step, threshold
from ergodoku.methods.walk import (
    ACCEPTED,
    BEST,
    ENERGY,
    ITERATION,
    NEXT_SAMPLE,
    Record,
    going,
    keep_best,
    note,
)

UNIT = 4096  # a weight of 1
PERIOD = 10  # iterations per free cell between two updates of the weights
GRAIN = 4  # the acceptance table has one place per 2 ** GRAIN units of energy
PLACES = 8 * UNIT >> GRAIN  # the acceptance table covers rises up to 8
ZERO, ONE = np.uint64(0), np.uint64(1)
NONE = np.int32(0)  # 32 bits, like the parts of a change, so that the compiler need not extend each part


class Weights(NamedTuple):
    """The weights of a walk, and how they change."""

    temperature: NDArray[np.float64]  # (1,)
    gain: int  # weight that a missing digit gains in an update, in units of 1 / UNIT
    forget: int  # an update removes 1 / forget of the excess over 1
    period: int  # iterations between updates
    left: NDArray[np.int64]  # (1,): iterations left until the next update
    weight: NDArray[np.int32]  # (lines * size,): weight of each digit in each line, in units of 1 / UNIT
    worth: NDArray[np.int32]  # weight if the line has the digit once, -weight if it is missing, otherwise 0
    accept: NDArray[np.uint64]  # (PLACES + 1,): chance to accept a rise, in units of 2 ** -32
    ceiling: NDArray[np.int32]  # (RANGES,): see `fill_ceilings`

    def state(self) -> dict[str, NDArray[Any]]:
        """Return the arrays from which the others can be computed."""
        return {"level": self.temperature, "left": self.left, "weight": self.weight}


def new_weights(entries: int, free: int, temperature: float, strength: float, memory: int) -> Weights:
    """Return weights of 1; the weight of a digit that is always missing approaches 1 + ``strength``.

    Before a walk, `fill_rises` and `appraise_all` must compute the other arrays.
    """
    period = max(1, PERIOD * free)
    return Weights(
        np.array([temperature]),
        round(strength * UNIT * PERIOD / memory),
        max(1, memory // PERIOD),
        period,
        np.full(1, period, dtype=np.int64),
        np.full(entries, UNIT, dtype=np.int32),
        np.zeros(entries, dtype=np.int32),
        np.zeros(PLACES + 1, dtype=np.uint64),
        np.zeros(RANGES, dtype=np.int32),
    )


@kernel
def fill_rises(weights: Weights) -> None:
    """Compute the chance, in units of 2 ** -32, to accept each rise of the weighted energy."""
    for k in range(weights.accept.shape[0]):
        weights.accept[k] = threshold(float(k << GRAIN) / UNIT, weights.temperature[0])
    fill_ceilings(weights.ceiling, weights.accept, GRAIN)


@inlined
def appraise(counts: Any, weight: Any, worth: Any, e: Any) -> None:
    """Bring the worth of entry e up to date."""
    count = counts[e]
    worth[e] = weight[e] * (int64(count == 1) - int64(count == 0))


@kernel
def appraise_all(counts: NDArray[np.int8], weights: Weights) -> None:
    """Compute the worth of every entry from scratch."""
    for e in range(counts.shape[0]):
        appraise(counts, weights.weight, weights.worth, e)


@kernel
def update(counts: NDArray[np.int8], weights: Weights) -> None:
    """Raise the weights of missing digits, and move all weights a little towards 1."""
    weight = weights.weight
    for e in range(counts.shape[0]):
        grown = int64(weight[e]) + (weights.gain if counts[e] == 0 else 0)
        if grown != UNIT:
            weight[e] = grown - (grown - UNIT) // weights.forget
            appraise(counts, weight, weights.worth, e)
    weights.left[0] = weights.period


@kernel
def focus_weighted(
    field: Field, options: Options, board: Board, missing: Missing, record: Record, weights: Weights, end: int
) -> None:
    """Search by the weighted energy up to iteration ``end``, or until solved."""
    slots, line = field.slots, field.line
    cells, counts, where = board.cells, board.counts, board.where
    entry, place = missing.entry, missing.place
    weight, worth = weights.weight, weights.worth
    accept, ceiling = weights.accept, weights.ceiling
    rng, numbers = record.rng, record.numbers
    width = uint64(len(slots))
    energy, best, accepted = uint64(numbers[ENERGY]), uint64(numbers[BEST]), uint64(0)
    s0, s1 = rng[0], rng[1]
    while going(record, end):
        if weights.left[0] == 0:
            update(counts, weights)
        began = numbers[ITERATION]
        pause = min(end, numbers[NEXT_SAMPLE], began + weights.left[0])
        todo = uint64(pause - began)
        while todo != ZERO and energy != ZERO:
            todo -= ONE
            word, s0, s1 = step(s0, s1)
            e = uint64(entry[((word >> uint64(48)) * energy) >> uint64(16)])
            first = uint64(options.start[e])
            many = uint64(options.start[e + ONE]) - first
            option = first + ((((word >> uint64(32)) & uint64(0xFFFF)) * many) >> uint64(16))
            a, home = uint64(options.cell[option]), uint64(options.home[option])
            b = uint64(where[home])
            va, vb = uint64(cells[a]), uint64(options.digit[e])
            change = NONE
            for k in range(len(slots)):
                la = uint64(line[a * width + uint64(k)])
                lb = uint64(line[b * width + uint64(k)])
                broken = worth[la + va] + worth[lb + vb]
                mended = min(worth[la + vb], NONE) + min(worth[lb + va], NONE)
                change = int32(change + (int32(broken + mended) if la != lb else NONE))
            chance = word & LOW
            rise = int64(max(change, NONE)) >> GRAIN
            if change >= ceiling[chance >> RANGE] or chance >= accept[min(rise, int64(PLACES))]:
                continue
            accepted += ONE
            cells[a] = vb
            cells[b] = va
            where[home] = a
            where[home + va - vb] = b
            for k in range(len(slots)):
                la = uint64(line[a * width + uint64(k)])
                lb = uint64(line[b * width + uint64(k)])
                # `lift` first: then the list never overflows, and a line that has both cells does not change.
                energy = lift(counts, la + vb, entry, place, energy)
                energy = lift(counts, lb + va, entry, place, energy)
                energy = drop(counts, la + va, entry, place, energy)
                energy = drop(counts, lb + vb, entry, place, energy)
                if k >= 2:  # only slots for extra units can have the dummy line
                    counts[va] = DUMMY_COUNT
                    counts[vb] = DUMMY_COUNT
                appraise(counts, weight, worth, la + vb)
                appraise(counts, weight, worth, lb + va)
                appraise(counts, weight, worth, la + va)
                appraise(counts, weight, worth, lb + vb)
            if energy < best:
                best = energy
                numbers[ITERATION], numbers[ENERGY] = pause - int64(todo), int64(energy)
                keep_best(record, cells)
        numbers[ITERATION], numbers[ENERGY] = pause - int64(todo), int64(energy)
        numbers[ACCEPTED] += int64(accepted)
        accepted = ZERO
        weights.left[0] -= numbers[ITERATION] - began
        note(record, weights.temperature[0])
    rng[0], rng[1] = s0, s1
