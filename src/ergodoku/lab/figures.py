"""The figures of a study: run-length distributions and boxes.

Each draws on the axes it is given, or makes its own, and returns them. What is drawn is thinned: a figure of
a million runs has no more points than one of a thousand.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from ergodoku.lab.distributions import Curve, empirical, kaplan_meier
from ergodoku.lab.statistics import Bools, Floats, at_least, quantiles
from ergodoku.lab.words import number, time_text
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
            colour, stroke = look(palette, standing.contender)
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
            colour, _ = look(palette, standing.contender)
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
        ax.set_yticks([-k for k in range(count)], [short(s.label) for s in comparison.standings])
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


def look(palette: Palette, contender: int) -> tuple[str, object]:
    """Return the colour and the stroke of a contender, the same in every figure.

    Both change from one to the next, so that curves can be told apart in grey, and where one covers another.
    """
    return palette.series[contender % len(palette.series)], STROKES[contender % len(STROKES)]


def _legend(ax: Axes, count: int) -> None:
    if count > 16:
        ax.legend(loc="center left", bbox_to_anchor=(1.01, 0.5), fontsize=7, handlelength=3)
    elif count > 1:
        ax.legend(loc="lower right", bbox_to_anchor=(1.0, 1.0), ncols=4, borderaxespad=0.2, handlelength=3)


def short(label: str) -> str:
    """Return a label that leaves room for the figure."""
    return label if len(label) <= 28 else f"{label[:27]}…"
