"""The genetic algorithm.

`genetic` is the method; `breeding` makes one generation from the last, `crossover` mixes two boards.
"""

from ergodoku.methods.genetic.genetic import ENTRIES, Genetic

__all__ = [
    "ENTRIES",
    "Genetic",
]
