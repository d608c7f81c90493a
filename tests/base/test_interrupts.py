"""Ctrl-C is delayed while Python must not be interrupted."""

from __future__ import annotations

import signal
import subprocess
import sys
import threading

import pytest

from ergodoku.base.interrupts import uninterrupted
from tests.samples import HARD

# Press Ctrl-C while numba, which the first call needs, is half imported. Then call again.
FIRST_CALL = """
import importlib.abc, signal, sys
import ergodoku as eg

class CtrlC(importlib.abc.MetaPathFinder):
    def find_spec(self, name, path, target=None):
        if name == sys.argv[1]:
            sys.meta_path.remove(self)
            signal.raise_signal(signal.SIGINT)

sys.meta_path.insert(0, CtrlC())
try:
    print(eg.solve(sys.argv[2], "annealing", seed=1).status)
except KeyboardInterrupt:
    print("interrupted")
print(eg.solve(sys.argv[2], "annealing", seed=1).status)
"""


def test_ctrl_c_is_raised_after_the_block() -> None:
    done = []

    def work() -> None:
        with uninterrupted(), uninterrupted():
            signal.raise_signal(signal.SIGINT)
            done.append("all")

    with pytest.raises(KeyboardInterrupt):
        work()
    assert done == ["all"]
    assert signal.getsignal(signal.SIGINT) is signal.default_int_handler


def test_an_error_in_the_block_is_raised_and_ctrl_c_works_again() -> None:
    with pytest.raises(ValueError, match="wrong"), uninterrupted():
        raise ValueError("wrong")
    assert signal.getsignal(signal.SIGINT) is signal.default_int_handler


def test_in_another_thread_the_handler_of_ctrl_c_is_not_changed() -> None:
    seen = []

    def work() -> None:
        with uninterrupted():
            seen.append(signal.getsignal(signal.SIGINT))

    thread = threading.Thread(target=work)
    thread.start()
    thread.join()
    assert seen == [signal.default_int_handler]


@pytest.mark.parametrize("module", ["numpy.linalg", "numba.core.types", "ergodoku.methods.annealing"])
def test_after_ctrl_c_in_the_first_call_the_next_call_works(module: str) -> None:
    command = [sys.executable, "-c", FIRST_CALL, module, HARD]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout) == (0, "interrupted\nsolved\n"), done.stderr
