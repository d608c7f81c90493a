"""Curves of populations and ant colonies: what they learn, generation by generation.

The functions take the parameters described in `ergodoku.views.plots.curves`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from ergodoku.engine.result import Result
from ergodoku.engine.trace import Trace
from ergodoku.views.plots.axes import draw_with_mean, energy_axis, mark_restarts, mark_solved, time_axis
from ergodoku.views.series import Series, pheromone_of, population_of, series_of, title_of
from ergodoku.views.style import canvas, legend_above, say

if TYPE_CHECKING:
    from matplotlib.axes import Axes

    from ergodoku.views.board import Palette

    Run = Result | Trace

NO_POPULATION = "this method has no generations"


def generations(
    run: Run, *, over: str = "iterations", ax: Axes | None = None, theme: str | None = None
) -> Axes:
    """Draw the fitness of a population: the fittest, the mean, the spread and the best so far.

    The band shows one standard deviation on each side of the mean. A mark at the top shows where a new
    population replaced a stale one. Only genetic and evolution count generations as their iterations.
    """
    series, population = series_of(run, over), population_of(run)
    with canvas(ax, theme, title=title_of(run)) as (ax, palette):
        if series.note:
            return say(ax, series.note, palette)
        if population is None:
            return say(ax, NO_POPULATION, palette)
        x = series.x[: len(population.mean)]
        low, high = population.mean - population.deviation, population.mean + population.deviation
        ax.fill_between(x, np.maximum(low, 0), high, color=palette.acceptance, alpha=0.2, linewidth=0)
        ax.plot(x, population.mean, color=palette.acceptance, linewidth=1.2, label="mean and spread")
        few = len(series.x) <= 200
        ax.plot(
            series.x,
            series.energy,
            color=palette.energy,
            linewidth=0.9,
            marker="o" if few else "",
            markersize=3,
            label="fittest of a generation",
        )
        ax.step(series.x, series.best, where="post", color=palette.best, linewidth=1.4, label="best so far")
        if series.solved:
            mark_solved(ax, series, palette.solved)
        _mark_populations(ax, series, palette)
        energy_axis(ax, float(max(series.energy.max(), high.max())), None)
        ax.set_ylabel("energy (0 is fittest)")
        time_axis(ax, series.over, series.unit)
        legend_above(ax)
    return ax


def mutation(
    run: Run,
    *,
    over: str = "iterations",
    window: int | None = None,
    ax: Axes | None = None,
    theme: str | None = None,
) -> Axes:
    """Draw the mutation rate of each generation, and its moving mean."""
    series, population = series_of(run, over), population_of(run)
    with canvas(ax, theme, (7.2, 3.0), title_of(run)) as (ax, palette):
        if series.note:
            return say(ax, series.note, palette)
        if population is None:
            return say(ax, NO_POPULATION, palette)
        _draw_share(ax, series, population.mutation, palette.temperature, "mutation rate", window)
        _mark_populations(ax, series, palette)
        legend_above(ax)
    return ax


def pheromone(
    run: Run, *, over: str = "iterations", ax: Axes | None = None, theme: str | None = None
) -> Axes:
    """Draw how much the ants agree: the share of a cell's pheromone on its strongest digit.

    The curve is the mean over the open cells. It starts at 1 / size, before the ants have learned anything,
    and reaches 100 % when all pheromone of each cell is on one digit. A mark at the top shows where a stale
    colony forgot its pheromone.
    """
    series, shares = series_of(run, over), pheromone_of(run)
    with canvas(ax, theme, (7.2, 3.0), title_of(run)) as (ax, palette):
        if series.note:
            return say(ax, series.note, palette)
        if shares is None:
            return say(ax, "this method has no pheromone", palette)
        _draw_share(ax, series, shares, palette.temperature, "pheromone on the strongest digit", 1)
        ax.set_ylabel("pheromone")
        mark_restarts(ax, series, palette)
        legend_above(ax)
    return ax


def _draw_share(
    ax: Axes, series: Series, share: np.ndarray, colour: str, label: str, window: int | None
) -> None:
    from matplotlib.ticker import PercentFormatter

    shown = np.full(len(series.x), np.nan)  # the last point of a result has no recorded share
    shown[: len(share)] = share
    draw_with_mean(ax, series, shown, colour, label, window)
    ax.set_ylim(0, max(1e-6, float(np.nanmax(shown))) * 1.08)
    ax.yaxis.set_major_formatter(PercentFormatter(1.0))
    ax.set_ylabel(label)
    time_axis(ax, series.over, series.unit)


def _mark_populations(ax: Axes, series: Series, palette: Palette) -> None:
    mark_restarts(ax, series, palette, "new population" + "s" * (series.restarts != 1))
