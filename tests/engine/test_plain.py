"""Kernels run as plain Python take the same walks as compiled kernels: nothing depends on the compiler."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

from tests.plain import digests

ROOT = Path(__file__).parent.parent.parent


def test_plain_python_takes_the_same_walks_as_compiled_kernels() -> None:
    with subprocess.Popen(
        [sys.executable, "-m", "tests.plain"],
        env=os.environ | {"NUMBA_DISABLE_JIT": "1"},
        cwd=ROOT,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    ) as process:
        compiled = dict(digests())
        told, errors = process.communicate(timeout=3600)
    assert process.returncode == 0, errors
    plain = dict(json.loads(line) for line in told.splitlines())
    assert len(plain) > 50
    assert plain == compiled
