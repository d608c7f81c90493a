"""The seeds of many runs, over HTTP: the same seeds that ``ergodoku compare`` uses."""

from __future__ import annotations

import httpx

from ergodoku.lab.study.tasks import tasks_of
from ergodoku.puzzle.puzzle import Puzzle
from tests.samples import EASY
from tests.web.helpers import ended, start


def test_the_seeds_are_the_same_as_in_a_study_and_a_run_accepts_them(client: httpx.Client) -> None:
    answer = client.post("/api/puzzles/seeds", json={"puzzle": EASY, "seed": 5, "runs": 20})
    seeds = answer.json()["seeds"]
    assert [int(seed) for seed in seeds] == [task.seed for task in tasks_of([Puzzle.parse(EASY)], 1, 20, 5)]
    told = ended(client, start(client, puzzle=EASY, contenders=[{"method": "cool"}], seed=seeds[0]))
    assert told["contenders"][0]["result"]["seed"] == int(seeds[0])


def test_seeds_for_a_bad_puzzle_are_refused(client: httpx.Client) -> None:
    assert client.post("/api/puzzles/seeds", json={"puzzle": "hello"}).status_code == 422
