"""Where Sudoku is hard: Ergodoku, CaDiCaL and CP-SAT on every size and share of givens, with equal limits.

    python benchmarks/hard.py                              measures everything (2 to 3 hours of CPU time)
    python benchmarks/hard.py --solvers CaDiCaL            one solver; the puzzles are the same
    python benchmarks/hard.py --page                       writes docs/hard.md and its figures from the record
    python benchmarks/hard.py --archive hard.zip           makes an archive that `ergodoku report` opens
    python benchmarks/hard.py --sizes 9,16 --percents 30,40 --count 2 --limit 1 --record DIR    a quick test

Every puzzle is a full grid with cells blanked at random, from a seed that was never used for tuning. The
limit is CPU time on one core. The time of Ergodoku includes logic and the start of the search; the times of
the others do not include building their model. If a run takes less than 10 ms, the best of five runs
counts, because the machine disturbs short runs most. A solver that solves none of the first two puzzles of a
point (a size and a share of givens) is not run on the others. Every run is stored as soon as it ends: give
the same command again to resume.
"""

from __future__ import annotations

import argparse
import sys
import time
from pathlib import Path

from classes import general
from cpu_limit import CpuLimited
from hard_record import INSTANCE, OWN, PEER, Key, Table, hopeless
from isolated import LIMIT, SOLVED, fault
from machine import ROOT, told
from peers import OURS, chosen
from records import SEED

import ergodoku as eg
from ergodoku.lab.study.tasks import tasks_of

RECORD = ROOT / "benchmarks" / "results" / "hard"
SOLVERS = (OURS, "CaDiCaL", "CP-SAT")
SIZES, PERCENTS = "9,16,25,36,49,64", "20:70:2"
COUNT, LIMIT_SECONDS = 5, 10.0
SHORT, REPEATS = 0.01, 5  # a run shorter than this many seconds is repeated, and the best of five counts
PUZZLES = "puzzles"
Row = tuple[str, ...]
MOST_SOLUTIONS, COUNT_SECONDS, MOST_CANDIDATES = 10_000, 0.1, 3_000  # limits for counting solutions


def main() -> None:
    options = asked()
    if options.page:
        from hard_page import write_page

        write_page(options.record, options.page)
    if options.archive:
        from hard_study import archive_record

        archive_record(options.record, options.archive)
    if not options.page and not options.archive:
        run(options)


def asked() -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    names = ",".join((*SOLVERS, PUZZLES))
    parser.add_argument(
        "--solvers", default=names, help=f"some of {names}; {PUZZLES!r} runs no solver, but counts solutions"
    )
    parser.add_argument("--sizes", type=_numbers, default=_numbers(SIZES), help=f"sizes (default {SIZES})")
    parser.add_argument(
        "--percents", type=_numbers, default=_numbers(PERCENTS), help=f"shares of givens (default {PERCENTS})"
    )
    parser.add_argument("--count", type=int, default=COUNT, help=f"puzzles for each point (default {COUNT})")
    parser.add_argument(
        "--limit", type=float, default=LIMIT_SECONDS, help="CPU seconds for each puzzle (default 10)"
    )
    parser.add_argument("--seed", type=int, default=SEED, help=f"seed of the puzzles (default {SEED})")
    parser.add_argument("--record", type=Path, default=RECORD, help="folder of the record")
    parser.add_argument("--page", type=Path, nargs="?", const=ROOT / "docs" / "hard.md", help="page to write")
    parser.add_argument("--archive", type=Path, help="archive to make from the record")
    options = parser.parse_args()
    options.solvers = chosen(options.solvers, (*SOLVERS, PUZZLES))
    if options.count < 1 or options.limit <= 0:
        raise eg.PuzzleError("there is nothing to measure", "give a --count from 1 up and a --limit above 0")
    return options


def run(options: argparse.Namespace) -> None:
    """Do the requested measurements that are not stored yet."""
    places = [(n, p) for n in options.sizes for p in options.percents]
    conditions = {"limit": options.limit, "puzzle_seed": options.seed}
    for name in options.solvers:
        if name == PUZZLES:
            table = Table(options.record / f"{name}.csv", INSTANCE, {"puzzle_seed": options.seed})
            describe(table, places, options)
        else:
            table = Table(options.record / f"{name}.csv", OWN if name == OURS else PEER, conditions)
            measure(name, table, places, options)


def measure(name: str, table: Table, places: list[tuple[int, int]], options: argparse.Namespace) -> None:
    """Run a solver on every puzzle that is not stored yet, and store the results."""
    peer = None if name == OURS else CpuLimited(name)
    try:
        for size, percent in places:
            keys = [(size, percent, k) for k in range(options.count)]
            if any(key not in table.rows for key in keys):
                puzzles = general(size, percent / 100, options.count, options.seed)
            for key in keys:
                if key in table.rows:
                    continue
                if hopeless([table.rows[k]["status"] for k in keys[: key[2]]]):
                    break
                puzzle = puzzles[key[2]]
                row = one_run(peer, puzzle, options)
                for _ in range(REPEATS - 1 if float(row[1]) < SHORT else 0):
                    row = min(row, one_run(peer, puzzle, options), key=lambda some: float(some[1]))
                table.add(key, *row)
                print(f"{name:<9} {size}x{size} {percent} % {row[0]} {row[1]} s", file=sys.stderr, flush=True)
    finally:
        if peer is not None:
            peer.close()


def one_run(peer: CpuLimited | None, puzzle: eg.Puzzle, options: argparse.Namespace) -> Row:
    """Do a run, and return its values in the order in which they are stored: status, seconds, and more."""
    if peer is None:
        return ours(puzzle, options.limit, options.seed)
    end = peer.run(puzzle, options.limit)
    if end.status not in (SOLVED, LIMIT):
        raise RuntimeError(f"{peer.name} on a puzzle of {puzzle.size}x{puzzle.size}: {end}")
    return end.status, f"{end.seconds:.4g}", f"{end.built:.4g}"


def ours(puzzle: eg.Puzzle, limit: float, seed: int) -> Row:
    """Solve a puzzle by the default method on one thread, within a limit of CPU time.

    The run gets the seed that it would get in a study with ``seed``, so a study made from the record can be
    repeated.
    """
    _warm(puzzle)
    (task,) = tasks_of([puzzle], 1, 1, seed)
    begin = time.process_time()
    stop = eg.Flag(lambda: time.process_time() - begin >= limit)
    result = eg.Run(puzzle, seed=task.seed, stop=stop, alone=True).finish()
    seconds = time.process_time() - begin
    if result.solved and (wrong := fault(puzzle, result.grid)):
        raise RuntimeError(wrong)
    status = SOLVED if result.solved and seconds <= limit else LIMIT
    counts = map(str, (result.iterations, result.evaluations, result.energy))
    return status, f"{min(seconds, limit):.4g}", *counts, result.found_by


_sizes: set[int] = set()


def _warm(puzzle: eg.Puzzle) -> None:
    """Load the kernels, even if logic alone would solve the first puzzle."""
    if puzzle.size not in _sizes:
        for first in (general(puzzle.size, 0.4, 1, 0)[0], puzzle):
            for method in ("auto", "probing", "focused"):
                eg.solve(first, method, seed=1, stop=eg.Seconds(0.2), workers=1)
        _sizes.add(puzzle.size)


def describe(table: Table, places: list[tuple[int, int]], options: argparse.Namespace) -> None:
    """Store how much logic leaves of every puzzle, and count its solutions if that is quick enough."""
    for size, percent in places:
        for number, puzzle in enumerate(general(size, percent / 100, options.count, options.seed)):
            key: Key = size, percent, number
            if key in table.rows:
                continue
            reduction = eg.reduce(puzzle)
            cells = reduction.puzzle.flat == 0
            left = int(reduction.candidates[cells].sum())
            solutions, counted = _solutions(puzzle) if left <= MOST_CANDIDATES else (0, False)
            table.add(key, int(cells.sum()), left, solutions, "yes" if counted else "no")
        print(f"puzzles {size}x{size} {percent} %", file=sys.stderr, flush=True)


def _solutions(puzzle: eg.Puzzle) -> tuple[int, bool]:
    """Count solutions for a limited time; return the count, and whether it is complete."""
    begin = time.process_time()
    verdict = eg.count_solutions(
        puzzle, MOST_SOLUTIONS, stop=lambda: time.process_time() - begin >= COUNT_SECONDS
    )
    return verdict.count, verdict.complete


def _numbers(text: str) -> list[int]:
    try:
        if ":" in text:
            low, high, step = map(int, text.split(":"))
            return list(range(low, high + 1, step))
        return [int(part) for part in text.split(",")]
    except ValueError:
        raise argparse.ArgumentTypeError(f"{text!r} is not a list such as 9,16,25 or 20:70:2") from None


if __name__ == "__main__":
    sys.exit(told(main))
