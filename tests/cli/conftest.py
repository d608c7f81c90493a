"""What tests of commands share."""

from __future__ import annotations

from functools import partial

import pytest

from tests.cli.run import Run, ergodoku, in_this_process


@pytest.fixture
def run(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Run:
    """Give a command in this process: exit code, stdout and stderr."""
    return partial(in_this_process, monkeypatch, capsys)


@pytest.fixture
def forked() -> Run:
    """Give a command in a process of its own: for studies, whose processes can be forked only there."""

    def run(*words: object) -> tuple[int, str, str]:
        done = ergodoku(*words)
        return done.returncode, done.stdout, done.stderr

    return run
