"""How fast classic 9x9 puzzles are solved, one by one and as arrays, with the bar of each figure.

    python benchmarks/nine.py                  generated puzzles
    python benchmarks/nine.py --data DIR       DIR/hard9/*.txt and DIR/*.sdm, including 17clue and easy50
    python benchmarks/nine.py --only easy,hard some parts
    python benchmarks/nine.py --json FILE      also writes the rows that have a bar to a file

Each figure is the median of five turns, after a first turn that compiles. Times are CPU time on one core.
The speed-up of two workers over one is measured by time on the clock; one worker and two workers take turns.
The last line of the output is JSON.
"""

from __future__ import annotations

import argparse
import json
import statistics
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass
from pathlib import Path

import numpy as np
from bar import Bar, write_bars
from classes import puzzles_in
from machine import about, names_in, told
from tables import markdown

import ergodoku as eg
from ergodoku.methods.auto import Auto

TURNS, SEEDS = 5, 10
ROWS = 200_000  # length of the arrays: the list is repeated up to about this many rows


SPEEDS = ("x", "a second")  # units in which more is better


@dataclass
class Row:
    """One figure and its bar."""

    what: str
    measured: float
    unit: str
    bar: float | None = None  # a lower bound for speeds ("x", "a second"), an upper bound for times

    @property
    def met(self) -> bool | None:
        """Whether the bar is reached; None if there is no bar."""
        if self.bar is None:
            return None
        return self.measured >= self.bar if self.unit in SPEEDS else self.measured <= self.bar

    def cells(self) -> list[str]:
        """Return the cells of this figure's row in the table."""
        sign = {True: "met", False: "**missed**", None: ""}[self.met]
        bar = "" if self.bar is None else f"{self.bar:,g} {self.unit}"
        number = f"{self.measured:,.0f}" if self.measured >= 1000 else f"{self.measured:.3g}"
        return [self.what, f"{number} {self.unit}", bar, sign]

    def with_bar(self) -> Bar:
        """Return this figure for the page of a release."""
        what, measured, bar, _ = self.cells()
        return Bar(what, measured, f"at {'least' if self.unit in SPEEDS else 'most'} {bar}", self.met)


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--data", type=Path, help="a folder with puzzle files")
    parser.add_argument("--only", default=",".join(PARTS), help="parts, separated by commas")
    parser.add_argument("--rows", type=int, default=ROWS, help="rows of the arrays")
    parser.add_argument("--json", type=Path, help="write the rows that have a bar to this file")
    options = parser.parse_args()
    rows = [row for name in names_in(options.only, PARTS, "part") for row in PARTS[name](options)]
    print("\n".join(markdown(["what", "measured", "bar", ""], [row.cells() for row in rows])))
    if options.json:
        write_bars(options.json, [row.with_bar() for row in rows if row.bar is not None])
    command = " ".join(["python", "benchmarks/nine.py", *sys.argv[1:]])
    found = {"benchmark": "nine", "command": command, **about()}
    print(json.dumps(found | {"rows": [asdict(row) | {"met": row.met} for row in rows]}))
    return int(any(row.met is False for row in rows))


def hard(options: argparse.Namespace) -> Iterator[Row]:
    """Sixteen hard puzzles, solved in the kernel and by `eg.solve`; and proofs that there is no solution."""
    puzzles = _hard(options)
    grids = np.stack([puzzle.flat for puzzle in puzzles])
    solvers = [Auto().block_solver(eg.Layout.of(9), seed) for seed in range(SEEDS)]
    runs = SEEDS * len(puzzles)

    def in_kernel() -> None:
        for solver in solvers:
            assert solver is not None
            assert solver.solve(grids).solved.all()

    yield Row("16 hard 9x9, kernel, mean", cpu(in_kernel) / runs * 1e3, "ms", 0.06)

    def alone() -> None:
        for seed in range(SEEDS):
            assert all(eg.solve(puzzle, seed=seed, workers=1).solved for puzzle in puzzles)

    yield Row("16 hard 9x9, eg.solve, mean", cpu(alone) / runs * 1e3, "ms", 0.15)
    wrong = [puzzle for puzzle in map(spoilt, puzzles) if puzzle is not None][:8]

    def proved() -> None:
        assert all(eg.solve(puzzle, seed=1, workers=1).status == "unsolvable" for puzzle in wrong)

    yield Row(
        f"{len(wrong)} hard 9x9 with no solution, eg.solve, mean", cpu(proved) / len(wrong) * 1e3, "ms", 0.3
    )


def easy(options: argparse.Namespace) -> Iterator[Row]:
    """One easy puzzle after another."""
    if options.data:
        puzzles = list(eg.read(options.data / "easy50.sdm"))
    else:
        recipe = eg.Recipe(clues=32, difficulty="singles")
        puzzles = list(eg.generate_many(50, recipe, seed=1))
    lines = [puzzle.to("line") for puzzle in puzzles]
    count = len(puzzles)
    yield Row(
        "eg.parse of 81 characters", cpu(lambda: [eg.parse(line) for line in lines]) / count * 1e6, "µs", 15
    )
    yield Row(
        "eg.solve of an easy 9x9",
        cpu(lambda: [eg.solve(p, workers=1) for p in puzzles]) / count * 1e6,
        "µs",
        80,
    )


def arrays(options: argparse.Namespace) -> Iterator[Row]:
    """A list of puzzles with few clues, as a column of text."""
    if options.data:
        texts = [puzzle.to("line") for puzzle in eg.read(options.data / "17clue.sdm")]
        name = "17 clues"
    else:
        texts = eg.generate_array(500, eg.Recipe(clues=22), seed=1).to_strings()[0]
        name = "22 clues"
    texts *= max(1, options.rows // len(texts))
    some, count = texts[:20_000], len(texts)
    bar = 10 if options.data else None  # the bar is for 17 clues

    def solve(workers: int) -> None:
        assert eg.solve_array(texts, workers=workers).solved.all()

    yield Row(f"{name}: solve_array, text", cpu(lambda: solve(1)) / count * 1e6, "µs", bar)
    yield Row(f"{name}: solve_array, two workers", two_workers(solve), "x", 1.8)

    def solutions(workers: int) -> None:
        assert (eg.count_solutions_array(texts, workers=workers).counts == 1).all()

    yield Row(f"{name}: count_solutions_array", cpu(lambda: solutions(1)) / count * 1e6, "µs")
    yield Row(f"{name}: count_solutions_array, two workers", two_workers(solutions), "x")
    yield Row(f"{name}: reduce_array", cpu(lambda: eg.reduce_array(some, workers=1)) / len(some) * 1e6, "µs")


def lists(options: argparse.Namespace) -> Iterator[Row]:
    """Every list of the folder as arrays; no rows if no folder is given."""
    for path in sorted(options.data.glob("*.sdm")) if options.data else []:
        texts = [line for line in path.read_text().split() if len(line) == 81]
        texts *= max(1, 5_000 // len(texts))
        for work in (eg.solve_array, eg.count_solutions_array):
            seconds = cpu(lambda work=work, texts=texts: work(texts, workers=1))  # type: ignore[misc]
            yield Row(f"{path.stem}: {work.__name__}", seconds / len(texts) * 1e6, "µs")


def generated(_: argparse.Namespace) -> Iterator[Row]:
    """Generating puzzles with 25 clues."""
    recipe, count = eg.Recipe(clues=25), 2_000

    def one_by_one() -> None:
        list(eg.generate_many(count // 4, recipe, seed=1))

    def together(workers: int) -> None:
        eg.generate_array(count, recipe, seed=1, workers=workers)

    yield Row("generate_many, 25 clues", count / 4 / cpu(one_by_one), "a second", 2_000)
    yield Row("generate_array, 25 clues", count / cpu(lambda: together(1)), "a second", 2_000)
    yield Row("generate_array, two workers", two_workers(together), "x")


PARTS: dict[str, Callable[[argparse.Namespace], Iterator[Row]]] = {
    part.__name__: part for part in (hard, easy, arrays, lists, generated)
}


def _hard(options: argparse.Namespace) -> list[eg.Puzzle]:
    if options.data:
        return puzzles_in(options.data, "hard9/*.txt")
    return list(eg.generate_many(16, eg.Recipe(minimal=True, difficulty="beyond logic"), seed=1))


def spoilt(puzzle: eg.Puzzle) -> eg.Puzzle | None:
    """Return the puzzle with an extra given that makes it unsolvable; None if no given is suitable.

    A given is suitable if logic alone cannot prove that there is no solution, so that a search must.
    """
    for cell in np.flatnonzero(puzzle.flat == 0):
        for digit in range(1, 10):
            flat = puzzle.flat.copy()
            flat[cell] = digit
            try:
                result = eg.solve(eg.Puzzle(puzzle.layout, flat), seed=1)
            except eg.PuzzleError:
                continue
            if not result.solved and result.iterations > 0:
                return result.puzzle
    return None


def cpu(work: Callable[[], object]) -> float:
    """Return the CPU time of some work in seconds: the median of the turns, after one that compiles."""
    work()
    times = []
    for _ in range(TURNS):
        start = time.process_time()
        work()
        times.append(time.process_time() - start)
    return statistics.median(times)


def two_workers(work: Callable[[int], object]) -> float:
    """Return the speed-up of two workers over one, by time on the clock: the median of the turns."""
    ratios = []
    for _ in range(TURNS):
        seconds = []
        for workers in (1, 2):
            start = time.perf_counter()
            work(workers)
            seconds.append(time.perf_counter() - start)
        ratios.append(seconds[0] / seconds[1])
    return statistics.median(ratios)


if __name__ == "__main__":
    sys.exit(told(main))
