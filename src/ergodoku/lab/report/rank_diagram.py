"""The diagram of average ranks, with bars over contenders without a significant difference."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np

from ergodoku.lab.analysis import Bools, Floats, Pair, Ranks
from ergodoku.lab.report.figure_parts import short_label
from ergodoku.lab.report.figures import sizes
from ergodoku.views.looks import looks
from ergodoku.views.style import canvas, say

if TYPE_CHECKING:
    from matplotlib.axes import Axes


def rank_diagram(
    ranks: Ranks | None,
    labels: Sequence[str],
    methods: Sequence[str],
    pairs: Sequence[Pair] = (),
    *,
    ax: Axes | None = None,
    theme: str | None = None,
) -> Axes:
    """Draw average ranks on a line; a bar joins contenders if ``pairs`` shows no difference between any two.

    So the diagram always agrees with the table of pairs. Without pairs there are no bars.

    References
    ----------
    A. Benavoli, G. Corani, F. Mangili: Should we really use post-hoc tests based on mean-ranks? JMLR 17,
    2016. https://jmlr.org/papers/v17/benavoli16a.html
    """
    count = 2 if ranks is None else len(ranks.contenders)
    rows = (count + 1) // 2
    with canvas(ax, theme, sizes(count)["ranks"]) as (ax, palette):
        if ranks is None:
            return say(ax, "too few runs to rank", palette)
        order = np.argsort(ranks.average, kind="stable")
        best, worst = 1, count
        ax.set_xlim(best - 0.02 * count, worst + 0.02 * count)
        bars = _bars(ranks.average[order], _alike([ranks.contenders[k] for k in order], pairs))
        below = 0.45 + 0.3 * len(bars)
        ax.set_ylim(below + 0.62 * rows + 0.1, -0.7)
        ax.axis("off")
        ax.plot([best, worst], [0, 0], color=palette.ink, linewidth=1)
        for tick in range(best, worst + 1):
            ax.plot([tick, tick], [0, -0.14], color=palette.ink, linewidth=1)
            ax.text(tick, -0.22, str(tick), ha="center", va="bottom", fontsize=8.5, color=palette.muted)
        each = looks(methods)
        for place, k in enumerate(order):
            left = place < rows
            depth = below + 0.62 * (place if left else count - 1 - place)
            colour = each[ranks.contenders[k]].colour
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
            # the margin: without it, a bar between equal ranks would have no length
            y, more = 0.3 + 0.3 * k, 0.012 * count
            ax.plot(
                [first - more, last + more], [y, y], color=palette.ink, linewidth=3.2, solid_capstyle="round"
            )
        return ax


def _alike(contenders: Sequence[int], pairs: Sequence[Pair]) -> Bools:
    """Return a matrix of the pairs of contenders: true where a test showed no difference."""
    place = {contender: k for k, contender in enumerate(contenders)}
    alike = np.zeros((len(contenders), len(contenders)), dtype=bool)
    for pair in pairs:
        if pair.first in place and pair.second in place and not pair.differs:
            a, b = place[pair.first], place[pair.second]
            alike[a, b] = alike[b, a] = True
    return alike


def _bars(averages: Floats, alike: Bools) -> list[tuple[float, float]]:
    """Return the longest ranges of two or more sorted averages in which no two contenders differ."""
    found: list[tuple[int, int]] = []
    for first in range(len(averages)):
        last = first
        while last + 1 < len(averages) and alike[first : last + 1, last + 1].all():
            last += 1
        if last > first and (not found or last > found[-1][1]):
            found.append((first, last))
    return [(float(averages[a]), float(averages[b])) for a, b in found]
