"""The report of a study: tables, figures, data, and one HTML file that holds it all."""

from __future__ import annotations

import csv
import json
import math
from collections.abc import Mapping
from dataclasses import dataclass
from io import BytesIO
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ergodoku.base.errors import StudyError
from ergodoku.base.files import whole
from ergodoku.base.numbers import NOTHING, number
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
from ergodoku.lab.report.drawing import Drawn, draw_all
from ergodoku.lab.report.exploration import draw_exploration
from ergodoku.lab.report.html import heading, page
from ergodoku.lab.report.iohprofiler import write_iohprofiler
from ergodoku.lab.report.repeat import Repeat, write_repeat
from ergodoku.lab.study import EXPLORE, TUNE, Store, Study, load_study, write_whole
from ergodoku.lab.tuning import check_folder

SHOWN = 200  # rows of the puzzles' table on the page; the file has them all
BLOCK = 100_000  # rows of a CSV file that are put into words at a time
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
    """What was written, and what could not be."""

    folder: Path
    comparison: Comparison
    notes: tuple[str, ...]

    @property
    def html(self) -> Path:
        """The page."""
        return self.folder / "report.html"


def write_report(folder: str | Path, output: str | Path | None = None) -> Report:
    """Write the report of a study, also of one that is still running.

    Parameters
    ----------
    folder : str or Path
        The folder of the study.
    output : str or Path, optional
        Where to; by default the folder ``report`` in that of the study.
    """
    study, made = load_study(Path(folder))
    target = Path(output) if output is not None else study.folder / "report"
    if study.kind == TUNE:  # what it showed is the comparison of default and tuned
        study, made = load_study(check_folder(study))
    try:
        target.mkdir(parents=True, exist_ok=True)
        with study.store() as store, store.snapshot():
            return _write(study, made, store, target)
    except OSError as error:
        raise StudyError(
            f"cannot write the report to {str(target)!r}: {error.strerror or error}",
            "choose another `output`",
        ) from None


def _write(study: Study, made: Mapping[str, Any], store: Store, target: Path) -> Report:
    runs = Runs.read(store)
    exploration = explore_runs(study, runs) if study.kind == EXPLORE else None
    comparison = compare_runs(study, runs) if exploration is None else exploration.comparison
    notes: list[str] = []
    write_whole(
        target / "comparison.json", json.dumps((exploration or comparison).to_dict(), indent=1) + "\n"
    )
    _write_csv(target / "puzzles.csv", table := _named(study, by_puzzle(runs, len(study.contenders))))
    try:
        _write_runs(study, store, target)
    except ImportError:
        notes.append('Parquet needs polars: pip install "ergodoku[lab]"')
    try:
        write_iohprofiler(study, store, runs, target / "iohprofiler")
    except StudyError as error:
        notes.append(str(error))
    if exploration is None:
        drawn = list(draw_all(runs, comparison, target / "figures", notes))
    else:
        drawn = list(draw_exploration(runs, exploration, target / "figures"))
    repeat = write_repeat(study, made.get("ergodoku", ""), target / "repeat")
    puzzles = _puzzle_table(table)
    write_whole(target / "report.md", _markdown(study, comparison, drawn, puzzles, repeat, made))
    write_whole(target / "report.html", page(study, comparison, drawn, puzzles, repeat, made, WRITTEN))
    return Report(target, comparison, tuple(notes))


def _write_runs(study: Study, store: Store, target: Path) -> None:
    """Write one row per run as CSV, then as Parquet, which may lack its package."""
    columns = _named(study, store.columns())
    columns["seconds"] = columns["seconds"].round(6)
    _write_csv(target / "runs.csv", columns)
    import polars

    file = BytesIO()
    polars.DataFrame(columns).write_parquet(file)
    with whole(target / "runs.parquet") as part:
        part.write_bytes(file.getvalue())


def _named(study: Study, columns: dict[str, NDArray[Any]]) -> dict[str, NDArray[Any]]:
    """Return the columns with the names of puzzles and contenders beside their numbers, which start at 1."""
    names = np.array([p.name or f"puzzle {k}" for k, p in enumerate(study.puzzles, 1)])
    labels = np.array([contender.label for contender in study.contenders])
    puzzle, contender = columns["puzzle"], columns["contender"]
    first = {"puzzle": puzzle + 1, "puzzle_name": names[puzzle], "contender": labels[contender]}
    return first | {key: values for key, values in columns.items() if key not in first}


def _write_csv(path: Path, columns: Mapping[str, NDArray[Any]]) -> None:
    count = len(columns["puzzle"])
    with whole(path) as part, part.open("w", newline="", encoding="utf-8") as stream:
        writer = csv.writer(stream, lineterminator="\n")
        writer.writerow(columns)
        for start in range(0, count, BLOCK):
            block = (values[start : start + BLOCK].tolist() for values in columns.values())
            writer.writerows(zip(*block, strict=True))


def _puzzle_table(columns: Mapping[str, NDArray[Any]]) -> tuple[Table, str]:
    """Return the first rows of the table of puzzles, and what it is."""
    heads = ("puzzle", "contender", "solved", "median s", "ERT s", "median iterations", "ERT iterations")
    measures = ("median_seconds", "ert_seconds", "median_iterations", "ert_iterations")
    count = len(columns["puzzle"])
    rows = tuple(
        (
            str(columns["puzzle_name"][k]),
            str(columns["contender"][k]),
            f"{columns['solved'][k]:,}/{columns['runs'][k]:,}",
            *(_known(float(columns[name][k])) for name in measures),
        )
        for k in range(min(count, SHOWN))
    )
    text = "Each contender on each puzzle; a dash where too few runs were solved to know."
    if count > SHOWN:
        text = f"The first {SHOWN} of {count:,} rows; all are in puzzles.csv. {text}"
    return Table("Puzzles", heads, rows, 2), text


def _known(value: float) -> str:
    return number(value) if math.isfinite(value) else NOTHING


def _markdown(
    study: Study,
    comparison: Comparison,
    drawn: list[Drawn],
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
