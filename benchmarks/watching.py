"""The cost of watching: iterations per second with the live view, compared with an unwatched run.

Both do the same iterations of the same walk, which does not solve its 25x25 puzzle. They take turns, in fresh
processes, each on one core, in a pseudo-terminal that is read as fast as it is written. CPU time shows the
cost of watching even if other programs are running. The bar: a watched run keeps 95 % of the speed.

Usage: python benchmarks/watching.py [--turns 5] [--iterations 150000000] [--columns 80] [--lines 24]
       [--method annealing]
"""

from __future__ import annotations

import argparse
import json
import os
import pty
import statistics
import subprocess
import sys
import tempfile
import termios
from pathlib import Path

from machine import told

import ergodoku as eg

BAR = 0.95
SCRIPT = """
import sys, time
import ergodoku as eg
from rich.console import Console
from ergodoku.views.terminal.view import View

file, method, iterations, watched = sys.argv[1:]
puzzle = next(eg.read(file))
if method == "annealing":  # too hot to solve the puzzle
    method = eg.Annealing(schedule=eg.Constant(0.5))
eg.solve(puzzle, method, seed=1, stop=eg.Iterations(1000))  # loads the kernels
run = eg.Run(puzzle, method, seed=1, workers=1, stop=eg.Iterations(int(iterations)))
wall, processor = time.perf_counter(), time.process_time()
if watched == "watched":
    with View(run, Console(), "full") as view:
        view.play()
else:
    run.finish()
print("measured", run.iteration, time.perf_counter() - wall, time.process_time() - processor)
"""


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--turns", type=int, default=5)
    parser.add_argument("--iterations", type=int, default=150_000_000)
    parser.add_argument("--columns", type=int, default=80)
    parser.add_argument("--lines", type=int, default=24)
    parser.add_argument("--method", default="annealing")
    asked = parser.parse_args()
    size = asked.columns, asked.lines
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "puzzle.json"
        file.write_text(eg.generate(eg.Recipe(eg.Layout.of(25), fraction=0.45), seed=1).to("json"))

        def measure(watched: str) -> dict[str, float]:
            return in_terminal([str(file), asked.method, str(asked.iterations), watched], size)

        turns = [(measure("alone"), measure("watched")) for _ in range(asked.turns)]
    kept = {}
    for clock in ("wall", "processor"):
        ratios = [watched[clock] / alone[clock] for alone, watched in turns]
        rate = statistics.median(alone[clock] for alone, _ in turns) / 1e6
        kept[clock] = statistics.median(ratios)
        listed = ", ".join(f"{ratio:.1%}" for ratio in ratios)
        print(f"{clock:9} time: alone {rate:.2f} M/s; watched keeps {kept[clock]:.1%} ({listed})")
    met = kept["processor"] >= BAR
    print(f"{asked.method}, 25x25, terminal {size[0]}x{size[1]}, bar {BAR:.0%}: {'met' if met else 'MISSED'}")
    print(json.dumps({"benchmark": "watching", **vars(asked), "version": eg.__version__, **kept}))
    return 0 if met else 1


def in_terminal(arguments: list[str], size: tuple[int, int]) -> dict[str, float]:
    """Run the script in a pseudo-terminal on one core; return iterations a second, by clock and CPU time."""
    ours, theirs = pty.openpty()
    termios.tcsetwinsize(theirs, size[::-1])
    env = {k: v for k, v in os.environ.items() if k not in ("COLUMNS", "LINES", "NO_COLOR")}
    env["TERM"] = "xterm-256color"
    command = [sys.executable, "-c", SCRIPT, *arguments]
    child = subprocess.Popen(command, stdin=theirs, stdout=theirs, stderr=theirs, env=env)
    os.close(theirs)
    if hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(child.pid, {max(os.sched_getaffinity(0))})
    text = b""
    while piece := _read(ours):
        text += piece
    os.close(ours)
    child.wait()
    said = text.decode("utf-8", "replace")
    _, found, numbers = said.rpartition("measured ")
    if not found:
        raise SystemExit(f"the run failed:\n{said[-2000:]}")
    iterations, wall, processor = map(float, numbers.split())
    if iterations < int(arguments[2]):
        raise SystemExit("the puzzle was solved too soon: give fewer --iterations")
    return {"wall": iterations / wall, "processor": iterations / processor}


def _read(file: int) -> bytes:
    try:
        return os.read(file, 1 << 16)
    except OSError:  # on Linux, this error means that the other end is closed
        return b""


if __name__ == "__main__":
    sys.exit(told(main))
