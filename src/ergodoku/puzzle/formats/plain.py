"""The plainest format: 81 characters, read without detecting the format."""

from __future__ import annotations

import numpy as np

from ergodoku.puzzle.layout import Layout
from ergodoku.puzzle.puzzle import Puzzle

NINE = Layout.of(9)
DIGITS = bytes.maketrans(b".0123456789", bytes([0, *range(10)]))
# One word counts the digits of a unit, with four bits per digit. A count of two or more sets a bit of TWICE.
ONCE = np.array([0, *(1 << 4 * digit for digit in range(9))], dtype=np.int64)
TWICE = sum(0b1110 << 4 * digit for digit in range(9))


def plain_line(text: str | bytes) -> Puzzle | None:
    """Return the classic 9x9 puzzle in a text of 81 digits and blanks, if all blanks have the same sign.

    For any other text, and for any error, return ``None``: another reader then reads it or reports the error.
    """
    if len(text) != 81:
        return None
    raw = text if isinstance(text, bytes) else text.encode("ascii", "replace")
    if raw.translate(None, b".0123456789") or (b"." in raw and b"0" in raw):
        return None
    flat = np.frombuffer(raw.translate(DIGITS), dtype=np.uint8)
    counts = ONCE.take(flat).take(NINE.units).sum(axis=1)
    return None if np.bitwise_or.reduce(counts) & TWICE else Puzzle.unchecked(NINE, flat)
