"""The stronger rules, compiled: locked candidates, naked pairs and hidden pairs; and all levels together.

The rules hold for any two units, not only for boxes and lines, so they work for variants too. A rule looks
again only at units that have changed since its last look.
"""

from __future__ import annotations

from typing import Any

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
# The columns of `looks`: the number of candidates in a unit when the rule for locked candidates last looked
# at it; the same for the rule for pairs; and whether the unit has changed since.
BY_LOCKED, BY_PAIRS, CHANGED = range(3)
Looks = NDArray[np.int32]  # (units, 3)


def new_looks(units: int) -> Looks:
    """Return the looks for a grid that no rule has examined yet."""
    return np.full((units, 3), -1, dtype=np.int32)


@kernel
def propagate(geo: Geometry, marks: Marks, looks: Looks, level: int) -> bool:
    """Apply all rules up to a level until none finds anything more, always the cheapest rule first."""
    while True:
        if not singles(geo, marks):
            return False
        removed = 0
        if level >= LOCKED_CANDIDATES:
            removed = locked_candidates(geo, marks, looks)
        if removed == 0 and level >= PAIRS:
            removed = pairs(geo, marks, looks)
        if removed < 0:
            return False
        if removed == 0:
            return True


@kernel
def propagate_batch(
    geo: Geometry,
    marks: Marks,
    looks: Looks,
    level: int,
    grids: NDArray[np.uint8],
    reduced: NDArray[np.uint8],
    consistent: NDArray[np.bool_],
    needed: NDArray[np.int8],
) -> None:
    """Apply logic to many grids of one layout; each row of ``reduced`` receives the digits found.

    ``needed`` receives the lowest level that solves the grid, 0 if none does.
    """
    cells = grids.shape[1]
    for row in range(grids.shape[0]):
        alive = load(geo, marks, grids[row])
        looks[:] = -1
        needed[row] = 0
        for step in range(SINGLES, level + 1):
            alive = alive and propagate(geo, marks, looks, step)
            if not alive:
                break
            if marks.done[PLACED] == cells:
                needed[row] = step
                break
        consistent[row] = alive
        for cell in range(cells):
            reduced[row, cell] = marks.digit[cell] + 1


@kernel
def look(geo: Geometry, marks: Marks, looks: Looks, rule: int) -> None:
    """Note which units have changed since a rule last looked: their open cells have fewer candidates."""
    for unit in range(geo.units.shape[0]):
        count = np.int32(0)
        for i in range(geo.units.shape[1]):
            cell = geo.units[unit, i]
            count += marks.left[cell] if marks.digit[cell] < 0 else np.int16(0)
        looks[unit, CHANGED] = count != looks[unit, rule]
        looks[unit, rule] = count


@kernel
def locked_candidates(geo: Geometry, marks: Marks, looks: Looks) -> int:
    """Pointing and claiming: if unit a has room for a digit only inside unit b, the rest of b cannot hold it.

    Return the number of candidates removed, or -1 on a contradiction.
    """
    look(geo, marks, looks, BY_LOCKED)
    removed = 0
    for k in range(geo.crossings.shape[0]):
        for turn in range(2):
            a = geo.crossings[k, turn]
            b = geo.crossings[k, 1 - turn]
            if looks[a, CHANGED] == 0:
                continue
            for word in range(marks.cand.shape[1]):
                inside = NONE
                outside = NONE
                for i in range(geo.units.shape[1]):
                    cell = geo.units[a, i]
                    open_set = marks.cand[cell, word] if marks.digit[cell] < 0 else NONE
                    shared = NONE - _lies_in(geo, cell, b)  # all bits set, or none
                    inside |= open_set & shared
                    outside |= open_set & ~shared
                locked = inside & ~outside
                if locked == NONE:
                    continue
                for i in range(geo.units.shape[1]):
                    cell = geo.units[b, i]
                    if marks.cand[cell, word] & locked != NONE and _lies_in(geo, cell, a) == NONE:
                        gone = remove_set(geo, marks, looks, cell, word, locked)
                        if gone < 0:
                            return -1
                        removed += gone
    marks.done[LOCKED] += removed
    return removed


@kernel
def pairs(geo: Geometry, marks: Marks, looks: Looks) -> int:
    """Find naked and hidden pairs in every unit.

    Return the number of candidates removed, or -1 on a contradiction.
    """
    look(geo, marks, looks, BY_PAIRS)
    total = 0
    for unit in range(geo.units.shape[0]):
        if looks[unit, CHANGED] == 0:
            continue
        for rule in (NAKED_PAIRS, HIDDEN_PAIRS):
            naked = rule == NAKED_PAIRS
            gone = naked_pairs(geo, marks, looks, unit) if naked else hidden_pairs(geo, marks, looks, unit)
            if gone < 0:
                return -1
            marks.done[rule] += gone
            total += gone
    return total


@kernel
def naked_pairs(geo: Geometry, marks: Marks, looks: Looks, unit: int) -> int:
    """If two cells have the same two candidates and no others, no other cell of the unit can have them."""
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
                    gone = remove_set(geo, marks, looks, cell, word, marks.cand[first, word])
                    if gone < 0:
                        return -1
                    removed += gone
    return removed


@kernel
def hidden_pairs(geo: Geometry, marks: Marks, looks: Looks, unit: int) -> int:
    """If two digits have the same two places in a unit and no others, these cells hold no other digit."""
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
                    gone = remove_set(geo, marks, looks, cell, word, ~keep)
                    if gone < 0:
                        return -1
                    removed += gone
            if marks.room[unit, first] != 2:
                break
    return removed


@kernel
def remove_set(geo: Geometry, marks: Marks, looks: Looks, cell: int, word: int, mask: np.uint64) -> int:
    """Remove the candidates in a mask from a cell; return how many, or -1 on a contradiction."""
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
    if gone > 0:
        for k in range(geo.unit_start[cell], geo.unit_start[cell + 1]):
            looks[geo.unit[k], CHANGED] = 1
    return gone


@inlined
def _lies_in(geo: Geometry, cell: int, unit: int) -> Any:
    """Return 1 if a cell is in a unit, otherwise 0."""
    return (geo.unit_set[unit, cell >> 6] >> uint64(cell & 63)) & ONE


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
