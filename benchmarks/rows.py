"""How fast `ergodoku solve` solves a large table, including the start of the command, and its peak memory.

    python benchmarks/rows.py [FILE] [--rows N] [--turns N] [--json FILE]

FILE is a list of puzzles; without it, minimal puzzles are generated. They are repeated to fill the requested
number of rows, and written as CSV. Each command runs in its own process, on one core and on two, and writes
CSV, compressed CSV, and Parquet if polars is installed. The table shows medians. CPU time hardly depends on
what else the machine is doing. This needs Linux.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import tempfile
import time
from importlib.util import find_spec
from itertools import cycle, islice
from pathlib import Path
from statistics import median
from typing import Any

from bar import Bar, write_bars
from machine import about, told

import ergodoku as eg

BARS = {1: 60_000, 2: 100_000}  # rows a second from CSV to CSV, by the number of cores
MEMORY = 300  # megabytes
ERGODOKU = [sys.executable, "-m", "ergodoku"]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("file", nargs="?", type=Path, help="a list of puzzles; generated if not given")
    parser.add_argument("--rows", type=int, default=1_000_000, help="rows of the table")
    parser.add_argument("--turns", type=int, default=5, help="how many times each command runs")
    parser.add_argument("--json", type=Path, help="write results that are compared with a bar to this file")
    options = parser.parse_args()
    puzzles = (
        eg.read(options.file) if options.file else eg.generate_many(500, eg.Recipe(minimal=True), seed=1)
    )
    lines = [puzzle.to("line") for puzzle in puzzles]
    endings = ["csv", "csv.gz", *(["parquet"] if find_spec("polars") else [])]
    rows = []
    print("| output | cores | rows/s | rows/s of CPU | peak memory |\n|---|---:|---:|---:|---:|")
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "in.csv"
        file.write_text("\n".join(["puzzle", *islice(cycle(lines), options.rows), ""]), encoding="ascii")
        run(file, "csv", 1)  # compile the kernels before measuring
        for ending in endings:
            for cores in (1, 2):
                turns = [run(file, ending, cores) for _ in range(options.turns)]
                seconds, cpu, peak = (median(values) for values in zip(*turns, strict=True))
                row = {
                    "output": ending,
                    "cores": cores,
                    "rows_per_second": round(options.rows / seconds),
                    "rows_per_cpu_second": round(options.rows / cpu),
                    "peak_megabytes": round(peak / 1e6),
                }
                rows.append(row)
                print(
                    f"| {ending} | {cores} | {row['rows_per_second']:,} | {row['rows_per_cpu_second']:,} "
                    f"| {row['peak_megabytes']} MB |",
                    flush=True,
                )
    record = {"benchmark": "rows", "rows": options.rows, "figures": rows, **about()}
    if options.json:
        write_bars(options.json, [with_bar(row, options.rows) for row in rows if row["output"] == "csv"])
    print(json.dumps(record))


def with_bar(row: dict[str, Any], count: int) -> Bar:
    """Return a row of the table with its bar."""
    cores, speed, peak = row["cores"], row["rows_per_second"], row["peak_megabytes"]
    what = f"{count:,} rows from CSV to CSV, {'one core' if cores == 1 else 'two cores'}"
    bar = f"at least {BARS[cores]:,} a second, under {MEMORY} MB"
    return Bar(what, f"{speed:,} a second, {peak} MB", bar, speed >= BARS[cores] and peak < MEMORY)


def run(file: Path, ending: str, cores: int) -> tuple[float, float, float]:
    """Solve a table; return seconds on the clock, seconds of CPU time, and peak memory in bytes."""
    out = file.with_name(f"out.{ending}")
    words = ["solve", file, "--output", out, "--workers", cores, "--quiet"]
    began = time.perf_counter()
    child = subprocess.Popen([*ERGODOKU, *map(str, words)], preexec_fn=lambda: keep_to(cores))
    _, status, used = os.wait4(child.pid, 0)
    seconds = time.perf_counter() - began
    child.returncode = os.waitstatus_to_exitcode(status)
    assert child.returncode == 0, child.returncode
    out.unlink()
    return seconds, used.ru_utime + used.ru_stime, used.ru_maxrss * 1024


def keep_to(cores: int) -> None:
    """Limit this process to some of its cores."""
    os.sched_setaffinity(0, sorted(os.sched_getaffinity(0))[:cores])


if __name__ == "__main__":
    sys.exit(told(main))
