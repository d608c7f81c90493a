"""A puzzle as a cost function, for any optimiser that minimises over vectors of numbers.

A vector has one number per free cell. There are two ways to read it:

``vector``
    Each number is rounded to a digit, and clipped to the range from 1 to N. The cost is the number of digits
    missing from rows, columns, boxes and extra units.
``keys``
    The numbers of a box are keys: its free cells are sorted by key, and get the digits that the box still
    needs, in ascending order. So every vector is a grid whose boxes are valid, and the cost is the number of
    digits missing from lines. On small grids, or with few evaluations, optimisers make much more progress
    with ``keys``.

References
----------
J. C. Bean, "Genetic algorithms and random keys for sequencing and optimization", ORSA Journal on Computing 6
(1994) 154-160, doi:10.1287/ijoc.6.2.154.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from ergodoku.base.compiled import kernel
from ergodoku.base.errors import ParameterError, PuzzleError
from ergodoku.landscape.boxes import boxes_of
from ergodoku.landscape.vector import count_vectors, vector_of
from ergodoku.puzzle.boards import Board, digits_of
from ergodoku.puzzle.logic import Reduction, reduce_by
from ergodoku.puzzle.puzzle import Digits, PuzzleLike

VARIANTS = ("vector", "keys")
Floats = NDArray[np.float64]


def objective(puzzle: PuzzleLike, *, logic: str = "none", variant: str = "vector") -> Objective:
    """Return the cost function of a puzzle; a cost of 0 means solved.

    Parameters
    ----------
    puzzle : Puzzle, text, path, list or array
        The puzzle, in any form that `Puzzle.of` accepts.
    logic : str
        Logic to apply first: ``none``, ``singles``, ``locked`` or ``pairs``. By default none is applied, and
        a vector has one number for each free cell. Cells filled by logic are not part of the vector.
    variant : str
        ``vector`` (each number is a digit) or ``keys`` (in each box, the order of the numbers decides which
        cell gets which digit); see `Objective`.

    Examples
    --------
    >>> from scipy.optimize import differential_evolution
    >>> cost = objective("1... .... ...2 ....", variant="keys")
    >>> found = differential_evolution(cost, cost.bounds, polish=False, rng=1)
    >>> float(found.fun), cost.decode(found.x).shape
    (0.0, (4, 4))
    """
    return Objective(reduce_by(puzzle, logic), variant)


class Objective:
    """The cost of vectors with one number per free cell, counted by compiled code.

    Call it with one vector to get one cost, or with many vectors, shape (count, dimension), to get an array
    of costs. The numbers can have any value: they are rounded and clipped (``vector``) or sorted (``keys``).
    NaN becomes the digit 1 (``vector``) or the last key (``keys``). Equal keys keep the order of their cells.

    Parameters
    ----------
    reduction : Reduction
        A reduction without a contradiction. A vector has a number for each cell that is still empty.
    variant : str
        How to read a vector: ``vector`` or ``keys``.

    Attributes
    ----------
    variant : str
        How a vector is read: the parameter ``variant``.
    cells : ndarray of int64, shape (dimension,)
        The free cells: number k of a vector belongs to cell ``cells[k]``, counted row by row from 0.
    bounds : ndarray of float64, shape (dimension, 2)
        The range of each number: from 0.5 to N + 0.5 for ``vector``, so that each digit has an equal share,
        and from 0 to 1 for ``keys``. Use ``low, high = cost.bounds.T`` to get two separate arrays.
    """

    def __init__(self, reduction: Reduction, variant: str = "vector") -> None:
        if variant not in VARIANTS:
            raise ParameterError(f"variant is {variant!r}", f"choose {' | '.join(VARIANTS)}")
        if reduction.contradiction:
            raise PuzzleError(f"the puzzle has no solution: {reduction.contradiction}", "check the givens")
        self.variant = variant
        self.landscape = vector_of(reduction)
        self.cells = self.landscape.cells
        self.bounds: Floats = np.empty((self.dimension, 2))
        self.bounds[:] = (0.0, 1.0) if variant == "keys" else (0.5, self.landscape.layout.size + 0.5)
        self._deal = _deal_of(reduction, self.cells)

    @property
    def dimension(self) -> int:
        """The length of a vector."""
        return len(self.cells)

    @property
    def settled(self) -> bool:
        """Whether all vectors describe the same grid, so that there is nothing to optimise."""
        most = 1 if self.variant == "keys" else 0
        return bool((np.diff(self._deal.start.astype(np.int64)) <= most).all())

    def __call__(self, x: ArrayLike) -> Any:
        """Return the cost of a vector as a float, or the costs of many vectors as an array."""
        vectors = self._vectors(x)
        batch = np.atleast_2d(vectors)
        costs, places = np.empty(len(batch)), self.landscape.places
        count_vectors(*places, np.empty_like(places.seen), self._digits(batch), costs)
        return float(costs[0]) if vectors.ndim == 1 else costs

    def decode(self, x: ArrayLike) -> Digits:
        """Return the grid that a vector describes."""
        vector = self._vectors(x)
        if vector.ndim != 1:
            raise ParameterError(
                f"decode accepts one vector, not an array of shape {vector.shape}",
                "decode the vectors one by one",
            )
        return self.landscape.grid(self._digits(vector[None])[0])

    def encode(self, grid: Board) -> Floats:
        """Return a vector that describes a given grid, for example as a starting point.

        With ``keys`` each box of the grid must hold each digit once.
        """
        flat = digits_of(grid, layout=self.landscape.layout)[1]
        digits = flat[self.cells].astype(np.float64)
        if self.variant == "vector":
            return digits
        keys = np.empty(self.dimension)
        for first, end in zip(self._deal.start[:-1], self._deal.start[1:], strict=True):
            places = self._deal.place[first:end]
            keys[places[np.argsort(digits[places], kind="stable")]] = (np.arange(end - first) + 0.5) / (
                end - first
            )
        return keys

    def x0(self, rng: np.random.Generator | int | None = None) -> Floats:
        """Return a random vector within the bounds, from a generator or a seed."""
        try:
            generator = np.random.default_rng(rng)
        except (TypeError, ValueError):
            raise ParameterError(f"rng is {rng!r}", "give a NumPy generator or a seed, 0 or more") from None
        low, high = self.bounds.T
        vector: Floats = low + (high - low) * generator.random(self.dimension)
        return vector

    def _digits(self, vectors: Floats) -> Digits:
        digits = np.empty(vectors.shape, dtype=np.uint8)
        if self.variant == "keys":
            deal_keys(*self._deal, vectors, digits)
        else:
            round_numbers(self.landscape.layout.size, vectors, digits)
        return digits

    def _vectors(self, x: ArrayLike) -> Floats:
        try:
            vectors = np.ascontiguousarray(x, dtype=np.float64)
        except (TypeError, ValueError):
            what = "the vector does not consist of numbers"
        else:
            if vectors.ndim in (1, 2) and vectors.shape[-1] == self.dimension:
                return vectors
            what = f"the vector has shape {vectors.shape}"
        raise ParameterError(
            what, f"give {self.dimension} numbers, or many vectors of shape (count, {self.dimension})"
        )

    def __repr__(self) -> str:
        size = self.landscape.layout.size
        return f"Objective({size}x{size}, {self.variant}, dimension {self.dimension})"


class Deal(NamedTuple):
    """The digits that each box still needs, and the cells for them."""

    start: NDArray[np.uint32]  # (boxes + 1,): where each box begins in `place` and `digit`
    place: NDArray[np.uint32]  # the indices of the numbers in a vector, box by box
    digit: Digits  # the free digits, from 1, ascending in each box


def _deal_of(reduction: Reduction, cells: NDArray[np.int64]) -> Deal:
    boxes = boxes_of(reduction)
    free = boxes.field.free.astype(np.int64)
    place = np.searchsorted(cells, free).astype(np.uint32)
    return Deal(boxes.field.free_start, place, boxes.start[free] + np.uint8(1))


# Passing a tuple takes longer than computing the cost of one small vector, so these kernels get arrays.


@kernel
def round_numbers(size: int, vectors: Floats, digits: Digits) -> None:
    """Turn each number into a digit."""
    for row in range(vectors.shape[0]):
        for k in range(vectors.shape[1]):
            number = np.floor(vectors[row, k] + 0.5)
            if number >= size:
                digits[row, k] = size
            elif number >= 1.0:
                digits[row, k] = int(number)
            else:  # also for NaN
                digits[row, k] = 1


@kernel
def deal_keys(
    start: NDArray[np.uint32], place: NDArray[np.uint32], digit: Digits, vectors: Floats, digits: Digits
) -> None:
    """Give each cell the free digit of its box that has the same rank as the cell's key."""
    for row in range(vectors.shape[0]):
        keys = vectors[row]
        for box in range(start.shape[0] - 1):
            first, end = start[box], start[box + 1]
            for i in range(first, end):
                key = keys[place[i]]
                rank = 0
                for j in range(first, end):
                    other = keys[place[j]]
                    # NaN is neither less than nor equal to any key, so it ranks after all numbers.
                    if key == key:
                        rank += other < key or (other == key and j < i)
                    else:
                        rank += other == other or j < i
                digits[row, place[i]] = digit[first + rank]
