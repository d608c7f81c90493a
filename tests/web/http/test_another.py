"""Whether a solved puzzle has another solution, over HTTP."""

from __future__ import annotations

from typing import Any

import httpx
import pytest

from tests.samples import EASY
from tests.web.helpers import EMPTY, NEVER, cancel, ended, start, until


def another(client: httpx.Client, run: dict[str, Any], contender: int = 0) -> httpx.Response:
    token, ask = {"token": run["token"], "contender": contender}, f"/api/runs/{run['id']}/another"
    answer: httpx.Response = until(lambda: client.get(ask, params=token), lambda got: got.status_code != 503)
    return answer


@pytest.mark.parametrize(
    ("puzzle", "found"),
    [(EASY, False), (EMPTY, True), (EASY.replace("1", "."), True), ("1.....3........2", True)],
)
def test_a_second_solution_is_found_if_there_is_one(client: httpx.Client, puzzle: str, found: bool) -> None:
    run = start(client, puzzle=puzzle, contenders=[{"method": "focused", "parameters": {"logic": "none"}}])
    assert ended(client, run)["status"] == "solved"
    answer = another(client, run)
    assert (answer.status_code, answer.json()) == (200, {"another": found})


def test_a_contender_that_did_not_solve_the_puzzle_has_no_other_solution(client: httpx.Client) -> None:
    run = start(client, **NEVER)
    assert another(client, run).status_code == 409
    cancel(client, run)
    ended(client, run)
    answer = another(client, run)
    assert (answer.status_code, answer.json()) in [(200, {"another": False}), (409, answer.json())]
    assert another(client, run, contender=1).status_code == 404
