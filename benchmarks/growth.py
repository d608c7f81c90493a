"""How time grows with the size of a puzzle, and with its share of givens.

    python benchmarks/growth.py [--json FILE] [--figure FILE]      ten minutes
    python benchmarks/growth.py --quick                            a few seconds
    python benchmarks/growth.py --from FILE --figure FILE          draws the figure from a stored file

The puzzles are full grids with cells blanked at random. The default method solves them with one worker on one
core. A run that gives up counts as the time limit in the medians. The file name of the figure ends in .svg,
.png or .pdf.
"""

from __future__ import annotations

import argparse
import json
import statistics
import sys
import time
from pathlib import Path
from typing import Any

from classes import SEED, general, hard
from growth_figure import draw
from machine import about, on_one_core, told
from tables import duration

import ergodoku as eg

SIZES, PERCENTS = "9,16,25,36,49", "0,10,20,30,35,40,42,44,46,48,50,52,54,56,58,60,65,70,80"
MORE_SIZES, FIXED = "4,64,100", "40"  # sizes that are run at one share of givens only
COUNT, LIMIT = 7, 20.0
QUICK = {"sizes": "9,16,25", "percents": "20,40,50,60", "more_sizes": "4,36", "count": 3, "limit": 2.0}


def main() -> None:
    options = asked()
    if options.source:
        found = stored(options.source)
    else:
        on_one_core()
        places = [(n, p) for n in _numbers(options.sizes) for p in _numbers(options.percents)]
        places += [(n, p) for n in _numbers(options.more_sizes) for p in _numbers(FIXED)]
        found = {
            "about": about(),
            "limit": options.limit,
            "count": options.count,
            "puzzle_seed": SEED,
            "quick": options.quick,
            "points": [point(n, p, options.count, options.limit) for n, p in sorted(set(places))],
        }
    if options.json:
        options.json.write_text(json.dumps(found) + "\n")
    if options.figure:
        draw(found, options.figure)
    if not options.json and not options.figure:
        print(json.dumps(found))


def asked() -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--sizes", default=SIZES, help="sizes to run at every share of givens")
    parser.add_argument("--percents", default=PERCENTS, help="shares of givens, in percent")
    parser.add_argument("--more-sizes", default=MORE_SIZES, help=f"sizes to run at {FIXED} %% only")
    parser.add_argument("--count", type=int, default=COUNT, help="puzzles for each point")
    parser.add_argument("--limit", type=float, default=LIMIT, help="seconds for each puzzle")
    parser.add_argument("--quick", action="store_true", help="small sizes, few puzzles")
    parser.add_argument("--from", dest="source", type=Path, help="measure nothing; read this JSON file")
    parser.add_argument("--json", type=Path, help="write the figures to this file")
    parser.add_argument("--figure", type=Path, help="draw the curves into this file")
    options = parser.parse_args()
    if options.quick:
        for name, value in QUICK.items():
            if getattr(options, name) == parser.get_default(name):
                setattr(options, name, value)
    return options


def stored(source: Path) -> dict[str, Any]:
    """Return the figures that `--json` wrote to a file."""
    try:
        found = json.loads(source.read_text())
    except (OSError, ValueError):
        found = None
    if not isinstance(found, dict) or "points" not in found:
        raise eg.ErgodokuError(f"{source} is not a file of figures", "name a file that --json wrote")
    return found


def point(size: int, percent: int, count: int, limit: float) -> dict[str, Any]:
    """Solve the puzzles of a class; return the quartiles of the times, and how many puzzles were solved."""
    puzzles = general(size, percent / 100, count)
    for first in (hard(1)[0], puzzles[0]):  # load all kernels, even if logic solves the first puzzle
        for method in ("auto", "probing", "focused"):
            eg.solve(first, method, seed=1, stop=eg.Seconds(0.2), workers=1)
    times, solved = [], 0
    for puzzle in puzzles:
        begin = time.perf_counter()
        result = eg.solve(puzzle, seed=0, stop=eg.Seconds(limit), workers=1)
        times.append(time.perf_counter() - begin if result.solved else limit)
        solved += result.solved
    low, middle, high = statistics.quantiles(times, n=4, method="inclusive") if count > 1 else times * 3
    print(f"{size:>3}x{size:<3} {percent:>3} %  {solved} of {count}  {duration(middle)}", file=sys.stderr)
    quartiles = {k: float(f"{v:.3g}") for k, v in (("low", low), ("median", middle), ("high", high))}
    return {"size": size, "percent": percent, "solved": solved, **quartiles}


def _numbers(text: str) -> list[int]:
    try:
        return [int(part) for part in text.split(",") if part.strip()]
    except ValueError:
        raise eg.PuzzleError(f"{text!r} is not a list of numbers", "write 9,16,25") from None


if __name__ == "__main__":
    sys.exit(told(main))
