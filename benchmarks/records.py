"""The hard classes: how many puzzles the search solves, and how fast, with a bar and a goal for each class.

    python benchmarks/records.py                                all classes (up to three hours)
    python benchmarks/records.py --only 25@46,36@52             some of them
    python benchmarks/records.py --count 2 --limit 5            fewer puzzles, less time for each
    python benchmarks/records.py --workers 2                    two threads
    python benchmarks/records.py --cpu --json FILE              CPU time, for a busy machine; stores figures
    python benchmarks/records.py --from FILE --page PAGE        runs nothing; writes the page from a record

Every puzzle is a full grid with cells blanked at random, from a seed that was never used for tuning. The
default method solves it on one core, unless --workers says otherwise. An unsolved puzzle counts as the limit
in the median. The limit and the bars are times on the clock, so they need a quiet machine; the table also
shows the CPU time of all threads. With --cpu the limit and all times are CPU seconds of one thread, and no
other process looks for a proof. The table is Markdown, on stdout.

The figures are written to FILE after every puzzle. If FILE already has puzzles of a class, the script
continues after them; other classes in FILE stay unchanged.
"""

from __future__ import annotations

import argparse
import json
import re
import statistics
import sys
import time
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from classes import general
from machine import about, on_one_core, told
from records_page import page, table
from tables import duration

import ergodoku as eg
from ergodoku.engine.run import Run

SEED = 18  # other benchmarks use seed 1, and parameters were tuned on seed 101


@dataclass(frozen=True)
class Aim:
    """The target of a class: how many puzzles to solve, and in which median time."""

    solved: int
    median: float = float("inf")

    def met(self, solved: int, median: float) -> bool:
        """Return whether the target is reached; puzzles that were not run do not count as solved."""
        return solved >= self.solved and median <= self.median

    def words(self, puzzles: int) -> str:
        """Return the target as a cell of the table."""
        share = "all" if self.solved == puzzles else f"{self.solved} of {puzzles}"
        return share if self.median == float("inf") else f"{share}, median {duration(self.median)}"


@dataclass(frozen=True)
class HardClass:
    """Puzzles of a size and a share of givens, the time limit per puzzle, and the targets."""

    size: int
    percent: int
    puzzles: int
    limit: float
    bar: Aim
    goal: Aim

    @property
    def spec(self) -> str:
        """Name of the class in `--only`."""
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
    record = load(options)
    if not options.source:
        if options.workers == 1 and not options.cpu:
            on_one_core()
        for kind in chosen(options.only):
            row = measured(kind, record, options)
            print(f"{kind.spec:<7} {row['solved']} of {row['count']}, median {duration(row['median'])}",
                  file=sys.stderr, flush=True)  # fmt: skip
    print("\n".join(table(record)))
    if options.page:
        options.page.write_text(page(record, left(record)), encoding="utf-8")


def asked() -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--only", help="classes to run, such as 25@46,36@52; all by default")
    parser.add_argument("--count", type=int, help="puzzles of each class (default and maximum: all)")
    parser.add_argument("--limit", type=float, help="seconds for each puzzle (default: limit of its class)")
    parser.add_argument("--method", default="auto", help="method to run (default auto)")
    parser.add_argument("--workers", type=int, default=1, help="threads (default 1)")
    parser.add_argument("--cpu", action="store_true", help="limits and times in CPU seconds, one worker")
    parser.add_argument("--json", type=Path, help="file to store the figures in, and to continue")
    parser.add_argument("--from", dest="source", type=Path, help="run nothing; read figures from this file")
    parser.add_argument("--page", type=Path, help="write the page of the documentation to this file")
    options = parser.parse_args()
    if options.cpu and options.workers != 1:
        raise eg.PuzzleError("CPU time is measured on one worker", "leave out --workers or --cpu")
    if (options.count is not None and options.count < 1) or (
        options.limit is not None and options.limit <= 0
    ):
        raise eg.PuzzleError(
            "there is nothing to measure", "give a --count of at least 1 and a --limit above 0"
        )
    return options


def chosen(only: str | None) -> list[HardClass]:
    """Return the named classes, in the order of the list of classes."""
    if only is None:
        return list(CLASSES)
    names = {name.strip() for name in only.split(",")}
    if unknown := names - {kind.spec for kind in CLASSES}:
        known = ", ".join(kind.spec for kind in CLASSES)
        raise eg.PuzzleError(f"{min(unknown)!r} is not one of the hard classes", f"choose from {known}")
    return [kind for kind in CLASSES if kind.spec in names]


def load(options: argparse.Namespace) -> dict[str, Any]:
    """Return the record to continue or to show; a new one if there is none."""
    new = {
        "about": about(),
        "puzzle_seed": SEED,
        "clock": "CPU" if options.cpu else "wall",
        "workers": options.workers,
        "method": options.method,
        "rows": [],
    }
    file = options.source or options.json
    if not file or (not options.source and not file.exists()):
        return new
    try:
        record: dict[str, Any] = json.loads(file.read_text())
        differs = [
            name for name in ("puzzle_seed", "clock", "workers", "method") if record[name] != new[name]
        ]
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise eg.PuzzleError(f"{file} is not a record of the hard classes", "name another file") from error
    kinds = {kind.spec: kind for kind in CLASSES}
    record["rows"] = [summary(kinds[row["class"]], row["limit"], row["runs"]) for row in record["rows"]]
    if differs and not options.source:
        raise eg.PuzzleError(
            f"{file} was measured with another {differs[0]}", "name another file with --json"
        )
    return record


def measured(kind: HardClass, record: dict[str, Any], options: argparse.Namespace) -> dict[str, Any]:
    """Solve the puzzles of a class one after the other, and store the figures after each puzzle."""
    count = min(kind.puzzles, options.count or kind.puzzles)
    limit = options.limit or kind.limit
    puzzles = general(kind.size, kind.percent / 100, count, SEED)
    attempt(puzzles[0], 0.2, options)  # loads kernels
    rows = {row["class"]: row for row in record["rows"]}
    before = rows.get(kind.spec)
    runs = list(before["runs"]) if before and before["limit"] == limit else []
    for puzzle in puzzles[len(runs) :]:
        runs.append(attempt(puzzle, limit, options))
        rows[kind.spec] = summary(kind, limit, runs)
        record["about"] = about()
        record["rows"] = [rows[each.spec] for each in CLASSES if each.spec in rows]
        if options.json:
            options.json.write_text(written(record))
    row: dict[str, Any] = rows[kind.spec]
    return row


def attempt(puzzle: eg.Puzzle, limit: float, options: argparse.Namespace) -> dict[str, Any]:
    """Solve a puzzle within a limit, which is CPU time or time on the clock."""
    begin = time.perf_counter()
    if options.cpu:
        run = Run(puzzle, options.method, seed=0, alone=True)
        while run.cpu_seconds < limit and run.advance():
            pass
        run.close()
        result = run.result()
    else:
        result = eg.solve(puzzle, options.method, seed=0, stop=eg.Seconds(limit), workers=options.workers)
    seconds = result.cpu_seconds if options.cpu else time.perf_counter() - begin
    return {
        "solved": result.solved,
        "seconds": round(seconds, 5) if result.solved else limit,
        "cpu_seconds": round(result.cpu_seconds, 5),
        "iterations": result.iterations,
        "energy": result.energy,
    }


def summary(kind: HardClass, limit: float, runs: list[dict[str, Any]]) -> dict[str, Any]:
    """Return the figures of a class: solved runs, median and worst time, and the targets it reached."""
    solved = sum(run["solved"] for run in runs)
    median = statistics.median(run["seconds"] for run in runs)
    return {
        "class": kind.spec,
        "count": len(runs),
        "puzzles": kind.puzzles,
        "limit": limit,
        "solved": solved,
        "median": median,
        "cpu_median": statistics.median(run["cpu_seconds"] for run in runs),
        "worst": max(run["seconds"] for run in runs),
        "bar": kind.bar.words(kind.puzzles),
        "goal": kind.goal.words(kind.puzzles),
        "bar_met": kind.bar.met(solved, median),
        "goal_met": kind.goal.met(solved, median),
        "open": len(runs) < kind.puzzles and len(runs) - solved <= kind.puzzles - kind.bar.solved,
        "runs": runs,
    }


def left(record: dict[str, Any]) -> dict[str, int]:
    """Return for each incomplete class how many of its puzzles were not run."""
    run = {row["class"]: row["count"] for row in record["rows"]}
    counts = {kind.spec: kind.puzzles - run.get(kind.spec, 0) for kind in CLASSES}
    return {spec: count for spec, count in counts.items() if count}


def written(record: dict[str, Any]) -> str:
    """Return JSON with a line for each run, so that a diff of two records is readable."""
    text = json.dumps(record, indent=1, ensure_ascii=False)
    return re.sub(r"\{[^{}]*\}", lambda m: re.sub(r"\s*\n\s*", " ", m[0]), text) + "\n"


if __name__ == "__main__":
    sys.exit(told(main))
