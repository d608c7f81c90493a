"""Run the command line as people do, in a separate process."""

from __future__ import annotations

import atexit
import os
import signal
import subprocess
import sys
import tempfile
from collections.abc import Callable
from functools import cache
from pathlib import Path

import pytest

from tests.cli.zygote import Zygote

Run = Callable[..., tuple[int, str, str]]  # the fixture `run`
PATIENCE = 1800.0  # seconds to wait for a command; only a failing test waits that long


def ergodoku(
    *arguments: object, stdin: str | bytes = "", cwd: Path | None = None, script: str = ""
) -> subprocess.CompletedProcess[str]:
    """Run ``ergodoku`` and return exit code, stdout and stderr; a traceback is always a failure.

    With a script, run the script instead: it can prepare something before it calls the command.
    """
    words = [*map(str, arguments)]
    with tempfile.TemporaryFile() as given, tempfile.TemporaryFile() as out, tempfile.TemporaryFile() as err:
        given.write(stdin if isinstance(stdin, bytes) else stdin.encode())
        given.seek(0)
        files = [file.fileno() for file in (given, out, err)]
        code = zygote().start(words, str(cwd or Path.cwd()), os.environ, files, script).wait(PATIENCE)
        said = [os.pread(file, os.fstat(file).st_size, 0).decode() for file in files[1:]]
    assert "Traceback" not in said[1], said[1]
    return subprocess.CompletedProcess(words, code, *said)


class Child:
    """A running ``ergodoku``, with pipes like those of `subprocess.Popen`."""

    def __init__(self, *arguments: object, script: str = "") -> None:
        (given, stdin), (stdout, out), (stderr, err) = (os.pipe() for _ in range(3))
        words = [*map(str, arguments)]
        self.command = zygote().start(words, str(Path.cwd()), os.environ, [given, out, err], script)
        for theirs in (given, out, err):
            os.close(theirs)
        self.stdin = os.fdopen(stdin, "w", encoding="utf-8")
        self.stdout, self.stderr = (os.fdopen(ours, encoding="utf-8") for ours in (stdout, stderr))

    def __enter__(self) -> Child:
        return self

    def __exit__(self, *error: object) -> None:
        for pipe in (self.stdin, self.stdout, self.stderr):
            pipe.close()
        if error[0]:
            self.command.kill()
        self.returncode = self.command.wait(PATIENCE)

    @property
    def running(self) -> bool:
        """Whether the command is still running."""
        return self.command.poll() is None

    def interrupt(self) -> None:
        """Press Ctrl-C."""
        self.command.send_signal(signal.SIGINT)

    def terminate(self) -> None:
        """Send SIGTERM."""
        self.command.send_signal(signal.SIGTERM)


@cache
def zygote() -> Zygote:
    """Return the process that commands are forked from."""
    made = Zygote()
    atexit.register(made.end)
    return made


def in_this_process(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], *words: object
) -> tuple[int, str, str]:
    """Run a command in this process, which is quicker; return exit code, stdout and stderr."""
    from ergodoku.cli.main import run

    monkeypatch.setattr(sys, "argv", ["ergodoku", *map(str, words)])
    return run(), *capsys.readouterr()
