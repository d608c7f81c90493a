"""Simulated annealing.

`annealing` is the method and its kernel. `thermostat` provides the temperatures of a schedule. `reheat`
defines what happens when the search is stuck. `presets` lists well-known settings.
"""

from ergodoku.methods.annealing.annealing import ENTRIES, Annealing
from ergodoku.methods.annealing.reheat import Reheat

__all__ = [
    "ENTRIES",
    "Annealing",
    "Reheat",
]
