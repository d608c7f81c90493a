"""``ergodoku report``: the results of a study, to read and to publish."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated

import typer

from ergodoku.cli.studies import By, Quiet


def report(
    folder: Annotated[Path, typer.Argument(metavar="DIR", help="The folder of a study.")],
    output: Annotated[
        Path | None,
        typer.Option("--output", "-o", metavar="DIR", help="Folder to write to; 'report' in DIR by default."),
    ] = None,
    by: By = None,
    quiet: Quiet = False,
) -> None:
    """Write the report of a study: tables, figures, one HTML file.

    It also works while the study is running. The path of the page is printed to stdout.

    \b
    Examples:
      ergodoku report first
      ergodoku report first --output published
    """
    from ergodoku.base.compiled import load_numba

    load_numba()
    from ergodoku.lab.report import write_report

    written = write_report(folder, output, by)
    print(written.html)
    if not quiet:
        for note in (*written.comparison.notes, *written.notes):
            print(f"note: {note}", file=sys.stderr)
