"""The form in which answers are written: named by an option, or by the extension of the output file."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from ergodoku.base.errors import ParameterError
from ergodoku.cli.answers import JsonWriter, TextWriter, Writer
from ergodoku.cli.rows import RowWriter

if TYPE_CHECKING:
    from ergodoku.cli.output import Output
    from ergodoku.puzzle.formats import Listing

PARQUET = "parquet"
TABLES = ("csv", "tsv", PARQUET)
JSON_LINES = "json lines"  # written by --json; --format json is a different form
ENDINGS = {name: name for name in (*TABLES, "sdm", "sdk", "ss", "json")} | {"jsonl": JSON_LINES}
"""The form for each file extension."""
FOREIGN = {
    "xlsx",
    "xls",
    "ods",
    "feather",
    "arrow",
    "sqlite",
    "db",
    "pdf",
    "png",
    "svg",
    "html",
    "zip",
    "bz2",
    "xz",
}
"""Extensions of files that are not text and that no writer supports."""


def form_of(format: str | None, output: Path | None, as_json: bool, *, text: bool = True) -> str | None:
    """Return the form that ``--json``, ``--format`` or the file extension selects; ``None`` if none does.

    Parameters
    ----------
    text : bool
        Whether the command has a form for files whose extension selects none, such as ``.txt``.
    """
    from ergodoku.puzzle.formats import FORMATS

    ending = ending_of(output)
    writable = [*(name for name, entry in FORMATS.items() if entry.writable), PARQUET]
    if format is not None and format not in writable:
        raise ParameterError(
            f"the format {format!r} cannot be written", f"choose one of {', '.join(writable)}"
        )
    if ending in FOREIGN:
        known = ", ".join(f".{name}" for name in (*ENDINGS, *(["txt"] if text else [])))
        raise ParameterError(f"a file that ends in .{ending} cannot be written", f"end its name in {known}")
    asked = JSON_LINES if as_json else format or ENDINGS.get(ending)
    if (asked == PARQUET) != (ending == PARQUET):
        if asked == PARQUET:
            if output is not None:
                raise ParameterError(
                    f"a Parquet file cannot be called {str(output)!r}", "end its name in .parquet"
                )
            raise ParameterError("Parquet needs a file", "give --output FILE.parquet")
        raise ParameterError(
            f"{str(output)!r} would not be a Parquet file", "choose a file extension that fits the format"
        )
    if asked == JSON_LINES and ending in TABLES:
        raise ParameterError(f"--json would not write a table into {str(output)!r}", "end its name in .jsonl")
    return asked


def ending_of(output: Path | None) -> str:
    """Return the extension of a file, without the dot; skip an extension for compression such as ``.gz``."""
    from ergodoku.puzzle.formats.packing import without_packing

    if output is None:
        return ""
    ending = Path(without_packing(output.name)).suffix[1:]
    if ending == PARQUET and not output.name.lower().endswith(PARQUET):
        raise ParameterError("a Parquet file is already compressed", "end its name in .parquet")
    return ending


def writer_for(form: str | None, output: Output, listing: Listing, *, stats: bool, pretty: bool) -> Writer:
    """Return the writer for a form."""
    if form == JSON_LINES:
        return JsonWriter(output, listing)
    if form in TABLES:
        return RowWriter(output, listing, delimiter_for(form, listing), stats)
    if stats:
        raise ParameterError("--stats needs a table", "add --format csv or --output FILE.csv, or use --json")
    return TextWriter(output, listing, form, pretty)


def delimiter_for(form: str, listing: Listing) -> str:
    """Return the delimiter; a table with semicolons keeps them."""
    if form == "tsv":
        return "\t"
    return ";" if form == "csv" and listing.columns and listing.columns.delimiter == ";" else ","
