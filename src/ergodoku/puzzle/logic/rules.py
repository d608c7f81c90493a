"""The stronger rules, compiled: locked candidates, naked and hidden pairs; and all levels together.

The rules are stated for any two units, not for boxes and lines alone, so variants get them for free.
"""

from __future__ import annotations

import numpy as np
from numba import uint64
from numpy.typing import NDArray

from ergodoku.base.compiled import inlined, kernel
from ergodoku.puzzle.logic.propagation import (
    HIDDEN_PAIRS,
    LOCKED,
    NAKED_PAIRS,
    NONE,
    ONE,
    PLACED,
    Geometry,
    Marks,
    has,
    load,
    remove,
    singles,
)

SINGLES, LOCKED_CANDIDATES, PAIRS = 1, 2, 3


@kernel
def propagate(geo: Geometry, marks: Marks, level: int) -> bool:
    """Apply all rules up to a level until none of them gets further; the cheapest always first."""
    while True:
        if not singles(geo, marks):
            return False
        removed = 0
        if level >= LOCKED_CANDIDATES:
            removed = locked_candidates(geo, marks)
        if removed == 0 and level >= PAIRS:
            removed = pairs(geo, marks)
        if removed < 0:
            return False
        if removed == 0:
            return True


@kernel
def propagate_batch(
    geo: Geometry,
    marks: Marks,
    level: int,
    grids: NDArray[np.uint8],
    reduced: NDArray[np.uint8],
    consistent: NDArray[np.bool_],
    needed: NDArray[np.int8],
) -> None:
    """Propagate many grids of one layout; each row of ``reduced`` gets the digits found.

    ``needed`` gets the lowest level that solves a grid, 0 where none does.
    """
    cells = grids.shape[1]
    for row in range(grids.shape[0]):
        alive = load(geo, marks, grids[row])
        needed[row] = 0
        for step in range(SINGLES, level + 1):
            alive = alive and propagate(geo, marks, step)
            if not alive:
                break
            if marks.done[PLACED] == cells:
                needed[row] = step
                break
        consistent[row] = alive
        for cell in range(cells):
            reduced[row, cell] = marks.digit[cell] + 1


@kernel
def locked_candidates(geo: Geometry, marks: Marks) -> int:
    """Pointing and claiming: where unit a needs a digit inside b, the rest of b cannot have it.

    Returns how many candidates went, or -1 on a contradiction.
    """
    removed = 0
    for k in range(geo.crossings.shape[0]):
        for turn in range(2):
            a = geo.crossings[k, turn]
            b = geo.crossings[k, 1 - turn]
            for word in range(marks.cand.shape[1]):
                inside = NONE
                outside = NONE
                for i in range(geo.units.shape[1]):
                    cell = geo.units[a, i]
                    if marks.digit[cell] < 0:
                        if _lies_in(geo, cell, b):
                            inside |= marks.cand[cell, word]
                        else:
                            outside |= marks.cand[cell, word]
                locked = inside & ~outside
                if locked == NONE:
                    continue
                for i in range(geo.units.shape[1]):
                    cell = geo.units[b, i]
                    if marks.cand[cell, word] & locked != NONE and not _lies_in(geo, cell, a):
                        gone = remove_set(geo, marks, cell, word, locked)
                        if gone < 0:
                            return -1
                        removed += gone
    marks.done[LOCKED] += removed
    return removed


@kernel
def pairs(geo: Geometry, marks: Marks) -> int:
    """Naked and hidden pairs in every unit.

    Returns how many candidates went, or -1 on a contradiction.
    """
    total = 0
    for unit in range(geo.units.shape[0]):
        for rule in (NAKED_PAIRS, HIDDEN_PAIRS):
            gone = naked_pairs(geo, marks, unit) if rule == NAKED_PAIRS else hidden_pairs(geo, marks, unit)
            if gone < 0:
                return -1
            marks.done[rule] += gone
            total += gone
    return total


@kernel
def naked_pairs(geo: Geometry, marks: Marks, unit: int) -> int:
    """Two cells that share their only two candidates: no other cell of the unit can have these."""
    size = geo.units.shape[1]
    removed = 0
    for i in range(size):
        first = geo.units[unit, i]
        if marks.left[first] != 2:
            continue
        for j in range(i + 1, size):
            second = geo.units[unit, j]
            if marks.left[second] != 2 or not _same(marks, first, second):
                continue
            for k in range(size):
                cell = geo.units[unit, k]
                if k in (i, j):
                    continue
                for word in range(marks.cand.shape[1]):
                    gone = remove_set(geo, marks, cell, word, marks.cand[first, word])
                    if gone < 0:
                        return -1
                    removed += gone
    return removed


@kernel
def hidden_pairs(geo: Geometry, marks: Marks, unit: int) -> int:
    """Two digits that share their only two places in a unit: these cells can hold nothing else."""
    size = geo.units.shape[1]
    removed = 0
    for first in range(size):
        if marks.room[unit, first] != 2:
            continue
        a, b = _two_places(geo, marks, unit, first)
        for second in range(first + 1, size):
            if marks.room[unit, second] != 2 or not (has(marks, a, second) and has(marks, b, second)):
                continue
            for cell in (a, b):
                for word in range(marks.cand.shape[1]):
                    keep = _bit(first, word) | _bit(second, word)
                    gone = remove_set(geo, marks, cell, word, ~keep)
                    if gone < 0:
                        return -1
                    removed += gone
            if marks.room[unit, first] != 2:
                break
    return removed


@kernel
def remove_set(geo: Geometry, marks: Marks, cell: int, word: int, mask: np.uint64) -> int:
    """Take away all candidates of a cell in a mask; how many went, or -1 on a contradiction."""
    gone = 0
    bits = marks.cand[cell, word] & mask
    digit = 64 * word
    while bits != NONE:
        if bits & ONE != NONE:
            if not remove(geo, marks, cell, digit):
                return -1
            gone += 1
        bits >>= ONE
        digit += 1
    return gone


@inlined
def _lies_in(geo: Geometry, cell: int, unit: int) -> bool:
    inside = False
    for k in range(geo.unit_start[cell], geo.unit_start[cell + 1]):
        inside = inside or geo.unit[k] == unit
    return inside


@inlined
def _same(marks: Marks, first: int, second: int) -> bool:
    same = True
    for word in range(marks.cand.shape[1]):
        same = same and marks.cand[first, word] == marks.cand[second, word]
    return same


@inlined
def _bit(digit: int, word: int) -> np.uint64:
    return ONE << uint64(digit & 63) if digit >> 6 == word else NONE


@inlined
def _two_places(geo: Geometry, marks: Marks, unit: int, digit: int) -> tuple[int, int]:
    a = b = -1
    for k in range(geo.units.shape[1]):
        cell = geo.units[unit, k]
        if has(marks, cell, digit):
            if a < 0:
                a = cell
            else:
                b = cell
    return a, b
