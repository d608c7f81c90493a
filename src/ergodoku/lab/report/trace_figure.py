"""The figure of stored traces: the energy of some walks of each contender on one puzzle."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from ergodoku.lab.analysis import StoredWalk, effort_text
from ergodoku.lab.report.figure_data import Columns, joined
from ergodoku.lab.report.figure_parts import panels, short_label
from ergodoku.views.looks import looks
from ergodoku.views.style import canvas, say

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.ticker import MaxNLocator

    from ergodoku.lab.analysis import Comparison

COLUMNS = 3
MOST = 9  # maximum number of contenders to draw


def trace_size(contenders: int) -> tuple[float, float]:
    """Return the size of the figure in inches."""
    columns = min(COLUMNS, max(1, contenders))
    return 7.2, 0.6 + 2.2 * -(-min(MOST, max(1, contenders)) // columns)


def trace_columns(walks: Sequence[StoredWalk], labels: Sequence[str]) -> Columns:
    """Return the points of the traces as columns; puzzle and repetition are numbered from 1."""
    names = ("iteration", "seconds", "energy", "best", "temperature", "acceptance", "restarts")
    return joined(
        (
            {"puzzle": w.puzzle + 1, "contender": labels[w.contender], "repetition": w.repetition + 1},
            {name: getattr(w.trace, name) for name in names},
        )
        for w in walks
    )


def stored_traces(
    walks: Sequence[StoredWalk],
    comparison: Comparison,
    *,
    ax: Axes | None = None,
    theme: str | None = None,
) -> Axes:
    """Draw a panel for each contender: the energy of its walks as faint lines, and the best so far."""
    contenders = sorted({walk.contender for walk in walks})[:MOST]
    with canvas(ax, theme, trace_size(len(contenders))) as (ax, palette):
        if not walks:
            return say(ax, "no traces are stored", palette)
        columns = min(COLUMNS, len(contenders))
        shown = panels(ax, -(-len(contenders) // columns), columns)
        each = looks(comparison.methods)
        top = max(int(walk.trace.energy.max()) for walk in walks)
        for k, (panel, contender) in enumerate(zip(shown, contenders, strict=False)):
            colour = each[contender].colour
            for walk in walks:
                if walk.contender == contender:
                    trace = walk.trace
                    panel.plot(trace.iteration, trace.energy, color=colour, linewidth=0.6, alpha=0.35)
                    best: dict[str, Any] = {"color": colour, "linewidth": 1.3, "drawstyle": "steps-post"}
                    panel.plot(trace.iteration, trace.best, **best)
                    if trace.best[-1] == 0:
                        star: dict[str, Any] = {"color": colour, "markeredgecolor": palette.paper}
                        panel.plot(trace.iteration[-1], 0, "*", markersize=9, clip_on=False, zorder=4, **star)
            panel.set_yscale("symlog", linthresh=1, linscale=0.5)
            panel.set_ylim(-0.08, 1.3 * max(2, top))
            panel.set_xlim(left=0)
            panel.yaxis.set_major_formatter(lambda value, _: f"{value:g}")
            panel.xaxis.set_major_locator(_few_ticks())
            panel.xaxis.set_major_formatter(lambda value, _: effort_text(value, "iterations"))
            panel.set_title(short_label(comparison.labels[contender]), loc="left", fontsize=9.5)
            if k + columns >= len(contenders):
                panel.set_xlabel("iterations")
            if k % columns:
                panel.tick_params(axis="y", labelleft=False)
            else:
                panel.set_ylabel("energy")
        for panel in shown[len(contenders) :]:
            panel.set_axis_off()
        return ax


def _few_ticks() -> MaxNLocator:
    from matplotlib.ticker import MaxNLocator

    return MaxNLocator(3)
