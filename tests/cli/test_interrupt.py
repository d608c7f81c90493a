"""Ctrl-C, a closed pipe, a full disk: the right exit code, no traceback, and printed output is kept."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

import ergodoku as eg
from tests.cli.run import PATIENCE, Child, ergodoku
from tests.samples import BEYOND_LOGIC_UNSOLVABLE, EASY, HARD

HALF_LOGIC = "4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......"
# This script interrupts its main thread as soon as a line arrives on stdin. That works on every system.
CTRL_C_ON_STDIN = """
import os, sys, threading, _thread
def wait():
    sys.stdin.readline()
    _thread.interrupt_main()
    os.write(2, b"interrupted\\n")
threading.Thread(target=wait, daemon=True).start()
from ergodoku.cli.main import main
main()
"""
SAY_WHEN_DIGGING = """
from ergodoku.puzzle.generate.generator import Maker
dig = Maker.dig
def say_and_dig(*arguments):
    print("digging", flush=True)
    return dig(*arguments)
Maker.dig = say_and_dig
"""
CTRL_C_WHILE_COMPILING = """
import _thread
from numba.core import event
class Impatient(event.Listener):
    def on_start(self, event):
        _thread.interrupt_main()
    def on_end(self, event):
        pass
event.register("numba:compile", Impatient())
from ergodoku.cli.main import main
main()
"""
CTRL_C_AFTER_LOGIC = """
import _thread
from ergodoku.engine.replicas import Replicas
start = Replicas.start
def interrupted(self, *arguments):
    _thread.interrupt_main()
    start(self, *arguments)
Replicas.start = interrupted
from ergodoku.cli.main import main
main()
"""
CTRL_C_WHILE_WRITING = """
from ergodoku.cli import answers
from ergodoku.cli.main import main
write = answers.print_result
def interrupted(*arguments, **options):
    write(*arguments, **options)
    raise KeyboardInterrupt
answers.print_result = interrupted
main()
"""
CTRL_C_AFTER_ALL_IS_DONE = """
import atexit, signal
atexit.register(signal.raise_signal, signal.SIGINT)
from ergodoku.cli.main import main
main()
"""
# This script sends itself SIGINT when Python looks for the named module, in the middle of the imports.
SIGNAL_ON_IMPORT = """
import runpy, signal, sys
module = sys.argv.pop(1)
class Impatient:
    def find_spec(self, name, path=None, target=None):
        if name == module:
            signal.raise_signal(signal.SIGINT)
sys.meta_path.insert(0, Impatient())
runpy.run_module("ergodoku", run_name="__main__")
"""
# This script imports `main`, like the one that pip installs, and is interrupted before it calls `main`. Other
# programs that import Ergodoku must still get a `KeyboardInterrupt`.
CTRL_C_BEFORE_MAIN = """
import sys
sys.argv = sys.argv[1:]
from ergodoku.__main__ import main
import signal
try:
    signal.raise_signal(signal.SIGINT)
except KeyboardInterrupt:
    sys.exit(7)
"""
# With this script, the timer fires and sends the signal again before `start` returns, as can happen on a busy
# machine.
SLOW_TO_START = """
import threading, time
class SlowTimer(threading.Timer):
    def start(self):
        super().start()
        time.sleep(0.1)
threading.Timer = SlowTimer
"""
# This script sends itself a signal in the finaliser of an object, after the first slice. Python drops
# exceptions raised in a finaliser.
SIGNAL_IN_FINALISER = """
import signal, sys
from ergodoku.engine.run import Run
number, advance = int(sys.argv.pop(1)), Run.advance
class Last:
    def __del__(self):
        signal.raise_signal(number)
def and_drop(self, *arguments):
    more, Run.advance = advance(self), advance
    Last()
    return more
Run.advance = and_drop
from ergodoku.cli.main import main
main()
"""


@pytest.mark.parametrize(
    "module",
    ["ergodoku.cli", "ergodoku.cli.main", "ergodoku.cli.signals", "typer", "numpy", "numba"],
)
def test_ctrl_c_during_the_imports_is_quiet(module: str) -> None:
    done = run_script(SIGNAL_ON_IMPORT, [module, "solve", HARD])
    assert (done.returncode, done.stdout, done.stderr) == (130, "", "")


@pytest.mark.parametrize(("program", "code"), [("bin/ergodoku", 130), ("ergodoku.exe", 130), ("mine.py", 7)])
def test_ctrl_c_is_quiet_as_soon_as_the_installed_script_has_imported_ergodoku(
    program: str, code: int
) -> None:
    done = run_script(CTRL_C_BEFORE_MAIN, [program])
    assert (done.returncode, done.stdout, done.stderr) == (code, "", "")


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_a_signal_that_python_drops_still_ends_the_search(number: signal.Signals) -> None:
    search = ["solve", BEYOND_LOGIC_UNSOLVABLE, "--method", "annealing"]
    done = ergodoku(int(number), *search, script=SIGNAL_IN_FINALISER)
    assert (done.returncode, len(done.stdout)) == (128 + number, 82)
    assert done.stderr.splitlines()[-1].startswith("interrupted at energy ")
    assert "Exception ignored" not in done.stderr


def test_a_dropped_signal_is_sent_again_even_if_the_machine_is_slow_to_start_a_thread() -> None:
    search = ["solve", BEYOND_LOGIC_UNSOLVABLE, "--method", "annealing"]
    done = ergodoku(int(signal.SIGINT), *search, script=SLOW_TO_START + SIGNAL_IN_FINALISER)
    assert (done.returncode, len(done.stdout)) == (130, 82)
    assert "Exception ignored" not in done.stderr


@pytest.mark.skipif(sys.platform == "win32", reason="there is no SIGTERM")
def test_sigterm_keeps_the_finished_part_like_ctrl_c(tmp_path: Path) -> None:
    kept = tmp_path / "made.sdm.part"
    words = ["generate", "--count", "1000000", "--seed", "1", "--output", str(tmp_path / "made.sdm")]
    with Child(*words) as child:
        while not (kept.exists() and kept.stat().st_size):  # nothing removes the file between the two calls
            assert child.running
            time.sleep(0.05)
        child.terminate()
        err = child.stderr.read()
    assert child.returncode == 143
    assert str(kept) in err.splitlines()[-1]
    assert {len(line) for line in kept.read_text().splitlines()} == {81}


@pytest.mark.parametrize(
    "arguments",
    [
        ["check", "FILE"],
        ["check", "FILE", "--json"],
        ["convert", "FILE", "--to", "sdm"],
        ["solve", "FILE"],
        ["generate", "--count", "1000000", "--seed", "1"],
    ],
    ids=" ".join,
)
def test_ctrl_c_exits_130_and_leaves_only_complete_lines(tmp_path: Path, arguments: list[str]) -> None:
    with Child(*with_file(arguments, tmp_path), script=CTRL_C_ON_STDIN) as child:
        first = child.stdout.readline()
        interrupt(child)
        lines = [first, *child.stdout]
        err = child.stderr.read()
    assert child.returncode == 130
    assert "Traceback" not in err
    assert all(line.endswith("\n") for line in lines)
    assert len({len(line.split(":")[-1]) for line in lines}) == 1


def test_ctrl_c_ends_generate_when_it_cannot_find_a_puzzle() -> None:
    words = ["generate", "--size", "16", "--clues", "50", "--unique"]
    with Child(*words, script=SAY_WHEN_DIGGING + CTRL_C_ON_STDIN) as child:
        assert child.stdout.readline() == "digging\n"
        interrupt(child)
        out, err = child.stdout.read(), child.stderr.read()
    assert child.returncode == 130
    assert set(out.splitlines()) <= {"digging"}
    assert "Traceback" not in err


@pytest.mark.parametrize("command", ["solve", "watch"])
def test_ctrl_c_while_kernels_are_compiled_prints_the_puzzle_and_exits_130(
    tmp_path: Path, command: str
) -> None:
    done = run_script(CTRL_C_WHILE_COMPILING, [command, HARD], NUMBA_CACHE_DIR=str(tmp_path))
    assert (done.returncode, done.stdout) == (130, f"{HARD}\n")
    assert done.stderr.splitlines()[-1].startswith("interrupted at energy 60: 0 iterations")


def test_after_ctrl_c_before_the_search_the_digits_that_logic_found_are_printed() -> None:
    puzzle = eg.parse(HALF_LOGIC)
    found = eg.reduce(puzzle, eg.Level.SINGLES).puzzle
    assert puzzle.clues < found.clues < 81
    done = ergodoku("solve", HALF_LOGIC, script=CTRL_C_AFTER_LOGIC)
    assert (done.returncode, done.stdout) == (130, f"{found.to('line')}\n")
    assert f"interrupted at energy {81 - found.clues}: " in done.stderr


def test_ctrl_c_while_a_solution_is_written_leaves_the_old_file_and_exits_130(tmp_path: Path) -> None:
    file = tmp_path / "solved.txt"
    file.write_text("old\n")
    done = ergodoku("solve", HARD, "--output", file, script=CTRL_C_WHILE_WRITING)
    assert (done.returncode, file.read_text()) == (130, "old\n")


def test_ctrl_c_after_everything_is_written_does_not_change_the_exit_code() -> None:
    done = run_script(CTRL_C_AFTER_ALL_IS_DONE, ["solve", HARD])
    assert (done.returncode, len(done.stdout)) == (0, 82)
    assert done.stderr.startswith("solved by ")


@pytest.mark.parametrize("arguments", [["check", "FILE"], ["convert", "FILE", "--to", "sdm"]], ids=" ".join)
def test_a_reader_that_closes_the_pipe_causes_no_message(tmp_path: Path, arguments: list[str]) -> None:
    with Child(*with_file(arguments, tmp_path)) as child:
        child.stdout.readline()
        child.stdout.close()
        assert [line for line in child.stderr if not line.startswith("compiling kernels")] == []


def test_a_full_disk_gives_a_one_line_error_and_exits_2() -> None:
    command = [sys.executable, "-m", "ergodoku", "convert", EASY, "--to", "sdm"]
    with Path("/dev/full").open("w") as full:
        done = subprocess.run(command, stdout=full, stderr=subprocess.PIPE, text=True, check=False)
    assert done.returncode == 2
    assert done.stderr.startswith("error: cannot write to stdout: ")
    assert len(done.stderr.splitlines()) == 1


def run_script(script: str, arguments: list[str], **environment: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-c", script, *arguments]
    done = subprocess.run(
        command, capture_output=True, text=True, timeout=PATIENCE, check=False, env=os.environ | environment
    )
    assert "Traceback" not in done.stderr, done.stderr
    return done


def interrupt(child: Child) -> None:
    """Press Ctrl-C in a child that runs `CTRL_C_ON_STDIN`, and return when the child has noticed it."""
    child.stdin.write("now\n")
    child.stdin.flush()
    for line in child.stderr:  # the first line may say that kernels are compiled
        if line == "interrupted\n":
            break


def with_file(arguments: list[str], folder: Path) -> list[str]:
    """Replace FILE by the name of a list that is too long to be finished before Ctrl-C is noticed."""
    file = folder / "long.sdm"
    file.write_text(f"{EASY}\n" * 200_000)
    return [str(file) if word == "FILE" else word for word in arguments]
