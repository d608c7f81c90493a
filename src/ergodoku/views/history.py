"""The history of a running search, reduced to a few values for a small curve."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from ergodoku.methods.walk import NOTE_ACCEPTED, NOTE_ENERGY, NOTE_ITERATION

if TYPE_CHECKING:
    from ergodoku.engine.run import Run

RECENT = 32  # number of notes over which the acceptance is averaged


def history(run: Run, replica: int) -> dict[str, NDArray[np.float64]]:
    """Return energy, temperature and acceptance as a replica recorded them; {} if the run has no search."""
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


def averaged(values: NDArray[np.float64], width: int) -> NDArray[np.float64]:
    """Return at most ``width`` values: the means of equally long sections."""
    if len(values) <= width:
        return values
    starts = np.linspace(0, len(values), width, endpoint=False).astype(int)
    known = ~np.isnan(values)
    count = np.add.reduceat(known.astype(float), starts)
    total = np.add.reduceat(np.where(known, values, 0.0), starts)
    return np.asarray(np.divide(total, count, out=np.full(width, np.nan), where=count > 0))
