"""The figures of a tuning: its trials in order, and the effect of each parameter."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from typing import TYPE_CHECKING

import numpy as np

from ergodoku.base.numbers import number
from ergodoku.lab.report.drawing import Draw, ReportFigure
from ergodoku.lab.report.figure_parts import effort_axis, log_ticks
from ergodoku.lab.tuning import trial_columns
from ergodoku.views.colours import colour_of
from ergodoku.views.style import canvas, legend_above, say

if TYPE_CHECKING:
    from matplotlib.axes import Axes

    from ergodoku.lab.tuning import TuningOutcome

PARAMETERS = 4  # draw figures for this many parameters, the most important ones
DECADES = 30.0  # a range that spans more than this factor is drawn on a logarithmic axis


def draw_tuning(outcome: TuningOutcome, draw: Draw) -> Iterator[ReportFigure]:
    """Draw all figures with ``draw``, and yield them for the page."""
    data = trial_columns(outcome)
    hidden = sum(trial.effort is None for trial in outcome.trials)
    missing = f" Not drawn: trials that were stopped before they had run once on every puzzle ({hidden:,})."
    yield draw(
        "trials",
        outcome.measure,
        "Trials",
        "The effort per solution of each trial, in order; the line is the best so far. An open marker is a "
        "trial that was stopped early because it fell behind; it shows the effort up to that point."
        + (missing if hidden else ""),
        partial(trial_history, outcome),
        (7.2, 3.6),
        data,
    )
    names = [*outcome.importance, *(name for name in outcome.ranges if name not in outcome.importance)]
    for place, name in enumerate(names[:PARAMETERS], 1):
        yield draw(
            f"parameter-{place}",
            name,
            "Trials by parameter",
            "The same trials over the value of each parameter, the most important first. The dashed line is "
            "the default.",
            partial(trials_over_parameter, outcome, name),
            (7.2, 3.4),
            data,
        )


def trial_history(outcome: TuningOutcome, *, ax: Axes | None = None, theme: str | None = None) -> Axes:
    """Draw the effort of each trial, and the best so far as a line."""
    with canvas(ax, theme, (7.2, 3.6)) as (ax, palette):
        known = [trial for trial in outcome.trials if trial.effort is not None]
        if not known:
            return say(ax, "no trial has ended yet", palette)
        effort_axis(ax, "y", np.array([trial.effort for trial in known]), outcome.measure)
        colour = colour_of(outcome.name)
        _points(ax, outcome, [trial.number + 1 for trial in known], palette.paper)
        done = [trial for trial in known if not trial.pruned]
        best = np.minimum.accumulate(np.array([trial.effort for trial in done], dtype=np.float64))
        steps = [trial.number + 1 for trial in done]
        ax.step(
            [*steps, len(outcome.trials)],
            [*best, *best[-1:]],
            where="post",
            color=colour,
            label="best so far",
        )
        ax.set_xlabel("trial")
        ax.set_ylabel(_effort(outcome))
        legend_above(ax)
        return ax


def trials_over_parameter(
    outcome: TuningOutcome, name: str, *, ax: Axes | None = None, theme: str | None = None
) -> Axes:
    """Draw the effort of each trial over the value of one parameter."""
    with canvas(ax, theme, (7.2, 3.4)) as (ax, palette):
        known = [trial for trial in outcome.trials if trial.effort is not None and name in trial.values]
        if not known:
            return say(ax, "no trial with this parameter has ended yet", palette)
        effort_axis(ax, "y", np.array([trial.effort for trial in known]), outcome.measure)
        values = [trial.values[name] for trial in known]
        numbers = all(isinstance(value, int | float) and not isinstance(value, bool) for value in values)
        if numbers:
            low, high = outcome.ranges[name][0], outcome.ranges[name][-1]
            if low > 0 and high / low > DECADES:
                ax.set_xscale("log")
                log_ticks(ax.xaxis)
                ax.xaxis.set_major_formatter(lambda value, _: number(value))
            if min(values) == max(values):  # no margins can be computed for a single value
                ax.set_xlim(low, high)
            default = outcome.value(name, tuned=False)
            if isinstance(default, int | float) and low <= default <= high:
                ax.axvline(default, color=palette.muted, linestyle="--", linewidth=1)
        _points(
            ax, outcome, values if numbers else [str(value).lower() for value in values], palette.paper, name
        )
        ax.set_xlabel(name)
        ax.set_ylabel(_effort(outcome))
        return ax


def _effort(outcome: TuningOutcome) -> str:
    return f"{outcome.measure.replace('_', ' ')} per solution"


def _points(ax: Axes, outcome: TuningOutcome, x: Sequence[float | str], paper: str, name: str = "") -> None:
    """Draw a marker for each trial that has an effort; it is open if the trial was stopped early."""
    known = [t for t in outcome.trials if t.effort is not None and (not name or name in t.values)]
    colour = colour_of(outcome.name)
    for pruned, label, face in ((False, "completed", colour), (True, "stopped early", paper)):
        chosen = [k for k, trial in enumerate(known) if trial.pruned == pruned]
        if chosen:
            ax.plot(
                [x[k] for k in chosen],
                [known[k].effort or 0.0 for k in chosen],
                "o",
                color=colour,
                markerfacecolor=face,
                markersize=4.5,
                label=label,
            )
