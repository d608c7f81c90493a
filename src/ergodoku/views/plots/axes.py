"""Axes and marks that all curves share: time, energy, temperature; solutions, reheats and restarts."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from ergodoku.views.board import Palette
from ergodoku.views.series import Reals, Series, moving_mean

if TYPE_CHECKING:
    from matplotlib.axes import Axes

MOST_LINES = 30  # up to this many restarts are lines through the plot; more are ticks at its top


def mark_solved(ax: Axes, series: Series, colour: str, label: str | None = "solved") -> None:
    """Draw a star where the energy reached 0."""
    ax.plot(
        series.x[-1],
        0,
        marker="*",
        markersize=13,
        color=colour,
        markeredgecolor=ax.get_facecolor(),
        linestyle="none",
        clip_on=False,
        zorder=5,
        label=label,
    )


def mark_restarts(ax: Axes, series: Series, palette: Palette, word: str = "") -> None:
    """Mark restarts at the top of the axes, and also by lines through the plot if there are few."""
    if not len(series.restarted_at):
        return
    few = len(series.restarted_at) <= MOST_LINES
    if few:
        for x in series.restarted_at:
            ax.axvline(x, color=palette.muted, linewidth=0.7, linestyle=(0, (2, 3)), zorder=0.8)
    ax.plot(
        series.restarted_at,
        np.ones(len(series.restarted_at)),
        transform=ax.get_xaxis_transform(),
        marker="v" if few else "|",
        markersize=6,
        linestyle="none",
        color=palette.muted,
        clip_on=False,
        label=f"{series.restarts:,} {word or series.word}",
    )


def draw_with_mean(
    ax: Axes, series: Series, values: Reals, colour: str, label: str, window: int | None
) -> None:
    """Draw faint values under their moving mean, or the values alone if the mean would be the same."""
    known = np.isfinite(values)
    x, iteration, values = series.x[known], series.iteration[known], values[known]
    mean, width = moving_mean(iteration, values, window)
    if len(x) < 3 or width < 2 * np.diff(iteration).min() or np.ptp(values) == 0:
        ax.plot(x, values, color=colour, linewidth=1.2, label=label)
        return
    ax.plot(x, values, color=colour, alpha=0.45, linewidth=0.7, label=label)
    ax.plot(x, mean, color=colour, linewidth=1.7, label=f"mean over {width:,} {series.unit}s")


def time_axis(ax: Axes, over: str, word: str = "iteration") -> None:
    """Label the time axis, with 2M rather than 2000000, and with microseconds if the times are short."""
    from matplotlib.ticker import EngFormatter, FuncFormatter, MaxNLocator, NullFormatter

    if over == "seconds":
        factor, unit = _unit_of_time(ax.get_xlim()[1])
        ax.set_xlabel(unit)
        shorter = isinstance(ax.xaxis.get_major_formatter(), FuncFormatter)  # an earlier run had another unit
        if factor > 1 or shorter:
            ax.xaxis.set_minor_formatter(NullFormatter())
            ax.xaxis.set_major_formatter(FuncFormatter(lambda value, _: f"{value * factor:.6g}"))
        return
    ax.set_xlabel(word)
    ax.xaxis.set_major_formatter(EngFormatter(sep=""))
    if ax.get_xscale() == "linear":
        ax.xaxis.set_major_locator(MaxNLocator(integer=True, steps=[1, 2, 5, 10]))


def _unit_of_time(seconds: float) -> tuple[float, str]:
    """Return how many units a second has, and the name of the unit that suits a time."""
    if seconds >= 0.1:
        return 1.0, "seconds"
    return (1e3, "milliseconds") if seconds >= 1e-3 else (1e6, "microseconds")


def energy_axis(ax: Axes, highest: float, log: bool | None) -> None:
    """Label the energy axis; a logarithmic axis is linear below 1, because it must reach 0."""
    from matplotlib.ticker import FuncFormatter, MaxNLocator, SymmetricalLogLocator

    if highest > 150 if log is None else log:
        ax.set_yscale("symlog", linthresh=1, linscale=0.4)
        ax.yaxis.set_major_locator(SymmetricalLogLocator(base=10, linthresh=1))
        ax.yaxis.set_major_formatter(FuncFormatter(lambda value, _: f"{value:,.0f}"))
        ax.set_ylim(0, max(1.0, highest) * 1.3)
    else:
        ax.yaxis.set_major_locator(MaxNLocator(integer=True, steps=[1, 2, 5, 10]))
        ax.set_ylim(0, max(1.0, highest) * 1.05)
    ax.set_ylabel("energy")


def temperature_axis(ax: Axes, values: Reals, log: bool | None) -> None:
    """Label the temperature axis; by default a range of more than a factor of 100 makes it logarithmic."""
    positive = values[np.isfinite(values) & (values > 0)]
    wide = bool(positive.size) and positive.max() > 100 * positive.min()
    if positive.size and (wide if log is None else log):
        ax.set_yscale("log")
    else:
        ax.set_ylim(0, max(1e-9, float(np.nanmax(values))) * 1.15)
    ax.set_ylabel("temperature")
