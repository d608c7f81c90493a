"""Choose the boards of a film so that about the same amount happens between each board and the next.

The amount has three parts: the time that passes, the change of the mean energy, and the factor by which the
best energy falls. So a short descent gets more frames than its time alone would give it, a long plateau gets
fewer, and the last steps to a solution are visible one by one.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from ergodoku.views.series import Reals, moving_mean

TIME, LEVEL, BEST = 0.4, 0.4, 0.2  # weights of the three parts
LEVELS = 40  # the mean energy is taken over about 1/40 of the run


def pick(iterations: Sequence[int], energies: Sequence[int], most: int) -> list[int]:
    """Return the indices of at most ``most`` boards to show, always with the first and the last."""
    count = len(iterations)
    if count <= most:
        return list(range(count))
    wanted = np.searchsorted(happened(iterations, energies), np.linspace(0, 1, most))
    chosen: list[int] = []
    for place, board in enumerate(wanted.tolist()):
        first = chosen[-1] + 1 if chosen else 0  # never show a board twice
        last = count - most + place  # leave enough boards for the later frames
        chosen.append(min(max(first, board), last))
    return chosen


def happened(iterations: Sequence[int], energies: Sequence[int]) -> Reals:
    """Return the share of the run's changes that has happened by each board, from 0 to 1."""
    time = np.asarray(iterations, dtype=np.float64)
    energy = np.asarray(energies, dtype=np.float64)
    level, _ = moving_mean(time, energy, max(1, int(time[-1]) // LEVELS))
    falls = -np.diff(np.log1p(np.minimum.accumulate(energy)))
    parts = ((TIME, np.diff(time)), (LEVEL, np.abs(np.diff(level))), (BEST, falls))
    shares = [(weight, np.cumsum(steps) / steps.sum()) for weight, steps in parts if steps.sum() > 0]
    together = sum(weight * share for weight, share in shares) / sum(weight for weight, _ in shares)
    return np.concatenate([[0.0], together])
