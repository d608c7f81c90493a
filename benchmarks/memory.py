"""The peak memory of each command with a large input, as a Markdown table.

    python benchmarks/memory.py [--only COMMAND]

Every command runs in its own process. The system reports the peak memory of that process or of its largest
child (`wait4`); for the server, it is read from ``/proc``. This needs Linux. If a command has several
processes, the figure is for the largest one.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any
from urllib.request import Request, urlopen

# Import no large package here: on Linux, a child's peak memory is at least the memory of its parent.
ERGODOKU = [sys.executable, "-m", "ergodoku"]
HARD = "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4.."
LINES = 100_000
RACES = 4
SERVE = "serve"
FINAL = ("solved", "gave_up", "unsolvable", "interrupted", "error")
MAKE = "generate --box {box} --fraction {fraction} --seed 1 --format integers --output {file}"
SIX = "annealing,tempering,probing,genetic,ants,evolution"
VARY = "-m lewis --vary cooling=0.98:0.999:10 --vary reheat.after=500:5000:10"
COMPARE, REPORT, SHOW = (
    "compare one.sdm -m focused,lewis -r 100 --study s --time-limit 1 -q",
    "report s",
    "study show s",
)
COMMANDS = {
    "solve a 9x9": "solve one.sdm --output out",
    "solve a 100x100, 40 % given": "solve 100.txt --time-limit 60 --output out",
    f"solve a list of {LINES:,} lines": "solve list.sdm --output out --quiet",
    f"convert {LINES:,} lines to JSON": "convert list.sdm --to json --output out",
    "check a 36x36, 50 % given": "check 36.txt --time-limit 60",
    "check a 100x100, 40 % given": "check 100.txt",
    "generate a 100x100, 40 % given": MAKE.format(box="10x10", fraction=0.4, file="out"),
    "compare 2 methods, 100 runs each": COMPARE,
    "report on that study": REPORT,
    "study show": SHOW,
    "explore 2 parameters, 100 points": f"explore one.sdm {VARY} -r 5 --study e --max-iterations 20000 -q",
    "tune a method, 20 trials": "tune one.sdm -m lewis --trials 20 --study t --max-iterations 20000 -q",
    "watch a 100x100, 40 % given": "watch 100.txt --time-limit 20",
    "race 6 methods on a 49x49, 40 % given": f"race 49.txt -m {SIX} --time-limit 3 --plot race.png -q",
    "animate a 49x49, 40 % given": "solve 49.txt -m tempering --time-limit 10 --gif run.gif --output out",
    "methods": "methods",
}


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--only", default="", metavar="COMMAND", help="only rows that start with this word")
    only = parser.parse_args().only
    chosen = {name: words for name, words in COMMANDS.items() if name.startswith(only)}
    if not chosen and not SERVE.startswith(only):
        known = dict.fromkeys(name.split()[0] for name in (*COMMANDS, SERVE))
        print(f"error: no row starts with {only!r}; choose from {', '.join(known)}", file=sys.stderr)
        return 2
    print("| command | peak memory | exit code |\n|---|---:|---:|")
    with tempfile.TemporaryDirectory() as folder:
        os.chdir(folder)
        prepare()
        for name, words in chosen.items():
            if words in (REPORT, SHOW) and not Path("s").exists():
                measured(COMPARE.split())  # makes the study that this row reads
            code, peak = measured(words.split())
            print(f"| {name} | {peak / 1e6:.0f} MB | {code} |", flush=True)
        if SERVE.startswith(only):
            idle, busy = served()
            print(f"| serve, idle | {idle / 1e6:.0f} MB | |")
            print(f"| serve, after {RACES} races of 6 methods on the 49x49 | {busy / 1e6:.0f} MB | |")
    return 0


def prepare() -> None:
    """Write the puzzles. Each line of the list is the hard puzzle with its digits exchanged."""
    shuffler, digits = random.Random(1), list("123456789")
    Path("one.sdm").write_text(HARD + "\n", encoding="ascii")
    with Path("list.sdm").open("w", encoding="ascii") as file:
        for _ in range(LINES):
            shuffler.shuffle(digits)
            file.write(HARD.translate(str.maketrans("123456789", "".join(digits))) + "\n")
    for box, fraction, name in (("10x10", 0.4, "100.txt"), ("7x7", 0.4, "49.txt"), ("6x6", 0.5, "36.txt")):
        words = MAKE.format(box=box, fraction=fraction, file=name).split()
        subprocess.run([*ERGODOKU, *words], check=True)


def measured(words: list[str]) -> tuple[int, int]:
    """Run a command, and return its exit code and its peak memory in bytes."""
    with Path("said").open("wb") as said:
        child = subprocess.Popen([*ERGODOKU, *words], stdout=said, stderr=said)
        _, status, used = os.wait4(child.pid, 0)
    child.returncode = os.waitstatus_to_exitcode(status)
    return child.returncode, used.ru_maxrss * 1024


def served() -> tuple[int, int]:
    """Return the peak memory of a server after it has served its page, and after some large races."""
    command = [*ERGODOKU, "serve", "--port", "0", f"--limit-visitor={RACES}", "--limit-running=4"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True) as server:
        assert server.stdout is not None
        address = server.stdout.readline().split()[-1]
        for path in ("", "api/methods", "api/samples"):
            with urlopen(address + path) as answer:
                answer.read()
        idle = peak_of(server.pid)
        race = {
            "puzzle": Path("49.txt").read_text(encoding="utf-8"),
            "contenders": [{"method": name} for name in SIX.split(",")],
            "time_limit": 1,
            "until": "all",
        }
        runs = [ask(address + "api/runs", race) for _ in range(RACES)]
        for run in runs:
            while ask(f"{address}api/runs/{run['id']}?token={run['token']}")["status"] not in FINAL:
                time.sleep(0.1)
        busy = peak_of(server.pid)
        server.terminate()
    return idle, busy


def ask(address: str, content: object = None) -> Any:
    """Send a request to a server, with a JSON body if one is given, and return its JSON response."""
    body = None if content is None else json.dumps(content).encode()
    with urlopen(Request(address, body, {"Content-Type": "application/json"})) as answer:
        return json.load(answer)


def peak_of(process: int) -> int:
    """Return the peak memory of a process, in bytes."""
    status = Path(f"/proc/{process}/status").read_text(encoding="utf-8")
    peak = next(line for line in status.splitlines() if line.startswith("VmHWM:"))
    return int(peak.split()[1]) * 1024


if __name__ == "__main__":
    sys.exit(main())
