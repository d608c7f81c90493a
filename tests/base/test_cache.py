"""A kernel runs even if something is wrong with the cache, and one line reports the problem."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numba
import pytest

import ergodoku
from ergodoku.base import cache
from ergodoku.base.compiled import kernel
from tests.faults import little_room
from tests.samples import EASY

DAMAGES: dict[str, Callable[[bytes], bytes]] = {
    "cut": lambda data: data[: len(data) // 2],
    "empty": lambda data: b"",
    "garbage": lambda data: b"garbage" * 100,
    "one bit changed": lambda data: data[:-40] + bytes([data[-40] ^ 1]) + data[-39:],
}


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return an empty cache folder, and forget which warnings were already given."""
    monkeypatch.setattr(numba.config, "CACHE_DIR", str(tmp_path))
    monkeypatch.setattr(cache, "_said", set())
    return tmp_path


def double(number: int) -> int:
    return 2 * number


def loaded() -> Any:
    """Make the kernel anew, as a new process would, call it once, and return it."""
    compiled: Any = kernel(double)
    assert compiled(21) == 42
    return compiled


def from_disk(compiled: Any) -> bool:
    return bool(compiled.stats.cache_hits)


def test_a_kernel_is_loaded_from_the_cache_the_second_time(folder: Path) -> None:
    assert not from_disk(loaded())
    assert from_disk(loaded())


HELPER = """
from ergodoku.base.compiled import inlined

FACTOR = {factor}

@inlined
def grow(number):
    return FACTOR * number {more}
"""
CALLER = """
from ergodoku.base.compiled import kernel
from helper import FACTOR, grow

@kernel
def grown(number):
    return grow(number) + FACTOR

print(grown(10), bool(grown.stats.cache_hits))
"""


def test_a_kernel_is_recompiled_when_a_function_or_constant_of_another_file_changes(
    tmp_path: Path,
) -> None:
    (tmp_path / "caller.py").write_text(CALLER)
    seen = []
    for factor, more in [(2, ""), (2, ""), (3, ""), (3, "+ 1")]:
        (tmp_path / "helper.py").write_text(HELPER.format(factor=factor, more=more))
        done = subprocess.run(
            [sys.executable, "-B", "caller.py"], cwd=tmp_path, capture_output=True, text=True, check=True
        )
        seen.append(done.stdout.split())
    assert seen == [["22", "False"], ["22", "True"], ["33", "False"], ["34", "False"]]


@pytest.mark.parametrize("ending", ["nbi", "nbc"])
@pytest.mark.parametrize("damage", DAMAGES)
def test_a_damaged_file_is_reported_once_and_replaced(folder: Path, ending: str, damage: str) -> None:
    loaded()
    [file] = folder.glob(f"*/*.{ending}")
    file.write_bytes(DAMAGES[damage](file.read_bytes()))
    with pytest.warns(RuntimeWarning, match="is damaged and is recompiled") as said:
        assert not from_disk(loaded())
    assert len(said) == 1
    assert from_disk(loaded())


def test_a_missing_file_is_not_reported_as_damaged(folder: Path) -> None:
    loaded()
    [file] = folder.glob("*/*.nbc")
    file.unlink()
    assert not from_disk(loaded())
    assert from_disk(loaded())


def test_on_a_full_disk_the_kernel_stays_in_memory(folder: Path) -> None:
    with little_room(10), pytest.warns(RuntimeWarning, match="cannot be stored in .*: File too large; set"):
        loaded()
    assert not from_disk(loaded())


def test_a_read_only_installation_without_a_home_uses_a_private_temporary_folder(tmp_path: Path) -> None:
    package, temporary = read_only_copy(tmp_path), tmp_path / "temporary"
    temporary.mkdir()
    first, again = (solve_in(package, temporary) for _ in range(2))
    [private] = temporary.iterdir()
    assert private.stat().st_mode & 0o777 == 0o700
    assert f"note: compiled kernels are stored in {private}" in first
    assert "note" not in again
    assert "compiling" not in again


@pytest.mark.skipif(not hasattr(os, "getuid"), reason="folders have no owner")
def test_a_temporary_folder_that_others_can_write_to_is_not_used(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    foreign = folder / f"ergodoku-{os.getuid()}"
    foreign.mkdir()
    foreign.chmod(0o777)
    monkeypatch.setattr(tempfile, "tempdir", str(folder))
    monkeypatch.setattr(cache._Impl, "_locator_classes", (cache._TemporaryFolder,))  # no other folder
    with pytest.warns(RuntimeWarning, match="cannot be stored: no folder is writable; set"):
        loaded()
    assert not list(foreign.iterdir())


def read_only_copy(folder: Path) -> Path:
    """Copy the package, with a file in place of each cache folder, so that even root cannot store kernels."""
    package = folder / "installed" / "ergodoku"
    shutil.copytree(Path(ergodoku.__file__).parent, package, ignore=shutil.ignore_patterns("__pycache__"))
    for inner in [package, *(path for path in package.rglob("*") if path.is_dir())]:
        (inner / "__pycache__").touch()
    return package


def solve_in(package: Path, temporary: Path) -> str:
    """Solve a puzzle with a copy of the package, and return the text on stderr."""
    place = {"PYTHONPATH": str(package.parent), "TMPDIR": str(temporary), "HOME": os.devnull}
    kept = {name: value for name, value in os.environ.items() if not name.startswith(("XDG_", "NUMBA_"))}
    done = subprocess.run(
        [sys.executable, "-m", "ergodoku", "solve", EASY],
        cwd=package.parent,
        env=kept | place,
        capture_output=True,
        text=True,
        timeout=3600,
        check=False,
    )
    assert (done.returncode, len(done.stdout)) == (0, 82), done.stderr
    assert "Traceback" not in done.stderr
    return done.stderr
