"""Replica exchange.

`tempering` is the method; `boards` anneals the boards, and `ladder` keeps the temperatures and which board
stands on which rung.
"""

from ergodoku.methods.tempering.tempering import ENTRIES, Tempering

__all__ = [
    "ENTRIES",
    "Tempering",
]
