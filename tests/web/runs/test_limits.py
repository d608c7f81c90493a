"""The limits: each can be set, and a real server enforces each."""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import fields
from typing import Any

import httpx
import pytest
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

from ergodoku.base.errors import ServerError
from ergodoku.web.limits import Limits
from tests.cli.run import in_this_process
from tests.samples import EASY
from tests.web.conftest import TIGHT, Server, client_of
from tests.web.helpers import NEVER, PATIENCE, Page, cancel, ended, look, page, start, status_of_run, until


@pytest.fixture
def asking(tight: Server) -> Iterator[httpx.Client]:
    with client_of(tight.url) as opened:
        yield opened
        until(lambda: opened.get("/healthz").json(), lambda told: told["running"] + told["queued"] == 0)


def test_every_limit_has_an_option_with_help(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    _, text, _ = in_this_process(monkeypatch, capsys, "serve", "--help")
    for item in fields(Limits):
        assert f"--limit-{item.name} " in text
    assert "ERGODOKU_LIMIT_" in text


def test_every_limit_has_an_environment_variable_of_the_same_name() -> None:
    said = {f"ERGODOKU_LIMIT_{item.name.upper()}": "777" for item in fields(Limits)}
    limits = Limits.from_environment(said)
    assert all(getattr(limits, item.name) == 777 for item in fields(Limits))
    assert Limits.from_environment({}) == Limits()


@pytest.mark.parametrize("value", ["many", "-1", "nan", "1e99", "0.5"])
def test_the_error_for_an_invalid_limit_names_the_limit(value: str) -> None:
    with pytest.raises(ServerError, match=r"(?i)running"):
        Limits.from_environment({"ERGODOKU_LIMIT_RUNNING": value})


def test_an_option_with_an_invalid_limit_gives_a_one_line_error(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    code, _, err = in_this_process(monkeypatch, capsys, "serve", "--limit-queue", "-1")
    assert code == 2
    assert err.startswith("error: the limit queue is -1")
    assert err.count("\n") == 1


def test_the_page_receives_the_limits(asking: httpx.Client) -> None:
    told = asking.get("/api/methods").json()["limits"]
    assert told.items() >= TIGHT.items()


@pytest.mark.parametrize(
    ("status", "asked"),
    [
        (422, {"puzzle": "." * 256}),
        (422, {"puzzle": EASY, "contenders": [{}, {}, {}]}),
        (422, {"puzzle": EASY, "contenders": [{"method": "genetic", "parameters": {"population": 51}}]}),
        (413, {"puzzle": EASY + " " * 2000}),
    ],
)
def test_a_request_above_a_limit_is_refused(asking: httpx.Client, status: int, asked: dict[str, Any]) -> None:
    answer = asking.post("/api/runs", json=asked)
    assert answer.status_code == status
    assert answer.json()["error"]


def test_a_second_run_is_queued_and_a_third_is_refused(asking: httpx.Client) -> None:
    slow = NEVER | {"speed": 1}  # so slow that it never reaches its time limit
    first, second, third = (asking.post("/api/runs", json=slow) for _ in range(3))
    assert [first.status_code, second.status_code, third.status_code] == [201, 202, 429]
    assert second.json()["status"] == "queued"
    assert second.json()["position"] == 1
    assert int(third.headers["retry-after"]) > 0
    for run in (first.json(), second.json()):
        cancel(asking, run)
        assert ended(asking, run)["status"] == "interrupted"


def test_no_run_searches_longer_than_the_server_allows(asking: httpx.Client) -> None:
    told = ended(asking, start(asking, **NEVER, time_limit=1000))
    assert told["status"] == "gave_up"
    assert 0.5 <= told["contenders"][0]["seconds"] < 500  # a slice may be long on a busy machine


def test_the_number_of_sockets_is_limited(tight: Server, asking: httpx.Client) -> None:
    with page(tight), page(tight) as second:
        second.say("pause")
        second.hear()
        third = connect(tight.live, open_timeout=PATIENCE, ping_timeout=PATIENCE)
        with third, pytest.raises(ConnectionClosed, match="1013"):
            third.recv(timeout=PATIENCE)
    run = start(asking, puzzle=EASY)

    def free() -> bool:
        try:
            with page(tight) as again:
                again.subscribe(run)
                again.hear_until(status_of_run("solved"))
        except ConnectionClosed:
            return False
        return True

    until(free, bool)


def test_too_many_messages_get_an_error_and_far_too_many_close_the_socket(
    tight: Server, asking: httpx.Client
) -> None:
    run = start(asking, **NEVER, paused=True)
    with page(tight) as hasty:
        began = time.monotonic()
        for _ in range(40):
            hasty.socket.send("{}")
        heard = hasty.hear_until(lambda m: "too many" in m["message"])
        seconds = time.monotonic() - began
        assert 3 <= len(heard) - 1 <= 3 + 3 * seconds  # a slow machine has time for more messages
        cancel(asking, run)
    with page(tight) as flood, pytest.raises(ConnectionClosed, match="1008"):
        say_until_closed(flood)


def say_until_closed(flood: Page) -> None:
    """Send until the server closes the socket; if a slow server accepts a message, its count starts again."""
    deadline = time.monotonic() + PATIENCE
    while time.monotonic() < deadline:
        for _ in range(400):
            flood.socket.send("{}")
        with suppress(TimeoutError):  # read all answers, because the close comes after them
            while True:
                flood.socket.recv(timeout=0)


def test_frames_arrive_no_faster_than_the_limit(tight: Server, asking: httpx.Client) -> None:
    with page(tight) as viewer:
        run = start(asking, **NEVER, paused=True)  # otherwise the run could end before the viewer connects
        began = time.monotonic()
        viewer.subscribe(run)
        viewer.say("resume", run)
        heard = viewer.hear_until(status_of_run("gave_up"))
        seconds = time.monotonic() - began
    frames = [m for m in heard if m["type"] == "frame"]
    assert 2 <= len(frames) <= 10 * seconds + 3  # a slow machine sends fewer, never more


def test_every_line_of_the_log_is_json(tight: Server, asking: httpx.Client) -> None:
    run = start(asking, puzzle=EASY)
    assert look(asking, run)["id"] == run["id"]
    ended(asking, run)

    def logged() -> list[dict[str, Any]]:
        whole = tight.log.read_text(encoding="utf-8").rpartition("\n")[0]
        return [json.loads(line) for line in whole.splitlines()]

    def both(lines: list[dict[str, Any]]) -> bool:
        return {"run started", "run ended"} <= {
            line["event"] for line in lines if line.get("run") == run["id"]
        }

    lines = until(logged, both)  # a run is logged as ended a moment after it ends
    assert all({"time", "level", "event"} <= line.keys() for line in lines)


def test_without_the_web_extra_one_line_says_what_to_install(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setitem(sys.modules, "fastapi", None)
    code, _, err = in_this_process(monkeypatch, capsys, "serve")
    assert code == 2
    assert 'pip install "ergodoku[web]"' in err
    assert err.count("\n") == 1
