"""Small traces for the store: at most 256 points, packed and compressed."""

from __future__ import annotations

import zlib
from typing import Any

import numpy as np

from ergodoku.base.errors import StudyError
from ergodoku.engine.trace import Trace

POINTS = 256
_WHOLE = ("iteration", "energy", "best", "restarts")
_REAL = ("seconds", "temperature", "acceptance")


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
    try:
        data = zlib.decompress(packed)
        count = len(data) // (8 * len(_WHOLE) + 4 * len(_REAL))
        middle = 8 * len(_WHOLE) * count
        whole = np.frombuffer(data[:middle], dtype="<i8").reshape(len(_WHOLE), count)
        real = np.frombuffer(data[middle:], dtype="<f4").reshape(len(_REAL), count)
    except (zlib.error, ValueError) as error:
        raise StudyError(
            f"a stored trace is damaged: {error}", "run the study again in another folder"
        ) from error
    columns: dict[str, Any] = dict(zip(_WHOLE, np.cumsum(whole, axis=1, dtype=np.int64), strict=True))
    columns |= dict(zip(_REAL, real.astype(np.float64), strict=True))
    return Trace(**columns)
