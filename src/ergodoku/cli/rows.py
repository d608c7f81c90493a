"""Write a table with a row for each entry: the columns of the input, then the solution and the status."""

from __future__ import annotations

import csv
from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING, NamedTuple

from ergodoku.base.errors import InputError

if TYPE_CHECKING:
    from ergodoku.cli.answers import Answer
    from ergodoku.cli.output import Output
    from ergodoku.puzzle.formats import FileEntry, Listing

SOLVED = ("solution", "status", "error")
STATUSES = ("solved", "unsolvable", "gave_up", "interrupted", "bad_input", "differs")
STATS = ("iterations", "seconds", "found_by")
TYPES = {"line": int, "iterations": int, "seconds": float, "clues": int}
"""In a Parquet file: the types of the added columns that are not text."""


class Earlier(NamedTuple):
    """Recognises the columns of an earlier run, by their names and by the values in the first rows.

    Attributes
    ----------
    marks : tuple of str
        The names of the columns. All of them must be present, next to each other and in this order.
    wrote : callable
        Returns whether an earlier run may have written these values of a row.
    """

    marks: tuple[str, ...]
    wrote: Callable[[list[str]], bool]

    def places(self, names: Sequence[str], listing: Listing) -> dict[str, int]:
        """Return the positions of the columns; empty if one is missing or has values that no run writes."""
        for start in range(len(names) - 1, -1, -1):
            group = names[start : start + len(self.marks)]
            if [name.removeprefix("ergodoku_") for name in group] == list(self.marks):
                found = {mark: start + k for k, mark in enumerate(self.marks)}
                if all(self.may_replace(row, found) for row in listing.first_rows()):
                    return found
        return {}

    def may_replace(self, row: list[str], places: dict[str, int]) -> bool:
        """Return whether a row has no values in these columns, or values that a run may have written."""
        values = [row[place] for place in places.values()]
        return not any(values) or self.wrote(values)


def _answered(values: list[str]) -> bool:
    status, error = values
    return status in STATUSES and not (status == "solved" and error)


ANSWERED = Earlier(("status", "error"), _answered)


class TableWriter:
    """Writes rows: the columns of the input, and the added columns.

    Parameters
    ----------
    output : Output
        Where to write the rows, as text.
    listing : Listing
        The input. If it is a table, its columns are kept.
    delimiter : str
        The character between two fields.
    added : sequence of str
        The names of the added columns. If the input has a column ``solution``, that column is filled.
    earlier : Earlier, optional
        Recognises the columns of an earlier run, which are overwritten.
    """

    gap = ""

    def __init__(
        self,
        output: Output,
        listing: Listing,
        delimiter: str,
        added: Sequence[str],
        earlier: Earlier | None = None,
    ) -> None:
        from ergodoku.puzzle.formats.csv_header import OF_A_LIST

        self.listing, self.delimiter = listing, delimiter
        self.fields = row_writer(output, delimiter)
        columns = listing.columns
        names = list(columns.names if columns else OF_A_LIST)
        self.width = len(names)
        self.earlier = earlier
        self.again = again = earlier.places(names, listing) if earlier and columns else {}
        """The columns of an earlier run, which are overwritten, and their positions."""
        if not again and columns and names == [*OF_A_LIST, "solution", "error"]:
            again = {"error": len(names) - 1}  # `convert` made this table from a list
        self.places = _places(names, columns.solution if columns else None, added, again)
        self.names = _header(names, self.places)
        self.errors_in = f"the column `{self.names[self.places['error']]}`" if "error" in self.places else ""
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
        """Write the row of an entry, with the values of the added columns by name."""
        self._begin()
        self._check_again(entry)
        row = self._own(entry)
        row += [""] * (len(self.names) - len(row))
        for name, value in values.items():
            row[self.places[name]] = str(value)
        self.fields(row)

    def _check_again(self, entry: FileEntry) -> None:
        """Raise an error if writing this row would replace a value that no earlier run wrote."""
        fields = entry.fields or []
        if not self.again or self.earlier is None or len(fields) > self.width:
            return  # the fields of a row with too many are not in their columns
        if not self.earlier.may_replace(self._own(entry), self.again):
            columns = " and ".join(repr(self.names[place].strip()) for place in self.again.values())
            raise InputError(
                f"{self.listing.place(entry)}: the columns {columns} would be overwritten, "
                "but this row has a value there that Ergodoku did not write",
                "rename these columns to keep them, or delete them",
            )

    def _own(self, entry: FileEntry) -> list[str]:
        if self.listing.columns:
            fields = (entry.fields or [])[: self.width]
            return fields + [""] * (self.width - len(fields))
        puzzle = entry.error.excerpt if entry.error else ""
        if entry.puzzle is not None:
            puzzle = self.listing.text(entry, entry.puzzle.flat)
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
        super().__init__(output, listing, delimiter, added, ANSWERED)

    def write(self, answer: Answer, alone: bool) -> None:
        """Write a row; the solution in the file stays as it is unless there is a different one to write."""
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
            output.write(text[:-2] + "\n")  # in one call, so that Ctrl-C cannot cut a line

    # With this line terminator, fields that contain a carriage return are quoted too.
    return csv.writer(LineWriter(), delimiter=delimiter, lineterminator="\r\n").writerow


def _places(
    names: list[str], solution: int | None, added: Sequence[str], again: dict[str, int]
) -> dict[str, int]:
    """Return the position of each added column: at the end, or where the input already has this column."""
    places: dict[str, int] = {}
    end = len(names)
    for name in added:
        if name == "solution" and solution is not None:
            places[name] = solution
        elif name in again:
            places[name] = again[name]
        elif again and (place := _after(names, name, max(again.values()))) is not None:
            places[name] = place
        else:
            places[name], end = end, end + 1
    return places


def _after(names: list[str], name: str, start: int) -> int | None:
    """Return the position of a further column of an earlier run; None if there is none after ``start``."""
    alike = (k for k in range(len(names) - 1, start, -1) if names[k].removeprefix("ergodoku_") == name)
    return next(alike, None)


def _header(names: list[str], places: dict[str, int]) -> list[str]:
    """Return the names of all columns; an added column never takes the name of an input column."""
    header = list(names)
    for name, place in places.items():
        title = name
        while title in names:
            title = f"ergodoku_{title}"
        if place >= len(names):
            header.append(title)
    return header
