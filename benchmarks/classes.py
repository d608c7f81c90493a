"""Classes of puzzles for comparing solvers, each generated from one seed.

``25@45x8`` means eight general 25x25 puzzles with 45 % of their cells given. ``hard9x16`` means sixteen
minimal 9x9 puzzles that logic alone cannot solve. ``none9x4`` means four 9x9 puzzles with no solution; logic
alone does not detect this. A file name means the puzzles in the file. Without a count, a default is used.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from itertools import islice
from pathlib import Path

import numpy as np

import ergodoku as eg

SEED = 1


@dataclass(frozen=True)
class PuzzleClass:
    """Puzzles of one kind, and whether they have a solution."""

    name: str
    puzzles: list[eg.Puzzle]
    solvable: bool = True


def puzzle_class(spec: str, usual: int) -> PuzzleClass:
    """Return the class that a word such as ``25@45x8`` describes."""
    if Path(spec).is_file():
        return PuzzleClass(Path(spec).name, list(eg.read(spec)))
    found = re.fullmatch(
        r"(?:(?P<kind>hard|none)(?P<n>9)|(?P<size>\d+)@(?P<percent>\d+))(?:x(?P<count>\d+))?", spec
    )
    if not found:
        raise eg.PuzzleError(
            f"{spec!r} is not a class of puzzles", "write 25@45x8, hard9x16, none9x4, or name a file"
        )
    count = int(found["count"] or usual)
    if count < 1:
        raise eg.PuzzleError(f"{spec!r} has no puzzles", "give a count of at least 1")
    if found["kind"] == "hard":
        return PuzzleClass("hard 9x9", hard(count))
    if found["kind"] == "none":
        return PuzzleClass("9x9 with no solution", unsolvable(count), solvable=False)
    size, percent = int(found["size"]), int(found["percent"])
    return PuzzleClass(f"{size}x{size} at {percent} %", general(size, percent / 100, count))


def puzzles_in(folder: Path, pattern: str) -> list[eg.Puzzle]:
    """Return the first puzzle of each file in a folder that matches a pattern; there must be at least one."""
    if not (paths := sorted(folder.glob(pattern))):
        raise eg.PuzzleError(f"{folder} has no file {pattern}", "name another folder")
    return [next(eg.read(path)) for path in paths]


def general(size: int, fraction: float, count: int, seed: int = SEED) -> list[eg.Puzzle]:
    """Full grids with cells blanked at random."""
    recipe = eg.Recipe(eg.Layout.of(size), fraction=fraction)
    return [eg.generate(recipe, seed=seed, index=k) for k in range(count)]


def hard(count: int) -> list[eg.Puzzle]:
    """Minimal 9x9 puzzles that have one solution and that logic alone cannot solve."""
    return list(eg.generate_many(count, eg.Recipe(minimal=True, difficulty="beyond logic"), seed=SEED))


def unsolvable(count: int) -> list[eg.Puzzle]:
    """Hard 9x9 puzzles with one more given, which is wrong; logic alone does not detect this."""
    recipe = eg.Recipe(minimal=True, difficulty="beyond logic")
    spoilt = (_spoilt(eg.generate(recipe, seed=SEED, index=k)) for k in range(100 * count))
    return list(islice((puzzle for puzzle in spoilt if puzzle is not None), count))


def _spoilt(puzzle: eg.Puzzle) -> eg.Puzzle | None:
    solution = eg.count_solutions(puzzle).solution
    assert solution is not None
    reduction = eg.reduce(puzzle)
    for cell, digit in np.argwhere(reduction.candidates).tolist():
        if reduction.puzzle.flat[cell] == 0 and digit + 1 != solution.ravel()[cell]:
            flat = puzzle.flat.copy()
            flat[cell] = digit + 1
            wrong = eg.Puzzle(puzzle.layout, flat)
            if not eg.reduce(wrong).contradiction:
                return wrong
    return None
