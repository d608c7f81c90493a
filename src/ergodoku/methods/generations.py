"""The bookkeeping that all searches with a population share.

An iteration is one generation. The energy of a generation is the energy of its best member. A generation
counts as accepted when its energy is lower than in all earlier generations of the population. Two generations
are stored alternately, so a child never overwrites its parents.

A generation can take a long time. So a kernel makes it in pieces, and stores its progress in
`Generations.position`. The part of the next generation that is already made belongs to the state. The first
generation is made in pieces, too.
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

# Indexes into `Generations.position`; a method may use indexes 2 to 5 for its own data. STAGE is what the
# kernel is doing, and MEMBER is the number of members done. Between generations, STAGE is `BETWEEN` and
# MEMBER is 0.
STAGE, MEMBER = range(2)
POSITIONS = 6
BETWEEN, FIRST = range(2)  # stages of all methods; FIRST: the first population is being made
UNKNOWN = 1 << 40  # energy of a member that has not been made yet


class Population(NamedTuple):
    """Two generations: the latest one with an even number, and the latest one with an odd number."""

    members: Digits  # (2, count + 1, length): the last place of a generation is spare
    energies: NDArray[np.int64]  # (2, count + 1): the energies of the members


def new_population(count: int, length: int) -> Population:
    """Return empty arrays for two generations."""
    members = np.zeros((2, count + 1, length), dtype=np.uint8)
    return Population(members, np.full((2, count + 1), UNKNOWN, dtype=np.int64))


class Generations(Walk):
    """A walk from generation to generation; subclasses add `make_first` and `run_kernel`.

    Parameters
    ----------
    method : Method
        The method with its parameters.
    landscape : Boxes or CellVector
        The landscape whose states are the members.
    population : Population
        The arrays of the population. After the first `make_first`, they must hold at least one member.
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
        """Make a piece of the first generation; when that is complete, set the stage to `BETWEEN`."""
        raise TypeError(f"{type(self).__name__} has no first generation: define its method make_first()")

    def go_on_with_first(self) -> None:
        """Make a piece of the first generation, and update the energies."""
        self.make_first()
        energy = self.population.energies[0, :-1].min()
        self.numbers[[ENERGY, LOWEST]] = energy
        if energy < self.best:
            self.numbers[BEST] = energy
            self.record.best[:] = self.fittest

    @property
    def mutation_rate(self) -> float:
        """The mutation rate of the next generation."""
        raise TypeError(f"{type(self).__name__} has no mutation rate: define its property mutation_rate")

    def note_start(self) -> None:
        """Note the first generation once it is complete."""
        if self.position[STAGE] != FIRST:
            super().note_start()
            describe(self.population.energies[0], self.mutation_rate, self.record.more[0])

    @property
    def fittest(self) -> Digits:
        """The best member of this generation; the first one, if several are equally good."""
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
        """Return this generation, the next one as far as it is made, and the position of the kernel."""
        now, both = self.iteration % 2, self.population._asdict()
        arrays: State = {name: array[now, :-1] for name, array in both.items()}
        if self.position[STAGE] > FIRST:
            arrays |= {f"next_{name}": array[1 - now] for name, array in both.items()}
        return arrays | {"position": self.position}

    def restore(self, state: State) -> None:
        """Restore a saved state."""
        self.position[:] = state["position"]  # first, because `arrays` depends on it
        super().restore(state)

    def end_of(self, end: int) -> int:
        """Return ``end``, or the limit if it is lower."""
        return end if self.limit is None else min(end, self.limit)

    def settle(self) -> None:
        """Finish the search when the limit is reached."""
        if self.best and self.limit is not None and self.iteration >= self.limit:
            self.numbers[FINISHED] = 1


@kernel
def take_stock(population: Population, now: int, record: Record, new: bool) -> None:
    """Update the numbers of the walk after a generation; ``new`` means that a new population started."""
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
