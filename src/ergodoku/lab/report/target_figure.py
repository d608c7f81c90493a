"""The figure of targets: the share of runs that reach each target energy within an effort."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from ergodoku.lab.analysis import NAMES, TargetCurve
from ergodoku.lab.report.figure_data import Columns, joined
from ergodoku.lab.report.figure_parts import effort_axis, panels_with_legend, share_axis, shared_legend, steps
from ergodoku.views.looks import looks
from ergodoku.views.style import canvas, say

if TYPE_CHECKING:
    from matplotlib.axes import Axes

    from ergodoku.lab.analysis import Comparison

SIZE = (7.2, 4.6)
STEPS = 120  # maximum number of steps per curve: panels are small


def target_columns(curves: Sequence[TargetCurve], labels: Sequence[str], measure: str) -> Columns:
    """Return the curves as columns: the target, the effort, and the share of runs that reached the target."""
    thinned = ((one, one.curve.thin()) for one in curves)
    return joined(
        (
            {"contender": labels[one.contender], "energy": one.target},
            {measure: curve.effort, "share": curve.share},
        )
        for one, curve in thinned
    )


def target_distributions(
    curves: Sequence[TargetCurve],
    comparison: Comparison,
    measure: str = "seconds",
    *,
    ax: Axes | None = None,
    theme: str | None = None,
) -> Axes:
    """Draw a panel for each target, with one curve per contender: the share of runs that reached it."""
    with canvas(ax, theme, SIZE) as (ax, palette):
        if not curves:
            return say(ax, "no run has ended yet", palette)
        targets = sorted({one.target for one in curves}, reverse=True)
        columns = min(2, len(targets))
        shown, strip = panels_with_legend(ax, -(-len(targets) // columns), columns)
        each = looks(comparison.methods)
        efforts = np.concatenate([[*one.curve.effort, one.curve.end] for one in curves])
        for k, (panel, target) in enumerate(zip(shown, targets, strict=False)):
            effort_axis(panel, "x", efforts, measure, small=True)
            panel.minorticks_off()
            left = float(min(panel.get_xlim()[0], efforts.min()))
            for one in curves:
                if one.target == target:
                    colour, stroke, _ = each[one.contender]
                    look: dict[str, Any] = {"color": colour, "linestyle": stroke, "linewidth": 1.6}
                    panel.plot(
                        *steps(one.curve.thin(STEPS), left), label=comparison.labels[one.contender], **look
                    )
            share_axis(panel)
            words = "solved" if target == 0 else f"energy {target} or less"
            panel.set_title(words, loc="left", fontsize=9.5)
            if k + columns >= len(targets):
                panel.set_xlabel(NAMES[measure])
            else:
                panel.tick_params(axis="x", which="both", labelbottom=False)
            if k % columns:
                panel.tick_params(axis="y", labelleft=False)
            else:
                panel.set_ylabel("runs")
        for panel in shown[len(targets) :]:
            panel.set_axis_off()
        shared_legend(strip, shown[0])
        return ax
