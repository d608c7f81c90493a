"""The boards of a finished run, over HTTP."""

from __future__ import annotations

import base64
from typing import Any

import httpx
import numpy as np

from tests.samples import EASY
from tests.web.helpers import ended, start, until


def replay(client: httpx.Client, run: dict[str, Any], contender: int = 0) -> httpx.Response:
    token, ask = {"token": run["token"], "contender": contender}, f"/api/runs/{run['id']}/replay"
    answer: httpx.Response = until(lambda: client.get(ask, params=token), lambda got: got.status_code != 503)
    return answer


def test_the_boards_lead_from_the_start_to_the_result_at_any_speed(client: httpx.Client) -> None:
    films = []
    for speed in (None, 50_000):
        cool = {"contenders": [{"method": "cool"}], "seed": 7, "speed": speed}
        run = start(client, puzzle=EASY, **cool)
        outcome = ended(client, run)["contenders"][0]["result"]
        films.append(replay(client, run).json())
        boards = np.frombuffer(base64.b64decode(films[-1]["deltas"]), np.uint8).reshape(-1, 81)
        boards = np.cumsum(boards, axis=0, dtype=np.uint8)
        assert "".join(map(str, boards[-1])) == outcome["grid"]
        assert all(given in (".", str(digit)) for given, digit in zip(EASY, boards[0], strict=True))
        assert len(boards) == len(films[-1]["iterations"]) > 50
        assert films[-1]["iterations"] == sorted(set(films[-1]["iterations"]))
        assert (films[-1]["iterations"][0], films[-1]["iterations"][-1]) == (0, outcome["iterations"])
        assert films[-1]["energies"][-1] == 0
    assert films[0] == films[1]


def test_a_run_without_a_search_cannot_be_replayed(client: httpx.Client) -> None:
    run = start(client, puzzle=EASY, contenders=[{"method": "annealing"}])
    ended(client, run)
    answer = replay(client, run)
    assert (answer.status_code, "no search" in answer.json()["error"]) == (409, True)
    assert replay(client, run, contender=1).status_code == 404
