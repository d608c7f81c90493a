"""Solve, count, reduce and generate whole arrays and columns of puzzles.

`solving`, `counting`, `reducing` and `generating` each define one function and the class that it returns.
`rows` shares the rows of an array among threads.
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
