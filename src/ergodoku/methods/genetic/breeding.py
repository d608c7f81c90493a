"""The kernels with which the genetic algorithm makes each generation from the previous one."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numba import int64, uint64
from numpy.typing import NDArray

from ergodoku.base.compiled import kernel
from ergodoku.landscape.boxes import Board, Boxes, Field, copy_cells, swap, swap_change
from ergodoku.landscape.random import CERTAIN, Words, high_below, low_below, next_word, normal, step
from ergodoku.methods.generations import BETWEEN, MEMBER, STAGE, Population, describe, take_stock
from ergodoku.methods.genetic.crossover import Marked, exchange_cells, exchange_cycles, new_marked
from ergodoku.methods.walk import ITERATION, NOTED, QUIET, WORK, Record, due, going, note
from ergodoku.puzzle.puzzle import Digits

SIGMA, RATE = range(2)  # the positions in `GeneticRoom.rates`
FIFTH = 0.2
CROSSOVERS = ("cycle", "boxes", "point")  # kernels get the position of a word in this tuple
CYCLE, _, POINT = range(3)
# The stage of making a generation. `Generations.position` also holds how many swaps the current child may
# still try (-1: there is no current child), how many children mutated, and how many mutations improved their
# child.
MAKING = 2
TRIES, MUTATED, IMPROVED = range(2, 5)


class GeneticRoom(NamedTuple):
    """Facts about the landscape, and working memory of the kernels."""

    start: Digits  # (cells,): a board with the free digits of each box in ascending order
    fixed: NDArray[np.int8]  # (lines * size,): how often the fixed cells of a line hold a digit
    lacking: NDArray[np.int64]  # (1,): number of digits missing from lines if only the fixed cells are filled
    counts: NDArray[np.int8]  # like `fixed`, for a whole board
    where: NDArray[np.uint16]  # a `Board` needs this array, but breeding does not keep it up to date
    rates: NDArray[np.float64]  # (2,): sigma, and the mutation rate of the next generation
    marked: Marked
    tally: NDArray[np.int64]  # (energies + 1,): for each energy, the number of boards with a lower energy
    order: NDArray[np.int64]  # (population,): the boards from the best to the worst


class GeneticRules(NamedTuple):
    """The parameters in the form that the kernels need."""

    elites: int
    win: np.uint64
    crossover: int  # a position in `CROSSOVERS`
    mutation: float
    sigma: float
    adapt: float
    stale: int
    climb: int


def room_for(landscape: Boxes, count: int, sigma: float = 1.0, mutation: float = 0.0) -> GeneticRoom:
    """Return the arrays for a population of boards, with the first mutation rate."""
    board, field = landscape.board(), landscape.field
    size, slots = landscape.layout.size, len(field.slots)
    fixed = board.counts.copy()
    for cell in field.free.astype(np.int64):
        for line in field.line[cell * slots : (cell + 1) * slots].astype(np.int64):
            if line:
                fixed[line + board.cells[cell]] -= 1
    return GeneticRoom(
        board.cells,
        fixed,
        np.array([np.count_nonzero(fixed == 0)]),
        board.counts,
        board.where,
        np.array([sigma, mutation]),
        new_marked(size),
        np.zeros(landscape.missing_at_worst + 2, dtype=np.int64),
        np.zeros(count, dtype=np.int64),
    )


@kernel
def breed(
    field: Field,
    room: GeneticRoom,
    rules: GeneticRules,
    population: Population,
    position: NDArray[np.int64],
    record: Record,
    end: int,
) -> None:
    """Advance to generation ``end``, until solved, or by about `WORK` steps."""
    numbers, rates, work = record.numbers, room.rates, WORK
    while going(record, end) and work > 0:
        now = numbers[ITERATION] & 1
        then = 1 - now
        new = rules.stale > 0 and numbers[QUIET] >= rules.stale
        if position[STAGE] == BETWEEN:
            begin(position)
        if new:
            boards, energies = population.members[then], population.energies[then]
            work = deal_boards(field, room, boards, energies, position, work, record.rng)
        else:
            work = make_children(field, room, rules, population, now, position, work, record.rng)
        if position[MEMBER] < population.energies.shape[1] - 1:
            break
        if new:
            rates[SIGMA], rates[RATE] = rules.sigma, rules.mutation
        else:
            rates[SIGMA] = adapted(rates[SIGMA], position[MUTATED], position[IMPROVED], rules.adapt)
            rates[RATE] = abs(rates[SIGMA] * normal(record.rng))
        position[STAGE], position[MEMBER] = BETWEEN, 0
        take_stock(population, then, record, new)
        if due(record):
            describe(population.energies[then], min(1.0, rates[RATE]), record.more[numbers[NOTED]])
        note(record)


@kernel
def begin(position: NDArray[np.int64]) -> None:
    """Begin a generation."""
    position[STAGE], position[MEMBER] = MAKING, 0
    position[TRIES], position[MUTATED], position[IMPROVED] = -1, 0, 0


@kernel
def make_children(
    field: Field,
    room: GeneticRoom,
    rules: GeneticRules,
    population: Population,
    now: int,
    position: NDArray[np.int64],
    work: int,
    rng: Words,
) -> Any:
    """Fill the other generation with the elites and the children of this one; return the work left."""
    boards, energies = population.members[now], population.energies[now]
    children, of_children = population.members[1 - now], population.energies[1 - now]
    count = energies.shape[0] - 1
    child, tries = position[MEMBER], position[TRIES]
    if child < rules.elites:
        rank(energies, room.tally, room.order)
        for k in range(rules.elites):
            copy_cells(boards[room.order[k]], children[k])
            of_children[k] = energies[room.order[k]]
        child = rules.elites
    mutating = uint64(min(1.0, room.rates[RATE]) * CERTAIN)
    while child < count and work > 0:
        board = Board(children[child], room.counts, room.where)
        if tries < 0:
            if (child - rules.elites) % 2 == 0:
                a, b = winner(energies, rules.win, rng), winner(energies, rules.win, rng)
                cross(
                    field, room, rules.crossover, boards[a], boards[b], board.cells, children[child + 1], rng
                )
            energy = count_board(field, room, board.cells)
            word = next_word(rng)
            if (word & uint64(0xFFFFFFFF)) < mutating:
                pair = high_below(word, field.pairs.shape[0])
                first, second = field.pairs[pair, 0], field.pairs[pair, 1]
                change = swap_change(field, board, first, second)
                swap(field, board, first, second)
                energy += change
                position[MUTATED] += 1
                position[IMPROVED] += int64(change < 0)
            of_children[child] = energy
            tries = rules.climb
            work -= board.cells.shape[0]
        part = min(tries, max(work, 1))
        of_children[child], top = climb(field, board, of_children[child], part, rng)
        work -= part
        tries = 0 if top else tries - part
        if tries == 0:
            child, tries = child + 1, -1
    position[MEMBER], position[TRIES] = child, tries
    return work


@kernel
def count_board(field: Field, room: GeneticRoom, cells: Digits) -> Any:
    """Count the digits of all lines of a board, and return its energy."""
    slots = len(field.slots)
    fixed, counts = room.fixed, room.counts
    for k in range(counts.shape[0]):
        counts[k] = fixed[k]
    energy = room.lacking[0]
    for i in range(field.free.shape[0]):
        cell = int64(field.free[i])
        digit = int64(cells[cell])
        for k in range(slots):
            line = int64(field.line[cell * slots + k])
            if k < 2 or line > 0:  # skip the dummy line
                before = counts[line + digit]
                counts[line + digit] = before + 1
                energy -= int64(before == 0)
    return energy


@kernel
def deal_boards(
    field: Field,
    room: GeneticRoom,
    boards: Digits,
    energies: NDArray[np.int64],
    position: NDArray[np.int64],
    work: int,
    rng: Words,
) -> Any:
    """Deal boards at random (Fisher and Yates), and compute their energies; return the work left."""
    while position[MEMBER] < boards.shape[0] - 1 and work > 0:
        member = position[MEMBER]
        cells = boards[member]
        copy_cells(room.start, cells)
        for box in range(field.free_start.shape[0] - 1):
            start = int64(field.free_start[box])
            for k in range(int64(field.free_start[box + 1]) - start - 1, 0, -1):
                other = int64(high_below(next_word(rng), k + 1))
                a, b = field.free[start + k], field.free[start + other]
                cells[a], cells[b] = cells[b], cells[a]
        energies[member] = count_board(field, room, cells)
        position[MEMBER] += 1
        work -= 2 * cells.shape[0]
    return work


@kernel
def rank(energy: NDArray[np.int64], tally: NDArray[np.int64], order: NDArray[np.int64]) -> None:
    """Sort a generation from the best to the worst; boards with equal energies keep their order."""
    for k in range(tally.shape[0]):
        tally[k] = 0
    for member in range(order.shape[0]):
        tally[energy[member] + 1] += 1
    for k in range(1, tally.shape[0]):
        tally[k] += tally[k - 1]
    for member in range(order.shape[0]):
        place = tally[energy[member]]
        order[place] = member
        tally[energy[member]] = place + 1


@kernel
def winner(energies: NDArray[np.int64], win: np.uint64, rng: Words) -> Any:
    """Return the winner of a tournament of two."""
    word = next_word(rng)
    count = energies.shape[0] - 1
    a, b = int64(high_below(word, count)), int64(low_below(word, count))
    fitter_wins = (next_word(rng) >> uint64(32)) < win
    return a if (energies[a] <= energies[b]) == fitter_wins else b


@kernel
def climb(field: Field, board: Board, energy: int, tries: int, rng: Words) -> Any:
    """Try random swaps on the board that `count_board` counted, and keep those that do not raise the energy.

    Return the energy, and whether a swap has solved the board, so that there is nothing more to try.
    """
    pairs = field.pairs
    s0, s1 = rng[0], rng[1]
    top = False
    for _ in range(tries):
        word, s0, s1 = step(s0, s1)
        pair = high_below(word, pairs.shape[0])
        a = pairs[pair, 0]
        b = pairs[pair, 1]
        change = swap_change(field, board, a, b)
        if change <= 0:
            swap(field, board, a, b)
            energy += change
            if energy == 0:
                top = True
                break
    rng[0], rng[1] = s0, s1
    return energy, top


@kernel
def cross(
    field: Field, room: GeneticRoom, crossover: int, a: Digits, b: Digits, c: Digits, d: Digits, rng: Words
) -> None:
    """Make c and d the children of a and b, crossed in a random range of boxes or from one point on."""
    copy_cells(a, c)
    copy_cells(b, d)
    word = next_word(rng)
    boxes = field.free_start.shape[0] - 1
    i, j = int64(high_below(word, boxes)), int64(low_below(word, boxes))
    first, last = (i, boxes - 1) if crossover == POINT else (min(i, j), max(i, j))
    if crossover != CYCLE:
        exchange_cells(field.free[field.free_start[first] : field.free_start[last + 1]], a, b, c, d)
    else:
        for box in range(first, last + 1):
            free = field.free[field.free_start[box] : field.free_start[box + 1]]
            exchange_cycles(free, room.marked, a, b, c, d)


@kernel
def adapted(sigma: float, mutated: int, improved: int, factor: float) -> float:
    """Return sigma, changed by the 1/5 rule; a generation without mutations counts as unsuccessful."""
    share = improved / mutated if mutated > 0 else 0.0
    if share > FIFTH:
        return sigma / factor
    if share < FIFTH:
        return sigma * factor
    return sigma
