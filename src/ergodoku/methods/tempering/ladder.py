"""The ladder of replica exchange: the temperature of each rung, and the board on it."""

from __future__ import annotations

import numpy as np
from numba import uint64
from numpy.typing import NDArray

from ergodoku.base.compiled import kernel
from ergodoku.landscape.random import CERTAIN, Words, exp_minus, next_word, threshold


class Ladder:
    """Rungs from the coldest to the hottest, with a board on each.

    Parameters
    ----------
    temperatures : ndarray of float64
        The temperatures of the rungs, in ascending order.
    worst : int
        The largest change of the energy by one swap.
    """

    def __init__(self, temperatures: NDArray[np.float64], worst: int) -> None:
        count = len(temperatures)
        self.temperatures = temperatures
        self.at = np.arange(count)  # the board on each rung
        self.tried = np.zeros(count - 1, dtype=np.int64)
        self.exchanged = np.zeros(count - 1, dtype=np.int64)
        self.accept = np.zeros((count, worst + 1), dtype=np.uint64)
        self.fill_tables()

    @property
    def rates(self) -> NDArray[np.float64]:
        """The share of accepted exchanges between each rung and the next, since the last `space_out`."""
        return self.exchanged / np.maximum(self.tried, 1)

    def exchange(self, energies: NDArray[np.int64], first: int, rng: Words) -> bool:
        """Let every other pair of neighbours, from rung ``first`` on, exchange boards by Metropolis.

        Return whether the coldest rung has another board now.
        """
        before = self.at[0]
        for low in range(first, len(self.at) - 1, 2):
            cold, hot = self.at[low], self.at[low + 1]
            gain = (1 / self.temperatures[low] - 1 / self.temperatures[low + 1]) * float(
                energies[cold] - energies[hot]
            )
            self.tried[low] += 1
            if happens(rng, max(0.0, -gain)):
                self.exchanged[low] += 1
                self.at[low], self.at[low + 1] = hot, cold
        return bool(self.at[0] != before)

    def space_out(self) -> None:
        """Move rungs closer where exchanges are rare, and apart where they are frequent; keep both ends."""
        rungs = self.temperatures
        gaps = np.diff(np.log(rungs)) * (0.1 + self.rates)
        gaps *= np.log(rungs[-1] / rungs[0]) / gaps.sum()
        rungs[1:-1] = rungs[0] * np.exp(np.cumsum(gaps)[:-1])
        self.tried[:] = 0
        self.exchanged[:] = 0
        self.fill_tables()

    def move_to(self, cold: float) -> None:
        """Give the coldest rung this temperature, and scale all others by the same factor."""
        self.temperatures *= cold / self.temperatures[0]
        self.temperatures[0] = cold
        self.fill_tables()

    def fill_tables(self) -> None:
        """Compute the chance, in units of 2 ** -32, to accept each change of energy on each rung."""
        for rung, temperature in enumerate(self.temperatures):
            for change in range(self.accept.shape[1]):
                self.accept[rung, change] = int(exp_minus(change / float(temperature)) * CERTAIN)


@kernel
def happens(rng: Words, exponent: float) -> bool:
    """Return True with probability exp(-exponent)."""
    return bool(next_word(rng) >> uint64(32) < threshold(exponent, 1.0))
