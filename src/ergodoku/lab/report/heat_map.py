"""The heat map of an exploration: the expected running time over two parameters."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from ergodoku.lab.analysis import Floats, effort_text
from ergodoku.lab.report.explore_figures import effort_name, explored
from ergodoku.lab.report.figure_parts import effort_axis, name_ticks
from ergodoku.views.colours import colour_of
from ergodoku.views.style import canvas, say

if TYPE_CHECKING:
    from matplotlib.axes import Axes

    from ergodoku.lab.analysis import Exploration

WRITTEN = 130  # with more cells, no numbers are written into them
FAR = 30.0  # cells above this multiple of the best all have the faintest colour
FAINT, STRONG = 0.04, 0.62  # strength of the colour of the worst and of the best cell
STEPS = 24  # shades of the colour bar
# The (inset, width) of the frame of the best cell (True) and of cells that may be as good (False).
FRAMES = {True: (0.04, 2.4), False: (0.06, 0.7)}


def heat_map(
    exploration: Exploration,
    measure: str = "seconds",
    *,
    ax: Axes | None = None,
    theme: str | None = None,
) -> Axes:
    """Draw the expected running time over two parameters; a stronger colour means less effort.

    The best cell has a thick frame, and cells that may be as good have a thin one. A cell has no colour if
    nothing was solved. The colour bar at the right names the quantity.
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
        colour = colour_of(exploration.comparison.methods[0])
        least, most = _range(expected)
        weights = _weights(expected, least, most)
        for k, value in enumerate(expected):
            row, column = divmod(k, columns)
            known, first = bool(np.isfinite(value)), k == best.contender
            if known:
                corner = (column - 0.5, row - 0.5)
                ax.add_patch(Rectangle(corner, 1, 1, facecolor=colour, alpha=weights[k], linewidth=0))
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
        ax.set_title(explored(exploration), loc="left", fontsize=10, pad=8)
        bar = _draw_bar(ax, (least, most), measure, colour)
        bar.set_ylabel(f"expected {effort_name(exploration, measure)} to a solution")
        return ax


def _draw_bar(ax: Axes, span: tuple[float, float], measure: str, colour: str) -> Axes:
    """Draw a colour bar, in patches of one colour from faint to strong as in the cells; return its axes."""
    from matplotlib.patches import Rectangle

    least, most = span
    bar = ax.inset_axes((1.03, 0.0, 0.035, 1.0))
    edges = np.geomspace(least, most, STEPS + 1)
    middles = np.sqrt(edges[1:] * edges[:-1])
    for low, high, weight in zip(edges, edges[1:], _weights(middles, least, most), strict=False):
        bar.add_patch(Rectangle((0, low), 1, high - low, facecolor=colour, alpha=weight, linewidth=0))
    bar.set_xlim(0, 1)
    effort_axis(bar, "y", np.array([least, most]), measure)
    bar.set_ylim(least, most)
    bar.set_xticks([])
    bar.grid(visible=False)
    bar.yaxis.tick_right()
    bar.yaxis.set_label_position("right")
    bar.spines[:].set_visible(False)
    return bar


def _range(expected: Floats) -> tuple[float, float]:
    """Return the lowest effort, and the highest effort that still has a distinct colour."""
    known = expected[np.isfinite(expected)]
    # Logic needs no effort, and a logarithmic scale has no 0: use the lowest effort above 0.
    least = float(known[known > 0].min(initial=known.max() or 1.0))
    most = min(float(known.max()), FAR * least)
    return least, most if most > least else 2 * least


def _weights(expected: Floats, least: float, most: float) -> Floats:
    """Return the strength of each cell's colour: full for the best, falling on a logarithmic scale."""
    share = 1 - np.log(np.clip(expected, least, most) / least) / np.log(most / least)
    weights: Floats = FAINT + (STRONG - FAINT) * share
    return weights
