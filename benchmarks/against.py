"""Ergodoku against CaDiCaL, CP-SAT and py-sudoku, from 9x9 to 49x49, with equal limits.

    python benchmarks/against.py                            the table of a release (an hour)
    python benchmarks/against.py --quick                    a quick comparison, in about a minute
    python benchmarks/against.py --classes hard9x16,25@45x8,puzzles.sdm --limit 20
    python benchmarks/against.py --solver 'mine=./mine {puzzle}' --solvers ergodoku,CaDiCaL

Every solver gets the same puzzles and the same time for each, to build a model and to solve the puzzle.
It runs alone on one core, in a process that is already warm. Every solution is checked. A solver that solves
none of the first three puzzles of a class is not run on the others. `classes` describes the classes,
`external` how to name your own solver. The table is Markdown, on stdout; --json stores the figures.
"""

from __future__ import annotations

import argparse
import json
import statistics
import sys
from collections import Counter
from pathlib import Path
from typing import Any

from classes import SEED, PuzzleClass, puzzle_class
from external import template
from isolated import FAILED, LIMIT, NONE, SOLVED, Outcome, Solver, contenders
from machine import about, on_one_core, told
from peers import OR_OWN, OURS, PEERS, chosen
from tables import against_table, wins

import ergodoku as eg

CLASSES = "hard9x16,none9x8,16@40x10,25@35x8,25@45x8,36@45x5,36@50x5,49@20x3,49@40x3,49@45x3,49@50x3,49@60x3"
QUICK = "hard9x3,none9x1,16@40x2,25@45x1,36@45x1,49@40x1"
LIMIT_SECONDS, QUICK_LIMIT = 60.0, 4.0
HOPELESS = 3  # a solver that solves none of the first HOPELESS puzzles of a class is not run on the others


def main() -> int:
    options = asked()
    names = chosen(options.solvers, more=OR_OWN)
    classes = [puzzle_class(spec.strip(), options.count) for spec in options.classes.split(",")]
    on_one_core()
    rows = []
    with contenders(names, options.solver) as solvers:
        for kind in classes:
            for solver in solvers:
                row = measured(solver, kind, options.limit, options.seeds)
                print(f"{kind.name:<22} {said(row)}", file=sys.stderr, flush=True)
                rows.append(row)
    found = {
        "about": about(),
        "limit": options.limit,
        "puzzle_seed": SEED,
        "seeds": options.seeds,
        "classes": options.classes,
        "quick": options.quick,
        "rows": rows,
    }
    print("\n".join([*against_table(found), "", *wins(found)]))
    if options.json:
        options.json.write_text(json.dumps(found, indent=1) + "\n")
    return int(any(row["failed"] for row in rows if row["solver"] == OURS))


def asked() -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--classes", help=f"classes of puzzle, separated by commas (default {CLASSES})")
    parser.add_argument("--count", type=int, default=5, help="puzzles of a class without a count (default 5)")
    parser.add_argument("--solvers", default=",".join(PEERS), help=f"some of {', '.join(PEERS)}")
    parser.add_argument("--solver", type=template, action="append", default=[], metavar="NAME=COMMAND")
    parser.add_argument("--limit", type=float, help=f"seconds for each puzzle (default {LIMIT_SECONDS:g})")
    parser.add_argument("--seeds", type=int, help="runs of Ergodoku on each puzzle, one per seed (default 3)")
    parser.add_argument("--quick", action="store_true", help=f"classes {QUICK}, {QUICK_LIMIT:g} s, 1 seed")
    parser.add_argument("--json", type=Path, help="write the figures to this file")
    options = parser.parse_args()
    usual = (QUICK, QUICK_LIMIT, 1) if options.quick else (CLASSES, LIMIT_SECONDS, 3)
    for name, value in zip(("classes", "limit", "seeds"), usual, strict=True):
        if getattr(options, name) is None:
            setattr(options, name, value)
    if options.limit <= 0 or options.seeds < 1:
        raise eg.PuzzleError(
            "there is nothing to measure", "give a --limit above 0 and at least 1 for --seeds"
        )
    return options


def measured(solver: Solver, kind: PuzzleClass, limit: float, seeds: int) -> dict[str, Any]:
    """Run a solver on a class, and return its figures; an unsolved puzzle counts as the limit in medians."""
    count = seeds if solver.name == OURS else 1  # the other solvers are deterministic
    wanted = SOLVED if kind.solvable else NONE
    runs: list[Outcome] = []
    for tried, puzzle in enumerate(kind.puzzles):
        if tried == HOPELESS and not any(run.status == wanted for run in runs):
            break
        runs += [solver.run(puzzle, limit, seed) for seed in range(count)]
    ends = Counter(run.status if run.status in (wanted, LIMIT) else FAILED for run in runs)
    built = [run.built for run in runs if run.built is not None]

    def median(value: str) -> float:
        return _short(statistics.median(getattr(r, value) if r.status == wanted else limit for r in runs))

    return {
        "class": kind.name,
        "size": kind.puzzles[0].size,
        "puzzles": len(kind.puzzles),
        "solver": solver.name,
        "runs": len(runs),
        "solved": ends[wanted],
        "failed": ends[FAILED],
        "note": next((_why(run) for run in runs if run.status not in (wanted, LIMIT)), ""),
        "build": _short(statistics.median(built)) if built else None,
        "solve": median("seconds"),
        "total": median("total"),
        "worst": _short(max(run.total if run.status == wanted else limit for run in runs)),
    }


def said(row: dict[str, Any]) -> str:
    note = f" ({row['failed']} failed: {row['note']})" if row["failed"] else ""
    return f"{row['solver']:<10} {row['solved']:>3} of {row['runs']:<3} median {row['total']:.4g} s{note}"


def _why(run: Outcome) -> str:
    return run.note or f"reported: {run.status}"


def _short(seconds: float) -> float:
    """Round to four significant digits, which are enough."""
    return float(f"{seconds:.4g}")


if __name__ == "__main__":
    sys.exit(told(main))
