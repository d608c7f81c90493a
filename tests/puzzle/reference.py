"""Slow and simple code, to check the compiled code against."""

from __future__ import annotations

import numpy as np

from ergodoku.puzzle.layout import Layout
from ergodoku.puzzle.puzzle import Puzzle


def brute_force(puzzle: Puzzle, limit: int) -> int:
    """Count solutions up to a limit, by trying every digit in one blank cell after another."""
    grid = puzzle.flat.tolist()
    units_of = [[u.tolist() for u in puzzle.layout.units if c in u] for c in range(puzzle.layout.cells)]

    def count(found: int) -> int:
        if 0 not in grid:
            return found + 1
        cell = grid.index(0)
        taken = {grid[x] for unit in units_of[cell] for x in unit}
        for digit in range(1, puzzle.size + 1):
            if digit not in taken:
                grid[cell] = digit
                found = count(found)
                grid[cell] = 0
                if found >= limit:
                    break
        return found

    return count(0)


def singles(puzzle: Puzzle) -> list[set[int]] | None:
    """Apply naked and hidden singles repeatedly; return sets of candidates, or None on a contradiction."""
    layout = puzzle.layout
    units = [u.tolist() for u in layout.units]
    cand = [set(range(1, layout.size + 1)) for _ in range(layout.cells)]
    for cell, digit in enumerate(puzzle.flat.tolist()):
        if digit:
            cand[cell] = {digit}
    changed = True
    while changed:
        changed = False
        for unit in units:
            for cell in unit:
                if len(cand[cell]) == 1:
                    for other in unit:
                        if other != cell and cand[cell] & cand[other]:
                            cand[other] -= cand[cell]
                            changed = True
            for digit in range(1, layout.size + 1):
                places = [cell for cell in unit if digit in cand[cell]]
                if not places:
                    return None
                if len(places) == 1 and len(cand[places[0]]) > 1:
                    cand[places[0]] = {digit}
                    changed = True
        if not all(cand):
            return None
    return cand


def is_full_and_valid(layout: Layout, grid: np.ndarray) -> bool:
    flat = np.asarray(grid).ravel()
    return all(sorted(flat[unit].tolist()) == list(range(1, layout.size + 1)) for unit in layout.units)


JIGSAW = """
aaaabbbbb
aabbbbccf
aaacccccf
gdeeeccff
gddheiiff
ggdheeiif
gddhheiif
ggddheeif
ggdhhhhii
"""
