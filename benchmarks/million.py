"""A million runs through store, statistics and report: seconds of each step and the peak of memory.

    python benchmarks/million.py [RUNS]

The rows are made up, and go through the real store. The report must take less than a minute of CPU time, and
the whole less than 1 GB.
"""

import resource
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import islice
from pathlib import Path

import numpy as np

from ergodoku.lab.report import write_report
from ergodoku.lab.study import Descent, RunRow, Study
from ergodoku.lab.study.descents import pack_descent
from ergodoku.methods.contender import Contender
from ergodoku.puzzle.generate import Recipe, generate
from ergodoku.puzzle.layout import Layout

PUZZLES, CONTENDERS = 100, 10
HALVINGS, START = np.arange(20), 40  # the best energy of a run falls at halves of its length, from there
BLOCK = 50_000


def main(runs: int) -> None:
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
        with step("report"):
            page = write_report(folder).html
        sizes = {
            name: (page.parent / name).stat().st_size for name in ("report.html", "runs.csv", "runs.parquet")
        }
        print("  ".join(f"{name} {size / 1e6:.1f} MB" for name, size in sizes.items()))


def made_up(study: Study) -> Iterator[RunRow]:
    """Yield a row for every run: times are exponential, and every tenth run gives up."""
    generator = np.random.default_rng(1)
    for task in study.tasks():
        iterations = int(generator.exponential(1e5 * (1 + task.contender))) + 1
        solved = generator.random() < 0.9
        status, seconds = ("solved", min(9.9, iterations / 1e6)) if solved else ("gave_up", 10.0)
        energy = 0 if solved else 2
        effort = (iterations, 2 * iterations, seconds, seconds)
        falls = np.unique(1 + (iterations >> HALVINGS))
        levels = np.linspace(START, energy, 1 + len(falls)).astype(np.int64)
        descent = pack_descent(Descent(np.append(0, falls), levels, np.append(0, falls) / (1 + iterations)))
        yield RunRow(
            *(*task[:3], str(task.seed), status, energy, *effort, "focused", 0.0, "worker", None), descent
        )


@contextmanager
def step(what: str) -> Iterator[None]:
    began, used = time.perf_counter(), time.process_time()
    yield
    seconds, cpu = time.perf_counter() - began, time.process_time() - used
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / (2**20 if sys.platform == "linux" else 2**30)
    print(f"{what}: {seconds:.1f} s ({cpu:.1f} s of CPU), peak of memory so far {peak:.2f} GB", flush=True)


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 1_000_000)
