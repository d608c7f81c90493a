"""Latin squares with holes: the search, CaDiCaL and CP-SAT, at 42 % holes and around the peak.

    python benchmarks/latin.py                                     all classes (up to an hour of CPU time)
    python benchmarks/latin.py --only 30@42,33@peak-balanced       some of them
    python benchmarks/latin.py --count 2 --limit 5                 fewer squares, less time for each
    python benchmarks/latin.py --record FILE                       stores the figures; resumes after a kill
    python benchmarks/latin.py --record FILE --page                also writes them into docs/latin.md

A class is an order and a share of holes: 42 %, or the peak reported in the literature, 1.7 N ** 1.55 holes.
Order 33 also has shares from 28 to 50 %. Holes are random, or balanced: the same number in each row and
column. Every square is random (Jacobson and Matthews 1996), from a seed that was never used for tuning. The
limit is CPU time on one core. The time of Ergodoku includes logic and the start of the search; the times of
the others do not include building their model. A solver that solves neither of the first two squares of a
class is not run on the others. The table is Markdown, on stdout.
"""

from __future__ import annotations

import argparse
import json
import statistics
import sys
import time
from dataclasses import dataclass
from itertools import groupby
from pathlib import Path
from typing import Any

from cpu_limit import CpuLimited
from hard_page import replaced
from isolated import LIMIT, SOLVED, fault
from machine import ROOT, about, check_conditions, told
from peers import OURS, chosen
from records import SEED
from tables import duration, markdown

import ergodoku as eg
from ergodoku.base.files import whole

ORDERS = (20, 25, 30, 33, 35, 40)
AROUND = (28, 30, 32, 34, 36, 38, 40, 46, 50)  # shares of holes at order 33, in percent
SOLVERS = (OURS, "CaDiCaL", "CP-SAT")
COUNT, LIMIT_SECONDS = 5, 20.0
HOPELESS = 2  # a solver that solves none of the first HOPELESS squares of a class is not run on the others
Row = dict[str, Any]


@dataclass(frozen=True)
class Holes:
    """A class of squares: an order, a share of holes, and their pattern."""

    order: int
    share: str  # a percentage such as "42", or the word "peak"
    pattern: str

    @property
    def spec(self) -> str:
        """Name of the class in `--only`."""
        return f"{self.order}@{self.share}" + ("-balanced" if self.pattern == "balanced" else "")

    @property
    def holes(self) -> int:
        """Number of blank cells."""
        cells = self.order**2
        return (
            round(1.7 * self.order**1.55) if self.share == "peak" else round(0.01 * int(self.share) * cells)
        )

    def puzzle(self, index: int) -> eg.Puzzle:
        """Return a square of this class."""
        layout = eg.Layout.of(self.order, kind="latin")
        clues = layout.cells - self.holes
        return eg.generate(
            eg.Recipe(layout, clues, unique=False, pattern=self.pattern), seed=SEED, index=index
        )


CLASSES = [Holes(n, s, p) for s in ("42", "peak") for p in ("random", "balanced") for n in ORDERS]
CLASSES += [Holes(33, str(share), "balanced") for share in AROUND]


def main() -> None:
    options = asked()
    found = load(options)
    for kind in chosen_classes(options.only):
        for name in options.solvers:
            measure(kind, name, found, options)
    lines = table(found["rows"])
    print("\n".join(lines))
    if options.page:
        options.page.write_text(
            replaced(options.page.read_text(), {"latin": [*conditions(found), "", *lines]})
        )


def asked() -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--only", help="classes to run, such as 30@42,33@peak-balanced; all by default")
    parser.add_argument("--solvers", default=",".join(SOLVERS), help=f"some of {','.join(SOLVERS)}")
    parser.add_argument("--count", type=int, default=COUNT, help=f"squares of each class (default {COUNT})")
    parser.add_argument(
        "--limit", type=float, default=LIMIT_SECONDS, help="CPU seconds for each square (default 20)"
    )
    parser.add_argument("--record", type=Path, help="file to store the figures in")
    parser.add_argument(
        "--page", type=Path, nargs="?", const=ROOT / "docs" / "latin.md", help="page to write the table into"
    )
    options = parser.parse_args()
    options.solvers = chosen(options.solvers, SOLVERS)
    if options.count < 1 or options.limit <= 0:
        raise eg.PuzzleError("there is nothing to measure", "give a --count from 1 up and a --limit above 0")
    return options


def chosen_classes(only: str | None) -> list[Holes]:
    """Return the named classes, in the order of the list of classes."""
    known = {kind.spec: kind for kind in CLASSES}
    names = list(known) if only is None else [name.strip() for name in only.split(",")]
    if unknown := set(names) - known.keys():
        raise eg.PuzzleError(f"{min(unknown)!r} is not one of the classes", f"choose from {', '.join(known)}")
    return [kind for kind in CLASSES if kind.spec in names]


def load(options: argparse.Namespace) -> dict[str, Any]:
    """Return the figures measured so far; they must have been measured under the same conditions."""
    wanted = {"puzzle_seed": SEED, "count": options.count, "limit": options.limit}
    record: Path | None = options.record
    if record is None or not record.exists():
        return {"about": about(), **wanted, "rows": []}
    found = dict(json.loads(record.read_text()))
    if rows := found["rows"]:  # records of older versions do not state the count and the limit
        found.setdefault("count", max(len(row["runs"]) for row in rows))
        found.setdefault("limit", rows[0]["limit"])
    check_conditions(record, found, wanted)
    return wanted | found


def measure(kind: Holes, name: str, found: dict[str, Any], options: argparse.Namespace) -> None:
    """Run a solver on a class, unless its figures are stored already."""
    rows: list[Row] = found["rows"]
    if any(row["class"] == kind.spec and row["solver"] == name for row in rows):
        return
    peer = None if name == OURS else CpuLimited(name)
    runs: list[Row] = []
    try:
        for index in range(options.count):
            if len(runs) >= HOPELESS and not any(run["solved"] for run in runs):
                break
            puzzle = kind.puzzle(index)
            if peer is None:
                runs.append(ours(puzzle, options.limit))
            else:
                end = peer.run(puzzle, options.limit)
                if end.status not in (SOLVED, LIMIT):
                    raise RuntimeError(f"{name} on {kind.spec}: {end}")
                runs.append({"solved": end.status == SOLVED, "seconds": end.seconds, "built": end.built})
    finally:
        if peer is not None:
            peer.close()
    rows.append(
        {"class": kind.spec, "order": kind.order, "holes": kind.holes, "pattern": kind.pattern,
         "share": kind.share, "solver": name, "limit": options.limit, "runs": runs}
    )  # fmt: skip
    print(f"{kind.spec:<18} {name:<9} {_solved(rows[-1])} {_median(rows[-1])}", file=sys.stderr, flush=True)
    if options.record:
        options.record.parent.mkdir(parents=True, exist_ok=True)
        with whole(options.record) as part:
            part.write_text(json.dumps(found, indent=1) + "\n")


def ours(puzzle: eg.Puzzle, limit: float) -> Row:
    """Solve a square by the default method on one thread, within a limit of CPU time."""
    eg.solve(puzzle, "focused", seed=1, stop=eg.Seconds(0.1), workers=1)  # loads the kernels
    begin = time.process_time()
    stop = eg.Flag(lambda: time.process_time() - begin >= limit)
    result = eg.Run(puzzle, seed=SEED, stop=stop, alone=True).finish()
    seconds = time.process_time() - begin
    if result.solved and (wrong := fault(puzzle, result.grid)):
        raise RuntimeError(wrong)
    solved = result.solved and seconds <= limit
    return {
        "solved": solved,
        "seconds": min(seconds, limit),
        "iterations": result.iterations,
        "energy": result.energy,
    }


def table(rows: list[Row]) -> list[str]:
    """Return the table: a row for each class, with the squares solved and the median time of each solver."""
    names = list(dict.fromkeys(row["solver"] for row in rows))
    order = {kind.spec: place for place, kind in enumerate(CLASSES)}
    lines = []
    for _, group in groupby(sorted(rows, key=lambda row: order[row["class"]]), key=lambda row: row["class"]):
        of = {row["solver"]: row for row in group}
        first = next(iter(of.values()))
        best = min(of.values(), key=lambda row: (-_share(row), _seconds(row)))["solver"]
        cells = [
            f"{_solved(of[name])} {_median(of[name])}".join(["**"] * 2 if name == best else [""] * 2)
            if name in of else ""
            for name in names
        ]  # fmt: skip
        share = 100 * first["holes"] / first["order"] ** 2
        lines.append([str(first["order"]), f"{first['holes']} ({share:.0f} %)", first["pattern"], *cells])
    return markdown(["order", "holes", "pattern", *names], lines, right=(0, 1))


def conditions(found: dict[str, Any]) -> list[str]:
    """Describe what was measured, when and on which machine."""
    told = found["about"]
    packages = ", ".join(f"{name} {version}" for name, version in told["packages"].items())
    return [
        f"Ergodoku {told['version']}, `{told['commit']}`, {told['date']}, Python {told['python']}; "
        f"{packages}; {told['machine']}. {found['count']} squares of each class, {found['limit']:g} s of "
        f"CPU time for each, puzzle seed {found['puzzle_seed']}. Each cell shows how many squares were "
        "solved, and the median CPU time."
    ]


def _share(row: Row) -> float:
    return float(statistics.mean(run["solved"] for run in row["runs"]))


def _seconds(row: Row) -> float:
    return statistics.median(run["seconds"] for run in row["runs"])


def _solved(row: Row) -> str:
    return f"{sum(run['solved'] for run in row['runs'])} of {len(row['runs'])},"


def _median(row: Row) -> str:
    seconds = _seconds(row)
    return f"over {duration(row['limit'])}" if seconds >= row["limit"] else duration(seconds)


if __name__ == "__main__":
    sys.exit(told(main))
