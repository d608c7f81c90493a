"""Fixtures that run commands."""

from __future__ import annotations

from functools import partial

import pytest

from tests.cli.run import Run, ergodoku, in_this_process


@pytest.fixture
def run(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Run:
    """Return a function that runs a command in this process and returns exit code, stdout and stderr."""
    return partial(in_this_process, monkeypatch, capsys)


@pytest.fixture
def forked() -> Run:
    """Return a function that runs a command in a new process, because a study forks its workers."""

    def run(*words: object) -> tuple[int, str, str]:
        done = ergodoku(*words)
        return done.returncode, done.stdout, done.stderr

    return run
