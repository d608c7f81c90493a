"""What searches share that keep a population and go from generation to generation.

An iteration is one generation. The energy is that of its best member, and a generation is accepted when that
is better than all since the population was new. Two generations are kept in turn, so a child never overwrites
its parents; only the present one is part of the state.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from ergodoku.base.compiled import kernel
from ergodoku.landscape.boxes import Boxes, copy_cells
from ergodoku.landscape.random import Words
from ergodoku.landscape.vector import CellVector
from ergodoku.methods.method import State
from ergodoku.methods.walk import ACCEPTED, BEST, BEST_AT, ENERGY, FINISHED, ITERATION, QUIET, RESTARTS, Walk
from ergodoku.puzzle.puzzle import Digits


class Generations(Walk):
    """A walk from generation to generation; a subclass adds `_run`.

    Parameters
    ----------
    landscape : Boxes or CellVector
        What the members are states of.
    members : ndarray of uint8, shape (2, population + 1, length)
        Generations with even and with odd numbers; the first is filled. The last place is to spare.
    energies : ndarray of int64, shape (2, population + 1)
        Of the members.
    rng : ndarray of uint64
        The state of the generator.
    limit : int, optional
        Finish after so many generations.
    """

    landscape: Boxes | CellVector

    def __init__(
        self,
        landscape: Boxes | CellVector,
        members: Digits,
        energies: NDArray[np.int64],
        rng: Words,
        limit: int | None,
    ) -> None:
        super().__init__(int(energies[0, :-1].min()))
        self.landscape = landscape
        self.members, self.energies, self.rng, self.limit = members, energies, rng, limit
        self.lowest = np.array([self.energy])  # since the population was new
        self.best_member = self.fittest.copy()
        self.settle()

    @property
    def fittest(self) -> Digits:
        """The best of this generation; of equals the first."""
        now = self.iteration % 2
        member: Digits = self.members[now, int(self.energies[now, :-1].argmin())]
        return member

    def grid(self) -> Digits:
        """Return the best grid of this generation."""
        return self.landscape.grid(self.fittest)

    def best_grid(self) -> Digits:
        """Return the best grid seen."""
        return self.landscape.grid(self.best_member)

    def _arrays(self) -> State:
        now = self.iteration % 2
        return {
            "rng": self.rng,
            "members": self.members[now, :-1],
            "energies": self.energies[now, :-1],
            "best_member": self.best_member,
            "lowest": self.lowest,
        }

    def end_of(self, end: int) -> int:
        """Return where a run to ``end`` must end."""
        return end if self.limit is None else min(end, self.limit)

    def settle(self) -> None:
        """Finish where the limit is reached."""
        if self.best and self.limit is not None and self.iteration >= self.limit:
            self.numbers[FINISHED] = 1


@kernel
def take_stock(
    members: Digits,
    energies: NDArray[np.int64],
    best_member: Digits,
    numbers: NDArray[np.int64],
    lowest: NDArray[np.int64],
    new: bool,
) -> None:
    """Bring the numbers of the walk up to date after a generation; ``new`` if it was seeded."""
    fittest = 0
    for member in range(1, energies.shape[0] - 1):
        if energies[member] < energies[fittest]:
            fittest = member
    energy = energies[fittest]
    numbers[ITERATION] += 1
    numbers[ENERGY] = energy
    if new:
        numbers[RESTARTS] += 1
    if energy < lowest[0]:
        numbers[ACCEPTED] += 1
    if new or energy < lowest[0]:
        lowest[0] = energy
        numbers[QUIET] = 0
    else:
        numbers[QUIET] += 1
    if energy < numbers[BEST]:
        numbers[BEST], numbers[BEST_AT] = energy, numbers[ITERATION]
        copy_cells(members[fittest], best_member)
