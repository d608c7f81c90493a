"""A table with a row for each entry: the columns of the input, then the solution and what became of it."""

from __future__ import annotations

import csv
from typing import TYPE_CHECKING, TextIO

if TYPE_CHECKING:
    from ergodoku.cli.answers import Answer
    from ergodoku.puzzle.formats import FileEntry, Listing

ADDED = ("solution", "status", "error")
STATS = ("iterations", "seconds", "found_by")
OF_A_LIST = ["line", "name", "puzzle"]
"""The first columns when the input is not a table."""


class RowWriter:
    """Writes answers as rows.

    Parameters
    ----------
    listing : Listing
        The input. If it is a table its columns are kept.
    delimiter : str
        What stands between two fields.
    stats : bool
        Add columns about the effort.
    """

    def __init__(self, stream: TextIO, listing: Listing, delimiter: str, stats: bool) -> None:
        self.listing, self.stats = listing, stats
        self.rows = csv.writer(stream, delimiter=delimiter, lineterminator="\n")
        names = list(listing.columns.names) if listing.columns else OF_A_LIST
        self.width = len(names)
        self.places = _places(names, listing.columns.solution if listing.columns else None, stats)
        self.header: list[str] | None = _header(names, self.places)
        if listing.columns:
            self._begin()

    def _begin(self) -> None:
        if self.header is not None:
            self.rows.writerow(self.header)
            self.count = len(self.header)
        self.header = None

    def write(self, answer: Answer, alone: bool) -> None:
        """Write a row; a solution in the file stays as it is if it is right or there is no other."""
        entry, result = answer.entry, answer.result
        if result is None and alone and not self.listing.columns:
            return
        self._begin()
        row = self._fields(entry)
        row += [""] * (self.count - len(row))
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
        for name, value in values.items():
            row[self.places[name]] = str(value)
        self.rows.writerow(row)

    def _fields(self, entry: FileEntry) -> list[str]:
        if self.listing.columns:
            fields = (entry.fields or [])[: self.width]
            return fields + [""] * (self.width - len(fields))
        puzzle = self.listing.text(entry, entry.puzzle.flat) if entry.puzzle else ""
        return ["" if entry.line is None else str(entry.line), self.listing.name(entry), puzzle]


def _places(names: list[str], solution: int | None, stats: bool) -> dict[str, int]:
    """Return where each of our columns goes: after those of the input, or over those of an earlier run."""
    solved_before = {"status", "error"} <= set(names)
    places: dict[str, int] = {}
    end = len(names)
    for name in (*ADDED, *(STATS if stats else ())):
        if name == "solution" and solution is not None:
            places[name] = solution
        elif name in names and solved_before:
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
