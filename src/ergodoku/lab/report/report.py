"""The report of a study: tables, figures, data, and one HTML file with everything."""

from __future__ import annotations

import json
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from functools import partial
from itertools import groupby
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from ergodoku.base.errors import ParameterError, StudyError
from ergodoku.base.numbers import counted
from ergodoku.lab.analysis import (
    NAMES,
    TIMES,
    Comparison,
    Exploration,
    Runs,
    Sweep,
    Table,
    by_puzzle,
    compare_runs,
    explore_runs,
    is_sweep,
    limits_of,
    markdown,
    markdown_rows,
    sweep_runs,
)
from ergodoku.lab.report.archive import pack_report
from ergodoku.lab.report.comparison import draw_comparison
from ergodoku.lab.report.data import named, puzzle_table, write_csv, write_runs
from ergodoku.lab.report.drawing import FORMATS, ReportFigure, draw_figure
from ergodoku.lab.report.exploration import draw_exploration
from ergodoku.lab.report.html import heading, page
from ergodoku.lab.report.iohprofiler import safe_names, write_iohprofiler
from ergodoku.lab.report.paper import write_paper
from ergodoku.lab.report.repeat import Repeat, write_repeat, write_repeats
from ergodoku.lab.report.sweep_figures import draw_sweep
from ergodoku.lab.report.tuning_figures import draw_tuning
from ergodoku.lab.study import (
    EXPLORE,
    TUNE,
    Store,
    Study,
    check_place,
    load_study,
    side_by_side,
    write_whole,
)
from ergodoku.lab.tuning import (
    TuningOutcome,
    check_folder,
    check_study,
    no_check_words,
    outcome_tables,
    outcome_words,
    trial_columns,
    tuning_outcome,
)

WRITTEN = {
    "report.html": "this report, in one file",
    "report.md": "the report as Markdown",
    "comparison.json": "all numbers of the comparison",
    "runs.csv, runs.parquet": "one row per run",
    "puzzles.csv": "one row per puzzle and contender",
    "trials.csv": "one row per trial, if the study is a tuning",
    "tables/": "each table as LaTeX and Markdown",
    "ergodoku.bib": "the BibTeX entry of the program",
    "figures/": "each figure as SVG, PNG and PDF (or the formats you chose), with its data as CSV",
    "iohprofiler/": "the searches for IOHanalyzer and iohinspector",
    "repeat/": "the puzzles and methods, for the commands above",
}


@dataclass(frozen=True)
class Report:
    """A written report: its folder, the comparison, the commands that repeat the study, and notes."""

    folder: Path
    comparison: Comparison
    repeat: Repeat
    notes: tuple[str, ...]

    @property
    def html(self) -> Path:
        """The page."""
        return self.folder / "report.html"


def write_report_of(
    folders: Sequence[str | Path],
    output: str | Path,
    by: str | None = None,
    archive: str | Path | None = None,
    *,
    formats: str | Iterable[str] = FORMATS,
) -> Report:
    """Write one report on several studies, with all their puzzles and contenders.

    Contenders are tested against each other only on puzzles on which both have runs.

    Parameters
    ----------
    folders : sequence of str or Path
        The folders of two or more studies.
    output : str or Path
        The folder to write to.
    by, archive, formats
        As for `write_report`.
    """
    formats = _formats(formats)
    if archive is not None:
        check_place(Path(archive))
    with TemporaryDirectory() as place:
        study = side_by_side(folders, Path(place))
        loaded = [load_study(Path(folder)) for folder in folders]
        names = safe_names([Path(folder).name for folder in folders])
        made = {name: _machine(made) for name, (_, made) in zip(names, loaded, strict=True)}
        notes = _differences([study for study, _ in loaded], made)
        with _writing(Path(output)), study.store() as store:
            repeat = write_repeats(dict(zip(names, loaded, strict=True)), Path(output) / "repeat")
            report = _write(study, made, store, Path(output), by, repeat, notes, formats=formats)
    if archive is not None:
        _pack(report, [Path(folder) for folder in folders], Path(archive))
    return report


def _formats(asked: str | Iterable[str]) -> tuple[str, ...]:
    """Return the requested formats, which may be a list or a text with commas."""
    names = asked.split(",") if isinstance(asked, str) else list(asked)
    names = [] if names == ["none"] else [name.strip().lower() for name in names]
    for name in names:
        if name not in FORMATS:
            raise ParameterError(
                f"{name!r} is not a figure format", f"choose from {', '.join(FORMATS)}, none"
            )
    return tuple(names)


def _machine(made: Mapping[str, Any]) -> str:
    return ", ".join(f"{key} {made[key]}" for key in ("ergodoku", "python", "numba", "cpu") if key in made)


def _differences(studies: Sequence[Study], made: Mapping[str, str]) -> list[str]:
    """Return notes on how the studies differ, apart from their contenders."""
    notes = []
    if len(set(made.values())) > 1:
        notes.append("the studies come from different versions or machines: their times are not comparable")
    for measure in limits_of(studies[0]):
        if len({limits_of(study)[measure] for study in studies}) > 1:
            name = NAMES[measure]
            limit = "time limit" if measure in TIMES else f"limit on {name}"
            notes.append(
                f"the studies do not have the same {limit}, so there is no PAR10 in {name} for contenders "
                "with runs that gave up"
            )
    return notes


def write_report(
    folder: str | Path,
    output: str | Path | None = None,
    by: str | None = None,
    archive: str | Path | None = None,
    *,
    formats: str | Iterable[str] = FORMATS,
) -> Report:
    """Write the report of a study, even while it is still running.

    Parameters
    ----------
    folder : str or Path
        The folder of the study.
    output : str or Path, optional
        The folder to write to; by default ``report`` in the folder of the study.
    by : str, optional
        The column that divides the puzzles into classes: ``size``, ``givens``, ``file`` or another column.
    archive : str or Path, optional
        A ZIP file to write too, with the study and its report, from which others can repeat the study.
    formats : str or iterable of str
        The file formats of the figures: some of ``svg``, ``png`` and ``pdf``, or ``none``. Fewer formats
        take less time. The page shows the figures in any case.
    """
    formats = _formats(formats)
    if archive is not None:
        check_place(Path(archive))
    study, made = load_study(Path(folder))
    target = Path(output) if output is not None else study.folder / "report"
    with TemporaryDirectory() as place, _writing(target):
        shown, tuning, checked = study, None, None
        if study.kind == TUNE:  # report the check (default against tuned method) and the trials
            tuning = tuning_outcome(study)
            checked = check_folder(study)
            # If the check has not started, report an empty check.
            shown = (
                Study.open(checked) if checked else check_study(study, tuning.tuned, study.runs, Path(place))
            )
        repeat = write_repeat(
            study,
            made,
            target / "repeat",
            trials=len(tuning.trials) if tuning else 0,
            check=shown.runs if tuning and checked else None,
        )
        with shown.store() as store, store.snapshot():
            report = _write(shown, made, store, target, by, repeat, tuning=tuning, formats=formats)
    if archive is not None:
        _pack(report, [Path(folder)], Path(archive))
    return report


def _pack(report: Report, folders: Sequence[Path], archive: Path) -> None:
    pack_report(archive, folders, report.folder, WRITTEN, report.repeat.commands)


@contextmanager
def _writing(target: Path) -> Iterator[None]:
    """Make the folder of a report; if it cannot be written, raise an error that says what to do."""
    try:
        target.mkdir(parents=True, exist_ok=True)
        yield
    except OSError as error:
        raise StudyError(
            f"cannot write the report to {str(target)!r}: {error.strerror or error}",
            "choose another `output`",
        ) from None


def _write(
    study: Study,
    made: Mapping[str, Any],
    store: Store,
    target: Path,
    by: str | None,
    repeat: Repeat,
    remarks: Sequence[str] = (),
    tuning: TuningOutcome | None = None,
    *,
    formats: Collection[str],
) -> Report:
    runs = Runs.read(store)
    found: Comparison | Exploration | Sweep
    if is_sweep(study):
        found = sweep_runs(study, runs)
    else:
        found = explore_runs(study, runs, by) if study.kind == EXPLORE else compare_runs(study, runs, by)
    if isinstance(found, Comparison):
        if tuning is not None and len(runs) == 0:
            found = replace(found, notes=(no_check_words(tuning),))
        found = replace(found, notes=(*remarks, *found.notes))
    comparison = found if isinstance(found, Comparison) else found.comparison
    notes: list[str] = []
    write_whole(target / "comparison.json", json.dumps(found.to_dict(), indent=1) + "\n")
    numbers = by_puzzle(runs, len(study.contenders))
    column = None if isinstance(found, Sweep) else by
    write_csv(target / "puzzles.csv", table := named(study, numbers, column))
    try:
        write_runs(study, store, target, column)
    except ImportError:
        notes.append('Parquet needs polars: pip install "ergodoku[lab]"')
    try:
        without = write_iohprofiler(study, store, runs, target / "iohprofiler")
        if without:
            notes.append(f"the files for IOHprofiler leave out {counted(without, 'run')} that logic solved")
    except StudyError as error:
        notes.append(str(error))
    (target / "figures").mkdir(parents=True, exist_ok=True)
    draw = partial(draw_figure, target / "figures", formats=formats)
    if isinstance(found, Comparison):
        drawn = list(draw_comparison(study, store, runs, found, numbers, draw))
    elif isinstance(found, Exploration):
        drawn = list(draw_exploration(found.runs, found, draw))
    else:
        drawn = list(draw_sweep(found, draw))
    if tuning is not None:
        drawn = [*draw_tuning(tuning, draw), *drawn]
        write_csv(target / "trials.csv", trial_columns(tuning))
    # The curves of a sweep are not its contenders, so its runs have no table of restarts.
    write_paper(comparison, None if isinstance(found, Sweep) else runs, target)
    on_cpu = found.cpu_time if isinstance(found, Exploration) else "cpu_seconds" in comparison.measures
    puzzles = puzzle_table(table, "cpu_seconds" if on_cpu else "seconds")
    write_whole(target / "report.md", _markdown(study, comparison, drawn, puzzles, repeat, made, tuning))
    write_whole(
        target / "report.html", page(study, comparison, drawn, puzzles, repeat, made, WRITTEN, tuning)
    )
    return Report(target, comparison, repeat, tuple(notes))


def _markdown(
    study: Study,
    comparison: Comparison,
    drawn: list[ReportFigure],
    puzzles: tuple[Table, str],
    repeat: Repeat,
    made: Mapping[str, Any],
    tuning: TuningOutcome | None,
) -> str:
    lines = [f"# {heading(study, tuning)}", "", markdown(comparison)]
    if tuning is not None:
        lines += ["## Tuning", "", outcome_words(tuning), ""]
        for table in outcome_tables(tuning):
            lines += [f"### {table.title}", "", *markdown_rows(table), ""]
    # A figure without SVG could not be drawn; its caption says why.
    shown = [one for one in drawn if one.picture or one.note or not one.svg]
    lines += ["## Figures", ""]
    if len(shown) < len(drawn):
        lines += ["The figures are in `report.html`, and their data in `figures/`.", ""]
    for title, group in groupby(shown, key=lambda one: one.title):
        alike = list(group)
        lines += [f"### {title}", "", f"*{alike[0].caption}*", ""]
        for one in (figure for figure in alike if figure.svg):
            lines += [f"![{one.title}, {one.measure}](figures/{one.picture})", ""] if one.picture else []
            lines += [f"*{one.note}*", ""] if one.note else []
    lines += ["## Puzzles", "", puzzles[1], "", *markdown_rows(puzzles[0]), ""]
    lines += [
        "## How to repeat the study",
        "",
        f"Run in the folder `{repeat.folder}`:",
        "",
        "```sh",
        *repeat.commands,
        "```",
        "",
    ]
    lines += ["Made with:", "", *(f"- {key}: {value}" for key, value in made.items()), ""]
    return "\n".join(lines)
