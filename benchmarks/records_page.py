"""The hard classes as a table and as a page of the documentation, from their record and from nothing else."""

from __future__ import annotations

from typing import Any

from tables import duration, markdown

Record = dict[str, Any]

PAGE = """\
# Records

How far the search gets where Sudoku is hard. A class is a size and a share of givens: full grids with cells
blanked at random, from seed {puzzle_seed}, which no parameter was tuned on. `{method}` solves each puzzle
once, with seed 0. The bars and goals were set beforehand.

{table}

{clock}
A puzzle that was not solved counts with the limit, in the median and as the worst time.
{counts}
Measured on {date} at commit `{commit}`, {machine}, Python {python},
{packages}.
The single runs are in `benchmarks/results/records.json`. What was tried to get here, and what did not help,
is told with the method [focused](methods/focused.md).

```sh
python benchmarks/records.py --cpu --json FILE         # measure again
python benchmarks/records.py --from benchmarks/results/records.json --page docs/records.md
```
"""
CLOCKS = {
    "CPU": "Limits and times are CPU seconds of one thread: logic counts, compiling does not. The two\n"
    "replicas take turns, and no other process looks for a proof.",
    "wall": "Limits and times are seconds by the clock. *CPU* is the time of all threads together.",
}


def page(record: Record, left: dict[str, int]) -> str:
    """Return the page as Markdown; ``left`` has the puzzles of each class that were not run."""
    told = record["about"]
    packages = ", ".join(f"{name} {version}" for name, version in told["packages"].items())
    counts = ", ".join(f"{count} of {_name(spec)}" for spec, count in left.items())
    return PAGE.format(
        puzzle_seed=record["puzzle_seed"],
        method=record["method"],
        table="\n".join(table(record)),
        clock=CLOCKS[record["clock"]],
        counts=f"Puzzles that were not run: {counts}.\n*Open* means that they could still decide.\n"
        if counts
        else "",
        packages=packages,
        **{name: told[name] for name in ("date", "commit", "version", "machine", "python")},
    )


def table(record: Record) -> list[str]:
    """Return the table, with the limit in place of a median or a worst time that is beyond it."""
    wall = record["clock"] == "wall"
    head = ["class", "limit", "solved", "median", *["CPU"] * wall, "worst", "bar", "goal", "reached"]
    return markdown(head, [_cells(row, wall) for row in record["rows"]], right=(1, 2, 3, 4, *[5] * wall))


def _cells(row: Record, wall: bool) -> list[str]:
    cut = row["count"] < row["puzzles"]
    return [
        _name(row["class"]),
        duration(row["limit"]),
        f"{row['solved']} of {row['count']}",
        _time(row, "median"),
        *[duration(row["cpu_median"])] * wall,
        _time(row, "worst"),
        row["bar"],
        row["goal"],
        "goal" if row["goal_met"] else "bar" if row["bar_met"] else "open" if cut else "no",
    ]


def _name(spec: str) -> str:
    size, percent = spec.split("@")
    return f"{size}x{size} at {percent} %"


def _time(row: Record, name: str) -> str:
    beyond = "over " if row[name] >= row["limit"] else ""
    return beyond + duration(row[name])
