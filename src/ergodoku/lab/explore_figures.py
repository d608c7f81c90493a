"""The figures of an exploration: boxes over values, the median with a band, and a heat map for two.

Each draws on the axes it is given, or makes its own, and returns them.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from ergodoku.lab.figures import AXES, sample
from ergodoku.lab.statistics import Bools, Floats, at_least, quantiles
from ergodoku.lab.words import number, time_text
from ergodoku.views.style import canvas, legend_above, say

if TYPE_CHECKING:
    from matplotlib.axes import Axes

    from ergodoku.lab.explore import Exploration
    from ergodoku.lab.summary import Runs
    from ergodoku.lab.vary import Axis
    from ergodoku.views.board import Palette

LABELS = 24  # values that are all named on an axis
WRITTEN = 130  # cells of a heat map up to which each holds its number
FAR = 30.0  # times the best: what needs more is all the same
FAINT, STRONG = 0.04, 0.62  # how much colour the worst and the best cell have


def value_boxes(
    runs: Runs,
    exploration: Exploration,
    measure: str = "seconds",
    *,
    ax: Axes | None = None,
    theme: str | None = None,
) -> Axes:
    """Draw quartiles and runs of each value side by side; open triangles are runs that gave up.

    The best value has the strongest colour, those that cannot be told apart from it a lighter one, and the
    others are grey. A box without an upper end has its upper quartile beyond what is known.
    """
    standings = exploration.comparison.standings
    with canvas(ax, theme, (7.2, 4.0)) as (ax, palette):
        if not len(runs):
            return say(ax, "no run has ended yet", palette)
        effort = runs.effort(measure)
        _effort_scale(ax, effort, measure)
        generator = np.random.default_rng(0)  # the same study gives the same figure
        for standing in standings:
            if not standing.runs:
                continue
            mine = runs.contender == standing.contender
            colour, weight = _place_look(exploration, measure, standing.contender, palette)
            spent, solved = sample(effort[mine], runs.solved[mine])
            x = standing.contender + generator.uniform(-0.22, 0.22, len(spent))
            dots: dict[str, Any] = {"color": colour, "alpha": 0.6, "linestyle": "none"}
            ax.plot(x[solved], spent[solved], marker=".", markersize=3.4, markeredgewidth=0, **dots)
            ax.plot(x[~solved], spent[~solved], marker="^", markersize=4.2, markerfacecolor="none", **dots)
            _upright_box(ax, standing.contender, effort[mine], runs.solved[mine], (colour, weight), palette)
        _name_values(ax, exploration, palette)
        ax.set_xlim(-0.7, len(standings) - 0.3)
        _limit_line(ax, exploration, measure, palette)
        ax.set_ylabel(AXES[measure])
        return ax


def median_band(
    runs: Runs,
    exploration: Exploration,
    measure: str = "seconds",
    *,
    ax: Axes | None = None,
    theme: str | None = None,
) -> Axes:
    """Draw the median over the values of one number, in a band between the quartiles.

    The best value, by expected running time, is marked; the shaded stretch cannot be told apart from it.
    An open triangle stands where fewer than half of the runs were solved: the median lies above it.
    """
    axis = exploration.axes[0]
    with canvas(ax, theme, (7.2, 3.6)) as (ax, palette):
        if len(exploration.axes) != 1 or axis.scale == "words":
            return say(ax, "a band needs one parameter that is a number", palette)
        if not len(runs):
            return say(ax, "no run has ended yet", palette)
        effort, solved = runs.effort(measure), runs.solved
        if axis.scale == "log":
            ax.set_xscale("log")
        x = np.array([float(v) for v in axis.values])
        there = [k for k in range(len(x)) if (runs.contender == k).any()]
        known = np.array([at_least(effort[runs.contender == k]) for k in there])
        exact = np.array([quantiles(effort[runs.contender == k], solved[runs.contender == k]) for k in there])
        shown = np.where(np.isinf(exact), known, exact)
        _effort_scale(ax, np.concatenate((shown.ravel(), _span_of_best(exploration, measure))), measure)
        _shade_alike(ax, exploration, measure, x, palette)
        colour, at = palette.series[0], x[there]
        ax.fill_between(at, shown[:, 0], shown[:, 2], color=colour, alpha=0.2, linewidth=0, label="quartiles")
        ax.plot(at, shown[:, 1], color=colour, linewidth=1.8, marker="o", markersize=3.6, label="median")
        lost = np.isinf(exact[:, 1])
        if lost.any():
            hollow: dict[str, Any] = {"markerfacecolor": palette.paper, "linestyle": "none", "zorder": 4}
            ax.plot(at[lost], shown[lost, 1], "^", color=colour, markersize=7, label="median above", **hollow)
        _mark_best(ax, exploration, measure, x, palette)
        _number_ticks(ax, axis)
        _limit_line(ax, exploration, measure, palette)
        ax.set_xlabel(axis.name)
        ax.set_ylabel(AXES[measure])
        legend_above(ax)
        return ax


def heat_map(
    runs: Runs,
    exploration: Exploration,
    measure: str = "seconds",
    *,
    ax: Axes | None = None,
    theme: str | None = None,
) -> Axes:
    """Draw the expected running time over two parameters: the stronger the colour, the less it needs.

    The best cell has a thick frame, those that cannot be told apart from it a thin one; a cell where nothing
    was solved is empty.
    """
    from matplotlib.patches import Rectangle

    with canvas(ax, theme, (7.2, 4.6)) as (ax, palette):
        if len(exploration.axes) != 2:
            return say(ax, "a heat map needs two parameters", palette)
        down, across = exploration.axes
        columns = len(across.values)
        expected = np.array([s.effort(measure).expected for s in exploration.comparison.standings])
        finite = np.isfinite(expected) & (expected > 0)
        if not finite.any():
            return say(ax, "no run was solved", palette)
        logs = np.log(np.where(finite, expected, expected[finite].max()))
        span = min(float(np.ptp(logs[finite])), np.log(FAR)) or 1.0
        share = np.clip(1 - (logs - logs[finite].min()) / span, 0, 1)
        write = time_text if measure == "seconds" else number
        best = exploration.best[measure]
        for k, value in enumerate(expected):
            row, column = divmod(k, columns)
            corner = (column - 0.5, row - 0.5)
            if np.isfinite(value):
                weight = FAINT + (STRONG - FAINT) * float(share[k])
                ax.add_patch(Rectangle(corner, 1, 1, facecolor=palette.series[0], alpha=weight, linewidth=0))
            if len(expected) <= WRITTEN:
                text = write(float(value)) if np.isfinite(value) else "-"
                ink = palette.ink if np.isfinite(value) else palette.muted
                bold = "bold" if best is not None and k == best.contender else "normal"
                ax.text(column, row, text, ha="center", va="center", fontsize=8, color=ink, fontweight=bold)
            if best is not None and (k == best.contender or k in best.alike):
                first = k == best.contender
                inset = 0.04 if first else 0.06
                frame: dict[str, Any] = {"edgecolor": palette.ink, "linewidth": 2.4 if first else 0.7}
                ax.add_patch(
                    Rectangle(
                        (corner[0] + inset, corner[1] + inset),
                        1 - 2 * inset,
                        1 - 2 * inset,
                        fill=False,
                        zorder=3 + first,
                        **frame,
                    )
                )
        ax.set_xlim(-0.5, columns - 0.5)
        ax.set_ylim(-0.5, len(down.values) - 0.5)
        _category_ticks(ax.xaxis, across.labels, rotated=True)
        _category_ticks(ax.yaxis, down.labels, rotated=False)
        ax.tick_params(length=0)
        ax.grid(visible=False)
        ax.spines[:].set_visible(False)
        ax.set_xlabel(across.name)
        ax.set_ylabel(down.name)
        return ax


def _place_look(
    exploration: Exploration, measure: str, contender: int, palette: Palette
) -> tuple[str, float]:
    """Return colour and weight: full for the best, lighter for those not told apart from it, grey else."""
    best = exploration.best[measure]
    if best is not None and contender == best.contender:
        return palette.series[0], 0.42
    if best is not None and contender in best.alike:
        return palette.series[0], 0.14
    return palette.muted, 0.1


def _upright_box(
    ax: Axes, x: int, effort: Floats, solved: Bools, look: tuple[str, float], palette: Palette
) -> None:
    """Draw quartiles and median; what lies beyond what is known stays open."""
    low, middle, high = quantiles(effort, solved)
    known = at_least(effort)
    bottom, top = known[0] if np.isinf(low) else low, known[2] if np.isinf(high) else high
    left, right = x - 0.32, x + 0.32
    colour, weight = look
    ax.fill_between([left, right], [bottom, bottom], [top, top], color=colour, alpha=weight, linewidth=0)
    style: dict[str, Any] = {"color": colour, "linewidth": 1.1, "zorder": 3}
    ax.plot([left, left], [bottom, top], **style)
    ax.plot([right, right], [bottom, top], **style)
    for value, width in ((low, 1.1), (high, 1.1), (middle, 2.6)):
        if np.isfinite(value):
            ink = {"color": palette.ink} if value == middle and width > 2 else {}
            ax.plot([left, right], [value, value], **(style | {"linewidth": width} | ink))


def _name_values(ax: Axes, exploration: Exploration, palette: Palette) -> None:
    axes = exploration.axes
    labels: tuple[str, ...] = axes[0].labels
    if len(axes) == 2:
        labels = tuple(f"{a}, {b}" for a in axes[0].labels for b in axes[1].labels)
    _category_ticks(ax.xaxis, labels, rotated=True)
    ax.tick_params(axis="x", length=0, labelcolor=palette.ink)
    ax.set_xlabel(", ".join(axis.name for axis in axes))
    ax.grid(visible=False, axis="x")


def _category_ticks(axis: Any, labels: tuple[str, ...], *, rotated: bool) -> None:
    step = -(-len(labels) // LABELS)
    places = range(0, len(labels), step)
    turned = rotated and sum(len(labels[k]) for k in places) > 62
    axis.set_ticks(
        list(places),
        [labels[k] for k in places],
        **({"rotation": 45, "ha": "right", "rotation_mode": "anchor"} if turned else {}),
    )


def _number_ticks(ax: Axes, axis: Axis) -> None:
    """Name some of the values: a logarithmic axis over less than a decade has no ticks of its own."""
    from matplotlib.ticker import FixedLocator, NullLocator

    if axis.scale != "log":
        return
    labels = axis.labels
    step = -(-len(labels) // 8)
    places = range(0, len(labels), step)
    ax.xaxis.set_major_locator(FixedLocator([float(axis.values[k]) for k in places]))
    ax.xaxis.set_minor_locator(NullLocator())
    ax.set_xticks([float(axis.values[k]) for k in places], [labels[k] for k in places])


def _shade_alike(ax: Axes, exploration: Exploration, measure: str, x: Floats, palette: Palette) -> None:
    """Shade the values that cannot be told apart from the best, each to half the way to its neighbours."""
    best = exploration.best[measure]
    if best is None:
        return
    log = exploration.axes[0].scale == "log"
    place = np.log(x) if log else x
    edges = np.concatenate(([place[0]], (place[1:] + place[:-1]) / 2, [place[-1]]))
    edges = np.exp(edges) if log else edges
    label = "may be as good"
    for k in sorted({best.contender, *best.alike}):
        ax.axvspan(edges[k], edges[k + 1], color=palette.shade, linewidth=0, zorder=0, label=label)
        label = "_"  # one entry in the legend is enough


def _mark_best(ax: Axes, exploration: Exploration, measure: str, x: Floats, palette: Palette) -> None:
    """Draw the expected running time of the best value with its interval."""
    best = exploration.best[measure]
    if best is None:
        return
    effort = exploration.comparison.standings[best.contender].effort(measure)
    low, high = _span_of_best(exploration, measure)
    where, colour = x[best.contender], palette.series[1]
    ax.plot([where, where], [low, high], color=colour, linewidth=1.4, zorder=4)
    label = f"best {exploration.axes[0].labels[best.contender]}, expected"
    ax.plot(where, effort.expected, "D", color=colour, markersize=6, zorder=5, linestyle="none", label=label)


def _span_of_best(exploration: Exploration, measure: str) -> Floats:
    """Return the interval of the lowest expected running time, as far as it is known."""
    best = exploration.best[measure]
    if best is None:
        return np.empty(0)
    effort = exploration.comparison.standings[best.contender].effort(measure)
    low, high = effort.expected_interval
    return np.array([low, high if np.isfinite(high) else effort.expected])


def _effort_scale(ax: Axes, effort: Floats, measure: str) -> None:
    """Set a logarithmic axis upwards with plain words at its ticks."""
    positive = effort[effort > 0]
    low, high = (positive.min(), positive.max()) if len(positive) else (1e-3, 1.0)
    low, high = float(low) / 1.3, max(float(high) * 1.3, float(low) * 2)
    if measure == "iterations" and effort.min() < 1:
        ax.set_yscale("symlog", linthresh=1, linscale=0.4)  # logic needs 0 iterations
        ax.set_ylim(-0.15, max(10.0, high))
    else:
        ax.set_yscale("log", nonpositive="clip")
        ax.set_ylim(low, high)
    write = time_text if measure == "seconds" else number
    narrow = high < 30 * low  # then the decades alone would be too few ticks
    ax.yaxis.set_major_formatter(lambda y, _: write(y))
    ax.yaxis.set_minor_formatter(lambda y, _: write(y) if narrow and f"{y:e}"[0] in "25" else "")


def _limit_line(ax: Axes, exploration: Exploration, measure: str, palette: Palette) -> None:
    limit = exploration.comparison.limits[measure]
    if limit is not None and ax.get_ylim()[0] < limit <= 2 * ax.get_ylim()[1]:
        ax.set_ylim(top=max(ax.get_ylim()[1], 1.15 * limit))
        ax.axhline(limit, color=palette.muted, linewidth=0.9, linestyle=(0, (1, 2)))
