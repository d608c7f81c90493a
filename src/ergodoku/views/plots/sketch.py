"""Why annealing accepts worse states: a landscape with a local and a global minimum."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from ergodoku.views.series import Reals
from ergodoku.views.style import canvas

if TYPE_CHECKING:
    from matplotlib.axes import Axes

    from ergodoku.views.board import Palette

START, LOCAL, BARRIER, GLOBAL = 0.9, 2.9, 4.33, 6.72  # positions on the axis of states
FLOOR = -1.6


def sketch(*, ax: Axes | None = None, theme: str | None = None) -> Axes:
    """Draw a landscape in one dimension: descent stops in a local minimum, annealing crosses the barrier.

    A search that only goes downhill from the start stops in the first hollow. A search that accepts a rise of
    ΔE with probability exp(-ΔE / T) gets over the barrier and finds the lowest state.
    """
    with canvas(ax, theme, (7.2, 3.8)) as (ax, palette):
        states = np.linspace(0, 9, 700)
        ax.plot(states, height(states), color=palette.ink, linewidth=2.2)
        ax.fill_between(states, height(states), FLOOR, color=palette.shade, linewidth=0)
        _path(ax, START, LOCAL, palette.energy, "downhill only")
        _path(ax, LOCAL, GLOBAL, palette.temperature, "annealing: uphill now and then")
        for at, colour in ((START, palette.ink), (LOCAL, palette.energy), (GLOBAL, palette.solved)):
            ax.plot(at, height(at) + 0.13, "o", color=colour, markersize=10, zorder=5)
        _name(ax, START, "start", palette, (14, 6))
        _name(ax, LOCAL, "local minimum:\nstuck", palette, (0, -30))
        _name(ax, GLOBAL, "global minimum:\nsolved", palette, (0, -30))
        _mark_rise(ax, palette)
        ax.set_xlim(0, 9)
        ax.set_ylim(FLOOR, 7.0)
        ax.set_xticks([])
        ax.set_yticks([])
        ax.grid(visible=False)
        ax.set_xlabel("states, neighbours side by side")
        ax.set_ylabel("energy")
        ax.legend(loc="upper right")
    return ax


def height(state: Any) -> Any:
    """Return the energy of a state of the sketch: two hollows in a bowl."""
    x = np.asarray(state, dtype=np.float64)
    bowl = 0.17 * (x - 5.2) ** 2 + 3.1
    return bowl - 2.2 * np.exp(-((x - 2.75) ** 2) / 0.8) - 3.3 * np.exp(-((x - 6.8) ** 2) / 1.3)


def _path(ax: Axes, start: float, end: float, colour: str, label: str) -> None:
    """Draw a dotted path above the landscape, with an arrow at its end."""
    along: Reals = np.linspace(start + 0.15, end - 0.15, 60)
    above = height(along) + 0.32
    ax.plot(along, above, color=colour, linewidth=1.8, linestyle=(0, (1, 1.3)), label=label)
    ax.annotate(
        "",
        (along[-1], above[-1] - 0.05),
        (along[-3], above[-3]),
        arrowprops={"arrowstyle": "-|>", "color": colour, "linewidth": 1.4, "mutation_scale": 14},
    )


def _name(ax: Axes, at: float, text: str, palette: Palette, offset: tuple[float, float]) -> None:
    where = "left" if offset[0] else "center"
    place = (at, float(height(at)))
    ax.annotate(
        text, place, xytext=offset, textcoords="offset points", ha=where, color=palette.ink, fontsize=9
    )


def _mark_rise(ax: Axes, palette: Palette) -> None:
    """Mark the height of the barrier above the local minimum, and the probability of accepting this rise."""
    low, high = float(height(LOCAL)), float(height(BARRIER))
    side = LOCAL
    ax.annotate(
        "",
        (side, high),
        (side, low + 0.3),
        arrowprops={"arrowstyle": "<->", "color": palette.muted, "linewidth": 1.0},
    )
    ax.plot([side, BARRIER], [high, high], color=palette.muted, linewidth=0.8, linestyle=(0, (2, 2)))
    ax.text(side + 0.12, (low + high) / 2 + 0.25, r"$\Delta E$", color=palette.ink, ha="left", va="center")
    ax.text(
        (LOCAL + BARRIER) / 2 + 0.9,
        high + 0.55,
        r"accepted with probability $e^{-\Delta E / T}$",
        color=palette.ink,
        fontsize=10,
        ha="center",
    )
