"""The hard classes as a table and as a page of the documentation, made only from their record."""

from __future__ import annotations

from typing import Any

from tables import duration, markdown

Record = dict[str, Any]

PAGE = """\
# Records

This page shows how many puzzles of hard classes the search solves, and how fast. A {{term}}`class` is
a size and a {{term}}`share of givens`. Its puzzles are full grids with cells blanked at random, generated
from {{term}}`seed` {puzzle_seed}, which was never used for {{term}}`tuning`. `{method}` solves each
puzzle once, with seed 0. Each class has a {{term}}`bar`, the result that it should reach, and a *goal*, a
better result to aim for. Both were set before measuring.

{table}

{clock}
An unsolved puzzle counts as the limit, in the median and in the worst time.
{counts}
Measured on {date} at commit `{commit}`, {machine}, Python {python},
{packages}.
All runs are listed in `benchmarks/results/records.json`. The page of the method
[focused](methods/focused.md) describes what we tried, including what did not help.

```sh
python benchmarks/records.py --cpu --json FILE         # measures again
# Write this page from the record:
python benchmarks/records.py --from benchmarks/results/records.json --page docs/records.md
```
"""
CLOCKS = {
    "CPU": "{term}`Limits <limit>` and times are in CPU seconds of one thread. They include {term}`logic`,\n"
    "but not compiling. The two {term}`replicas <replica>` take turns. The process that usually\n"
    "tries to prove a puzzle unsolvable is not started.",
    "wall": "Limits and times are seconds on the clock. *CPU* is the CPU time of all threads together.",
}

OPEN = """\
Puzzles that were not run: {counts}.
*Open* means that a class may still reach the bar when these puzzles are run.
"""


def page(record: Record, left: dict[str, int]) -> str:
    """Return the page as Markdown; ``left`` has the number of puzzles of each class that were not run."""
    told = record["about"]
    packages = ", ".join(f"{name} {version}" for name, version in told["packages"].items())
    counts = ", ".join(f"{count} of {_name(spec)}" for spec, count in left.items())
    return PAGE.format(
        puzzle_seed=record["puzzle_seed"],
        method=record["method"],
        table="\n".join(table(record)),
        clock=CLOCKS[record["clock"]],
        counts=OPEN.format(counts=counts) if counts else "",
        packages=packages,
        **{name: told[name] for name in ("date", "commit", "version", "machine", "python")},
    )


def table(record: Record) -> list[str]:
    """Return the table; a median or worst time beyond the limit is shown as the limit."""
    wall = record["clock"] == "wall"
    head = ["class", "limit", "solved", "median", *["CPU"] * wall, "worst", "bar", "goal", "reached"]
    return markdown(head, [_cells(row, wall) for row in record["rows"]], right=(1, 2, 3, 4, *[5] * wall))


def _cells(row: Record, wall: bool) -> list[str]:
    return [
        _name(row["class"]),
        duration(row["limit"]),
        f"{row['solved']} of {row['count']}",
        _time(row, "median"),
        *[duration(row["cpu_median"])] * wall,
        _time(row, "worst"),
        row["bar"],
        row["goal"],
        "goal" if row["goal_met"] else "bar" if row["bar_met"] else "open" if row["open"] else "no",
    ]


def _name(spec: str) -> str:
    size, percent = spec.split("@")
    return f"{size}x{size} at {percent} %"


def _time(row: Record, name: str) -> str:
    beyond = "over " if row[name] >= row["limit"] else ""
    return beyond + duration(row[name])
