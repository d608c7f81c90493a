"""Small traces for the store: at most 256 points, packed and compressed."""

from __future__ import annotations

import zlib
from typing import Any

import numpy as np

from ergodoku.engine.trace import Trace
from ergodoku.lab.study.blobs import damaged, expanded

POINTS = 256
_WHOLE = ("iteration", "energy", "best", "restarts")
_REAL = ("seconds", "temperature", "acceptance")
_SIZE = 8 * len(_WHOLE) + 4 * len(_REAL)  # bytes per point


def pack(trace: Trace) -> bytes:
    """Return a trace as a few kilobytes; it keeps the first and the last point.

    Whole numbers are stored exactly, as differences, which compress well; others in single precision.
    """
    if len(trace) <= POINTS:
        kept = np.arange(len(trace))
    else:
        kept = np.linspace(0, len(trace) - 1, POINTS).round().astype(np.int64)
    whole = np.stack([np.diff(getattr(trace, name)[kept], prepend=0) for name in _WHOLE])
    real = np.stack([getattr(trace, name)[kept] for name in _REAL])
    return zlib.compress(whole.astype("<i8").tobytes() + real.astype("<f4").tobytes(), 6)


def unpack(packed: bytes) -> Trace:
    """Return the trace that `pack` packed."""
    data = expanded(packed, POINTS * _SIZE, "trace")
    try:
        count = len(data) // _SIZE
        middle = 8 * len(_WHOLE) * count
        whole = np.frombuffer(data[:middle], dtype="<i8").reshape(len(_WHOLE), count)
        real = np.frombuffer(data[middle:], dtype="<f4").reshape(len(_REAL), count)
    except ValueError as error:
        raise damaged("trace", error) from error
    columns: dict[str, Any] = dict(zip(_WHOLE, np.cumsum(whole, axis=1, dtype=np.int64), strict=True))
    columns |= dict(zip(_REAL, real.astype(np.float64), strict=True))
    return Trace(**columns)
