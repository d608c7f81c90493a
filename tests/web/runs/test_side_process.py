"""The helper: what it tells when it is late."""

from __future__ import annotations

import asyncio
import signal

import pytest

from ergodoku.web.runs import side_process as helper


class Watched(helper.Helper):
    """A helper whose process is still known after it was ended."""

    def close(self) -> None:
        self.closed = self.process
        super().close()


def test_a_start_that_takes_too_long_is_told_as_such_and_ended(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(helper, "STARTED", 0.001)  # sooner than any process is ready

    async def late() -> int:
        made = Watched()
        with pytest.raises(helper.HelperError, match=r"did not start within 0\.001 seconds"):
            await made.do("generated", seconds=20)
        assert made.closed is not None
        return await made.closed.wait()

    assert asyncio.run(late()) == -signal.SIGKILL
