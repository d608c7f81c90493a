"""Probing.

`probing` is the method and its kernel; `block` solves many puzzles of one layout in one call.
"""

from ergodoku.methods.probing.block import ProbingBlock
from ergodoku.methods.probing.probing import ENTRIES, Probing

__all__ = [
    "ENTRIES",
    "Probing",
    "ProbingBlock",
]
