"""Shared parts of the figures of a study: an effort axis with its limit, boxes of quartiles, and labels.

``along`` says which axis the effort is on: ``x`` or ``y``.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from ergodoku.lab.analysis import (
    TIMES,
    Bools,
    Floats,
    RunLengthDistribution,
    at_least,
    effort_text,
    quantiles,
)

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.axis import Axis

    from ergodoku.views.board import Palette

WHISKERS = (0.05, 0.95)  # the share of runs below each end of the whiskers
POINTS = 200  # maximum number of runs per contender that are drawn as points
UPRIGHT = 16  # maximum number of rates that fit side by side above a figure
BESIDE = 16  # with more contenders, the legend is to the right of the figure
NAMED = 24  # with more values, an axis labels only some of them
ROOM = 62  # total number of characters of labels that fit side by side


def effort_axis(ax: Axes, along: str, effort: Floats, measure: str, *, small: bool = False) -> None:
    """Set a logarithmic axis with readable ticks: 10 ms, 1 s, 10,000; a ``small`` one has fewer labels."""
    scale, limits = getattr(ax, f"set_{along}scale"), getattr(ax, f"set_{along}lim")
    positive = effort[effort > 0]
    low, high = (float(positive.min()), float(positive.max())) if len(positive) else (1e-3, 1.0)
    if measure not in TIMES and effort.min() < 1:
        scale("symlog", linthresh=1, linscale=0.4)  # must show 0: logic needs 0 iterations
        limits(-0.15, max(10.0, 1.3 * high))
    else:
        low, high = low / 1.3, max(high * 1.3, low * 2)
        scale("log", nonpositive="clip")
        limits(low, high)
    axis = ax.xaxis if along == "x" else ax.yaxis
    if axis.get_scale() == "log":
        log_ticks(axis, small=small)
    axis.set_major_formatter(lambda value, _: effort_text(value, measure))


def log_ticks(axis: Axis, *, small: bool = False) -> None:
    """Set labelled ticks on a logarithmic axis, as in `tick_values`, and a few minor ticks without labels."""
    from matplotlib.ticker import Locator, LogLocator, NullFormatter

    class Labelled(Locator):
        def __call__(self) -> list[float]:
            return self.tick_values(*sorted(axis.get_view_interval()))

        def tick_values(self, low: float, high: float) -> list[float]:
            return tick_values(low, high, *((2, 4) if small else (3, 8)))

    axis.set_major_locator(Labelled())
    axis.set_minor_locator(LogLocator(subs=(2, 5), numticks=50))  # all eight would be slow to draw
    axis.set_minor_formatter(NullFormatter())


def tick_values(low: float, high: float, least: int, most: int) -> list[float]:
    """Return round values between two positive ends of a logarithmic axis.

    Powers of ten are enough if there are at least ``least`` of them. Otherwise there are values between them,
    at most ``most`` in all. If the ends are very close together, there are up to 5 evenly spaced values.

    Examples
    --------
    >>> tick_values(3, 30_000, 3, 8), tick_values(30, 300, 3, 8)
    ([10.0, 100.0, 1000.0, 10000.0], [50.0, 100.0, 200.0])
    """
    from matplotlib.ticker import MaxNLocator

    powers = 10.0 ** np.arange(np.floor(np.log10(low)), np.ceil(np.log10(high)) + 1)
    for steps in ((1,), (1, 2, 5), (1, 1.5, 2, 3, 4, 5, 7)):
        values = np.outer(powers, steps).ravel()
        values = values[(low <= values) & (values <= high)]
        if len(values) >= least:
            found: list[float] = values[:: -(-len(values) // most)].tolist()
            return found
    return [float(value) for value in MaxNLocator(4).tick_values(low, high) if low <= value <= high]


def panels(ax: Axes, rows: int, columns: int) -> list[Axes]:
    """Replace axes by several panels, and return them row by row; the original axes are hidden."""
    return _divided(ax, rows, columns, [1.0] * rows)


def panels_with_legend(ax: Axes, rows: int, columns: int) -> tuple[list[Axes], Axes]:
    """Return panels, and a strip above them for a legend that they share: see `shared_legend`."""
    strip = 0.22 / ax.bbox.height * ax.figure.dpi * (rows + 0.3)
    shown = _divided(ax, rows + 1, columns, [strip, *[1.0] * rows])
    for above in shown[:columns]:
        above.set_axis_off()
    return shown[columns:], shown[columns - 1]


def _divided(ax: Axes, rows: int, columns: int, heights: Sequence[float]) -> list[Axes]:
    grid = ax.get_subplotspec()
    if grid is None:
        raise ValueError("panels need axes from a grid, such as those of plt.subplots")
    ax.set_axis_off()
    places = grid.subgridspec(rows, columns, height_ratios=heights)
    return [ax.figure.add_subplot(places[row, column]) for row in range(rows) for column in range(columns)]


def contender_legend(ax: Axes, count: int) -> None:
    """Put the legend above the axes, or to the right if there are very many contenders."""
    if count > BESIDE:
        ax.legend(loc="center left", bbox_to_anchor=(1.01, 0.5), fontsize=7, handlelength=3)
    elif count > 1:
        ax.legend(loc="lower right", bbox_to_anchor=(1.0, 1.0), ncols=4, borderaxespad=0.2, handlelength=3)


def shared_legend(strip: Axes, lines: Axes) -> None:
    """Put one legend into the strip above several panels; ``lines`` is a panel with the curves."""
    handles, labels = lines.get_legend_handles_labels()
    if len(labels) > BESIDE:
        strip.text(1, 0, "line styles as in the run-length distribution", ha="right", fontsize=9)
    elif len(labels) > 1:
        place: dict[str, Any] = {"loc": "lower right", "bbox_to_anchor": (1.0, 0.0), "borderaxespad": 0.0}
        legend = strip.legend(handles, labels, ncols=5, handlelength=3, **place)
        legend.set_in_layout(False)  # the legend may extend to the left, above other panels


def share_axis(ax: Axes) -> None:
    """Set a vertical axis from 0 to 100 %."""
    ax.set_ylim(-0.02, 1.03)
    ax.yaxis.set_major_formatter(lambda share, _: f"{100 * share:.0f} %")


def steps(curve: RunLengthDistribution, left: float) -> tuple[Floats, Floats]:
    """Return the corners of a step function from the left edge to its end."""
    x = np.concatenate(([left], np.repeat(curve.effort, 2), [curve.end]))
    y = np.concatenate(([0.0, 0.0], np.repeat(curve.share, 2)))
    return x, y


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
    """Draw a box of quartiles and the median; a box with an unknown quartile stays open.

    ``colours`` are the colours of the box and of the median. ``weight`` is the opacity of the filling; if it
    is 0, the box is not filled.
    """
    low, middle, high = quantiles(effort, solved)
    known = at_least(effort, solved)
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
    """Draw whiskers from a box of quartiles to 5 % and 95 % of the runs.

    If too few runs were solved to know the upper end, that whisker has no bar at its end.
    """
    shares = (WHISKERS[0], 0.25, 0.75, WHISKERS[1])
    exact, known = quantiles(effort, solved, shares), at_least(effort, solved, shares)
    low, lower, upper, high = np.where(np.isinf(exact), known, exact)
    ax.plot([place, place], [low, lower], color=colour, linewidth=1.0, zorder=3)
    ax.plot([place, place], [upper, high], color=colour, linewidth=1.0, zorder=3)
    ax.plot(place, low, "_", color=colour, markersize=7, zorder=3)
    if np.isfinite(exact[3]):
        ax.plot(place, high, "_", color=colour, markersize=7, zorder=3)


def write_rates(ax: Axes, rates: Mapping[int, float], palette: Palette) -> None:
    """Write the share of solved runs above each value; rotate the texts if they do not fit side by side."""
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
    """Return at most `POINTS` runs, evenly chosen by effort, so they show the same spread."""
    order = np.lexsort((effort, ~solved))
    if len(order) > POINTS:
        order = order[np.linspace(0, len(order) - 1, POINTS).round().astype(np.int64)]
    return effort[order], solved[order]


def name_ticks(ax: Axes, along: str, names: Sequence[str]) -> None:
    """Write labels at 0, 1, 2 ..., or at some of them; slanted if they do not fit side by side."""
    places = range(0, len(names), -(-len(names) // NAMED))
    aslant: dict[str, Any] = {}
    if along == "x" and sum(len(names[k]) for k in places) > ROOM:
        aslant = {"rotation": 45, "ha": "right", "rotation_mode": "anchor"}
    axis = ax.xaxis if along == "x" else ax.yaxis
    axis.set_ticks(list(places), [names[k] for k in places], **aslant)


def short_label(label: str) -> str:
    """Return a label short enough to leave space for the figure."""
    return label if len(label) <= 28 else f"{label[:27]}…"
