"""Ant colony search.

`ants` is the method. `colony` has the grids, the pheromone, and the kernels that move the ants.
"""

from ergodoku.methods.ants.ants import ENTRIES, Ants

__all__ = [
    "ENTRIES",
    "Ants",
]
