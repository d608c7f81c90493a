"""Puzzles of every layout to search on, and plain Python versions of what the kernels compute."""

from __future__ import annotations

from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from ergodoku.base.errors import PuzzleError
from ergodoku.methods.method import Search
from ergodoku.methods.registry import Method, method_of
from ergodoku.puzzle.generate import Recipe, generate
from ergodoku.puzzle.layout import Layout
from ergodoku.puzzle.logic import Reduction, as_given, reduce, reduce_by
from ergodoku.puzzle.puzzle import Digits, Puzzle
from tests.puzzle.reference import JIGSAW

LAYOUTS = {
    "classic-4": Layout.of(4),
    "classic-6": Layout.of(6),
    "classic-9": Layout.of(9),
    "classic-12": Layout.of(12),
    "classic-16": Layout.of(16),
    "rectangular-2x5": Layout.of(box=(2, 5)),
    "no-boxes-1x5": Layout.of(box=(1, 5)),
    "diagonal-9": Layout.of(9, kind="diagonal"),
    "windows-9": Layout.of(9, kind="windows"),
    "windows-2x3": Layout.of(box=(2, 3), kind="windows"),
    "latin-7": Layout.of(7, kind="latin"),
    "jigsaw-9": Layout.jigsaw(JIGSAW),
}
# One layout for each number of lines through a cell; all other layouts use the same compiled kernels.
SLOTS = ("latin-7", "classic-9", "windows-9", "diagonal-9")

# Annealing with its presets, focused search, probing, and the default.
NAMES = ("annealing", "auto", "cool", "focused", "hyperbolic", "lewis", "probing", "reheat")

HARD = "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4.."
EASY = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
BEYOND_LOGIC_UNSOLVABLE = "82.........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4.."
WINDOWS_UNSOLVABLE = "916...5.............4......3.....9....2.....6..7.........8...2..6...97..1....6..."


def endless() -> Puzzle:
    """Return a 9x9 with no solution, on a layout where neither logic nor a search can prove that."""
    return Puzzle.parse(WINDOWS_UNSOLVABLE, layout="windows")


@lru_cache(maxsize=64)
def sample(name: str, fraction: float = 0.3, seed: int = 1) -> Puzzle:
    """Return a puzzle on a layout: a full grid with cells blanked at random."""
    return generate(Recipe(LAYOUTS[name], fraction=fraction), seed=seed)


@lru_cache(maxsize=8)
def general(size: int, fraction: float, seed: int = 1) -> Puzzle:
    """Return a puzzle of a classic size: a full grid with cells blanked at random."""
    return generate(Recipe(Layout.of(size), fraction=fraction), seed=seed)


def reduced(puzzle: Puzzle, logic: str = "none") -> Reduction:
    return reduce_by(puzzle, logic)


def started(puzzle: Puzzle, method: str | Method, seed: int = 1, replica: int = 0) -> Search:
    """Start a search as the engine does, or without logic if logic finds a contradiction."""
    chosen = method_of(method)
    reduction = reduced(puzzle, "singles" if chosen.logic == "auto" else chosen.logic)
    return chosen.start(as_given(puzzle) if reduction.contradiction else reduction, seed, replica)


def groups(layout: Layout) -> NDArray[np.int32]:
    """Return the box of each cell; in a Latin square, its row."""
    return np.repeat(np.arange(layout.size), layout.size) if layout.kind == "latin" else layout.regions


def missing_from_lines(layout: Layout, grid: Digits) -> int:
    """Compute the energy of the box landscape from its definition."""
    flat = grid.ravel()
    return sum(layout.size - len(set(flat[line].tolist())) for line in layout.lines)


def missing_from_units(layout: Layout, grid: Digits) -> int:
    """Compute the energy of the cell vector landscape from its definition."""
    flat = grid.ravel()
    return sum(layout.size - len(set(flat[unit].tolist())) for unit in layout.units)


def plain_energy(layout: Layout, grid: Digits) -> int:
    """Return the energy: the number of empty cells, or of digits missing from the lines of a full grid."""
    blank = int(np.count_nonzero(grid == 0))
    return blank or missing_from_lines(layout, grid)


def is_solution(puzzle: Puzzle, grid: Digits) -> bool:
    flat, digits = grid.ravel(), set(range(1, puzzle.size + 1))
    return keeps_givens(puzzle, grid) and all(
        set(flat[unit].tolist()) == digits for unit in puzzle.layout.units
    )


def keeps_givens(puzzle: Puzzle, grid: Digits) -> bool:
    given = puzzle.flat > 0
    return bool((grid.ravel()[given] == puzzle.flat[given]).all())


def same_state(first: Search, second: Search) -> bool:
    """Return whether two searches are in the same state, bit for bit."""
    a, b = first.state(), second.state()
    return a.keys() == b.keys() and all(
        a[name].dtype == b[name].dtype and a[name].tobytes() == b[name].tobytes() for name in a
    )


@lru_cache(maxsize=1)
def trap() -> Puzzle:
    """Return a 9x9 with no solution and with few free cells: a search freezes on it and never ends."""
    puzzle = general(9, 0.6, 2)
    cell = int(np.flatnonzero(puzzle.flat == 0)[0])
    for digit in range(1, 10):
        flat = puzzle.flat.copy()
        flat[cell] = digit
        try:
            changed = Puzzle(puzzle.layout, flat)
        except PuzzleError:
            continue
        if reduce(changed).contradiction:
            return changed
    raise AssertionError("choose another puzzle")
