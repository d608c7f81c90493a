"""Curves of one run: energy, temperature, acceptance, score.

Every function takes a `Result` or a `Trace`, draws on ``ax`` or on a new figure, and returns the axes. They
share these parameters: ``over`` is ``iterations`` or ``seconds``; ``window`` is the width of the moving mean
in iterations, by default about a fortieth of the run; ``theme`` is ``light`` or ``dark``, by default the
theme that suits the axes. The title of a new figure names the method, the puzzle, the seed and the outcome.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from ergodoku.engine.result import Result
from ergodoku.engine.trace import Trace
from ergodoku.views.board import Palette
from ergodoku.views.plots.axes import (
    draw_with_mean,
    energy_axis,
    mark_restarts,
    mark_solved,
    temperature_axis,
    time_axis,
)
from ergodoku.views.series import Series, lowest_score, series_of, title_of
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
    """Draw energy, its moving mean and the best energy so far.

    Parameters
    ----------
    run : Result or Trace
        A result also shows where the run ended.
    over, window, ax, theme
        As described at the top of the module.
    temperature : bool
        Also draw the temperature, on a separate axis at the right.
    log : bool, optional
        Use a logarithmic energy scale that goes down to 0; by default if energies exceed 150.
    """
    series = series_of(run, over)
    with canvas(ax, theme, title=title_of(run)) as (ax, palette):
        if series.note:
            return say(ax, series.note, palette)
        draw_with_mean(ax, series, series.energy, palette.energy, "energy", window)
        ax.step(series.x, series.best, where="post", color=palette.best, linewidth=1.4, label="best")
        if series.solved:
            mark_solved(ax, series, palette.solved)
        energy_axis(ax, float(series.energy.max()), log)
        time_axis(ax, series.over, series.unit)
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
    """Draw the temperature and mark restarts; for a method without temperature, a note says so.

    By default the scale is logarithmic if temperatures span a factor of more than 100.
    """
    series = series_of(run, over)
    with canvas(ax, theme, (7.2, 3.0), title_of(run)) as (ax, palette):
        if series.note:
            return say(ax, series.note, palette)
        if not np.isfinite(series.temperature).any():
            return say(ax, "this method has no temperature", palette)
        ax.plot(series.x, series.temperature, color=palette.temperature, linewidth=1.5, label="temperature")
        temperature_axis(ax, series.temperature, log)
        mark_restarts(ax, series, palette)
        time_axis(ax, series.over, series.unit)
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
    """Draw the acceptance and its moving mean."""
    from matplotlib.ticker import PercentFormatter

    series = series_of(run, over)
    with canvas(ax, theme, (7.2, 3.0), title_of(run)) as (ax, palette):
        if series.note:
            return say(ax, series.note, palette)
        if not np.isfinite(series.acceptance).any():
            return say(ax, "solved before its acceptance was recorded", palette)
        draw_with_mean(ax, series, series.acceptance, palette.acceptance, "accepted", window)
        ax.set_ylim(0, max(1e-6, float(np.nanmax(series.acceptance))) * 1.05)
        ax.yaxis.set_major_formatter(PercentFormatter(1.0))
        ax.set_ylabel("acceptance")
        time_axis(ax, series.over, series.unit)
        legend_above(ax)
    return ax


def score(
    run: Run,
    *,
    over: str = "iterations",
    window: int | None = None,
    ax: Axes | None = None,
    theme: str | None = None,
) -> Axes:
    """Draw the score: minus one for each distinct digit in each row and column; a solved 9x9 has -162.

    Many programs for 9x9 print this score. It is the energy minus a constant. Only methods that swap cells
    within boxes have a score, and only on layouts without extra units. It needs a result, because a trace
    does not know the puzzle.
    """
    series = series_of(run, over)
    with canvas(ax, theme, title=title_of(run)) as (ax, palette):
        if series.note:
            return say(ax, series.note, palette)
        lowest = lowest_score(run)
        if lowest is None:
            return say(ax, "only methods that swap cells within boxes have a score", palette)
        draw_with_mean(ax, series, lowest + series.energy, palette.energy, "score", window)
        best = lowest + series.best
        ax.step(series.x, best, where="post", color=palette.best, linewidth=1.4, label="best")
        ax.axhline(
            lowest, color=palette.solved, linewidth=1.0, linestyle=(0, (4, 2)), label=f"{lowest:g}: solved"
        )
        ax.set_ylabel("score")
        time_axis(ax, series.over, series.unit)
        legend_above(ax)
    return ax


def _twin(ax: Axes, series: Series, palette: Palette) -> None:
    """Draw the temperature on a second axis at the right, in another colour; the legend names it."""
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
