"""Two versions of Ergodoku on the same puzzles, to see whether a class of puzzles takes longer than before.

    git worktree add ../old 7db3f51              the source of the other version, here the release 0.1.0
    python benchmarks/versions.py ../old         all classes of the release page above 16x16
    python benchmarks/versions.py ../old --only 25@45,36@45 --seeds 40
    python benchmarks/versions.py ../old --only 36@50 --seeds 2 --puzzles 40 --puzzle-seed 606

Each version solves every puzzle with the same seeds, in its own process; the two take turns on one core.
Times are CPU seconds after a first solve that loads the kernels, so a busy machine hardly changes them. Runs
are limited by iterations only, so no extra process tries to prove that a puzzle has no solution. The walks of
two versions may differ, so the ratio of the mean times is shown with a 90 % interval, bootstrapped over the
runs. A run that gave up counts as the time it took. The table is Markdown, on stdout. The bar is that no
class takes more than 10 % longer.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
from classes import SEED, general
from machine import ROOT, on_one_core, told
from tables import duration, markdown

import ergodoku as eg

# For each class: the number of puzzles (the same as on the release page) and the number of seeds (enough to
# detect a difference of a tenth of the mean).
CLASSES = {
    "25@35": (8, 100),
    "25@45": (8, 40),
    "36@45": (5, 30),
    "36@50": (5, 36),
    "49@20": (3, 30),
    "49@40": (3, 30),
    "49@45": (3, 20),
    "49@50": (3, 2),
    "49@60": (3, 40),
}
MOST_RATIO = 1.1  # new time / old time
LIMIT = 400_000_000  # iterations per replica
WARMING = 10**6  # seed of the first solve, which loads the kernels
WORKER = """
import json, sys, time
import ergodoku as eg
assert eg.__file__.startswith(sys.argv[1]), eg.__file__
for line in sys.stdin:
    grid, seed, limit = json.loads(line)
    puzzle = eg.Puzzle.parse(json.dumps(grid))
    began = time.process_time()
    result = eg.solve(puzzle, seed=seed, stop=eg.Iterations(limit), workers=1)
    print(json.dumps([time.process_time() - began, result.iterations, result.solved]), flush=True)
"""
Runs = list[list[float]]


def main() -> int:
    options = asked()
    on_one_core()
    rows = []
    for spec in options.only:
        puzzles, seeds = CLASSES[spec]
        size, percent = (int(part) for part in spec.split("@"))
        made = general(size, percent / 100, options.puzzles or puzzles, options.puzzle_seed)
        grids = [puzzle.flat.reshape(size, size).tolist() for puzzle in made]
        old, new = in_turns((options.old, ROOT), grids, options.seeds or seeds)
        rows.append(compared(spec, old, new))
        print(json.dumps(rows[-1]), file=sys.stderr, flush=True)
    print("\n".join(table(rows)))
    if options.json:
        options.json.write_text(json.dumps(rows, indent=1) + "\n")
    slower = [row["class"] for row in rows if row["ratio"] > MOST_RATIO]
    end = f"MISSED by {', '.join(slower)}" if slower else "met"
    print(f"\nbar: no class takes more than 10 % longer: {end}")
    return int(bool(slower))


def asked() -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("old", type=Path, help="folder with the source of the other version")
    parser.add_argument("--only", type=_classes, default=list(CLASSES), help=f"some of {','.join(CLASSES)}")
    parser.add_argument("--seeds", type=int, help="runs of each puzzle (default: differs between classes)")
    parser.add_argument("--puzzles", type=int, help="puzzles of each class (default: as on the page)")
    parser.add_argument(
        "--puzzle-seed", type=int, default=SEED, help=f"seed of the puzzles (default {SEED}, as on the page)"
    )
    parser.add_argument("--json", type=Path, help="write the figures to this file")
    options = parser.parse_args()
    if not (options.old / "src" / "ergodoku").is_dir():
        raise eg.PuzzleError(f"{options.old} has no src/ergodoku", "name a checkout of the other version")
    return options


def in_turns(sources: tuple[Path, Path], grids: list[Any], seeds: int) -> tuple[Runs, Runs]:
    """Solve puzzles with two checkouts alternately; return the time, iterations and success of each run."""
    workers = [_worker(source) for source in sources]
    runs: tuple[Runs, Runs] = [], []
    try:
        for worker in workers:
            _answer(worker, [grids[0], WARMING, 5000])
        for grid in grids:
            for seed in range(seeds):
                for worker, found in zip(workers, runs, strict=True):
                    found.append(_answer(worker, [grid, seed, LIMIT]))
    finally:
        for worker in workers:
            worker.kill()
            worker.wait()
    return runs


def _worker(source: Path) -> subprocess.Popen[str]:
    folder = str(source.resolve() / "src")
    return subprocess.Popen(
        [sys.executable, "-c", WORKER, folder],
        env={**os.environ, "PYTHONPATH": folder, "PYTHONDONTWRITEBYTECODE": ""},
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )


def _answer(worker: subprocess.Popen[str], task: list[Any]) -> list[float]:
    assert worker.stdin is not None
    assert worker.stdout is not None
    try:
        worker.stdin.write(json.dumps(task) + "\n")
        worker.stdin.flush()
        found: list[float] = json.loads(worker.stdout.readline())
    except (OSError, ValueError) as error:
        raise eg.PuzzleError("a version failed; its error is above", "check that it can run") from error
    return found


def compared(spec: str, old: Runs, new: Runs) -> dict[str, Any]:
    """Return the figures of a class."""
    rng = np.random.default_rng(1)
    times = [np.array([run[0] for run in runs]) for runs in (old, new)]
    means = [rng.choice(t, (1000, len(t))).mean(axis=1) for t in times]
    low, high = np.quantile(means[1] / means[0], (0.05, 0.95))
    found: dict[str, Any] = {"class": spec, "runs": len(old)}
    for name, runs, taken in zip(("old", "new"), (old, new), times, strict=True):
        found[name] = {
            "solved": int(sum(run[2] for run in runs)),
            "median": float(np.median(taken)),
            "mean": float(taken.mean()),
            "iterations": float(np.mean([run[1] for run in runs])),
        }
    ratio = found["new"]["mean"] / found["old"]["mean"]
    return found | {"ratio": ratio, "low": float(low), "high": float(high)}


def table(rows: list[dict[str, Any]]) -> list[str]:
    """Return the table, with a line for each class."""
    head = ["class", "runs", "old: solved", "median", "mean", "new: solved", "median", "mean", "new / old"]
    cells = []
    for row in rows:
        figures = [
            text
            for side in (row["old"], row["new"])
            for text in (str(side["solved"]), duration(side["median"]), duration(side["mean"]))
        ]
        ratio = f"{row['ratio']:.2f} ({row['low']:.2f} to {row['high']:.2f})"
        cells.append([row["class"], str(row["runs"]), *figures, ratio])
    return markdown(head, cells, right=tuple(range(1, 9)))


def _classes(text: str) -> list[str]:
    names = text.split(",")
    if unknown := [name for name in names if name not in CLASSES]:
        raise argparse.ArgumentTypeError(
            f"there is no class {unknown[0]!r}; choose from {', '.join(CLASSES)}"
        )
    return names


if __name__ == "__main__":
    sys.exit(told(main))
