"""Progress is shown only on a terminal, and never mixed with results."""

from __future__ import annotations

import io
import sys
from pathlib import Path

import pytest

from ergodoku.cli.progress import figures, progress, tracked

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
def test_a_bar_is_shown_on_a_terminal_unless_results_are_printed_there(
    monkeypatch: pytest.MonkeyPatch, stdout: bool, stderr: bool, output: Path | None, shown: bool
) -> None:
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.setattr(sys, "stdout", Stream(stdout))
    err = Stream(stderr)
    monkeypatch.setattr(sys, "stderr", err)
    assert list(tracked(range(3), "counting", 3, output=output)) == [0, 1, 2]
    assert ("counting" in err.getvalue()) is shown


def test_the_total_can_be_estimated_during_the_work(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.setattr("ergodoku.cli.progress.OFTEN", 0.0)
    monkeypatch.setattr(sys, "stdout", Stream(False))
    err = Stream(True)
    monkeypatch.setattr(sys, "stderr", err)
    with progress("solving", lambda: 30_123, done=20_000) as advance:
        advance(100)
        advance(200)
    assert "20,300 of about 30,100  " in err.getvalue()
    assert " left" in err.getvalue()


@pytest.mark.parametrize(
    ("figure", "shown"),
    [
        ((3, None, 0.0, False), "3"),
        ((3, 10, 0.25, False), "3 of 10  0.25/s  0:28 left"),
        ((1e6, 9e6, 100.0, True), "1,000,000 of about 9,000,000  100/s  22:13:20 left"),
    ],
)
def test_the_progress_text_shows_done_total_rate_and_time_left(
    figure: tuple[float, float | None, float, bool], shown: str
) -> None:
    assert figures(*figure) == shown
