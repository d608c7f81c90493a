"""The figure of performance profiles: the share of puzzles on which a contender is close to the best."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np

from ergodoku.base.numbers import number
from ergodoku.lab.analysis import NAMES, Floats
from ergodoku.lab.report.figure_data import Columns, joined
from ergodoku.lab.report.figure_parts import contender_legend, log_ticks, share_axis
from ergodoku.views.looks import looks
from ergodoku.views.style import canvas, say

if TYPE_CHECKING:
    from matplotlib.axes import Axes

    from ergodoku.lab.analysis import Comparison

SIZE = (7.2, 4.0)
POINTS = 400  # maximum number of points per curve


def profile_columns(ratios: Floats, labels: Sequence[str]) -> Columns:
    """Return the profiles as columns: a factor, and the share of puzzles with at most this ratio."""
    return joined(
        ({"contender": label}, dict(zip(("factor", "share"), _profile(ratios[:, k]), strict=True)))
        for k, label in enumerate(labels)
    )


def performance_profiles(
    ratios: Floats,
    comparison: Comparison,
    measure: str = "seconds",
    *,
    ax: Axes | None = None,
    theme: str | None = None,
) -> Axes:
    """Draw the share of puzzles on which each contender needs at most a multiple of the best effort."""
    with canvas(ax, theme, SIZE) as (ax, palette):
        finite = ratios[np.isfinite(ratios)]
        if not len(finite):
            return say(ax, "no puzzle was solved by any contender", palette)
        right = max(2.0, 1.3 * float(finite.max()))
        each = looks(comparison.methods)
        for k, label in enumerate(comparison.labels):
            factor, share = _profile(ratios[:, k])
            x = np.concatenate(([1.0], np.repeat(factor, 2), [right]))
            y = np.concatenate(([0.0, 0.0], np.repeat(share, 2)))
            colour, stroke, _ = each[k]
            ax.plot(x, y, color=colour, linestyle=stroke, linewidth=1.8, label=label)
        ax.set_xscale("log")
        ax.set_xlim(right**-0.012, right)  # start below 1, so that a rise at 1 is visible
        log_ticks(ax.xaxis)
        ax.xaxis.set_major_formatter(lambda value, _: number(value))
        share_axis(ax)
        ax.set_xlabel(f"expected {NAMES[measure]}, as a multiple of the best on the same puzzle")
        ax.set_ylabel("puzzles")
        contender_legend(ax, len(comparison.labels))
        return ax


def _profile(ratios: Floats) -> tuple[Floats, Floats]:
    """Return the factors at which a profile rises, and the share of puzzles from each factor on."""
    factor, counts = np.unique(ratios[np.isfinite(ratios)], return_counts=True)
    share = counts.cumsum() / max(1, len(ratios))
    if len(factor) > POINTS:
        kept = np.linspace(0, len(factor) - 1, POINTS).round().astype(np.int64)
        factor, share = factor[kept], share[kept]
    return factor, share
