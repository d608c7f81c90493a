"""The figures of an exploration: boxes over values, and the median with a band over a numeric parameter.

Each function draws on the given axes, or on new ones, and returns them.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from ergodoku.base.numbers import counted
from ergodoku.lab.analysis import NAMES, Floats, at_least, quantiles
from ergodoku.lab.report.figure_parts import (
    effort_axis,
    limit_line,
    name_ticks,
    quartile_box,
    sample,
    whiskers,
    write_rates,
)
from ergodoku.views.colours import colour_of
from ergodoku.views.style import canvas, legend_above, say

if TYPE_CHECKING:
    from matplotlib.axes import Axes

    from ergodoku.lab.analysis import Exploration, Runs
    from ergodoku.lab.study import Axis
    from ergodoku.views.board import Palette

TICKS = 8  # maximum number of labels on a logarithmic axis


def value_boxes(
    runs: Runs,
    exploration: Exploration,
    measure: str = "seconds",
    *,
    ax: Axes | None = None,
    theme: str | None = None,
) -> Axes:
    """Draw the quartiles and the runs of each value; open triangles are runs that gave up.

    Whiskers reach to 5 % and 95 % of the runs. The share of solved runs is written above each value. The best
    value has the strongest colour, values that may be as good have a lighter one, and the others are grey. A
    box without an upper end has an unknown upper quartile.
    """
    standings = exploration.comparison.standings
    with canvas(ax, theme, (7.2, 4.0)) as (ax, palette):
        if not len(runs):
            return say(ax, "no run has ended yet", palette)
        effort = runs.effort(measure)
        effort_axis(ax, "y", effort, measure)
        generator = np.random.default_rng(0)  # the same study gives the same figure
        for standing in standings:
            if not standing.runs:
                continue
            mine = runs.contender == standing.contender
            colour, weight = _place_look(exploration, measure, standing.contender, palette)
            spent, solved = sample(effort[mine], runs.solved[mine])
            x = standing.contender + generator.uniform(-0.22, 0.22, len(spent))
            dots: dict[str, Any] = {"color": colour, "alpha": 0.85, "linestyle": "none"}
            ax.plot(x[solved], spent[solved], marker=".", markersize=3.4, markeredgewidth=0, **dots)
            ax.plot(x[~solved], spent[~solved], marker="^", markersize=4.2, markerfacecolor="none", **dots)
            ends = (standing.contender - 0.32, standing.contender + 0.32)
            colours = (colour, palette.ink)
            quartile_box(ax, "y", ends, effort[mine], runs.solved[mine], colours, weight)
            whiskers(ax, standing.contender, effort[mine], runs.solved[mine], colour)
        _name_values(ax, exploration, palette)
        ax.set_xlim(-0.7, len(standings) - 0.3)
        limit_line(ax, "y", exploration.comparison.limits[measure], palette)
        ax.set_ylabel(effort_name(exploration, measure))
        write_rates(ax, {s.contender: s.rate for s in standings if s.runs}, palette)
        ax.set_title(explored(exploration), loc="left", fontsize=10, pad=30 if len(standings) > 16 else 18)
        return ax


def effort_name(exploration: Exploration, measure: str) -> str:
    """Return the name of a measure for an axis, such as iterations or CPU time."""
    return "CPU time" if measure == "seconds" and exploration.cpu_time else NAMES[measure]


def explored(exploration: Exploration) -> str:
    """Return the title of a figure: the parameters, the number of runs, and how many were solved."""
    standings = exploration.comparison.standings
    counts = {s.runs for s in standings if s.runs}
    least = f"{min(counts):,} to " if len(counts) > 1 else ""
    names = " and ".join(axis.name for axis in exploration.axes)
    total, solved = sum(s.runs for s in standings), sum(s.solved for s in standings)
    return f"{names}: {least}{counted(max(counts), 'run')} of each value, {solved:,} of {total:,} solved"


def median_band(
    runs: Runs,
    exploration: Exploration,
    measure: str = "seconds",
    *,
    ax: Axes | None = None,
    theme: str | None = None,
) -> Axes:
    """Draw the median over the values of a numeric parameter, with a band between the quartiles.

    A diamond marks the best value by expected running time; values in the shaded area may be as good. An open
    triangle means that fewer than half of the runs were solved: the median lies above it. The dotted line is
    the share of solved runs, on the axis at the right.
    """
    axis = exploration.axes[0]
    with canvas(ax, theme, (7.2, 3.6)) as (ax, palette):
        if len(exploration.axes) != 1 or axis.scale == "words":
            return say(ax, "this figure needs one numeric parameter", palette)
        if not len(runs):
            return say(ax, "no run has ended yet", palette)
        effort, solved = runs.effort(measure), runs.solved
        if axis.scale == "log":
            ax.set_xscale("log")
        x = np.array([float(v) for v in axis.values])
        there = [k for k in range(len(x)) if (runs.contender == k).any()]
        each = [(effort[mine], solved[mine]) for mine in (runs.contender == k for k in there)]
        known = np.array([at_least(*one) for one in each])
        exact = np.array([quantiles(*one) for one in each])
        shown = np.where(np.isinf(exact), known, exact)
        effort_axis(ax, "y", np.concatenate((shown.ravel(), _span_of_best(exploration, measure))), measure)
        _shade_alike(ax, exploration, measure, x, palette)
        colour, at = colour_of(exploration.comparison.methods[0]), x[there]
        ax.fill_between(at, shown[:, 0], shown[:, 2], color=colour, alpha=0.2, linewidth=0, label="quartiles")
        ax.plot(at, shown[:, 1], color=colour, linewidth=1.8, marker="o", markersize=3.6, label="median")
        lost = np.isinf(exact[:, 1])
        if lost.any():
            hollow: dict[str, Any] = {"markerfacecolor": palette.paper, "linestyle": "none", "zorder": 4}
            ax.plot(at[lost], shown[lost, 1], "^", color=colour, markersize=7, label="median above", **hollow)
        _mark_best(ax, exploration, measure, x, palette)
        _number_ticks(ax, axis)
        limit_line(ax, "y", exploration.comparison.limits[measure], palette)
        ax.set_xlabel(axis.name)
        ax.set_ylabel(effort_name(exploration, measure))
        _draw_rates(ax, at, [exploration.comparison.standings[k].rate for k in there], palette)
        legend_above(ax, columns=3)
        ax.set_title(explored(exploration), loc="left", fontsize=10, pad=38)
        return ax


def _draw_rates(ax: Axes, x: Floats, rates: list[float], palette: Palette) -> None:
    """Draw the share of solved runs on a separate axis."""
    look: dict[str, Any] = {"color": palette.muted, "linestyle": (0, (1, 1.5)), "linewidth": 1.4}
    right = ax.twinx()
    right.plot(x, rates, **look)
    ax.plot([], [], label="solved", **look)
    right.set_ylim(-0.02, 1.04)
    right.yaxis.set_major_formatter(lambda share, _: f"{100 * share:.0f} %")
    right.set_ylabel("runs solved")
    right.grid(visible=False)


def _place_look(
    exploration: Exploration, measure: str, contender: int, palette: Palette
) -> tuple[str, float]:
    """Return colour and weight: full for the best, lighter for values that may be as good, grey otherwise."""
    best, own = exploration.best[measure], colour_of(exploration.comparison.methods[0])
    if best is not None and contender == best.contender:
        return own, 0.42
    if best is not None and contender in best.alike:
        return own, 0.14
    return palette.muted, 0.1


def _name_values(ax: Axes, exploration: Exploration, palette: Palette) -> None:
    axes = exploration.axes
    labels: tuple[str, ...] = axes[0].labels
    if len(axes) == 2:
        labels = tuple(f"{a}, {b}" for a in axes[0].labels for b in axes[1].labels)
    name_ticks(ax, "x", labels)
    ax.tick_params(axis="x", length=0, labelcolor=palette.ink)
    ax.set_xlabel(", ".join(axis.name for axis in axes))
    ax.grid(visible=False, axis="x")


def _number_ticks(ax: Axes, axis: Axis) -> None:
    """Label some values of a logarithmic axis, which may be too short to have ticks at powers of ten."""
    from matplotlib.ticker import FixedLocator, NullLocator

    if axis.scale != "log":
        return
    labels = axis.labels
    places = range(0, len(labels), -(-len(labels) // TICKS))
    ax.xaxis.set_major_locator(FixedLocator([float(axis.values[k]) for k in places]))
    ax.xaxis.set_minor_locator(NullLocator())
    ax.set_xticks([float(axis.values[k]) for k in places], [labels[k] for k in places])


def _shade_alike(ax: Axes, exploration: Exploration, measure: str, x: Floats, palette: Palette) -> None:
    """Shade the values that may be as good as the best, each halfway to its neighbours."""
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
    where, colour = x[best.contender], palette.ink
    ax.plot([where, where], [low, high], color=colour, linewidth=1.4, zorder=4)
    label = f"best {exploration.axes[0].labels[best.contender]}, expected"
    ax.plot(where, effort.expected, "D", color=colour, markersize=6, zorder=5, linestyle="none", label=label)


def _span_of_best(exploration: Exploration, measure: str) -> Floats:
    """Return the interval of the lowest expected running time; the time itself replaces an infinite end."""
    best = exploration.best[measure]
    if best is None:
        return np.empty(0)
    effort = exploration.comparison.standings[best.contender].effort(measure)
    low, high = effort.expected_interval
    return np.array([low, high if np.isfinite(high) else effort.expected])
