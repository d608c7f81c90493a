"""Ctrl-C while a command starts: how often the command ends quietly, and where a traceback comes from.

python benchmarks/interrupts.py --times 200 --seconds 0.5
"""

from __future__ import annotations

import argparse
import random
import re
import shutil
import signal
import subprocess
import sys
import sysconfig
import time
from collections import Counter
from pathlib import Path

from machine import told

import ergodoku

PACKAGE = Path(ergodoku.__file__).parent
HARD = "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4.."


def main() -> None:
    """Interrupt many commands and print how they ended."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--times", type=int, default=200, help="number of commands")
    parser.add_argument("--seconds", type=float, default=0.5, help="send Ctrl-C within this many seconds")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    command = shutil.which("ergodoku", path=sysconfig.get_path("scripts"))
    if command is None:
        raise ergodoku.ErgodokuError(
            "the command ergodoku is not installed", "install the package in this environment"
        )
    rng = random.Random(options.seed)
    ends = Counter(interrupted(command, rng.uniform(0, options.seconds)) for _ in range(options.times))
    for end, count in ends.most_common():
        print(f"{count:5} {end}")


def interrupted(command: str, moment: float) -> str:
    """Start a command, send Ctrl-C after a moment, and return how the command ended."""
    pipe = subprocess.PIPE
    with subprocess.Popen([command, "solve", HARD], stdout=pipe, stderr=pipe, text=True) as child:
        time.sleep(moment)
        child.send_signal(signal.SIGINT)
        _, said = child.communicate(timeout=600)
    if "Traceback" not in said and "rror" not in said:
        return "quiet: solved" if child.returncode == 0 else "quiet: interrupted"
    files = [Path(name) for name in re.findall(r'File "([^"]*)"', said)]
    if any(PACKAGE in file.parents for file in files):
        return "traceback: while Ergodoku is imported"
    if any(file.name in ("ergodoku", "ergodoku.exe") for file in files):
        return "traceback: in the script that pip wrote"
    return "traceback: while Python starts"


if __name__ == "__main__":
    sys.exit(told(main))
