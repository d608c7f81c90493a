"""A table with a row for each entry: the columns of the input, then the solution and what became of it."""

from __future__ import annotations

import csv
from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from ergodoku.cli.answers import Answer
    from ergodoku.cli.output import Output
    from ergodoku.puzzle.formats import FileEntry, Listing

SOLVED = ("solution", "status", "error")
STATS = ("iterations", "seconds", "found_by")
OF_A_LIST = ["line", "name", "puzzle"]
"""The first columns when the input is not a table."""
TYPES = {"line": int, "iterations": int, "seconds": float, "clues": int}
"""Our columns that are not text in a Parquet file."""


class TableWriter:
    """Writes rows: the columns of the input, and ours.

    Parameters
    ----------
    output : Output
        Where to write them, as text.
    listing : Listing
        The input. If it is a table its columns are kept.
    delimiter : str
        What stands between two fields.
    added : sequence of str
        The names of our columns. If the input has a column ``solution``, it is filled.
    marks : set of str
        If the input has columns with all of these names, they come from an earlier run and are written anew.
    """

    gap = ""

    def __init__(
        self, output: Output, listing: Listing, delimiter: str, added: Sequence[str], marks: set[str]
    ) -> None:
        self.listing, self.delimiter = listing, delimiter
        self.fields = row_writer(output, delimiter)
        columns = listing.columns
        names = list(columns.names) if columns else OF_A_LIST
        self.width = len(names)
        self.places = _places(names, columns.solution if columns else None, added, marks)
        self.names = _header(names, self.places)
        output.source, output.added = listing.parquet, [self.names[place] for place in self.places.values()]
        output.types = {self.names[place]: TYPES[n] for n, place in self.places.items() if n in TYPES}
        if not columns:
            output.types["line"] = TYPES["line"]
        self.begun = output.done is not None
        if columns:
            self._begin()

    def _begin(self) -> None:
        if not self.begun:
            self.fields(self.names)
        self.begun = True

    def row(self, entry: FileEntry, values: dict[str, object]) -> None:
        """Write the row of an entry, with the values of our columns by their names."""
        self._begin()
        row = self._own(entry)
        row += [""] * (len(self.names) - len(row))
        for name, value in values.items():
            row[self.places[name]] = str(value)
        self.fields(row)

    def _own(self, entry: FileEntry) -> list[str]:
        if self.listing.columns:
            fields = (entry.fields or [])[: self.width]
            return fields + [""] * (self.width - len(fields))
        puzzle = self.listing.text(entry, entry.puzzle.flat) if entry.puzzle else ""
        return ["" if entry.line is None else str(entry.line), self.listing.name(entry), puzzle]


class RowWriter(TableWriter):
    """Writes answers as rows.

    Parameters
    ----------
    output, listing, delimiter
        As for `TableWriter`.
    stats : bool
        Add columns about the effort.
    """

    def __init__(self, output: Output, listing: Listing, delimiter: str, stats: bool) -> None:
        self.stats = stats
        added = (*SOLVED, *STATS) if stats else SOLVED
        super().__init__(output, listing, delimiter, added, {"status", "error"})

    def write(self, answer: Answer, alone: bool) -> None:
        """Write a row; a solution in the file stays as it is if it is right or there is no other."""
        entry, result = answer.entry, answer.result
        if result is None and alone and not self.listing.columns:
            return
        values: dict[str, object] = {"status": answer.status, "error": answer.error}
        if result is not None and result.solved and answer.compared != "agrees":
            values["solution"] = self.listing.text(entry, result.grid.ravel())
        if self.stats:
            values |= dict.fromkeys(STATS, "")
            if result is not None:
                values |= {
                    "iterations": result.iterations,
                    "seconds": round(result.seconds, 6),
                    "found_by": result.found_by,
                }
        self.row(entry, values)


def row_writer(output: Output, delimiter: str) -> Callable[[Iterable[str]], object]:
    """Return a function that writes a row of fields."""

    class LineWriter:
        def write(self, text: str) -> None:
            output.write(text[:-2] + "\n")  # at once: Ctrl-C cuts no line

    # With this end of a line, fields that hold a carriage return are quoted too.
    return csv.writer(LineWriter(), delimiter=delimiter, lineterminator="\r\n").writerow


def _places(names: list[str], solution: int | None, added: Sequence[str], marks: set[str]) -> dict[str, int]:
    """Return where each of our columns goes: after those of the input, or over those of an earlier run."""
    again = marks <= set(names)
    places: dict[str, int] = {}
    end = len(names)
    for name in added:
        if name == "solution" and solution is not None:
            places[name] = solution
        elif name in names and again:
            places[name] = names.index(name)
        else:
            places[name], end = end, end + 1
    return places


def _header(names: list[str], places: dict[str, int]) -> list[str]:
    """Return the names of all columns; a column of the input keeps its name to itself."""
    header = list(names)
    for name, place in places.items():
        if place >= len(names):
            header.append(f"ergodoku_{name}" if name in names else name)
    return header
