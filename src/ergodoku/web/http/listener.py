"""Run uvicorn on a socket that we open, until a signal ends the server."""

from __future__ import annotations

import signal
import socket
import sys
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import uvicorn

from ergodoku.base.errors import ServerError
from ergodoku.web.http.connections import PromptProtocol, PromptSocket
from ergodoku.web.log import log_to_stderr

if TYPE_CHECKING:
    from ergodoku.web.limits import Limits


def run_server(app: Any, host: str, port: int, limits: Limits, ready: Callable[[int], None]) -> None:
    """Serve an application; call ``ready`` with the port when the socket is open."""
    listener = open_listener(host, port)
    log_to_stderr()
    config = uvicorn.Config(
        app,
        http=PromptProtocol,
        ws=PromptSocket,
        log_config=None,
        access_log=False,
        server_header=False,
        proxy_headers=False,  # `Guard` reads these headers, and only with --behind-proxy
        ws_max_size=limits.body,
        ws_per_message_deflate=False,  # frames are small, and compressing them for every viewer is costly
        ws_ping_interval=20.0,
        ws_ping_timeout=20.0,
        timeout_keep_alive=15,
        timeout_graceful_shutdown=5,
        h11_max_incomplete_event_size=16_384,
    )
    ready(listener.getsockname()[1])
    # After its shutdown uvicorn raises the signal again. Ignore it: SIGTERM must not look like a failure.
    signal.signal(signal.SIGTERM, lambda number, frame: None)
    sys.setswitchinterval(0.001)  # so that a search gets the interpreter soon after its kernel returns
    try:
        uvicorn.Server(config).run(sockets=[listener])
    except KeyboardInterrupt:  # uvicorn has shut down, and raises the signal again
        pass
    finally:
        listener.close()


def open_listener(host: str, port: int) -> socket.socket:
    """Return a listening socket; port 0 means any free port."""
    listener = None
    try:
        family, kind, protocol, _, address = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
        # Name the protocol, so that asyncio sets TCP_NODELAY: otherwise messages are delayed by 40 ms.
        listener = socket.socket(family, kind, protocol)
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listener.bind(address)
        listener.listen(2048)
    except OSError as error:
        if listener is not None:
            listener.close()
        raise ServerError(
            f"cannot listen on {host}:{port}: {error.strerror or error}", "choose another `host` or `port`"
        ) from None
    return listener
