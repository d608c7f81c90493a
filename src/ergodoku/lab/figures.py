"""The figures of a study: run-length distributions, boxes, and the critical difference.

Each draws on the axes it is given, or makes its own, and returns them. What is drawn is thinned: a figure of
a million runs has no more points than one of a thousand.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from ergodoku.lab.distributions import Curve, empirical, kaplan_meier
from ergodoku.lab.ranks import Ranks
from ergodoku.lab.statistics import Bools, Floats, at_least, quantiles
from ergodoku.lab.words import number
from ergodoku.views.style import STROKES, canvas, say

if TYPE_CHECKING:
    from matplotlib.axes import Axes

    from ergodoku.lab.compare import Comparison
    from ergodoku.lab.summary import Runs
    from ergodoku.views.board import Palette

POINTS = 200  # runs of a contender that are shown one by one
AXES = {"seconds": "time", "iterations": "iterations"}
APART = 0.01  # from which difference on the estimate of Kaplan and Meier is drawn beside the empirical curve


def sizes(contenders: int) -> dict[str, tuple[float, float]]:
    """Return how large each figure should be for so many contenders, in inches."""
    return {
        "run-lengths": (7.2, max(4.2, 0.15 * contenders)),
        "boxes": (7.2, 1.2 + 0.5 * contenders),
        "ranks": (7.2, 1.1 + 0.32 * ((contenders + 1) // 2) + 0.16 * contenders),
    }


def run_lengths(
    runs: Runs,
    comparison: Comparison,
    measure: str = "seconds",
    *,
    ax: Axes | None = None,
    theme: str | None = None,
) -> Axes:
    """Draw the share of runs solved within an effort, one curve per contender.

    A curve ends where its longest run gave up, with an open mark. Where runs gave up at different efforts a
    thin line shows what Kaplan and Meier estimate.
    """
    with canvas(ax, theme, sizes(len(comparison.labels))["run-lengths"]) as (ax, palette):
        drawn = [s for s in comparison.standings if s.runs]
        if not drawn:
            return say(ax, "no run has ended yet", palette)
        effort = runs.effort(measure)
        _scale(ax, effort, measure)
        left = _left(ax, effort)
        for standing in drawn:
            mine = runs.contender == standing.contender
            colour, stroke = _look(palette, standing.contender)
            curve = empirical(effort[mine], runs.solved[mine]).thin()
            x, y = _steps(curve, left)
            ax.plot(x, y, color=colour, linestyle=stroke, linewidth=1.8, label=standing.label)
            if standing.solved < standing.runs:
                ax.plot(x[-1:], y[-1:], ">", color=colour, markerfacecolor=palette.paper, markersize=6.5)
            estimate = kaplan_meier(effort[mine], runs.solved[mine]).thin()
            if standing.solved and abs(estimate.share[-1] - curve.share[-1]) > APART:
                ax.plot(*_steps(estimate, left), color=colour, linewidth=0.7, alpha=0.8)
        _limit(ax, comparison, measure, palette)
        ax.set_ylim(-0.02, 1.03)
        ax.yaxis.set_major_formatter(lambda share, _: f"{100 * share:.0f} %")
        ax.set_xlabel(AXES[measure])
        ax.set_ylabel("runs solved")
        _legend(ax, len(drawn))
        return ax


def boxes(
    runs: Runs,
    comparison: Comparison,
    measure: str = "seconds",
    *,
    ax: Axes | None = None,
    theme: str | None = None,
) -> Axes:
    """Draw the quartiles of each contender over all its runs, with the runs; open triangles gave up.

    A box without a right end has its upper quartile beyond what is known.
    """
    count = len(comparison.standings)
    with canvas(ax, theme, sizes(count)["boxes"]) as (ax, palette):
        if not len(runs):
            return say(ax, "no run has ended yet", palette)
        effort = runs.effort(measure)
        _scale(ax, effort, measure)
        generator = np.random.default_rng(0)  # the same study gives the same figure
        for standing in comparison.standings:
            mine = runs.contender == standing.contender
            colour, _ = _look(palette, standing.contender)
            row = -standing.contender
            spent, solved = sample(effort[mine], runs.solved[mine])
            height = row + generator.uniform(-0.3, 0.3, len(spent))
            ax.plot(spent[solved], height[solved], ".", color=colour, markersize=3.2, alpha=0.55)
            ax.plot(
                spent[~solved],
                height[~solved],
                ">",
                color=colour,
                markerfacecolor="none",
                markersize=4,
                alpha=0.7,
            )
            if standing.runs:
                _box(ax, row, effort[mine], runs.solved[mine], palette)
        _limit(ax, comparison, measure, palette)
        ax.set_yticks([-k for k in range(count)], [_short(s.label) for s in comparison.standings])
        ax.set_ylim(-count + 0.4, 0.6)
        ax.tick_params(axis="y", length=0, labelcolor=palette.ink)
        ax.grid(visible=False, axis="y")
        ax.grid(visible=True, axis="x")
        ax.spines["left"].set_visible(False)
        for standing in comparison.standings:
            ax.annotate(
                f"{standing.solved:,}/{standing.runs:,}",
                (1.01, -standing.contender),
                xycoords=("axes fraction", "data"),
                va="center",
                fontsize=8,
                color=palette.muted,
            )
        ax.annotate(
            "solved", (1.01, 1.0), xycoords="axes fraction", va="bottom", fontsize=8, color=palette.muted
        )
        ax.set_xlabel(AXES[measure])
        return ax


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
        bars = _cliques(ranks.average[order], ranks.critical_difference)
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
            colour, _ = _look(palette, ranks.contenders[k])
            end, side, align = (best, -1, "right") if left else (worst, 1, "left")
            x = float(ranks.average[k])
            ax.plot([x, x, end], [0, depth, depth], color=colour, linewidth=1.2)
            ax.plot([x], [0], "o", color=colour, markersize=5)
            name, figure = _short(labels[ranks.contenders[k]]), f"{x:.2f}"
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
            y = 0.3 + 0.3 * k
            ax.plot([first, last], [y, y], color=palette.ink, linewidth=3.2, solid_capstyle="round")
        return ax


def _cliques(averages: Floats, difference: float) -> list[tuple[float, float]]:
    """Return the longest stretches of sorted averages within the critical difference, of two and more."""
    found: list[tuple[int, int]] = []
    for first in range(len(averages)):
        last = int(np.searchsorted(averages, averages[first] + difference, side="right")) - 1
        if last > first and (not found or last > found[-1][1]):
            found.append((first, last))
    return [(float(averages[a]), float(averages[b])) for a, b in found]


def _ruler(ax: Axes, difference: float, best: int, worst: int, palette: Palette) -> None:
    """Draw how long the critical difference is, where the axis is long enough for it."""
    text = f"critical difference {difference:.2g}"
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


def _box(ax: Axes, row: int, effort: Floats, solved: Bools, palette: Palette) -> None:
    """Draw quartiles and median as lines; what lies beyond what is known stays open."""
    low, middle, high = quantiles(effort, solved)
    known = at_least(effort)
    first, last = known[0] if np.isinf(low) else low, known[2] if np.isinf(high) else high
    top, bottom = row + 0.36, row - 0.36
    style: dict[str, Any] = {"color": palette.ink, "linewidth": 1.1, "zorder": 3}
    ax.plot([first, last], [top, top], **style)
    ax.plot([first, last], [bottom, bottom], **style)
    if np.isfinite(low):
        ax.plot([low, low], [bottom, top], **style)
    if np.isfinite(high):
        ax.plot([high, high], [bottom, top], **style)
    if np.isfinite(middle):
        ax.plot([middle, middle], [bottom, top], **(style | {"linewidth": 2.6}))


def sample(effort: Floats, solved: Bools) -> tuple[Floats, Bools]:
    """Return at most so many runs, evenly taken in the order of their effort: their spread stays."""
    order = np.lexsort((effort, ~solved))
    if len(order) > POINTS:
        order = order[np.linspace(0, len(order) - 1, POINTS).round().astype(np.int64)]
    return effort[order], solved[order]


def _scale(ax: Axes, effort: Floats, measure: str) -> None:
    """Set a logarithmic axis with plain words at its ticks: 10 ms, 1 s, 10,000."""
    low, high = 0.0, max(10.0, 1.3 * float(effort.max()))
    if measure == "iterations" and effort.min() < 1:
        ax.set_xscale("symlog", linthresh=1, linscale=0.4)  # logic needs 0 iterations
        ax.set_xlim(-0.15, high)
    else:
        ax.set_xscale("log", nonpositive="clip")
        positive = effort[effort > 0]
        low, high = (positive.min(), positive.max()) if len(positive) else (1e-3, 1.0)
        low, high = low / 1.3, max(high * 1.3, low * 2)
        ax.set_xlim(low, high)
    write = time_text if measure == "seconds" else number
    narrow = low > 0 and high < 30 * low  # then the decades alone would be too few ticks
    ax.xaxis.set_major_formatter(lambda x, _: write(x))
    ax.xaxis.set_minor_formatter(lambda x, _: write(x) if narrow and f"{x:e}"[0] in "25" else "")


def time_text(seconds: float) -> str:
    """Return a time with its unit, such as ``10 ms``."""
    if seconds < 0.9995e-3:
        return f"{seconds * 1e6:.3g} µs"
    return f"{seconds * 1e3:.3g} ms" if seconds < 0.9995 else f"{number(seconds)} s"


def _left(ax: Axes, effort: Floats) -> float:
    return float(min(ax.get_xlim()[0], effort.min()))


def _steps(curve: Curve, left: float) -> tuple[Floats, Floats]:
    """Return the corners of a step function from the left edge to its end."""
    x = np.concatenate(([left], np.repeat(curve.effort, 2), [curve.end]))
    y = np.concatenate(([0.0, 0.0], np.repeat(curve.share, 2)))
    return x, y


def _limit(ax: Axes, comparison: Comparison, measure: str, palette: Palette) -> None:
    limit = comparison.limits[measure]
    if limit is not None and ax.get_xlim()[0] < limit <= 2 * ax.get_xlim()[1]:
        ax.set_xlim(right=max(ax.get_xlim()[1], 1.15 * limit))
        ax.axvline(limit, color=palette.muted, linewidth=0.9, linestyle=(0, (1, 2)))


def _look(palette: Palette, contender: int) -> tuple[str, object]:
    colours = palette.series
    return colours[contender % len(colours)], STROKES[contender // len(colours) % len(STROKES)]


def _legend(ax: Axes, count: int) -> None:
    if count > 16:
        ax.legend(loc="center left", bbox_to_anchor=(1.01, 0.5), fontsize=7, handlelength=3)
    elif count > 1:
        ax.legend(loc="lower right", bbox_to_anchor=(1.0, 1.0), ncols=4, borderaxespad=0.2, handlelength=3)


def _short(label: str) -> str:
    return label if len(label) <= 28 else f"{label[:27]}…"
