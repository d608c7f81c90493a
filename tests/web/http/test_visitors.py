"""How fast a visitor may check and make puzzles."""

from __future__ import annotations

import time
from pathlib import Path

import pytest

from ergodoku.web.http import visitors
from ergodoku.web.http.visitors import MAKING, SAVED, Visitors
from ergodoku.web.limits import Limits
from ergodoku.web.runs import BusyError
from tests.samples import EASY
from tests.web.conftest import client_of, serving

TYPING = 4  # maximum number of checks per second: the page waits until nothing has been typed for 250 ms


class Clock:
    """A clock that the test sets."""

    now = 0.0

    def __call__(self) -> float:
        return self.now


def test_an_hour_of_typing_is_never_refused() -> None:
    clock = Clock()
    admitted = Visitors(Limits(), clock)
    for _ in range(3600 * TYPING):
        admitted.admit("one", 1)  # raises if refused
        clock.now += 1 / TYPING
    assert list(admitted.known) == ["one"]


def test_a_visitor_with_too_many_requests_is_told_when_to_try_again() -> None:
    clock = Clock()
    admitted = Visitors(Limits(checks=2), clock)
    for _ in range(int(2 * SAVED)):
        admitted.admit("one", 1)
    with pytest.raises(BusyError, match="too many requests") as refused:
        admitted.admit("one", MAKING)
    assert (refused.value.status, refused.value.retry) == (429, 5)
    admitted.admit("other", 1)  # other visitors are not affected
    clock.now += refused.value.retry
    admitted.admit("one", MAKING)


def test_a_low_limit_still_allows_one_new_puzzle() -> None:
    admitted = Visitors(Limits(checks=0.01), Clock())
    admitted.admit("one", MAKING)
    with pytest.raises(BusyError):
        admitted.admit("one", MAKING)  # but not a second one at once


def test_the_number_of_remembered_visitors_is_limited(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(visitors, "REMEMBERED", 3)
    admitted = Visitors(Limits(), Clock())
    for name in ("a", "b", "c", "a", "d"):
        admitted.admit(name, 1)
    assert list(admitted.known) == ["c", "a", "d"]


def test_a_real_server_answers_429_with_the_time_to_wait_and_still_starts_runs(tmp_path: Path) -> None:
    with serving(tmp_path / "log", "--limit-checks", "0.01") as server, client_of(server.url) as client:
        began = time.monotonic()
        answers = [client.post("/api/puzzles/check", json={"puzzle": EASY})]
        while answers[-1].status_code == 200:
            answers.append(client.post("/api/puzzles/check", json={"puzzle": EASY}))
        assert answers[-1].status_code == 429
        spare = 0.01 * (time.monotonic() - began)  # a slow machine has time for more requests
        assert MAKING <= len(answers) - 1 <= MAKING + spare
        made = client.post("/api/puzzles/generate", json={"box": "2x2"})
        for answer in (answers[-1], made):
            assert answer.status_code == 429
            assert int(answer.headers["retry-after"]) > 0
            assert answer.json()["error"] == "you sent too many requests"
            assert answer.json()["remedy"] == f"try again in {answer.headers['retry-after']} s"
        assert client.post("/api/runs", json={"puzzle": EASY}).status_code == 201
        assert client.get("/healthz").status_code == 200
