"""The exact oracle: proves whether a puzzle has no solution, one or many.

`oracle` is the entry point. It looks for solutions with `depthfirst` (`nine` on the classic 9x9), then with
`cadical`, which gets the puzzle as a `formula`. `block` counts the solutions of many puzzles at once. `prove`
runs a long proof in a separate process.
"""

from ergodoku.puzzle.exact.block import block_counter
from ergodoku.puzzle.exact.cadical import Cadical
from ergodoku.puzzle.exact.depthfirst import LARGEST_SIZE, DepthFirst
from ergodoku.puzzle.exact.formula import Formula
from ergodoku.puzzle.exact.nine import NineDepthFirst, depth_first
from ergodoku.puzzle.exact.oracle import Verdict, another_solution, count_solutions, refuted_at_once
from ergodoku.puzzle.exact.prove import Proof

__all__ = [
    "LARGEST_SIZE",
    "Cadical",
    "DepthFirst",
    "Formula",
    "NineDepthFirst",
    "Proof",
    "Verdict",
    "another_solution",
    "block_counter",
    "count_solutions",
    "depth_first",
    "refuted_at_once",
]
