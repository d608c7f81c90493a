"""The figure that compares pairs of contenders: a point for each puzzle, a panel for each pair."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations
from typing import TYPE_CHECKING, Any

import numpy as np

from ergodoku.lab.analysis import NAMES, Floats, PuzzleEfforts
from ergodoku.lab.report.figure_data import Columns, joined
from ergodoku.lab.report.figure_parts import effort_axis, panels, short_label
from ergodoku.views.looks import looks
from ergodoku.views.style import canvas, say

if TYPE_CHECKING:
    from matplotlib.axes import Axes

    from ergodoku.lab.analysis import Comparison
    from ergodoku.views.board import Palette

MOST_PAIRS = 6  # maximum number of panels
POINTS = 500  # maximum number of points in a panel: more would hide each other
COLUMNS = 3


def scatter_pairs(efforts: PuzzleEfforts) -> list[tuple[int, int]]:
    """Return the pairs to draw: all pairs of up to three contenders.

    If there are more contenders, the best is paired with each of the next `MOST_PAIRS`. The best contender
    is the one that needs the least effort on the largest number of puzzles.
    """
    count = efforts.expected.shape[1]
    if count <= 3:
        return list(combinations(range(count), 2))
    wins = np.bincount(efforts.expected.argmin(axis=1), minlength=count) if len(efforts.puzzle) else [0]
    order = np.argsort(-np.asarray(wins), kind="stable").tolist()
    return [(order[0], other) for other in order[1 : 1 + MOST_PAIRS]]


def scatter_columns(efforts: PuzzleEfforts, labels: Sequence[str], measure: str) -> Columns:
    """Return the points as columns: the puzzle, numbered from 1, and the effort of both contenders."""
    return joined(
        (
            {"first": labels[a], "second": labels[b]},
            {
                "puzzle": efforts.puzzle + 1,
                f"first_ert_{measure}": efforts.expected[:, a],
                f"second_ert_{measure}": efforts.expected[:, b],
            },
        )
        for a, b in scatter_pairs(efforts)
    )


def scatter_size(pairs: int) -> tuple[float, float]:
    """Return the size of the figure in inches: the panels are square."""
    columns = min(COLUMNS, max(1, pairs))
    side = {1: 3.8, 2: 3.4}.get(columns, 2.8)
    return side * columns, side * -(-max(1, pairs) // columns)


def puzzle_scatter(
    efforts: PuzzleEfforts,
    comparison: Comparison,
    measure: str = "seconds",
    *,
    ax: Axes | None = None,
    theme: str | None = None,
) -> Axes:
    """Draw the efforts of two contenders on each puzzle, one contender per axis.

    Below the diagonal, the contender on the vertical axis needs less. An open mark at an edge is a puzzle
    that one of the two never solved. Puzzles that neither solved are left out.
    """
    pairs = scatter_pairs(efforts)
    with canvas(ax, theme, scatter_size(len(pairs))) as (ax, palette):
        finite = efforts.expected[np.isfinite(efforts.expected)]
        if not len(finite) or not pairs:
            return say(ax, "no solved puzzle on which to compare two contenders", palette)
        columns = min(COLUMNS, len(pairs))
        shown = panels(ax, -(-len(pairs) // columns), columns)
        colours = [look.colour for look in looks(comparison.methods)]
        for panel, (a, b) in zip(shown, pairs, strict=False):
            both = efforts.expected[:, [a, b]]
            _panel(panel, both, (colours[a], colours[b]), measure, palette)
            panel.set_xlabel(f"{short_label(comparison.labels[a])}, {NAMES[measure]}")
            panel.set_ylabel(f"{short_label(comparison.labels[b])}, {NAMES[measure]}")
        for panel in shown[len(pairs) :]:
            panel.set_axis_off()
        return ax


def _panel(ax: Axes, both: Floats, colours: tuple[str, str], measure: str, palette: Palette) -> None:
    finite = both[np.isfinite(both)]
    if not len(finite):
        say(ax, "neither contender solved a puzzle", palette)
        return
    effort_axis(ax, "x", finite, measure, small=True)
    effort_axis(ax, "y", finite, measure, small=True)
    low, high = ax.get_xlim()
    edge = high * 1.6 if np.isinf(both).any() else high
    ax.set_xlim(low, edge)
    ax.set_ylim(low, edge)
    ax.set_box_aspect(1)
    ax.minorticks_off()
    ax.tick_params(labelsize=7.5)
    ax.plot([low, edge], [low, edge], color=palette.muted, linewidth=0.9, zorder=1)
    known = both[np.isfinite(both).any(axis=1)]
    if len(known) > POINTS:
        known = known[np.linspace(0, len(known) - 1, POINTS).round().astype(np.int64)]
    x, y = np.where(np.isinf(known), edge, known).T
    unsolved = np.isinf(known).any(axis=1)
    for colour, mine in zip(colours, (x < y, y < x), strict=True):
        ax.plot(x[mine & ~unsolved], y[mine & ~unsolved], "o", color=colour, markersize=4, alpha=0.8)
        hollow: dict[str, Any] = {
            "color": colour,
            "markerfacecolor": palette.paper,
            "clip_on": False,
        }
        if (mine & unsolved).any():  # an unclipped line without points has infinite extent
            ax.plot(x[mine & unsolved], y[mine & unsolved], "o", markersize=4.5, zorder=3, **hollow)
    even = x == y
    ax.plot(x[even], y[even], "o", color=palette.muted, markersize=4)
    ax.grid(visible=True, axis="both")
