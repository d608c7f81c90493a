"""The HTTP interface: the requests of scripts and of the page, and the responses."""

from __future__ import annotations

import csv
import io
import json
import re
import socket
from pathlib import Path
from typing import Any

import httpx
import pytest
import schemathesis
from hypothesis import HealthCheck, given, settings
from schemathesis.specs.openapi.checks import positive_data_acceptance

from ergodoku.methods.registry import ENTRIES
from ergodoku.puzzle.layout import Layout
from ergodoku.puzzle.puzzle import Puzzle
from ergodoku.web.http.listener import open_listener
from ergodoku.web.http.puzzles import layout_name, layout_of
from ergodoku.web.http.samples import samples
from ergodoku.web.limits import Limits
from tests.cli.run import in_this_process
from tests.samples import EASY, HARD, trap
from tests.web.conftest import Server, client_of, serving
from tests.web.helpers import EMPTY, NEVER, cancel, ended, look, start, until

JSON = {"content-type": "application/json"}
JIGSAW = "AAAABBBBBAABBBBCCFAAACCCCCFGDEEECCFFGDDHEIIFFGGDHEEIIFGDDHHEIIFGGDDHEEIFGGDHHHHII"


def test_methods_are_listed_with_everything_that_a_form_needs(client: httpx.Client) -> None:
    told = client.get("/api/methods").json()
    assert [method["name"] for method in told["methods"]] == list(ENTRIES)
    assert told["limits"]["size"] == 49
    annealing = next(m for m in told["methods"] if m["name"] == "annealing")
    schedule = annealing["parameters"][0]
    assert schedule["name"] == "schedule"
    assert "geometric" in schedule["choices"]
    for method in told["methods"]:
        assert method["summary"]
        assert method["description"]
        for parameter in method["parameters"]:
            assert parameter["help"]
            assert parameter["type"] in ("int", "float", "bool", "str")


def test_every_sample_is_a_valid_puzzle(client: httpx.Client) -> None:
    listed = client.get("/api/samples").json()["samples"]
    assert listed == list(samples())
    assert {4, 6, 9, 12, 16, 25, 36} == {sample["size"] for sample in listed}
    assert {"classic", "diagonal", "windows", "latin", "jigsaw"} == {
        s["layout"].split(":")[0] for s in listed
    }
    for sample in listed:
        asked = {"puzzle": sample["puzzle"], "box": sample["box"], "layout": sample["layout"]}
        told = client.post("/api/puzzles/check", json=asked).json()
        assert told["valid"], sample["name"]
        assert told["size"] == sample["size"]


def test_a_valid_puzzle_is_described_for_drawing(client: httpx.Client) -> None:
    told = client.post("/api/puzzles/check", json={"puzzle": EASY, "layout": "diagonal"}).json()
    assert told["valid"]
    assert (told["size"], told["box"], told["layout"], told["clues"]) == (9, [3, 3], "diagonal", 30)
    assert told["text"] == EASY
    assert told["givens"] == Puzzle.parse(EASY).flat.tolist()
    assert told["extra"][0] == list(range(0, 81, 10))
    assert told["regions"][80] == 8


def test_a_jigsaw_is_described_by_letters_that_are_read_back_unchanged(client: httpx.Client) -> None:
    told = client.post("/api/puzzles/check", json={"puzzle": EMPTY, "layout": f"jigsaw:{JIGSAW}"}).json()
    assert told["valid"]
    again = client.post("/api/puzzles/check", json={"puzzle": EMPTY, "layout": told["layout"]}).json()
    assert again == told
    assert len(set(told["regions"])) == 9


def test_the_layout_name_of_a_jigsaw_of_any_size_is_read_back_unchanged() -> None:
    limits = Limits(size=100)
    for size in (4, 62, 90):
        layout = Layout.jigsaw([[row] * size for row in range(size)])
        assert layout_of(layout_name(layout), limits) == layout


def test_contradictory_givens_are_returned_with_all_cells_at_fault(client: httpx.Client) -> None:
    wrong = "55" + EASY[2:40] + "5" + EASY[41:]
    told = client.post("/api/puzzles/check", json={"puzzle": wrong}).json()
    assert not told["valid"]
    assert {0, 1} <= set(told["cells"])
    assert told["givens"][:2] == [5, 5]
    assert told["remedy"]


@pytest.mark.parametrize(
    "asked",
    [
        {"puzzle": "hello"},
        {"puzzle": ""},
        {"puzzle": EASY, "box": "2x3"},
        {"puzzle": EASY, "layout": "jigsaw:AB"},
        {"puzzle": EASY, "layout": "jigsaw:/etc/passwd"},
        {"puzzle": EASY + "\n" + HARD},
    ],
)
def test_a_text_that_is_not_a_puzzle_gets_an_error_and_a_remedy(
    client: httpx.Client, asked: dict[str, str]
) -> None:
    answer = client.post("/api/puzzles/check", content=json.dumps(asked), headers=JSON)
    assert answer.status_code == 200
    told = answer.json()
    assert not told["valid"]
    assert told["error"]
    assert told["remedy"]


def test_a_lone_surrogate_in_a_text_is_refused(client: httpx.Client) -> None:
    asked = json.dumps({"puzzle": EASY, "layout": "\ud800"})
    answer = client.post("/api/puzzles/check", content=asked, headers=JSON)
    assert answer.status_code == 422
    assert answer.json()["error"]


def test_the_same_seed_generates_the_same_puzzle(client: httpx.Client) -> None:
    asked = {"box": "2x3", "layout": "classic", "seed": 5}
    first = client.post("/api/puzzles/generate", json=asked).json()
    assert first["valid"]
    assert (first["size"], first["seed"]) == (6, 5)
    assert client.post("/api/puzzles/generate", json=asked).json() == first
    unseeded = client.post("/api/puzzles/generate", json={"box": "2x2"}).json()
    again = client.post("/api/puzzles/generate", json={"box": "2x2", "seed": unseeded["seed"]}).json()
    assert again == unseeded


def test_a_latin_square_is_generated_in_the_requested_size(client: httpx.Client) -> None:
    asked = {"size": 7, "layout": "latin", "fraction": 0.4, "pattern": "balanced", "seed": 5}
    told = client.post("/api/puzzles/generate", json=asked).json()
    assert (told["size"], told["box"], told["layout"]) == (7, None, "latin")
    assert set(told["regions"]) == {0}  # one region, so the page draws no box borders
    again = client.post("/api/puzzles/check", json={"puzzle": told["text"], "layout": "latin"}).json()
    assert again["givens"] == told["givens"]


@pytest.mark.parametrize(
    "asked",
    [
        {"size": 50},
        {"size": 9, "box": "2x3"},
        {"layout": "latin", "box": "3x3"},
        {"pattern": "round"},
        {"box": "9x9"},
        {"box": "3"},
        {"difficulty": "mild"},
        {"clues": 3, "fraction": 0.5},
        {"clues": 82},
    ],
)
def test_an_impossible_recipe_is_refused_with_a_remedy(client: httpx.Client, asked: dict[str, Any]) -> None:
    answer = client.post("/api/puzzles/generate", json=asked)
    assert answer.status_code == 422
    assert answer.json()["remedy"]


def test_a_run_gives_the_same_result_as_the_command_line(
    client: httpx.Client, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    run = start(client, puzzle=HARD, seed=3)
    told = ended(client, run)
    assert told["status"] == "solved"
    result = told["contenders"][0]["result"]
    code, out, _ = in_this_process(monkeypatch, capsys, "solve", HARD, "--seed", "3", "--json")
    assert code == 0
    expected = json.loads(out)
    assert (expected.pop("line"), expected.pop("name")) == (1, "")  # only the command line has these
    assert {**result, "seconds": 0} == {**expected, "seconds": 0}


def test_a_race_has_a_result_for_every_contender(client: httpx.Client) -> None:
    contenders = [{"method": "probing"}, {"method": "auto"}]
    told = ended(client, start(client, puzzle=HARD, contenders=contenders, until="all"))
    assert [contender["status"] for contender in told["contenders"]] == ["solved", "solved"]
    assert told["contenders"][0]["grid"] == told["contenders"][1]["grid"]


def test_a_puzzle_without_a_solution_is_unsolvable(client: httpx.Client) -> None:
    told = ended(client, start(client, puzzle=trap().to("line")))
    assert told["status"] == "unsolvable"


def test_a_run_on_contradictory_givens_is_refused_with_their_cells(client: httpx.Client) -> None:
    answer = client.post("/api/runs", json={"puzzle": "55" + EASY[2:]})
    assert answer.status_code == 422
    assert {0, 1} <= set(answer.json()["cells"])


@pytest.mark.parametrize(
    "contender",
    [
        {"method": "anealing"},
        {"method": "annealing", "parameters": {"colour": 1}},
        {"method": "annealing", "parameters": {"schedule": "geometric", "schedule.cooling": 2}},
        {"method": "genetic", "parameters": {"population": 100_000}},
        {"method": "portfolio", "parameters": {"methods": "focused," * 20}},
        {"method": "secrets.toml"},
        {"method": "portfolio", "parameters": {"methods": "secrets.toml"}},
    ],
)
def test_a_bad_method_or_parameter_is_refused_with_a_remedy(
    client: httpx.Client, contender: dict[str, Any]
) -> None:
    answer = client.post("/api/runs", json={"puzzle": EASY, "contenders": [contender]})
    assert answer.status_code == 422
    assert answer.json()["remedy"]
    assert "cannot read" not in answer.json()["error"]


@pytest.mark.parametrize(
    "wish", [{"speed": 1e-12}, {"speed": 0}, {"seed": -1}, {"time_limit": 0}, {"contenders": []}]
)
def test_the_error_for_a_field_out_of_range_begins_with_its_name(
    client: httpx.Client, wish: dict[str, Any]
) -> None:
    answer = client.post("/api/runs", json={"puzzle": EASY, **wish})
    assert answer.status_code == 422
    assert answer.json()["error"].startswith(next(iter(wish)))


def test_the_health_check_answers_while_a_kernel_runs(client: httpx.Client) -> None:
    run = start(client, **NEVER)
    first = until(
        lambda: look(client, run)["contenders"][0].get("iteration", 0), lambda iteration: iteration > 0
    )
    for _ in range(20):
        assert client.get("/healthz").json()["status"] == "ok"
    assert look(client, run)["status"] == "running"
    until(lambda: look(client, run)["contenders"][0]["iteration"], lambda iteration: iteration > first)
    cancel(client, run)
    assert ended(client, run)["status"] == "interrupted"


def test_a_finished_run_can_be_exported_in_every_format(client: httpx.Client) -> None:
    run = start(client, puzzle=HARD, contenders=[{"method": "probing"}], seed=1)
    ended(client, run)

    def export(kind: str) -> httpx.Response:
        answer = client.get(f"/api/runs/{run['id']}/export.{kind}", params={"token": run["token"]})
        assert answer.status_code == 200, answer.text
        assert f"ergodoku-probing-1.{kind}" in answer.headers["content-disposition"]
        return answer

    outcome = json.loads(export("json").content)
    rows = list(csv.DictReader(io.StringIO(export("csv").text)))
    assert outcome["status"] == "solved"
    assert [int(row["iteration"]) for row in rows] == outcome["trace"]["iteration"]
    assert export("png").content.startswith(b"\x89PNG")
    gif = export("gif")
    assert gif.content.startswith(b"GIF89a")
    assert gif.headers["content-type"] == "image/gif"


def test_an_export_needs_a_finished_run_and_an_existing_contender(client: httpx.Client) -> None:
    run = start(client, **NEVER, paused=True)
    place = f"/api/runs/{run['id']}/export.json"
    assert client.get(place, params={"token": run["token"]}).status_code == 409
    assert client.get(place, params={"token": run["token"], "contender": 1}).status_code == 404
    cancel(client, run)
    ended(client, run)
    assert client.get(place, params={"token": run["token"]}).json()["status"] == "interrupted"


def test_deleting_a_finished_run_removes_it(client: httpx.Client) -> None:
    run = start(client, puzzle=EASY)
    ended(client, run)
    until(
        lambda: client.delete(f"/api/runs/{run['id']}", params={"token": run["token"]}).status_code,
        lambda status: status == 404,
    )
    assert client.get(f"/api/runs/{run['id']}", params={"token": run["token"]}).status_code == 404


def test_the_page_and_the_description_of_the_interface_load_nothing_from_other_hosts(
    client: httpx.Client,
) -> None:
    document = client.get("/openapi.json").json()
    for address in ("/", "/docs"):
        answer = client.get(address)
        assert answer.status_code == 200
        assert answer.headers["content-type"].startswith("text/html")
        own = f'content="{str(client.base_url).rstrip("/")}/static/card.png"'  # for sites that show the link
        assert "http://" not in answer.text.replace("http://www.w3.org", "").replace(own, "")
        assert "https://" not in answer.text
    text = client.get("/docs").text
    assert all(path in text for path in document["paths"])
    assert client.get("/docs/style.css").headers["content-type"].startswith("text/css")


def test_browsers_keep_the_files_of_the_page_until_one_changes(client: httpx.Client) -> None:
    page = client.get("/")
    assert page.headers["cache-control"] == "no-cache"
    names = re.findall(r'"(/static/@[0-9a-f]{16}/(?:css|js)/[^"]+)"', page.text)
    assert len(names) >= 7
    for name in names:
        answer = client.get(name)
        assert answer.status_code == 200
        assert "immutable" in answer.headers["cache-control"]
    for name in (re.sub("/@[0-9a-f]+", "", names[0]), re.sub("@[0-9a-f]+", "@0", names[0])):
        answer = client.get(name)  # the address lacks the edition, or has one that is not the server's
        assert (answer.status_code, answer.headers["cache-control"]) == (200, "no-cache")
    assert client.get("/static/@0/nothing.js").status_code == 404


def test_sigterm_ends_runs_and_the_server_cleanly(tmp_path: Path) -> None:
    with serving(tmp_path / "log") as server:
        with client_of(server.url) as client:
            run = start(client, **NEVER)
            until(lambda: look(client, run)["contenders"][0].get("iteration", 0), lambda count: count > 0)
        assert server.stop() == 0
        lines = [json.loads(line) for line in server.log.read_text(encoding="utf-8").splitlines()]
    events = [(line["event"], line.get("run"), line.get("status")) for line in lines]
    assert ("run ended", run["id"], "interrupted") in events
    assert not any(line["level"] == "error" for line in lines)


def test_messages_are_sent_without_delay() -> None:
    # asyncio sets TCP_NODELAY only if the protocol of the listener is IPPROTO_TCP, not the default 0.
    with open_listener("127.0.0.1", 0) as listener:
        assert listener.proto == socket.IPPROTO_TCP


def test_a_port_in_use_gives_a_one_line_error(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    with open_listener("127.0.0.1", 0) as listener:
        port = listener.getsockname()[1]
        code, _, err = in_this_process(monkeypatch, capsys, "serve", "--port", port)
    assert code == 2
    assert err.startswith("error: cannot listen on 127.0.0.1:")
    assert err.count("\n") == 1


def test_a_body_that_is_not_json_is_refused_with_the_position(client: httpx.Client) -> None:
    answer = client.post("/api/runs", content='{"puzzle":', headers=JSON)
    assert answer.status_code == 422
    assert answer.json()["error"] == "the body is not JSON; the error is at character 10"
    assert client.post("/api/runs", content="[]", headers=JSON).json()["error"].startswith("body: ")


def test_the_interface_conforms_to_its_openapi_document(server: Server) -> None:
    schema = schemathesis.openapi.from_url(f"{server.url}/openapi.json")
    operations = [found.ok() for found in schema.get_all_operations()]
    assert len(operations) == 12
    for operation in operations:

        @settings(max_examples=5, derandomize=True, database=None, suppress_health_check=list(HealthCheck))
        @given(case=operation.as_strategy())
        def conforms(case: schemathesis.Case) -> None:
            # Skip the check that valid data is accepted: random text is valid, but seldom a puzzle.
            case.call_and_validate(excluded_checks=[positive_data_acceptance], timeout=600)

        conforms()
