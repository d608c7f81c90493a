"""Balanced holes: the same number of blank cells in each row and in each column.

Puzzles with balanced holes are harder than puzzles with random holes: no line is nearly full, so logic has
nowhere to begin. If the number of holes is not a multiple of the size, some rows and columns have one hole
more than others.

The start is a band of shifted diagonals, with rows and columns shuffled. Then pairs of holes are
switched: each hole moves to the column of the other, if both new cells are filled. This keeps the number of
holes in each line, and it can reach every such pattern (Ryser 1957).

References
----------
H. Kautz, Y. Ruan, D. Achlioptas, C. Gomes, B. Selman, M. Stickel, "Balance and filtering in structured
satisfiable problems", Proceedings of IJCAI (2001) 351-358.
H. J. Ryser, "Combinatorial properties of matrices of zeros and ones", Canadian Journal of Mathematics 9
(1957) 371-377, doi:10.4153/CJM-1957-044-3.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from ergodoku.base.compiled import kernel

SWITCHES = 30  # attempts to switch, per hole
WORDS = 1 << 16  # attempts for which random numbers are drawn at once


def balanced_holes(size: int, holes: int, rng: np.random.Generator) -> NDArray[np.bool_]:
    """Return a mask of the cells of a square that are holes, shape (cells,)."""
    rows, columns = rng.permutation(size), rng.permutation(size)
    place = np.arange(holes)
    row, diagonal = place % size, place // size
    hole = np.zeros((size, size), dtype=np.bool_)
    hole[rows[row], columns[(row + diagonal) % size]] = True
    left = SWITCHES * holes
    where = np.argwhere(hole)
    while left > 0 and 0 < holes < size * size:
        many = min(WORDS, left)
        switch(hole, where, rng.integers(0, holes, (many, 2)))
        left -= many
    return hole.ravel()


@kernel
def switch(hole: NDArray[np.bool_], where: NDArray[np.int64], pairs: NDArray[np.int64]) -> None:
    """Swap the columns of each pair of holes, if both new places are filled cells."""
    for k in range(pairs.shape[0]):
        a, b = pairs[k, 0], pairs[k, 1]
        row_a, column_a = where[a, 0], where[a, 1]
        row_b, column_b = where[b, 0], where[b, 1]
        if hole[row_a, column_b] or hole[row_b, column_a]:
            continue
        hole[row_a, column_a], hole[row_b, column_b] = False, False
        hole[row_a, column_b], hole[row_b, column_a] = True, True
        where[a, 1], where[b, 1] = column_b, column_a
