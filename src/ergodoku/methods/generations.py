"""What searches share that keep a population and go from generation to generation.

An iteration is one generation. The energy is that of its best member, and a generation is accepted when that
is better than all since the population was new. Two generations are kept in turn, so a child never overwrites
its parents; only the present one is part of the state.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ergodoku.base.compiled import kernel
from ergodoku.landscape.boxes import Boxes
from ergodoku.landscape.random import Words
from ergodoku.landscape.vector import CellVector
from ergodoku.methods.method import Method, State
from ergodoku.methods.walk import (
    ACCEPTED,
    ENERGY,
    FINISHED,
    ITERATION,
    LOWEST,
    QUIET,
    RESTARTS,
    Record,
    Walk,
    keep_best,
)
from ergodoku.puzzle.puzzle import Digits


class Population(NamedTuple):
    """Two generations: those with even numbers and those with odd numbers."""

    members: Digits  # (2, count + 1, length): the last place of a generation is to spare
    energies: NDArray[np.int64]  # (2, count + 1): of the members


def new_population(count: int, length: int) -> Population:
    """Return room for two generations."""
    members = np.zeros((2, count + 1, length), dtype=np.uint8)
    return Population(members, np.zeros((2, count + 1), dtype=np.int64))


class Generations(Walk):
    """A walk from generation to generation; a subclass adds `run_kernel`.

    Parameters
    ----------
    method : Method
        Its parameters.
    landscape : Boxes or CellVector
        What the members are states of.
    population : Population
        The first generation is filled.
    rng : ndarray of uint64
        The state of the generator.
    limit : int, optional
        Finish after so many generations.
    """

    landscape: Boxes | CellVector

    def __init__(
        self,
        method: Method,
        landscape: Boxes | CellVector,
        population: Population,
        rng: Words,
        limit: int | None,
    ) -> None:
        energies = population.energies[0, :-1]
        first = population.members[0, int(energies.argmin())]
        super().__init__(method, int(energies.min()), first.copy(), rng)
        self.landscape, self.population, self.limit = landscape, population, limit
        self.settle()

    @property
    def fittest(self) -> Digits:
        """The best of this generation; of equals the first."""
        members, energies = (array[self.iteration % 2] for array in self.population)
        member: Digits = members[int(energies[:-1].argmin())]
        return member

    def grid(self) -> Digits:
        """Return the best grid of this generation."""
        return self.landscape.grid(self.fittest)

    def best_grid(self) -> Digits:
        """Return the best grid seen."""
        return self.landscape.grid(self.record.best)

    def arrays(self) -> State:
        """Return the members of this generation and their energies."""
        now = self.iteration % 2
        return {name: array[now, :-1] for name, array in self.population._asdict().items()}

    def end_of(self, end: int) -> int:
        """Return where a run to ``end`` must end."""
        return end if self.limit is None else min(end, self.limit)

    def settle(self) -> None:
        """Finish where the limit is reached."""
        if self.best and self.limit is not None and self.iteration >= self.limit:
            self.numbers[FINISHED] = 1


@kernel
def take_stock(population: Population, now: int, record: Record, new: bool) -> None:
    """Bring the numbers of the walk up to date after a generation; ``new`` if it was seeded."""
    members, energies, numbers = population.members[now], population.energies[now], record.numbers
    fittest = 0
    for member in range(1, energies.shape[0] - 1):
        if energies[member] < energies[fittest]:
            fittest = member
    energy = energies[fittest]
    numbers[ITERATION] += 1
    numbers[ENERGY] = energy
    if new:
        numbers[RESTARTS] += 1
    if energy < numbers[LOWEST]:
        numbers[ACCEPTED] += 1
    if new or energy < numbers[LOWEST]:
        numbers[LOWEST] = energy
        numbers[QUIET] = 0
    else:
        numbers[QUIET] += 1
    keep_best(record, members[fittest])
