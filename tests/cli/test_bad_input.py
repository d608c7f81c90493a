"""Bad input gives one clear line on stderr with place and remedy, exit code 2, and no traceback."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from typing import Never

import pytest

from tests.cli.run import Run, ergodoku
from tests.samples import EASY, HARD

# This script limits the memory to 100 MB more than is already in use, and runs the command line.
WITH_LITTLE_MEMORY = """
import resource
with open("/proc/self/statm") as file:
    used = int(file.read().split()[0]) * resource.getpagesize()
resource.setrlimit(resource.RLIMIT_AS, (used + 100_000_000, resource.RLIM_INFINITY))
from ergodoku.cli.main import main
main()
"""
# When NumPy is imported, this script prints how many threads OpenBLAS may start.
PRINT_OPENBLAS_THREADS = """
import os, sys
class Finder:
    def find_spec(self, name, path=None, target=None):
        if name == "numpy":
            print(os.environ.get("OPENBLAS_NUM_THREADS"))
sys.meta_path.insert(0, Finder())
from ergodoku.__main__ import main
main()
"""


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (b"", "empty"),
        (bytes(range(256)) * 8, "binary"),
        (EASY[:80].encode(), "80"),
        (EASY.replace("5", "?", 1).encode(), "?"),
        (b"\n".join(b" ".join([b"17"] * 16) for _ in range(16)), "17"),
        (("5" + EASY[1:].replace("3", "5", 1)).encode(), "twice"),
        (("." * 49).encode(), "prime"),
        (b"1" * 10_000_000, "line 1"),
        (f"puzzle,solution\n{EASY},{'1' * 40}".encode(), "line 2"),
        (f"{EASY}\n{'.' * 16}\n".encode(), "line 2"),
    ],
    ids=[
        "empty file",
        "binary file",
        "wrong length",
        "unknown character",
        "digit out of range",
        "contradictory givens",
        "prime size",
        "a 10 MB line",
        "a truncated CSV",
        "mixed sizes in one list",
    ],
)
@pytest.mark.parametrize("command", [("check",), ("convert", "--to", "grid")], ids=lambda c: c[0])
def test_a_bad_file_gives_an_error_with_a_remedy(
    tmp_path: Path, content: bytes, said: str, command: tuple[str, ...]
) -> None:
    file = tmp_path / "bad.txt"
    file.write_bytes(content)
    done = ergodoku(*command, file)
    assert done.returncode == 2
    assert said in done.stderr
    assert done.stderr.startswith("error: ")
    assert ";" in done.stderr, "no remedy"
    assert len(done.stderr) < 1000


def test_three_bad_lines_of_a_thousand_are_reported_and_997_puzzles_are_written(tmp_path: Path) -> None:
    lines = [EASY] * 1000
    lines[9] = EASY[:-1]
    lines[499] = "55" + EASY[2:]
    lines[998] = "$" + EASY[1:]
    file = tmp_path / "list.sdm"
    file.write_text("\n".join(lines))
    done = ergodoku("convert", file, "--to", "sdm")
    assert done.returncode == 2
    assert len(done.stdout.splitlines()) == 997
    assert [number for number in (10, 500, 999) if f"line {number}" in done.stderr] == [10, 500, 999]
    assert len(done.stderr.splitlines()) == 3


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["check", "no_such_file.sdm"], "neither a file nor a puzzle"),
        (["check", "12345"], "neither a file nor a puzzle"),
        (["check", "."], "directory"),
        (["check", "." * 81, "--layout", "round"], "unknown layout"),
        (["check", "." * 81, "--alphabet", "AB"], "alphabet"),
        (["convert", "." * 81], "--to"),
        (["convert", "." * 81, "--to", "stone"], "stone"),
        (["convert", "." * 81, "--to", "csv", "--json"], "--json and --to csv cannot be combined"),
        (["convert", "." * 81, "--plot", "puzzle.txt"], "end the name in .png, .svg or .pdf"),
        (["convert", "." * 81, "--to", "line", "--output", "no/such/folder/x"], "cannot write"),
        (["generate", "--clues", "99"], "0 to 81"),
        (["generate", "--size", "7"], "prime"),
        (["generate", "--size", "101"], "4 to 100"),
        (["generate", "--seed", "x"], "seed"),
        (["generate", "--box", "3x3", "--size", "16"], "does not fit"),
        (["solve", "." * 81, "--box", "2x3"], "make a grid of 6x6, not of 9x9; give a --box whose rows"),
        (["check", "." * 49], "give --layout latin for a grid without boxes, or make a jigsaw"),
        (["check", "5" + "." * 255], "give --alphabet, one of: 1-9A-G"),
        (["generate", "--clues", "30", "--fraction", "0.5"], "--clues and --fraction were both given"),
        (["nonsense"], "nonsense"),
    ],
    ids=lambda value: value if isinstance(value, str) else None,
)
def test_bad_arguments_are_reported_and_the_exit_code_is_2(
    tmp_path: Path, arguments: list[str], said: str
) -> None:
    done = ergodoku(*arguments, cwd=tmp_path)
    assert done.returncode == 2
    assert said in done.stderr


@pytest.mark.skipif(sys.platform != "linux", reason="limiting the address space needs Linux")
def test_running_out_of_memory_gives_a_one_line_error() -> None:
    done = ergodoku("solve", HARD, "--replicas", 5_000, "--quiet", script=WITH_LITTLE_MEMORY)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == "error: there is not enough memory; use fewer --replicas\n"


@pytest.mark.parametrize(
    ("options", "advice"),
    [
        ([], "close other programs, or allow this one to use more"),
        (["--workers=4"], "use fewer --workers"),
        (["--workers", "4", "--replicas", "9"], "use fewer --replicas or --workers"),
    ],
)
@pytest.mark.parametrize(
    "cause",
    [MemoryError(), RuntimeError("can't start new thread"), OSError("x.so: failed to map segment")],
    ids=repr,
)
def test_too_little_memory_gives_advice_only_about_options_that_were_given(
    run: Run, monkeypatch: pytest.MonkeyPatch, options: list[str], advice: str, cause: Exception
) -> None:
    def command(*words: str) -> Never:
        raise OSError("cannot load a library; it may be missing") from cause

    monkeypatch.setattr("ergodoku.cli.commands.command_line", command)
    assert run("solve", EASY, *options) == (2, "", f"error: there is not enough memory; {advice}\n")


@pytest.mark.parametrize(("wanted", "threads"), [(None, "1"), ("2", "2")])
def test_openblas_starts_no_threads_because_it_would_hang_with_little_memory(
    wanted: str | None, threads: str
) -> None:
    environment = {name: value for name, value in os.environ.items() if name != "OPENBLAS_NUM_THREADS"}
    if wanted:
        environment["OPENBLAS_NUM_THREADS"] = wanted
    command = [sys.executable, "-c", PRINT_OPENBLAS_THREADS, "convert", EASY, "--to", "line"]
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=True)
    assert done.stdout.split() == [threads, EASY]
