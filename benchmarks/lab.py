"""How much slower a study is than a bare loop over the same runs; and a store with a million runs.

The bare loop and the study do the same short runs, in turn: the loop in this process, the study in a worker
process. We measure how much more CPU time a run takes in the study, in both its processes together (median
over the rounds). This extra time does not depend on the length of a run, so short runs are enough to compute
the speed for runs of 50 ms. On a busy machine, short runs are also more reliable than long ones. The bar is
95 % of the bare loop's runs per second. Then a million synthetic rows are added to a store, counted, and read
as arrays.

Usage: python benchmarks/lab.py [ROUNDS] [ROWS]
"""

import argparse
import json
import resource
import statistics
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path

from machine import told

from ergodoku import Iterations, Layout, Puzzle, Recipe, __version__, generate, solve
from ergodoku.lab.study import RunRow, Store, Study, StudyProgress
from ergodoku.methods.registry import method_of

BAR = 0.95
RUNS, RUN_SECONDS = 200, 0.05  # runs in a round; length of the runs that the bar is for, in seconds
ITERATIONS = 100_000  # takes a few milliseconds: long enough that a trace must be thinned
Times = tuple[float, float]


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("rounds", nargs="?", type=int, default=5, help="rounds to measure (default 5)")
    parser.add_argument(
        "rows", nargs="?", type=int, default=1_000_000, help="rows to store (default 1000000)"
    )
    options = parser.parse_args()
    rounds, rows = options.rounds, options.rows
    puzzle = generate(Recipe(Layout.of(25), fraction=0.45), seed=1)
    solve(puzzle, "lewis", seed=1, stop=Iterations(ITERATIONS), workers=1)  # compiles
    figures = {"plain": overhead(puzzle, rounds, False), "traces": overhead(puzzle, rounds, True)}
    for name, found in figures.items():
        print(
            f"study, {name:6}  adds {found['added_ms']:.2f} ms to a run of {found['run_ms']:.1f} ms; "
            f"with runs of {1000 * RUN_SECONDS:.0f} ms, "
            f"it has {found['share']:.1%} of the speed of a bare loop"
        )
    met = min(found["share"] for found in figures.values()) >= BAR
    print(f"bar {BAR:.0%}: {'met' if met else 'MISSED'}")
    million = store(rows)
    for name, value in million.items():
        print(f"{rows:,} runs, {name.replace('_', ' '):22} {value:10.2f}")
    print(json.dumps({"benchmark": "lab", "version": __version__, "overhead": figures, "store": million}))
    return int(not met)


def overhead(puzzle: Puzzle, rounds: int, traces: bool) -> dict[str, float]:
    """Return the ms of a run, the ms that a study adds, and the study's share of the bare loop's speed."""
    added, lengths = [], []
    method = method_of("lewis")
    for k in range(rounds):
        with tempfile.TemporaryDirectory() as folder:

            def whole(k: int = k, folder: str = folder) -> Study:
                study = Study.create(
                    Path(folder, "study"),
                    [puzzle],
                    ["lewis"],
                    runs=RUNS,
                    seed=k,
                    time_limit=None,
                    max_iterations=ITERATIONS,
                    traces=traces,
                )
                study.run(workers=1).close()
                return study

            study = whole()  # this study loads the kernels, and the bare loop uses its seeds
            seeds = [task.seed for task in study.tasks()]

        def bare(seeds: list[int] = seeds) -> None:
            for seed in seeds:
                solve(puzzle, method, seed=seed, stop=Iterations(ITERATIONS), workers=1)

        with tempfile.TemporaryDirectory() as folder:
            if k % 2:  # alternate the order, so that neither always runs first
                loop = timed(bare)
                ours = timed(lambda folder=folder, k=k: whole(k, folder))
            else:
                ours = timed(lambda folder=folder, k=k: whole(k, folder))
                loop = timed(bare)
        added.append((ours[1] - loop[1]) / RUNS)
        lengths.append(loop[1] / RUNS)
    more = statistics.median(added)
    return {
        "run_ms": 1000 * statistics.median(lengths),
        "added_ms": 1000 * more,
        "share": RUN_SECONDS / (RUN_SECONDS + more),
    }


def store(rows: int) -> dict[str, float]:
    """Return the CPU times and the megabytes that a store with this many runs takes."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "runs.sqlite")
        found: dict[str, float] = {}
        with Store.create(path) as kept:
            found["seconds_to_add"] = timed(lambda: kept.add_many(synthetic(rows)))[1]
            more = [row._replace(puzzle=100, repetition=k) for k, row in enumerate(synthetic(900))]
            single = timed(lambda: [kept.add(row) for row in more])[1]
            found["microseconds_to_add_one"] = single / len(more) * 1e6
        found["megabytes_on_disk"] = path.stat().st_size / 1e6
        found["seconds_to_open"] = timed(lambda: Store.open(path).close())[1]
        with Store.open(path) as kept:
            found["seconds_for_done"] = timed(lambda: kept.done((101, 10, max(900, rows // 1_000))))[1]
            found["seconds_to_tally"] = timed(lambda: StudyProgress(("a",) * 10, rows).take(kept))[1]
            found["seconds_for_columns"] = timed(kept.columns)[1]
        found["megabytes_in_memory"] = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1e3
    return found


def synthetic(rows: int) -> Iterator[RunRow]:
    """Yield rows for 100 puzzles and 10 contenders."""
    for k in range(rows):
        seed = str((k * 0x9E3779B97F4A7C15) & (1 << 63) - 1)
        status, energy = ("solved", 0) if k % 7 else ("gave_up", 4)
        yield RunRow(
            *(k % 100, k // 100 % 10, k // 1_000, seed, status, energy, k, 2 * k, k / 1e6, k / 1e6),
            *("focused", 1.8e9 + k, "host:12345"),
        )


def timed(work: Callable[[], object]) -> Times:
    """Return seconds on the clock and CPU seconds, including processes that the work started and ended."""
    wall, cpu = time.perf_counter(), cpu_seconds()
    work()
    return time.perf_counter() - wall, cpu_seconds() - cpu


def cpu_seconds() -> float:
    usages = map(resource.getrusage, (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN))
    return sum(usage.ru_utime + usage.ru_stime for usage in usages)


if __name__ == "__main__":
    sys.exit(told(main))
