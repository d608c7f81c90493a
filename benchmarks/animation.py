"""How long an animation takes to write, and how large it is: 100 frames at 600x600.

    python benchmarks/animation.py

The bars for a 9x9, with any method: at most 3 s, and less than 1 MB.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path

from bar import Bar
from machine import told

import ergodoku as eg

HARD = "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4.."
ENDLESS = "82.........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4.."  # no solution


MOST_SECONDS, MOST_KB = 3, 1000


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.parse_args()
    large = {n: eg.generate(eg.Recipe(eg.Layout.of(n), fraction=0.45), seed=1) for n in (25, 49)}
    cases = [
        ("annealing", eg.parse(HARD)),
        ("annealing", eg.parse(ENDLESS)),
        ("tempering", eg.parse(HARD)),
        ("genes", eg.parse(HARD)),
        ("ants", eg.parse(HARD)),
        ("probing", eg.parse(HARD)),
        ("focused", large[25]),
        ("focused", large[49]),
    ]
    films: list[tuple[float, float]] = []  # seconds and kB of each 9x9
    print("grid   method      status     keyframes  frames      file   seconds     kB")
    with tempfile.TemporaryDirectory() as folder:
        for method, puzzle in cases:
            stop = eg.Seconds(3) | eg.Iterations(2_000_000)
            result = eg.solve(puzzle, method, seed=1, stop=stop, keyframes=True)
            for ending in (".gif", ".mp4", ".webm") if (method, puzzle) == cases[0] else (".gif",):
                frames: list[int] = []
                path = Path(folder) / f"film{ending}"
                began = time.perf_counter()
                result.save_gif(path, progress=lambda done, total, frames=frames: frames.append(total))
                taken = time.perf_counter() - began
                size = path.stat().st_size / 1000
                if puzzle.size == 9:
                    films.append((taken, size))
                print(
                    f"{puzzle.size:>2}x{puzzle.size:<3} {method:<11} {result.status:<10} "
                    f"{len(result.keyframes):>9} {len(frames):>7} {ending:>9} {taken:>9.2f} "
                    f"{size:>6.0f}"
                )
    bar = bar_of(films)
    print(f"{bar.what}: {bar.measured}; bar: {bar.bar}: {'met' if bar.met else 'MISSED'}")
    return int(not bar.met)


def bar_of(films: Sequence[tuple[float, float]]) -> Bar:
    """Return the longest time and the largest file of some animations, given as seconds and kB."""
    longest, largest = (max(values) for values in zip(*films, strict=True))
    return Bar(
        "all 9x9 animations",
        f"at most {longest:.2f} s and {largest:.0f} kB",
        f"at most {MOST_SECONDS} s, under {MOST_KB} kB",
        longest <= MOST_SECONDS and largest < MOST_KB,
    )


if __name__ == "__main__":
    sys.exit(told(main))
