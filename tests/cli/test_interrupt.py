"""Ctrl-C, a reader who leaves, a full disk: the right exit code, no traceback, and what was printed stays."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

EASY = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
# Ctrl-C in the main thread as soon as a line comes in on stdin: the same on every system.
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
from ergodoku.puzzle import generate
dig = generate.dig
def say_and_dig(*arguments, **options):
    print("digging", flush=True)
    return dig(*arguments, **options)
generate.dig = say_and_dig
"""
FULL_DISK = """
import errno, os
from ergodoku.cli import main
def app():
    raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
main.app = app
main.main()
"""


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
def test_ctrl_c_exits_130_and_keeps_whole_lines(tmp_path: Path, arguments: list[str]) -> None:
    with started(CTRL_C_ON_STDIN, arguments, long_list(tmp_path)) as child:
        first = child.stdout.readline()
        interrupt(child)
        lines = [first, *child.stdout]
        err = child.stderr.read()
    assert child.returncode == 130
    assert "Traceback" not in err
    assert all(line.endswith("\n") for line in lines)
    assert len({len(line.split(":")[-1]) for line in lines}) == 1


def test_ctrl_c_ends_a_search_for_what_cannot_be_found() -> None:
    script = SAY_WHEN_DIGGING + CTRL_C_ON_STDIN
    with started(script, ["generate", "--size", "16", "--clues", "50", "--unique"], Path()) as child:
        assert child.stdout.readline() == "digging\n"
        interrupt(child)
        out, err = child.stdout.read(), child.stderr.read()
    assert child.returncode == 130
    assert set(out.splitlines()) <= {"digging"}
    assert "Traceback" not in err


@pytest.mark.parametrize("arguments", [["check", "FILE"], ["convert", "FILE", "--to", "sdm"]], ids=" ".join)
def test_a_reader_who_leaves_is_no_error_to_speak_of(tmp_path: Path, arguments: list[str]) -> None:
    with started("from ergodoku.cli.main import main; main()", arguments, long_list(tmp_path)) as child:
        child.stdout.readline()
        child.stdout.close()
        assert child.stderr.read() == ""


def test_a_full_disk_is_one_line_on_stderr_and_exit_2() -> None:
    done = subprocess.run([sys.executable, "-c", FULL_DISK], capture_output=True, text=True, check=False)
    assert done.returncode == 2
    assert done.stderr.startswith("error: cannot write: ")
    assert len(done.stderr.splitlines()) == 1


def interrupt(child: subprocess.Popen[str]) -> None:
    """Press Ctrl-C while the child waits for its full pipe, and let go when it was felt."""
    child.stdin.write("now\n")
    child.stdin.flush()
    child.stderr.readline()


def long_list(folder: Path) -> Path:
    file = folder / "long.sdm"
    file.write_text(f"{EASY}\n" * 100_000)
    return file


def started(script: str, arguments: list[str], file: Path) -> subprocess.Popen[str]:
    words = [str(file) if word == "FILE" else word for word in arguments]
    pipe = subprocess.PIPE
    return subprocess.Popen(
        [sys.executable, "-c", script, *words], stdin=pipe, stdout=pipe, stderr=pipe, encoding="utf-8"
    )
