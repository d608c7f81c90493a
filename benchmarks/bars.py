"""The bars of the solver: measure all of them in one run, as a table and as JSON.

    python benchmarks/bars.py                        all rows (an hour: the peers get 120 s per puzzle)
    python benchmarks/bars.py --only kernel,hard9    some rows
    python benchmarks/bars.py --data DIR             puzzles from files: DIR/hard9/*.txt, DIR/17clue.sdm
    python benchmarks/bars.py --peer-limit 20        less time for the peers, CaDiCaL and CP-SAT

Without --data, hard 9x9 puzzles (minimal, and not solved by logic alone) and few-clue puzzles are generated.
Measurements use one worker on one core, unless a row says otherwise.
"""

from __future__ import annotations

import argparse
import ctypes
import os
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import numpy as np
from bar import Bar, write_bars
from classes import general, puzzles_in
from isolated import SOLVED, Outcome, contenders
from machine import names_in, told

import ergodoku as eg

HERE = Path(__file__).parent
# This puzzle has no solution, so a walk on it never ends early.
ENDLESS = "82.........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4.."


def timed(puzzle: eg.Puzzle, seed: int, limit: float, workers: int = 1) -> tuple[bool, float, eg.Result]:
    start = time.perf_counter()
    result = eg.solve(puzzle, seed=seed, stop=eg.Seconds(limit), workers=workers)
    seconds = time.perf_counter() - start
    if result.solved:
        full = eg.Puzzle(puzzle.layout, result.grid)
        assert full.clues == puzzle.layout.cells
        assert ((full.flat == puzzle.flat) | (puzzle.flat == 0)).all()
    return result.solved, seconds, result


def kernel(_: argparse.Namespace) -> Iterator[Bar]:
    """Plain annealing against the same loop in C."""
    from ergodoku.landscape.boxes import Boxes, shuffle
    from ergodoku.landscape.random import seeded, threshold
    from ergodoku.puzzle.logic import as_given

    with tempfile.TemporaryDirectory() as folder:
        library = Path(folder) / "anneal.so"
        command = [
            "cc",
            "-O3",
            "-march=native",
            "-shared",
            "-fPIC",
            "-o",
            str(library),
            str(HERE / "anneal.c"),
        ]
        subprocess.run(command, check=True)
        loop = ctypes.CDLL(str(library)).anneal
    loop.restype = ctypes.c_int64
    given = as_given(eg.parse(ENDLESS))
    iterations = 20_000_000

    def in_c(temperature: float) -> float:
        landscape, rng = Boxes(given), seeded(1, 0)
        board, field = landscape.board(), landscape.field
        energy = shuffle(field, board, rng)
        accept = np.array([threshold(float(k), temperature) for k in range(64)], dtype=np.uint64)
        state = [a.ctypes.data_as(ctypes.c_void_p) for a in (rng, board.cells, board.counts)]
        tables = [a.ctypes.data_as(ctypes.c_void_p) for a in (field.line, field.pairs)]
        chances = accept.ctypes.data_as(ctypes.c_void_p)
        start = time.process_time()
        loop(
            ctypes.c_int64(iterations),
            *state,
            *tables,
            ctypes.c_uint64(len(field.pairs)),
            chances,
            ctypes.c_int64(energy),
        )
        return iterations / (time.process_time() - start)

    def ours(temperature: float) -> float:
        search = eg.Annealing(eg.Constant(temperature), logic="none").start(given, 1)
        start = time.process_time()
        search.advance(iterations)
        return search.iteration / (time.process_time() - start)

    for temperature in (0.3, 1.0):
        ours(temperature)
        pairs = [(ours(temperature), in_c(temperature)) for _ in range(5)]
        ratio = statistics.median(a / b for a, b in pairs)
        fast, c = max(a for a, _ in pairs), max(b for _, b in pairs)
        text = f"{fast / 1e6:.0f} M/s, C {c / 1e6:.0f} M/s, ratio {ratio:.2f}"
        yield Bar(f"annealing kernel, 9x9, T {temperature}", text, "at least 0.9 of C", ratio >= 0.9)


def hard9(options: argparse.Namespace) -> Iterator[Bar]:
    """The 16 hard 9x9, 10 seeds each."""
    if options.data:
        puzzles = puzzles_in(options.data, "hard9/*.txt")
    else:
        puzzles = list(eg.generate_many(16, eg.Recipe(minimal=True, difficulty="beyond logic"), seed=1))
    timed(puzzles[0], 0, 10)
    runs = [timed(puzzle, seed, 20) for puzzle in puzzles for seed in range(10)]
    mean = statistics.mean(r[1] for r in runs)
    found = peer_on("CaDiCaL", puzzles, 20)
    peer = statistics.mean(run.total for run in found)
    alone = statistics.mean(run.seconds for run in found)
    solved = sum(r[0] for r in runs)
    times = [r[1] * 1e3 for r in runs]
    text = (
        f"{solved} of {len(runs)}, mean {mean * 1e3:.2f} ms, median {statistics.median(times):.2f}, "
        f"worst {max(times):.1f}; CaDiCaL {peer * 1e3:.1f} ms (solve alone {alone * 1e3:.2f})"
    )
    met = solved == len(runs) and mean <= 1e-3 and mean <= peer / 4
    yield Bar("hard 9x9, 10 seeds each", text, "all, mean <= 1 ms and <= 1/4 of CaDiCaL", met)


def clues17(options: argparse.Namespace) -> Iterator[Bar]:
    """A list of few-clue puzzles through ``ergodoku solve FILE``."""
    if options.data:
        lines = [puzzle.to("line") for puzzle in eg.read(options.data / "17clue.sdm")]
    else:
        lines = [p.to("line") for p in eg.generate_many(500, eg.Recipe(clues=22, unique=True), seed=1)]
    with tempfile.TemporaryDirectory() as folder:
        source, target = Path(folder) / "in.sdm", Path(folder) / "out.sdm"
        lines *= max(1, 100_000 // len(lines))
        source.write_text("\n".join(lines) + "\n")
        command = [
            sys.executable,
            "-m",
            "ergodoku",
            "solve",
            str(source),
            "--workers",
            "1",
            "-o",
            str(target),
            "-q",
        ]
        subprocess.run(command, check=True)
        start = time.perf_counter()
        subprocess.run(command, check=True)
        seconds = time.perf_counter() - start
        good = sum("." not in line for line in target.read_text().split())
    rate = len(lines) / seconds
    text = f"{good} of {len(lines)}, {rate:,.0f} a second, start included"
    yield Bar(
        "few-clue list, end to end", text, "all, at least 10,000 a second", good == len(lines) and rate >= 1e4
    )


def general16(_: argparse.Namespace) -> Iterator[Bar]:
    """General 16x16: 10 puzzles per share of givens, 3 seeds each."""
    for percent in (30, 40, 50):
        yield _against_cadical(16, percent, 10, 3, 10, 1e-3, 0.1)


def general25(_: argparse.Namespace) -> Iterator[Bar]:
    """General 25x25: 10 puzzles per share of givens, 3 seeds each."""
    for percent in (35, 40, 45, 50, 55):
        yield _against_cadical(25, percent, 10, 3, 10, None, 0.5 if percent == 45 else None)


def _against_cadical(
    size: int, percent: int, count: int, seeds: int, limit: float, most: float | None, share: float | None
) -> Bar:
    puzzles = general(size, percent / 100, count)
    timed(puzzles[0], 0, limit)
    runs = [timed(puzzle, seed, limit) for puzzle in puzzles for seed in range(seeds)]
    found = peer_on("CaDiCaL", puzzles, 60)
    median = statistics.median(r[1] for r in runs)
    peer = statistics.median(run.total for run in found)
    alone = statistics.median(run.seconds for run in found)
    solved = sum(r[0] for r in runs)
    text = (
        f"{solved} of {len(runs)}, median {median * 1e3:.2f} ms, worst {max(r[1] for r in runs) * 1e3:.0f}; "
        f"CaDiCaL {peer * 1e3:.1f} ms (solve alone {alone * 1e3:.2f})"
    )
    met = (
        solved == len(runs) and (most is None or median <= most) and (share is None or median <= share * peer)
    )
    bars = [f"all within {limit:g} s"]
    if most:
        bars.append(f"median <= {most * 1e3:g} ms")
    if share:
        bars.append(f"<= {share:g} of CaDiCaL")
    return Bar(f"general {size}x{size} at {percent} %", text, ", ".join(bars), met)


def general36(options: argparse.Namespace) -> Iterator[Bar]:
    """General 36x36: 5 puzzles per share of givens; at 50 % also both peers."""
    for percent in (40, 45, 50, 55):
        yield from _large(36, percent, 5, 60, options.peer_limit if percent == 50 else 0, more=True)


def general49(options: argparse.Namespace) -> Iterator[Bar]:
    """General 49x49: 3 puzzles per share of givens, against both peers."""
    for percent in (40, 45):
        yield from _large(49, percent, 3, 20, options.peer_limit, more=False)


def _large(
    size: int, percent: int, count: int, limit: float, peer_limit: float, *, more: bool
) -> Iterator[Bar]:
    puzzles = general(size, percent / 100, count)
    timed(puzzles[0], 9, limit)
    runs = [timed(puzzle, 0, limit) for puzzle in puzzles]
    solved, median = sum(r[0] for r in runs), statistics.median(r[1] for r in runs)
    text = f"{solved} of {count}, median {median:.2f} s, worst {max(r[1] for r in runs):.2f}"
    bar, met = f"all within {limit:g} s", solved == count
    for name in ("CaDiCaL", "CP-SAT") if peer_limit else ():
        found = peer_on(name, puzzles, peer_limit)
        theirs = sum(run.status == SOLVED for run in found)
        typical = statistics.median(min(run.total, peer_limit) for run in found)
        text += f"; {name} {theirs} of {count}, median {typical:.1f} s"
        met = met and (solved > theirs if more else median <= typical / 2)
    if peer_limit:
        bar += (
            f", {'more solved than' if more else 'at most half the median of'} each peer in {peer_limit:g} s"
        )
    yield Bar(f"general {size}x{size} at {percent} %", text, bar, met)


def peer_on(name: str, puzzles: list[eg.Puzzle], limit: float) -> list[Outcome]:
    """Return how a peer did on these puzzles, in a warm process that is killed at the limit."""
    with contenders([name], []) as (peer,):
        return [peer.run(puzzle, limit) for puzzle in puzzles]


def largest(_: argparse.Namespace) -> Iterator[Bar]:
    """64x64 and 100x100."""
    timed(general(64, 0.4, 1)[0], 0, 10)  # compile
    for size, limit in ((64, 30), (100, 180)):
        runs = [timed(puzzle, 0, limit) for puzzle in general(size, 0.4, 3)]
        text = f"{sum(r[0] for r in runs)} of 3, " + ", ".join(f"{r[1]:.2f} s" for r in runs)
        yield Bar(f"general {size}x{size} at 40 %", text, f"within {limit} s", all(r[0] for r in runs))


def workers(_: argparse.Namespace) -> Iterator[Bar]:
    """Two workers against one."""
    machine = two_threads()
    for size, percent, count in ((25, 45, 50), (36, 45, 20), (49, 40, 10)):
        puzzles = general(size, percent / 100, count)
        timed(puzzles[0], 0, 10, 2)
        ratios, same = [], True
        for puzzle in puzzles:
            turns = [(timed(puzzle, 0, 60, 1), timed(puzzle, 0, 60, 2)) for _ in range(3)]
            ratios.append(min(one[1] for one, _ in turns) / min(two[1] for _, two in turns))
            first, second = turns[0][0][2], turns[0][1][2]
            same &= (first.grid == second.grid).all() and first.iterations == second.iterations
        ratio = statistics.median(ratios)
        results = "the same" if same else "DIFFERENT"
        text = f"{ratio:.2f}x, the median of {count} puzzles, each the best of 3 runs; results {results}"
        if size == 25:
            text += (
                f"; two walks at once, each in a thread, run {machine:.2f}x as fast as one after the other"
            )
        what = f"two workers against one, {size}x{size} at {percent} %"
        yield Bar(what, text, "at least 1.7x, same results", same and ratio >= 1.7)


def replicas(_: argparse.Namespace) -> Iterator[Bar]:
    """Mean iterations of the winning replica, which show how much replicas help if each has its own core."""
    for size, percent, count in ((25, 45, 50), (36, 50, 20)):
        puzzles = general(size, percent / 100, count)
        means = []
        for walks in (1, 2, 4, 8):
            results = [eg.solve(puzzle, seed=0, replicas=walks, stop=eg.Seconds(600)) for puzzle in puzzles]
            mean = statistics.fmean(result.iterations for result in results)
            cpu = sum(result.cpu_seconds for result in results)
            means.append(f"{walks}: {mean:,.0f} ({cpu:.1f} s of CPU)")
        text = f"mean iterations by number of replicas: {', '.join(means)}"
        yield Bar(f"replicas, {size}x{size} at {percent} %", text, "none", None)


def two_threads() -> float:
    """Return the speed of two walks in two threads, divided by their speed one after the other."""
    reduction = eg.reduce(general(49, 0.55, 1)[0])

    def walk(seed: int) -> None:
        eg.Focused().start(reduction, seed).advance(20_000_000)

    def seconds(work: Callable[[], object]) -> float:
        begin = time.perf_counter()
        work()
        return time.perf_counter() - begin

    walk(0)
    with ThreadPoolExecutor(2) as pool:
        pairs = [
            (seconds(lambda: [walk(1), walk(2)]), seconds(lambda: list(pool.map(walk, (1, 2)))))
            for _ in range(3)
        ]
    return statistics.median(apart / together for apart, together in pairs)


MEMORY = """
import sys, time, ergodoku as eg
size, fraction, seconds = int(sys.argv[1]), float(sys.argv[2]), float(sys.argv[3])
puzzle = eg.generate(eg.Recipe(eg.Layout.of(size), fraction=fraction), seed=1)
def resident():
    for line in open("/proc/self/status"):
        if line.startswith("VmRSS"):
            return int(line.split()[1]) / 1024
class Watch:
    early = 0.0
    def on_snapshot(self, snapshot):
        if not self.early and snapshot.seconds > seconds / 4:
            self.early = resident()
watch = Watch()
eg.solve(puzzle, "focused", seed=1, stop=eg.Seconds(seconds), callbacks=[watch], workers=1)
print(watch.early or resident(), resident())
"""


def memory(_: argparse.Namespace) -> Iterator[Bar]:
    """Resident memory after 15 and after 60 seconds, on puzzles that take longer."""
    for size, fraction, most in ((49, 0.55, 400), (100, 0.45, 800)):
        command = [sys.executable, "-c", MEMORY, str(size), str(fraction), "60"]
        early, late = map(
            float, subprocess.run(command, check=True, capture_output=True, text=True).stdout.split()
        )
        text = f"{early:.0f} MB after 15 s, {late:.0f} MB after 60 s"
        met = late < most and late - early < 10
        yield Bar(f"memory, {size}x{size}", text, f"under {most} MB, flat", met)


def start(_: argparse.Namespace) -> Iterator[Bar]:
    """Start-up of the command line, with a warm and with a cold cache."""
    easy = eg.generate(eg.Recipe(difficulty="singles"), seed=1).to("line")
    solve = [sys.executable, "-m", "ergodoku", "solve", easy]
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)  # a warm cache also has Python's compiled bytecode

    def run(command: list[str], **more: str) -> tuple[float, str]:
        begin = time.perf_counter()
        done = subprocess.run(command, check=True, capture_output=True, text=True, env={**os.environ, **more})
        return time.perf_counter() - begin, done.stderr

    run(solve)
    ratios = [run(solve)[0] / run([sys.executable, "-c", "import numba"])[0] for _ in range(15)]
    ratio = statistics.median(ratios)
    yield Bar("start, warm cache", f"{ratio:.2f}x of import numba", "at most 2.5x", ratio <= 2.5)
    hard = eg.generate(eg.Recipe(minimal=True, difficulty="beyond logic"), seed=1).to("line")
    with tempfile.TemporaryDirectory() as folder:
        seconds, said = run([*solve[:-1], hard], NUMBA_CACHE_DIR=folder)
    announced = said.count("compiling kernels") == 1
    text = f"{seconds:.1f} s, {'announced in one line' if announced else 'not announced'}"
    yield Bar("start, cold cache", text, "at most 20 s, one line on stderr", announced and seconds <= 20)


ROWS: dict[str, Callable[[argparse.Namespace], Iterator[Bar]]] = {
    f.__name__: f
    for f in (
        kernel,
        hard9,
        clues17,
        general16,
        general25,
        general36,
        general49,
        largest,
        workers,
        replicas,
        memory,
        start,
    )
}


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--only", default=",".join(ROWS), help="rows, separated by commas")
    parser.add_argument("--data", type=Path, help="a folder with puzzle files")
    parser.add_argument("--peer-limit", type=float, default=120.0, help="seconds for each peer and puzzle")
    parser.add_argument("--json", type=Path, help="write the table as JSON to this file")
    options = parser.parse_args()
    rows = []
    for name in names_in(options.only, ROWS, "row"):
        for row in ROWS[name](options):
            sign = {True: "met", False: "MISSED", None: ""}[row.met]
            print(f"{row.what:<42} {row.measured}\n{'':<42} bar: {row.bar}: {sign}", flush=True)
            rows.append(row)
    if options.json:
        write_bars(options.json, rows)
    return int(any(row.met is False for row in rows))


if __name__ == "__main__":
    sys.exit(told(main))
