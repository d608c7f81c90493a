"""The figure of classes: the expected running time of each contender in each class of puzzles."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from ergodoku.lab.analysis import NAMES
from ergodoku.lab.report.figure_parts import effort_axis, name_ticks
from ergodoku.views.looks import looks
from ergodoku.views.style import canvas, legend_above, say

if TYPE_CHECKING:
    from matplotlib.axes import Axes

    from ergodoku.lab.analysis import Comparison

ORDERED = ("size", "givens", "clues")  # these classes have an order, so lines may connect them
SPREAD = 0.5  # share of a class's width that its contenders use


def class_efforts(
    comparison: Comparison,
    measure: str = "seconds",
    *,
    ax: Axes | None = None,
    theme: str | None = None,
) -> Axes:
    """Draw the expected running time with its interval (95 %), class by class, on a logarithmic scale.

    An open triangle at the upper edge means that nothing was solved, so the time is unknown.
    """
    with canvas(ax, theme, (7.2, 3.8)) as (ax, palette):
        classes = comparison.classes
        if not classes:
            return say(ax, "all puzzles are in one class", palette)
        efforts = [[s.effort(measure) for s in one.standings] for one in classes]
        seen = [x for row in efforts for e in row for x in (e.expected, *e.expected_interval)]
        finite = np.array([x for x in seen if np.isfinite(x)])
        if not finite.size:
            return say(ax, "no run was solved", palette)
        effort_axis(ax, "y", finite, measure)
        low, high = ax.get_ylim()
        count = len(comparison.labels)
        each = looks(comparison.methods)
        for k, label in enumerate(comparison.labels):
            colour, stroke, marker = each[k]
            x = np.arange(len(classes)) + (SPREAD * (k / (count - 1) - 0.5) if count > 1 else 0.0)
            y = np.array([row[k].expected for row in efforts])
            known = np.isfinite(y)
            if comparison.by in ORDERED:
                ax.plot(x[known], y[known], color=colour, linestyle=stroke, linewidth=1, alpha=0.85)
            ax.plot(x[known], y[known], marker, color=colour, markersize=5, label=label)
            for place in np.flatnonzero(known):
                span = np.clip(efforts[place][k].expected_interval, low, high)
                ax.plot([x[place]] * 2, span, color=colour, linewidth=1.6)
            nothing = np.array(
                [
                    row[k].expected == np.inf and one.standings[k].runs > 0
                    for row, one in zip(efforts, classes, strict=True)
                ]
            )
            ax.plot(
                x[nothing],
                np.full(nothing.sum(), high),
                "^",
                color=colour,
                markerfacecolor=palette.paper,
                clip_on=False,
            )
        name_ticks(ax, "x", [one.name for one in classes])
        ax.set_xlim(-0.6, len(classes) - 0.4)
        ax.grid(visible=False, axis="x")
        ax.set_xlabel(comparison.by)
        ax.set_ylabel(f"expected {NAMES[measure]}")
        if count > 1:
            legend_above(ax)
        return ax
