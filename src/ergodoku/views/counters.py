"""The state of a search as names and numbers: the counters next to a live board."""

from __future__ import annotations

from math import isnan
from typing import TYPE_CHECKING

from ergodoku.base.numbers import short

if TYPE_CHECKING:
    from ergodoku.engine.result import Snapshot


def numbers_of(snapshot: Snapshot, rate: float) -> list[tuple[str, str]]:
    """Return the state of a search as names and numbers, the most important first."""
    numbers = [
        ("energy", f"{snapshot.energy}"),
        ("best", f"{snapshot.best}"),
        ("iterations", f"{snapshot.iteration:,}"),
        ("per second", short(rate)),
        ("accepted", f"{snapshot.acceptance:.2%}"),
        ("time", f"{snapshot.seconds:.1f} s"),
        ("restarts", f"{snapshot.restarts:,}"),
    ]
    if not isnan(snapshot.temperature):
        numbers.insert(4, ("temperature", f"{snapshot.temperature:.4g}"))
    return numbers
