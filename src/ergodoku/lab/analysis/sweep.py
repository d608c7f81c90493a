"""The results of a sweep: how effort grows with the size, or which share of givens is hardest."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import asdict, dataclass, replace
from typing import TYPE_CHECKING, Any

import numpy as np

from ergodoku.lab.analysis.comparison import Comparison, compare_runs
from ergodoku.lab.analysis.instances import classes_of
from ergodoku.lab.analysis.notes import notes_of
from ergodoku.lab.analysis.statistics import Floats, Interval
from ergodoku.lab.analysis.summary import Runs, by_puzzle, standings_of
from ergodoku.lab.analysis.sweep_study import swept_axes
from ergodoku.lab.analysis.words import NAMES, TIMES, amount_text
from ergodoku.lab.study import Axis, Study

if TYPE_CHECKING:
    from ergodoku.lab.study import Store

FEWEST_SIZES = 3  # a line fits any two points, so a fit needs more


@dataclass(frozen=True)
class Fit:
    """How effort grows with the size: a line fitted to the logarithms of the puzzles' medians.

    Attributes
    ----------
    law : str
        ``power`` or ``exponential`` growth with the size: the law with the smaller residuals.
    slope : float
        The exponent of the power, or the logarithm of the factor per additional row and column.
    interval : (float, float)
        The interval of the slope (95 %).
    intercept : float
        The intercept of the line.
    largest : int
        The largest fitted size: beyond it, fewer than half of the puzzles have a known median.
    """

    law: str
    slope: float
    interval: Interval
    intercept: float
    largest: int

    def __call__(self, size: Floats) -> Floats:
        """Return the effort that the fit predicts."""
        found: Floats = np.exp(self.intercept + self.slope * (np.log(size) if self.law == "power" else size))
        return found


@dataclass(frozen=True)
class Peak:
    """Where puzzles are hardest: the value with the highest expected effort, and an interval (95 %).

    If no run was solved at some values, the interval spans these values.
    """

    value: float
    interval: Interval
    expected: float
    rate: float


@dataclass(frozen=True, eq=False)
class Sweep:
    """The effect of a property of the puzzles on the effort.

    Attributes
    ----------
    axis : Axis
        The property on the horizontal axis of the figures.
    comparison : Comparison
        The comparison, with a class for each value and a contender for each curve.
    fits : dict of str to tuple of (Fit or None)
        The growth of each curve by measure, if the size is varied.
    peaks : dict of str to tuple of (Peak or None)
        The peak of each curve by measure, if the share of givens is varied.
    """

    axis: Axis
    comparison: Comparison
    fits: dict[str, tuple[Fit | None, ...]]
    peaks: dict[str, tuple[Peak | None, ...]]

    @property
    def x(self) -> Floats:
        """The values of the property."""
        return np.array([float(value) for value in self.axis.values])

    def to_dict(self) -> dict[str, Any]:
        """Return the sweep as plain values for JSON."""
        labels, found = self.comparison.labels, self.comparison.to_dict()
        del found["pairs"], found["ranks"]

        def named(results: Sequence[Fit | Peak | None]) -> dict[str, Any]:
            return {label: None if r is None else asdict(r) for label, r in zip(labels, results, strict=True)}

        return {
            "axis": {"name": self.axis.name, "values": list(self.axis.values)},
            "growth": {measure: named(results) for measure, results in self.fits.items()},
            "hardest": {measure: named(results) for measure, results in self.peaks.items()},
            **found,
        }

    def __rich__(self) -> object:
        return self.comparison.__rich__()

    def __str__(self) -> str:
        return str(self.comparison)


def sweep(study: Study, store: Store) -> Sweep:
    """Return the results of a sweep from the finished runs; the study may still be running."""
    return sweep_runs(study, Runs.read(store))


def sweep_runs(study: Study, runs: Runs) -> Sweep:
    """Return the results of a sweep from runs that are already in memory."""
    whole, (study, runs, axis) = study, by_curves(study, runs)
    comparison = compare_runs(study, runs, axis.name)
    curves = range(len(study.contenders))
    fits: dict[str, tuple[Fit | None, ...]] = {}
    peaks: dict[str, tuple[Peak | None, ...]] = {}
    told = []
    for measure in comparison.measures:
        if axis.name == "size":
            fits[measure] = tuple(_fit(study, runs, k, measure) for k in curves)
            told += [_growth(study.contenders[k].label, measure, f) for k, f in enumerate(fits[measure]) if f]
        else:
            peaks[measure] = _peaks(study, runs, axis, measure)
            shares = [float(value) for value in axis.values]
            told += [
                _hardest(study.contenders[k].label, measure, p, shares)
                for k, p in enumerate(peaks[measure])
                if p
            ]
    notes = notes_of(whole, runs, comparison.standings)
    if axis.name == "size" and not any(fit for found in fits.values() for fit in found):
        notes.append(
            f"growth is not fitted: fewer than {FEWEST_SIZES} sizes have puzzles with a known median"
        )
    comparison = replace(
        comparison,
        expected=whole.total,
        curves=True,
        conclusions=(*told, *comparison.conclusions),
        notes=tuple(note for note in notes if not note.startswith("there is one contender")),
    )
    return Sweep(axis, comparison, fits, peaks)


def by_curves(study: Study, runs: Runs) -> tuple[Study, Runs, Axis]:
    """Return the study and its runs with curves as contenders, and the property on the horizontal axis.

    If size and share of givens are both varied, each size is a separate curve.
    """
    *others, axis = swept_axes(study)
    if not others:
        return study, runs, axis
    values = study.columns[others[0].name]
    names = list(dict.fromkeys(values))
    place = np.array([names.index(value) for value in values])
    curves = [
        replace(
            contender,
            label=f"{others[0].name} {name}" + (f", {contender.label}" if len(study.contenders) > 1 else ""),
        )
        for contender in study.contenders
        for name in names
    ]
    curve = runs.contender * len(names) + place[runs.puzzle]
    return replace(study, contenders=tuple(curves)), replace(runs, contender=curve), axis


def _fit(study: Study, runs: Runs, contender: int, measure: str) -> Fit | None:
    from scipy.stats import linregress, t

    table = by_puzzle(runs.only(runs.contender == contender), len(study.contenders))
    size = np.array([study.puzzles[p].size for p in table["puzzle"]])
    median = table[f"median_{measure}"]
    known = np.isfinite(median) & (median > 0)
    sizes = [n for n in np.unique(size) if known[size == n].mean() >= 0.5]
    used = known & np.isin(size, sizes)
    if len(sizes) < FEWEST_SIZES:
        return None
    y, laws = np.log(median[used]), {"power": np.log(size[used]), "exponential": size[used].astype(float)}
    lines = {law: linregress(x, y) for law, x in laws.items()}
    law = max(lines, key=lambda name: abs(lines[name].rvalue))
    line, reach = lines[law], float(t.ppf(0.975, used.sum() - 2))
    slope, spread = float(line.slope), float(line.stderr)
    interval = slope - reach * spread, slope + reach * spread
    return Fit(law, slope, interval, float(line.intercept), int(max(sizes)))


def _peaks(study: Study, runs: Runs, axis: Axis, measure: str) -> tuple[Peak | None, ...]:
    classes = classes_of(study, axis.name)
    if classes is None:
        return (None,) * len(study.contenders)
    x = [float(name) for name in classes.names]
    found = [standings_of(study, runs.only(classes.of[runs.puzzle] == k)) for k in range(len(x))]
    peaks: list[Peak | None] = []
    for curve in range(len(study.contenders)):
        standings = [standings[curve] for standings, _ in found]
        drawn = [drawn[curve] for _, drawn in found]
        if any(s.runs == 0 for s in standings):
            peaks.append(None)
            continue
        effort = [s.effort(measure).expected for s in standings]  # infinite if no run was solved
        top = max(range(len(x)), key=lambda k: effort[k])
        resamples = min(len(d.rate) for d in drawn)
        table = np.stack([d.expected[measure][:resamples] for d in drawn])
        tops = np.array(x)[table.argmax(axis=0)]
        low, high = np.quantile(tops, (0.025, 0.975), method="nearest")
        if unsolved := [value for value, expected in zip(x, effort, strict=True) if math.isinf(expected)]:
            low, high = min(unsolved), max(unsolved)  # it is not known which of these values is hardest
        peaks.append(
            Peak(
                x[top],
                (float(low), float(high)),
                effort[top],
                standings[top].rate,
            )
        )
    return tuple(peaks)


def _growth(label: str, measure: str, fit: Fit) -> str:
    what = f"the {NAMES[measure]}" if measure in TIMES else f"the number of {measure}"
    low, high = fit.interval
    if fit.law == "power":
        how = f"as the size to the power of {fit.slope:.1f} (95 %: {low:.1f} to {high:.1f})"
    else:
        factor, least, most = math.exp(fit.slope), math.exp(low), math.exp(high)
        how = f"by a factor of {factor:.3g} per additional row and column (95 %: {least:.3g} to {most:.3g})"
    return f"Up to {fit.largest}x{fit.largest}, {what} of {label} (median on each puzzle) grows {how}."


def _hardest(label: str, measure: str, peak: Peak, shares: Sequence[float]) -> str:
    low, high = peak.interval
    begin = f"In {NAMES[measure]}, puzzles are hardest for {label}"
    if math.isinf(peak.expected):
        one, several = f"a share of givens of {low:g}", f"shares of givens from {low:g} to {high:g}"
        return f"{begin} at {one if low == high else several}, where no run was solved."
    return (
        f"{begin} at a share of givens of {peak.value:g} (95 %: {low:g} to {high:g}), with "
        f"{100 * peak.rate:.0f} % of the runs solved and an expected {amount_text(peak.expected, measure)} "
        f"for a solution.{_at_the_end(peak, shares)}"
    )


def _at_the_end(peak: Peak, shares: Sequence[float]) -> str:
    """Return a sentence if harder puzzles may lie beyond the range, otherwise an empty text."""
    if peak.expected == 0:  # logic solved all puzzles, so no share is the hardest
        return ""
    if peak.value == min(shares) and peak.value > 0:
        return " No lower share was tried, so puzzles with fewer givens may be harder."
    if peak.value == max(shares) and peak.value < 1:
        return " No higher share was tried, so puzzles with more givens may be harder."
    return ""
