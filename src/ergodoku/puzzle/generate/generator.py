"""Make new puzzles: general instances of any size, and puzzles with exactly one solution.

A general instance (Lewis 2007) is a full grid with cells blanked at random; it may have many
solutions. Its holes are anywhere, or balanced: the same number in each row and column. A unique puzzle
is dug: givens are removed one by one, in random order, while the solution stays unique. Puzzle k
depends only on the recipe, the seed and k.

References
----------
R. Lewis, "Metaheuristics can solve sudoku puzzles", Journal of Heuristics 13 (2007) 387-401,
doi:10.1007/s10732-007-9012-8.
"""

from __future__ import annotations

import threading
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from numbers import Real

import numpy as np

from ergodoku.base.arguments import whole_number
from ergodoku.base.errors import ParameterError, PuzzleError
from ergodoku.puzzle.exact import LARGEST_SIZE, DepthFirst, NineDepthFirst, count_solutions
from ergodoku.puzzle.generate.balanced import balanced_holes
from ergodoku.puzzle.generate.block import Orders, dig_block
from ergodoku.puzzle.generate.fullgrid import FILLING_NODES, full_grid
from ergodoku.puzzle.layout import Layout, layout_of
from ergodoku.puzzle.logic import BEYOND_LOGIC, Level, difficulty, nine, reduce
from ergodoku.puzzle.puzzle import Digits, Puzzle

DIFFICULTIES = (*(level.label for level in Level), BEYOND_LOGIC)
PATTERNS = RANDOM, BALANCED = "random", "balanced"
ATTEMPTS = 2_000  # full grids to dig at 9x9 before giving up on a number of clues
NODES_PER_CELL = 2_000  # nodes of the search for a second solution, after each removed given
_DRAWING = threading.Lock()  # threads that draw random numbers at the same time slow each other down
ALWAYS_EXACT = 9  # up to this size, the oracle decides when the search for a second solution cannot


@dataclass(frozen=True)
class Recipe:
    """The kind of puzzle to make.

    Parameters
    ----------
    layout : Layout, int, str or tuple of int
        The geometry: a layout, a size or a box; 9x9 by default.
    clues : int, optional
        The number of clues.
    fraction : float, optional
        The share of givens among all cells, from 0 to 1.
    unique : bool, optional
        Make puzzles with exactly one solution. Default: true up to 16x16, if no fraction or pattern is given.
    minimal : bool
        Make a unique puzzle that would have more solutions if any given were removed. Cannot be combined with
        ``clues`` or ``fraction``.
    difficulty : str, optional
        Make a unique puzzle of this difficulty: one of `DIFFICULTIES`.
    pattern : str
        Where the holes are: ``random``, or ``balanced`` (the number per row and column differs by at most
        one). A balanced puzzle may have many solutions.
    """

    layout: Layout = field(default_factory=lambda: Layout.of(9))
    clues: int | None = None
    fraction: float | None = None
    unique: bool | None = None
    minimal: bool = False
    difficulty: str | None = None
    pattern: str = RANDOM

    def __post_init__(self) -> None:
        object.__setattr__(self, "layout", layout_of(self.layout))
        cells = self.layout.cells
        if self.clues is not None and self.fraction is not None:
            raise ParameterError("`clues` and `fraction` were both given", "leave one of them out")
        for name, kind in (("unique", bool | None), ("minimal", bool)):
            if not isinstance(getattr(self, name), kind):
                raise ParameterError(f"{name} is {getattr(self, name)!r}", "give True or False")
        if self.clues is not None:
            object.__setattr__(self, "clues", whole_number("`clues`", self.clues, 0, cells))
        share = self.fraction
        number = isinstance(share, Real) and not isinstance(share, bool)
        if share is not None and not (number and 0 <= share <= 1):
            raise ParameterError(f"`fraction` is {share!r}", "give a number from 0 to 1")
        if self.minimal and (self.clues is not None or self.fraction is not None):
            raise ParameterError(
                "the number of clues of a minimal puzzle cannot be chosen", "leave out `clues` and `fraction`"
            )
        if (self.minimal or self.difficulty) and self.unique is False:
            raise ParameterError(
                "a puzzle that is minimal or has a difficulty always has one solution",
                "leave `unique` at its default",
            )
        if self.difficulty is not None and self.difficulty not in DIFFICULTIES:
            raise ParameterError(
                f"unknown difficulty {self.difficulty!r}", f"choose one of {', '.join(DIFFICULTIES)}"
            )
        if self.pattern not in PATTERNS:
            raise ParameterError(f"unknown pattern {self.pattern!r}", f"choose {' or '.join(PATTERNS)}")
        if self.pattern == BALANCED and self.wants_unique:
            raise ParameterError(
                "a puzzle with balanced holes may have many solutions",
                f"leave out `minimal`, `difficulty` and `unique`, or give `pattern` {RANDOM}",
            )

    @property
    def wants_unique(self) -> bool:
        """Whether the puzzle must have exactly one solution."""
        if self.unique is not None:
            return self.unique
        if self.minimal or self.difficulty is not None:
            return True
        return self.fraction is None and self.pattern == RANDOM and self.layout.size <= 16

    @property
    def target(self) -> int:
        """The number of clues to reach; 0 for a minimal puzzle, which ends with more."""
        if self.minimal:
            return 0
        if self.clues is not None:
            return self.clues
        share = self.fraction
        if share is None:
            share = 0.5 if self.layout.size > 9 else 0.4
        return round(share * self.layout.cells)


def generate(recipe: Recipe | None = None, *, seed: int = 0, index: int = 0) -> Puzzle:
    """Return puzzle number ``index`` of a seed.

    Raises
    ------
    PuzzleError
        If no puzzle of the recipe was found. The message names the fewest clues reached.

    Examples
    --------
    >>> generate(Recipe(clues=30, unique=True), seed=1).clues
    30
    """
    seed, index = whole_number("seed", seed, 0), whole_number("index", index, 0)
    return next(_puzzles(Maker(recipe), seed, range(index, index + 1)))


def generate_many(
    count: int, recipe: Recipe | None = None, *, seed: int = 0, first: int = 0
) -> Iterator[Puzzle]:
    """Yield ``count`` puzzles of a seed: numbers ``first``, ``first + 1`` ..."""
    count, seed = whole_number("`count`", count, 0), whole_number("seed", seed, 0)
    first = whole_number("first", first, 0)
    return _puzzles(Maker(recipe), seed, range(first, first + count))


def _puzzles(maker: Maker, seed: int, indices: Iterable[int]) -> Iterator[Puzzle]:
    for index in indices:
        yield _puzzle(maker.recipe.layout, maker.make(seed, index)[0])


class Maker:
    """Makes one puzzle of a recipe after another, and reuses its arrays.

    Parameters
    ----------
    recipe : Recipe, optional
        The kind of puzzles to make.
    """

    def __init__(self, recipe: Recipe | None = None) -> None:
        self.recipe = recipe = Recipe() if recipe is None else recipe
        if not isinstance(recipe, Recipe):
            raise ParameterError(f"the recipe is {recipe!r}", "give a Recipe, such as Recipe(9, clues=30)")
        layout = recipe.layout
        self.search = DepthFirst(layout) if layout.size <= LARGEST_SIZE else None
        self.nine = NineDepthFirst() if nine.is_nine(layout) else None
        self.attempts = min(ATTEMPTS, max(20, ATTEMPTS * 81**2 // layout.cells**2))

    def make(self, seed: int, index: int) -> tuple[Digits, Digits]:
        """Return the givens of puzzle number ``index`` of a seed, and the full grid from which they come."""
        recipe, layout = self.recipe, self.recipe.layout
        rng = _rng(seed, index)
        if not recipe.wants_unique:
            full = full_grid(layout, rng, self.search)
            grid = full.copy()
            if recipe.pattern == BALANCED:
                grid[balanced_holes(layout.size, layout.cells - recipe.target, rng)] = 0
            else:
                grid[rng.permutation(layout.cells)[recipe.target :]] = 0
            return grid, full
        fewest = layout.cells
        for _ in range(self.attempts):
            full = full_grid(layout, rng, self.search)
            grid = self.dig(full, rng)
            clues = int(np.count_nonzero(grid))
            fewest = min(fewest, clues)
            enough = recipe.minimal or clues == recipe.target
            if enough and recipe.difficulty in (None, self._grade(grid)):
                return grid, full
        raise _not_found(recipe, fewest)

    @property
    def makes_blocks(self) -> bool:
        """Whether `make_block` can make this recipe: unique classic 9x9 puzzles without a set difficulty."""
        return self.nine is not None and self.recipe.wants_unique and self.recipe.difficulty is None

    def make_block(self, seed: int, first: int, count: int) -> tuple[Digits, Digits]:
        """Return the results of `make` for ``count`` puzzles from number ``first`` on, one row each."""
        assert self.search is not None
        assert self.nine is not None
        recipe, rngs = self.recipe, [_rng(seed, first + row) for row in range(count)]
        grids, fulls = np.zeros((2, count, 81), dtype=np.uint8)
        left = np.arange(count)
        for _ in range(self.attempts):
            orders = self._orders([rngs[row] for row in left.tolist()])
            dug = dig_block(self.search, self.nine, orders, FILLING_NODES * 81, recipe.target)
            filled = dug.solutions[:, 0] > 0
            enough = filled & (recipe.minimal | (np.count_nonzero(dug.puzzles, axis=1) == recipe.target))
            grids[left[enough]], fulls[left[enough]] = dug.puzzles[enough], dug.solutions[enough]
            for row in left[~filled].tolist():  # the search for a full grid has to start again
                grids[row], fulls[row] = self.make(seed, first + row)
            left = left[filled & ~enough]
            if not len(left):
                break
        for row in left.tolist():
            grids[row], fulls[row] = self.make(seed, first + row)  # none was found: `make` raises the error
        return grids, fulls

    def _orders(self, rngs: list[np.random.Generator]) -> Orders:
        """Draw, for each puzzle, the same random orders as `make` would draw."""
        assert self.search is not None
        count = len(rngs)
        orders = Orders(
            np.empty((count, 81), dtype=np.uint16),
            np.empty((count, 81, 9), dtype=np.uint8),
            np.empty((count, 81), dtype=np.int64),
        )
        with _DRAWING:
            for row, rng in enumerate(rngs):
                self.search.shuffle(rng)
                orders.cells[row], orders.digits[row] = self.search.preference
                orders.blank[row] = rng.permutation(81)
        return orders

    def dig(self, full: Digits, rng: np.random.Generator) -> Digits:
        """Remove givens in random order, each only if the solution stays unique, and stop at the target.

        If the quick search cannot decide within its budget, logic tries next. After that, the oracle decides
        up to 9x9 or for a minimal puzzle. Otherwise the given stays.
        """
        recipe, layout = self.recipe, self.recipe.layout
        grid, order = full.copy(), rng.permutation(layout.cells)
        if self.nine is not None:
            self.nine.dig(grid, order, recipe.target)
            return grid
        if self.search is not None:
            self.search.preference = self.search.in_turn
        exact = recipe.minimal or layout.size <= ALWAYS_EXACT
        left = layout.cells
        for cell in order.tolist():
            if left <= recipe.target:
                break
            digit = int(grid[cell])
            grid[cell] = 0
            if _stays_unique(layout, self.search, grid, cell, digit, exact):
                left -= 1
            else:
                grid[cell] = digit
        return grid

    def _grade(self, grid: Digits) -> str | None:
        return (
            None if self.recipe.difficulty is None else difficulty(_puzzle(self.recipe.layout, grid.copy()))
        )


def _rng(seed: int, index: int) -> np.random.Generator:
    """Return the random generator for one puzzle."""
    return np.random.default_rng(np.random.SeedSequence(seed, spawn_key=(index,)))


def _stays_unique(
    layout: Layout, search: DepthFirst | None, grid: Digits, cell: int, digit: int, exact: bool
) -> bool:
    if search is not None:
        search.start(grid, cell, digit)
        search.advance(NODES_PER_CELL, 1)
        if search.count or search.exhausted:
            return not search.count
    puzzle = _puzzle(layout, grid.copy())
    return reduce(puzzle).solved or (exact and count_solutions(puzzle).solutions == "one")


def _puzzle(layout: Layout, grid: Digits) -> Puzzle:
    grid.setflags(write=False)
    return Puzzle.unchecked(layout, grid)


def _not_found(recipe: Recipe, fewest: int) -> PuzzleError:
    size = recipe.layout.size
    what = f"no {size}x{size} puzzle with one solution"
    if not recipe.minimal:
        what += f" and {recipe.target} clues"
    if recipe.difficulty:
        what += f" of difficulty {recipe.difficulty!r}"
    return PuzzleError(
        f"{what} was found; the fewest clues reached were {fewest}",
        "give more `clues`, another `difficulty` or another `seed`",
    )
