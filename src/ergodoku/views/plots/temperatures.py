"""What temperature does to a walk: energies, acceptance and time to solution, drawn for the lesson.

The data come from `ergodoku.views.experiments`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from ergodoku.base.errors import ParameterError
from ergodoku.views.style import canvas, legend_above, say

if TYPE_CHECKING:
    from matplotlib.axes import Axes

    from ergodoku.views.board import Palette
    from ergodoku.views.experiments import Acceptance, Energies, Times


def energy_histogram(energies: Energies, *, ax: Axes | None = None, theme: str | None = None) -> Axes:
    """Draw how often each energy was seen at several temperatures: bars, and Boltzmann's law as lines."""
    with canvas(ax, theme, (7.2, 3.8), energies.title) as (ax, palette):
        order = np.argsort(energies.temperature)
        for place, k in enumerate(order.tolist()):
            colour = palette.series[place % len(palette.series)]
            share, law = energies.share[k], energies.boltzmann[k]
            ax.bar(energies.energy, share, width=1.0, color=colour, alpha=0.3, linewidth=0)
            shown = law > 1e-5
            label = f"T = {energies.temperature[k]:g}"
            ax.plot(energies.energy[shown], law[shown], color=colour, linewidth=1.8, label=label)
        ax.set_xlim(0, float(energies.energy[-1]) + 1)
        ax.set_ylim(0, None)
        ax.yaxis.set_major_formatter(lambda value, _: f"{100 * value:g} %")
        ax.set_xlabel("energy")
        ax.set_ylabel("share of the walk")
        legend_above(ax)
    return ax


def acceptance_by_temperature(
    acceptance: Acceptance, *, ax: Axes | None = None, theme: str | None = None
) -> Axes:
    """Draw the share of accepted swaps over temperature, the mean energy, and where the puzzle freezes."""
    with canvas(ax, theme, (7.2, 3.8), acceptance.title) as (ax, palette):
        heat = acceptance.temperature
        look: dict[str, Any] = {"marker": "o", "markersize": 3.5, "linewidth": 1.8}
        ax.plot(heat, acceptance.acceptance, color=palette.acceptance, label="accepted", **look)
        right = ax.twinx()
        right.plot(heat, acceptance.energy, color=palette.energy, **look)
        ax.plot([], [], color=palette.energy, label="mean energy", **look)
        _mark_freezing(ax, acceptance.freezing, palette)
        _temperature_ticks(ax)
        ax.set_ylim(0, 1.0)
        ax.yaxis.set_major_formatter(lambda value, _: f"{100 * value:.0f} %")
        ax.set_ylabel("swaps accepted", color=palette.acceptance)
        right.set_ylim(0, None)
        right.set_ylabel("energy", color=palette.energy)
        right.grid(visible=False)
        legend_above(ax)
    return ax


def time_by_temperature(times: Times, *, ax: Axes | None = None, theme: str | None = None) -> Axes:
    """Draw the iterations to a solution over temperature: a valley between too cold and too hot.

    A dot is a solved run, an open triangle a run that gave up at the limit. The line is the expected number
    of iterations to a solution: all iterations spent, divided by the number of solved runs.
    """
    heat = times.temperature
    if heat is None:
        raise ParameterError(
            "the times were not measured at different temperatures", "measure them with times_at"
        )
    with canvas(ax, theme, (7.2, 4.0), times.title) as (ax, palette):
        if not times.solved.any():
            return say(ax, "no run was solved", palette)
        ax.set_xscale("log")
        ax.set_yscale("log")
        for at, iterations, solved in zip(heat, times.iterations, times.solved, strict=True):
            dots: dict[str, Any] = {"color": palette.muted, "linestyle": "none", "alpha": 0.55}
            ax.plot(np.full(solved.sum(), at), iterations[solved], marker=".", markersize=5, **dots)
            lost = np.count_nonzero(~solved)
            ax.plot(
                np.full(lost, at),
                np.full(lost, times.limit),
                "^",
                markersize=5,
                markerfacecolor="none",
                **dots,
            )
        known = np.isfinite(times.expected)
        ax.plot(
            heat[known],
            times.expected[known],
            color=palette.energy,
            linewidth=2.0,
            marker="o",
            markersize=4,
            label="expected iterations to a solution",
        )
        best = int(np.argmin(times.expected))
        ax.plot(
            heat[best],
            times.expected[best],
            "D",
            color=palette.temperature,
            markersize=8,
            zorder=5,
            label=f"best of these: T = {heat[best]:.3g}",
        )
        _mark_freezing(ax, times.freezing, palette)
        ax.axhline(times.limit, color=palette.muted, linewidth=0.9, linestyle=(0, (1, 2)))
        _temperature_ticks(ax)
        ax.yaxis.set_major_formatter(lambda value, _: f"{value:,.0f}")
        ax.set_ylabel("iterations")
        legend_above(ax, columns=3)
    return ax


def time_tail(times: Times, *, ax: Axes | None = None, theme: str | None = None) -> Axes:
    """Draw the share of unsolved runs over iterations, and how restarts would change it.

    Without a tail the runs would follow the dashed line: an exponential with the same median. The tail is
    where the curve lies above that line at the right. The third line shows runs that restart after the best
    number of iterations.
    """
    with canvas(ax, theme, (7.2, 4.0), times.title) as (ax, palette):
        if times.solved.sum() < times.solved.size / 2:
            return say(ax, "too few runs were solved", palette)
        ordered = np.sort(np.where(times.solved, times.iterations, times.limit))
        count, first, most = len(ordered), max(1.0, 0.7 * float(ordered[0])), float(ordered[-1])
        left = 1 - np.arange(count + 1) / count
        left[-1] = np.nan if times.solved.all() else left[-2]
        ax.step(
            np.concatenate([[first], ordered]),
            left,
            where="post",
            color=palette.energy,
            linewidth=2.0,
            label=f"{count} runs",
        )
        x = np.geomspace(first, most, 400)
        half = float(np.median(ordered))
        look: dict[str, Any] = {"linewidth": 1.4}
        ax.plot(x, 0.5 ** (x / half), color=palette.muted, linestyle=(0, (4, 2)), label="no tail", **look)
        after = times.best_restart()
        curve = _restarted(ordered, times, after, x)
        label = f"start again after {after:,}"
        ax.plot(x, curve, color=palette.temperature, label=label, **look)
        ax.set_xscale("log")
        ax.set_yscale("log")
        ax.set_ylim(0.5 / count, 1.15)
        ax.set_xlim(first, most * 1.05)
        ax.yaxis.set_major_formatter(lambda value, _: f"{100 * value:g} %")
        ax.xaxis.set_major_formatter(lambda value, _: f"{value:,.0f}")
        ax.set_xlabel("iterations")
        ax.set_ylabel("runs not solved yet")
        mean, restarted = float(times.expected), times.with_restarts(after)
        told = f"without restarts {mean:,.0f}\nwith restarts {restarted:,.0f}"
        ax.text(
            0.03,
            0.06,
            f"expected iterations to a solution\n{told}",
            transform=ax.transAxes,
            va="bottom",
            fontsize=9,
            color=palette.ink,
        )
        legend_above(ax)
    return ax


def _restarted(ordered: Any, times: Times, after: int, x: Any) -> Any:
    """Return the share of runs not solved after x iterations if each restarts after ``after`` iterations."""
    solved = np.sort(times.iterations[times.solved])
    rounds, rest = np.divmod(x, after)
    lost_in_round = 1 - np.searchsorted(solved, after, side="right") / len(ordered)
    lost_in_rest = 1 - np.searchsorted(solved, rest, side="right") / len(ordered)
    return lost_in_round**rounds * lost_in_rest


def _mark_freezing(ax: Axes, freezing: float, palette: Palette) -> None:
    if np.isfinite(freezing):
        label = f"freezing point {freezing:.2f}"
        ax.axvline(freezing, color=palette.temperature, linewidth=1.4, linestyle=(0, (4, 2)), label=label)


def _temperature_ticks(ax: Axes) -> None:
    """Write temperatures as plain numbers on a logarithmic axis."""
    from matplotlib.ticker import LogLocator, NullFormatter

    ax.set_xscale("log")
    low, high = ax.get_xlim()
    ax.xaxis.set_major_locator(LogLocator(subs=(1.0, 2.0, 5.0) if high > 8 * low else (1, 2, 3, 4, 5, 6, 8)))
    ax.xaxis.set_major_formatter(lambda value, _: f"{value:g}")
    ax.xaxis.set_minor_formatter(NullFormatter())
    ax.set_xlabel("temperature")
