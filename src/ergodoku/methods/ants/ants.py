"""Ant colony: ants fill the grid cell by cell, and mark good choices with pheromone.

Every ant starts from the propagated givens, at a random cell, and visits the cells one by one; all ants move
in step. At an open cell, the ant takes the candidate with the most pheromone (with probability q0) or draws
one in proportion to the pheromone. Then singles are propagated. A cell that loses all its candidates has
failed: it stays open, and the ant continues. The equations are numbered in the order in which they are
applied:

1. after every choice of digit d for cell i (local update): tau_id <- (1 - xi) tau_id + xi tau_0;
2. value of the best ant of a cycle, with f of c cells filled: v = c / (c - f). If v exceeds the best value
v*, the grid of this ant becomes the best grid and v* = v;
3. for every filled cell of the best grid (global update): tau_id <- (1 - rho) tau_id + rho v*;
4. best-value evaporation: v* <- (1 - epsilon) v*, so that a new grid can replace an old best grid.

The pheromone stays between tau_0 = 1 / c and c. Two things are not in the paper: ties between the strongest
candidates are broken at random, and a colony that finds no fuller grid for a long time forgets its pheromone
(`restart`).

References
----------
H. Lloyd, M. Amos, "Solving Sudoku with ant colony optimization", IEEE Transactions on Games 12 (2020)
302-311, doi:10.1109/TG.2019.2942773, arXiv:1805.03545.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from ergodoku.landscape.construction import Construction
from ergodoku.landscape.random import Words, seeded
from ergodoku.methods.ants.colony import FILLED, TRUST, VALUE, Colony, Habits, Stacks, march, set_out
from ergodoku.methods.method import Entry, Method, State
from ergodoku.methods.parameters import LOGIC, parameter
from ergodoku.methods.walk import FINISHED, LOWEST, Walk
from ergodoku.puzzle.logic import Reduction
from ergodoku.puzzle.puzzle import Digits


@dataclass(frozen=True)
class Ants(Method):
    """Ant colony system of Lloyd and Amos, with best-value evaporation."""

    name: ClassVar[str] = "ants"
    round: ClassVar[int] = 256

    ants: int = parameter(10, "Ants in the colony", low=1, high=256)
    greedy: float = parameter(
        0.9, "Chance (q0) to take the candidate with the most pheromone", low=0.0, high=1.0
    )
    local: float = parameter(0.1, "Share of pheromone that a choice removes", low=0.0, high=1.0)
    rho: float = parameter(0.9, "Share of pheromone that the best grid replaces", low=0.0, high=1.0)
    evaporation: float = parameter(0.005, "Share that the best value loses in every cycle", low=0.0, high=1.0)
    restart: int = parameter(
        400, "Forget all pheromone after this many cycles without a fuller grid; 0: never", low=0
    )
    logic: str = parameter("pairs", "Logic applied before the search", choices=LOGIC)

    def start(self, reduction: Reduction, seed: int, replica: int = 0) -> AntsSearch:
        """Start a search on a reduced puzzle."""
        return AntsSearch(self, Construction(reduction), seeded(seed, replica))


class AntsSearch(Walk):
    """The search of an ant colony; an iteration is one choice of one ant.

    The state is the grid of the best ant of the last cycle.
    """

    also_noted: ClassVar[tuple[str, ...]] = ("pheromone", "best_value")

    def __init__(self, method: Ants, landscape: Construction, rng: Words) -> None:
        self.landscape = landscape
        base, cells, size = landscape.base, landscape.layout.cells, landscape.layout.size
        super().__init__(method, int(np.count_nonzero(base.digit < 0)), base.digit.copy(), rng)
        self.numbers[LOWEST] = cells + 1  # no cycle is complete yet
        every = (method.ants, 1, 1)
        self.colony = Colony(
            np.tile(base.cand, every),
            np.tile(base.plane, every),
            np.tile(base.left, every[:2]),
            np.tile(base.room, every),
            np.tile(base.digit, every[:2]),
            np.tile(base.done, every[:2]),
            first=np.zeros(method.ants, dtype=np.int64),
            pheromone=np.full((cells, size), 1.0 / cells),
            values=np.zeros(2),
            guide=base.digit.copy(),
            shown=base.digit.copy(),
            counters=np.zeros(4, dtype=np.int64),
        )
        self.stacks = Stacks(base.naked.copy(), base.hidden.copy(), base.top.copy(), base.fault.copy())
        self.habits = Habits(
            method.greedy, method.local, method.rho, method.evaporation, method.restart or 1 << 62
        )
        self.colony.values[TRUST] = 1.0 / size
        set_out(base, self.colony, self.stacks, rng)
        if not landscape.consistent:
            self.numbers[FINISHED] = 1

    def note_start(self) -> None:
        """Note the state of the colony before its first choice."""
        super().note_start()
        self.record.more[0] = self.colony.values[[TRUST, VALUE]]

    @property
    def evaluations(self) -> int:
        """Cell changes looked at: all cells that ants filled, by choice or by propagation."""
        return int(self.colony.counters[FILLED])

    @property
    def costliest(self) -> int:
        """The largest number of cells that one choice can fill."""
        return self.landscape.layout.cells

    def grid(self) -> Digits:
        """Return the grid of the best ant of the last cycle."""
        return self.landscape.grid(self.colony.shown)

    def best_grid(self) -> Digits:
        """Return the fullest grid seen."""
        return self.landscape.grid(self.record.best)

    def arrays(self) -> State:
        """Return all arrays of the colony."""
        return {f"colony_{name}": array for name, array in self.colony._asdict().items()}

    def run_kernel(self, end: int) -> None:
        """Let the ants make choices up to iteration ``end``."""
        landscape = self.landscape
        march(landscape.geometry, landscape.base, self.colony, self.stacks, self.record, self.habits, end)


ENTRIES = (
    Entry(
        "ants",
        Ants(),
        "Ant colony: ants fill the grid cell by cell with propagation, guided by pheromone.",
        "construction",
        "H. Lloyd, M. Amos, IEEE Trans. Games 12 (2020) 302-311, doi:10.1109/TG.2019.2942773",
        "watching a colony learn to fill a grid; up to 25x25",
        "choice: argmax τ with probability q₀, else P(d) = τ_d / Σ τ\n"
        "local: τ ← (1 - ξ) τ + ξ τ₀; global: τ ← (1 - ρ) τ + ρ v*, v = cells / (cells - filled)",
    ),
)
