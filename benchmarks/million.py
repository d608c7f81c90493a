"""A study with a million runs: seconds for the store, the statistics and the report, and peak memory.

    python benchmarks/million.py [RUNS] [--json FILE]

The runs are invented, but go through the real store. The report must take less than a minute of CPU time, and
all steps together less than 1 GB of memory.
"""

import argparse
import resource
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import islice
from pathlib import Path

import numpy as np
from bar import Bar, write_bars
from machine import told

from ergodoku.lab.report import write_report
from ergodoku.lab.study import Descent, RunRow, Study
from ergodoku.lab.study.descents import pack_descent
from ergodoku.methods.contender import Contender
from ergodoku.puzzle.generate import Recipe, generate
from ergodoku.puzzle.layout import Layout

PUZZLES, CONTENDERS = 100, 10
# Number of different run lengths, number of falls of the best energy, and first energy.
POOL, HALVINGS, START = 2_000, 20, 40
BLOCK = 50_000


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("runs", nargs="?", type=int, default=1_000_000, help="number of runs")
    parser.add_argument("--json", type=Path, help="write results that are compared with a bar to this file")
    options = parser.parse_args()
    measure(options.runs, options.json)


def measure(runs: int, json: Path | None) -> None:
    with tempfile.TemporaryDirectory() as place:
        folder = Path(place) / "study"
        recipe = Recipe(Layout.of(9), fraction=0.4)
        puzzles = [generate(recipe, seed=k) for k in range(PUZZLES)]
        contenders = [Contender.of("focused", {"sweep": k}, f"sweep {k}") for k in range(2, 2 + CONTENDERS)]
        each = runs // (PUZZLES * CONTENDERS)
        study = Study.create(folder, puzzles, contenders, runs=each, time_limit=10)
        with step(f"store {study.total:,} runs"), study.store() as store:
            rows = made_up(study)
            while block := list(islice(rows, BLOCK)):
                store.add_many(block)
        with step("read them as arrays"), study.store() as store:
            store.columns()
        with step("compare"), study.store() as store:
            from ergodoku.lab.analysis import compare

            compare(study, store)
        with step("report") as used:
            page = write_report(folder).html
        sizes = {
            name: (page.parent / name).stat().st_size for name in ("report.html", "runs.csv", "runs.parquet")
        }
        print("  ".join(f"{name} {size / 1e6:.1f} MB" for name, size in sizes.items()))
    if json:
        cpu, peak = used
        text = f"{cpu:.0f} s of CPU time, {peak:.2f} GB"
        bar = "under 60 s of CPU time and 1 GB"
        write_bars(json, [Bar(f"report of {study.total:,} runs", text, bar, cpu < 60 and peak < 1)])


def made_up(study: Study) -> Iterator[RunRow]:
    """Yield a row for every run: lengths are exponential, and about a tenth of the runs give up."""
    generator = np.random.default_rng(1)
    lengths = {k: generator.exponential(1e5 * (1 + k), POOL).astype(int) + 1 for k in range(CONTENDERS)}
    descents = {
        (k, solved): [descent(n, 0 if solved else 2) for n in lengths[k].tolist()]
        for k in range(CONTENDERS)
        for solved in (True, False)
    }
    for task in study.tasks():
        place, solved = int(generator.integers(POOL)), bool(generator.random() < 0.9)
        iterations = int(lengths[task.contender][place])
        status, seconds = ("solved", min(9.9, iterations / 1e6)) if solved else ("gave_up", 10.0)
        ended = (str(task.seed), status, 0 if solved else 2, iterations, 2 * iterations, seconds, seconds)
        packed = descents[task.contender, solved][place]
        yield RunRow(*task[:3], *ended, "focused", 0.0, "worker", None, packed)


def descent(iterations: int, energy: int) -> bytes:
    """Return the packed descent of a run whose best energy falls whenever its iterations have doubled."""
    falls = np.append(0, np.unique(1 + (iterations >> np.arange(HALVINGS))))
    levels = np.linspace(START, energy, len(falls)).astype(np.int64)
    return pack_descent(Descent(falls, levels, falls / falls[-1]))


@contextmanager
def step(what: str) -> Iterator[list[float]]:
    """Print how long a step takes; when it ends, the yielded list gets its CPU seconds and the peak GB."""
    found: list[float] = []
    began, used = time.perf_counter(), time.process_time()
    yield found
    seconds, cpu = time.perf_counter() - began, time.process_time() - used
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / (2**20 if sys.platform == "linux" else 2**30)
    print(f"{what}: {seconds:.1f} s ({cpu:.1f} s of CPU), peak memory so far {peak:.2f} GB", flush=True)
    found += [cpu, peak]


if __name__ == "__main__":
    sys.exit(told(main))
