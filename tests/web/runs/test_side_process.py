"""The side process: what is told when it is late."""

from __future__ import annotations

import asyncio
import signal

import pytest

from ergodoku.web.runs import SideProcess, SideProcessError, side_process


class Remembered(SideProcess):
    """A side process that is still known after it was ended."""

    def close(self) -> None:
        self.closed = self.process
        super().close()


def test_a_start_that_takes_too_long_is_told_as_such_and_ended(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(side_process, "START_SECONDS", 0.001)  # sooner than any process is ready

    async def late() -> int:
        made = Remembered()
        with pytest.raises(SideProcessError, match=r"did not start within 0\.001 seconds"):
            await made.do("generated", seconds=20)
        assert made.closed is not None
        return await made.closed.wait()

    assert asyncio.run(late()) == -signal.SIGKILL
