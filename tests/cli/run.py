"""Run the command line as people do: in a process of its own."""

from __future__ import annotations

import atexit
import os
import subprocess
import sys
import tempfile
from collections.abc import Callable
from functools import cache
from pathlib import Path

import pytest

from tests.cli.zygote import Zygote

Run = Callable[..., tuple[int, str, str]]  # the fixture `run`


def ergodoku(
    *arguments: object, stdin: str | bytes = "", cwd: Path | None = None
) -> subprocess.CompletedProcess[str]:
    """Run ``ergodoku`` and return exit code, stdout and stderr; a traceback is always a failure."""
    words = [*map(str, arguments)]
    with tempfile.TemporaryFile() as given, tempfile.TemporaryFile() as out, tempfile.TemporaryFile() as err:
        given.write(stdin if isinstance(stdin, bytes) else stdin.encode())
        given.seek(0)
        files = [file.fileno() for file in (given, out, err)]
        code = zygote().start(words, str(cwd or Path.cwd()), os.environ, files).wait(300)
        said = [os.pread(file, os.fstat(file).st_size, 0).decode() for file in files[1:]]
    assert "Traceback" not in said[1], said[1]
    return subprocess.CompletedProcess(words, code, *said)


@cache
def zygote() -> Zygote:
    """Return the process that commands are forked from."""
    made = Zygote()
    atexit.register(made.end)
    return made


def in_this_process(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], *words: object
) -> tuple[int, str, str]:
    """Give a command without a process of its own, which is quicker: exit code, stdout and stderr."""
    from ergodoku.cli.main import run

    monkeypatch.setattr(sys, "argv", ["ergodoku", *map(str, words)])
    return run(), *capsys.readouterr()
