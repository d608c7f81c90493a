"""A genetic algorithm on box (or row) permutations.

Every generation keeps its elites and fills up with children: two parents, each the winner of a tournament
of two, exchange a random range of boxes; a child may have two free cells of a box swapped. The share of
children that mutate is abs(normal(0, sigma)), and sigma follows Rechenberg's rule: it grows while more than
a fifth of the mutations improve their child, and shrinks while fewer do. A population that brings nothing
better for long is stale and gives way to a new one.

With ``climb`` it is memetic: each child tries random swaps, so many per free cell, and keeps those that do
not harm.

References
----------
J. H. Holland, "Adaptation in natural and artificial systems", University of Michigan Press (1975).
I. Rechenberg, "Evolutionsstrategie", Frommann-Holzboog (1973).
T. Mantere, J. Koljonen, "Solving, rating and generating Sudoku puzzles with GA", IEEE Congress on
Evolutionary Computation (2007) 1382-1389, doi:10.1109/CEC.2007.4424632.
P. Moscato, "On evolution, search, optimization, genetic algorithms and martial arts: towards memetic
algorithms", Caltech Concurrent Computation Program Report 826 (1989).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar, NamedTuple

import numpy as np
from numba import int64, uint64
from numpy.typing import NDArray

from ergodoku.landscape.boxes import Boxes, Field, boxes_of, copy_cells, swap, swap_change
from ergodoku.landscape.random import CERTAIN, Words, high_below, low_below, next_word, normal, seeded
from ergodoku.methods.crossover import Marked, exchange_boxes, exchange_cycles, marked
from ergodoku.methods.entry import Entry
from ergodoku.methods.generations import Generations, take_stock
from ergodoku.methods.parameters import LOGIC, check, parameter
from ergodoku.methods.walk import BEST, FINISHED, ITERATION, NEXT_SAMPLE, NOTED, QUIET, SAMPLES, note
from ergodoku.puzzle.compiled import kernel
from ergodoku.puzzle.logic import Reduction
from ergodoku.puzzle.puzzle import Digits

SIGMA, RATE = range(2)  # in `rates`
FIFTH = 0.2
ANY = 1 << 30  # no swap changes the energy by more


@dataclass(frozen=True)
class Genetic:
    """A genetic algorithm with elites, tournaments, crossover of boxes and an adaptive mutation rate."""

    name: ClassVar[str] = "genetic"
    round: ClassVar[int] = 1

    population: int = parameter(200, "Boards in a generation", low=2, high=100_000)
    elites: float = parameter(0.05, "Share of the best that live on as they are", low=0.0, high=0.9)
    win: float = parameter(0.85, "Chance that the fitter of two wins a tournament", low=0.0, high=1.0)
    crossover: str = parameter(
        "boxes", "How a range of boxes is crossed: cycle by cycle, or whole", choices=("cycle", "boxes")
    )
    mutation: float = parameter(0.06, "Share of children that mutate at first", low=0.0, high=1.0)
    sigma: float = parameter(1.0, "Deviation of that share afterwards, at first", low=0.0, high=100.0)
    adapt: float = parameter(0.998, "Factor of sigma in the 1/5 rule; 1 keeps it", low=0.1, high=1.0)
    stale: int = parameter(30, "Generations without progress until a new population; 0: never", low=0)
    genome: str = parameter("boxes", "What holds each digit once", choices=("boxes", "rows"))
    climb: int = parameter(
        40, "Swaps that each child tries per free cell, kept if not worse", low=0, high=1_000_000
    )
    generations: int | None = parameter(None, "Finish after so many generations", low=0)
    logic: str = parameter("pairs", "Logic applied before the search", choices=LOGIC)

    def __post_init__(self) -> None:
        check(self)

    def start(self, reduction: Reduction, seed: int, replica: int = 0) -> GeneticSearch:
        """Begin a search on a reduced puzzle."""
        return GeneticSearch(self, boxes_of(reduction, self.genome), seeded(seed, replica))


class Room(NamedTuple):
    """What a generation needs to know of the landscape, and room to work in."""

    start: Digits  # (cells,): a board with the free digits of each box in ascending order
    fixed: NDArray[np.int8]  # (lines * size,): how often a fixed digit stands in a line
    lacking: NDArray[np.int64]  # (1,): digits that the lines lack with the fixed cells alone
    counts: NDArray[np.int8]  # like `fixed`, for a whole board
    marked: Marked
    tally: NDArray[np.int64]  # (energies + 1,): how many boards have less than an energy
    order: NDArray[np.int64]  # (population,): the boards from the best to the worst


class Rules(NamedTuple):
    """The parameters as the kernel wants them."""

    elites: int
    win: np.uint64
    whole: bool
    mutation: float
    sigma: float
    adapt: float
    stale: int
    climb: int


class GeneticSearch(Generations):
    """The genetic algorithm at work."""

    name = "genetic"

    def __init__(self, method: Genetic, landscape: Boxes, rng: Words) -> None:
        self.method, self.landscape = method, landscape
        count, field = method.population, landscape.field
        boards = np.zeros((2, count + 1, landscape.layout.cells), dtype=np.uint8)
        energies = np.zeros((2, count + 1), dtype=np.int64)
        self.room = room_for(landscape, count)
        self.rules = Rules(
            int(method.elites * count),
            np.uint64(round(method.win * CERTAIN)),
            method.crossover == "boxes",
            method.mutation,
            method.sigma,
            method.adapt,
            method.stale,
            method.climb * len(field.free),
        )
        self.rates = np.array([method.sigma, method.mutation])
        deal_boards(field, self.room, boards[0], energies[0], rng)
        super().__init__(boards, energies, rng, method.generations)

    def grid(self) -> Digits:
        """Return the best board of this generation."""
        return self.landscape.grid(self.fittest)

    def best_grid(self) -> Digits:
        """Return the best board seen."""
        return self.landscape.grid(self.best_member)

    def settle(self) -> None:
        """Finish at the limit, or where nothing can be swapped."""
        super().settle()
        if self.best and not len(self.landscape.field.pairs):
            self.numbers[FINISHED] = 1

    def _arrays(self) -> dict[str, NDArray[Any]]:
        return super()._arrays() | {"rates": self.rates}

    def _run(self, end: int) -> None:
        breed(
            self.landscape.field,
            self.room,
            self.rules,
            self.members,
            self.energies,
            self.best_member,
            self.rng,
            self.numbers,
            self.lowest,
            self.rates,
            self._notes,
            self._temperatures,
            self.end_of(end),
        )
        self.settle()


def room_for(landscape: Boxes, population: int) -> Room:
    """Return the room for a population on a landscape."""
    board, field = landscape.board(), landscape.field
    size, slots = landscape.layout.size, len(field.slots)
    fixed = board.counts.copy()
    for cell in field.free.astype(np.int64):
        for line in field.line[cell * slots : (cell + 1) * slots].astype(np.int64):
            if line:
                fixed[line + board.cells[cell]] -= 1
    return Room(
        board.cells,
        fixed,
        np.array([np.count_nonzero(fixed == 0)]),
        board.counts,
        marked(size),
        np.zeros(landscape.missing_at_worst + 2, dtype=np.int64),
        np.zeros(population, dtype=np.int64),
    )


@kernel
def count_board(field: Field, room: Room, cells: Digits) -> Any:
    """Count a board whose fixed cells are those of the landscape, and return its energy."""
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
            if k < 2 or line > 0:  # the dummy needs no counting
                before = counts[line + digit]
                counts[line + digit] = before + 1
                energy -= int64(before == 0)
    return energy


@kernel
def deal_boards(field: Field, room: Room, boards: Digits, energies: NDArray[np.int64], rng: Words) -> None:
    """Deal every board of a generation at random (Fisher and Yates), and count it."""
    for member in range(boards.shape[0] - 1):
        cells = boards[member]
        copy_cells(room.start, cells)
        for box in range(field.free_start.shape[0] - 1):
            start = int64(field.free_start[box])
            for k in range(int64(field.free_start[box + 1]) - start - 1, 0, -1):
                other = int64(high_below(next_word(rng), k + 1))
                a, b = field.free[start + k], field.free[start + other]
                cells[a], cells[b] = cells[b], cells[a]
        energies[member] = count_board(field, room, cells)


@kernel
def rank(energy: NDArray[np.int64], tally: NDArray[np.int64], order: NDArray[np.int64]) -> None:
    """Sort a generation from the best to the worst; of equals the first comes first."""
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
def swap_pair(field: Field, room: Room, cells: Digits, pair: int, limit: int) -> Any:
    """Swap a pair of a board that was just counted if that raises the energy by at most ``limit``.

    Return the change that the swap makes, or would make.
    """
    a, b = field.pairs[pair, 0], field.pairs[pair, 1]
    va, vb = cells[a], cells[b]
    change = swap_change(field.slots, field.line, room.counts, a, b, va, vb)
    if change <= limit:
        swap(field.slots, field.line, room.counts, cells, a, b, va, vb)
    return change


@kernel
def climb(field: Field, room: Room, cells: Digits, energy: int, tries: int, rng: Words) -> Any:
    """Try random swaps on a board that was just counted, keep what does not harm, return the energy."""
    for _ in range(tries):
        pair = int64(high_below(next_word(rng), field.pairs.shape[0]))
        energy += min(0, swap_pair(field, room, cells, pair, 0))
        if energy == 0:
            break
    return energy


@kernel
def cross(
    field: Field, room: Room, whole: bool, a: Digits, b: Digits, c: Digits, d: Digits, rng: Words
) -> None:
    """Make c and d the children of a and b, crossed over a random range of boxes."""
    copy_cells(a, c)
    copy_cells(b, d)
    word = next_word(rng)
    boxes = field.free_start.shape[0] - 1
    i, j = int64(high_below(word, boxes)), int64(low_below(word, boxes))
    first, last = min(i, j), max(i, j)
    if whole:
        exchange_boxes(field.free, field.free_start, first, last, a, b, c, d)
    else:
        exchange_cycles(field.free, field.free_start, room.marked, first, last, a, b, c, d)


@kernel
def next_generation(
    field: Field,
    room: Room,
    rules: Rules,
    boards: Digits,
    energies: NDArray[np.int64],
    children: Digits,
    of_children: NDArray[np.int64],
    rates: NDArray[np.float64],
    rng: Words,
) -> None:
    """Fill a generation with the elites and the children of the last; adapt the mutation rate."""
    count = energies.shape[0] - 1
    rank(energies, room.tally, room.order)
    for k in range(rules.elites):
        copy_cells(boards[room.order[k]], children[k])
        of_children[k] = energies[room.order[k]]
    mutating = uint64(min(1.0, rates[RATE]) * CERTAIN)
    mutated, improved = 0, 0
    for k in range(rules.elites, count, 2):
        a, b = winner(energies, rules.win, rng), winner(energies, rules.win, rng)
        cross(field, room, rules.whole, boards[a], boards[b], children[k], children[k + 1], rng)
        for child in range(k, min(k + 2, count)):
            cells = children[child]
            energy = count_board(field, room, cells)
            word = next_word(rng)
            if (word & uint64(0xFFFFFFFF)) < mutating:
                pair = int64(high_below(word, field.pairs.shape[0]))
                change = swap_pair(field, room, cells, pair, ANY)
                energy += change
                mutated += 1
                improved += int64(change < 0)
            of_children[child] = climb(field, room, cells, energy, rules.climb, rng)
    rates[SIGMA] = adapted(rates[SIGMA], mutated, improved, rules.adapt)
    rates[RATE] = abs(rates[SIGMA] * normal(rng))


@kernel
def adapted(sigma: float, mutated: int, improved: int, factor: float) -> float:
    """Return sigma by the 1/5 rule; a generation without mutations counts as one without success."""
    share = improved / mutated if mutated > 0 else 0.0
    if share > FIFTH:
        return sigma / factor
    if share < FIFTH:
        return sigma * factor
    return sigma


@kernel
def breed(
    field: Field,
    room: Room,
    rules: Rules,
    boards: Digits,
    energies: NDArray[np.int64],
    best_board: Digits,
    rng: Words,
    numbers: NDArray[np.int64],
    lowest: NDArray[np.int64],
    rates: NDArray[np.float64],
    notes: NDArray[np.int64],
    note_temperatures: NDArray[np.float64],
    end: int,
) -> None:
    """Go on to generation ``end``, or until solved, or until the notes are full."""
    while numbers[ITERATION] < end and numbers[BEST] > 0 and numbers[NOTED] < SAMPLES:
        now = numbers[ITERATION] & 1
        then = 1 - now
        new = rules.stale > 0 and numbers[QUIET] >= rules.stale
        if new:
            deal_boards(field, room, boards[then], energies[then], rng)
            rates[SIGMA], rates[RATE] = rules.sigma, rules.mutation
        else:
            next_generation(
                field, room, rules, boards[now], energies[now], boards[then], energies[then], rates, rng
            )
        take_stock(boards[then], energies[then], best_board, numbers, lowest, new)
        if numbers[ITERATION] == numbers[NEXT_SAMPLE]:
            note(numbers, notes, note_temperatures, np.nan)


ENTRIES = (
    Entry(
        "genetic",
        Genetic(),
        "Memetic genetic algorithm: boards exchange boxes, children climb, stale populations are reseeded.",
        "box or row permutation",
        "J. H. Holland (1975); P. Moscato, Caltech C3P Report 826 (1989)",
        "to see and study evolution; to 16x16, and 25x25 with half the cells given",
        "share of children that mutate = |N(0, σ)|\n"
        "σ ← σ / 0.998 if more than 1/5 of the mutations help, else 0.998 σ",
    ),
    Entry(
        "genes",
        Genetic(population=100, crossover="cycle", stale=100, climb=0, generations=10_000, logic="none"),
        "Genetic algorithm with cycle crossover and Rechenberg's 1/5 rule, and no other help.",
        "box or row permutation",
        "I. M. Oliver, D. J. Smith, J. R. C. Holland, ICGA (1987) 224-230; I. Rechenberg (1973)",
        "a classic student's genetic algorithm, to look at; try --set genome=rows, population=1000",
        "share of children that mutate = |N(0, σ)|\n"
        "σ ← σ / 0.998 if more than 1/5 of the mutations help, else 0.998 σ",
    ),
)
