"""The missing digits of a box permutation, and where each of them could go.

An entry is a line and a digit: its place in `Board.counts`. The entries whose count is 0 stand in a list, in
any order, with a note for each of where it stands; a swap brings the list up to date in O(1). Where a missing
digit could go are the free cells of the line that have it as a candidate.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any, NamedTuple

import numpy as np
from numba import uint64
from numpy.typing import NDArray

from ergodoku.landscape.boxes import Board, Boxes
from ergodoku.puzzle.compiled import inlined, kernel


class Options(NamedTuple):
    """Where a digit could go in a line: free cells, for every entry line * size + digit."""

    start: NDArray[np.uint32]
    cell: NDArray[np.uint16]
    digit: NDArray[np.uint8]  # the digit of an entry


class Missing(NamedTuple):
    """The entries whose digit is missing, in any order, and where each stands in that list."""

    entry: NDArray[np.uint32]
    place: NDArray[np.uint32]


@lru_cache(maxsize=8)
def options_of(landscape: Boxes) -> tuple[Options, int, int]:
    """Return the options of a landscape, and how many candidates and free cells it has."""
    possible = _possible(landscape)
    size, slots = landscape.layout.size, len(landscape.field.slots)
    cell, digit = np.nonzero(possible)
    entries = [landscape.field.line[cell * slots + k].astype(np.int64) + digit for k in range(slots)]
    entry, cells = np.concatenate(entries), np.tile(cell, slots)
    real = entry >= size  # line 0 is the dummy
    entry, cells = entry[real], cells[real]
    order = np.argsort(entry, kind="stable")
    count = np.bincount(entry, minlength=(landscape.lines + 1) * size)
    options = Options(
        np.concatenate([[0], np.cumsum(count)]).astype(np.uint32),
        np.append(cells[order], 0).astype(np.uint16),
        np.tile(np.arange(size), landscape.lines + 1).astype(np.uint8),
    )
    return options, len(cell), int(possible.any(axis=1).sum())


def _possible(landscape: Boxes) -> NDArray[np.bool_]:
    """Return the candidates of free cells, without digits that are fixed elsewhere in the box."""
    flat = landscape.reduction.puzzle.flat
    size, regions = landscape.layout.size, landscape.layout.regions
    fixed = np.flatnonzero(flat)
    taken = np.zeros((size, size), dtype=np.bool_)
    taken[regions[fixed], flat[fixed].astype(np.int64) - 1] = True
    possible: NDArray[np.bool_] = landscape.reduction.candidates & (flat == 0)[:, None] & ~taken[regions]
    return possible


def hopeless(board: Board, options: Options) -> bool:
    """Tell whether some digit is missing from a line and can go nowhere in it."""
    nowhere = np.diff(options.start) == 0
    return bool((nowhere & (board.counts == 0)).any())


@kernel
def list_missing(counts: NDArray[np.int8], missing: Missing) -> None:
    """List the missing digits afresh."""
    energy = 0
    for entry in range(counts.shape[0]):
        if counts[entry] == 0:
            missing.entry[energy] = entry
            missing.place[entry] = energy
            energy += 1


@inlined
def lift(counts: Any, e: Any, entry: Any, place: Any, energy: Any) -> Any:
    """Count one more of entry e; if it was missing, take it off the list.

    Without a branch: an entry that was not missing is written behind the end of the list.
    """
    before = counts[e]
    counts[e] = before + 1
    was = before == 0
    energy -= uint64(was)
    last = uint64(entry[energy]) if was else uint64(e)
    spot = uint64(place[e]) if was else energy
    entry[spot] = last
    place[last] = spot
    return energy


@inlined
def drop(counts: Any, e: Any, entry: Any, place: Any, energy: Any) -> Any:
    """Count one fewer of entry e; if it is missing now, put it on the list."""
    after = counts[e] - 1
    counts[e] = after
    entry[energy] = e
    place[e] = energy
    return energy + uint64(after == 0)
