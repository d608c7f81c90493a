"""The figures of a comparison in its report, in the order of the page."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any

from numpy.typing import NDArray

from ergodoku.lab.analysis import EARLIEST, performance_ratios, puzzle_efforts, restarts_of
from ergodoku.lab.report import figures
from ergodoku.lab.report.class_figure import class_efforts
from ergodoku.lab.report.descent_figures import draw_descents
from ergodoku.lab.report.drawing import Draw, ReportFigure
from ergodoku.lab.report.figure_data import (
    class_columns,
    contender_columns,
    rank_columns,
    run_length_columns,
)
from ergodoku.lab.report.profile_figure import SIZE as PROFILE
from ergodoku.lab.report.profile_figure import performance_profiles, profile_columns
from ergodoku.lab.report.rank_diagram import rank_diagram
from ergodoku.lab.report.restart_figure import SIZE as RESTARTS
from ergodoku.lab.report.restart_figure import restart_columns, restart_words, time_to_target
from ergodoku.lab.report.scatter_figure import (
    puzzle_scatter,
    scatter_columns,
    scatter_pairs,
    scatter_size,
)

if TYPE_CHECKING:
    from ergodoku.lab.analysis import Comparison, Runs
    from ergodoku.lab.study import Store, Study

FEWEST_PUZZLES = 3  # with fewer puzzles, figures with a point or step per puzzle show nothing useful
MOST_CONTENDERS = 40  # with more contenders, these figures would be unreadable


def draw_comparison(
    study: Study,
    store: Store,
    runs: Runs,
    comparison: Comparison,
    table: Mapping[str, NDArray[Any]],
    draw: Draw,
) -> Iterator[ReportFigure]:
    """Draw all figures with ``draw``, and yield them for the page.

    ``table`` has one row per puzzle and contender, as `by_puzzle` returns it.
    """
    yield from _runs(runs, comparison, draw)
    main = main_measures(comparison)
    yield from draw_descents(study, store, runs, comparison, main, draw)
    yield from _puzzles(comparison, table, main, draw)
    yield from _restarts(runs, comparison, main, draw)
    yield from _ranks(comparison, draw)


def main_measures(comparison: Comparison) -> tuple[str, str]:
    """Return the two main measures: a time, and a count that is the same on any machine.

    CPU time is one of the measures only if other programs disturbed the runs; it is then more reliable than
    the time on the clock. Evaluations are comparable between methods, iterations are not.
    """
    time = "cpu_seconds" if "cpu_seconds" in comparison.measures else "seconds"
    return time, "evaluations" if "evaluations" in comparison.measures else "iterations"


def _runs(runs: Runs, comparison: Comparison, draw: Draw) -> Iterator[ReportFigure]:
    sizes = figures.sizes(len(comparison.labels))
    for measure in comparison.measures:
        yield draw(
            f"run-lengths-{measure}",
            measure,
            "Run-length distribution",
            "The share of all runs solved within a given effort. A curve ends at the longest run; an open "
            "triangle there means that some runs gave up. If there is a thin line, it is the "
            "Kaplan-Meier estimate.",
            partial(figures.run_lengths, runs, comparison, measure),
            sizes["run-lengths"],
            run_length_columns(runs, comparison, measure),
        )
    for measure in comparison.measures:
        yield draw(
            f"boxes-{measure}",
            measure,
            "Quartiles",
            "Quartiles and median over all runs, on a logarithmic scale. A dot is a solved run, an open "
            "triangle a run that gave up. A box without a right end has an unknown upper quartile.",
            partial(figures.boxes, runs, comparison, measure),
            sizes["boxes"],
            contender_columns(comparison, measure),
        )


def _puzzles(
    comparison: Comparison, table: Mapping[str, NDArray[Any]], measures: Sequence[str], draw: Draw
) -> Iterator[ReportFigure]:
    """Draw the figures that compare puzzle by puzzle: profiles, pairs of contenders, and classes."""
    count = len(comparison.labels)
    efforts = {measure: puzzle_efforts(table, measure, count) for measure in measures}
    enough = all(len(found.puzzle) >= FEWEST_PUZZLES for found in efforts.values())
    drawn = measures if 1 < count <= MOST_CONTENDERS and enough else ()
    if count > 1 and comparison.done and not enough:
        how = f"This figure needs runs of all contenders on at least {FEWEST_PUZZLES} puzzles: add puzzles."
        yield ReportFigure("profile", "", "Performance profile", how)
        yield ReportFigure("puzzles", "", "Puzzle by puzzle", how)
    for measure in drawn:
        ratios = performance_ratios(efforts[measure])
        yield draw(
            f"profile-{measure}",
            measure,
            "Performance profile",
            "For each factor on the horizontal axis: the share of puzzles on which a contender's expected "
            "running time is at most this factor times the best contender's. The left edge shows how often a "
            "contender is the best, the right edge how many puzzles it solves at all.",
            partial(performance_profiles, ratios, comparison, measure),
            PROFILE,
            profile_columns(ratios, comparison.labels),
        )
    for measure in drawn:
        pairs = scatter_pairs(efforts[measure])
        yield draw(
            f"puzzles-{measure}",
            measure,
            "Puzzle by puzzle",
            "Each point is a puzzle, with the expected running times of two contenders. Below the diagonal, "
            "the contender on the vertical axis needs less; above it, the contender on the horizontal axis. "
            "A point has the colour of the better contender. An open point at an edge is a puzzle that one "
            "of the two never solved.",
            partial(puzzle_scatter, efforts[measure], comparison, measure),
            scatter_size(len(pairs)),
            scatter_columns(efforts[measure], comparison.labels, measure),
        )
    for measure in comparison.measures if comparison.classes else ():
        yield draw(
            f"classes-{measure}",
            measure,
            f"Expected running time by {comparison.by}",
            "Each contender in each class, with its interval (95 %), on a logarithmic scale. An open "
            "triangle means that nothing was solved.",
            partial(class_efforts, comparison, measure),
            (7.2, 3.8),
            class_columns(comparison, measure),
        )


def _restarts(
    runs: Runs, comparison: Comparison, measures: Sequence[str], draw: Draw
) -> Iterator[ReportFigure]:
    for measure in measures:
        found = restarts_of(runs, measure, len(comparison.labels))
        if not found:
            continue
        yield draw(
            f"restarts-{measure}",
            measure,
            "Time to target, and restarts",
            "Left: the share of runs solved within a multiple of the expected running time on their puzzle "
            "(a Kaplan-Meier estimate, because runs gave up at different multiples), and the exponential "
            "distribution, which has no memory: if runs follow it, restarting changes nothing. Right: the "
            "cost of a solution if every run restarts at that multiple, relative to the present cost; below "
            f"1, restarting helps. A curve begins once {EARLIEST} runs are solved.",
            partial(time_to_target, found, comparison, measure),
            RESTARTS,
            restart_columns(found, comparison.labels),
            restart_words(found, comparison.labels),
        )


def _ranks(comparison: Comparison, draw: Draw) -> Iterator[ReportFigure]:
    for measure in comparison.measures:
        ranks = comparison.ranks[measure]
        if ranks is not None:
            yield draw(
                f"ranks-{measure}",
                measure,
                "Average ranks",
                f"Average ranks over {ranks.blocks:,} blocks (a block is a {ranks.by}); 1 is best. A bar "
                "joins contenders for which the table of pairs shows no difference.",
                partial(
                    rank_diagram, ranks, comparison.labels, comparison.methods, comparison.pairs[measure]
                ),
                figures.sizes(len(ranks.contenders))["ranks"],
                rank_columns(ranks, comparison.labels),
            )
