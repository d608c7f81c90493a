"""Everything you need to write your own method; ``docs/new-method.md`` shows how to use it.

`boxes` and `walk` are modules whose functions are called inside kernels. `boxes` has the landscape (draw a
pair, swap it, deal a new board). `walk` has the bookkeeping (whether to continue, the best state, the notes
for the trace, and the names of the positions in ``record.numbers``).
"""

from ergodoku.base.compiled import inlined, kernel
from ergodoku.base.errors import ParameterError
from ergodoku.landscape import boxes
from ergodoku.methods import walk
from ergodoku.methods.board_walk import BoardWalk
from ergodoku.methods.method import Entry, Method, Search
from ergodoku.methods.parameters import parameter
from ergodoku.methods.walk import Walk

__all__ = [
    "BoardWalk",
    "Entry",
    "Method",
    "ParameterError",
    "Search",
    "Walk",
    "boxes",
    "inlined",
    "kernel",
    "parameter",
    "walk",
]
