"""The names and addresses of the server, and visitors who come through a proxy."""

from __future__ import annotations

import asyncio
import ipaddress
from pathlib import Path
from typing import Any

import httpx
import pytest
from starlette.requests import Request

from ergodoku.web.http import addresses_to_open, own_names
from ergodoku.web.http.visitors import visitor_of
from ergodoku.web.limits import Limits
from ergodoku.web.server import create_app
from tests.web.conftest import Server, client_of, serving
from tests.web.helpers import cancel


@pytest.mark.parametrize("host", ["0.0.0.0", "::"])
def test_a_server_that_listens_everywhere_prints_addresses_that_can_be_opened(host: str) -> None:
    found = addresses_to_open(host, 8000)
    assert found
    for address in found:
        url = httpx.URL(address)
        assert url.port == 8000
        ip = ipaddress.ip_address(url.host)
        assert not ip.is_unspecified
        assert not ip.is_link_local


def ask(host: str, arrived_at: str | None, **more: Any) -> int:
    """Return the status of the response to a request for ``host`` that arrives at an address."""
    app = create_app(Limits(), own_names("0.0.0.0") | {"sudoku.example"})
    sent: list[Any] = []

    async def receive() -> Any:
        return {"type": "http.request", "body": b""}

    async def send(message: Any) -> None:
        sent.append(message)

    scope = {
        "type": "http", "method": "GET", "path": "/healthz", "query_string": b"", "root_path": "",
        "headers": [(b"host", host.encode())], "server": arrived_at and (arrived_at, 8000), **more,
    }  # fmt: skip
    asyncio.run(app(scope, receive, send))
    status: int = sent[0]["status"]
    return status


@pytest.mark.parametrize(
    ("host", "arrived_at", "status"),
    [
        ("192.0.2.7:8000", "192.0.2.7", 200),
        ("192.0.2.7:8000", "::ffff:192.0.2.7", 200),
        ("[2001:db8::7]:8000", "2001:db8::7", 200),
        ("localhost:8000", "127.0.0.1", 200),
        ("Sudoku.Example", "192.0.2.7", 200),
        ("192.0.2.8", "192.0.2.7", 421),
        ("evil.example", "192.0.2.7", 421),
        ("", None, 421),
    ],
)
def test_a_server_answers_only_at_its_own_addresses_and_allowed_hosts(
    host: str, arrived_at: str | None, status: int
) -> None:
    assert ask(host, arrived_at) == status


def test_a_real_server_answers_at_its_own_address_and_at_allowed_hosts(tmp_path: Path) -> None:
    flags = ["--allow-host", "Sudoku.Example"]
    hosts = ["127.0.0.1", "localhost:1", "sudoku.example", "SUDOKU.example:443", "evil.example"]
    with serving(tmp_path / "log", *flags) as server, client_of(server.url) as client:
        codes = [client.get("/healthz", headers={"Host": host}).status_code for host in hosts]
    assert codes == [200, 200, 200, 200, 421]


@pytest.mark.parametrize("path", ["/", "/static/js/main.js", "/docs", "/healthz", "/api/methods"])
def test_a_head_request_is_answered_like_get_without_the_body(client: httpx.Client, path: str) -> None:
    head, get = client.head(path), client.get(path)
    assert (head.status_code, head.content) == (200, b"")
    assert head.headers["content-type"] == get.headers["content-type"]
    if path != "/healthz":  # other tests start runs meanwhile
        assert head.headers["content-length"] == get.headers["content-length"]


def asked(client: httpx.Client, forwarded: str) -> httpx.Response:
    """Request a paused run from an address behind the proxy, and return the response."""
    wishes = {"puzzle": "." * 81, "contenders": [{"method": "annealing"}], "paused": True}
    return client.post("/api/runs", json=wishes, headers={"X-Forwarded-For": forwarded})


def runs_of(client: httpx.Client, forwarded: str) -> int:
    return asked(client, forwarded).status_code


def test_behind_a_proxy_each_visitor_has_a_separate_quota(tmp_path: Path) -> None:
    flags = ["--behind-proxy", "--limit-visitor", "1"]
    with serving(tmp_path / "log", *flags) as server, client_of(server.url) as client:
        assert runs_of(client, "198.51.100.1") == 201
        assert runs_of(client, "198.51.100.1") == 429
        assert runs_of(client, "198.51.100.2") == 201
        # Addresses that a visitor invents come before the address that the proxy adds.
        assert runs_of(client, "203.0.113.9, 198.51.100.1") == 429
        # All addresses of one IPv6 network count as one visitor.
        assert runs_of(client, "2001:db8::1") == 201
        assert runs_of(client, "2001:db8::2") == 429
        # The address of the preview picture has the scheme that visitors use.
        for proto, scheme in ({"X-Forwarded-Proto": "https"}, "https:"), ({}, "http:"):
            assert f'property="og:image" content="{scheme}//' in client.get("/", headers=proto).text


def test_without_a_proxy_the_forwarded_address_is_ignored(tight: Server) -> None:
    with client_of(tight.url) as client:
        answers = [asked(client, f"198.51.100.{k}") for k in range(3)]
        for answer in answers[:2]:  # otherwise these runs would count in other tests for a minute
            cancel(client, answer.json())
    assert [answer.status_code for answer in answers] == [201, 201, 429]


@pytest.mark.parametrize(
    ("address", "visitor"),
    [
        ("198.51.100.1", "198.51.100.1"),
        ("::ffff:198.51.100.1", "198.51.100.1"),
        ("2001:db8:1:2:3::4", "2001:db8:1:2::/64"),
        ("a pipe", "a pipe"),
    ],
)
def test_a_visitor_is_an_address_or_an_ipv6_network(address: str, visitor: str) -> None:
    assert visitor_of(Request({"type": "http", "client": (address, 1)})) == visitor
    assert visitor_of(Request({"type": "http", "client": None})) == ""
