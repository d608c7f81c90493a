"""The stronger rules, compiled: locked candidates, naked and hidden pairs; and all levels together.

The rules are stated for any two units, not for boxes and lines alone, so variants get them for free. A rule
looks again only at units that have changed since its last look.
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
# The columns of `looks`: the candidates of a unit when locked candidates or pairs last looked at it, and
# whether it has changed since.
BY_LOCKED, BY_PAIRS, CHANGED = range(3)
Looks = NDArray[np.int32]  # (units, 3)


def new_looks(units: int) -> Looks:
    """Return the looks at a grid that no rule has seen."""
    return np.full((units, 3), -1, dtype=np.int32)


@kernel
def propagate(geo: Geometry, marks: Marks, looks: Looks, level: int) -> bool:
    """Apply all rules up to a level until none of them gets further; the cheapest always first."""
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
    """Propagate many grids of one layout; each row of ``reduced`` gets the digits found.

    ``needed`` gets the lowest level that solves a grid, 0 where none does.
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
    """Note which units have changed since a rule last looked: they have fewer candidates in open cells."""
    for unit in range(geo.units.shape[0]):
        count = np.int32(0)
        for i in range(geo.units.shape[1]):
            cell = geo.units[unit, i]
            count += marks.left[cell] if marks.digit[cell] < 0 else np.int16(0)
        looks[unit, CHANGED] = count != looks[unit, rule]
        looks[unit, rule] = count


@kernel
def locked_candidates(geo: Geometry, marks: Marks, looks: Looks) -> int:
    """Pointing and claiming: where unit a needs a digit inside b, the rest of b cannot have it.

    Returns how many candidates went, or -1 on a contradiction.
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
                    shared = NONE - _lies_in(geo, cell, b)  # all bits, or none
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
    """Naked and hidden pairs in every unit.

    Returns how many candidates went, or -1 on a contradiction.
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
                    gone = remove_set(geo, marks, looks, cell, word, marks.cand[first, word])
                    if gone < 0:
                        return -1
                    removed += gone
    return removed


@kernel
def hidden_pairs(geo: Geometry, marks: Marks, looks: Looks, unit: int) -> int:
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
                    gone = remove_set(geo, marks, looks, cell, word, ~keep)
                    if gone < 0:
                        return -1
                    removed += gone
            if marks.room[unit, first] != 2:
                break
    return removed


@kernel
def remove_set(geo: Geometry, marks: Marks, looks: Looks, cell: int, word: int, mask: np.uint64) -> int:
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
    if gone > 0:
        for k in range(geo.unit_start[cell], geo.unit_start[cell + 1]):
            looks[geo.unit[k], CHANGED] = 1
    return gone


@inlined
def _lies_in(geo: Geometry, cell: int, unit: int) -> Any:
    """Return 1 if a cell lies in a unit, else 0."""
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
