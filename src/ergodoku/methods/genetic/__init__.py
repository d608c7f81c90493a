"""The genetic algorithm.

`genetic` is the method. `breeding` makes each generation from the previous one. `crossover` mixes two boards.
"""

from ergodoku.methods.genetic.genetic import ENTRIES, Genetic

__all__ = [
    "ENTRIES",
    "Genetic",
]
