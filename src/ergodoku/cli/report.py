"""``ergodoku report``: write the results of a study, to read and to publish."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated

import typer

from ergodoku.cli.studies import By, Quiet


def report(
    folders: Annotated[
        list[Path],
        typer.Argument(metavar="DIR...", help="The folder of a study, or an archive; several are compared."),
    ],
    output: Annotated[
        Path | None,
        typer.Option(
            "--output",
            "-o",
            metavar="DIR",
            help="Folder to write to. Default: 'report' inside DIR, or in the current folder for an archive "
            "or several studies.",
        ),
    ] = None,
    archive: Annotated[
        Path | None,
        typer.Option(
            "--archive", metavar="FILE.zip", help="Pack the study and its report into one file to share."
        ),
    ] = None,
    by: By = None,
    formats: Annotated[
        str,
        typer.Option(
            "--formats",
            metavar="NAMES",
            help="File formats of the figures, separated by commas, or 'none'. The page shows its figures in "
            "any case.",
        ),
    ] = "svg,png,pdf",
    quiet: Quiet = False,
) -> None:
    """Write the report of a study, with tables and figures.

    Its main file is one HTML page; the path of that page is printed to stdout. You can also write a report
    while the study is running. Several studies are compared with each other, on the puzzles that they share.

    With --archive everything needed to repeat the study goes into one file: puzzles, methods with all their
    parameters, seeds, versions, machine, commands and runs. 'ergodoku report FILE.zip' writes a report from
    the archive, and 'ergodoku study repeat FILE.zip' repeats its runs. If a method comes from another
    package, both commands need that package.

    \b
    Examples:
      ergodoku report first
      ergodoku report first --output published
      ergodoku report old new --output both
      ergodoku report first --archive first.zip
      ergodoku report first --formats pdf
    """
    from ergodoku.base.compiled import load_numba

    load_numba()
    from ergodoku.lab.report import write_report, write_report_of
    from ergodoku.lab.study import is_archive, study_folders

    if output is None and (len(folders) > 1 or is_archive(folders[0])):
        output = Path("report")
    with study_folders(folders) as found:
        if len(found) == 1:
            written = write_report(found[0], output, by, archive, formats=formats)
        else:
            written = write_report_of(found, output or Path("report"), by, archive, formats=formats)
    print(written.html)
    if not quiet:
        for note in (*written.comparison.notes, *written.notes):
            print(f"note: {note}", file=sys.stderr)
