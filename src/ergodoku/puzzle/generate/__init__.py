"""New puzzles.

`generator` turns a recipe into puzzles; `fullgrid` and `canonical` make the solved grids that it starts
from. `block` makes many classic 9x9 at once.
"""

from ergodoku.puzzle.generate.fullgrid import full_grid
from ergodoku.puzzle.generate.generator import DIFFICULTIES, Maker, Recipe, generate, generate_many

__all__ = [
    "DIFFICULTIES",
    "Maker",
    "Recipe",
    "full_grid",
    "generate",
    "generate_many",
]
