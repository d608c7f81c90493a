"""A visitor can cancel every method, even with the largest parameters that the server accepts."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from ergodoku.methods.parameters import flatten
from ergodoku.methods.registry import ENTRIES, method_of
from ergodoku.testing import endless, largest
from tests.web.conftest import client_of, serving
from tests.web.helpers import cancel, ended, look, page, start, status_of_run, until

# Only cancelling ends a run on this server.
ONE_PLACE = ["--limit-running=1", "--limit-seconds=36000", "--limit-checks=1000"]
COMPILING = 600.0  # seconds: enough for a busy machine that has compiled nothing yet


def test_every_method_with_its_largest_parameters_can_be_cancelled_and_the_next_run_begins(
    tmp_path: Path,
) -> None:
    names = [name for name in ENTRIES if ENTRIES[name].method.name == name]
    puzzle = endless().to("json")
    with serving(tmp_path / "log", *ONE_PLACE) as server, client_of(server.url) as client:
        for number, name in enumerate(names):
            contender = {"method": name, "parameters": largest_of(name)}
            run = start(client, puzzle=puzzle, contenders=[contender], seed=1)
            until(lambda run=run: look(client, run)["contenders"][0], lambda seen: "grid" in seen, COMPILING)
            if number % 2:
                with page(server) as live:
                    live.subscribe(run)
                    live.say("cancel", run)
                    live.hear_until(status_of_run("interrupted"))
            else:
                cancel(client, run)
            assert ended(client, run)["status"] == "interrupted", name
        health = client.get("/healthz").json()
        assert (health["running"], health["queued"]) == (0, 0)


def largest_of(name: str) -> dict[str, Any]:
    """Return the largest values of the parameters, without those that are the default."""
    defaults = {each.name: each.value for each in flatten(method_of(name))}
    return {
        each.name: each.value
        for each in flatten(largest(method_of(name)))
        if each.value != defaults[each.name]
    }
