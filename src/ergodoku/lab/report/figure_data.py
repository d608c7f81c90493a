"""The data of a report's figures, as columns for the CSV file of each figure."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from ergodoku.lab.analysis import empirical, horizon, kaplan_meier

if TYPE_CHECKING:
    from ergodoku.lab.analysis import Comparison, Exploration, Ranks, Runs, Standing, Sweep

Columns = dict[str, NDArray[Any]]


def columns_of(heads: Sequence[str], rows: Iterable[Sequence[object]]) -> Columns:
    """Return rows as columns by name."""
    listed = list(rows)
    return {head: np.array([row[k] for row in listed]) for k, head in enumerate(heads)}


def joined(parts: Iterable[tuple[Mapping[str, object], Mapping[str, NDArray[Any]]]]) -> Columns:
    """Return curves as one table; the columns that name a curve are repeated in each of its rows."""
    listed = list(parts)
    found: dict[str, list[NDArray[Any]]] = {}
    for names, curve in listed:
        length = len(next(iter(curve.values())))
        for head, value in names.items():
            found.setdefault(head, []).append(np.repeat(np.array([value]), length))
        for head, values in curve.items():
            found.setdefault(head, []).append(values)
    return {head: np.concatenate(arrays) for head, arrays in found.items()}


def run_length_columns(runs: Runs, comparison: Comparison, measure: str) -> Columns:
    """Return the run-length curves: each step, with the Kaplan-Meier estimate."""
    effort, parts = runs.effort(measure), []
    for standing in comparison.standings:
        mine = runs.contender == standing.contender
        curve = empirical(effort[mine], runs.solved[mine]).thin()
        at_risk = horizon(effort[mine], runs.solved[mine], comparison.limits[measure])
        estimate = kaplan_meier(at_risk, runs.solved[mine])
        columns = {measure: curve.effort, "share": curve.share, "kaplan_meier": estimate(curve.effort)}
        parts.append(({"contender": standing.label}, columns))
    return joined(parts)


def standing_columns(rows: Iterable[tuple[Mapping[str, object], Standing]], measure: str) -> Columns:
    """Return the statistics as columns, with one row per contender, value or class."""
    listed = []
    names: Sequence[str] = ("contender",)
    for named, standing in rows:
        names = tuple(named)
        effort = standing.effort(measure)
        listed.append(
            (
                *named.values(),
                standing.runs,
                standing.solved,
                *standing.interval,
                *effort.quartiles,
                effort.expected,
                *effort.expected_interval,
            )
        )
    heads = ("runs", "solved", "rate_low", "rate_high", "quartile_1", "median", "quartile_3", "ert")
    return columns_of((*names, *heads, "ert_low", "ert_high"), listed)


def contender_columns(comparison: Comparison, measure: str) -> Columns:
    """Return one row for each contender."""
    return standing_columns((({"contender": s.label}, s) for s in comparison.standings), measure)


def class_columns(comparison: Comparison, measure: str) -> Columns:
    """Return one row for each class and contender."""
    rows = (
        ({"class": one.name, "contender": standing.label}, standing)
        for one in comparison.classes
        for standing in one.standings
    )
    return standing_columns(rows, measure)


def sweep_columns(sweep: Sweep, measure: str) -> Columns:
    """Return one row for each value of the property and each contender."""
    rows = (
        ({sweep.axis.name: float(x), "contender": standing.label}, standing)
        for x, one in zip(sweep.x, sweep.comparison.classes, strict=True)
        for standing in one.standings
    )
    return standing_columns(rows, measure)


def value_columns(exploration: Exploration, measure: str) -> Columns:
    """Return one row for each value, or for each combination of two values."""
    axes = exploration.axes
    values = [(a,) for a in axes[0].labels]
    if len(axes) == 2:
        values = [(a, b) for a in axes[0].labels for b in axes[1].labels]  # type: ignore[misc]
    names = [axis.name for axis in axes]
    rows = (
        (dict(zip(names, value, strict=True)), standing)
        for value, standing in zip(values, exploration.comparison.standings, strict=True)
    )
    return standing_columns(rows, measure)


def rank_columns(ranks: Ranks, labels: Sequence[str]) -> Columns:
    """Return the average rank of each contender that has one."""
    rows = ((labels[k], average) for k, average in zip(ranks.contenders, ranks.average, strict=True))
    return columns_of(("contender", "average_rank"), rows)
