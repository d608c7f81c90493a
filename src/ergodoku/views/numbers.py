"""Numbers in little space: how a search stands, and large numbers in few characters."""

from __future__ import annotations

from math import isnan
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from ergodoku.engine.result import Snapshot


def numbers_of(snapshot: Snapshot, rate: float) -> list[tuple[str, str]]:
    """Return how a search stands as names and numbers, what matters most first."""
    numbers = [
        ("energy", f"{snapshot.energy}"),
        ("best", f"{snapshot.best}"),
        ("iterations", f"{snapshot.iteration:,}"),
        ("per second", short(rate)),
        ("accepted", f"{snapshot.acceptance:.2%}"),
        ("time", f"{snapshot.seconds:.1f} s"),
        ("restarts" if isnan(snapshot.temperature) else "reheats", f"{snapshot.reheats:,}"),
    ]
    if not isnan(snapshot.temperature):
        numbers.insert(4, ("temperature", f"{snapshot.temperature:.4g}"))
    return numbers


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
