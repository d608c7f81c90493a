"""Numbers and lists for people to read: short, with a unit, and a dash for a missing value."""

from __future__ import annotations

import math
from collections.abc import Sequence

NOTHING = "-"


def counted(count: int, word: str) -> str:
    """Return a count with its word in the singular or plural.

    Examples
    --------
    >>> counted(1, "puzzle"), counted(2000, "puzzle")
    ('1 puzzle', '2,000 puzzles')
    """
    return f"{count:,} {word}{'' if count == 1 else 's'}"


def either(words: Sequence[str]) -> str:
    """Return the words as a list with "or" before the last word.

    Examples
    --------
    >>> either(["png"]), either(["png", "svg", "pdf"])
    ('png', 'png, svg or pdf')
    """
    *first, last = words
    return f"{', '.join(first)} or {last}" if first else last


def short(number: float, gap: str = " ") -> str:
    """Return a large number in few characters: 950, 12.3 k, 4.56 M.

    Examples
    --------
    >>> short(45_600_000), short(250_000, gap="")
    ('45.6 M', '250k')
    """
    units = iter("kMGT")
    unit = ""
    while number >= 999.5 and unit != "T":
        number, unit = number / 1000, next(units)
    return f"{number:.3g}{gap}{unit}" if unit else f"{number:.3g}"


def number(value: float) -> str:
    """Return a number with about three significant digits.

    Examples
    --------
    >>> [number(x) for x in (0.000123, 0.0123, 12.34, 1234, 12_345_678, float("inf"))]
    ['0.000123', '0.0123', '12.3', '1,234', '12.3 M', 'inf']
    """
    if math.isnan(value):
        return NOTHING
    if math.isinf(value):
        return "inf"
    if value >= 999_500:
        return short(value)
    if value >= 99.95:
        return f"{value:,.0f}"
    return f"{value:.3g}" if abs(value) >= 1e-4 or value == 0 else f"{value:.1e}"


def duration(seconds: float) -> str:
    """Return a duration such as ``2 min 15 s``, in whole seconds; from one hour on, in whole minutes.

    Examples
    --------
    >>> duration(7.4), duration(135), duration(7260)
    ('7 s', '2 min 15 s', '2 h 01 min')
    """
    whole = round(seconds)
    if whole < 60:
        return f"{whole} s"
    if whole < 3600:
        return f"{whole // 60} min {whole % 60:02d} s"
    return f"{whole // 3600} h {whole % 3600 // 60:02d} min"


def time_text(seconds: float) -> str:
    """Return a time with its unit, such as ``10 ms``."""
    if seconds < 0.9995e-3:
        return f"{seconds * 1e6:.3g} µs"
    return f"{seconds * 1e3:.3g} ms" if seconds < 0.9995 else f"{number(seconds)} s"


def p_value(p: float) -> str:
    """Return a p value with at most two significant digits. It is never shown as zero.

    Examples
    --------
    >>> p_value(0.0312), p_value(4e-11), p_value(1.0), p_value(0.0)
    ('0.031', '4e-11', '1', '< 1e-300')
    """
    if math.isnan(p):
        return NOTHING
    if p == 0:
        return "< 1e-300"
    if p >= 0.0995:
        return f"{p:.2g}"
    return f"{p:.3f}".rstrip("0") if p >= 0.001 else f"{p:.0e}".replace("e-0", "e-")
