"""Figures as Markdown tables for people, made from the JSON that the scripts write."""

from __future__ import annotations

from itertools import groupby
from typing import Any

OURS = "ergodoku"
Found = dict[str, Any]


def markdown(head: list[str], rows: list[list[str]], right: tuple[int, ...] = ()) -> list[str]:
    """Return the lines of a table; columns in `right` are right-aligned."""
    ruler = ["---:" if k in right else "---" for k in range(len(head))]
    return [f"| {' | '.join(cells)} |" for cells in (head, ruler, *rows)]


def duration(seconds: float | None) -> str:
    """Return a time in a suitable unit, with two or three digits."""
    if seconds is None:
        return ""
    for below, factor, unit in ((1e-3, 1e6, "µs"), (1.0, 1e3, "ms")):
        if seconds < below:
            value = seconds * factor
            return (
                f"{value:.2f} {unit}"
                if value < 1
                else f"{value:.1f} {unit}"
                if value < 10
                else f"{value:.0f} {unit}"
            )
    return f"{seconds:.1f} s" if seconds < 10 else f"{seconds:.0f} s"


def against_table(found: Found) -> list[str]:
    """Return the table of `against`: for each class a row for each solver, the best in bold."""
    limit, rows = found["limit"], []
    for name, group in by_class(found):
        first = best(group, "total")
        for k, row in enumerate(group):
            late = row["solved"] * 2 <= row["runs"]  # the median is the limit, not a measured time
            cells = [
                f"{row['solved']} of {row['runs']}" + (f", {row['failed']} wrong" if row["failed"] else ""),
                duration(row["build"]),
                _over(row["solve"], limit, late),
                _over(row["total"], limit, late),
                _over(row["worst"], limit, row["solved"] < row["runs"]),
            ]
            solver = f"**{row['solver']}**" if row is first else row["solver"]
            rows.append([name if k == 0 else "", solver, *cells])
    head = ["puzzles", "solver", "solved", "build", "solve", "both", "worst"]
    return markdown(head, rows, right=(3, 4, 5, 6))


def wins(found: Found) -> list[str]:
    """Return a list of sentences that say where other solvers are better than Ergodoku."""
    lines = []
    for name, group in by_class(found):
        mine = next((row for row in group if row["solver"] == OURS), None)
        first, alone = best(group, "total"), best(group, "solve")
        if mine is None or len(group) < 2:
            continue
        if first is not None and first is not mine:
            lines.append(
                f"- **{name}**: {first['solver']} wins, with {_score(first, 'total')}; "
                f"Ergodoku has {_score(mine, 'total')}."
            )
        if alone is not None and alone not in (mine, first):
            lines.append(
                f"- **{name}**, if building does not count: {alone['solver']} wins with "
                f"{duration(alone['solve'])} (building takes {duration(alone['build'])}); Ergodoku needs "
                f"{duration(mine['solve'])} (building takes {duration(mine['build'])})."
            )
        if first is None:
            lines.append(f"- **{name}**: no solver solved any puzzle within {found['limit']:g} s.")
    return lines or ["In this run, Ergodoku was first in every class."]


def by_class(found: Found) -> list[tuple[str, list[Found]]]:
    return [(name, list(group)) for name, group in groupby(found["rows"], key=lambda row: row["class"])]


def best(group: list[Found], clock: str) -> Found | None:
    """Return the row with the largest share solved (if several, the fastest); None if nothing was solved."""
    solving = [row for row in group if row["solved"]]
    return min(solving, key=lambda row: (-row["solved"] / row["runs"], row[clock]), default=None)


def _score(row: Found, clock: str) -> str:
    late = row["solved"] * 2 <= row["runs"]
    return f"{row['solved']} of {row['runs']}" + ("" if late else f" in a median of {duration(row[clock])}")


def _over(seconds: float, limit: float, late: bool) -> str:
    return f"> {duration(limit)}" if late else duration(seconds)
