"""A proof in a separate process: it gives a result, can be stopped, and ends with its parent."""

from __future__ import annotations

import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from ergodoku.puzzle.exact import Proof
from ergodoku.puzzle.puzzle import Puzzle
from tests.samples import BEYOND_LOGIC_UNSOLVABLE, HARD, general

LONGEST = 1200.0  # seconds to wait for a process to end
PARENT = """
import sys
import time
from ergodoku.puzzle.exact import Proof, prove
from ergodoku.puzzle.generate import Recipe, generate
from ergodoku.puzzle.layout import Layout

def reporting(module, usual=prove.python_command):
    *words, code = usual(module)  # the process lowers its priority when it begins the proof
    return [*words, f"import os; os.nice = lambda by: open({sys.argv[1]!r}, 'x').close(); {code}"]

prove.python_command = reporting
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


def test_a_proof_executes_no_code_from_the_current_folder(hostile: Path) -> None:
    proof = Proof(Puzzle.parse(BEYOND_LOGIC_UNSOLVABLE))
    proof.process.wait(LONGEST)
    assert proof.unsolvable()
    proof.end()


def test_a_proof_can_be_stopped_at_any_time() -> None:
    proof = Proof(general(36, 0.42))
    assert not proof.unsolvable()
    proof.end()
    assert proof.process.returncode is not None
    assert not proof.unsolvable()


@pytest.mark.parametrize("at_work", [False, True], ids=["starting", "running"])
def test_the_process_ends_when_its_parent_is_killed(at_work: bool, tmp_path: Path) -> None:
    begun = tmp_path / "begun"
    command = [sys.executable, "-c", PARENT, str(begun)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as parent:
        assert parent.stdout is not None
        child = int(parent.stdout.readline())
        if at_work:
            wait_for(begun.exists)
        assert is_running(child)
        parent.kill()
    wait_for(lambda: not is_running(child))


def is_running(process: int) -> bool:
    command = ["ps", "-o", "stat=", "-p", str(process)]
    state = subprocess.run(command, capture_output=True, text=True, check=False).stdout.strip()
    return state[:1] not in ("", "Z")  # a zombie has ended, although ps still lists it


def wait_for(condition: Callable[[], bool]) -> None:
    end = time.monotonic() + LONGEST
    while not condition():
        assert time.monotonic() < end, "it did not happen"
        time.sleep(0.1)
