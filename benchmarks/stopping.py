"""How soon a run stops when told to: every method and preset with its largest parameters, on a 36x36.

    python benchmarks/stopping.py [--only NAME,NAME] [--after 0.5]

The puzzle has no solution, and logic does not detect that, so every search is still running when a timer
raises the flag that stops it. The time from then to the end of the run is measured three times, and the
longest counts. ``start`` is the time that the search takes to start; the flag cannot interrupt this. Both
times must stay below 100 ms of CPU time; on a busy machine the time on the clock is longer.
"""

from __future__ import annotations

import argparse
import sys
import threading
import time

from machine import told

import ergodoku as eg
from ergodoku.engine.run import Run
from ergodoku.methods.method import Method
from ergodoku.methods.registry import ENTRIES, method_of
from ergodoku.testing import endless, largest

MOST = 100.0  # ms
TURNS = 3


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--only", default=",".join(ENTRIES), help="methods, separated by commas")
    parser.add_argument("--after", type=float, default=0.5, help="seconds until the flag is raised")
    options = parser.parse_args()
    methods = {name: method_of(name) for name in options.only.split(",")}
    puzzle, late = endless(), 0
    print(
        f"{'':<24}{'start, ms':>18}{'stop, ms':>18}\n{'method':<24}{'CPU':>9}{'wall':>9}{'CPU':>9}{'wall':>9}"
    )
    for name, method in methods.items():
        Run(puzzle, method, seed=9, stop=eg.Seconds(0.2)).finish()  # compiles
        turns = [measure(puzzle, largest(method), options.after) for _ in range(TURNS)]
        times = [max(column) for column in zip(*turns, strict=True)]
        late += max(times[0], times[2]) > MOST
        print(f"{name:<24}" + "".join(f"{ms:>9.1f}" for ms in times), flush=True)
    if late:
        raise SystemExit(f"{late} methods take longer than {MOST:g} ms to start or to stop")


def measure(puzzle: eg.Puzzle, method: Method, after: float) -> tuple[float, float, float, float]:
    """Return the milliseconds to start, and from flag to end, each as CPU time and time on the clock."""
    flag, raised = threading.Event(), [now()]

    def stop() -> None:
        raised[0] = now()
        flag.set()

    run = Run(puzzle, method, seed=1, stop=eg.Flag(flag) | eg.Seconds(3600))
    began = now()
    run.start()
    started = now()
    timer = threading.Timer(after, stop)
    timer.start()
    result = run.finish()
    ended = now()
    if not flag.is_set():
        raise SystemExit(f"{method} ended before the flag was raised: {result.status}")
    timer.join()
    return (*spent(began, started), *spent(raised[0], ended))


def now() -> tuple[float, float]:
    """Return the CPU time of this process, and the time on the clock."""
    return time.process_time(), time.perf_counter()


def spent(first: tuple[float, float], last: tuple[float, float]) -> tuple[float, float]:
    """Return the milliseconds between two moments."""
    return 1000 * (last[0] - first[0]), 1000 * (last[1] - first[1])


if __name__ == "__main__":
    sys.exit(told(main))
