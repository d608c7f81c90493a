"""Crossover of two boards whose boxes (or rows) are permutations: the children's are as well.

References
----------
I. M. Oliver, D. J. Smith, J. R. C. Holland, "A study of permutation crossover operators on the traveling
salesman problem", Proceedings of the Second International Conference on Genetic Algorithms (1987) 224-230.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numba import int64
from numpy.typing import NDArray

from ergodoku.base.compiled import kernel
from ergodoku.puzzle.puzzle import Digits


class Marked(NamedTuple):
    """Room to follow the cycles of one box."""

    place: NDArray[np.int64]  # (size,): which free cell of the box holds a digit in the first parent
    done: NDArray[np.bool_]  # (size,): whether a free cell lies on a cycle already seen


def marked(size: int) -> Marked:
    """Return the room that a size needs."""
    return Marked(np.zeros(size, dtype=np.int64), np.zeros(size, dtype=np.bool_))


@kernel
def exchange_cycles(
    free: NDArray[np.uint16],
    free_start: NDArray[np.uint32],
    room: Marked,
    first: int,
    last: int,
    a: Digits,
    b: Digits,
    c: Digits,
    d: Digits,
) -> None:
    """Cross the boxes from ``first`` to ``last`` by cycles: c takes after a, d after b, where not said else.

    Start at a cell, look what b has there, go to the cell where a has that digit, and so on until the
    cycle closes: on its cells a and b hold the same digits. The children keep the first cycle of a box,
    exchange the second, keep the third ... A cell where the parents agree is no cycle.
    """
    place, done = room.place, room.done
    for box in range(first, last + 1):
        start = int64(free_start[box])
        count = int64(free_start[box + 1]) - start
        for i in range(count):
            place[a[free[start + i]]] = i
            done[i] = False
        exchange = False
        for i in range(count):
            cell = free[start + i]
            if done[i] or a[cell] == b[cell]:
                continue
            j = i
            while not done[j]:
                done[j] = True
                cell = free[start + j]
                if exchange:
                    c[cell] = b[cell]
                    d[cell] = a[cell]
                j = place[b[cell]]
            exchange = not exchange


@kernel
def exchange_boxes(
    free: NDArray[np.uint16],
    free_start: NDArray[np.uint32],
    first: int,
    last: int,
    a: Digits,
    b: Digits,
    c: Digits,
    d: Digits,
) -> None:
    """Let c have the boxes from ``first`` to ``last`` of b, and d those of a."""
    for k in range(free_start[first], free_start[last + 1]):
        cell = free[k]
        c[cell] = b[cell]
        d[cell] = a[cell]
