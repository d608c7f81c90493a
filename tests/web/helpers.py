"""Helpers for the tests of the server: runs that never end, and messages over a WebSocket."""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import httpx
from websockets.sync.client import ClientConnection, connect

from ergodoku.web.runs import FINAL
from tests.web.conftest import Server

EMPTY = "." * 81
# So hot that the search never finds a solution: it ends when it is cancelled or reaches its time limit.
NEVER: dict[str, Any] = {
    "puzzle": EMPTY,
    "contenders": [{"method": "annealing", "parameters": {"schedule": "constant", "schedule.start": 50}}],
    "seed": 1,
}
PATIENCE = 600.0  # seconds; only a failing test waits that long


def start(client: httpx.Client, **wishes: Any) -> dict[str, Any]:
    """Start a run, and return its id and token."""
    answer = client.post("/api/runs", json=wishes)
    assert answer.status_code in (201, 202), answer.text
    started: dict[str, Any] = answer.json()
    return started


def look(client: httpx.Client, run: dict[str, Any]) -> dict[str, Any]:
    answer = client.get(f"/api/runs/{run['id']}", headers={"Authorization": f"Bearer {run['token']}"})
    assert answer.status_code == 200, answer.text
    told: dict[str, Any] = answer.json()
    return told


def cancel(client: httpx.Client, run: dict[str, Any]) -> None:
    assert client.delete(f"/api/runs/{run['id']}", params={"token": run["token"]}).status_code == 200


def until(ask: Callable[[], Any], wanted: Callable[[Any], bool], seconds: float = PATIENCE) -> Any:
    """Call ``ask`` until its answer satisfies ``wanted``; fail after a long time."""
    deadline = time.monotonic() + seconds
    while time.monotonic() < deadline:
        answer = ask()
        if wanted(answer):
            return answer
        time.sleep(0.005)
    raise AssertionError(f"the expected answer did not come; last: {str(answer)[:300]}")


def ended(client: httpx.Client, run: dict[str, Any]) -> dict[str, Any]:
    told: dict[str, Any] = until(lambda: look(client, run), lambda seen: seen["status"] in FINAL)
    return told


class Page:
    """A page's side of the WebSocket."""

    def __init__(self, socket: ClientConnection) -> None:
        self.socket = socket

    def say(self, type: str, run: dict[str, Any] | None = None, **more: Any) -> None:
        self.socket.send(json.dumps({"type": type, "run": run["id"] if run else None, **more}))

    def subscribe(self, run: dict[str, Any]) -> None:
        self.say("subscribe", run, token=run["token"])

    def hear(self) -> dict[str, Any]:
        message: dict[str, Any] = json.loads(self.socket.recv(timeout=PATIENCE))
        return message

    def hear_until(self, wanted: Callable[[dict[str, Any]], bool]) -> list[dict[str, Any]]:
        """Return all messages up to the first that satisfies ``wanted``."""
        heard = []
        deadline = time.monotonic() + PATIENCE
        while time.monotonic() < deadline:
            heard.append(self.hear())
            if wanted(heard[-1]):
                return heard
        raise AssertionError(f"the expected message did not come; last: {heard[-3:]}")


@contextmanager
def page(server: Server) -> Iterator[Page]:
    with connect(server.live, max_size=None, open_timeout=PATIENCE, ping_timeout=PATIENCE) as socket:
        yield Page(socket)


def status_of_run(status: str) -> Callable[[dict[str, Any]], bool]:
    return lambda m: m["type"] == "status" and m["contender"] is None and m["status"] == status


def frame_at(iteration: int) -> Callable[[dict[str, Any]], bool]:
    return lambda m: m["type"] == "frame" and m["iteration"] >= iteration
