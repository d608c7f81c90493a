"""The most memory that each command takes for a large input: a table in Markdown.

    python benchmarks/memory.py

Every command runs in a process of its own. The system says how much memory that process, or one that it
started, had at its peak (`wait4`); for the server, ``/proc`` says it. So this needs Linux.
"""

from __future__ import annotations

import os
import random
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from urllib.request import urlopen

ERGODOKU = [sys.executable, "-m", "ergodoku"]
HARD = "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4.."
LINES = 100_000
MAKE = "generate --box {box} --fraction {fraction} --seed 1 --format integers --output {file}"
COMMANDS = {
    "solve a 9x9": "solve one.sdm --output out",
    "solve a 100x100, 40 % given": "solve 100.txt --time-limit 60 --output out",
    f"solve a list of {LINES:,} lines": "solve list.sdm --output out --quiet",
    f"convert {LINES:,} lines to JSON": "convert list.sdm --to json --output out",
    "check a 36x36, 50 % given": "check 36.txt --time-limit 60",
    "generate a 100x100, 40 % given": MAKE.format(box="10x10", fraction=0.4, file="out"),
    "compare 2 methods, 100 runs each": "compare one.sdm -m focused,lewis -r 100 --study s --time-limit 1 -q",
    "report on that study": "report s",
}


def main() -> None:
    print("| command | peak memory | seconds | exit code |\n|---|---:|---:|---:|")
    with tempfile.TemporaryDirectory() as folder:
        os.chdir(folder)
        prepare()
        for name, words in COMMANDS.items():
            code, peak, seconds = measured(words.split())
            print(f"| {name} | {peak / 1e6:.0f} MB | {seconds:.1f} | {code} |", flush=True)
        print(f"| serve, idle | {idle_server() / 1e6:.0f} MB | | |")


def prepare() -> None:
    """Write the puzzles. A line of the list is the hard one with other digits for its digits."""
    shuffler, digits = random.Random(1), list("123456789")
    Path("one.sdm").write_text(HARD + "\n", encoding="ascii")
    with Path("list.sdm").open("w", encoding="ascii") as file:
        for _ in range(LINES):
            shuffler.shuffle(digits)
            file.write(HARD.translate(str.maketrans("123456789", "".join(digits))) + "\n")
    for box, fraction, name in (("10x10", 0.4, "100.txt"), ("6x6", 0.5, "36.txt")):
        words = MAKE.format(box=box, fraction=fraction, file=name).split()
        subprocess.run([*ERGODOKU, *words], check=True)


def measured(words: list[str]) -> tuple[int, int, float]:
    """Run a command, and return its exit code, its peak of memory in bytes, and its seconds."""
    began = time.perf_counter()
    with Path("said").open("wb") as said:
        child = subprocess.Popen([*ERGODOKU, *words], stdout=said, stderr=said)
        _, status, used = os.wait4(child.pid, 0)
    child.returncode = os.waitstatus_to_exitcode(status)
    return child.returncode, used.ru_maxrss * 1024, time.perf_counter() - began


def idle_server() -> int:
    """Return the peak of memory of a server that has shown its page and done nothing else."""
    command = [*ERGODOKU, "serve", "--port", "0"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True) as server:
        assert server.stdout is not None
        address = server.stdout.readline().split()[-1]
        for path in ("", "api/methods", "api/samples"):
            with urlopen(address + path) as answer:
                answer.read()
        status = Path(f"/proc/{server.pid}/status").read_text(encoding="utf-8")
        server.terminate()
    peak = next(line for line in status.splitlines() if line.startswith("VmHWM:"))
    return int(peak.split()[1]) * 1024


if __name__ == "__main__":
    main()
