"""Explore parameters: which value is best, how certain that is, and which others may be as good."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

import numpy as np

from ergodoku.base.errors import StudyError
from ergodoku.lab.analysis.best import Best, best_of
from ergodoku.lab.analysis.comparison import Comparison, class_results
from ergodoku.lab.analysis.exploration_study import axes_of_study, order_of_values
from ergodoku.lab.analysis.exploration_words import best_at_edge, best_sentence
from ergodoku.lab.analysis.notes import notes_of
from ergodoku.lab.analysis.published import PRESETS, against_published
from ergodoku.lab.analysis.summary import Runs, limits_of, standings_of
from ergodoku.lab.analysis.words import NAMES
from ergodoku.lab.study import EXPLORE, Axis, Study

if TYPE_CHECKING:
    from ergodoku.lab.study import Store


@dataclass(frozen=True, eq=False)
class Exploration:
    """The comparison of the values of one or two parameters.

    Attributes
    ----------
    axes : tuple of Axis
        The parameters and their values; the last varies fastest over the contenders.
    comparison : Comparison
        The statistics of each value, with the conclusions as sentences.
    best : dict of str to (Best or None)
        For each measure, the best value and the others that may be as good; None if nothing was solved.
    runs : Runs
        The runs, with contenders in the order of the values.
    cpu_time : bool
        Whether seconds are CPU time. CPU time is used if it is known for every run, because other programs
        disturb it less than the time on the clock.
    """

    axes: tuple[Axis, ...]
    comparison: Comparison
    best: dict[str, Best | None]
    runs: Runs
    cpu_time: bool = False

    def to_dict(self) -> dict[str, Any]:
        """Return the exploration as plain values for JSON."""
        labels = self.comparison.labels
        found = self.comparison.to_dict()
        del found["pairs"], found["ranks"]
        return {
            "axes": [{"name": a.name, "values": list(a.values), "scale": a.scale} for a in self.axes],
            "best": {
                measure: None
                if best is None
                else {"value": labels[best.contender], "alike": [labels[k] for k in best.alike]}
                for measure, best in self.best.items()
            },
            **found,
        }

    def __rich__(self) -> object:
        return self.comparison.__rich__()

    def __str__(self) -> str:
        return str(self.comparison)


def explore(study: Study, store: Store, by: str | None = None) -> Exploration:
    """Return the exploration of the finished runs; the study may still be running."""
    return explore_runs(study, Runs.read(store), by)


def explore_runs(study: Study, runs: Runs, by: str | None = None) -> Exploration:
    """Return the exploration of runs that are already in memory."""
    if study.kind != EXPLORE:
        raise StudyError(
            f"{str(study.folder)!r} holds a study of kind {study.kind!r}, not {EXPLORE!r}",
            "choose another folder",
        )
    axes, order = axes_of_study(study), order_of_values(study)
    study = replace(study, contenders=tuple(study.contenders[k] for k in order))
    as_run = runs = replace(runs, contender=np.argsort(order)[runs.contender])
    if runs.knows_cpu_time:
        runs = replace(runs, seconds=runs.cpu_seconds)
    standings, drawn = standings_of(study, runs, as_run)
    best = {measure: best_of(runs, measure, drawn) for measure in runs.measures}
    by, classes = class_results(study, runs, by, as_run)
    told = [best_sentence(axes, standings, measure, found) for measure, found in best.items() if found]
    notes = notes_of(study, as_run, standings, cpu_times=runs.knows_cpu_time, pairs=False)
    for measure, found in best.items():
        if found and (edge := best_at_edge(axes, found)):
            notes.append(
                f"in {NAMES[measure]}, the best {edge} lies at the end of its range: try values beyond it"
            )
    if study.extra.get("preset") in PRESETS:
        told += against_published(study, axes, standings, best)
    comparison = Comparison(
        tuple(c.label for c in study.contenders),
        tuple(c.name for c in study.contenders),
        len(study.puzzles),
        study.runs,
        len(runs),
        study.total,
        runs.measures,
        limits_of(study),
        standings,
        dict.fromkeys(runs.measures, ()),
        dict.fromkeys(runs.measures),
        by,
        classes,
        tuple(told),
        tuple(notes),
    )
    return Exploration(axes, comparison, best, runs, runs.knows_cpu_time)
