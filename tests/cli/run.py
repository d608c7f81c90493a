"""Run the command line as people do: in a process of its own."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest


def ergodoku(
    *arguments: object, stdin: str | bytes = "", cwd: Path | None = None
) -> subprocess.CompletedProcess[str]:
    """Run ``ergodoku`` and return exit code, stdout and stderr; a traceback is always a failure."""
    done = subprocess.run(
        [sys.executable, "-m", "ergodoku", *map(str, arguments)],
        input=stdin if isinstance(stdin, bytes) else stdin.encode(),
        capture_output=True,
        timeout=300,
        cwd=cwd,
        check=False,
    )
    out, err = done.stdout.decode(), done.stderr.decode()
    assert "Traceback" not in err, err
    return subprocess.CompletedProcess(done.args, done.returncode, out, err)


def in_this_process(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], *words: object
) -> tuple[int, str, str]:
    """Give a command without a process of its own, which is quicker: exit code, stdout and stderr."""
    from ergodoku.cli.main import main

    monkeypatch.setattr(sys, "argv", ["ergodoku", *map(str, words)])
    with pytest.raises(SystemExit) as end:
        main()
    out, err = capsys.readouterr()
    return int(end.value.code or 0), out, err
