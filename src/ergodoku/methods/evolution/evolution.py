"""Evolution on cell vectors: one digit per free cell, and no knowledge of Sudoku except the energy.

The first population is a Latin hypercube: in each gene, the digits are spread over the population as evenly
as possible. In every generation, tournaments of random size choose the vectors that survive. A new hypercube
fills the remaining places. Neighbouring vectors exchange all genes after a random point, and each gene is
drawn again with a small probability.

The gene of a cell can be any digit that logic left for the cell; without logic, any digit.

References
----------
M. D. McKay, R. J. Beckman, W. J. Conover, "A comparison of three methods for selecting values of input
variables in the analysis of output from a computer code", Technometrics 21 (1979) 239-245,
doi:10.2307/1268522.
D. E. Goldberg, K. Deb, "A comparative analysis of selection schemes used in genetic algorithms",
Foundations of Genetic Algorithms 1 (1991) 69-93, doi:10.1016/B978-0-08-050684-5.50008-2.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from ergodoku.landscape.random import CERTAIN, Words, seeded
from ergodoku.landscape.vector import CellVector, vector_of
from ergodoku.methods.evolution.first import first_population
from ergodoku.methods.evolution.vectors import EvolutionRoom, EvolutionRules, evolve
from ergodoku.methods.generations import BETWEEN, FIRST, STAGE, Generations, new_population
from ergodoku.methods.method import Entry, Method, State
from ergodoku.methods.parameters import LOGIC, parameter
from ergodoku.puzzle.logic import Reduction

# Default number of genes redrawn per vector. With tournaments of up to 3, selection cannot keep up if
# slightly more genes are redrawn. Evolution works best just below that number, as annealing does at the
# freezing point.
USUAL = 1.2
MADE = object()  # means that the first generation is complete


@dataclass(frozen=True)
class Evolution(Method):
    """Evolution of cell vectors: tournaments, new vectors, single-point crossover, redrawn genes."""

    name: ClassVar[str] = "evolution"
    round: ClassVar[int] = 16

    population: int = parameter(100, "Vectors in a generation", low=2, high=5_000)
    elites: float = parameter(
        0.0, "Share of a generation that survives unchanged: the best vectors", low=0.0, high=0.9
    )
    keep: float = parameter(1.0, "Share of the other places that tournaments fill", low=0.0, high=1.0)
    tournament: int = parameter(3, "Largest tournament; sizes are random and start at 1", low=1, high=100_000)
    mutation: float | None = parameter(
        None, "Chance that a gene is drawn again; by default 1.2 / number of genes", low=0.0, high=1.0
    )
    stale: int = parameter(
        0, "Start a new population after this many generations without progress; 0: never", low=0
    )
    generations: int | None = parameter(None, "Finish after this many generations", low=0)
    logic: str = parameter("pairs", "Logic applied before the search", choices=LOGIC)

    def start(self, reduction: Reduction, seed: int, replica: int = 0) -> EvolutionSearch:
        """Start a search on a reduced puzzle."""
        return EvolutionSearch(self, vector_of(reduction), seeded(seed, replica), seeded(seed, replica, 1))


class EvolutionSearch(Generations):
    """The search of evolution; an iteration is one generation."""

    method: Evolution
    landscape: CellVector

    def __init__(self, method: Evolution, landscape: CellVector, rng: Words, entropy: Words) -> None:
        count, dimension = method.population, landscape.dimension
        population = new_population(count, dimension)
        # Until the first generation is complete, a vector of the lowest digits takes its place.
        population.members[0, 0] = landscape.choices.digit[landscape.choices.start[:-1]]
        population.energies[0, 0] = landscape.energy(population.members[0, :1])[0]
        # The first generation is made in the place of the second, and copied when it is complete.
        self.first = population.members[1, :-1], population.energies[1, :-1]
        self.entropy = entropy
        self.making: Iterator[None] | None = None
        self.room = EvolutionRoom(
            np.zeros_like(landscape.places.seen),
            np.zeros(count, dtype=np.int64),
            np.zeros(count, dtype=np.bool_),
        )
        elites = int(method.elites * count)
        mutation = min(1.0, USUAL / max(1, dimension)) if method.mutation is None else method.mutation
        self.rules = EvolutionRules(
            elites,
            elites + round(method.keep * (count - elites)),
            method.tournament,
            np.uint64(round(mutation * CERTAIN)),
            method.stale,
        )
        self.cost = max(1, count * dimension)
        super().__init__(method, landscape, population, rng, method.generations)

    @property
    def evaluations(self) -> int:
        """Cell changes looked at: all cells of every vector of every generation."""
        return int(self.cost * (1 + self.iteration))

    @property
    def mutation_rate(self) -> float:
        """The chance that a gene is drawn again."""
        return float(self.rules.mutating / CERTAIN)

    def make_first(self) -> None:
        """Make a piece of the first generation; after Ctrl-C or `restore`, start again at the first piece."""
        # Ctrl-C ends a generator for good, so keep the generator only if `next` returns normally.
        making, self.making = self.making, None
        if making is None:
            making = first_population(self.landscape, *self.first, self.entropy)
        if next(making, MADE) is not MADE:
            self.making = making
            return
        population = self.population
        population.members[0, :-1], population.energies[0, :-1] = self.first
        self.position[STAGE] = BETWEEN

    def arrays(self) -> State:
        """Return this generation, and the next one as far as it is made."""
        making = {"taken": self.room.taken} if self.position[STAGE] > FIRST else {}
        return super().arrays() | making

    def restore(self, state: State) -> None:
        """Restore a saved state. An incomplete first generation is then made again from its beginning."""
        super().restore(state)
        self.making = None

    def run_kernel(self, end: int) -> None:
        """Evolve up to generation ``end``."""
        if self.position[STAGE] == FIRST:
            self.go_on_with_first()
            return
        places, choices = self.landscape.places, self.landscape.choices
        room, rules, population = self.room, self.rules, self.population
        evolve(places, choices, room, rules, population, self.position, self.record, self.end_of(end))
        self.settle()


_MCKAY = "M. D. McKay, R. J. Beckman, W. J. Conover, Technometrics 21 (1979) 239-245, doi:10.2307/1268522"
ENTRIES = (
    Entry(
        "evolution",
        Evolution(),
        "Evolution of one digit per free cell: tournaments, crossover, and frequent mutation.",
        "cell vector",
        _MCKAY,
        "seeing how far evolution gets without keeping boxes valid; easy 9x9",
        "E = Σ over rows, columns and boxes of (N - distinct digits)",
    ),
    Entry(
        "evolve",
        Evolution(keep=0.8, tournament=9, mutation=0.05, logic="none"),
        "Evolution that refills a fifth of each generation from a hypercube and redraws one gene in twenty.",
        "cell vector",
        _MCKAY,
        "looking at plain evolution, which mutates too much to settle",
        "E = Σ over rows, columns and boxes of (N - distinct digits)",
    ),
)
