"""The security rules of the server, each with an attempt to break it."""

from __future__ import annotations

import asyncio
import inspect
import json
import socket
import threading
import time
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, ClassVar

import httpx
import pytest
import uvicorn
from starlette.types import Message
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import connect

from ergodoku.methods.method import Method
from ergodoku.methods.registry import ENTRIES, Entry
from ergodoku.puzzle.logic import Reduction
from ergodoku.web.http import LOOPBACK, Guard, guard
from ergodoku.web.http.static_files import FOLDER, files
from ergodoku.web.limits import Limits
from ergodoku.web.runs import RunRegistry
from ergodoku.web.server import create_app
from tests.samples import EASY
from tests.web.conftest import Server, client_of
from tests.web.helpers import NEVER, cancel, ended, start

FOREIGN = ["http://evil.example", "null", "http://127.0.0.1:1", "https://127.0.0.1.evil.example", "file://"]


@pytest.mark.parametrize(
    "address", ["/", "/docs", "/healthz", "/api/methods", "/nowhere", "/static/nothing.js"]
)
def test_every_response_has_a_strict_content_policy(client: httpx.Client, address: str) -> None:
    headers = client.get(address).headers
    policy = dict(part.strip().split(" ", 1) for part in headers["content-security-policy"].split(";"))
    assert policy["default-src"] == "'self'"
    assert policy["frame-ancestors"] == policy["object-src"] == policy["base-uri"] == "'none'"
    assert "unsafe" not in headers["content-security-policy"]
    assert headers["x-content-type-options"] == "nosniff"
    assert headers["referrer-policy"] == "no-referrer"
    assert "server" not in headers


def test_no_page_has_inline_scripts_or_styles(client: httpx.Client) -> None:
    for address in ("/", "/docs"):
        text = client.get(address).text
        assert "<style" not in text
        assert " style=" not in text
        assert " onclick=" not in text
        for script in text.split("<script")[1:]:
            assert " src=" in script.split(">", 1)[0]


def test_a_page_of_another_site_can_neither_start_nor_end_a_run(client: httpx.Client) -> None:
    run = start(client, **NEVER, paused=True)
    place = f"/api/runs/{run['id']}?token={run['token']}"
    for origin in FOREIGN:
        headers = {"Origin": origin}
        assert client.post("/api/runs", json={"puzzle": EASY}, headers=headers).status_code == 403, origin
        assert client.delete(place, headers=headers).status_code == 403, origin
    cancel(client, run)


@pytest.mark.parametrize("origin", FOREIGN)
def test_a_page_of_another_site_cannot_open_the_live_view(server: Server, origin: str) -> None:
    headers = {"Origin": origin}
    with (
        pytest.raises(InvalidStatus, match="403"),
        connect(server.live, additional_headers=headers, open_timeout=600, ping_timeout=600),
    ):
        pass


def test_the_page_itself_and_scripts_can_send_requests_and_open_the_live_view(
    client: httpx.Client, server: Server
) -> None:
    for headers in ({"Origin": server.url}, {}):
        answer = client.post("/api/puzzles/check", json={"puzzle": EASY}, headers=headers)
        assert answer.status_code == 200
        with connect(server.live, additional_headers=headers, open_timeout=600, ping_timeout=600) as live:
            live.send("{}")
            assert json.loads(live.recv(timeout=600))["type"] == "error"


@pytest.mark.parametrize("host", ["evil.example", "127.0.0.1.evil.example", "[::2]", ""])
def test_an_unknown_host_name_is_refused(client: httpx.Client, host: str) -> None:
    assert client.get("/api/methods", headers={"Host": host}).status_code in (400, 421)


@pytest.mark.parametrize(
    "path",
    [
        "/static/../server.py",
        "/static/..%2fserver.py",
        "/static/%2e%2e/server.py",
        "/static/....//server.py",
        "/static//etc/passwd",
        "/static/%2fetc%2fpasswd",
        "/static/..\\server.py",
        "/static/index.html%00.js",
        "/static/.",
        "/static/js",
    ],
)
def test_no_path_leads_out_of_the_static_folder(server: Server, path: str) -> None:
    status, body = raw(server, f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n")
    assert status in (400, 404)
    assert b"root:" not in body
    assert b"import" not in body


def test_every_listed_file_is_inside_the_static_folder() -> None:
    assert "index.html" in files()
    assert all(path.resolve().is_relative_to(FOLDER.resolve()) for path in files().values())


def test_an_export_of_an_unknown_kind_is_refused(client: httpx.Client) -> None:
    run = start(client, puzzle=EASY)
    ended(client, run)
    for kind in ("py", "exe", "json%00", "..%2f..%2fetc%2fpasswd", "gif.json", ""):
        answer = client.get(f"/api/runs/{run['id']}/export.{kind}", params={"token": run["token"]})
        assert answer.status_code in (404, 422), kind


def test_a_large_body_is_refused_before_it_is_read(server: Server, client: httpx.Client) -> None:
    answer = client.post("/api/puzzles/check", json={"puzzle": "." * 70_000})
    assert answer.status_code == 413
    announced = "POST /api/runs HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 99999999\r\n\r\n"
    assert raw(server, announced)[0] == 413


def test_a_large_body_without_a_length_is_refused_too(client: httpx.Client) -> None:
    def pieces() -> Iterator[bytes]:
        for _ in range(80):
            yield b"." * 1024

    assert client.post("/api/puzzles/check", content=pieces()).status_code == 413


def test_a_body_that_never_ends_is_refused_after_the_time_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(guard, "BODY_SECONDS", 0.01)
    sent = []

    async def receive() -> Message:
        await asyncio.sleep(0.001)
        return {"type": "http.request", "body": b"", "more_body": True}

    async def send(message: Message) -> None:
        sent.append(message)

    scope = {"type": "http", "method": "POST", "path": "/api/runs", "headers": [(b"host", b"127.0.0.1")]}
    asyncio.run(create_app(Limits())(scope, receive, send))
    assert sent[0]["status"] == 408


def test_a_large_message_closes_only_its_own_socket(server: Server, client: httpx.Client) -> None:
    with connect(server.live, open_timeout=600, ping_timeout=600) as live:
        live.send("x" * 70_000)
        with pytest.raises(ConnectionClosed, match="1009"):
            live.recv(timeout=600)
    assert client.get("/healthz").status_code == 200


def test_a_run_can_be_seen_only_with_its_token(client: httpx.Client) -> None:
    run, other = start(client, puzzle=EASY), start(client, puzzle=EASY)
    place = f"/api/runs/{run['id']}"
    for token in ("", "x", other["token"], run["token"][:-1], run["token"] + "x", "\u20ac"):
        assert client.get(place, params={"token": token}).status_code == 403
        assert client.delete(place, params={"token": token}).status_code == 403
        assert client.get(f"{place}/export.json", params={"token": token}).status_code == 403
    assert client.get(place, params={"token": run["token"]}).status_code == 200
    assert client.get(f"{place}x", params={"token": run["token"]}).status_code == 404
    assert len(run["token"]) >= 32


def test_tokens_are_compared_in_constant_time() -> None:
    assert "compare_digest" in inspect.getsource(RunRegistry.may)
    assert inspect.getsource(RunRegistry).count(".token") == 1  # tokens are compared nowhere else


@dataclass(frozen=True)
class Broken(Method):
    """A method that fails as soon as it starts, as a method of another package might."""

    name: ClassVar[str] = "broken"
    logic: ClassVar[str] = "none"

    def start(self, reduction: Reduction, seed: int, replica: int = 0) -> Any:
        raise RuntimeError("a secret of the server")


@pytest.fixture
def fragile() -> Iterator[str]:
    """A server in this process that knows the broken method."""
    ENTRIES.loaded["broken"] = Entry("broken", Broken(), "fails", "none", "none", "never")
    listener = socket.create_server(("127.0.0.1", 0))
    config = uvicorn.Config(create_app(Limits()), log_config=None, access_log=False)
    server = uvicorn.Server(config)
    thread = threading.Thread(target=server.run, kwargs={"sockets": [listener]})
    thread.start()
    while not server.started:
        time.sleep(0.01)
    yield f"http://127.0.0.1:{listener.getsockname()[1]}"
    server.should_exit = True
    thread.join(600)
    listener.close()
    del ENTRIES.loaded["broken"]


def test_a_failing_run_is_an_error_without_a_traceback_and_the_server_keeps_running(fragile: str) -> None:
    with client_of(fragile) as client:
        contenders = [{"method": "broken"}, {"method": "probing"}]
        told = ended(client, start(client, puzzle=EASY, contenders=contenders))
        assert [contender["status"] for contender in told["contenders"]] == ["error", "solved"]
        assert told["contenders"][0]["message"]
        alone = ended(client, start(client, puzzle=EASY, contenders=contenders[:1]))
        assert alone["status"] == "error"
        for text in (json.dumps(told), json.dumps(alone)):
            assert "secret" not in text
            assert "Traceback" not in text
            assert ".py" not in text
        assert client.get("/healthz").json()["running"] == 0


def test_an_error_of_the_server_is_reported_without_a_traceback() -> None:
    app = create_app(Limits())
    assert isinstance(app, Guard)
    app.app.add_api_route("/fail", lambda: 1 / 0)  # type: ignore[attr-defined]
    transport = httpx.ASGITransport(app=app, raise_app_exceptions=False)

    async def ask() -> httpx.Response:
        async with httpx.AsyncClient(transport=transport, base_url="http://127.0.0.1") as client:
            return await client.get("/fail")

    answer = asyncio.run(ask())
    assert answer.status_code == 500
    assert "ZeroDivision" not in answer.text
    assert "Traceback" not in answer.text
    assert answer.json()["error"]


def test_by_default_a_server_accepts_only_loopback_names() -> None:
    assert create_app(Limits()).hosts == LOOPBACK


def raw(server: Server, request: str) -> tuple[int, bytes]:
    """Send a request without changing it, and return status and body."""
    host, port = server.url.removeprefix("http://").split(":")
    with socket.create_connection((host, int(port)), timeout=600) as connection:
        connection.sendall(request.encode())
        answer = b""
        while piece := connection.recv(65_536):
            answer += piece
            if b"\r\n\r\n" in answer and b"close" not in request.encode():
                break
    return int(answer.split(b" ", 2)[1]), answer.partition(b"\r\n\r\n")[2]
