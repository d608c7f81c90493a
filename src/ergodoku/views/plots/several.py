"""Several walks in one picture: the rungs of a tempering run, and the runs of a race."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from ergodoku.base.numbers import time_text
from ergodoku.engine.result import Result
from ergodoku.engine.status import Status
from ergodoku.engine.trace import Trace
from ergodoku.views.looks import looks
from ergodoku.views.plots.axes import energy_axis, mark_solved, time_axis
from ergodoku.views.series import (
    Rungs,
    Series,
    check_axis,
    moving_mean,
    ranking,
    rungs_of,
    series_of,
    title_of,
)
from ergodoku.views.style import canvas, say

if TYPE_CHECKING:
    from matplotlib.axes import Axes

MOST_RATES = 24  # with more rungs, the rates of exchange would overlap


def ladder(
    run: Result | Trace,
    *,
    over: str = "iterations",
    window: int | None = None,
    ax: Axes | None = None,
    theme: str | None = None,
) -> Axes:
    """Draw the rungs of a tempering run: height is temperature, colour is mean energy.

    Numbers at the right show how often neighbouring rungs exchanged their boards. For any other run, a note
    says that it has no ladder. ``over``, ``window``, ``ax`` and ``theme`` are as in `energy`.
    """
    rungs = rungs_of(run, over)
    with canvas(ax, theme, title=title_of(run)) as (ax, palette):
        if rungs is None:
            note = series_of(run).note or "this method has no ladder of temperatures"
            return say(ax, note, palette)
        if len(rungs.x) < 2:
            return say(ax, "the run was too short to show its ladder", palette)
        from matplotlib.collections import LineCollection
        from matplotlib.colors import LinearSegmentedColormap, Normalize

        # Low energies get the strongest contrast: the coldest rungs matter most.
        colours = LinearSegmentedColormap.from_list(
            "energy", [palette.ink, palette.energy, palette.series[1], palette.series[4]]
        )
        means = np.stack([moving_mean(rungs.iteration, column, window)[0] for column in rungs.energy.T])
        # Cut off the high energies of the start, or all other energies would get the same colour.
        norm = Normalize(float(means.min()), float(max(np.percentile(means, 98), means.min() + 1)), clip=True)
        for heights, mean in zip(rungs.temperature.T, means, strict=True):
            points = np.stack([rungs.x, heights], axis=1)
            pieces = np.stack([points[:-1], points[1:]], axis=1)
            ax.add_collection(
                LineCollection(list(pieces), array=mean[1:], cmap=colours, norm=norm, lw=2, capstyle="round")
            )
        ax.autoscale_view()
        _write_rates(ax, rungs, palette.muted)
        ax.set_ylabel("temperature of the rung")
        time_axis(ax, over)
        from matplotlib.cm import ScalarMappable

        bar = ax.figure.colorbar(ScalarMappable(norm, colours), ax=ax, pad=0.015, aspect=30)
        bar.set_label("mean energy")
        bar.outline.set_visible(False)
    return ax


def race(
    results: Mapping[str, Result] | Sequence[Result],
    *,
    over: str = "seconds",
    log: bool | None = None,
    ax: Axes | None = None,
    theme: str | None = None,
) -> Axes:
    """Draw the energy curves of several runs in one picture, with a star for each solution.

    Parameters
    ----------
    results : mapping of str to Result, or sequence of Result
        The runs. In a mapping, each key is the name of a run; in a sequence, a run is named by its label.
    over : str
        ``seconds``; ``iterations``, which are not comparable between different methods; or ``generations``,
        which only methods with a population have.
    log : bool, optional
        Use a logarithmic energy scale; by default if energies exceed 150. The time axis is logarithmic if the
        longest run took more than 20 times as long as the shortest.
    ax, theme
        As in `energy`.

    Returns
    -------
    Axes
        The legend ranks the runs: first the solved runs by their time, then the others by their energy.
    """
    ranked = ranking(results)
    courses = [_course(result, over) for _, result in ranked]
    with canvas(ax, theme, (8.4, 4.2)) as (ax, palette):
        drawn = [series for series in courses if not series.note]
        if not drawn:
            return say(ax, courses[0].note if courses else "there are no runs to draw", palette)
        each = looks([result.method for _, result in ranked])
        for k, ((name, result), series) in enumerate(zip(ranked, courses, strict=True)):
            colour, stroke, _ = each[k]
            label = f"{k + 1}. {name}: {outcome(result)}"
            if series.note:
                mark = "*" if result.solved and not result.iterations else "none"
                ax.plot([], [], linestyle="none", marker=mark, markersize=10, color=colour, label=label)
                continue
            ax.plot(series.x, series.energy, color=colour, linewidth=0.5, alpha=0.25, zorder=1.5)
            ax.step(
                series.x,
                series.best,
                where="post",
                color=colour,
                linewidth=1.9,
                linestyle=stroke,
                label=label,
            )
            if series.solved:
                mark_solved(ax, series, colour, None)
        ends = [float(series.x[-1]) for series in drawn]
        if max(ends) > 20 * min(ends) > 0:
            _long_axis(ax, min(float(c.x[c.x > 0][0]) for c in drawn), min(ends), max(ends))
        energy_axis(ax, max(float(series.energy.max()) for series in drawn), log)
        time_axis(ax, over, drawn[0].unit if over == "generations" else "iteration")
        ax.legend(loc="upper left", bbox_to_anchor=(1.01, 1.0), borderaxespad=0)
    return ax


def _course(result: Result, over: str) -> Series:
    """Return the series of a run; if ``over`` is generations, a run without generations gets a note."""
    check_axis(over)
    if over != "generations":
        return series_of(result, over)
    series = series_of(result, "iterations")
    return series if series.unit == "generation" else replace(series, note="no run has generations")


def outcome(result: Result) -> str:
    """Return how a run ended, and how long it took."""
    if result.status is Status.UNSOLVABLE:
        return result.status.words
    time = f"{result.seconds:.3g} s" if result.seconds >= 1e-3 else time_text(result.seconds)
    return f"{'solved' if result.solved else f'energy {result.energy}'}, {time}"


def _long_axis(ax: Axes, first: float, shortest: float, longest: float) -> None:
    """Make the time axis logarithmic, starting early enough to show the shortest run."""
    ax.set_xscale("log")
    ax.set_xlim(max(first, shortest / 100), longest * 1.15)


def _write_rates(ax: Axes, rungs: Rungs, colour: str) -> None:
    top = rungs.temperature[-1]
    if len(top) > MOST_RATES:
        return
    for rate, height in zip(rungs.exchange, (top[1:] + top[:-1]) / 2, strict=True):
        ax.annotate(
            f"{rate:.0%}",
            (1.0, height),
            xycoords=("axes fraction", "data"),
            xytext=(5, 0),
            textcoords="offset points",
            va="center",
            fontsize=8,
            color=colour,
        )
    ax.annotate(
        "exchanged",
        (1.0, 1.0),
        xycoords="axes fraction",
        xytext=(5, 4),
        textcoords="offset points",
        fontsize=8,
        color=colour,
    )
