"""Numbers in little space: how a search stands, large numbers in few characters, a series in few values."""

from __future__ import annotations

from math import isnan
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from ergodoku.methods.walk import NOTE_ACCEPTED, NOTE_ENERGY, NOTE_ITERATION

if TYPE_CHECKING:
    from ergodoku.engine.result import Snapshot
    from ergodoku.engine.run import Run

RECENT = 32  # notes over which the acceptance is taken


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


def history(run: Run, replica: int) -> dict[str, NDArray[np.float64]]:
    """Return the history of a replica, as it noted it itself."""
    if not run.searches:
        return {}
    notes, temperatures = run.searches[replica].notes
    accepted, done = (np.pad(notes[:, k], (RECENT, 0)) for k in (NOTE_ACCEPTED, NOTE_ITERATION))
    recent = [column[RECENT:] - column[:-RECENT] for column in (accepted, done)]
    return {
        "energy": notes[:, NOTE_ENERGY].astype(float),
        "temperature": temperatures,
        "acceptance": recent[0] / np.maximum(1, recent[1]),
    }


def short(number: float, gap: str = " ") -> str:
    """Return a large number in few characters: 950, 12.3 k, 4.56 M.

    Examples
    --------
    >>> short(45_600_000), short(250_000, gap="")
    ('45.6 M', '250k')
    """
    for unit in ("", "k", "M", "G", "T"):
        if number < 999.5 or unit == "T":
            return f"{number:.3g}{gap}{unit}" if unit else f"{number:.3g}" if number % 1 else f"{number:.0f}"
        number /= 1000
    return ""


def averaged(values: NDArray[np.float64], width: int) -> NDArray[np.float64]:
    """Return at most ``width`` values: means of as many stretches of equal length."""
    if len(values) <= width:
        return values
    starts = np.linspace(0, len(values), width, endpoint=False).astype(int)
    known = ~np.isnan(values)
    count = np.add.reduceat(known.astype(float), starts)
    total = np.add.reduceat(np.where(known, values, 0.0), starts)
    return np.asarray(np.divide(total, count, out=np.full(width, np.nan), where=count > 0))
