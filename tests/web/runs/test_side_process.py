"""The side process: it writes nothing to the log, and a start that takes too long is an error."""

from __future__ import annotations

import asyncio
import gc
import signal
from pathlib import Path

import pytest

from ergodoku.puzzle.generate import Recipe
from ergodoku.puzzle.layout import Layout
from ergodoku.puzzle.puzzle import Puzzle
from ergodoku.web.runs import SideProcess, SideProcessError, side_process


class Remembered(SideProcess):
    """A `SideProcess` that remembers the process that it ended."""

    def close(self) -> None:
        self.closed = self.process
        super().close()


def test_the_side_process_writes_nothing_to_the_log_of_the_server(
    capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(side_process, "START_SECONDS", 1800.0)  # a slow machine compiles for minutes

    async def made() -> Puzzle:
        process = Remembered()
        puzzle: Puzzle = await process.do("generated", Recipe(Layout.of(4)), 1, seconds=600)
        await process.end()
        assert process.closed is not None
        assert process.closed.returncode == -signal.SIGKILL
        return puzzle

    assert asyncio.run(made()).size == 4
    gc.collect()  # a pipe that is still open would complain that its event loop is closed
    assert capfd.readouterr() == ("", "")


def test_the_side_process_executes_no_code_from_the_current_folder(
    hostile: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(side_process, "START_SECONDS", 1800.0)

    async def made() -> Puzzle:
        process = SideProcess()
        puzzle: Puzzle = await process.do("generated", Recipe(Layout.of(4)), 1, seconds=600)
        await process.end()
        return puzzle

    assert asyncio.run(made()).size == 4


def test_a_start_that_takes_too_long_is_an_error_and_the_process_is_killed(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(side_process, "START_SECONDS", 0.001)  # no process starts this fast

    async def late() -> int:
        made = Remembered()
        with pytest.raises(SideProcessError, match=r"did not start within 0\.001 seconds"):
            await made.do("generated", seconds=20)
        assert made.closed is not None
        return await made.closed.wait()

    assert asyncio.run(late()) == -signal.SIGKILL
