"""Kills, Ctrl-C, damaged files, attacks and a busy machine: ``make stress MINUTES=20``.

    python -m tests.stress --minutes 20 --seed 1

Every case runs real processes. The number of a case decides its kind; the seed and the number decide
everything random in it. A failure prints the command that repeats it.
"""

from __future__ import annotations

import argparse
import itertools
import sys
import tempfile
import time
import traceback
from collections import Counter
from collections.abc import Callable
from functools import partial
from pathlib import Path

import numpy as np

from tests.soak_checks import WrongError
from tests.stress_files import read_damaged
from tests.stress_server import attack
from tests.stress_signals import interrupt, kill
from tests.stress_suite import under_load
from tests.web.conftest import serving

Case = Callable[[np.random.Generator, Path], str]


def main() -> int:
    """Run cases until the time is up; return 1 if any failed."""
    parser = argparse.ArgumentParser(prog="python -m tests.stress", description=__doc__.splitlines()[0])
    parser.add_argument("--minutes", type=float, default=20.0, help="minutes to run (default: 20)")
    parser.add_argument(
        "--seed", type=int, default=int(time.time()), help="seed of the cases (default: the time)"
    )
    parser.add_argument("--case", type=int, help="run only this case, to repeat a failure")
    wishes = parser.parse_args()
    print(f"stress: seed {wishes.seed}, {wishes.minutes:g} minutes", flush=True)
    end = time.monotonic() + 60 * wishes.minutes
    seen: Counter[str] = Counter()
    failed = 0
    with tempfile.TemporaryDirectory() as folder, serving(Path(folder) / "log") as server:
        cases: list[Case] = [kill, read_damaged, interrupt, partial(attack, server), under_load]
        for number in itertools.count() if wishes.case is None else [wishes.case]:
            told = _try(cases[number % len(cases)], wishes.seed, number)
            seen[told] += 1
            if told.startswith("FAILED"):
                failed += 1
                again = f"python -m tests.stress --seed {wishes.seed} --case {number}"
                print(f"{told}\n  repeat: {again}", flush=True)
            if time.monotonic() > end:
                break
    if failed:
        print(f"{seen.total():,} cases, {failed} failed")
    else:
        print(f"{seen.total():,} cases, all well:")
        for kind, count in sorted(seen.items()):
            print(f"  {count:>5,} {kind}")
    return 1 if failed else 0


def _try(case: Case, seed: int, number: int) -> str:
    """Return how a case ended, in a few words, and its error if it failed."""
    with tempfile.TemporaryDirectory() as folder:
        try:
            return case(np.random.default_rng([seed, number]), Path(folder))
        except WrongError as error:
            return f"FAILED: {error}"
        except Exception:
            return f"FAILED:\n{traceback.format_exc()}"


if __name__ == "__main__":
    sys.exit(main())
