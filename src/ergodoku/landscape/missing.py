"""The missing digits of a box permutation, and the cells where each of them could go.

An entry is a line and a digit: an index into `Board.counts`. Entries with a count of 0 are kept in a list, in
any order, together with the position of each entry in the list. So a swap updates the list in O(1). A missing
digit could go to any free cell of its line that has this digit as a candidate.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any, NamedTuple

import numpy as np
from numba import int64, uint32, uint64
from numpy.typing import NDArray

from ergodoku.base.compiled import inlined, kernel, lowest
from ergodoku.landscape.boxes import Board, Boxes, Field


class Options(NamedTuple):
    """For every entry, the free cells of its line where its digit could go; entry = line * size + digit."""

    start: NDArray[np.uint32]
    cell: NDArray[np.uint16]
    home: NDArray[np.uint16]  # for each of these cells: the index in `Board.where` for its box and the digit
    digit: NDArray[np.uint8]  # the digit of each entry


class Missing(NamedTuple):
    """The entries whose digit is missing, in any order, and the position of each entry in that list."""

    entry: NDArray[np.uint32]
    place: NDArray[np.uint32]


@lru_cache(maxsize=8)
def options_of(landscape: Boxes) -> tuple[Options, int, int]:
    """Return the options of a landscape, the number of its candidates, and the number of its free cells."""
    reduction, size, slots = landscape.reduction, landscape.layout.size, len(landscape.field.slots)
    entries = (landscape.lines + 1) * size
    start = np.zeros(entries + 1, dtype=np.uint32)
    cell, home = np.zeros((2, slots * int(np.count_nonzero(reduction.candidates)) + 1), dtype=np.uint16)
    taken = np.zeros((size, size), dtype=np.bool_)
    fixed = reduction.puzzle.flat
    candidates, free = list_options(landscape.field, fixed, reduction.candidates, taken, start, cell, home)
    room = int(start[-1]) + 1
    return Options(start, cell[:room], home[:room], _digits(entries, size)), candidates, free


@lru_cache(maxsize=32)
def _digits(entries: int, size: int) -> NDArray[np.uint8]:
    """Return the digit of every entry."""
    return np.tile(np.arange(size, dtype=np.uint8), entries // size)


@kernel
def list_options(
    field: Field,
    fixed: NDArray[np.uint8],
    candidates: NDArray[np.bool_],
    taken: NDArray[np.bool_],
    start: NDArray[np.uint32],
    cell: NDArray[np.uint16],
    home: NDArray[np.uint16],
) -> tuple[int, int]:
    """List the cells of every entry: count them first, then store each cell at its position.

    The digits of a free cell are its candidates, except those that are fixed elsewhere in its box. Return the
    number of these candidates, and the number of cells that have any.
    """
    size, slots = candidates.shape[1], len(field.slots)
    for c in range(fixed.shape[0]):
        if fixed[c] != 0:
            taken[field.box[c] // size, fixed[c] - 1] = True
    all_candidates = free = 0
    for c in range(fixed.shape[0]):
        if fixed[c] != 0:
            continue
        box, own = field.box[c] // size, 0
        for digit in range(size):
            own += 1 if candidates[c, digit] and not taken[box, digit] else 0
        all_candidates += own
        free += 1 if own > 0 else 0
        for k in range(slots):
            line = field.line[c * slots + k]
            if line != 0:  # line 0 is the dummy
                for digit in range(size):
                    start[line + digit] += uint32(candidates[c, digit] and not taken[box, digit])
    total = 0
    for entry in range(start.shape[0]):
        total += int64(start[entry])
        start[entry] = total
    for c in range(fixed.shape[0] - 1, -1, -1):  # backwards, so that counting down gives ascending cells
        if fixed[c] != 0:
            continue
        box = field.box[c] // size
        for word in range(0, size, 64):
            bits = uint64(0)
            for k in range(min(64, size - word)):
                bits |= uint64(candidates[c, word + k] and not taken[box, word + k]) << uint64(k)
            while bits != 0:
                digit = uint64(word) + lowest(bits)
                bits &= bits - uint64(1)
                for k in range(slots):
                    line = uint64(field.line[c * slots + k])
                    if line != 0:
                        start[line + digit] -= 1
                        cell[start[line + digit]] = c
                        home[start[line + digit]] = field.box[c] + digit
    return all_candidates, free


@kernel
def hopeless(board: Board, options: Options) -> bool:
    """Return whether a digit is missing from a line and no free cell of the line can hold it."""
    for entry in range(board.counts.shape[0]):
        if board.counts[entry] == 0 and options.start[entry] == options.start[entry + 1]:
            return True
    return False


@kernel
def list_missing(counts: NDArray[np.int8], missing: Missing) -> None:
    """List the missing digits from scratch."""
    energy = 0
    for entry in range(counts.shape[0]):
        if counts[entry] == 0:
            missing.entry[energy] = entry
            missing.place[entry] = energy
            energy += 1


@inlined
def lift(counts: Any, e: Any, entry: Any, place: Any, energy: Any) -> Any:
    """Add one to the count of entry e; if it was missing, remove it from the list.

    This has no branch: an entry that was not missing is written just past the end of the list.
    """
    before = counts[e]
    counts[e] = before + 1
    was = before == 0
    energy -= uint64(was)
    last, spot = uint64(entry[energy]), uint64(place[e])  # always read: a condition would be a branch
    last = last if was else uint64(e)
    spot = spot if was else energy
    entry[spot] = last
    place[last] = spot
    return energy


@inlined
def drop(counts: Any, e: Any, entry: Any, place: Any, energy: Any) -> Any:
    """Subtract one from the count of entry e; if it is missing now, add it to the list."""
    after = counts[e] - 1
    counts[e] = after
    entry[energy] = e
    place[e] = energy
    return energy + uint64(after == 0)
