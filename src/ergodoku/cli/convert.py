"""``ergodoku convert``: write puzzles in another format."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from ergodoku.base.errors import ParameterError, PuzzleError
from ergodoku.cli.answers import message
from ergodoku.cli.forms import JSON_LINES, PARQUET, TABLES, delimiter_for, form_of
from ergodoku.cli.options import (
    BAD_INPUT,
    Alphabet,
    Box,
    Column,
    Json,
    LayoutName,
    Output,
    Problems,
    PuzzlePlot,
    Source,
    Theme,
    check_plot,
    layout_of,
    place_of,
    plotted,
)
from ergodoku.cli.output import open_output
from ergodoku.cli.progress import tracked
from ergodoku.cli.rows import TableWriter

if TYPE_CHECKING:
    from ergodoku.cli.output import Output as OpenOutput
    from ergodoku.puzzle.formats import FileEntry, Listing
    from ergodoku.puzzle.puzzle import Puzzle

OF_LISTS = ("solution", "error")
"""The columns that a list gets when it becomes a table, in addition to line, name and puzzle."""


def convert(
    source: Source,
    to: Annotated[
        str | None,
        typer.Option(
            "--to",
            metavar="FORMAT",
            help="line, grid, integers, lloyd-amos, sdm, sdk, ss, csv, tsv, parquet or json. "
            "Default: chosen from the file extension of --output.",
        ),
    ] = None,
    output: Output = None,
    column: Column = None,
    plot: PuzzlePlot = None,
    theme: Theme = "light",
    box: Box = None,
    layout: LayoutName = "classic",
    alphabet: Alphabet = None,
    as_json: Json = False,
) -> None:
    """Write puzzles in another format, or draw one.

    The format of the input is detected from its content. Converting a table into another table keeps all
    rows and columns. Converting a list into a table gives a row for each puzzle and for each bad line.

    \b
    Examples:
      ergodoku convert puzzles.csv --output puzzles.sdm
      ergodoku convert puzzles.sdm --output puzzles.parquet
      ergodoku convert puzzle.txt --plot puzzle.pdf
      cat grid.txt | ergodoku convert - --to json
    """
    if to not in (None, "json") and as_json:
        raise ParameterError(f"--json and --to {to} cannot be combined", "leave one of them out")
    from ergodoku.puzzle.formats import read_entries
    from ergodoku.puzzle.layout import box_of

    form = form_of(to, output, as_json, text=False)
    if form is None and output is not None:
        raise ParameterError(
            f"{str(output)!r} does not end in the extension of a format", "add --to FORMAT, such as --to sdm"
        )
    if form is None and plot is None:
        raise ParameterError(
            "the output format is missing",
            "use --to FORMAT, such as --to grid, or --output with an extension such as .csv, or --plot FILE",
        )
    problems = Problems()
    check_plot(plot, theme)
    shape, where = box_of(box), layout_of(layout, None)
    listed = read_entries(
        place_of(source),
        box=shape,
        layout=where,
        alphabet=alphabet,
        column=column,
        utf8_only=form == PARQUET,
    )
    with listed as listing:
        if form is None:
            list(plotted(_puzzles(listing, problems), plot, theme))
        else:
            with open_output(output) as out:
                _write(listing, form, out, output, problems, partial(plotted, path=plot, theme=theme))
    if problems.count:
        raise typer.Exit(BAD_INPUT)


def _write(
    listing: Listing,
    form: str,
    out: OpenOutput,
    path: Path | None,
    problems: Problems,
    draw: Callable[[Iterator[Puzzle]], Iterator[Puzzle]],
) -> None:
    from ergodoku.puzzle.formats import write

    total = listing.total()
    if form in TABLES:
        rows = TableWriter(out, listing, delimiter_for(form, listing), () if listing.columns else OF_LISTS)
        entries = tracked(listing, "converting", total, output=path)
        problems.also_in = rows.errors_in
        for _ in draw(_written(entries, rows, form, problems)):
            pass
        return
    puzzles = draw(tracked(_puzzles(listing, problems), "converting", total, output=path))
    write(puzzles, out.stream, {JSON_LINES: "json"}.get(form, form))


def _written(
    entries: Iterable[FileEntry], rows: TableWriter, form: str, problems: Problems
) -> Iterator[Puzzle]:
    """Write a row for each entry, even a bad one, and yield the puzzles."""
    from ergodoku.puzzle.formats import FORMATS
    from ergodoku.puzzle.formats.catalogue import check_carried

    table = replace(FORMATS["csv"], name=form)
    for entry in entries:
        values = {}
        if entry.error is not None:
            problems.report(entry.error)
            values["error"] = message(entry.error)
        elif entry.puzzle is not None:
            check_carried(entry.puzzle, table)
            if entry.puzzle.solution is not None:
                values["solution"] = rows.listing.text(entry, entry.puzzle.solution)
        if entry.line is not None or entry.fields is not None:
            rows.row(entry, {name: values.get(name, "") for name in rows.places})
        if entry.puzzle is not None:
            yield entry.puzzle


def _puzzles(listing: Listing, problems: Problems) -> Iterator[Puzzle]:
    """Yield the puzzles with their names and solutions from the file, and report bad entries."""
    for entry in listing:
        try:
            if entry.puzzle is None:
                raise entry.error or AssertionError
            yield listing.named(entry)
        except PuzzleError as error:
            problems.report(error)
