"""The helper: what it tells when it is late."""

from __future__ import annotations

import asyncio
from types import SimpleNamespace
from unittest.mock import AsyncMock, Mock

import pytest

from ergodoku.web import helper


def test_a_start_that_takes_too_long_is_told_as_such(monkeypatch: pytest.MonkeyPatch) -> None:
    process = SimpleNamespace(returncode=None, kill=Mock())
    monkeypatch.setattr(asyncio, "create_subprocess_exec", AsyncMock(return_value=process))
    monkeypatch.setattr(helper, "_hear", lambda _: asyncio.sleep(60))
    monkeypatch.setattr(helper, "STARTED", 0.01)
    with pytest.raises(helper.HelperError, match=r"did not start within 0\.01 seconds"):
        asyncio.run(helper.Helper().do("generated", seconds=20))
    process.kill.assert_called_once()
