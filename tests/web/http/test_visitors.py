"""How fast a visitor may have puzzles checked and made."""

from __future__ import annotations

from pathlib import Path

import pytest

from ergodoku.web.http import visitors
from ergodoku.web.http.visitors import MAKING, SAVED, Visitors
from ergodoku.web.limits import Limits
from ergodoku.web.runs import BusyError
from tests.samples import EASY
from tests.web.conftest import client_of, serving

TYPING = 4  # checks a second at most: the page waits for 250 ms of quiet


class Clock:
    """A clock that is set by hand."""

    now = 0.0

    def __call__(self) -> float:
        return self.now


def test_an_hour_of_typing_as_fast_as_the_page_asks_is_never_refused() -> None:
    clock = Clock()
    admitted = Visitors(Limits(), clock)
    for _ in range(3600 * TYPING):
        admitted.admit("one", 1)  # it would raise
        clock.now += 1 / TYPING
    assert list(admitted.known) == ["one"]


def test_a_visitor_who_asks_too_often_is_told_when_to_ask_again() -> None:
    clock = Clock()
    admitted = Visitors(Limits(checks=2), clock)
    for _ in range(int(2 * SAVED)):
        admitted.admit("one", 1)
    with pytest.raises(BusyError, match="2 times a second") as refused:
        admitted.admit("one", MAKING)
    assert (refused.value.status, refused.value.retry) == (429, 5)
    admitted.admit("other", 1)  # not their fault
    clock.now += refused.value.retry
    admitted.admit("one", MAKING)


def test_a_low_limit_still_lets_a_puzzle_be_made() -> None:
    admitted = Visitors(Limits(checks=0.01), Clock())
    admitted.admit("one", MAKING)
    with pytest.raises(BusyError):
        admitted.admit("one", MAKING)  # but not one after the other


def test_no_more_visitors_are_remembered_than_fit(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(visitors, "REMEMBERED", 3)
    admitted = Visitors(Limits(), Clock())
    for name in ("a", "b", "c", "a", "d"):
        admitted.admit(name, 1)
    assert list(admitted.known) == ["c", "a", "d"]


def test_a_real_server_answers_429_with_the_time_to_wait_and_nothing_else_suffers(tmp_path: Path) -> None:
    with serving(tmp_path / "log", "--limit-checks", "0.01") as server, client_of(server.url) as client:
        answers = [client.post("/api/puzzles/check", json={"puzzle": EASY}) for _ in range(MAKING + 1)]
        assert [answer.status_code for answer in answers] == [200] * MAKING + [429]
        made = client.post("/api/puzzles/generate", json={"box": "2x2"})
        for answer in (answers[-1], made):
            assert answer.status_code == 429
            assert int(answer.headers["retry-after"]) > 0
            assert answer.json()["error"] == "you asked more often than 0.01 times a second"
        assert client.post("/api/runs", json={"puzzle": EASY}).status_code == 201
        assert client.get("/healthz").status_code == 200
