"""The first population of evolution: a Latin hypercube, made in pieces because a large one takes seconds."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from ergodoku.landscape.random import Words
from ergodoku.landscape.vector import CellVector
from ergodoku.puzzle.puzzle import Digits

PIECE = 250_000  # genes drawn in one piece, about 30 ms


def first_population(
    landscape: CellVector, genes: Digits, energies: NDArray[np.int64], entropy: Words
) -> Iterator[None]:
    """Fill vectors with a Latin hypercube over the digits that each cell may take; compute their energies.

    The generator pauses after each piece. The range of a gene's digits is divided into as many equal strata
    as there are vectors. For each gene, the strata are dealt to the vectors in random order, and each vector
    gets a digit from its stratum.
    """
    count, dimension = genes.shape
    choices = landscape.choices
    rng = np.random.default_rng(entropy).spawn(1)[0]  # the same numbers as scipy.stats.qmc
    start = choices.start.astype(np.int64)
    each = np.diff(start)
    rows, columns = max(1, PIECE // max(1, dimension)), max(1, PIECE // count)
    places = np.empty((count, dimension))
    for row in range(0, count, rows):
        if row:
            yield
        rng.random(out=places[row : row + rows])
    for gene in range(dimension):
        if gene and gene % columns == 0:
            yield
        strata = np.arange(1, count + 1)
        rng.shuffle(strata)
        index = ((strata - places[:, gene]) / count * each[gene]).astype(np.int64)
        genes[:, gene] = choices.digit[start[gene] + np.minimum(index, each[gene] - 1)]
    for row in range(0, count, rows):
        if row:
            yield
        energies[row : row + rows] = landscape.energy(genes[row : row + rows])
