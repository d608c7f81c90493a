"""``ergodoku report``: the results of a study, to read and to publish."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated

import typer

from ergodoku.cli.studies import By, Quiet


def report(
    folders: Annotated[
        list[Path], typer.Argument(metavar="DIR...", help="The folder of a study; several are compared.")
    ],
    output: Annotated[
        Path | None,
        typer.Option(
            "--output",
            "-o",
            metavar="DIR",
            help="Folder to write to; 'report' in DIR by default, or here for several.",
        ),
    ] = None,
    by: By = None,
    quiet: Quiet = False,
) -> None:
    """Write the report of a study: tables, figures, one HTML file.

    It also works while the study is running. Several studies are compared with each other, on the puzzles
    that they share. The path of the page is printed to stdout.

    \b
    Examples:
      ergodoku report first
      ergodoku report first --output published
      ergodoku report old new --output both
    """
    from ergodoku.base.compiled import load_numba

    load_numba()
    from ergodoku.lab.report import write_report, write_report_of

    if len(folders) == 1:
        written = write_report(folders[0], output, by)
    else:
        written = write_report_of(folders, output or Path("report"), by)
    print(written.html)
    if not quiet:
        for note in (*written.comparison.notes, *written.notes):
            print(f"note: {note}", file=sys.stderr)
