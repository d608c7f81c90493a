"""The figures of a sweep: effort and share of solved runs over the size or the share of givens."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import TYPE_CHECKING

import numpy as np

from ergodoku.lab.analysis import NAMES
from ergodoku.lab.report.drawing import Draw, ReportFigure
from ergodoku.lab.report.figure_data import sweep_columns
from ergodoku.lab.report.figure_parts import effort_axis, limit_line
from ergodoku.views.looks import curve_looks
from ergodoku.views.style import canvas, legend_above, say

if TYPE_CHECKING:
    from matplotlib.axes import Axes

    from ergodoku.lab.analysis import Sweep

PROPERTIES = {"size": "size", "fraction": "share of givens"}


def draw_sweep(sweep: Sweep, draw: Draw) -> Iterator[ReportFigure]:
    """Draw all figures with ``draw``, and yield them for the page."""
    for measure in sweep.comparison.measures:
        yield draw(
            f"sweep-{measure}",
            measure,
            f"Effort over the {PROPERTIES[sweep.axis.name]}",
            "The median over all runs, and a band between the quartiles, on a logarithmic scale. An open "
            "triangle means that the median lies above it. A thin dashed line is the growth fitted to the "
            "medians of puzzles.",
            partial(sweep_efforts, sweep, measure),
            (7.2, 4.2),
            sweep_columns(sweep, measure),
        )
    yield draw(
        "sweep-solved",
        "runs",
        f"Solved runs over the {PROPERTIES[sweep.axis.name]}",
        "The share of solved runs, with its interval (95 %).",
        partial(sweep_solved, sweep),
        (7.2, 3.4),
        sweep_columns(sweep, sweep.comparison.measures[0]),
    )


def sweep_efforts(
    sweep: Sweep, measure: str = "seconds", *, ax: Axes | None = None, theme: str | None = None
) -> Axes:
    """Draw the median effort over the varied property, with a band between the quartiles."""
    with canvas(ax, theme, (7.2, 4.2)) as (ax, palette):
        classes = sweep.comparison.classes
        efforts = [[s.effort(measure) for s in one.standings] for one in classes]
        seen = np.array([e.at_least for row in efforts for e in row]).ravel()
        if not np.isfinite(seen).any():
            return say(ax, "no run has ended yet", palette)
        effort_axis(ax, "y", seen[np.isfinite(seen)], measure)
        _property_axis(ax, sweep)
        each = curve_looks(sweep.comparison.methods)
        for k, label in enumerate(sweep.comparison.labels):
            colour, stroke, marker = each[k]
            exact = np.array([row[k].quartiles for row in efforts])
            known = np.array([row[k].at_least for row in efforts])
            shown = np.where(np.isinf(exact), known, exact)
            there = np.isfinite(shown).all(axis=1)
            x = sweep.x[there]
            ax.fill_between(x, shown[there, 0], shown[there, 2], color=colour, alpha=0.16, linewidth=0)
            ax.plot(
                x, shown[there, 1], color=colour, linestyle=stroke, marker=marker, markersize=3.6, label=label
            )
            lost = there & np.isinf(exact[:, 1])
            ax.plot(
                sweep.x[lost], shown[lost, 1], "^", color=colour, markerfacecolor=palette.paper, markersize=7
            )
            fit = sweep.fits.get(measure, (None,) * (k + 1))[k]
            if fit is not None:
                sizes = np.linspace(sweep.x.min(), fit.largest, 60)
                ax.plot(sizes, fit(sizes), color=colour, linewidth=0.9, linestyle=(0, (6, 3)))
        limit_line(ax, "y", sweep.comparison.limits[measure], palette)
        ax.set_ylabel(NAMES[measure])
        _legend(ax, sweep)
        return ax


def sweep_solved(sweep: Sweep, *, ax: Axes | None = None, theme: str | None = None) -> Axes:
    """Draw the share of solved runs over the varied property, with its interval."""
    with canvas(ax, theme, (7.2, 3.4)) as (ax, palette):
        classes = sweep.comparison.classes
        if not any(s.runs for one in classes for s in one.standings):
            return say(ax, "no run has ended yet", palette)
        _property_axis(ax, sweep)
        each = curve_looks(sweep.comparison.methods)
        for k, label in enumerate(sweep.comparison.labels):
            colour, stroke, marker = each[k]
            standings = [one.standings[k] for one in classes]
            there = np.array([s.runs > 0 for s in standings])
            x = sweep.x[there]
            rate = np.array([s.rate for s in standings])[there]
            low, high = np.array([s.interval for s in standings])[there].T
            ax.fill_between(x, low, high, color=colour, alpha=0.16, linewidth=0)
            ax.plot(x, rate, color=colour, linestyle=stroke, marker=marker, markersize=3.6, label=label)
        ax.set_ylim(-0.03, 1.03)
        ax.yaxis.set_major_formatter(lambda share, _: f"{100 * share:.0f} %")
        ax.set_ylabel("runs solved")
        _legend(ax, sweep)
        return ax


def _property_axis(ax: Axes, sweep: Sweep) -> None:
    """Label the axis of the property; for sizes it is logarithmic, with a label for each size."""
    from matplotlib.ticker import NullLocator

    if sweep.axis.name == "size":
        ax.set_xscale("log")
        ax.xaxis.set_minor_locator(NullLocator())
        ax.set_xticks(sweep.x, [f"{n:g}x{n:g}" for n in sweep.x])
    ax.set_xlabel(PROPERTIES[sweep.axis.name])


def _legend(ax: Axes, sweep: Sweep) -> None:
    if len(sweep.comparison.labels) > 1:
        legend_above(ax)
