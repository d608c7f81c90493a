"""The benchmark table on the page of a method, from the newest record in ``benchmarks/results``."""

from __future__ import annotations

import json
from functools import lru_cache
from pathlib import Path
from typing import Any

RESULTS = Path(__file__).parents[1] / "benchmarks" / "results"
MORE = "The [benchmarks](../benchmarks.md) compare all methods."


def fares(name: str) -> str:
    """Return the section with the results of a method; an empty text if it was not measured."""
    release, part = newest()
    rows = [row for row in part["found"]["rows"] if row["method"] == name]
    if not rows:
        return ""
    said = f"Measured with version {release} by `{part['command']}`. {MORE}"
    table = [
        "| puzzle | solved | median time |",
        "|---|---|---|",
        *(f"| {row['puzzle']} | {row['solved']} of {row['runs']} | {_median(row)} |" for row in rows),
    ]
    return "\n".join(["## Results", "", said, "", *table])


@lru_cache(maxsize=1)
def newest() -> tuple[str, Any]:
    """Return the version of the newest record, and the part of the record about methods."""
    files = sorted(RESULTS.glob("[0-9]*.json"), key=lambda path: [int(word) for word in path.stem.split(".")])
    record = json.loads(files[-1].read_text(encoding="utf-8"))
    return str(record["release"]), record["parts"]["methods"]


def _median(row: dict[str, Any]) -> str:
    if 2 * row["solved"] <= row["runs"]:
        return "-"
    seconds = row["median"]
    return f"{seconds:.2g} s" if seconds >= 0.1 else f"{1000 * seconds:.2g} ms"
