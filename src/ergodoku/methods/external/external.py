"""External optimisers: scipy's optimisers, used as a search like any other.

An external optimiser has its own loop and calls our cost function. So it runs in a separate thread, which
pauses inside the cost function until the engine wants more vectors. An iteration is one evaluated vector.
``advance(n)`` evaluates n vectors, wherever the optimiser is in its loop, so slices do not change the walk.
The internal state of the optimiser cannot be read: its temperature is unknown, and a search cannot be saved.

References
----------
R. Storn, K. Price, "Differential evolution - a simple and efficient heuristic for global optimization over
continuous spaces", Journal of Global Optimization 11 (1997) 341-359, doi:10.1023/A:1008202821328.
Y. Xiang, D. Y. Sun, W. Fan, X. G. Gong, "Generalized simulated annealing algorithm and its application to the
Thomson model", Physics Letters A 233 (1997) 216-220, doi:10.1016/S0375-9601(97)00474-X.
"""

from __future__ import annotations

import weakref
from dataclasses import dataclass
from typing import ClassVar, NoReturn

import numpy as np

from ergodoku.base.errors import ParameterError
from ergodoku.landscape.objective import VARIANTS, Objective
from ergodoku.methods.external.optimiser import Optimiser, generator
from ergodoku.methods.method import Entry, Method, State
from ergodoku.methods.parameters import LOGIC, parameter
from ergodoku.methods.walk import FINISHED, Walk
from ergodoku.puzzle.logic import Reduction
from ergodoku.puzzle.puzzle import Digits

OPTIMISERS = ("differential_evolution", "dual_annealing")
STRATEGIES = ("best1bin", "best1exp", "rand1bin", "rand1exp", "currenttobest1bin", "randtobest1bin")


@dataclass(frozen=True)
class External(Method):
    """A scipy optimiser on the cost function of the puzzle; it restarts if it stops without a solution."""

    name: ClassVar[str] = "external"

    optimiser: str = parameter("differential_evolution", "Function of scipy.optimize", choices=OPTIMISERS)
    variant: str = parameter(
        "keys",
        "How vectors become grids: numbers as digits, or as keys sorted within a box",
        choices=VARIANTS,
    )
    evaluations: int = parameter(60_000, "Restart after evaluating this many vectors", low=1)
    restarts: int | None = parameter(None, "Finish after this many restarts; by default never", low=0)
    population: int = parameter(
        20,
        "Evolution: vectors in the population; at most 500,000 numbers in all",
        low=5,
        high=5_000,
    )
    strategy: str = parameter("rand1bin", "Evolution: how a trial vector is made", choices=STRATEGIES)
    mutation: float = parameter(0.3, "Evolution: weight of the difference of two vectors", low=0.0, high=1.99)
    recombination: float = parameter(
        0.12, "Evolution: share of a trial vector that is new", low=0.0, high=1.0
    )
    temperature: float = parameter(
        5230.0, "Annealing: first temperature, in scipy's units", low=0.01, high=5e4
    )
    visit: float = parameter(
        2.62, "Annealing: length of the steps; a higher value makes longer steps", low=1.01, high=3.0
    )
    accept: float = parameter(
        -5.0, "Annealing: acceptance parameter; a lower value accepts fewer rises", low=-1e4, high=-5.0
    )
    logic: str = parameter("pairs", "Logic applied before the search", choices=LOGIC)

    def start(self, reduction: Reduction, seed: int, replica: int = 0) -> ExternalSearch:
        """Start a search on a reduced puzzle."""
        return ExternalSearch(self, Objective(reduction, self.variant), (seed, replica))


class ExternalSearch(Walk):
    """The search of an external optimiser; an iteration is one evaluated vector.

    ``accepted`` counts the vectors that were better than all earlier ones since the last restart. Which
    vectors the optimiser itself accepts is unknown.
    """

    method: External

    def __init__(self, method: External, objective: Objective, key: tuple[int, int]) -> None:
        self.objective = objective
        first = objective.x0(generator(key, 0))
        rng = np.zeros(2, dtype=np.uint64)  # not used: the optimiser has its own generator
        super().__init__(method, int(objective(first)), first, rng)
        self.cost = max(1, objective.dimension)
        self._optimiser = Optimiser(method, objective, key, self.record)
        if self.best and objective.settled:
            self.numbers[FINISHED] = 1
        # The thread must not refer to the search, or the search would never be freed.
        self._finalizer = weakref.finalize(self, self._optimiser.close)

    @property
    def helper_seconds(self) -> float:
        """CPU time of the optimiser's thread."""
        return self._optimiser.helped

    def close(self) -> None:
        """End the optimiser; the best state is kept, but the search cannot continue."""
        self._finalizer()

    def grid(self) -> Digits:
        """Return the grid of the last vector evaluated."""
        return self.objective.decode(self._optimiser.last)

    def best_grid(self) -> Digits:
        """Return the grid of the best vector."""
        return self.objective.decode(self.record.best)

    def state(self) -> State:
        """Raise an error: only the optimiser knows its state."""
        self._refuse()

    def restore(self, state: State) -> None:
        """Raise an error: only the optimiser knows its state."""
        self._refuse()

    def _refuse(self) -> NoReturn:
        raise ParameterError(
            f"a run of {self.method.optimiser} cannot be saved: scipy does not show its internal state",
            "run it again with the same seed, or use another method",
        )

    def run_kernel(self, end: int) -> None:
        """Let the optimiser run up to vector number ``end``."""
        if not self.recalled:
            self._optimiser.advance(end, self._must_return)

    def _must_return(self) -> bool:
        return self.recalled or (self.halt is not None and self.halt())


_EVOLUTION = "R. Storn, K. Price, J. Global Optimization 11 (1997) 341-359, doi:10.1023/A:1008202821328"
_ANNEALING = "Y. Xiang, D. Y. Sun, W. Fan, X. G. Gong, Physics Letters A 233 (1997) 216-220"
_LANDSCAPE = "cell vector, or random keys"

ENTRIES = (
    Entry(
        "external",
        External(),
        "A scipy optimiser on the cost function of the puzzle; its runs cannot be saved.",
        _LANDSCAPE,
        "scipy.optimize",
        "comparing general optimisers with methods made for Sudoku; 4x4 and 6x6",
        "minimise E(decode(x)) over real vectors x",
    ),
    Entry(
        "differential_evolution",
        External(optimiser="differential_evolution"),
        "scipy's differential evolution on random keys; restarts if it stops without a solution.",
        _LANDSCAPE,
        _EVOLUTION,
        "the same as external",
        "trial = a + F (b - c) for vectors a, b, c of the population, crossed with a parent",
    ),
    Entry(
        "dual_annealing",
        External(optimiser="dual_annealing"),
        "scipy's dual annealing on random keys; restarts if it stops without a solution.",
        _LANDSCAPE,
        _ANNEALING,
        "the same as external",
        "P(accept) = max(0, 1 - (1 - q) ΔE / T)^(1 / (1 - q)), steps drawn from Tsallis' distribution",
    ),
)
