"""The descent of a run: when its best energy fell, and to which value; small enough to store with every run.

Anytime curves and run-time distributions for energies above zero use it. A descent has one point per energy
reached, not per moment, so it takes about a hundred bytes; a trace takes kilobytes.
"""

from __future__ import annotations

import zlib
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from ergodoku.lab.study.blobs import damaged, expanded

if TYPE_CHECKING:
    from ergodoku.engine.run import Run

POINTS = 256
Ints = NDArray[np.int64]
_KINDS = ("<i8", "<i4", "<f2")  # types of iteration, energy, share of the time
_SIZES = tuple(np.dtype(kind).itemsize for kind in _KINDS)
_WIDTH = sum(_SIZES)  # bytes per point


@dataclass(frozen=True, eq=False)
class Descent:
    """When the best energy of a run fell; each array has one entry per point, from the start on.

    Attributes
    ----------
    iteration : ndarray of int
        The iteration of each point, counted in the walk that gave the result. Iterations up to 4,096 are
        exact, later ones are accurate to one part in 2,048, and the last is always exact. Methods that record
        their energy less often, such as tempering, have points only at their records.
    energy : ndarray of int
        The best energy from that iteration on.
    share : ndarray of float
        The share of the run's time that had passed, from 0 to 1.
    """

    iteration: NDArray[np.int64]
    energy: NDArray[np.int64]
    share: NDArray[np.float64]

    def __len__(self) -> int:
        return len(self.iteration)


def descent_of(run: Run) -> Descent:
    """Return the descent of a finished run; it has no points if there was no search."""
    if not run.searches:
        nothing = np.empty(0, dtype=np.int64)
        return Descent(nothing, nothing, np.empty(0))
    leader = run.leader
    falls = run.searches[leader].falls
    if len(falls) > POINTS:
        falls = falls[np.linspace(0, len(falls) - 1, POINTS).round().astype(np.int64)]
    seconds = run.timeline.at(falls[:, 0] * (run.walks.longest / run.walks.rounds[leader]))
    return Descent(falls[:, 0], falls[:, 1], (seconds / max(run.seconds, 1e-9)).clip(0, 1))


def pack_descent(descent: Descent) -> bytes:
    """Return a descent as bytes: exact differences of iterations and energies, and shares of the time.

    The shares are rounded to one part in 2,048.
    """
    columns = np.diff(descent.iteration, prepend=0), np.diff(descent.energy, prepend=0), descent.share
    # Group bytes of the same significance: most are zero, so they compress to almost nothing.
    planes = [
        column.astype(kind).view(np.uint8).reshape(len(descent), size).T.tobytes()
        for column, kind, size in zip(columns, _KINDS, _SIZES, strict=True)
    ]
    return zlib.compress(b"".join(planes), 6)


def unpack_descent(packed: bytes) -> Descent:
    """Return the descent that `pack_descent` packed."""
    data = np.frombuffer(expanded(packed, POINTS * _WIDTH, "descent"), dtype=np.uint8)
    try:
        data = data.reshape(_WIDTH, len(data) // _WIDTH)
    except ValueError as error:
        raise damaged("descent", error) from error
    planes = np.split(data, np.cumsum(_SIZES)[:-1])
    steps, drops, share = (
        np.ascontiguousarray(plane.T).view(kind).ravel() for plane, kind in zip(planes, _KINDS, strict=True)
    )
    return Descent(
        np.cumsum(steps, dtype=np.int64), np.cumsum(drops, dtype=np.int64), share.astype(np.float64)
    )


def unpack_descents(
    packed: Sequence[bytes],
) -> tuple[NDArray[np.int64], NDArray[np.int64], NDArray[np.int64]]:
    """Return the number of points of each descent, and all iterations and energies concatenated."""
    data = [expanded(one, POINTS * _WIDTH, "descent") for one in packed]
    count = np.array([len(one) // _WIDTH for one in data], dtype=np.int64)
    first = np.cumsum(count) - count
    within = np.arange(count.sum()) - np.repeat(first, count)
    place = np.repeat(first * _WIDTH, count) + within
    flat = np.frombuffer(b"".join(data), dtype=np.uint8)
    found, begin = [], 0
    for kind, size in zip(_KINDS[:2], _SIZES[:2], strict=True):
        planes = place[:, None] + np.repeat(count, count)[:, None] * np.arange(begin, begin + size)
        steps = np.ascontiguousarray(flat[planes]).view(kind).ravel().astype(np.int64)
        summed = np.cumsum(steps)
        some = count > 0
        before = (summed - steps)[first[some]]
        found.append(summed - np.repeat(before, count[some]))
        begin += size
    return count, found[0], found[1]
