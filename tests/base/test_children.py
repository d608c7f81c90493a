"""The processes that we start can import what this process can, but nothing from the current folder."""

from __future__ import annotations

import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

from ergodoku.base.children import python_command

OURS = "import json\n\ndef main():\n    print(json.loads('[1]'))\n"
COMMAND = """
import subprocess, sys
from ergodoku.cli import main

def run(last):
    code = "import json, multiprocessing, numba; print(numba.config.CACHE_DIR or 'safe')"
    return subprocess.run([sys.executable, "-c", code]).returncode

main.run = run
main.main()
"""


def output(command: list[str]) -> str:
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout.strip()


@pytest.mark.parametrize("zipped", [False, True])
def test_a_process_finds_our_modules_but_not_those_of_the_current_folder(
    hostile: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, zipped: bool
) -> None:
    place = tmp_path / "ou'rs.zip"
    if zipped:
        with zipfile.ZipFile(place, "w") as archive:
            archive.writestr("ours.py", OURS)
    else:
        place.mkdir()
        (place / "ours.py").write_text(OURS)
    monkeypatch.syspath_prepend(place)
    assert output(python_command("ours")) == "[1]"


def test_no_process_of_a_command_executes_code_from_the_current_folder(
    hostile: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("NUMBA_CACHE_DIR", raising=False)
    assert output([sys.executable, "-P", "-c", COMMAND]) == "safe"
