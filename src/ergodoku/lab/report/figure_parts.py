"""What the figures of a study share: an axis of effort with its limit, boxes of quartiles, and names.

``along`` says which axis the effort is on: ``x`` or ``y``.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from ergodoku.lab.analysis import TIMES, Bools, Floats, at_least, effort_text, quantiles

if TYPE_CHECKING:
    from matplotlib.axes import Axes

    from ergodoku.views.board import Palette

WHISKERS = (0.05, 0.95)  # the share of runs below each end of the whiskers
POINTS = 200  # runs of a contender that are shown one by one
UPRIGHT = 16  # rates that fit side by side above a figure
NAMED = 24  # values that are all named on an axis
ROOM = 62  # characters of names that fit side by side


def effort_axis(ax: Axes, along: str, effort: Floats, measure: str) -> None:
    """Set a logarithmic axis with plain words at its ticks: 10 ms, 1 s, 10,000."""
    scale, limits = getattr(ax, f"set_{along}scale"), getattr(ax, f"set_{along}lim")
    positive = effort[effort > 0]
    low, high = (float(positive.min()), float(positive.max())) if len(positive) else (1e-3, 1.0)
    narrow = False
    if measure not in TIMES and effort.min() < 1:
        scale("symlog", linthresh=1, linscale=0.4)  # logic needs 0 iterations
        limits(-0.15, max(10.0, 1.3 * high))
    else:
        low, high = low / 1.3, max(high * 1.3, low * 2)
        scale("log", nonpositive="clip")
        limits(low, high)
        narrow = high < 30 * low  # then the decades alone would be too few ticks
    axis = ax.xaxis if along == "x" else ax.yaxis
    axis.set_major_formatter(lambda value, _: effort_text(value, measure))
    axis.set_minor_formatter(
        lambda value, _: effort_text(value, measure) if narrow and f"{value:e}"[0] in "25" else ""
    )


def limit_line(ax: Axes, along: str, limit: float | None, palette: Palette) -> None:
    """Draw the limit of the runs, unless it lies far outside the figure."""
    low, high = ax.get_xlim() if along == "x" else ax.get_ylim()
    if limit is not None and low < limit <= 2 * high:
        look: dict[str, Any] = {"color": palette.muted, "linewidth": 0.9, "linestyle": (0, (1, 2))}
        getattr(ax, f"set_{along}lim")(low, max(high, 1.15 * limit))
        ax.axvline(limit, **look) if along == "x" else ax.axhline(limit, **look)


def quartile_box(
    ax: Axes,
    along: str,
    span: tuple[float, float],
    effort: Floats,
    solved: Bools,
    colours: tuple[str, str],
    weight: float = 0.0,
) -> None:
    """Draw quartiles and median as lines over a span; a box with an unknown quartile stays open.

    ``colours`` are those of the box and of the median; with a weight the box is filled.
    """
    low, middle, high = quantiles(effort, solved)
    known = at_least(effort)
    ends = [known[0] if np.isinf(low) else low, known[2] if np.isinf(high) else high]
    colour, ink = colours

    def line(efforts: Sequence[float], places: Sequence[float], colour: str, width: float = 1.1) -> None:
        xy = (efforts, places) if along == "x" else (places, efforts)
        ax.plot(*xy, color=colour, linewidth=width, zorder=3)

    if weight:
        fill = ax.fill_betweenx if along == "x" else ax.fill_between
        fill(span, ends[0], ends[1], color=colour, alpha=weight, linewidth=0)
    for side in span:
        line(ends, [side, side], colour)
    for end in (low, high):
        if np.isfinite(end):
            line([end, end], span, colour)
    if np.isfinite(middle):
        line([middle, middle], span, ink, 2.6)


def whiskers(ax: Axes, place: float, effort: Floats, solved: Bools, colour: str) -> None:
    """Draw lines from a box of quartiles up and down to 5 % and 95 % of the runs.

    Where so few runs were solved that the upper end is not known, the line has no bar at its end.
    """
    shares = (WHISKERS[0], 0.25, 0.75, WHISKERS[1])
    exact, known = quantiles(effort, solved, shares), at_least(effort, shares)
    low, lower, upper, high = np.where(np.isinf(exact), known, exact)
    ax.plot([place, place], [low, lower], color=colour, linewidth=1.0, zorder=3)
    ax.plot([place, place], [upper, high], color=colour, linewidth=1.0, zorder=3)
    ax.plot(place, low, "_", color=colour, markersize=7, zorder=3)
    if np.isfinite(exact[3]):
        ax.plot(place, high, "_", color=colour, markersize=7, zorder=3)


def write_rates(ax: Axes, rates: Mapping[int, float], palette: Palette) -> None:
    """Write the share of solved runs above each value; upright where they would not fit side by side."""
    for place, rate in rates.items():
        ax.annotate(
            f"{100 * rate:.0f} %",
            (place, 1.0),
            xycoords=("data", "axes fraction"),
            xytext=(0, 3),
            textcoords="offset points",
            ha="center",
            va="bottom",
            fontsize=7.5,
            rotation=90 if len(rates) > UPRIGHT else 0,
            color=palette.muted if rate == 1 else palette.ink,
        )
    ax.annotate(
        "solved",
        (1.0, 1.0),
        xycoords="axes fraction",
        xytext=(3, 3),
        textcoords="offset points",
        va="bottom",
        fontsize=7.5,
        color=palette.muted,
    )


def sample(effort: Floats, solved: Bools) -> tuple[Floats, Bools]:
    """Return at most `POINTS` runs, taken evenly in the order of their effort: they keep the spread."""
    order = np.lexsort((effort, ~solved))
    if len(order) > POINTS:
        order = order[np.linspace(0, len(order) - 1, POINTS).round().astype(np.int64)]
    return effort[order], solved[order]


def name_ticks(ax: Axes, along: str, names: Sequence[str]) -> None:
    """Write names at 0, 1, 2 ..., or at some of them; aslant where they would not fit side by side."""
    places = range(0, len(names), -(-len(names) // NAMED))
    aslant: dict[str, Any] = {}
    if along == "x" and sum(len(names[k]) for k in places) > ROOM:
        aslant = {"rotation": 45, "ha": "right", "rotation_mode": "anchor"}
    axis = ax.xaxis if along == "x" else ax.yaxis
    axis.set_ticks(list(places), [names[k] for k in places], **aslant)


def short_label(label: str) -> str:
    """Return a label that leaves room for the figure."""
    return label if len(label) <= 28 else f"{label[:27]}…"
