"""The figure of restarts: time to target with an exponential curve, and the cost of a solution by cutoff."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from ergodoku.lab.analysis import NAMES, Floats, Restarts
from ergodoku.lab.report.figure_data import Columns, joined
from ergodoku.lab.report.figure_parts import (
    log_ticks,
    panels_with_legend,
    share_axis,
    shared_legend,
    steps,
)
from ergodoku.views.looks import looks
from ergodoku.views.style import canvas, say

if TYPE_CHECKING:
    from matplotlib.axes import Axes

    from ergodoku.lab.analysis import Comparison

SIZE = (7.2, 3.8)
LEFT = 0.01  # left edge, in multiples of the expected running time
POINTS = 150  # maximum number of points per curve
SENTENCES = 6
MEANING = {
    "restart sooner": "so runs should be restarted sooner",
    "do not restart sooner": "so an earlier restart would cost more",
    "no significant effect": "so restarts have no significant effect",
}


def restart_columns(found: Sequence[Restarts], labels: Sequence[str]) -> Columns:
    """Return the curves as columns: for each multiple, the share of solved runs and the cost of a cutoff."""
    thinned = [(one, one.times.thin()) for one in found]
    return joined(
        (
            {"contender": labels[one.contender]},
            {
                "multiple_of_ert": curve.effort,
                "share": curve.share,
                "exponential": 1 - np.exp(-curve.effort),
                "cost": np.interp(curve.effort, one.cost.cutoff, one.cost.cost, left=np.nan)
                if len(one.cost.cost)
                else np.full(len(curve.effort), np.nan),
            },
        )
        for one, curve in thinned
    )


def restart_words(found: Sequence[Restarts], labels: Sequence[str]) -> str:
    """Return a sentence on each contender: the fitted shape, and what it means for restarts."""
    said = []
    for one in found[:SENTENCES]:
        if one.shape is not None:
            low, high = one.shape.interval
            figures = f"shape {one.shape.shape:.2f} ({low:.2f}-{high:.2f})"
            said.append(f"{labels[one.contender]}: {figures}, {MEANING[one.shape.verdict]}.")
    return " ".join(said)


def time_to_target(
    found: Sequence[Restarts],
    comparison: Comparison,
    measure: str = "seconds",
    *,
    ax: Axes | None = None,
    theme: str | None = None,
) -> Axes:
    """Draw the share of runs solved over time, an exponential curve, and the cost of each cutoff."""
    with canvas(ax, theme, SIZE) as (ax, palette):
        if not found:
            return say(ax, "no run was solved by searching", palette)
        (left, right), strip = panels_with_legend(ax, 1, 2)
        each = looks(comparison.methods)
        most = max(float(one.times.end) for one in found)
        edge = max(3.0, 1.1 * most)
        x = np.geomspace(LEFT, edge, 200)
        look: dict[str, Any] = {"color": palette.muted, "linewidth": 1.0}
        left.plot(x, 1 - np.exp(-x), label="exponential", zorder=3, **look)
        right.plot([LEFT, edge], [1, 1], **look)
        for one in found:
            colour, stroke, _ = each[one.contender]
            line: dict[str, Any] = {"color": colour, "linestyle": stroke, "linewidth": 1.6}
            left.plot(*steps(one.times.thin(POINTS), LEFT), label=comparison.labels[one.contender], **line)
            kept = one.cost.cutoff >= LEFT
            right.plot(*_thinned(one.cost.cutoff[kept], one.cost.cost[kept]), **line)
        for panel in (left, right):
            panel.set_xscale("log")
            panel.set_xlim(LEFT, edge)
            log_ticks(panel.xaxis, small=True)
            panel.xaxis.set_major_formatter(lambda value, _: f"{value:g}")
            panel.set_xlabel(f"multiples of the expected {NAMES[measure]}")
        share_axis(left)
        left.set_ylabel("runs solved")
        right.set_ylim(0, min(4.0, max(1.5, right.get_ylim()[1])))
        right.set_ylabel("cost if restarted there")
        shared_legend(strip, left)
        return ax


def _thinned(x: Floats, y: Floats) -> tuple[Floats, Floats]:
    """Return some points of a curve, evenly spaced in the logarithm of x."""
    if len(x) <= POINTS:
        return x, y
    kept = np.unique(np.searchsorted(x, np.geomspace(x[0], x[-1], POINTS)).clip(0, len(x) - 1))
    return x[kept], y[kept]
