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
from typing import ClassVar

import numpy as np

from ergodoku.landscape.random import CERTAIN, Words, seeded
from ergodoku.landscape.vector import CellVector, Choices, vector_of
from ergodoku.methods.evolution.vectors import EvolutionRoom, EvolutionRules, evolve
from ergodoku.methods.generations import Generations, new_population
from ergodoku.methods.method import Entry, Method
from ergodoku.methods.parameters import LOGIC, parameter
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

    def start(self, reduction: Reduction, seed: int, replica: int = 0) -> EvolutionSearch:
        """Begin a search on a reduced puzzle."""
        landscape = vector_of(reduction)
        first = first_population(landscape.choices, self.population, seeded(seed, replica, 1))
        return EvolutionSearch(self, landscape, first, seeded(seed, replica))


class EvolutionSearch(Generations):
    """Evolution at work."""

    landscape: CellVector

    def __init__(self, method: Evolution, landscape: CellVector, first: Digits, rng: Words) -> None:
        count, dimension = first.shape
        population = new_population(count, dimension)
        population.members[0, :-1], population.energies[0, :-1] = first, landscape.energy(first)
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
        super().__init__(method, landscape, population, rng, method.generations)

    def run_kernel(self, end: int) -> None:
        """Evolve up to generation ``end``."""
        places, choices = self.landscape.places, self.landscape.choices
        evolve(places, choices, self.room, self.rules, self.population, self.record, self.end_of(end))
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
