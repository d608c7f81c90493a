"""Exploring parameters: a study whose contenders are values, and which of them is best, and how surely."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ergodoku.base.errors import StudyError
from ergodoku.lab.analysis import conclusions as conclude
from ergodoku.lab.analysis.best import Best, best_of
from ergodoku.lab.analysis.comparison import Comparison
from ergodoku.lab.analysis.published import PRESETS, against_published
from ergodoku.lab.analysis.summary import MEASURES, Runs, Standing, standing
from ergodoku.lab.analysis.words import effort_text
from ergodoku.lab.study import EXPLORE, TIME_LIMIT, Axis, Contender, Study, axes_of, combinations, configured
from ergodoku.methods.parameters import as_dict
from ergodoku.methods.registry import Method, method_of
from ergodoku.puzzle.puzzle import Puzzle

if TYPE_CHECKING:
    from ergodoku.lab.study import Store

LISTED = 6  # values that are named one by one


@dataclass(frozen=True, eq=False)
class Exploration:
    """What the values of one or two parameters are worth.

    Attributes
    ----------
    axes : tuple of Axis
        The parameters and their values; the last varies fastest over the contenders.
    comparison : Comparison
        The figures of each value, with the conclusions in words.
    best : dict of str to (Best or None)
        For each measure the best value, and those not told apart from it; None if nothing was solved.
    """

    axes: tuple[Axis, ...]
    comparison: Comparison
    best: dict[str, Best | None]

    def to_dict(self) -> dict[str, Any]:
        """Return it for JSON."""
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


def begin_exploration(
    folder: str | Path | None,
    puzzles: Iterable[Puzzle],
    method: str | Method,
    vary: Sequence[str],
    *,
    runs: int = 50,
    settings: Mapping[str, str] | None = None,
    seed: int = 0,
    time_limit: float | None = TIME_LIMIT,
    max_iterations: int | None = None,
    traces: bool = False,
    preset: str = "",
) -> Study:
    """Begin a study of the values that parameters may take, or return the one that is there.

    Parameters
    ----------
    folder, puzzles, runs, seed, time_limit, max_iterations, traces
        As in `Study.create`.
    method : str or Method
        A name, a TOML file or a method.
    vary : sequence of str
        One or two, such as ``cooling=0.98:0.999:20``; see `axes_of`.
    settings : mapping, optional
        Other parameters by name; they hold for every value.
    preset : str
        The published study that is repeated, if any.

    Returns
    -------
    Study
        Run it, and give it with its store to `explore`.
    """
    base = Contender.of(method)
    axes = axes_of(vary, base.build(), settings)
    chosen = combinations(axes)
    contenders = [
        Contender(label, base.method, as_dict(configured(base.build(), settings, values)))
        for label, values in zip(_labels(axes), chosen, strict=True)
    ]
    extra: dict[str, Any] = {"method": base.method, "vary": list(vary)}
    if isinstance(method, str) and not method.endswith(".toml"):
        extra["set"] = [f"{name}={value}" for name, value in (settings or {}).items()]
    else:  # what a file says is kept here, since the file may be gone
        made = method_of(base.build(), settings)
        extra["parameters"] = _without_none(as_dict(made))
    return Study.create(
        folder,
        puzzles,
        contenders,
        runs=runs,
        seed=seed,
        time_limit=time_limit,
        max_iterations=max_iterations,
        traces=traces,
        kind=EXPLORE,
        extra=extra | ({"preset": preset} if preset else {}),
    )


def explore(study: Study, store: Store) -> Exploration:
    """Say which value is best over the runs that have ended so far; the study may still be running."""
    return explore_runs(study, Runs.read(store))


def explore_runs(study: Study, runs: Runs) -> Exploration:
    """Say which value is best over runs that were read before."""
    if study.kind != EXPLORE:
        raise StudyError(
            f"{str(study.folder)!r} holds a study of kind {study.kind!r}, not {EXPLORE!r}",
            "choose another folder",
        )
    axes = axes_of_study(study)
    standings = tuple(standing(study, runs, k) for k in range(len(study.contenders)))
    best = {measure: best_of(runs, measure, len(standings)) for measure in MEASURES}
    told = [_sentence(axes, standings, measure, found) for measure, found in best.items() if found]
    notes = conclude.notes(study, runs, standings)
    for measure, found in best.items():
        if found and (edge := _at_the_edge(axes, found.contender)):
            notes.append(f"in {measure} the best {edge} lies at the end of its range: try values beyond it")
    if study.extra.get("preset") in PRESETS:
        told += against_published(study, axes, standings, best)
    comparison = Comparison(
        tuple(c.label for c in study.contenders),
        len(study.puzzles),
        study.runs,
        len(runs),
        {"seconds": study.time_limit, "iterations": study.max_iterations},
        standings,
        dict.fromkeys(MEASURES, ()),
        dict.fromkeys(MEASURES),
        tuple(told),
        tuple(notes),
    )
    return Exploration(axes, comparison, best)


def axes_of_study(study: Study) -> tuple[Axis, ...]:
    """Return the axes of a study of values, worked out anew from what it notes."""
    extra = study.extra
    settings = dict(text.split("=", 1) for text in extra.get("set", ()))
    base = method_of(extra["method"], extra.get("parameters"))
    return tuple(axes_of(extra["vary"], base, settings))


def _labels(axes: Sequence[Axis]) -> list[str]:
    shown = [Axis(axis.name, axis.labels, axis.scale) for axis in axes]
    return [" ".join(f"{name}={value}" for name, value in c.items()) for c in combinations(shown)]


def _sentence(axes: Sequence[Axis], standings: Sequence[Standing], measure: str, best: Best) -> str:
    effort = standings[best.contender].effort(measure)
    names, values = " and ".join(axis.name for axis in axes), _value_names(axes)
    alike = _together(axes, best, values)
    also = f" (also {alike} cannot be told apart)" if alike else ""

    def write(amount: float) -> str:
        return effort_text(amount, measure) + (" iterations" if measure == "iterations" else "")

    low, high = effort.expected_interval
    sure = f"{write(low)} to {write(high)}" if math.isfinite(high) else f"above {write(low)}"
    median = effort.median if math.isfinite(effort.median) else effort.at_least[1]
    above = "" if math.isfinite(effort.median) else "above "
    return (
        f"Best {names} in {measure}: {values[best.contender]}{also}, with an expected running time of "
        f"{write(effort.expected)} (95 %: {sure}) and a median {above or 'of '}{write(median)}."
    )


def _value_names(axes: Sequence[Axis]) -> list[str]:
    if len(axes) == 1:
        return list(axes[0].labels)
    return [f"{a} with {b}" for a in axes[0].labels for b in axes[1].labels]


def _together(axes: Sequence[Axis], best: Best, values: Sequence[str]) -> str:
    """Return the values that may be as good: from one to another where they are neighbours, else a list."""
    if not best.alike:
        return ""
    members = sorted({*best.alike, best.contender})
    neighbours = members[-1] - members[0] == len(members) - 1
    if len(axes) == 1 and axes[0].scale != "words" and neighbours and len(members) > 2:
        return f"{values[members[0]]} to {values[members[-1]]}"
    if len(best.alike) <= LISTED:
        return ", ".join(values[k] for k in best.alike)
    if len(best.alike) == len(values) - 1:
        return "all others"
    return f"{len(best.alike)} other values"


def _at_the_edge(axes: Sequence[Axis], contender: int) -> str:
    places = [contender] if len(axes) == 1 else list(divmod(contender, len(axes[1].values)))
    for axis, place in zip(axes, places, strict=True):
        if axis.scale != "words" and len(axis.values) > 2 and place in (0, len(axis.values) - 1):
            return axis.name
    return ""


def _without_none(values: Mapping[str, Any]) -> dict[str, Any]:
    return {
        name: _without_none(value) if isinstance(value, Mapping) else value
        for name, value in values.items()
        if value is not None
    }
