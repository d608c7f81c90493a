"""What searches share that keep a population and go from generation to generation.

An iteration is one generation. The energy is that of its best member, and a generation is accepted when that
is better than all since the population was new. Two generations are kept in turn, so a child never overwrites
its parents.

A generation can take long. So a kernel makes it in pieces, and keeps in `Generations.position` where it
stands; the next generation is part of the state as far as it is made. The first one is made in pieces, too.
"""

from __future__ import annotations

from typing import Any, ClassVar, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ergodoku.base.compiled import kernel
from ergodoku.landscape.boxes import Boxes
from ergodoku.landscape.random import Words
from ergodoku.landscape.vector import CellVector
from ergodoku.methods.method import Method, State
from ergodoku.methods.walk import (
    ACCEPTED,
    BEST,
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

# The positions in `Generations.position`; a method may use those from 2 on. STAGE says what the kernel is at,
# and MEMBER how many members it has done. `BETWEEN` two generations both are 0.
STAGE, MEMBER = range(2)
POSITIONS = 6
BETWEEN, FIRST = range(2)  # the stages that all methods share; FIRST: the first population is being made
UNKNOWN = 1 << 40  # energy of a member that is not made yet


class Population(NamedTuple):
    """Two generations: those with even numbers and those with odd numbers."""

    members: Digits  # (2, count + 1, length): the last place of a generation is to spare
    energies: NDArray[np.int64]  # (2, count + 1): of the members


def new_population(count: int, length: int) -> Population:
    """Return room for two generations."""
    members = np.zeros((2, count + 1, length), dtype=np.uint8)
    return Population(members, np.full((2, count + 1), UNKNOWN, dtype=np.int64))


class Generations(Walk):
    """A walk from generation to generation; a subclass adds `make_first` and `run_kernel`.

    Parameters
    ----------
    method : Method
        Its parameters.
    landscape : Boxes or CellVector
        What the members are states of.
    population : Population
        Room for it; at least the first member of the first generation is made.
    rng : ndarray of uint64
        The state of the generator.
    limit : int, optional
        Number of generations after which the search ends.
    """

    also_noted: ClassVar[tuple[str, ...]] = ("mean_energy", "energy_deviation", "mutation_rate")
    landscape: Boxes | CellVector

    def __init__(
        self,
        method: Method,
        landscape: Boxes | CellVector,
        population: Population,
        rng: Words,
        limit: int | None,
    ) -> None:
        super().__init__(method, UNKNOWN, population.members[0, 0].copy(), rng)
        self.landscape, self.population, self.limit = landscape, population, limit
        self.position = np.zeros(POSITIONS, dtype=np.int64)
        self.position[STAGE] = FIRST
        self.go_on_with_first()
        self.settle()

    def make_first(self) -> None:
        """Make a piece of the first generation; when all is made, its stage is `BETWEEN`."""
        raise TypeError(f"{type(self).__name__} has no first generation: write its method make_first()")

    def go_on_with_first(self) -> None:
        """Make a piece of the first generation, and see what it brings."""
        self.make_first()
        energy = self.population.energies[0, :-1].min()
        self.numbers[[ENERGY, LOWEST]] = energy
        if energy < self.best:
            self.numbers[BEST] = energy
            self.record.best[:] = self.fittest

    @property
    def mutation_rate(self) -> float:
        """The rate at which the next generation mutates."""
        raise TypeError(f"{type(self).__name__} has no mutation rate: write its property mutation_rate")

    def note_start(self) -> None:
        """Note the first generation when all of it is made."""
        if self.position[STAGE] != FIRST:
            super().note_start()
            describe(self.population.energies[0], self.mutation_rate, self.record.more[0])

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
        """Return this generation, the next one if it is in the making, and where it stands."""
        now, both = self.iteration % 2, self.population._asdict()
        arrays: State = {name: array[now, :-1] for name, array in both.items()}
        if self.position[STAGE] > FIRST:
            arrays |= {f"next_{name}": array[1 - now] for name, array in both.items()}
        return arrays | {"position": self.position}

    def restore(self, state: State) -> None:
        """Go back to a saved state."""
        self.position[:] = state["position"]  # it tells which arrays there are
        super().restore(state)

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


@kernel
def describe(energies: NDArray[np.int64], mutation_rate: float, row: Any) -> None:
    """Write mean and standard deviation of the energies of a generation, and the mutation rate."""
    count = energies.shape[0] - 1
    total, squares = 0, 0
    for member in range(count):
        total += energies[member]
        squares += energies[member] * energies[member]
    row[0] = total / count
    row[1] = np.sqrt(max(0, count * squares - total * total)) / count
    row[2] = mutation_rate
