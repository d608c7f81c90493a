"""Anytime curves: how good the best state is after a given effort."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from ergodoku.lab.analysis.histories import Histories
from ergodoku.lab.analysis.statistics import QUARTILES, Floats
from ergodoku.lab.analysis.words import TIMES

STEPS = 200  # points of a curve
LEAST_TIME = 1e-6  # smallest effort in seconds: shorter times are interpolated, not measured


@dataclass(frozen=True, eq=False)
class AnytimeCurve:
    """Quartiles of the best energy of one contender's runs, after each effort.

    Attributes
    ----------
    contender : int
        The number of the contender.
    effort : ndarray
        The efforts, ascending, evenly spaced on a logarithmic scale.
    quartiles : ndarray, shape (3, efforts)
        At each effort, a quarter, half and three quarters of the runs have this energy or less. A run that
        has ended keeps its best energy.
    relative : bool
        Whether energies are shares of the energy at the start, which makes puzzles of different sizes
        comparable.
    runs : int
        The number of runs.
    """

    contender: int
    effort: Floats
    quartiles: Floats
    relative: bool
    runs: int


def anytime(histories: Histories, measure: str, contenders: int, *, relative: bool) -> list[AnytimeCurve]:
    """Return the anytime curve of each contender that has runs with descents.

    References
    ----------
    N. Hansen, A. Auger, D. Brockhoff, T. Tušar: Anytime performance assessment in blackbox optimization
    benchmarking. IEEE Transactions on Evolutionary Computation 26, 2022.
    https://doi.org/10.1109/TEVC.2022.3210897
    """
    curves = [list(histories.curves(k, measure)) for k in range(contenders)]
    totals = histories.runs.effort(measure)[histories.row]
    times = np.concatenate([effort for some in curves for effort, _ in some] or [np.empty(0)])
    grid = _grid(np.concatenate([times, totals]), LEAST_TIME if measure in TIMES else 1.0)
    found = []
    for k, some in enumerate(curves):
        if not some:
            continue
        table = np.stack([_at(grid, effort, energy, relative) for effort, energy in some])
        quartiles = np.quantile(table, QUARTILES, axis=0, method="inverted_cdf")
        ends = totals[histories.of_contender(k)].max()
        seen = max(1, int(np.searchsorted(grid, ends, side="right")))
        found.append(AnytimeCurve(k, grid[:seen], quartiles[:, :seen], relative, len(some)))
    return found


def _grid(times: Floats, least: float) -> Floats:
    high = max(least, float(times.max(initial=0)))
    low = min(high, max(least, float(times[times > 0].min(initial=high))))
    grid = np.geomspace(low, high, STEPS)
    grid[-1] = high  # set the end exactly: rounded down, it would miss the last fall of the energy
    return grid if high > low else grid[-1:]


def _at(grid: Floats, effort: Floats, energy: NDArray[np.int64], relative: bool) -> Floats:
    """Return the best energy of one run at each of the given efforts."""
    place = np.searchsorted(effort, grid, side="right") - 1
    values = energy / max(1, int(energy[0])) if relative else energy.astype(np.float64)
    return values[np.maximum(place, 0)]
