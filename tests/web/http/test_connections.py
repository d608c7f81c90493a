"""Silent connections are closed."""

from __future__ import annotations

import socket
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import suppress

import pytest
import uvicorn
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

from ergodoku.web.http import connections
from ergodoku.web.http.connections import PromptProtocol, PromptSocket
from ergodoku.web.limits import Limits
from ergodoku.web.live import sockets
from ergodoku.web.server import create_app
from tests.web.helpers import PATIENCE, until

HEAD = b"GET /healthz HTTP/1.1\r\nHost: 127.0.0.1\r\n"
UPGRADE = (
    b"GET /api/live HTTP/1.1\r\nHost: 127.0.0.1\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    b"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: MDEyMzQ1Njc4OWFiY2RlZg==\r\n\r\n"
)
PING = b"\x89\xfd\0\0\0\0" + bytes(125)  # masked with zeros


@pytest.fixture
def impatient(monkeypatch: pytest.MonkeyPatch) -> Iterator[uvicorn.Server]:
    """A server in this process with short time limits, except for heads: see `hurry`."""
    monkeypatch.setattr(connections, "READ_SECONDS", 0.2)
    monkeypatch.setattr(sockets, "IDLE_SECONDS", 0.2)
    listener = socket.create_server(("127.0.0.1", 0))
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, 4096)  # soon full
    app = create_app(Limits())
    config = uvicorn.Config(app, http=PromptProtocol, ws=PromptSocket, log_config=None, access_log=False)
    server = uvicorn.Server(config)
    thread = threading.Thread(target=server.run, kwargs={"sockets": [listener]})
    thread.start()
    while not server.started:
        time.sleep(0.01)
    yield server
    server.should_exit = True
    thread.join(PATIENCE)
    listener.close()


@pytest.fixture
def port(impatient: uvicorn.Server) -> int:
    number: int = impatient.servers[0].sockets[0].getsockname()[1]
    return number


@pytest.fixture
def hurry(monkeypatch: pytest.MonkeyPatch) -> Callable[[], None]:
    """Return a function that shortens the time limit for heads; call it when earlier requests are done."""
    return lambda: monkeypatch.setattr(connections, "HEAD_SECONDS", 0.1)


def everything(connection: socket.socket) -> bytes:
    """Read until the server closes the connection."""
    answer = b""
    try:
        while piece := connection.recv(65_536):
            answer += piece
    except ConnectionResetError:
        pass
    return answer


def test_a_connection_without_a_request_is_closed(port: int, hurry: Callable[[], None]) -> None:
    hurry()
    with socket.create_connection(("127.0.0.1", port), timeout=PATIENCE) as connection:
        assert everything(connection) == b""


def test_a_head_that_arrives_byte_by_byte_is_not_given_more_time(
    port: int, hurry: Callable[[], None]
) -> None:
    hurry()
    with socket.create_connection(("127.0.0.1", port), timeout=PATIENCE) as connection:
        connection.settimeout(0.02)
        for _ in range(3000):  # at most a minute
            try:
                connection.sendall(b"X")
                if connection.recv(100) == b"":
                    break
            except TimeoutError:
                continue
            except ConnectionError:
                break
        else:
            pytest.fail("the connection was never closed")


def test_a_connection_with_an_unfinished_second_request_is_closed_too(
    port: int, hurry: Callable[[], None]
) -> None:
    with socket.create_connection(("127.0.0.1", port), timeout=PATIENCE) as connection:
        connection.sendall(HEAD + b"\r\n")
        answer = b""
        while b"}" not in answer:
            answer += connection.recv(65_536)
        hurry()
        connection.sendall(HEAD)  # without the empty line at the end
        assert b"200 OK" in answer
        assert everything(connection) == b""


def test_a_client_that_never_reads_is_disconnected(impatient: uvicorn.Server, port: int) -> None:
    with socket.socket() as connection:
        connection.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        connection.settimeout(PATIENCE)
        connection.connect(("127.0.0.1", port))
        open_connections = impatient.server_state.connections
        until(lambda: len(open_connections), lambda count: count == 1)  # 0 until the connection is open
        request = b"GET /api/methods HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n"
        with suppress(ConnectionError):  # the server may close it before all is sent
            connection.sendall(request * 1000)  # the responses do not fit into the buffers
        assert until(lambda: len(open_connections), lambda count: count == 0) == 0


def test_a_live_view_that_never_reads_is_disconnected(
    impatient: uvicorn.Server, port: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sockets, "IDLE_SECONDS", PATIENCE)
    with socket.socket() as connection:
        connection.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        connection.settimeout(PATIENCE)
        connection.connect(("127.0.0.1", port))
        connection.sendall(UPGRADE)
        assert b" 101 " in connection.recv(4096)
        open_connections = impatient.server_state.connections
        assert len(open_connections) == 1
        with suppress(ConnectionError):  # the server may close it before all is sent
            connection.sendall(PING * 400)  # the answers do not fit into the buffers of the system
        assert until(lambda: len(open_connections), lambda count: count == 0) == 0


def test_a_live_view_that_watches_no_run_is_closed(port: int) -> None:
    address = f"ws://127.0.0.1:{port}/api/live"
    with (
        connect(address, open_timeout=PATIENCE, ping_timeout=PATIENCE) as live,
        pytest.raises(ConnectionClosed, match="1008"),
    ):
        live.recv(timeout=PATIENCE)
