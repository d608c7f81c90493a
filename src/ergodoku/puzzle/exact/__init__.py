"""The exact oracle: none, one or many solutions, and proofs of it.

`oracle` answers; `formula` and `depthfirst` are the two ways it looks for solutions; `prove` runs a long
proof in a process of its own.
"""

from ergodoku.puzzle.exact.depthfirst import LARGEST_SIZE, DepthFirst
from ergodoku.puzzle.exact.oracle import Verdict, another_solution, count_solutions, refuted_at_once
from ergodoku.puzzle.exact.prove import Proof

__all__ = [
    "LARGEST_SIZE",
    "DepthFirst",
    "Proof",
    "Verdict",
    "another_solution",
    "count_solutions",
    "refuted_at_once",
]
