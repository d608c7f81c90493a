"""Generate new puzzles.

`generator` turns a recipe into puzzles. It starts from full grids, which `fullgrid`, `canonical` and `latin`
make. `balanced` chooses holes, and `block` makes many classic 9x9 puzzles at once.
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
