"""Which boards of a run a film shows: those between which about the same happens.

What happens between two boards has three parts: the time that passes, how far the level of the energy moves,
and by what factor the best energy falls. So a short descent gets more frames than its time alone would give
it, a long plateau fewer, and the last steps to a solution are seen one by one.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from ergodoku.views.series import Reals, moving_mean

TIME, LEVEL, BEST = 0.4, 0.4, 0.2  # weights of the parts
LEVELS = 40  # the level of the energy is its mean over about this part of the run


def pick(iterations: Sequence[int], energies: Sequence[int], most: int) -> list[int]:
    """Return which of the boards to show, at most ``most``: always the first and the last."""
    count = len(iterations)
    if count <= most:
        return list(range(count))
    wanted = np.searchsorted(happened(iterations, energies), np.linspace(0, 1, most))
    chosen: list[int] = []
    for place, board in enumerate(wanted.tolist()):
        first = chosen[-1] + 1 if chosen else 0  # no board twice
        last = count - most + place  # enough boards must be left for the frames to come
        chosen.append(min(max(first, board), last))
    return chosen


def happened(iterations: Sequence[int], energies: Sequence[int]) -> Reals:
    """Return how much of all that happens in a run has happened at each board, from 0 to 1."""
    time = np.asarray(iterations, dtype=np.float64)
    energy = np.asarray(energies, dtype=np.float64)
    level, _ = moving_mean(time, energy, max(1, int(time[-1]) // LEVELS))
    falls = -np.diff(np.log1p(np.minimum.accumulate(energy)))
    parts = ((TIME, np.diff(time)), (LEVEL, np.abs(np.diff(level))), (BEST, falls))
    shares = [(weight, np.cumsum(steps) / steps.sum()) for weight, steps in parts if steps.sum() > 0]
    together = sum(weight * share for weight, share in shares) / sum(weight for weight, _ in shares)
    return np.concatenate([[0.0], together])
