"""The hard classes: where Sudoku is hard, how far the search gets, beside a bar and a goal for each class.

    python benchmarks/records.py                                all classes (up to three hours)
    python benchmarks/records.py --only 25@46,36@52             some of them
    python benchmarks/records.py --count 2 --limit 5            fewer puzzles, less time for each
    python benchmarks/records.py --workers 2 --json FILE        two threads; keep the figures

Every puzzle is a full grid with cells blanked at random, made from a seed that no parameter was tuned on. The
default method solves it on one core, unless --workers says otherwise. A puzzle that is not solved within the
limit counts with the limit in the median. The limit and the bars are times by the clock, so they need a quiet
machine; the CPU time of all threads stands beside them. The table is Markdown, on stdout.
"""

from __future__ import annotations

import argparse
import json
import statistics
import sys
import time
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from classes import general
from machine import about, on_one_core, told
from tables import duration, markdown

import ergodoku as eg

SEED = 18  # other benchmarks use seed 1, and parameters were tuned on seed 101


@dataclass(frozen=True)
class Aim:
    """What to reach in a class: how many puzzles to solve, and in which median time."""

    solved: int
    median: float = float("inf")

    def met(self, solved: int, count: int, puzzles: int, median: float) -> bool:
        """Tell whether it is reached; where fewer puzzles were run, in proportion."""
        return solved * puzzles >= self.solved * count and median <= self.median

    def words(self, puzzles: int) -> str:
        """Return it as a cell of the table."""
        share = "all" if self.solved == puzzles else f"{self.solved} of {puzzles}"
        return share if self.median == float("inf") else f"{share}, median {duration(self.median)}"


@dataclass(frozen=True)
class HardClass:
    """Puzzles of a size and a share of givens, the seconds for each, and what to reach."""

    size: int
    percent: int
    puzzles: int
    limit: float
    bar: Aim
    goal: Aim

    @property
    def spec(self) -> str:
        """Its name in `--only`."""
        return f"{self.size}@{self.percent}"


CLASSES = (
    HardClass(25, 46, 30, 10.0, Aim(30, 0.012), Aim(30, 0.006)),
    HardClass(36, 52, 20, 30.0, Aim(20, 0.25), Aim(20, 0.1)),
    HardClass(49, 50, 10, 60.0, Aim(10, 5.0), Aim(10, 2.0)),
    HardClass(49, 52, 10, 120.0, Aim(5), Aim(10)),
    HardClass(49, 54, 5, 600.0, Aim(1), Aim(3)),
    HardClass(64, 45, 5, 10.0, Aim(5), Aim(5)),
    HardClass(64, 48, 5, 60.0, Aim(5), Aim(5)),
    HardClass(64, 50, 5, 300.0, Aim(1), Aim(5)),
    HardClass(100, 40, 3, 10.0, Aim(3), Aim(3)),
    HardClass(100, 44, 3, 60.0, Aim(3), Aim(3)),
    HardClass(100, 46, 3, 300.0, Aim(1), Aim(3)),
)


def main() -> None:
    options = asked()
    if options.workers == 1:
        on_one_core()
    rows = []
    for kind in chosen(options.only):
        row = measured(kind, options)
        print(f"{kind.spec:<7} {row['solved']} of {row['count']}, median {duration(row['median'])}",
              file=sys.stderr, flush=True)  # fmt: skip
        rows.append(row)
    found = {"about": about(), "puzzle_seed": SEED, "workers": options.workers, "rows": rows}
    print("\n".join(table(rows)))
    if options.json:
        options.json.write_text(json.dumps(found, indent=1) + "\n")


def asked() -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--only", help="classes to run, such as 25@46,36@52; all by default")
    parser.add_argument("--count", type=int, help="puzzles of each class, at most as many as it has")
    parser.add_argument("--limit", type=float, help="seconds for each puzzle, in place of the class's own")
    parser.add_argument("--method", default="auto", help="method to run; auto")
    parser.add_argument("--workers", type=int, default=1, help="threads; 1")
    parser.add_argument("--json", type=Path, help="write the figures here")
    options = parser.parse_args()
    if (options.count is not None and options.count < 1) or (
        options.limit is not None and options.limit <= 0
    ):
        raise eg.PuzzleError(
            "there is nothing to measure", "give a --count of at least 1 and a --limit above 0"
        )
    return options


def chosen(only: str | None) -> list[HardClass]:
    """Return the classes that were named, in the order of the list."""
    if only is None:
        return list(CLASSES)
    names = {name.strip() for name in only.split(",")}
    if unknown := names - {kind.spec for kind in CLASSES}:
        known = ", ".join(kind.spec for kind in CLASSES)
        raise eg.PuzzleError(f"{min(unknown)!r} is not one of the hard classes", f"choose from {known}")
    return [kind for kind in CLASSES if kind.spec in names]


def measured(kind: HardClass, options: argparse.Namespace) -> dict[str, Any]:
    """Solve the puzzles of a class one after the other."""
    count = min(kind.puzzles, options.count or kind.puzzles)
    limit = options.limit or kind.limit
    puzzles = general(kind.size, kind.percent / 100, count, SEED)
    eg.solve(
        puzzles[0], options.method, seed=1, stop=eg.Seconds(0.2), workers=options.workers
    )  # loads kernels
    runs = []
    for puzzle in puzzles:
        begin = time.perf_counter()
        result = eg.solve(puzzle, options.method, seed=0, stop=eg.Seconds(limit), workers=options.workers)
        seconds = time.perf_counter() - begin if result.solved else limit
        runs.append(
            {
                "solved": result.solved,
                "seconds": seconds,
                "cpu_seconds": result.cpu_seconds,
                "iterations": result.iterations,
                "energy": result.energy,
            }
        )
    solved = sum(run["solved"] for run in runs)
    median = statistics.median(run["seconds"] for run in runs)
    return {
        "class": kind.spec,
        "count": count,
        "limit": limit,
        "solved": solved,
        "median": median,
        "cpu_median": statistics.median(run["cpu_seconds"] for run in runs),
        "worst": max(run["seconds"] for run in runs),
        "bar": kind.bar.words(kind.puzzles),
        "goal": kind.goal.words(kind.puzzles),
        "bar_met": kind.bar.met(solved, count, kind.puzzles, median),
        "goal_met": kind.goal.met(solved, count, kind.puzzles, median),
        "runs": runs,
    }


def table(rows: list[dict[str, Any]]) -> list[str]:
    """Return the table, with the limit in place of a median or a worst time that is beyond it."""

    def time_of(row: dict[str, Any], name: str) -> str:
        beyond = "over " if row[name] >= row["limit"] else ""
        return beyond + duration(row[name])

    head = ["class", "limit", "solved", "median", "CPU", "worst", "bar", "goal", "reached"]
    return markdown(
        head,
        [
            [
                row["class"].replace("@", "x" + row["class"].split("@")[0] + " at ") + " %",
                duration(row["limit"]),
                f"{row['solved']} of {row['count']}",
                time_of(row, "median"),
                duration(row["cpu_median"]),
                time_of(row, "worst"),
                row["bar"],
                row["goal"],
                "goal" if row["goal_met"] else "bar" if row["bar_met"] else "no",
            ]
            for row in rows
        ],
        right=(1, 2, 3, 4, 5),
    )


if __name__ == "__main__":
    sys.exit(told(main))
