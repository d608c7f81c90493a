"""Run-time distributions by target: the share of runs that reach an energy within a given effort."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from ergodoku.lab.analysis.distributions import RunLengthDistribution, empirical
from ergodoku.lab.analysis.histories import Histories
from ergodoku.lab.analysis.statistics import Bools, Floats

PANELS = 4  # number of targets, including the solution
NEAREST = 2  # the lowest energy of an unsolved box permutation: one swap from a solution


@dataclass(frozen=True, eq=False)
class TargetCurve:
    """The share of one contender's runs that reach a target within an effort."""

    contender: int
    target: int
    curve: RunLengthDistribution


def choose_targets(histories: Histories) -> tuple[int, ...]:
    """Return target energies, from half of the typical start energy down to 0."""
    starts = [int(descent.energy[0]) for descent in histories.descents if len(descent)]
    far = float(np.median(starts)) / 2 if starts else 0.0
    if far <= NEAREST:
        return (0,)
    steps = np.geomspace(far, NEAREST, PANELS - 1).round().astype(np.int64)
    return (*np.unique(steps)[::-1].tolist(), 0)


def target_curves(
    histories: Histories, measure: str, contenders: int, targets: tuple[int, ...]
) -> list[TargetCurve]:
    """Return the empirical distribution of each contender for each target.

    A run that never reached the target still counts as a run.

    References
    ----------
    N. Hansen, A. Auger, R. Ros, O. Mersmann, T. Tušar, D. Brockhoff: COCO: a platform for comparing
    continuous optimizers in a black-box setting. Optimization Methods and Software 36, 2021.
    https://doi.org/10.1080/10556788.2020.1808977
    """
    found = []
    for contender in range(contenders):
        if histories.of_contender(contender):
            for target in targets:
                curve = empirical(*first_hits(histories, measure, contender, target))
                found.append(TargetCurve(contender, target, curve))
    return found


def first_hits(histories: Histories, measure: str, contender: int, target: int) -> tuple[Floats, Bools]:
    """Return the effort at which each run reached a target, and whether it did.

    If it did not, the effort is the total effort of the run.
    """
    efforts, reached = [], []
    for k in histories.of_contender(contender):
        effort, energy = histories.curve(k, measure)
        hit = bool(energy[-1] <= target)
        reached.append(hit)
        total = float(histories.runs.effort(measure)[histories.row[k]])
        efforts.append(float(effort[np.argmax(energy <= target)]) if hit else total)
    return np.array(efforts), np.array(reached, dtype=bool)
