"""Ant colony search.

`ants` is the method; `colony` holds its grids and pheromone, and the kernels that move it.
"""

from ergodoku.methods.ants.ants import ENTRIES, Ants

__all__ = [
    "ENTRIES",
    "Ants",
]
