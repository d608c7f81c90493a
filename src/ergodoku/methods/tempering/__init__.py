"""Replica exchange.

`tempering` is the method. `boards` anneals the boards. `ladder` keeps the temperatures, and the board on each
rung.
"""

from ergodoku.methods.tempering.tempering import ENTRIES, Tempering

__all__ = [
    "ENTRIES",
    "Tempering",
]
