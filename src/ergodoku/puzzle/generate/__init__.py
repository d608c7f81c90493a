"""New puzzles.

`generator` turns a recipe into puzzles; `fullgrid`, `canonical` and `latin` make the solved grids that it
starts from. `balanced` chooses holes, and `block` makes many classic 9x9 at once.
"""

from ergodoku.puzzle.generate.fullgrid import full_grid
from ergodoku.puzzle.generate.generator import DIFFICULTIES, PATTERNS, Maker, Recipe, generate, generate_many

__all__ = [
    "DIFFICULTIES",
    "PATTERNS",
    "Maker",
    "Recipe",
    "full_grid",
    "generate",
    "generate_many",
]
