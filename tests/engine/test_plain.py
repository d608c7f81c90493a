"""Kernels as plain Python take the same walks as compiled ones: nothing leans on the compiler."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parent.parent.parent


def test_plain_python_takes_the_same_walks_as_compiled_kernels() -> None:
    compiled, plain = (walks(disabled) for disabled in ("0", "1"))
    assert len(plain) > 90
    assert plain == compiled


def walks(disabled: str) -> dict[str, str]:
    """Return the digests of all walks, by a process that compiles or does not."""
    done = subprocess.run(
        [sys.executable, "-m", "tests.plain"],
        env=os.environ | {"NUMBA_DISABLE_JIT": disabled},
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return dict(json.loads(line) for line in done.stdout.splitlines())
