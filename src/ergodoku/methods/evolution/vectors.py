"""The kernels with which evolution makes each generation of vectors from the previous one."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numba import int64, uint64
from numpy.typing import NDArray

from ergodoku.base.compiled import kernel
from ergodoku.landscape.boxes import copy_cells
from ergodoku.landscape.random import CERTAIN, Words, high_below, next_word
from ergodoku.landscape.vector import Choices, Places, count_vector
from ergodoku.methods.generations import BETWEEN, MEMBER, STAGE, Population, describe, take_stock
from ergodoku.methods.walk import ITERATION, NOTED, QUIET, WORK, Record, due, going, note
from ergodoku.puzzle.puzzle import Digits

# The stages of making a generation. Then two more positions in `Generations.position`: how many members the
# current tournament still has to draw (-1: there is no tournament), and the leader of the tournament.
ELITES, WINNERS, FRESH, CROSSING, MUTATING, COUNTING, MADE = range(2, 9)
LEFT, LEADER = range(2, 4)


class EvolutionRoom(NamedTuple):
    """Working memory of the kernels."""

    seen: NDArray[np.uint64]  # for `count_vector`
    strata: NDArray[np.int64]  # (population,): a random order of the strata of one gene
    taken: NDArray[np.bool_]  # (population,): which members are already elites


class EvolutionRules(NamedTuple):
    """The parameters in the form that the kernels need."""

    elites: int
    chosen: int  # number of elites and winners of tournaments
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
    position: NDArray[np.int64],
    record: Record,
    end: int,
) -> None:
    """Advance up to generation ``end``; stop earlier if solved, or after about 4 * `WORK` steps."""
    numbers, rng, work = record.numbers, record.rng, 4 * WORK  # short steps, about 2 ns each
    while going(record, end) and work > 0:
        now = numbers[ITERATION] & 1
        then = 1 - now
        new = rules.stale > 0 and numbers[QUIET] >= rules.stale
        genes, energies = population.members[then], population.energies[then]
        if position[STAGE] == BETWEEN:
            room.taken[:] = False
            enter(position, FRESH if new else ELITES, 0)
        if position[STAGE] <= WINNERS:
            work = choose(room, rules, population, now, position, work, rng)
        if position[STAGE] >= FRESH:
            work = vary(choices, room, rules, genes, new, position, work, rng)
        if position[STAGE] == COUNTING:
            member = position[MEMBER]
            while member < genes.shape[0] - 1 and work > 0:
                energies[member] = count_vector(places, room.seen, genes[member])
                member += 1
                work -= 2 * genes.shape[1]
            position[MEMBER] = member
            if member >= genes.shape[0] - 1:
                enter(position, MADE, 0)
        if position[STAGE] == MADE:
            enter(position, BETWEEN, 0)
            take_stock(population, then, record, new)
            if due(record):
                describe(energies, rules.mutating / CERTAIN, record.more[numbers[NOTED]])
            note(record)


@kernel
def enter(position: NDArray[np.int64], stage: int, member: int) -> None:
    """Begin a stage of making a generation, at this member (in the stage `FRESH`: at this gene)."""
    position[STAGE], position[MEMBER], position[LEFT] = stage, member, -1


@kernel
def choose(
    room: EvolutionRoom,
    rules: EvolutionRules,
    population: Population,
    now: int,
    position: NDArray[np.int64],
    work: int,
    rng: Words,
) -> Any:
    """Fill the other generation with elites and winners of this one; return the work left."""
    parents, energies, genes = population.members[now], population.energies[now], population.members[1 - now]
    count, dimension = genes.shape
    if position[STAGE] == ELITES:
        while position[MEMBER] < rules.elites and work > 0:
            copy_cells(parents[next_elite(energies, room.taken)], genes[position[MEMBER]])
            position[MEMBER] += 1
            work -= count + dimension
        if position[MEMBER] >= rules.elites:
            enter(position, WINNERS, rules.elites)
    if position[STAGE] == WINNERS:
        member = position[MEMBER]
        while member < rules.chosen and work > 0:
            work -= compete(energies, rules.largest, position, max(1, work), rng)
            if position[LEFT] == 0:
                copy_cells(parents[position[LEADER]], genes[member])
                member += 1
                position[LEFT] = -1
                work -= dimension
        position[MEMBER] = member
        if member >= rules.chosen:
            enter(position, FRESH, 0)
    return work


@kernel
def vary(
    choices: Choices,
    room: EvolutionRoom,
    rules: EvolutionRules,
    genes: Digits,
    new: bool,
    position: NDArray[np.int64],
    work: int,
    rng: Words,
) -> Any:
    """Add new vectors, cross neighbours and mutate; return the work left."""
    count, dimension = genes.shape
    if position[STAGE] == FRESH:
        first = 0 if new else rules.chosen
        while position[MEMBER] < dimension and work > 0 and first < count - 1:
            fill_gene(choices, genes, first, position[MEMBER], room.strata, rng)
            position[MEMBER] += 1
            work -= 4 * (count - first)
        if position[MEMBER] >= dimension or first == count - 1:
            enter(position, COUNTING if new else CROSSING, 0 if new else rules.elites)
    if position[STAGE] == CROSSING:
        member = position[MEMBER]
        while member < count - 2 and work > 0:
            cross_neighbours(genes, member, rng)
            member += 2
            work -= dimension
        position[MEMBER] = member
        if member >= count - 2:
            enter(position, MUTATING, rules.elites)
    if position[STAGE] == MUTATING:
        member = position[MEMBER]
        while member < count - 1 and work > 0:
            mutate(choices, genes[member], rules.mutating, rng)
            member += 1
            work -= dimension
        position[MEMBER] = member
        if member >= count - 1:
            enter(position, COUNTING, 0)
    return work


@kernel
def fill_gene(
    choices: Choices, genes: Digits, first: int, gene: int, strata: NDArray[np.int64], rng: Words
) -> None:
    """Fill one gene of the vectors from ``first`` on; all genes together make a Latin hypercube.

    The range of the gene's digits is divided into as many equal strata as there are vectors. The strata are
    dealt to the vectors in random order (Fisher and Yates), and each vector gets a digit from its stratum.
    """
    count = genes.shape[0] - 1 - first
    start = int64(choices.start[gene])
    many = uint64(choices.start[gene + 1]) - uint64(start)
    for i in range(count):
        other = int64(high_below(next_word(rng), i + 1))
        strata[i] = strata[other]
        strata[other] = i
    for i in range(count):
        at = (uint64(strata[i]) << uint64(32)) + (next_word(rng) >> uint64(32))
        index = int64((at * many // uint64(count)) >> uint64(32))
        genes[first + i, gene] = choices.digit[start + index]


@kernel
def compete(
    energies: NDArray[np.int64], largest: int, position: NDArray[np.int64], most: int, rng: Words
) -> Any:
    """Draw at most ``most`` further members of a tournament, and return how many were drawn.

    If no tournament is in progress, start one: draw its size and its first member, which is not counted.
    """
    count = energies.shape[0] - 1
    if position[LEFT] < 0:
        position[LEADER] = int64(high_below(next_word(rng), count))
        position[LEFT] = int64(high_below(next_word(rng), largest))
    best, asked = position[LEADER], min(position[LEFT], most)
    for _ in range(asked):
        other = int64(high_below(next_word(rng), count))
        if energies[other] < energies[best]:
            best = other
    position[LEADER] = best
    position[LEFT] -= asked
    return asked


@kernel
def next_elite(energies: NDArray[np.int64], taken: NDArray[np.bool_]) -> Any:
    """Take the best member that is not taken yet (the first, if several are equal), and return it."""
    best = -1
    for member in range(taken.shape[0]):
        if not taken[member] and (best < 0 or energies[member] < energies[best]):
            best = member
    taken[best] = True
    return best


@kernel
def cross_neighbours(genes: Digits, member: int, rng: Words) -> None:
    """Exchange all genes after a random point between a vector and the next one."""
    dimension = genes.shape[1]
    if dimension < 2:
        return
    point = 1 + int64(high_below(next_word(rng), dimension - 1))
    for k in range(point, dimension):
        genes[member, k], genes[member + 1, k] = genes[member + 1, k], genes[member, k]


@kernel
def mutate(choices: Choices, genes: Digits, mutating: np.uint64, rng: Words) -> None:
    """Draw each gene of a vector again with probability ``mutating`` / 2 ** 32."""
    for k in range(genes.shape[0]):
        word = next_word(rng)
        if (word & uint64(0xFFFFFFFF)) < mutating:
            start = int64(choices.start[k])
            many = int64(choices.start[k + 1]) - start
            genes[k] = choices.digit[start + int64(high_below(word, many))]
