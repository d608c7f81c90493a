"""Probing.

`probing` is the method and its general kernel. `nine` is the search on the classic 9x9. `block` and
`nine_block` solve many puzzles of one layout in one call.
"""

from ergodoku.methods.probing.block import probing_block
from ergodoku.methods.probing.probing import ENTRIES, Probing

__all__ = [
    "ENTRIES",
    "Probing",
    "probing_block",
]
