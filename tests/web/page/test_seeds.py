"""The page in a real browser: the same search with many seeds, and how much the times vary."""

from __future__ import annotations

import csv
import json
import re
from collections.abc import Callable, Container
from pathlib import Path

from playwright.sync_api import Page, Route, WebSocketRoute, expect

import ergodoku as eg
from tests.samples import EASY
from tests.web.conftest import Server, serving
from tests.web.page.browsing import expect_solved, hearing, iterations, link_of, open_page, until_seen
from tests.web.page.conftest import Visit


def test_many_seeds_give_a_histogram_a_csv_file_and_a_command_that_repeats_them(
    page: Page, address: str, tmp_path: Path
) -> None:
    open_page(page, address, f"#box=3x3&puzzle={EASY}&method=cool&method=lewis&seed=1&time_limit=5")
    said, posted = hearing(page), set[str]()

    def hold_after_ten(route: Route) -> None:
        posted.add(route.request.post_data_json["seed"])
        if len(posted) <= 10:
            route.continue_()

    page.route("**/api/runs", hold_after_ten)  # otherwise all seeds may be done before the test looks
    page.get_by_role("button", name="Run 100 seeds").click()
    panel = page.locator("#seeds")
    status = panel.locator("#seeds-status")
    expect(status).to_have_text(re.compile(r"^10 of 100 seeds"))
    panel.get_by_role("button", name="Stop").click()
    expect(status).to_have_text(re.compile(r"^Stopped: 10 of 100 seeds"))
    page.unroute("**/api/runs")
    assert len(said()) <= 4, said()  # a screen reader announces only the start, each quarter and the end
    expect(
        panel.get_by_role("img", name=re.compile("cool: .* median .* m?s.*; lewis: .* median"))
    ).to_be_visible()
    expect(panel.locator("tbody tr").first).to_have_text(re.compile(r"^cool\d+/\d+[\d.]+ m?s"))
    with page.expect_download() as download:
        panel.get_by_role("button", name="CSV").click()
    download.value.save_as(tmp_path / "seeds.csv")
    with (tmp_path / "seeds.csv").open(encoding="utf-8", newline="") as stream:
        rows = list(csv.DictReader(stream))
    assert len(rows) == 20
    assert {row["method"] for row in rows} == {"cool", "lewis"}
    for row in rows[:2]:
        again = eg.solve(EASY, row["method"], seed=int(row["seed"]))
        assert (again.iterations, again.status) == (int(row["iterations"]), row["status"])
    expect(panel.get_by_label("Command")).to_have_text(
        f"ergodoku compare {EASY} --methods cool,lewis --runs 100 --seed 1 --time-limit 5"
    )
    row = next(row for row in rows if row["method"] == "cool")  # to check that the page accepts its seed
    assert int(row["seed"]) > 2**53
    open_page(page, address, f"#box=3x3&puzzle={EASY}&method=cool&seed=1&time_limit=200")
    page.get_by_label("Seed", exact=True).fill(row["seed"])
    page.locator("#start").click()
    expect_solved(page)
    assert iterations(page) == int(row["iterations"])
    assert f"seed={row['seed']}&" in link_of(page)
    page.get_by_role("button", name="Another seed").click()
    expect(page.locator("#stage-note")).to_contain_text(f"seed {int(row['seed']) + 1}")


QUICK = "#box=2x2&puzzle=1.............4.&method=auto&seed=1&time_limit=5"


def test_a_hundred_quick_seeds_all_finish_although_the_server_limits_the_messages(
    visit: Visit, tmp_path: Path
) -> None:
    with serving(tmp_path / "log") as ordinary:
        page = visit()
        open_page(page, ordinary.url, QUICK)
        page.get_by_role("button", name="Run 100 seeds").click()
        expect(page.locator("#seeds-status")).to_have_text("Done: 100 of 100 seeds.")
        expect(page.locator("#seeds tbody tr")).to_have_text(re.compile("^auto100/100"))


def test_with_a_low_limit_on_messages_the_seeds_take_longer_but_none_is_lost(
    visit: Visit, tight: Server
) -> None:
    page, posted = visit(), list[str]()

    def hold_after_eight(route: Route) -> None:
        posted.append(route.request.post_data_json["seed"])
        if len(posted) <= 8:
            route.continue_()

    page.route("**/api/runs", hold_after_eight)
    open_page(page, tight.url, QUICK)
    page.get_by_role("button", name="Run 100 seeds").click()
    expect(page.locator("#seeds-status")).to_have_text(re.compile("^8 of 100 seeds"))
    until_seen(page, lambda: len(posted) == 9)
    assert len(set(posted)) == 9  # no seed was run twice
    page.locator("#seeds-start").click()


def test_a_seed_whose_run_the_server_has_lost_is_run_again(visit: Visit, address: str) -> None:
    page, posted = visit(), list[str]()

    def hold_after_three(route: Route) -> None:
        posted.append(route.request.post_data_json["seed"])
        if len(set(posted)) <= 3:
            route.continue_()

    page.route("**/api/runs", hold_after_three)
    lose_runs(page, {2})
    open_page(page, address, f"#box=3x3&puzzle={EASY}&method=cool&seed=1&time_limit=5")
    page.get_by_role("button", name="Run 100 seeds").click()
    expect(page.locator("#seeds-status")).to_have_text(re.compile(r"^3 of 100 seeds"))
    expect(page.locator("#seeds tbody tr")).to_have_text(re.compile(r"^cool\d/3"))
    assert posted[1] == posted[2] != posted[0]


def test_the_seeds_stop_if_the_server_loses_every_run(visit: Visit, address: str) -> None:
    page = visit()
    lose_runs(page, range(1, 100))
    open_page(page, address, f"#box=3x3&puzzle={EASY}&method=cool&seed=1&time_limit=5")
    page.get_by_role("button", name="Run 100 seeds").click()
    expect(page.locator("#seeds-status")).to_have_text(
        "The server lost the same run several times: 0 of 100 seeds."
    )
    expect(page.get_by_role("button", name="Run 100 seeds")).to_be_visible()


def test_a_failed_search_stops_the_seeds_and_its_message_is_shown(visit: Visit, address: str) -> None:
    page, ended = visit(), list[str]()

    def route(socket: WebSocketRoute) -> None:
        server = socket.connect_to_server()

        def on(text: str | bytes) -> None:
            message = json.loads(text)
            if "result" in message and message["run"] not in ended:
                ended.append(message["run"])
            if "result" in message and message["run"] in ended[2:]:
                del message["result"]
                message |= {"status": "error", "message": "the search failed; try another seed"}
            socket.send(json.dumps(message))

        server.on_message(on)

    page.route_web_socket("**/api/live", route)
    open_page(page, address, f"#box=3x3&puzzle={EASY}&method=cool&seed=1&time_limit=5")
    page.get_by_role("button", name="Run 100 seeds").click()
    status = page.locator("#seeds-status")
    expect(status).to_have_text("The search failed; try another seed: 2 of 100 seeds.")
    expect(page.locator("#seeds tbody tr")).to_have_text(re.compile(r"^cool\d/2"))
    expect(page.get_by_role("button", name="Run 100 seeds")).to_be_visible()


def test_pressing_stop_before_the_server_answers_deletes_the_run_and_does_not_affect_the_next_start(
    visit: Visit, address: str
) -> None:
    page, posted, deleted = visit(), list[Route](), list[str]()
    waiting: list[Callable[[], None]] = []  # subscriptions, held back until the first run is deleted

    def hold(route: Route) -> None:
        posted.append(route)
        if len(posted) == 2:
            route.continue_()

    def delay(socket: WebSocketRoute) -> None:
        server = socket.connect_to_server()

        def on(text: str | bytes) -> None:
            if deleted:  # nothing is held back any more; a page that reconnects subscribes again
                server.send(text)
            else:
                waiting.append(lambda: server.send(text))

        socket.on_message(on)

    page.route("**/api/runs", hold)
    page.route_web_socket("**/api/live", delay)
    page.on("request", lambda asked: deleted.append(asked.url) if asked.method == "DELETE" else None)
    open_page(page, address, f"#box=3x3&puzzle={EASY}&method=cool&seed=1&time_limit=5")
    status, button = page.locator("#seeds-status"), page.locator("#seeds-start")
    button.click()
    until_seen(page, lambda: len(posted) == 1)
    button.click()
    expect(status).to_have_text("Stopped: 0 of 100 seeds.")
    button.click()
    until_seen(page, lambda: bool(waiting))  # the second start waits for the result of its first run
    with page.expect_response("**/api/runs") as answered:
        posted[0].continue_()
    until_seen(page, lambda: bool(deleted))
    assert deleted == [f"{address}/api/runs/{answered.value.json()['id']}"]
    for send in waiting:
        send()
    expect(status).to_have_text(re.compile(r"^1 of 100 seeds"))


def lose_runs(page: Page, lost: Container[int]) -> None:
    """Refuse the subscriptions to these runs, numbered from 1, as a restarted server does."""
    subscribed: list[str] = []

    def route(socket: WebSocketRoute) -> None:
        server = socket.connect_to_server()

        def answer(text: str | bytes) -> None:
            said = json.loads(text)
            if said["type"] == "subscribe" and said["run"] not in subscribed:
                subscribed.append(said["run"])
            if said["type"] == "subscribe" and subscribed.index(said["run"]) + 1 in lost:
                error = {"type": "error", "run": said["run"], "message": "there is no such run"}
                socket.send(json.dumps(error))
            else:
                server.send(text)

        socket.on_message(answer)

    page.route_web_socket("**/api/live", route)


def test_only_a_whole_number_of_at_most_63_bits_is_accepted_as_a_seed(page: Page, address: str) -> None:
    open_page(page, address)
    seed = page.get_by_label("Seed", exact=True)
    for wrong in ("", "-1", "1.5", "1e3", "seven", str(2**63)):
        seed.fill(wrong)
        page.locator("#start").click()
        expect(seed).to_be_focused()
        expect(page.locator("body")).to_have_attribute("data-mode", "edit")
        expect(seed).to_have_css("border-style", "dashed")
    seed.fill(f" 00{2**53 + 1} ")
    seed.press("Tab")
    assert f"seed={2**53 + 1}&" in link_of(page)


def test_the_median_and_the_tail_include_runs_without_a_solution(page: Page, address: str) -> None:
    open_page(page, address)
    code = """async times => {
        const { spreadOf } = await import("/static/js/spread.js");
        const row = time => ({ status: time === null ? "gave_up" : "solved", seconds: time });
        return spreadOf(times.map(row)); }"""
    assert page.evaluate(code, [[4, 2, None, 1, 3]][0]) == {
        "solved": 4, "runs": 5, "median": 3, "tail": None, "slowest": 4,
    }  # fmt: skip
    assert page.evaluate(code, list(range(1, 11)))["tail"] == 9
    assert page.evaluate(code, [])["median"] is None
