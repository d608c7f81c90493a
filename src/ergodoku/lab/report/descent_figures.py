"""The figures that show how runs progress: anytime curves, targets, and stored traces."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from typing import TYPE_CHECKING

from ergodoku.lab.analysis import Histories, anytime, choose_targets, stored_walks, target_curves
from ergodoku.lab.report.anytime_figure import SIZE as ANYTIME
from ergodoku.lab.report.anytime_figure import anytime_columns, anytime_curves
from ergodoku.lab.report.drawing import Draw, ReportFigure
from ergodoku.lab.report.target_figure import SIZE as TARGETS
from ergodoku.lab.report.target_figure import target_columns, target_distributions
from ergodoku.lab.report.trace_figure import stored_traces, trace_columns, trace_size

if TYPE_CHECKING:
    from ergodoku.lab.analysis import Comparison, Runs
    from ergodoku.lab.study import Store, Study

OLD = "This study was made by a version that did not store descents: run it again in another folder."
NO_TRACES = (
    "This study has no traces. To see walks of some runs, run it again in another folder and store traces."
)
ENERGY = "Energy 0 is a solution; other energies are comparable only between methods with the same landscape."


def draw_descents(
    study: Study,
    store: Store,
    runs: Runs,
    comparison: Comparison,
    measures: Sequence[str],
    draw: Draw,
) -> Iterator[ReportFigure]:
    """Draw anytime curves and distributions per target, for each measure, and the stored traces."""
    count = len(comparison.labels)
    if not len(runs):
        return
    histories = Histories.read(store, runs)
    if not len(histories):
        yield ReportFigure("anytime", "", "Anytime curves", OLD)
        yield ReportFigure("targets", "", "Run-time distribution per target", OLD)
    some = f" From {len(histories):,} of {len(runs):,} runs, chosen evenly." if histories.sampled else ""
    relative = len({puzzle.size for puzzle in study.puzzles}) > 1
    for measure in measures if len(histories) else ():
        curves = anytime(histories, measure, count, relative=relative)
        yield draw(
            f"anytime-{measure}",
            measure,
            "Anytime curves",
            "The best energy that runs have reached after a given effort: the median, and a band between the "
            f"quartiles. A run that has ended keeps its best energy. {ENERGY}{some}",
            partial(anytime_curves, curves, comparison, measure),
            ANYTIME,
            anytime_columns(curves, comparison.labels, measure),
        )
    targets = choose_targets(histories)
    for measure in measures if len(histories) else ():
        reached = target_curves(histories, measure, count, targets)
        yield draw(
            f"targets-{measure}",
            measure,
            "Run-time distribution per target",
            "The share of runs that have reached a target energy within a given effort. The last target is "
            f"the solution. {ENERGY}{some}",
            partial(target_distributions, reached, comparison, measure),
            TARGETS,
            target_columns(reached, comparison.labels, measure),
        )
    walks = stored_walks(store, runs) if study.traces else []
    if not study.traces:
        yield ReportFigure("traces", "", "Traces", NO_TRACES)
    elif walks:
        name = study.puzzles[walks[0].puzzle].name
        which = f"puzzle {walks[0].puzzle + 1}" + (f" ({name})" if name else "")
        yield draw(
            "traces",
            "iterations",
            "Traces",
            f"The first walks of each contender on {which}, a puzzle of median difficulty: the energy, "
            "and the best so far as a bold line. A star is a solution. Each trace has at most 256 points.",
            partial(stored_traces, walks, comparison),
            trace_size(len({walk.contender for walk in walks})),
            trace_columns(walks, comparison.labels),
        )
