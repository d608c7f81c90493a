"""Fast start: a command imports heavy packages only if it needs them."""

import re
import subprocess
import sys

import pytest

import ergodoku as eg

HEAVY = {"numba", "matplotlib", "scipy", "pysat"}
PUZZLE = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
CONTRADICTORY = "55" + PUZZLE[2:]


def test_importing_the_package_imports_nothing_heavy() -> None:
    assert imports(["-c", "import ergodoku"]).isdisjoint({"numpy", "numba", "matplotlib", "typer", "rich"})


@pytest.mark.parametrize("arguments", [["--help"], ["check", "--help"], ["generate", "--help"]])
def test_help_imports_neither_numba_nor_matplotlib_nor_numpy(arguments: list[str]) -> None:
    assert imports(["-m", "ergodoku", *arguments]).isdisjoint({"numpy", *HEAVY})


def test_convert_imports_neither_numba_nor_matplotlib() -> None:
    seen = imports(["-m", "ergodoku", "convert", PUZZLE, "--to", "grid"])
    assert "numpy" in seen
    assert seen.isdisjoint(HEAVY)


def test_check_finds_a_contradiction_in_the_givens_without_numba_or_matplotlib() -> None:
    seen = imports(["-m", "ergodoku", "check", CONTRADICTORY], status=2)
    assert "numpy" in seen
    assert seen.isdisjoint(HEAVY)


@pytest.mark.parametrize("method", ["auto", "annealing"])
def test_nothing_is_imported_while_the_clock_of_a_run_is_running(method: str) -> None:
    eg.Run(PUZZLE, method, stop=eg.Iterations(100)).finish()  # compile first: compiling imports modules
    program = (
        "import sys; import ergodoku as eg; from ergodoku.base.compiled import load_numba; load_numba();"
        f"run = eg.Run({PUZZLE!r}, {method!r}, stop=eg.Iterations(100)); before = set(sys.modules);"
        "run.finish(); print(*set(sys.modules) - before)"
    )
    for _ in range(4):  # the first run may have to compile its kernels, which imports more modules
        done = subprocess.run(
            [sys.executable, "-c", program], capture_output=True, text=True, encoding="utf-8"
        )
        if done.stdout == "\n":
            break
    assert (done.stdout, done.returncode) == ("\n", 0), done.stderr


def imports(arguments: list[str], status: int = 0) -> set[str]:
    """Run Python and return the top-level names of all modules that it imported."""
    done = subprocess.run(
        [sys.executable, "-X", "importtime", *arguments], capture_output=True, text=True, encoding="utf-8"
    )
    assert done.returncode == status, done.stderr
    names = re.findall(r"^import time:\s+\d+ \|\s+\d+ \|\s+(\w+)", done.stderr, re.MULTILINE)
    assert "ergodoku" in names
    return set(names)
