"""The server: the page, the HTTP interface and the live view, in one application."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Iterable
from contextlib import asynccontextmanager

from fastapi import FastAPI, WebSocket

from ergodoku._version import __version__
from ergodoku.web.http import (
    LOOPBACK,
    Exports,
    Guard,
    Json,
    add_pages,
    add_puzzles,
    add_runs,
    addresses_to_open,
    faults,
    handle_errors,
    own_names,
)
from ergodoku.web.limits import Limits
from ergodoku.web.live import LiveSockets
from ergodoku.web.log import note
from ergodoku.web.runs import RunRegistry


def serve(
    host: str = "127.0.0.1",
    port: int = 8000,
    limits: Limits | None = None,
    hosts: Iterable[str] = (),
    behind_proxy: bool = False,
    ready: Callable[[list[str]], None] = print,
) -> None:
    """Serve the page until a signal ends the server.

    Parameters
    ----------
    host, port
        Where to listen; port 0 means any free port.
    limits : Limits, optional
        By default the limits that the environment sets.
    hosts : iterable of str
        Host names to accept, in addition to those of this machine.
    behind_proxy : bool
        Whether visitors come through a proxy, which names them in ``X-Forwarded-For``.
    ready : callable
        Called when the server listens, with the addresses to open in a browser.
    """
    from ergodoku.web.http import run_server

    limits = limits or Limits.from_environment()
    app = create_app(limits, own_names(host) | {name.lower() for name in hosts}, behind_proxy=behind_proxy)
    run_server(app, host, port, limits, lambda port: ready(addresses_to_open(host, port)))


def create_app(
    limits: Limits | None = None, hosts: frozenset[str] = LOOPBACK, *, behind_proxy: bool = False
) -> Guard:
    """Return the application, wrapped in a `Guard`.

    Parameters
    ----------
    limits : Limits, optional
        By default the limits that the environment sets.
    hosts : frozenset of str
        The accepted host names, in lower case.
    behind_proxy : bool
        Whether visitors come through a proxy.
    """
    limits = limits or Limits.from_environment()
    runs = RunRegistry(limits)
    exports = Exports(limits)

    @asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:
        sweeper = asyncio.create_task(_sweep(runs))
        yield
        sweeper.cancel()
        await asyncio.to_thread(runs.close)
        await exports.close()

    app = FastAPI(
        title="Ergodoku",
        version=__version__,
        summary="Solve Sudoku of any size by stochastic search, and watch the search.",
        docs_url=None,
        redoc_url=None,
        lifespan=lifespan,
        default_response_class=Json,
        responses=faults(400, 408, 413, 421),
    )
    handle_errors(app)
    add_pages(app, runs)
    add_puzzles(app, limits, exports)
    add_runs(app, limits, runs, exports)
    sockets = LiveSockets(runs, limits)

    @app.websocket("/api/live")
    async def watch(socket: WebSocket) -> None:
        await sockets.serve(socket)

    return Guard(app, limits, hosts, behind_proxy=behind_proxy)


async def _sweep(runs: RunRegistry) -> None:
    """Delete old runs even if there are no requests."""
    while True:
        await asyncio.sleep(5.0)
        try:
            runs.forget()
        except Exception as error:
            note("sweep failed", error)
