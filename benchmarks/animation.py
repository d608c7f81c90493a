"""How long an animation takes to write, and how large it is: 100 frames at 600x600.

Usage: ``python benchmarks/animation.py``

The bars for a 9x9, with any method: at most 3 s, and less than 1 MB.
"""

from __future__ import annotations

import tempfile
import time
from pathlib import Path

import ergodoku as eg

HARD = "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4.."
ENDLESS = "82.........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4.."  # no solution


def main() -> None:
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
                print(
                    f"{puzzle.size:>2}x{puzzle.size:<3} {method:<11} {result.status:<10} "
                    f"{len(result.keyframes):>9} {len(frames):>7} {ending:>9} {taken:>9.2f} "
                    f"{path.stat().st_size / 1000:>6.0f}"
                )


if __name__ == "__main__":
    main()
