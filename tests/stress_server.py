"""Attacks on a server: it refuses them with a message, and still answers everybody else."""

from __future__ import annotations

import json
import os
import socket
from collections.abc import Callable
from contextlib import ExitStack, suppress
from pathlib import Path

import httpx
import numpy as np
from websockets.exceptions import WebSocketException
from websockets.sync.client import connect

from tests.samples import EASY
from tests.soak_checks import require
from tests.web.conftest import Server, client_of

JSON = {"content-type": "application/json"}
PATIENCE = 60.0  # seconds to wait for a response
MOST = 700_000_000  # the server may never use more bytes of memory than this
ADDRESSES = ("/api/runs", "/api/puzzles/check", "/api/puzzles/generate")
NUMBERS = (None, True, -1, 0, 10**30, 1e308)
TEXTS = ("", "x" * 5000, "\ud800", EASY)
LISTS: tuple[object, ...] = ([], {}, [[]] * 50, {"a": {"b": []}})
VALUES = (*NUMBERS, *TEXTS, *LISTS)
FIELDS = ("puzzle", "box", "layout", "contenders", "seed", "time_limit", "speed", "fraction", "type", "run")


def attack(server: Server, rng: np.random.Generator, folder: Path) -> str:
    """Attack a server in one way, and check its health."""
    way = ATTACKS[rng.integers(len(ATTACKS))]
    way(server, rng)
    with client_of(server.url) as client:
        told = client.get("/healthz")
    require(told.status_code == 200, f"after {way.__name__}: /healthz answers {told.status_code}")
    require(server.process.poll() is None, f"after {way.__name__}: the server has ended")
    log = server.log.read_text(encoding="utf-8")
    require("Traceback" not in log, f"after {way.__name__}: {log[-2000:]}")
    used = _memory(server)
    require(used < MOST, f"after {way.__name__}: the server uses {used / 1e6:.0f} MB")
    return "attacks"


def strange_hosts(server: Server, rng: np.random.Generator) -> None:
    names = ["evil.example", "", "127.0.0.1.evil.example", "[::", "a" * 5000, "localhost@evil.example"]
    for name in rng.permutation(names):
        answer = _raw(server, f"GET /api/methods HTTP/1.1\r\nHost: {name}\r\n\r\n".encode())
        require(_status(answer) in (400, 421), f"host {name[:30]!r} got {answer[:60]!r}")


def strange_origins(server: Server, rng: np.random.Generator) -> None:
    with client_of(server.url) as client:
        for origin in ("http://evil.example", "null", "file://", "http://[", "http://127.0.0.1:1"):
            address = ADDRESSES[rng.integers(len(ADDRESSES))]
            answer = client.post(address, json={"puzzle": EASY}, headers={"Origin": origin})
            require(answer.status_code == 403, f"origin {origin} got {answer.status_code} at {address}")


def huge_bodies(server: Server, rng: np.random.Generator) -> None:
    size = int(10 ** rng.uniform(4.9, 7.5))
    with client_of(server.url) as client, suppress(httpx.TransportError):  # the server may hang up first
        announced = client.post("/api/runs", content=b"x" * size)
        require(announced.status_code == 413, f"{size} bytes got {announced.status_code}")
    with client_of(server.url) as client, suppress(httpx.TransportError):
        in_pieces = client.post("/api/runs", content=(b"[" * 1000 for _ in range(size // 1000 + 1)))
        require(in_pieces.status_code == 413, f"{size} bytes in pieces got {in_pieces.status_code}")


def nested_bodies(server: Server, rng: np.random.Generator) -> None:
    deep = int(rng.integers(1000, 30_000))
    with client_of(server.url) as client:
        for opened, closed in (("[", "]"), ('{"a":', "}")):
            body = opened * (deep // len(opened)) + "1" + closed * (deep // len(opened))
            answer = client.post("/api/runs", content=body.encode(), headers=JSON)
            require(answer.status_code in (400, 422), f"JSON nested {deep} deep got {answer.status_code}")


def many_connections(server: Server, rng: np.random.Generator) -> None:
    with ExitStack() as opened:
        for _ in range(rng.integers(50, 300)):
            line = opened.enter_context(socket.create_connection(_place(server), timeout=PATIENCE))
            line.sendall(b"POST /api/runs HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Le"[: rng.integers(1, 60)])
        with client_of(server.url) as client:
            require(client.get("/healthz").status_code == 200, "no answer while many connections are open")


def many_sockets(server: Server, rng: np.random.Generator) -> None:
    with ExitStack() as opened:
        for _ in range(rng.integers(20, 80)):
            opened.enter_context(connect(server.live, open_timeout=PATIENCE)).send(_nonsense(rng))
        with client_of(server.url) as client:
            require(client.get("/healthz").status_code == 200, "no answer while many sockets are open")


def nonsense_messages(server: Server, rng: np.random.Generator) -> None:
    with suppress(WebSocketException), connect(server.live, open_timeout=PATIENCE) as live:
        for _ in range(rng.integers(1, 500)):
            live.send(rng.bytes(50) if rng.random() < 0.3 else _nonsense(rng))


def nonsense_bodies(server: Server, rng: np.random.Generator) -> None:
    with client_of(server.url) as client:
        for _ in range(20):
            address = ADDRESSES[rng.integers(len(ADDRESSES))]
            answer = client.post(address, content=_nonsense(rng).encode(), headers=JSON)
            require(answer.status_code in (200, 201, 202, 422, 429, 503), f"{address}: {answer.status_code}")


def nonsense_bytes(server: Server, rng: np.random.Generator) -> None:
    start = b"GET /" if rng.random() < 0.5 else b""
    with suppress(ConnectionError):
        answer = _raw(server, start + rng.bytes(int(rng.integers(1, 100_000))) + b"\r\n\r\n")
        require(not answer or 400 <= _status(answer) < 500, f"nonsense got {answer[:60]!r}")


ATTACKS: tuple[Callable[[Server, np.random.Generator], None], ...] = (
    strange_hosts,
    strange_origins,
    huge_bodies,
    nested_bodies,
    many_connections,
    many_sockets,
    nonsense_messages,
    nonsense_bodies,
    nonsense_bytes,
)


def _nonsense(rng: np.random.Generator) -> str:
    """Return a message or a body with some known fields and strange values."""
    names = rng.choice(FIELDS, size=rng.integers(1, 6), replace=False)
    return json.dumps({str(name): VALUES[rng.integers(len(VALUES))] for name in names})


def _raw(server: Server, request: bytes) -> bytes:
    """Send raw bytes, end the request, and return the beginning of the response."""
    with socket.create_connection(_place(server), timeout=PATIENCE) as line:
        line.sendall(request)
        line.shutdown(socket.SHUT_WR)
        return line.recv(65_536)


def _status(answer: bytes) -> int:
    return int(answer.split(b" ", 2)[1])


def _place(server: Server) -> tuple[str, int]:
    host, port = server.url.removeprefix("http://").split(":")
    return host, int(port)


def _memory(server: Server) -> int:
    """Return the memory of the server in bytes; 0 on systems that do not report it."""
    file = Path(f"/proc/{server.process.pid}/statm")
    return int(file.read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE") if file.exists() else 0
