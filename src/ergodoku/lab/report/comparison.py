"""The figures of a comparison in its report."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from ergodoku.lab.report import figures
from ergodoku.lab.report.class_figure import class_efforts
from ergodoku.lab.report.drawing import ReportFigure, draw_figure
from ergodoku.lab.report.rank_diagram import rank_diagram

if TYPE_CHECKING:
    from ergodoku.lab.analysis import Comparison, Runs


def draw_comparison(runs: Runs, comparison: Comparison, folder: Path) -> Iterator[ReportFigure]:
    """Draw all figures into a folder, as SVG and PNG, and yield them for the page."""
    folder.mkdir(parents=True, exist_ok=True)
    sizes = figures.sizes(len(comparison.labels))
    for measure in comparison.measures:
        yield draw_figure(
            folder,
            f"run-lengths-{measure}",
            measure,
            "Run-length distribution",
            "The share of all runs that is solved within a given effort. An open triangle ends a curve whose "
            "last runs gave up; a thin line, where there is one, is the estimate of Kaplan and Meier.",
            partial(figures.run_lengths, runs, comparison, measure),
            sizes["run-lengths"],
        )
    for measure in comparison.measures:
        yield draw_figure(
            folder,
            f"boxes-{measure}",
            measure,
            "Quartiles",
            "Quartiles and median over all runs, on a logarithmic scale. A dot is a run that was solved, an "
            "open triangle one that gave up; a box without a right end has an unknown upper quartile.",
            partial(figures.boxes, runs, comparison, measure),
            sizes["boxes"],
        )
    for measure in comparison.measures if comparison.classes else ():
        yield draw_figure(
            folder,
            f"classes-{measure}",
            measure,
            f"Expected running time by {comparison.by}",
            "Each contender in each class, with its interval (95 %), on a logarithmic scale. An open "
            "triangle stands where nothing was solved.",
            partial(class_efforts, comparison, measure),
            (7.2, 3.8),
        )
    for measure in comparison.measures:
        ranks = comparison.ranks[measure]
        if ranks is not None:
            yield draw_figure(
                folder,
                f"ranks-{measure}",
                measure,
                "Average ranks",
                f"Average ranks over {ranks.blocks:,} blocks (a block is a {ranks.by}); 1 is best. A bar "
                "joins neighbours of which no two are shown to differ in the table of pairs.",
                partial(
                    rank_diagram, ranks, comparison.labels, comparison.methods, comparison.pairs[measure]
                ),
                figures.sizes(len(ranks.contenders))["ranks"],
            )
