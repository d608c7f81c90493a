"""Evolution on cell vectors: one digit per empty cell, and nothing known of Sudoku but the energy.

The first population is a Latin hypercube: each gene takes its digits as evenly over the population as can
be. Every generation is chosen by tournaments of random size; the places they leave are filled from a new
hypercube; neighbours cross at a single point; and each gene is drawn again with a small probability.

The genes of a cell are the digits that logic left it; without logic, all.

References
----------
M. D. McKay, R. J. Beckman, W. J. Conover, "A comparison of three methods for selecting values of input
variables in the analysis of output from a computer code", Technometrics 21 (1979) 239-245,
doi:10.2307/1268522.
D. E. Goldberg, K. Deb, "A comparative analysis of selection schemes used in genetic algorithms",
Foundations of Genetic Algorithms 1 (1991) 69-93, doi:10.1016/B978-0-08-050684-5.50008-2.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar, NamedTuple

import numpy as np
from numba import int64, uint64
from numpy.typing import NDArray

from ergodoku.base.compiled import kernel
from ergodoku.landscape.boxes import copy_cells
from ergodoku.landscape.random import CERTAIN, Words, high_below, next_word, seeded
from ergodoku.landscape.vector import CellVector, Choices, Places, count_vector, vector_of
from ergodoku.methods.generations import Generations, take_stock
from ergodoku.methods.method import Entry, Method
from ergodoku.methods.parameters import LOGIC, check, parameter
from ergodoku.methods.walk import BEST, ITERATION, NEXT_SAMPLE, NOTED, QUIET, SAMPLES, note
from ergodoku.puzzle.logic import Reduction
from ergodoku.puzzle.puzzle import Digits

# Genes redrawn in a vector where nobody says: with tournaments of up to 3 this is just below the rate at
# which selection cannot keep up, and there, like at a freezing temperature, evolution gets farthest.
USUAL = 1.2


@dataclass(frozen=True)
class Evolution(Method):
    """Evolution of cell vectors: tournaments, fresh blood, single-point crossover, redrawn genes."""

    name: ClassVar[str] = "evolution"
    round: ClassVar[int] = 16

    population: int = parameter(100, "Vectors in a generation", low=2, high=100_000)
    elites: float = parameter(0.0, "Share of the best that live on as they are", low=0.0, high=0.9)
    keep: float = parameter(1.0, "Share of the others that tournaments choose", low=0.0, high=1.0)
    tournament: int = parameter(3, "Largest tournament; each draws its size from 1 up", low=1, high=100_000)
    mutation: float | None = parameter(
        None, "Chance of each gene to be drawn again; by default 1.2 genes a vector", low=0.0, high=1.0
    )
    stale: int = parameter(0, "Generations without progress until a new population; 0: never", low=0)
    generations: int | None = parameter(None, "Finish after so many generations", low=0)
    logic: str = parameter("pairs", "Logic applied before the search", choices=LOGIC)

    def __post_init__(self) -> None:
        check(self)

    def start(self, reduction: Reduction, seed: int, replica: int = 0) -> EvolutionSearch:
        """Begin a search on a reduced puzzle."""
        landscape = vector_of(reduction)
        first = first_population(landscape.choices, self.population, seeded(seed, replica, 1))
        return EvolutionSearch(self, landscape, first, seeded(seed, replica))


class Room(NamedTuple):
    """Room to work in."""

    seen: NDArray[np.uint64]  # for `count_vector`
    strata: NDArray[np.int64]  # (population,): an order of the strata of one gene
    taken: NDArray[np.bool_]  # (population,): who is an elite already


class Rules(NamedTuple):
    """The parameters as the kernel wants them."""

    elites: int
    chosen: int  # elites and winners of tournaments
    largest: int
    mutating: np.uint64
    stale: int


class EvolutionSearch(Generations):
    """Evolution at work."""

    name = "evolution"
    landscape: CellVector

    def __init__(self, method: Evolution, landscape: CellVector, first: Digits, rng: Words) -> None:
        count, dimension = first.shape
        vectors = np.zeros((2, count + 1, dimension), dtype=np.uint8)
        energies = np.zeros((2, count + 1), dtype=np.int64)
        vectors[0, :-1], energies[0, :-1] = first, landscape.energy(first)
        self.room = Room(
            np.zeros_like(landscape.places.seen),
            np.zeros(count, dtype=np.int64),
            np.zeros(count, dtype=np.bool_),
        )
        elites = int(method.elites * count)
        mutation = min(1.0, USUAL / max(1, dimension)) if method.mutation is None else method.mutation
        self.rules = Rules(
            elites,
            elites + round(method.keep * (count - elites)),
            method.tournament,
            np.uint64(round(mutation * CERTAIN)),
            method.stale,
        )
        super().__init__(landscape, vectors, energies, rng, method.generations)

    def _run(self, end: int) -> None:
        evolve(
            self.landscape.places,
            self.landscape.choices,
            self.room,
            self.rules,
            self.members,
            self.energies,
            self.best_member,
            self.rng,
            self.numbers,
            self.lowest,
            self._notes,
            self._temperatures,
            self.end_of(end),
        )
        self.settle()


def first_population(choices: Choices, count: int, entropy: Words) -> Digits:
    """Return a Latin hypercube over the digits that each cell may take."""
    from scipy.stats.qmc import LatinHypercube  # takes a while

    start = choices.start.astype(np.int64)
    each = np.diff(start)
    sample = LatinHypercube(d=len(each), seed=np.random.default_rng(entropy)).random(count)
    index = np.minimum((sample * each).astype(np.int64), each - 1)
    digits: Digits = choices.digit[start[:-1] + index]
    return digits


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


@kernel
def next_generation(
    choices: Choices,
    room: Room,
    rules: Rules,
    parents: Digits,
    of_parents: NDArray[np.int64],
    genes: Digits,
    rng: Words,
) -> None:
    """Fill a generation from the last: elites, winners, fresh blood; cross neighbours and mutate."""
    room.taken[:] = False
    for k in range(rules.elites):
        copy_cells(parents[next_elite(of_parents, room.taken)], genes[k])
    for k in range(rules.elites, rules.chosen):
        copy_cells(parents[winner(of_parents, rules.largest, rng)], genes[k])
    fill_hypercube(choices, genes, rules.chosen, room.strata, rng)
    cross_neighbours(genes, rules.elites, rng)
    for k in range(rules.elites, genes.shape[0] - 1):
        mutate(choices, genes[k], rules.mutating, rng)


@kernel
def evolve(
    places: Places,
    choices: Choices,
    room: Room,
    rules: Rules,
    genes: Digits,
    energies: NDArray[np.int64],
    best_genes: Digits,
    rng: Words,
    numbers: NDArray[np.int64],
    lowest: NDArray[np.int64],
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
            fill_hypercube(choices, genes[then], 0, room.strata, rng)
        else:
            next_generation(choices, room, rules, genes[now], energies[now], genes[then], rng)
        for member in range(genes.shape[1] - 1):
            energies[then, member] = count_vector(places, room.seen, genes[then, member])
        take_stock(genes[then], energies[then], best_genes, numbers, lowest, new)
        if numbers[ITERATION] == numbers[NEXT_SAMPLE]:
            note(numbers, notes, note_temperatures, np.nan)


_MCKAY = "M. D. McKay, R. J. Beckman, W. J. Conover, Technometrics 21 (1979) 239-245, doi:10.2307/1268522"
ENTRIES = (
    Entry(
        "evolution",
        Evolution(),
        "Evolution of one digit per empty cell: tournaments, crossover, mutation just below chaos.",
        "cell vector",
        _MCKAY,
        "to see how far evolution gets that knows nothing of boxes; easy 9x9",
        "E = Σ over rows, columns and boxes of (N - distinct digits)",
    ),
    Entry(
        "evolve",
        Evolution(keep=0.8, tournament=9, mutation=0.05, logic="none"),
        "Evolution that refills a fifth of each generation from a hypercube and redraws a gene in twenty.",
        "cell vector",
        _MCKAY,
        "plain evolution, to look at: it mutates too much to settle",
        "E = Σ over rows, columns and boxes of (N - distinct digits)",
    ),
)
