"""Random cases for a given time: ``make soak``, or ``python -m tests.soak --minutes 20 --seed 1``.

Each case is a random puzzle, method and budget; `tests.soak_checks` checks its result. A failure prints the
command that repeats it. The cases run in another process, so a case that hangs or crashes is a failure, and
the soak continues.
"""

from __future__ import annotations

import argparse
import multiprocessing as mp
import os
import sys
import threading
import time
import traceback
from collections import Counter
from multiprocessing.connection import Connection

import numpy as np

LONGEST = 300.0  # seconds for one case: long, because some cases must compile their kernels first


def main() -> int:
    """Run cases until the time is up; return 1 if any failed."""
    parser = argparse.ArgumentParser(prog="python -m tests.soak", description=__doc__.splitlines()[0])
    parser.add_argument("--minutes", type=float, default=20.0, help="minutes to run (default: 20)")
    parser.add_argument(
        "--seed", type=int, default=int(time.time()), help="seed of the cases (default: the time)"
    )
    parser.add_argument("--case", type=int, help="run only this case, to repeat a failure")
    wishes = parser.parse_args()
    if wishes.case is not None:
        return _alone(wishes.seed, wishes.case)
    print(f"soak: seed {wishes.seed}, {wishes.minutes:g} minutes", flush=True)
    seen, failed = _soak(wishes.seed, time.monotonic() + 60 * wishes.minutes)
    print(f"{seen.total()} cases: {', '.join(f'{count} {name}' for name, count in seen.most_common())}")
    print(f"{failed} failed" if failed else "all well")
    return 1 if failed else 0


def _soak(seed: int, end: float) -> tuple[Counter[str], int]:
    seen: Counter[str] = Counter()
    failed = number = 0
    worker, pipe = _start(seed, number)
    while time.monotonic() < end:
        try:
            ended = not pipe.poll(LONGEST)
            told = ("failed", f"did not end within {LONGEST:.0f} s") if ended else pipe.recv()
        except EOFError:
            worker.join()
            told, ended = ("failed", f"the process died with exit code {worker.exitcode}"), True
        status, what = told
        seen[status] += 1
        if status == "failed":
            failed += 1
            print(f"FAILED: {what}\n  repeat: python -m tests.soak --seed {seed} --case {number}", flush=True)
        number += 1
        if ended:
            worker.kill()
            worker, pipe = _start(seed, number)
        if number % 500 == 0:
            print(f"{number} cases", flush=True)
    worker.kill()
    worker.join()
    return seen, failed


def _start(seed: int, first: int) -> tuple[mp.process.BaseProcess, Connection]:
    context = mp.get_context("spawn")
    ours, theirs = context.Pipe(duplex=False)
    worker = context.Process(target=_work, args=(seed, first, theirs), daemon=True)
    worker.start()
    theirs.close()
    return worker, ours


def _work(seed: int, number: int, pipe: Connection) -> None:
    threading.Thread(target=_end_with_parent, daemon=True).start()
    while True:
        pipe.send(attempt(seed, number))
        number += 1


def _end_with_parent() -> None:
    """End this process when the soak ends, even inside a case that never ends."""
    parent = mp.parent_process()
    assert parent is not None
    parent.join()
    os._exit(1)


def attempt(seed: int, number: int) -> tuple[str, str]:
    """Return the status of a case, and its error if it failed."""
    from tests.soak_cases import draw
    from tests.soak_checks import WrongError, check

    about = ""
    try:
        case = draw(seed, number)
        about = str(case)
        return check(case, np.random.default_rng([seed, number, 1])), ""
    except WrongError as error:
        return "failed", f"{error}; {about}"
    except Exception:
        return "failed", f"{about}\n{traceback.format_exc()}"


def _alone(seed: int, number: int) -> int:
    from tests.soak_cases import draw

    print(draw(seed, number), flush=True)
    status, what = attempt(seed, number)
    print(f"{status} {what}")
    return 1 if status == "failed" else 0


if __name__ == "__main__":
    sys.exit(main())
