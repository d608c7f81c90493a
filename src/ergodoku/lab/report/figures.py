"""The figures of a study: run-length distributions and box plots.

Each function draws on the given axes, or on new ones, and returns them. Data are thinned: a figure of a
million runs has no more points than a figure of a thousand.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from ergodoku.lab.analysis import NAMES, empirical, horizon, kaplan_meier
from ergodoku.lab.report.figure_parts import (
    contender_legend,
    effort_axis,
    limit_line,
    quartile_box,
    sample,
    share_axis,
    short_label,
    steps,
)
from ergodoku.views.looks import looks
from ergodoku.views.style import canvas, say

if TYPE_CHECKING:
    from matplotlib.axes import Axes

    from ergodoku.lab.analysis import Comparison, Runs

APART = 0.01  # draw the Kaplan-Meier estimate if it differs from the empirical curve by this much


def sizes(contenders: int) -> dict[str, tuple[float, float]]:
    """Return the size of each figure in inches, for this many contenders."""
    return {
        "run-lengths": (7.2, max(4.2, 0.15 * contenders)),
        "boxes": (7.2, 1.2 + 0.5 * contenders),
        "ranks": (7.2, 1.1 + 0.32 * ((contenders + 1) // 2) + 0.16 * contenders),
    }


def run_lengths(
    runs: Runs,
    comparison: Comparison,
    measure: str = "seconds",
    *,
    ax: Axes | None = None,
    theme: str | None = None,
) -> Axes:
    """Draw the share of runs solved within an effort, one curve per contender.

    A curve ends at the longest run; an open mark there means that some runs gave up. If runs had different
    limits, a thin line shows the Kaplan-Meier estimate.
    """
    with canvas(ax, theme, sizes(len(comparison.labels))["run-lengths"]) as (ax, palette):
        drawn = [s for s in comparison.standings if s.runs]
        if not drawn:
            return say(ax, "no run has ended yet", palette)
        effort = runs.effort(measure)
        effort_axis(ax, "x", effort, measure)
        each = looks(comparison.methods)
        left = float(min(ax.get_xlim()[0], effort.min()))
        for standing in drawn:
            mine = runs.contender == standing.contender
            colour, stroke, _ = each[standing.contender]
            curve = empirical(effort[mine], runs.solved[mine]).thin()
            x, y = steps(curve, left)
            ax.plot(x, y, color=colour, linestyle=stroke, linewidth=1.8, label=standing.label)
            if standing.solved < standing.runs:
                ax.plot(x[-1:], y[-1:], ">", color=colour, markerfacecolor=palette.paper, markersize=6.5)
            at_risk = horizon(effort[mine], runs.solved[mine], comparison.limits[measure])
            estimate = kaplan_meier(at_risk, runs.solved[mine]).thin()
            if standing.solved and abs(estimate.share[-1] - curve.share[-1]) > APART:
                ax.plot(*steps(estimate, left), color=colour, linewidth=0.7, alpha=0.8)
        limit_line(ax, "x", comparison.limits[measure], palette)
        share_axis(ax)
        ax.set_xlabel(NAMES[measure])
        ax.set_ylabel("runs solved")
        contender_legend(ax, len(drawn))
        return ax


def boxes(
    runs: Runs,
    comparison: Comparison,
    measure: str = "seconds",
    *,
    ax: Axes | None = None,
    theme: str | None = None,
) -> Axes:
    """Draw the quartiles and the runs of each contender; open triangles are runs that gave up.

    A box without a right end has an unknown upper quartile.
    """
    count = len(comparison.standings)
    with canvas(ax, theme, sizes(count)["boxes"]) as (ax, palette):
        if not len(runs):
            return say(ax, "no run has ended yet", palette)
        effort = runs.effort(measure)
        effort_axis(ax, "x", effort, measure)
        each = looks(comparison.methods)
        generator = np.random.default_rng(0)  # the same study gives the same figure
        for standing in comparison.standings:
            mine = runs.contender == standing.contender
            colour = each[standing.contender].colour
            row = -standing.contender
            spent, solved = sample(effort[mine], runs.solved[mine])
            height = row + generator.uniform(-0.3, 0.3, len(spent))
            ax.plot(spent[solved], height[solved], ".", color=colour, markersize=3.2, alpha=0.85)
            ax.plot(
                spent[~solved],
                height[~solved],
                ">",
                color=colour,
                markerfacecolor="none",
                markersize=4,
                alpha=0.7,
            )
            if standing.runs:
                ends = (row - 0.36, row + 0.36)
                quartile_box(ax, "x", ends, effort[mine], runs.solved[mine], (palette.ink, palette.ink))
        limit_line(ax, "x", comparison.limits[measure], palette)
        ax.set_yticks([-k for k in range(count)], [short_label(s.label) for s in comparison.standings])
        ax.set_ylim(-count + 0.4, 0.6)
        ax.tick_params(axis="y", length=0, labelcolor=palette.ink)
        ax.grid(visible=False, axis="y")
        ax.grid(visible=True, axis="x")
        ax.spines["left"].set_visible(False)
        for standing in comparison.standings:
            ax.annotate(
                f"{standing.solved:,}/{standing.runs:,}",
                (1.01, -standing.contender),
                xycoords=("axes fraction", "data"),
                va="center",
                fontsize=8,
                color=palette.muted,
            )
        ax.annotate(
            "solved", (1.01, 1.0), xycoords="axes fraction", va="bottom", fontsize=8, color=palette.muted
        )
        ax.set_xlabel(NAMES[measure])
        return ax
