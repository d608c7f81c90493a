"""The form in which answers are written: asked for, or shown by the ending of the file."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, TextIO

from ergodoku.base.errors import ParameterError
from ergodoku.cli.answers import JsonWriter, TextWriter, Writer
from ergodoku.cli.rows import RowWriter

if TYPE_CHECKING:
    from ergodoku.puzzle.formats import Listing

TABLES = ("csv", "tsv")
JSON_LINES = "json lines"  # what --json asks for; the format json is another


def form_of(format: str | None, output: Path | None, as_json: bool) -> str | None:
    """Return the form that ``--json`` or ``--format`` asks for, or the table that a file's ending shows."""
    from ergodoku.puzzle.formats import FORMATS

    if output is not None and output.suffix.lower() == ".zst":
        raise ParameterError(f"{str(output)!r} would be a zstd file", "end the name in .gz, or pipe to zstd")
    writable = [*(name for name, entry in FORMATS.items() if entry.writable), "tsv"]
    if format is not None and format not in writable:
        raise ParameterError(
            f"the format {format!r} cannot be written", f"choose one of {', '.join(writable)}"
        )
    if as_json:
        return JSON_LINES
    if format is None and output is not None:
        ending = Path(output.name.lower().removesuffix(".gz")).suffix[1:]
        return ending if ending in TABLES else None
    return format


def writer_for(form: str | None, stream: TextIO, listing: Listing, *, stats: bool, pretty: bool) -> Writer:
    """Return what writes the answers."""
    if form == JSON_LINES:
        return JsonWriter(stream, listing)
    if form in TABLES:
        return RowWriter(stream, listing, _delimiter(form, listing), stats)
    if stats:
        raise ParameterError("--stats needs a table", "add --format csv or --output FILE.csv, or use --json")
    return TextWriter(stream, form, pretty)


def _delimiter(form: str, listing: Listing) -> str:
    """Return the delimiter; a table with semicolons keeps them."""
    if form == "tsv":
        return "\t"
    return ";" if listing.columns and listing.columns.delimiter == ";" else ","
