"""A genetic algorithm on box (or row) permutations.

Every generation keeps its elites, and children fill the other places. Two parents, each the winner of a
tournament of two, exchange a random range of boxes. A mutation swaps two free cells in one box. The
share of children that mutate is abs(normal(0, sigma)), and sigma follows Rechenberg's rule: it grows while
more than a fifth of the mutations improve their child, and shrinks while fewer do. A population that finds
nothing better for a long time is stale, and a new population replaces it.

With ``climb`` the algorithm is memetic: each child tries ``climb`` random swaps per free cell, and keeps
those that do not raise the energy.

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
from typing import ClassVar

import numpy as np

from ergodoku.landscape.boxes import Boxes, boxes_of
from ergodoku.landscape.random import CERTAIN, Words, seeded
from ergodoku.methods.aliases import Alias
from ergodoku.methods.generations import BETWEEN, FIRST, MEMBER, STAGE, Generations, new_population
from ergodoku.methods.genetic.breeding import (
    CROSSOVERS,
    MAKING,
    RATE,
    TRIES,
    GeneticRules,
    breed,
    count_board,
    deal_boards,
    room_for,
)
from ergodoku.methods.method import Entry, Method, State
from ergodoku.methods.parameters import LOGIC, parameter
from ergodoku.methods.walk import FINISHED, WORK
from ergodoku.puzzle.logic import Reduction


@dataclass(frozen=True)
class Genetic(Method):
    """A genetic algorithm with elites, tournaments, crossover of boxes and an adaptive mutation rate."""

    name: ClassVar[str] = "genetic"
    round: ClassVar[int] = 1

    population: int = parameter(200, "Boards in a generation", low=2, high=5_000)
    elites: float = parameter(
        0.05, "Share of a generation that survives unchanged: the best boards", low=0.0, high=0.9
    )
    win: float = parameter(0.85, "Chance that the fitter of two wins a tournament", low=0.0, high=1.0)
    crossover: str = parameter(
        "boxes",
        "What parents exchange: cycles inside some boxes, some boxes, or all boxes from one point on",
        choices=CROSSOVERS,
    )
    mutation: float = parameter(
        0.06, "Share of children that mutate in the first generation", low=0.0, high=1.0
    )
    sigma: float = parameter(
        1.0, "Initial sigma; in later generations, the share is abs(normal(0, sigma))", low=0.0, high=100.0
    )
    adapt: float = parameter(
        0.998, "Factor by which the 1/5 rule changes sigma; 1 keeps sigma constant", low=0.1, high=1.0
    )
    stale: int = parameter(
        30, "Start a new population after this many generations without progress; 0: never", low=0
    )
    genome: str = parameter(
        "boxes",
        "Units that hold each digit once; a mutation swaps two cells of one unit",
        choices=("boxes", "rows"),
    )
    climb: int = parameter(
        40, "Swaps that each child tries per free cell, and keeps if not worse", low=0, high=1_000_000
    )
    generations: int | None = parameter(None, "Finish after this many generations", low=0)
    logic: str = parameter("pairs", "Logic applied before the search", choices=LOGIC)

    def start(self, reduction: Reduction, seed: int, replica: int = 0) -> GeneticSearch:
        """Start a search on a reduced puzzle."""
        return GeneticSearch(self, boxes_of(reduction, self.genome), seeded(seed, replica))


class GeneticSearch(Generations):
    """The search of the genetic algorithm; an iteration is one generation."""

    method: Genetic
    landscape: Boxes

    def __init__(self, method: Genetic, landscape: Boxes, rng: Words) -> None:
        count, field = method.population, landscape.field
        population = new_population(count, landscape.layout.cells)
        self.room = room_for(landscape, count, method.sigma, method.mutation)
        self.rules = GeneticRules(
            int(method.elites * count),
            np.uint64(round(method.win * CERTAIN)),
            CROSSOVERS.index(method.crossover),
            method.mutation,
            method.sigma,
            method.adapt,
            method.stale,
            method.climb * len(field.free),
        )
        children, free = count - self.rules.elites, max(1, len(field.free))
        # cell changes of a generation
        self.fresh, self.bred = count * free, children * (free + 2 * self.rules.climb)
        super().__init__(method, landscape, population, rng, method.generations)

    @property
    def evaluations(self) -> int:
        """Number of cell changes examined: one per free cell of every new board, and two per swap tried."""
        return int(self.fresh * (1 + self.restarts) + self.bred * (self.iteration - self.restarts))

    @property
    def costliest(self) -> int:
        """The cell changes of one generation: a new population or children, whichever costs more."""
        return max(self.fresh, self.bred)

    @property
    def mutation_rate(self) -> float:
        """The share of children that mutate in the next generation."""
        return min(1.0, float(self.room.rates[RATE]))

    def make_first(self) -> None:
        """Make some boards of the first generation at random."""
        (boards, _), (energies, _) = self.population
        position = self.position
        deal_boards(self.landscape.field, self.room, boards, energies, position, WORK, self.record.rng)
        if position[MEMBER] == self.method.population:
            position[STAGE], position[MEMBER] = BETWEEN, 0

    def settle(self) -> None:
        """Finish at the limit, or if there is no possible swap."""
        super().settle()
        if self.best and not len(self.landscape.field.pairs):
            self.numbers[FINISHED] = 1

    def arrays(self) -> State:
        """Return the generations, the position of the kernel, sigma and the mutation rate."""
        return super().arrays() | {"rates": self.room.rates}

    def restore(self, state: State) -> None:
        """Restore a saved state, and count the digits of the current child again."""
        super().restore(state)
        if self.position[STAGE] == MAKING and self.position[TRIES] >= 0:
            children = self.population.members[1 - self.iteration % 2]
            count_board(self.landscape.field, self.room, children[self.position[MEMBER]])

    def run_kernel(self, end: int) -> None:
        """Breed up to generation ``end``."""
        if self.position[STAGE] == FIRST:
            self.go_on_with_first()
            return
        field, end = self.landscape.field, self.end_of(end)
        breed(field, self.room, self.rules, self.population, self.position, self.record, end)
        self.settle()


# Names that descriptions of genetic algorithms use for parameters.
NAMES = (
    Alias("candidates", "population"),
    Alias("numCandidates", "population"),
    Alias("numGenerations", "generations"),
    Alias("percentElites", "elites"),
    Alias("mutationRate", "mutation"),
)

ENTRIES = (
    Entry(
        "genetic",
        Genetic(),
        "Memetic genetic algorithm: boards exchange boxes, children climb, stale populations are replaced.",
        "box or row permutation",
        "J. H. Holland (1975); P. Moscato, Caltech C3P Report 826 (1989)",
        "watching and studying evolution; up to 16x16, and 25x25 with half of the cells given",
        "share of children that mutate = |N(0, σ)|\n"
        "σ ← σ / 0.998 if more than 1/5 of the mutations help, else 0.998 σ",
        NAMES,
    ),
    Entry(
        "genes",
        Genetic(population=100, crossover="cycle", stale=100, climb=0, generations=10_000, logic="none"),
        "Genetic algorithm with cycle crossover and Rechenberg's 1/5 rule, without logic or climbing.",
        "box or row permutation",
        "I. M. Oliver, D. J. Smith, J. R. C. Holland, ICGA (1987) 224-230; I. Rechenberg (1973)",
        "looking at a typical student project: a genetic algorithm; try genome=rows, population=1000",
        "share of children that mutate = |N(0, σ)|\n"
        "σ ← σ / 0.998 if more than 1/5 of the mutations help, else 0.998 σ",
        NAMES,
    ),
)
