"""How long ``ergodoku --help`` takes, compared with importing typer and rich, which it cannot avoid.

Both run in fresh processes, in turn, so that other work on the machine disturbs both alike. The bar: the
ratio of the medians is at most 1.5.

Usage: python benchmarks/startup.py [RUNS]
"""

import argparse
import json
import os
import statistics
import subprocess
import sys
import time

from machine import told

BAR = 1.5
COMMANDS = {
    "help": [sys.executable, "-m", "ergodoku", "--help"],
    "imports": [sys.executable, "-c", "import typer, rich"],
}


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("runs", nargs="?", type=int, default=21, help="runs of each command (default 21)")
    runs = parser.parse_args().runs
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
    for command in COMMANDS.values():  # run once without measuring, so that files are cached and compiled
        seconds(command)
    times = {name: [] for name in COMMANDS}
    for _ in range(runs):
        for name, command in COMMANDS.items():
            times[name].append(seconds(command))
    median = {name: statistics.median(values) for name, values in times.items()}
    ratio = median["help"] / median["imports"]
    print(f"ergodoku --help                 {median['help'] * 1000:6.0f} ms")
    print(f'python -c "import typer, rich"  {median["imports"] * 1000:6.0f} ms')
    print(f"ratio {ratio:.2f}, bar {BAR}: {'met' if ratio <= BAR else 'MISSED'}")
    print(
        json.dumps(
            {
                "benchmark": "startup",
                "runs": runs,
                "help_seconds": round(median["help"], 4),
                "imports_seconds": round(median["imports"], 4),
                "ratio": round(ratio, 3),
                "bar": BAR,
                "python": sys.version.split()[0],
            }
        )
    )
    return int(ratio > BAR)


def seconds(command: list[str]) -> float:
    start = time.perf_counter()
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
    return time.perf_counter() - start


if __name__ == "__main__":
    sys.exit(told(main))
