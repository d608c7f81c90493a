"""The outcomes of runs as text, and the names of their files and films."""

from __future__ import annotations

import csv
import io
import json
from typing import TYPE_CHECKING

from ergodoku.web.runs import by_file

if TYPE_CHECKING:
    from ergodoku.engine.result import Result
    from ergodoku.web.runs import Lane


def by_name(lanes: list[Lane]) -> dict[str, Result]:
    """Return results by the names of their contenders; a repeated name gets a number."""
    named: dict[str, Result] = {}
    for lane in lanes:
        label, number = lane.contender.label, 2
        while label in named:
            label, number = f"{lane.contender.label} {number}", number + 1
        assert lane.result is not None
        named[label] = lane.result
    return named


def caption(name: str, result: Result) -> str:
    """Return the line below the title of a film: the name of the puzzle, and the seed."""
    return ", ".join(word for word in (name, f"seed {result.seed}") if word)


def as_json(result: Result) -> bytes:
    """Return the outcome with its trace."""
    columns = result.trace.to_dict()
    trace = {name: [None if v != v else v for v in values] for name, values in columns.items()}
    return json.dumps(result.to_dict() | {"trace": trace}, allow_nan=False).encode()


def as_race_json(results: dict[str, Result]) -> bytes:
    """Return the outcomes of all contenders as a list."""
    return b"[" + b",".join(map(as_json, results.values())) + b"]"


def as_csv(result: Result) -> bytes:
    """Return the trace, one row per point."""
    return by_file(result.trace.to_csv, ".csv")


def as_race_csv(results: dict[str, Result]) -> bytes:
    """Return all traces, one row per point; the first column is the name of the contender."""
    tables = {name: result.trace.to_dict() for name, result in results.items()}
    # Traces of methods with a population have additional columns.
    columns = dict.fromkeys(column for table in tables.values() for column in table)
    stream = io.StringIO()
    writer = csv.DictWriter(stream, ["contender", *columns], lineterminator="\n")
    writer.writeheader()
    for name, table in tables.items():
        for row in zip(*table.values(), strict=True):
            writer.writerow({"contender": name, **dict(zip(table, row, strict=True))})
    return stream.getvalue().encode()


def plain_name(name: str) -> str:
    """Return a file name with ``_`` for each character that a header or a file system might misread."""
    return "".join(c if c.isascii() and (c.isalnum() or c in "-._") else "_" for c in name)
