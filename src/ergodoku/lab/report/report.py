"""The report of a study: tables, figures, data, and one HTML file that holds it all."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from ergodoku.base.errors import StudyError
from ergodoku.lab.analysis import (
    Comparison,
    Runs,
    Table,
    by_puzzle,
    compare_runs,
    explore_runs,
    markdown,
    markdown_rows,
)
from ergodoku.lab.report.comparison import draw_comparison
from ergodoku.lab.report.data import named, puzzle_table, write_csv, write_runs
from ergodoku.lab.report.drawing import ReportFigure
from ergodoku.lab.report.exploration import draw_exploration
from ergodoku.lab.report.html import heading, page
from ergodoku.lab.report.iohprofiler import write_iohprofiler
from ergodoku.lab.report.repeat import Repeat, write_repeat
from ergodoku.lab.study import EXPLORE, TUNE, Store, Study, load_study, write_whole
from ergodoku.lab.tuning import check_folder

WRITTEN = {
    "report.html": "this report, in one file",
    "report.md": "the same as Markdown",
    "comparison.json": "all figures of the comparison",
    "runs.csv, runs.parquet": "one row per run",
    "puzzles.csv": "one row per puzzle and contender",
    "figures/": "the figures as SVG and PNG",
    "iohprofiler/": "the runs for IOHanalyzer and iohinspector",
    "repeat/": "the puzzles and methods, for the commands above",
}


@dataclass(frozen=True)
class Report:
    """A report that was written: its folder, the comparison, and notes on what is missing."""

    folder: Path
    comparison: Comparison
    notes: tuple[str, ...]

    @property
    def html(self) -> Path:
        """The page."""
        return self.folder / "report.html"


def write_report(folder: str | Path, output: str | Path | None = None, by: str | None = None) -> Report:
    """Write the report of a study, also of one that is still running.

    Parameters
    ----------
    folder : str or Path
        The folder of the study.
    output : str or Path, optional
        The folder to write to; by default ``report`` in the folder of the study.
    by : str, optional
        What divides the puzzles into classes: ``size``, ``givens``, ``file`` or another column of theirs.
    """
    study, made = load_study(Path(folder))
    target = Path(output) if output is not None else study.folder / "report"
    if study.kind == TUNE:  # its report is the comparison of default and tuned method
        study, made = load_study(check_folder(study))
    try:
        target.mkdir(parents=True, exist_ok=True)
        with study.store() as store, store.snapshot():
            return _write(study, made, store, target, by)
    except OSError as error:
        raise StudyError(
            f"cannot write the report to {str(target)!r}: {error.strerror or error}",
            "choose another `output`",
        ) from None


def _write(study: Study, made: Mapping[str, Any], store: Store, target: Path, by: str | None) -> Report:
    runs = Runs.read(store)
    exploration = explore_runs(study, runs, by) if study.kind == EXPLORE else None
    comparison = compare_runs(study, runs, by) if exploration is None else exploration.comparison
    notes: list[str] = []
    write_whole(
        target / "comparison.json", json.dumps((exploration or comparison).to_dict(), indent=1) + "\n"
    )
    write_csv(target / "puzzles.csv", table := named(study, by_puzzle(runs, len(study.contenders))))
    try:
        write_runs(study, store, target)
    except ImportError:
        notes.append('Parquet needs polars: pip install "ergodoku[lab]"')
    try:
        write_iohprofiler(study, store, runs, target / "iohprofiler")
    except StudyError as error:
        notes.append(str(error))
    if exploration is None:
        drawn = list(draw_comparison(runs, comparison, target / "figures"))
    else:
        drawn = list(draw_exploration(runs, exploration, target / "figures"))
    repeat = write_repeat(study, made.get("ergodoku", ""), target / "repeat")
    puzzles = puzzle_table(table)
    write_whole(target / "report.md", _markdown(study, comparison, drawn, puzzles, repeat, made))
    write_whole(target / "report.html", page(study, comparison, drawn, puzzles, repeat, made, WRITTEN))
    return Report(target, comparison, tuple(notes))


def _markdown(
    study: Study,
    comparison: Comparison,
    drawn: list[ReportFigure],
    puzzles: tuple[Table, str],
    repeat: Repeat,
    made: Mapping[str, Any],
) -> str:
    lines = [f"# {heading(study)}", "", markdown(comparison), "## Figures", ""]
    for one in drawn:
        lines += [f"![{one.title}, {one.measure}](figures/{one.name}.png)", "", f"*{one.caption}*", ""]
    lines += ["## Puzzles", "", puzzles[1], "", *markdown_rows(puzzles[0]), ""]
    lines += [
        "## Repeat it",
        "",
        f"In the folder `{repeat.folder}`:",
        "",
        "```sh",
        *repeat.commands,
        "```",
        "",
    ]
    lines += ["Made with:", "", *(f"- {key}: {value}" for key, value in made.items()), ""]
    return "\n".join(lines)
