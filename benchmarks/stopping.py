"""How soon a run ends after it was told to: every method and preset with its largest parameters, empty 36x36.

    python benchmarks/stopping.py [--only NAME,NAME] [--after 0.5]

A flag is raised from a timer; the time from there to the end of the run is measured three times, and the
longest counts. It must stay below 100 ms. ``start`` is the time to begin the search, which no flag
cuts short. A method that solves the puzzle before the flag is raised shows "ended first".
"""

from __future__ import annotations

import argparse
import threading
import time

import ergodoku as eg
from ergodoku.engine.run import Run
from ergodoku.methods.registry import ENTRIES, method_of
from ergodoku.testing import largest

MOST = 100.0  # ms
TURNS = 3


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--only", default=",".join(ENTRIES))
    parser.add_argument("--after", type=float, default=0.5, help="seconds until the flag is raised")
    options = parser.parse_args()
    puzzle = eg.Puzzle(eg.Layout.of(36), [0] * 36**2)
    late = 0
    print(f"{'method':<24}{'start, ms':>12}{'stop, ms':>12}")
    for name in options.only.split(","):
        method = largest(method_of(name))
        Run(puzzle, method_of(name), seed=9, stop=eg.Seconds(0.2)).finish()  # compiles
        starts, stops = zip(*(measure(puzzle, method, options.after) for _ in range(TURNS)), strict=True)
        late += max(stops) > MOST or max(starts) > MOST
        stopped = f"{max(stops):.1f}" if min(stops) >= 0 else "ended first"
        print(f"{name:<24}{max(starts):>12.0f}{stopped:>12}", flush=True)
    if late:
        raise SystemExit(f"{late} of them take longer than {MOST:g} ms")


def measure(puzzle: eg.Puzzle, method: eg.Method, after: float) -> tuple[float, float]:
    """Return the milliseconds to begin, and from the flag to the end; -1 if it ended before the flag."""
    flag, raised = threading.Event(), [time.perf_counter()]

    def stop() -> None:
        raised[0] = time.perf_counter()
        flag.set()

    run = Run(puzzle, method, seed=1, stop=eg.Flag(flag))
    began = time.perf_counter()
    run.start()
    started = time.perf_counter()
    timer = threading.Timer(after, stop)
    timer.start()
    run.finish()
    ended, in_time = time.perf_counter(), flag.is_set()
    timer.cancel()
    timer.join()
    return 1000 * (started - began), 1000 * (ended - raised[0]) if in_time else -1.0


if __name__ == "__main__":
    main()
