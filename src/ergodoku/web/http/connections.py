"""Close silent connections, so that they cannot pile up.

`Guard` limits the time for the body of a request, and `LiveSockets` closes a socket that watches no run. This
module handles the other cases: a client that never finishes the head of its request, and a client that never
reads the response or the messages of its socket.
"""

from __future__ import annotations

import asyncio
from typing import Any

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.protocols.websockets.auto import AutoWebSocketsProtocol

HEAD_SECONDS = 15.0  # time for a client to send the head of a request
READ_SECONDS = 30.0  # time for a client to read more once the buffers are full


class ReadLimit(asyncio.Protocol):
    """Base class of the two protocols below: ends the connection of a client that does not read."""

    loop: asyncio.AbstractEventLoop
    transport: asyncio.Transport

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._timers: dict[str, asyncio.TimerHandle] = {}

    def pause_writing(self) -> None:
        """Start the time limit for a client that does not read."""
        super().pause_writing()
        self._close_after(READ_SECONDS, "read")

    def resume_writing(self) -> None:
        """Cancel the time limit: the client has read."""
        super().resume_writing()
        self._keep_open("read")

    def connection_lost(self, exc: Exception | None) -> None:
        """Cancel all time limits."""
        for what in list(self._timers):
            self._keep_open(what)
        super().connection_lost(exc)

    def _close_after(self, seconds: float, what: str) -> None:
        self._keep_open(what)
        self._timers[what] = self.loop.call_later(seconds, self.transport.abort)

    def _keep_open(self, what: str) -> None:
        if (timer := self._timers.pop(what, None)) is not None:
            timer.cancel()


class PromptProtocol(ReadLimit, H11Protocol):
    """HTTP with time limits for the head of a request and for reading the response."""

    def connection_made(self, transport: Any) -> None:
        """Start the time limit for the first request."""
        super().connection_made(transport)
        self._close_after(HEAD_SECONDS, "head")

    def data_received(self, data: bytes) -> None:
        """Handle data. More bytes of the same head do not extend its time limit."""
        if "head" not in self._timers and self.conn.their_state is h11.IDLE:
            self._close_after(HEAD_SECONDS, "head")
        super().data_received(data)
        if self.conn.their_state is not h11.IDLE:
            self._keep_open("head")


# The base class depends on the installed version of uvicorn, so mypy cannot check it.
class PromptSocket(ReadLimit, AutoWebSocketsProtocol):  # type: ignore[misc, valid-type]
    """A WebSocket with a time limit for reading.

    Uvicorn closes a socket whose client does not answer pings, but first it sends everything that it has
    buffered. If the client reads nothing, uvicorn never finishes sending.
    """

    def connection_made(self, transport: Any) -> None:
        """Start the time limit as soon as anything is buffered, not only when the buffer is large."""
        super().connection_made(transport)
        transport.set_write_buffer_limits(0)
