"""The diagram of average ranks with their critical difference."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np

from ergodoku.lab.analysis import ALPHA, Bools, Floats, Ranks
from ergodoku.lab.report.figure_parts import look, short_label
from ergodoku.lab.report.figures import sizes
from ergodoku.views.style import canvas, say

if TYPE_CHECKING:
    from matplotlib.axes import Axes

    from ergodoku.views.board import Palette


def critical_difference(
    ranks: Ranks | None,
    labels: Sequence[str],
    *,
    ax: Axes | None = None,
    theme: str | None = None,
) -> Axes:
    """Draw average ranks on a line; contenders under one bar are not shown to differ (Nemenyi, 0.05)."""
    count = 2 if ranks is None else len(ranks.contenders)
    rows = (count + 1) // 2
    with canvas(ax, theme, sizes(count)["ranks"]) as (ax, palette):
        if ranks is None:
            return say(ax, "too few runs to rank", palette)
        order = np.argsort(ranks.average, kind="stable")
        best, worst = 1, count
        ax.set_xlim(best - 0.02 * count, worst + 0.02 * count)
        bars = _cliques(ranks.average[order], ranks.nemenyi[np.ix_(order, order)] >= ALPHA)
        below = 0.45 + 0.3 * len(bars)
        ax.set_ylim(below + 0.62 * rows + 0.1, -1.15)
        ax.axis("off")
        ax.plot([best, worst], [0, 0], color=palette.ink, linewidth=1)
        for tick in range(best, worst + 1):
            ax.plot([tick, tick], [0, -0.14], color=palette.ink, linewidth=1)
            ax.text(tick, -0.22, str(tick), ha="center", va="bottom", fontsize=8.5, color=palette.muted)
        _ruler(ax, ranks.critical_difference, best, worst, palette)
        for place, k in enumerate(order):
            left = place < rows
            depth = below + 0.62 * (place if left else count - 1 - place)
            colour, _ = look(palette, ranks.contenders[k])
            end, side, align = (best, -1, "right") if left else (worst, 1, "left")
            x = float(ranks.average[k])
            ax.plot([x, x, end], [0, depth, depth], color=colour, linewidth=1.2)
            ax.plot([x], [0], "o", color=colour, markersize=5)
            name, figure = short_label(labels[ranks.contenders[k]]), f"{x:.2f}"
            text = f"{name}  {figure}" if left else f"{figure}  {name}"
            ax.annotate(
                text,
                (end, depth),
                (4 * side, 0),
                textcoords="offset points",
                ha=align,
                va="center",
                fontsize=9,
            )
        for k, (first, last) in enumerate(bars):
            y, more = 0.3 + 0.3 * k, 0.012 * count  # also two with the same rank lie under a bar
            ax.plot(
                [first - more, last + more], [y, y], color=palette.ink, linewidth=3.2, solid_capstyle="round"
            )
        return ax


def _cliques(averages: Floats, alike: Bools) -> list[tuple[float, float]]:
    """Return the longest stretches of sorted averages that are not shown to differ, of two and more."""
    found: list[tuple[int, int]] = []
    for first in range(len(averages)):
        last = int(np.flatnonzero(alike[first])[-1])
        if last > first and (not found or last > found[-1][1]):
            found.append((first, last))
    return [(float(averages[a]), float(averages[b])) for a, b in found]


def _ruler(ax: Axes, difference: float, best: int, worst: int, palette: Palette) -> None:
    """Draw how long the critical difference is, where the axis is long enough for it."""
    text = f"critical difference {difference:.2f}"
    if difference > worst - best:
        text += ": more than any two ranks can lie apart"
        ax.text(best, -0.75, text, fontsize=8.5, color=palette.muted, va="center")
        return
    ax.plot([best, best + difference], [-0.75, -0.75], color=palette.muted, linewidth=1.4)
    for x in (best, best + difference):
        ax.plot([x, x], [-0.85, -0.65], color=palette.muted, linewidth=1.4)
    ax.annotate(
        text,
        (best + difference, -0.75),
        (6, 0),
        textcoords="offset points",
        fontsize=8.5,
        color=palette.muted,
        va="center",
    )
