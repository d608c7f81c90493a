"""Random Latin squares: the Markov chain of Jacobson and Matthews.

A square is treated as a cube of zeros and ones: entry (row, column, symbol) is 1 if the cell holds the
symbol, so every line of the cube sums to 1. A move replaces a 0 by a 1 and repairs the lines that this
breaks. It may leave one entry of -1 (an improper square). The next moves start there, until the -1 is gone.
The chain of proper squares reaches every Latin square, and visits all of them equally often. How long
the chain takes to forget its start has not been proved. Here it passes 4 N ** 2 proper squares, and about N
times as many improper ones.

A cyclic square with its rows, columns and symbols shuffled would be quicker to make. But such squares
are a tiny share of all Latin squares, and have a structure that random squares lack.

References
----------
M. T. Jacobson, P. Matthews, "Generating uniformly distributed random Latin squares", Journal of Combinatorial
Designs 4 (1996) 405-437, doi:10.1002/(SICI)1520-6610(1996)4:6<405::AID-JCD3>3.0.CO;2-J.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numba import int64, uint64
from numpy.typing import NDArray

from ergodoku.base.compiled import inlined, kernel
from ergodoku.puzzle.puzzle import Digits

Cube = NDArray[np.int8]
WORDS = 1 << 16  # largest number of random words drawn at once
NOWHERE = -1  # replaces the row of the negative entry if there is none: the square is proper


def latin_square(size: int, rng: np.random.Generator) -> Digits:
    """Return a random Latin square with the digits 1 to ``size``, shape (cells,)."""
    i, j = np.indices((size, size))
    cube = np.zeros((size, size, size), dtype=np.int8)
    rows, columns, symbols = (rng.permutation(size) for _ in range(3))
    cube[rows[i], columns[j], symbols[(i + j) % size]] = 1
    improper = np.full(3, NOWHERE, dtype=np.int64)
    left = 4 * size**2
    many = min(WORDS, 8 * size**3)
    while left > 0 or improper[0] != NOWHERE:
        left -= walk(cube, improper, rng.integers(0, 1 << 63, many, dtype=np.uint64), left)
    square: Digits = (np.argmax(cube, axis=2) + 1).astype(np.uint8)
    return square.ravel()


@kernel
def walk(cube: Cube, improper: NDArray[np.int64], words: NDArray[np.uint64], wanted: int) -> int:
    """Make one move per random word; stop early at a proper square, once ``wanted`` of them were passed.

    Return the number of proper squares passed.
    """
    size, seen = cube.shape[0], 0
    for k in range(words.shape[0]):
        word = words[k]
        if improper[0] == NOWHERE:
            if seen == wanted:
                return seen
            seen += 1
            r, c, s = _below(word, 42, size), _below(word, 21, size), _below(word, 0, size)
            if cube[r, c, s] == 1:
                continue
            word = uint64(0)  # a line through a 0 has only one 1; a line through the -1 has two
        else:
            r, c, s = improper[0], improper[1], improper[2]
        other_r = _one_of(cube[:, c, s], word & uint64(1))
        other_c = _one_of(cube[r, :, s], word & uint64(2))
        other_s = _one_of(cube[r, c, :], word & uint64(4))
        cube[r, c, s] += 1
        cube[r, other_c, other_s] += 1
        cube[other_r, c, other_s] += 1
        cube[other_r, other_c, s] += 1
        cube[other_r, c, s] -= 1
        cube[r, other_c, s] -= 1
        cube[r, c, other_s] -= 1
        cube[other_r, other_c, other_s] -= 1
        if cube[other_r, other_c, other_s] < 0:
            improper[0], improper[1], improper[2] = other_r, other_c, other_s
        else:
            improper[0] = NOWHERE
    return seen


@inlined
def _below(word: Any, shift: int, limit: int) -> Any:
    """Return a number below a limit, made from 21 bits of a word."""
    return int64((((word >> uint64(shift)) & uint64(0x1FFFFF)) * uint64(limit)) >> uint64(21))


@inlined
def _one_of(line: Any, second: Any) -> Any:
    """Return the position of the first 1 in a line of the cube, or of the second 1 if ``second`` is not 0."""
    place = 0
    while line[place] != 1:
        place += 1
    if second != uint64(0):
        place += 1
        while line[place] != 1:
            place += 1
    return place
