"""Stop working for a client that has closed its connection."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from typing import TYPE_CHECKING, Any, TypeVar

from starlette.exceptions import HTTPException

if TYPE_CHECKING:
    from starlette.requests import Request

T = TypeVar("T")


async def while_connected(request: Request, work: Coroutine[Any, Any, T]) -> T:
    """Return the result of ``work``; cancel it if the client closes the connection first.

    A visitor who leaves the page would otherwise keep a side process busy, and others would wait for it.
    """
    working = asyncio.ensure_future(work)
    leaving = asyncio.ensure_future(_disconnect(request))
    try:
        await asyncio.wait((working, leaving), return_when=asyncio.FIRST_COMPLETED)
        if working.done():
            return working.result()
        leaving.result()  # raises an error if there was one
        raise HTTPException(499, "the client closed the connection")  # nobody receives this response
    finally:
        working.cancel()
        leaving.cancel()
        await asyncio.gather(working, leaving, return_exceptions=True)


async def _disconnect(request: Request) -> None:
    """Return when the client has closed the connection; the body of the request has been read."""
    while (await request.receive())["type"] != "http.disconnect":
        pass
