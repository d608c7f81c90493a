"""A proof in a separate process: it gives a result, can be stopped, and ends with its parent."""

from __future__ import annotations

import subprocess
import sys
import time
from collections.abc import Callable

import pytest

from ergodoku.puzzle.exact import Proof
from ergodoku.puzzle.puzzle import Puzzle
from tests.samples import BEYOND_LOGIC_UNSOLVABLE, HARD, general

LONGEST = 1200.0  # seconds to wait for a process to end
PARENT = """
import time
from collections.abc import Callable
from ergodoku.puzzle.exact import Proof
from ergodoku.puzzle.generate import Recipe, generate
from ergodoku.puzzle.layout import Layout

proof = Proof(generate(Recipe(Layout.of(36), fraction=0.42), seed=1))
print(proof.process.pid, flush=True)
time.sleep(6000)
"""


@pytest.mark.parametrize(("text", "proved"), [(BEYOND_LOGIC_UNSOLVABLE, True), (HARD, False)])
def test_a_proof_reports_whether_a_puzzle_is_unsolvable(text: str, proved: bool) -> None:
    proof = Proof(Puzzle.parse(text))
    proof.process.wait(LONGEST)
    assert proof.unsolvable() is proved
    proof.end()


def test_a_proof_can_be_stopped_at_any_time() -> None:
    proof = Proof(general(36, 0.42))
    assert not proof.unsolvable()
    proof.end()
    assert proof.process.returncode is not None
    assert not proof.unsolvable()


@pytest.mark.parametrize("at_work", [False, True], ids=["starting", "running"])
def test_the_process_ends_when_its_parent_is_killed(at_work: bool) -> None:
    with subprocess.Popen([sys.executable, "-c", PARENT], stdout=subprocess.PIPE, text=True) as parent:
        assert parent.stdout is not None
        child = int(parent.stdout.readline())
        if at_work:  # the process lowers its priority when it begins the proof
            wait_for(lambda: told("nice", child) != told("nice", parent.pid))
        assert is_running(child)
        parent.kill()
    wait_for(lambda: not is_running(child))


def is_running(process: int) -> bool:
    return told("stat", process)[:1] not in ("", "Z")  # a zombie has ended, although ps still lists it


def told(what: str, process: int) -> str:
    command = ["ps", "-o", f"{what}=", "-p", str(process)]
    return subprocess.run(command, capture_output=True, text=True, check=False).stdout.strip()


def wait_for(condition: Callable[[], bool]) -> None:
    end = time.monotonic() + LONGEST
    while not condition():
        assert time.monotonic() < end, "it did not happen"
        time.sleep(0.1)
