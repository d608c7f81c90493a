"""How evolution makes one generation of vectors from the last: its kernels, and the room they need."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numba import int64, uint64
from numpy.typing import NDArray

from ergodoku.base.compiled import kernel
from ergodoku.landscape.boxes import copy_cells
from ergodoku.landscape.random import Words, high_below, next_word
from ergodoku.landscape.vector import Choices, Places, count_vector
from ergodoku.methods.generations import Population, take_stock
from ergodoku.methods.walk import ITERATION, QUIET, Record, going, note
from ergodoku.puzzle.puzzle import Digits


class EvolutionRoom(NamedTuple):
    """Room to work in."""

    seen: NDArray[np.uint64]  # for `count_vector`
    strata: NDArray[np.int64]  # (population,): an order of the strata of one gene
    taken: NDArray[np.bool_]  # (population,): who is an elite already


class EvolutionRules(NamedTuple):
    """The parameters as the kernel wants them."""

    elites: int
    chosen: int  # elites and winners of tournaments
    largest: int
    mutating: np.uint64
    stale: int


@kernel
def evolve(
    places: Places,
    choices: Choices,
    room: EvolutionRoom,
    rules: EvolutionRules,
    population: Population,
    record: Record,
    end: int,
) -> None:
    """Go on to generation ``end``, or until solved, or until the notes are full."""
    numbers = record.numbers
    while going(record, end):
        now = numbers[ITERATION] & 1
        then = 1 - now
        genes, energies = population.members[then], population.energies[then]
        new = rules.stale > 0 and numbers[QUIET] >= rules.stale
        if new:
            fill_hypercube(choices, genes, 0, room.strata, record.rng)
        else:
            next_generation(choices, room, rules, population, now, record.rng)
        for member in range(genes.shape[0] - 1):
            energies[member] = count_vector(places, room.seen, genes[member])
        take_stock(population, then, record, new)
        note(record)


@kernel
def next_generation(
    choices: Choices, room: EvolutionRoom, rules: EvolutionRules, population: Population, now: int, rng: Words
) -> None:
    """Fill the other generation from this one: elites, winners, fresh blood; cross neighbours and mutate."""
    parents, energies, genes = population.members[now], population.energies[now], population.members[1 - now]
    room.taken[:] = False
    for k in range(rules.elites):
        copy_cells(parents[next_elite(energies, room.taken)], genes[k])
    for k in range(rules.elites, rules.chosen):
        copy_cells(parents[winner(energies, rules.largest, rng)], genes[k])
    fill_hypercube(choices, genes, rules.chosen, room.strata, rng)
    cross_neighbours(genes, rules.elites, rng)
    for k in range(rules.elites, genes.shape[0] - 1):
        mutate(choices, genes[k], rules.mutating, rng)


@kernel
def fill_hypercube(
    choices: Choices, genes: Digits, first: int, strata: NDArray[np.int64], rng: Words
) -> None:
    """Fill the vectors from ``first`` on with a Latin hypercube.

    Every gene cuts its digits into as many equal strata as there are vectors, and each vector gets one of
    them, in an order of its own for each gene (Fisher and Yates).
    """
    count = genes.shape[0] - 1 - first
    for k in range(genes.shape[1]):
        start = int64(choices.start[k])
        many = uint64(choices.start[k + 1]) - uint64(start)
        for i in range(count):
            other = int64(high_below(next_word(rng), i + 1))
            strata[i] = strata[other]
            strata[other] = i
        for i in range(count):
            at = (uint64(strata[i]) << uint64(32)) + (next_word(rng) >> uint64(32))
            index = int64((at * many // uint64(count)) >> uint64(32))
            genes[first + i, k] = choices.digit[start + index]


@kernel
def winner(energies: NDArray[np.int64], largest: int, rng: Words) -> Any:
    """Return the winner of a tournament of random size."""
    count = energies.shape[0] - 1
    best = int64(high_below(next_word(rng), count))
    for _ in range(int64(high_below(next_word(rng), largest))):
        other = int64(high_below(next_word(rng), count))
        if energies[other] < energies[best]:
            best = other
    return best


@kernel
def next_elite(energies: NDArray[np.int64], taken: NDArray[np.bool_]) -> Any:
    """Return the best that is not taken yet, of equals the first, and take it."""
    best = -1
    for member in range(taken.shape[0]):
        if not taken[member] and (best < 0 or energies[member] < energies[best]):
            best = member
    taken[best] = True
    return best


@kernel
def cross_neighbours(genes: Digits, first: int, rng: Words) -> None:
    """Let neighbours from ``first`` on exchange all genes behind a random point."""
    dimension = genes.shape[1]
    if dimension < 2:
        return
    for member in range(first, genes.shape[0] - 2, 2):
        point = 1 + int64(high_below(next_word(rng), dimension - 1))
        for k in range(point, dimension):
            genes[member, k], genes[member + 1, k] = genes[member + 1, k], genes[member, k]


@kernel
def mutate(choices: Choices, genes: Digits, mutating: np.uint64, rng: Words) -> None:
    """Draw each gene of a vector again with a chance of ``mutating`` in 2 ** 32."""
    for k in range(genes.shape[0]):
        word = next_word(rng)
        if (word & uint64(0xFFFFFFFF)) < mutating:
            start = int64(choices.start[k])
            many = int64(choices.start[k + 1]) - start
            genes[k] = choices.digit[start + int64(high_below(word, many))]
