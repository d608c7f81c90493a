"""What tests of commands share."""

from __future__ import annotations

from functools import partial

import pytest

from tests.cli.run import Run, in_this_process


@pytest.fixture
def run(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Run:
    """Give a command in this process: exit code, stdout and stderr."""
    return partial(in_this_process, monkeypatch, capsys)
