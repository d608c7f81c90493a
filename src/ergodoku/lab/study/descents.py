"""The descent of a run: when its best energy fell, and to what; small enough to be stored with every run.

Anytime curves and run-time distributions for energies above zero are made from it. A descent has a point for
each energy that the run reached, not for each moment, so it takes about a hundred bytes where a trace takes
kilobytes.
"""

from __future__ import annotations

import zlib
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from ergodoku.base.errors import StudyError

if TYPE_CHECKING:
    from ergodoku.engine.run import Run

POINTS = 256
Ints = NDArray[np.int64]
_KINDS = ("<i8", "<i4", "<f2")  # of iteration, energy, share of the time
_SIZES = tuple(np.dtype(kind).itemsize for kind in _KINDS)


@dataclass(frozen=True, eq=False)
class Descent:
    """When the best energy of a run fell: one entry per point in every array, the start first.

    Attributes
    ----------
    iteration : ndarray of int
        The iterations of the walk that the result comes from. They are exact up to 4,096, and later to one
        part in 2,048; that of the last point is always exact. A method that notes itself more rarely, such as
        tempering, is seen at its notes only.
    energy : ndarray of int
        The best energy from there on.
    share : ndarray of float
        The share of the run's time that had passed, from 0 to 1.
    """

    iteration: NDArray[np.int64]
    energy: NDArray[np.int64]
    share: NDArray[np.float64]

    def __len__(self) -> int:
        return len(self.iteration)


def descent_of(run: Run) -> Descent:
    """Return the descent of a run that has ended; it has no points where logic alone did the work."""
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
    """Return a descent as some bytes: whole numbers exactly, as differences, the time to a part in 2,048."""
    columns = np.diff(descent.iteration, prepend=0), np.diff(descent.energy, prepend=0), descent.share
    # Bytes of the same weight side by side: most are zero, and compress to nothing.
    planes = [
        column.astype(kind).view(np.uint8).reshape(len(descent), size).T.tobytes()
        for column, kind, size in zip(columns, _KINDS, _SIZES, strict=True)
    ]
    return zlib.compress(b"".join(planes), 6)


def unpack_descent(packed: bytes) -> Descent:
    """Return the descent that `pack_descent` made small."""
    try:
        data = np.frombuffer(zlib.decompress(packed), dtype=np.uint8)
        data = data.reshape(sum(_SIZES), len(data) // sum(_SIZES))
    except (zlib.error, ValueError) as error:
        raise StudyError(f"a stored descent is damaged: {error}", "run the study again elsewhere") from error
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
    """Return of many descents at once the number of points, and all iterations and energies in a row."""
    width = sum(_SIZES)
    try:
        data = [zlib.decompress(one) for one in packed]
    except zlib.error as error:
        raise StudyError(f"a stored descent is damaged: {error}", "run the study again elsewhere") from error
    count = np.array([len(one) // width for one in data], dtype=np.int64)
    first = np.cumsum(count) - count
    within = np.arange(count.sum()) - np.repeat(first, count)
    place = np.repeat(first * width, count) + within
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
