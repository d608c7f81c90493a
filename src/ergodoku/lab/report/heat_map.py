"""The heat map of an exploration: the expected running time over two parameters."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from ergodoku.lab.analysis import Floats, effort_text
from ergodoku.lab.report.figure_parts import name_ticks
from ergodoku.views.style import canvas, say

if TYPE_CHECKING:
    from matplotlib.axes import Axes

    from ergodoku.lab.analysis import Exploration

WRITTEN = 130  # cells up to which each holds its number
FAR = 30.0  # times the best: what needs more is all the same
FAINT, STRONG = 0.04, 0.62  # how much colour the worst and the best cell have
FRAMES = {True: (0.04, 2.4), False: (0.06, 0.7)}  # inset and width: of the best, of what may be as good


def heat_map(
    exploration: Exploration,
    measure: str = "seconds",
    *,
    ax: Axes | None = None,
    theme: str | None = None,
) -> Axes:
    """Draw the expected running time over two parameters: the stronger the colour, the less it needs.

    The best cell has a thick frame, cells that may be as good have a thin one; a cell where nothing was
    solved is empty.
    """
    from matplotlib.patches import Rectangle

    with canvas(ax, theme, (7.2, 4.6)) as (ax, palette):
        if len(exploration.axes) != 2:
            return say(ax, "a heat map needs two parameters", palette)
        down, across = exploration.axes
        columns = len(across.values)
        expected = np.array([s.effort(measure).expected for s in exploration.comparison.standings])
        best = exploration.best[measure]
        if best is None:
            return say(ax, "no run was solved", palette)
        weights = _weights(expected)
        for k, value in enumerate(expected):
            row, column = divmod(k, columns)
            known, first = bool(np.isfinite(value)), k == best.contender
            if known:
                corner = (column - 0.5, row - 0.5)
                ax.add_patch(
                    Rectangle(corner, 1, 1, facecolor=palette.series[0], alpha=weights[k], linewidth=0)
                )
            if len(expected) <= WRITTEN:
                ax.text(
                    column,
                    row,
                    effort_text(float(value), measure) if known else "-",
                    ha="center",
                    va="center",
                    fontsize=8,
                    color=palette.ink if known else palette.muted,
                    fontweight="bold" if first else "normal",
                )
            if first or k in best.alike:
                inset, width = FRAMES[first]
                corner, side = (column - 0.5 + inset, row - 0.5 + inset), 1 - 2 * inset
                frame = Rectangle(corner, side, side, fill=False, edgecolor=palette.ink, linewidth=width)
                frame.set_zorder(3 + first)
                ax.add_patch(frame)
        ax.set_xlim(-0.5, columns - 0.5)
        ax.set_ylim(-0.5, len(down.values) - 0.5)
        name_ticks(ax, "x", across.labels)
        name_ticks(ax, "y", down.labels)
        ax.tick_params(length=0)
        ax.grid(visible=False)
        ax.spines[:].set_visible(False)
        ax.set_xlabel(across.name)
        ax.set_ylabel(down.name)
        return ax


def _weights(expected: Floats) -> Floats:
    """Return the amount of colour of each cell: most for the best, evenly less on a logarithmic scale."""
    known = expected[np.isfinite(expected)]
    # Where logic solves everything nothing is needed: that is as good as the least that is needed elsewhere.
    least = known[known > 0].min(initial=known.max() or 1.0)
    logs = np.log(np.clip(expected, least, known.max() or 1.0))
    span = min(float(np.ptp(logs)), np.log(FAR)) or 1.0
    share: Floats = np.clip(1 - (logs - logs.min()) / span, 0, 1)
    return FAINT + (STRONG - FAINT) * share
