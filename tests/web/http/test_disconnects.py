"""The server stops working for a client that has closed its connection."""

from __future__ import annotations

import asyncio
import json

import pytest
from starlette.types import Message

from ergodoku.web.http.export import Exports
from ergodoku.web.limits import Limits
from ergodoku.web.runs import SideProcess
from ergodoku.web.server import create_app


def test_generating_a_puzzle_stops_when_the_visitor_leaves_and_the_process_is_idle_again(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    made: list[Exports] = []
    told = asyncio.Event()

    class Remembered(Exports):
        def __init__(self, limits: Limits) -> None:
            super().__init__(limits)
            made.append(self)

    async def endless(self: SideProcess, job: str, *arguments: object, seconds: float) -> None:
        told.set()
        await asyncio.Event().wait()

    sent: list[Message] = []
    body = json.dumps({"size": 4}).encode()
    messages = iter([{"type": "http.request", "body": body, "more_body": False}])

    async def receive() -> Message:
        for message in messages:
            return message
        await told.wait()  # the visitor leaves while the process works
        assert made[0].idle == []
        return {"type": "http.disconnect"}

    async def send(message: Message) -> None:
        sent.append(message)

    monkeypatch.setattr("ergodoku.web.server.Exports", Remembered)
    monkeypatch.setattr(SideProcess, "do", endless)
    headers = [(b"host", b"127.0.0.1"), (b"content-type", b"application/json")]
    scope = {
        "type": "http", "method": "POST", "path": "/api/puzzles/generate", "raw_path": b"",
        "headers": headers, "client": ("127.0.0.1", 1), "server": ("127.0.0.1", 2), "scheme": "http",
        "root_path": "", "http_version": "1.1", "query_string": b"",
    }  # fmt: skip
    asyncio.run(create_app(Limits(exports=1))(scope, receive, send))
    assert sent[0]["status"] == 499
    assert made[0].idle == list(made[0].processes)
