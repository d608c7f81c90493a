"""Arrays and columns of puzzles: solved, counted, reduced and generated as a whole.

`solving`, `counting`, `reducing` and `generating` have a function each, and what it returns. They share the
rows among threads with the help of `rows`.
"""

from ergodoku.engine.arrays.counting import Counts, count_solutions_array
from ergodoku.engine.arrays.generating import PuzzleArray, generate_array
from ergodoku.engine.arrays.reducing import Reductions, reduce_array
from ergodoku.engine.arrays.solving import Solutions, solve_array

__all__ = [
    "Counts",
    "PuzzleArray",
    "Reductions",
    "Solutions",
    "count_solutions_array",
    "generate_array",
    "reduce_array",
    "solve_array",
]
