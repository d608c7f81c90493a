"""The test suite on a busy machine: a random file of the suite, while other processes use every core."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import numpy as np

from tests.soak_checks import require

ROOT = Path(__file__).resolve().parents[1]
BUSY = 2  # busy processes on each core
TAKE_TIME = "import os; parent = os.getppid()\nwhile os.getppid() == parent: pass"
LONGEST = 1800.0  # seconds


def under_load(rng: np.random.Generator, folder: Path) -> str:
    """Run one file of the suite."""
    files = sorted(ROOT.glob("tests/**/test_*.py"))
    chosen = files[rng.integers(len(files))]
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", str(chosen)]
    count = BUSY * (os.cpu_count() or 1)
    others = [subprocess.Popen([sys.executable, "-c", TAKE_TIME]) for _ in range(count)]
    try:
        done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=LONGEST, check=False)
    finally:
        for other in others:
            other.kill()
            other.wait()
    require(done.returncode == 0, f"{chosen.relative_to(ROOT)}:\n{done.stdout[-5000:]}")
    return "files of the suite on a busy machine"
