"""Crossover of two boards; each box (or row) of the children is again a permutation.

References
----------
I. M. Oliver, D. J. Smith, J. R. C. Holland, "A study of permutation crossover operators on the traveling
salesman problem", Proceedings of the Second International Conference on Genetic Algorithms (1987) 224-230.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ergodoku.base.compiled import kernel
from ergodoku.puzzle.puzzle import Digits


class Marked(NamedTuple):
    """Working memory for the cycles of one box."""

    place: NDArray[np.int64]  # (size,): the free cell of the box that holds a digit in the first parent
    done: NDArray[np.bool_]  # (size,): whether a free cell lies on a cycle already seen


def new_marked(size: int) -> Marked:
    """Return the working memory for boards of this size."""
    return Marked(np.zeros(size, dtype=np.int64), np.zeros(size, dtype=np.bool_))


@kernel
def exchange_cycles(
    free: NDArray[np.uint16], marked: Marked, a: Digits, b: Digits, c: Digits, d: Digits
) -> None:
    """Cross the free cells of one box by cycles; c and d must be copies of a and b.

    Start at a cell, look up the digit of b there, go to the cell where a has that digit, and so on until the
    cycle closes. On the cells of a cycle, a and b hold the same digits. The children keep the first cycle of
    a box, exchange the second, keep the third, and so on. Cells where the parents agree are skipped.
    """
    place, done, count = marked.place, marked.done, free.shape[0]
    for i in range(count):
        place[a[free[i]]] = i
        done[i] = False
    exchange = False
    for i in range(count):
        cell = free[i]
        if done[i] or a[cell] == b[cell]:
            continue
        j = i
        while not done[j]:
            done[j] = True
            cell = free[j]
            if exchange:
                c[cell] = b[cell]
                d[cell] = a[cell]
            j = place[b[cell]]
        exchange = not exchange


@kernel
def exchange_cells(free: NDArray[np.uint16], a: Digits, b: Digits, c: Digits, d: Digits) -> None:
    """Copy these free cells from b to c, and from a to d."""
    for k in range(free.shape[0]):
        cell = free[k]
        c[cell] = b[cell]
        d[cell] = a[cell]
