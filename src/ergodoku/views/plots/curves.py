"""The series of one run as curves: energy, temperature, acceptance, generations.

Every function takes a `Result` or a `Trace`, draws on ``ax`` or on a new figure, and returns the axes. They
share these parameters: ``over`` is ``iterations`` or ``seconds``; ``window`` is the number of points of the
moving average, by default 100 (a tenth of all points where there are fewer than 1,000); ``theme`` is
``light`` or ``dark``, by default what suits the axes.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from ergodoku.engine.result import Result
from ergodoku.engine.trace import Trace
from ergodoku.views.board import Palette
from ergodoku.views.plots.axes import energy_axis, mark_restarts, mark_solved, temperature_axis, time_axis
from ergodoku.views.series import Reals, Series, moving_average, series_of
from ergodoku.views.style import canvas, legend_above, say

if TYPE_CHECKING:
    from matplotlib.axes import Axes

    Run = Result | Trace


def energy(
    run: Run,
    *,
    over: str = "iterations",
    window: int | None = None,
    temperature: bool = False,
    log: bool | None = None,
    ax: Axes | None = None,
    theme: str | None = None,
) -> Axes:
    """Draw energy, its moving average and the best energy so far.

    Parameters
    ----------
    run : Result or Trace
        A result also shows where the run ended.
    over, window, ax, theme
        As described at the top of the module.
    temperature : bool
        Draw the temperature as well, on an axis of its own at the right.
    log : bool, optional
        Energy on a logarithmic scale that goes down to 0; by default where energies exceed 150.
    """
    series = series_of(run, over)
    with canvas(ax, theme) as (ax, palette):
        if series.note:
            return say(ax, series.note, palette)
        mean, width = moving_average(series.energy, window)
        _with_mean(ax, series.x, series.energy, mean, width, palette.energy, "energy")
        ax.step(series.x, series.best, where="post", color=palette.best, linewidth=1.4, label="best")
        if series.solved:
            mark_solved(ax, series, palette.solved)
        energy_axis(ax, float(series.energy.max()), log)
        time_axis(ax, series.over)
        if temperature and np.isfinite(series.temperature).any():
            _twin(ax, series, palette)
        legend_above(ax)
    return ax


def temperature(
    run: Run,
    *,
    over: str = "iterations",
    log: bool | None = None,
    ax: Axes | None = None,
    theme: str | None = None,
) -> Axes:
    """Draw the temperature, with restarts marked; a method without temperature says so.

    ``log`` is by default chosen where temperatures span a factor of more than 100.
    """
    series = series_of(run, over)
    with canvas(ax, theme, (7.2, 3.0)) as (ax, palette):
        if series.note:
            return say(ax, series.note, palette)
        if not np.isfinite(series.temperature).any():
            return say(ax, "this method has no temperature", palette)
        ax.plot(series.x, series.temperature, color=palette.temperature, linewidth=1.5, label="temperature")
        temperature_axis(ax, series.temperature, log)
        mark_restarts(ax, series, palette)
        time_axis(ax, series.over)
        legend_above(ax)
    return ax


def acceptance(
    run: Run,
    *,
    over: str = "iterations",
    window: int | None = None,
    ax: Axes | None = None,
    theme: str | None = None,
) -> Axes:
    """Draw the share of proposals that were accepted, and its moving average."""
    from matplotlib.ticker import PercentFormatter

    series = series_of(run, over)
    with canvas(ax, theme, (7.2, 3.0)) as (ax, palette):
        if series.note:
            return say(ax, series.note, palette)
        known = np.isfinite(series.acceptance)
        if not known.any():
            return say(ax, "solved before its acceptance was noted", palette)
        x, rate = series.x[known], series.acceptance[known]
        mean, width = moving_average(rate, window)
        _with_mean(ax, x, rate, mean, width, palette.acceptance, "accepted")
        ax.set_ylim(0, max(1e-6, float(rate.max())) * 1.05)
        ax.yaxis.set_major_formatter(PercentFormatter(1.0))
        ax.set_ylabel("acceptance")
        time_axis(ax, series.over)
        legend_above(ax)
    return ax


def generations(
    run: Run, *, over: str = "iterations", ax: Axes | None = None, theme: str | None = None
) -> Axes:
    """Draw the fitness of a population: the energy of the fittest of each generation, and the best so far.

    Where a stale population gave way to a new one, a mark stands at the top. For methods whose iteration is
    a generation: genetic, evolution.
    """
    series = series_of(run, over)
    with canvas(ax, theme) as (ax, palette):
        if series.note:
            return say(ax, series.note, palette)
        if np.isfinite(series.temperature).any():  # one walk, or a ladder of them
            return say(ax, "this method has no generations", palette)
        few = len(series.x) <= 200
        ax.plot(
            series.x,
            series.energy,
            color=palette.energy,
            linewidth=0.9,
            alpha=0.8 if few else 0.5,
            marker="o" if few else "",
            markersize=3,
            label="fittest of a generation",
        )
        ax.step(series.x, series.best, where="post", color=palette.best, linewidth=1.4, label="best so far")
        if series.solved:
            mark_solved(ax, series, palette.solved)
        mark_restarts(ax, series, palette, "new population" + "s" * (series.restarts != 1))
        energy_axis(ax, float(series.energy.max()), None)
        ax.set_ylabel("energy (0 is fittest)")
        time_axis(ax, series.over, "generation")
        legend_above(ax)
    return ax


def _with_mean(ax: Axes, x: Reals, values: Reals, mean: Reals, width: int, colour: str, label: str) -> None:
    """Draw values faintly behind their mean, or alone."""
    if width == 1:
        ax.plot(x, values, color=colour, linewidth=1.2, label=label)
        return
    ax.plot(x, values, color=colour, alpha=0.45, linewidth=0.7, label=label)
    ax.plot(x, mean, color=colour, linewidth=1.7, label=f"mean of {width}")


def _twin(ax: Axes, series: Series, palette: Palette) -> None:
    """Draw the temperature on an axis at the right, in its own colour; the legend names it."""
    right = ax.twinx()
    right.plot(
        series.x, series.temperature, color=palette.temperature, linewidth=1.2, linestyle=(0, (5, 1.5))
    )
    temperature_axis(right, series.temperature, None)
    right.grid(visible=False)
    right.spines["right"].set_visible(True)
    right.spines["right"].set_color(palette.temperature)
    right.tick_params(axis="y", which="both", colors=palette.temperature)
    right.yaxis.label.set_color(palette.temperature)
    ax.plot([], [], color=palette.temperature, linewidth=1.2, linestyle=(0, (5, 1.5)), label="temperature")
    mark_restarts(ax, series, palette)
