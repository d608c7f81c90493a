"""The figures of an exploration in its report."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import TYPE_CHECKING

from ergodoku.lab.report.drawing import Draw, ReportFigure
from ergodoku.lab.report.explore_figures import median_band, value_boxes
from ergodoku.lab.report.figure_data import value_columns
from ergodoku.lab.report.heat_map import heat_map

if TYPE_CHECKING:
    from ergodoku.lab.analysis import Exploration, Runs


def draw_exploration(runs: Runs, exploration: Exploration, draw: Draw) -> Iterator[ReportFigure]:
    """Draw all figures with ``draw``, and yield them for the page."""
    axes = exploration.axes
    for measure in exploration.comparison.measures:
        yield draw(
            f"values-{measure}",
            measure,
            "Values",
            "Quartiles and median over all runs of each value, with whiskers to 5 % and 95 % of the runs. "
            "The numbers above are the share of solved runs. A dot is a solved run, an open triangle a run "
            "that gave up. A box without an upper end has an unknown upper quartile. The best value by "
            "expected running time has the strongest colour, values that may be as good have a lighter one, "
            "and the others are grey.",
            partial(value_boxes, runs, exploration, measure),
            (7.2, 4.2),
            value_columns(exploration, measure),
        )
    for measure in exploration.comparison.measures if len(axes) == 1 and axes[0].scale != "words" else ():
        yield draw(
            f"median-{measure}",
            measure,
            "Median and quartiles",
            "The median over all runs, and a band between the quartiles. The diamond is the lowest expected "
            "running time with its interval (95 %); values in the shaded area may be as good. An open "
            "triangle means that the median lies above it. The dotted line is the share of solved runs.",
            partial(median_band, runs, exploration, measure),
            (7.2, 3.8),
            value_columns(exploration, measure),
        )
    for measure in exploration.comparison.measures if len(axes) == 2 else ():
        yield draw(
            f"heat-{measure}",
            measure,
            "Expected running time",
            "The expected effort to a solution: all effort spent, divided by the number of solved runs. A "
            "stronger colour means less effort. The best cell has a thick frame; cells that may be as good "
            "have a thin one. A dash means that nothing was solved.",
            partial(heat_map, exploration, measure),
            (7.2, max(2.6, min(9.0, 1.2 + 0.42 * len(axes[0].values)))),
            value_columns(exploration, measure),
        )
