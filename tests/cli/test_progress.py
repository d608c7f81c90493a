"""Progress is for people: on a terminal, and never where the results go."""

from __future__ import annotations

import io
import sys
from pathlib import Path

import pytest

from ergodoku.cli.progress import tracked

FILE = Path("somewhere")


class Stream(io.StringIO):
    def __init__(self, terminal: bool) -> None:
        super().__init__()
        self.terminal = terminal

    def isatty(self) -> bool:
        return self.terminal


@pytest.mark.parametrize(
    ("stdout", "stderr", "output", "shown"),
    [
        (False, True, None, True),
        (True, True, FILE, True),
        (True, True, None, False),
        (False, False, None, False),
        (True, False, FILE, False),
    ],
)
def test_a_bar_is_shown_on_a_terminal_that_results_do_not_go_to(
    monkeypatch: pytest.MonkeyPatch, stdout: bool, stderr: bool, output: Path | None, shown: bool
) -> None:
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.setattr(sys, "stdout", Stream(stdout))
    err = Stream(stderr)
    monkeypatch.setattr(sys, "stderr", err)
    assert list(tracked(range(3), "counting", 3, output=output)) == [0, 1, 2]
    assert ("counting" in err.getvalue()) is shown
