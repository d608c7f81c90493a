"""The cell vector landscape: one number per free cell, each independent of the others.

The energy is the number of digits missing from units, counted over all units: rows, columns, boxes and extra
units. Each unit keeps the digits it has seen as a set of bits. A digit that is new to a unit lowers the
energy by one. So the energy of a vector is counted in one pass over its cells.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any, NamedTuple

import numpy as np
from numba import int64, uint64
from numpy.typing import NDArray

from ergodoku.base.compiled import kernel
from ergodoku.puzzle.logic import Reduction
from ergodoku.puzzle.puzzle import Digits


class Places(NamedTuple):
    """For each number of a vector, the units of its cell; and the fixed digits of all units."""

    start: NDArray[np.uint32]  # (dimension + 1,): where the units of each free cell begin in `unit`
    unit: NDArray[np.uint32]  # for each unit of each free cell: its first word in `seen`
    seen: NDArray[np.uint64]  # (units * words,): the fixed digits of each unit, one bit per digit, from 0
    missing: NDArray[np.int64]  # (1,): number of digits missing from units if only the fixed cells are filled


class Choices(NamedTuple):
    """The digits that each free cell may take: the candidates that logic left."""

    start: NDArray[np.uint32]  # (dimension + 1,): where the digits of each free cell begin
    digit: NDArray[np.uint8]  # from 1


class CellVector:
    """The landscape of one reduced puzzle.

    Parameters
    ----------
    reduction : Reduction
        A reduction without a contradiction. Its placed digits stay; every other cell is a number of a vector.

    Attributes
    ----------
    cells : ndarray of int64, shape (dimension,)
        The free cells, row by row: number k of a vector belongs to cell ``cells[k]``.
    choices : Choices
        The digits that logic left for each free cell; without logic, all digits.
    """

    def __init__(self, reduction: Reduction) -> None:
        layout, flat = reduction.puzzle.layout, reduction.puzzle.flat
        self.reduction, self.layout = reduction, layout
        self.cells: NDArray[np.int64] = np.flatnonzero(flat == 0)
        starts, units = layout.cell_units
        words = layout.words
        seen = np.zeros((len(layout.units), words), dtype=np.uint64)
        for unit, cells in enumerate(layout.units):
            for digit in np.unique(flat[cells][flat[cells] > 0]).astype(np.int64) - 1:
                seen[unit, digit // 64] |= np.uint64(1 << int(digit % 64))
        fixed = int((flat[layout.units] > 0).sum())  # the givens of a unit are all different
        of_cells = [units[starts[cell] : starts[cell + 1]] for cell in self.cells]
        self.places = Places(
            np.cumsum([0, *(len(u) for u in of_cells)]).astype(np.uint32),
            np.concatenate([*of_cells, np.zeros(0, dtype=np.int32)]).astype(np.uint32) * np.uint32(words),
            seen.ravel(),
            np.array([layout.units.size - fixed], dtype=np.int64),
        )
        possible = reduction.candidates[self.cells]
        self.choices = Choices(
            np.concatenate([[0], np.cumsum(possible.sum(axis=1))]).astype(np.uint32),
            (np.nonzero(possible)[1] + 1).astype(np.uint8),
        )

    @property
    def dimension(self) -> int:
        """The length of a vector."""
        return len(self.cells)

    def energy(self, population: Digits) -> NDArray[np.int64]:
        """Return the energy of each row of a population, shape (count, dimension), digits from 1 to N."""
        vectors = np.ascontiguousarray(population, dtype=np.uint8)
        if vectors.ndim != 2 or vectors.shape[1] != self.dimension:
            raise ValueError(f"a population must have shape (count, {self.dimension}), not {vectors.shape}")
        if vectors.size and (vectors.min() < 1 or vectors.max() > self.layout.size):
            raise ValueError(f"the numbers of a vector must be digits from 1 to {self.layout.size}")
        energies = np.zeros(len(vectors), dtype=np.int64)
        count_vectors(*self.places, np.empty_like(self.places.seen), vectors, energies)
        return energies

    def grid(self, vector: Digits) -> Digits:
        """Return the fixed digits with the numbers of a vector in the free cells, as a square."""
        flat = self.reduction.puzzle.flat.copy()
        flat[self.cells] = vector
        return flat.reshape(self.layout.size, self.layout.size)


@lru_cache(maxsize=8)
def vector_of(reduction: Reduction) -> CellVector:
    """Return the landscape of a reduction. Replicas share it."""
    return CellVector(reduction)


@kernel
def count_vector(places: Places, seen: NDArray[np.uint64], vector: Digits) -> Any:
    """Return the energy of one vector; ``seen`` is working memory for the digits of all units."""
    for k in range(seen.shape[0]):
        seen[k] = places.seen[k]
    energy = places.missing[0]
    for k in range(vector.shape[0]):
        digit = uint64(vector[k]) - uint64(1)
        word, bit = digit >> uint64(6), uint64(1) << (digit & uint64(63))
        for place in range(places.start[k], places.start[k + 1]):
            entry = uint64(places.unit[place]) + word
            before = seen[entry]
            seen[entry] = before | bit
            energy -= int64((before & bit) == uint64(0))
    return energy


@kernel
def count_vectors(
    start: NDArray[np.uint32],
    unit: NDArray[np.uint32],
    fixed: NDArray[np.uint64],
    missing: NDArray[np.int64],
    seen: NDArray[np.uint64],
    population: Digits,
    energies: NDArray[Any],
) -> None:
    """Write the energy of each vector of a population. The first four arguments are `Places`.

    The tuple is made here because passing it takes longer than computing the energy of one small vector.
    ``seen`` is working memory.
    """
    places = Places(start, unit, fixed, missing)
    for k in range(population.shape[0]):
        energies[k] = count_vector(places, seen, population[k])
