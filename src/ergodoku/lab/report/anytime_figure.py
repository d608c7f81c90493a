"""The figure of anytime curves: the best energy over the effort."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from ergodoku.lab.analysis import NAMES, AnytimeCurve
from ergodoku.lab.report.figure_data import Columns, joined
from ergodoku.lab.report.figure_parts import contender_legend, effort_axis
from ergodoku.views.looks import looks
from ergodoku.views.style import canvas, say

if TYPE_CHECKING:
    from matplotlib.axes import Axes

    from ergodoku.lab.analysis import Comparison

SIZE = (7.2, 4.2)


def anytime_columns(curves: Sequence[AnytimeCurve], labels: Sequence[str], measure: str) -> Columns:
    """Return the curves as columns: the effort, and the quartiles of the best energy."""
    unit = "share_of_start" if any(curve.relative for curve in curves) else "energy"
    return joined(
        (
            {"contender": labels[curve.contender], "runs": curve.runs},
            {
                measure: curve.effort,
                f"{unit}_quartile_1": curve.quartiles[0],
                f"{unit}_median": curve.quartiles[1],
                f"{unit}_quartile_3": curve.quartiles[2],
            },
        )
        for curve in curves
    )


def anytime_curves(
    curves: Sequence[AnytimeCurve],
    comparison: Comparison,
    measure: str = "seconds",
    *,
    ax: Axes | None = None,
    theme: str | None = None,
) -> Axes:
    """Draw the median of the best energy over the effort, with a band between the quartiles."""
    with canvas(ax, theme, SIZE) as (ax, palette):
        if not curves:
            return say(ax, "no run has ended yet", palette)
        each = looks(comparison.methods)
        effort_axis(ax, "x", np.concatenate([curve.effort for curve in curves]), measure)
        for curve in curves:
            colour, stroke, _ = each[curve.contender]
            low, middle, high = curve.quartiles
            ax.fill_between(curve.effort, low, high, step="post", color=colour, alpha=0.16, linewidth=0)
            label = comparison.labels[curve.contender]
            look: dict[str, Any] = {"color": colour, "linestyle": stroke, "linewidth": 1.8, "label": label}
            ax.plot(curve.effort, middle, drawstyle="steps-post", **look)
        relative = curves[0].relative
        top = max(float(curve.quartiles.max()) for curve in curves)
        ax.set_yscale("symlog", linthresh=0.01 if relative else 1, linscale=0.5)
        ax.set_ylim(-0.0008 if relative else -0.08, 1.25 * max(top, 0.02 if relative else 2))
        if relative:
            ax.yaxis.set_major_formatter(lambda value, _: f"{100 * value:g} %")
        else:
            ax.yaxis.set_major_formatter(lambda value, _: f"{value:g}")
        ax.set_xlabel(NAMES[measure])
        ax.set_ylabel("best energy / energy at the start" if relative else "best energy")
        contender_legend(ax, len(curves))
        return ax
