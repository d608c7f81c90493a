"""The page in a real browser: a run from its start to its replay and exports."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, Route, WebSocketRoute, expect

from ergodoku.web.runs.worker import COMPILING
from tests.samples import EASY, trap
from tests.web.conftest import Server, client_of
from tests.web.helpers import EMPTY, NEVER, cancel, ended, start, until
from tests.web.page.browsing import (
    FULL_SPEED,
    HOT,
    SLOW,
    WATCHABLE,
    board,
    edit,
    expect_board,
    expect_solved,
    iterations,
    link_of,
    open_page,
    set_speed,
)
from tests.web.page.conftest import DESKTOP, Visit, visiting


def begin(page: Page, address: str, speed: int, fragment: str = HOT.format(EMPTY)) -> None:
    open_page(page, address, fragment)
    set_speed(page, speed)
    page.locator("#start").click()
    expect(page.locator("#stage-title")).to_have_text("Searching")


def test_a_run_can_be_paused_stepped_and_resumed(page: Page, address: str) -> None:
    begin(page, address, WATCHABLE)
    until(lambda: iterations(page), bool)  # while kernels are compiled, a pause is shown before it begins
    page.get_by_role("button", name="Pause").click()
    expect(page.locator("#stage-title")).to_have_text("Paused")
    expect(page.get_by_role("button", name="Resume")).to_be_visible()
    before = iterations(page)
    page.get_by_role("button", name="Step").click()
    expect(page.locator("#story")).to_contain_text(f"Iteration {before + 1:,}")
    assert iterations(page) == before + 1
    page.keyboard.press(".")  # the keyboard does the same
    expect(page.locator("#story")).to_contain_text(f"Iteration {before + 2:,}")
    page.get_by_role("button", name="Resume").click()
    expect(page.locator("#stage-title")).to_have_text("Searching")
    page.get_by_role("button", name="Step").click()
    expect(page.locator("#story")).to_contain_text("Iteration")
    edit(page)
    expect(page.locator("#stage-note")).to_be_visible()
    expect(page.locator("#stage-note")).to_contain_text("0 clues")


def test_a_message_from_the_server_is_shown_next_to_the_title_without_moving_anything(
    visit: Visit, address: str
) -> None:
    page = visit(viewport={"width": 1280, "height": 720})  # little space for the message
    heard = dict[str, str]()  # the run of this test: only its messages are changed

    def through(route: WebSocketRoute) -> None:
        server = route.connect_to_server()

        def on(text: str | bytes) -> None:
            message = json.loads(text)
            if "run" in message and heard.setdefault("run", message["run"]) == message["run"]:
                message.pop("result", None)  # like a run that ends before its search begins
                if message.get("status") == "running" and message["contender"] is None:
                    message["message"] = COMPILING  # but not while the run is still queued
            route.send(json.dumps(message))

        server.on_message(on)

    page.route_web_socket("**/api/live", through)
    begin(page, address, SLOW)
    note, frame = page.locator("#stage-note"), page.locator(".frame")
    expect(note).to_have_text(COMPILING)
    assert note.evaluate("note => note.scrollHeight <= note.clientHeight")  # nothing is cut off
    before = frame.bounding_box()
    page.get_by_role("button", name="Pause").click()
    expect(note).to_have_text("annealing; seed 1")
    assert frame.bounding_box() == before
    page.keyboard.press("Escape")
    expect(page.locator("#stage-title")).to_have_text("Interrupted")
    expect(page.locator("#exports")).to_be_hidden()  # there is no outcome


def test_however_a_run_ends_there_are_no_sliders_for_the_speed_and_the_temperature_afterwards(
    page: Page, address: str
) -> None:
    open_page(page, address, f"#puzzle={trap().to('line')}&method=annealing&seed=1")
    speed, temperature = page.locator("#speed"), page.locator("#steer-slider")
    page.locator("#start").click()
    expect(page.locator("#stage-title")).to_have_text("No solution")
    expect(speed).to_be_hidden()
    expect(temperature).to_be_hidden()
    edit(page)
    expect(speed).to_be_visible()
    open_page(page, address, HOT.format(EMPTY))
    page.locator("#start").click()
    expect(temperature).to_be_visible()
    speed.focus()
    page.keyboard.press("Escape")
    expect(page.locator("#stage-title")).to_have_text("Interrupted")
    expect(speed).to_be_hidden()
    expect(temperature).to_be_hidden()
    expect(page.get_by_role("button", name="Again")).to_be_focused()


def test_a_double_click_starts_one_run(page: Page, address: str) -> None:
    open_page(page, address, HOT.format(EMPTY))
    set_speed(page, SLOW)
    # Click twice before the server answers: after the start, the second click would press "Pause".
    page.locator("#start").evaluate("start => { start.click(); start.click(); }")
    expect(page.locator("#stage-title")).to_have_text("Searching")
    expect(page.locator("#numbers")).to_contain_text(re.compile(r"Iterations\s*\d"))
    asked = page.evaluate("performance.getEntriesByType('resource').map(entry => entry.name)")
    assert asked.count(f"{address}/api/runs") == 1


def test_a_race_that_logic_decided_can_be_run_again_without_logic(page: Page, address: str) -> None:
    open_page(page, address, f"#puzzle={EASY}&method=annealing&method=probing&seed=1&until=all&logic=first")
    set_speed(page, FULL_SPEED)
    page.locator("#start").click()
    expect(page.locator(".badge", has_text="solved by logic")).to_have_count(2)
    page.get_by_role("button", name="Without logic").click()
    expect(page.locator(".badge", has_text=re.compile(r"^solved$"))).to_have_count(2)  # no longer by logic
    expect(page.get_by_role("button", name="Without logic")).to_be_hidden()
    assert "logic" not in link_of(page)  # the default is not in the link


def test_in_slow_motion_the_swapped_cells_are_shown(page: Page, address: str) -> None:
    begin(page, address, SLOW)
    expect(page.locator(".cell.swapped")).to_have_count(2)
    expect(page.locator("#story")).to_contain_text("energy")


def test_after_cancelling_a_run_the_puzzle_can_be_edited_again(page: Page, address: str) -> None:
    begin(page, address, FULL_SPEED)
    until(lambda: iterations(page), bool)  # a run that is cancelled earlier has neither exports nor a chart
    page.keyboard.press("Escape")
    expect(page.locator("#stage-title")).to_have_text("Interrupted")
    expect(page.locator("#exports")).to_be_visible()
    expect(page.locator(".chart")).to_be_visible()
    edit(page)
    expect(page.locator("#stage-title")).to_have_text("Your puzzle")
    expect_board(page, EMPTY)
    expect(page.locator("#numbers")).to_be_hidden()  # nothing is left of the run
    expect(page.locator(".chart")).to_be_hidden()


def test_if_logic_is_enough_a_text_replaces_the_chart_and_the_buttons_are_in_one_row(
    page: Page, address: str
) -> None:
    open_page(page, address, f"#puzzle={EASY}&method=annealing&seed=1&logic=first")
    page.locator("#start").click()
    expect_solved(page)
    expect(page.locator(".chart-words")).to_have_text("Solved by logic: no search was needed.")
    expect(page.locator(".chart")).to_be_hidden()
    tops = "all => all.filter(b => b.offsetWidth).map(b => b.offsetTop)"
    shown = page.locator(".buttons button").evaluate_all(tops)
    assert (len(shown), len(set(shown))) == (4, 1)
    page.get_by_role("button", name="Without logic").click()
    expect(page.locator(".chart")).to_be_visible()
    expect(page.locator(".chart-words")).to_have_text("")


def test_a_run_can_be_controlled_with_the_keyboard_alone(page: Page, address: str) -> None:
    open_page(page, address, HOT.format(EMPTY))
    page.keyboard.press("Control+Enter")
    title = page.locator("#stage-title")
    expect(title).to_have_text("Searching")
    page.keyboard.press("Space")
    expect(title).to_have_text("Paused")
    page.keyboard.press("Space")
    expect(title).to_have_text("Searching")
    page.keyboard.press("Escape")
    expect(title).to_have_text("Interrupted")
    page.keyboard.press("?")
    expect(page.get_by_role("dialog")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.get_by_role("dialog")).to_be_hidden()


@pytest.fixture(scope="module")
def finished(browser: Browser, address: str) -> Iterator[Page]:
    """A page that shows a solved run of `cool`; every test must leave it in this state."""
    with visiting(browser) as visit:
        page = visit()
        open_page(page, address, f"#puzzle={EASY}&method=cool&seed=7")
        set_speed(page, FULL_SPEED)
        page.locator("#start").click()
        expect_replay(page)
        yield page


def expect_replay(page: Page) -> None:
    """Wait until the run is solved and its replay has arrived, which changes the board and the chart."""
    expect_solved(page)
    expect(page.locator("#replay-slider")).to_be_visible()
    for _ in range(2):  # one frame to draw, and one to be sure that it was drawn
        page.evaluate("new Promise(requestAnimationFrame)")


def test_the_again_button_repeats_the_same_walk(finished: Page) -> None:
    first = iterations(finished)
    assert first > 0
    finished.locator("#boards .contender").evaluate("board => board.id = 'before'")
    finished.get_by_role("button", name="Again").click()
    expect(finished.locator("#before")).to_have_count(0)  # the board of the new run has replaced it
    expect_replay(finished)
    assert iterations(finished) == first


def test_a_run_that_ends_before_the_page_gets_its_id_is_still_shown_to_the_last_frame(
    visit: Visit, address: str
) -> None:
    page = visit()

    def answer_late(route: Route) -> None:
        response = route.fetch()
        with client_of(address) as client:
            status = ended(client, response.json())["status"]
        route.fulfill(response=response, json=response.json() | {"status": status})

    page.route("**/api/runs", answer_late)
    open_page(page, address, f"#puzzle={EASY}&method=cool&seed=7")
    set_speed(page, FULL_SPEED)
    page.locator("#start").click()
    expect_solved(page)
    assert iterations(page) > 0
    expect(page.locator("#announcer")).to_have_text(re.compile("^cool: solved by cool, .* iterations"))
    expect(page.locator("#exports")).to_be_visible()


@pytest.mark.parametrize("methods", ["focused", "focused&method=tabu"])
def test_the_page_says_if_the_puzzle_has_more_than_one_solution(
    page: Page, address: str, methods: str
) -> None:
    several = "The puzzle has more than one solution: this is one of them."
    open_page(page, address, f"#puzzle={EASY.replace('1', '.')}&method={methods}")
    set_speed(page, FULL_SPEED)
    page.locator("#start").click()
    expect(page.locator("#story")).to_contain_text(several)
    expect(page.locator("#announcer")).to_have_text(re.compile(f"solved by .* {several}$"))
    edit(page)
    expect(page.locator("#story")).not_to_contain_text(several)


def test_the_page_does_not_look_for_a_second_solution_if_logic_solved_the_puzzle(
    page: Page, address: str
) -> None:
    requests = list[str]()
    page.on("request", lambda request: requests.append(request.url))
    open_page(page, address, f"#puzzle={EASY}&method=focused&logic=first")
    page.locator("#start").click()
    expect(page.locator("#story")).to_have_text("Logic alone solved the puzzle.")
    assert not any("another" in url and "/api/" in url for url in requests)


def test_a_finished_run_can_be_replayed_with_the_slider_the_chart_and_the_keyboard(finished: Page) -> None:
    slider, story = finished.locator("#replay-slider"), finished.locator("#story")
    expect(slider).to_be_visible()
    solution, last = board(finished), int(slider.get_attribute("max") or 0)
    assert last > 50
    slider.fill("0")
    expect(story).to_have_text(re.compile("^Iteration 0: energy [1-9]"))
    expect(finished.locator(".frame.solved")).to_have_count(0)
    start = board(finished)
    assert sum(one != other for one, other in zip(start, solution, strict=True)) > 10
    expect(finished.locator("#numbers dd").first).not_to_have_text("0")
    finished.get_by_role("button", name="One board forward").click()
    expect(story).to_have_text(re.compile("^Iteration [1-9]"))
    finished.locator("#stage").focus()
    finished.keyboard.press(",")
    expect(story).to_have_text(re.compile("^Iteration 0:"))
    expect_board(finished, start)
    box = finished.locator(".chart").bounding_box()
    assert box is not None
    finished.mouse.move(box["x"] + 0.4 * box["width"], box["y"] + 40)
    finished.mouse.down()
    finished.mouse.move(box["x"] + 0.6 * box["width"], box["y"] + 40)
    finished.mouse.up()
    assert 0 < int(slider.input_value()) < last
    finished.locator("#replay-speed").select_option("10")
    finished.get_by_role("button", name="Play the replay").click()
    expect(slider).to_have_value(str(last))
    expect(finished.get_by_role("button", name="Play the replay")).to_be_visible()
    expect_solved(finished)
    expect_board(finished, solution)


def test_after_a_run_the_iterations_per_second_are_those_of_the_whole_search(
    page: Page, address: str
) -> None:
    open_page(page, address)
    code = """async ([status, ended]) => {
        const { numbers } = await import("/static/js/numbers.js");
        const home = document.createElement("dl");
        const frame = { iteration: 1000, seconds: 2, rate: 9, temperature: null, acceptance: 0, restarts: 0 };
        numbers(home)({ status, ended, frame, energy: 0, best: 0 });
        return home.querySelectorAll("dd")[5].textContent; }"""
    assert page.evaluate(code, ["solved", True]) == "500"
    assert page.evaluate(code, ["running", False]) == "9"
    assert page.evaluate(code, ["paused", False]) == "0"


def test_accepted_is_the_share_of_the_whole_run_in_a_replay_too(page: Page, address: str) -> None:
    open_page(page, address)
    code = """async () => {
        const { Curves } = await import("/static/js/curves.js");
        const { Film, Replay } = await import("/static/js/replay.js");
        const curves = new Curves(1);
        curves.add(0, true, [[0, 0, 2, 2, 1, 1], [100, 1, 2, 2, 1, 0.8], [300, 3, 2, 2, 1, 0.2]]);
        const film = new Film({ size: 1, iterations: [0, 100, 200, 300], energies: [2, 2, 2, 2],
            deltas: btoa("\\0\\0\\0\\0") });
        const replay = new Replay([film], curves);
        return [0, 1, 2].map(place => replay.frame(0, place).acceptance); }"""
    assert page.evaluate(code) == pytest.approx([0, 0.8, 0.5])


def test_a_finished_run_can_be_exported(finished: Page, tmp_path: Path) -> None:
    begins = {"gif": b"GIF8", "png": b"\x89PNG", "csv": b"iteration,", "json": b"{"}
    for kind, first in begins.items():
        with finished.expect_download() as download:  # the side process may have to start
            finished.locator(f"#exports a[data-kind={kind}]").click()
        assert download.value.suggested_filename == f"ergodoku-cool.{kind}"
        target = tmp_path / kind
        download.value.save_as(target)
        assert target.read_bytes().startswith(first), kind
    assert json.loads((tmp_path / "json").read_text(encoding="utf-8"))["status"] == "solved"


def test_a_print_of_a_finished_run_is_light_and_has_no_buttons(finished: Page) -> None:
    finished.get_by_role("button", name="Dark").click()
    assert drawn(finished) == ["dark"]
    finished.emulate_media(media="print")
    expect(finished.get_by_role("grid")).to_be_visible()
    expect(finished.get_by_role("button")).to_have_count(0)
    expect(finished.get_by_role("link")).to_have_count(0)
    expect(finished.locator(".cell.given").first).to_have_css("color", "rgb(29, 28, 26)")
    until(lambda: drawn(finished), lambda inks: inks == ["light"])  # the page reacts with its next frame
    finished.evaluate("dispatchEvent(new Event('beforeprint'))")
    expect(finished.locator("#print-command")).to_have_text(re.compile("^ergodoku solve .*--seed 7"))
    expect(finished.locator("#explain")).to_be_hidden()
    finished.set_viewport_size({"width": 718, "height": 1047})  # A4 with margins of 1 cm
    box, sheet = finished.locator(".frame").bounding_box(), finished.viewport_size
    assert box is not None
    assert sheet is not None
    assert box["width"] > 0.8 * sheet["width"]
    assert abs(2 * box["x"] + box["width"] - sheet["width"]) < 20  # in the middle
    finished.set_viewport_size(DESKTOP)
    finished.emulate_media(media="screen")
    expect(finished.locator("#print-command")).to_be_hidden()
    until(lambda: drawn(finished), lambda inks: inks == ["dark"])
    finished.evaluate("dispatchEvent(new Event('beforeprint'))")  # the page reacts at once
    assert drawn(finished) == ["light"]
    finished.evaluate("dispatchEvent(new Event('afterprint'))")
    assert drawn(finished) == ["dark"]
    finished.get_by_role("button", name="Light").click()
    assert drawn(finished) == ["light"]


def drawn(page: Page) -> list[str]:
    """Return the themes whose colour for the best energy occurs in the chart."""
    code = """canvas => {
        const sheet = new OffscreenCanvas(canvas.width, canvas.height);
        const copy = sheet.getContext("2d", { willReadFrequently: true });
        copy.drawImage(canvas, 0, 0);
        const { data } = copy.getImageData(0, 0, canvas.width, canvas.height);
        const seen = new Set();
        for (let k = 0; k < data.length; k += 4) seen.add(data.slice(k, k + 4).join());
        const inks = { light: "0,114,178,255", dark: "124,198,240,255" };
        return Object.keys(inks).filter(name => seen.has(inks[name])); }"""
    found: list[str] = page.locator(".chart canvas").evaluate(code)
    return found


def test_the_page_says_why_a_run_ended_and_focuses_the_next_button(page: Page, address: str) -> None:
    open_page(page, address, f"#puzzle={trap().to('line')}&method=auto&seed=1")
    page.get_by_role("gridcell").first.press("Control+Enter")
    expect(page.locator("#stage-title")).to_have_text("No solution")
    expect(page.locator("#stage-note")).not_to_have_text(re.compile("seed|^$"))
    expect(page.locator(".chart-words")).to_have_text("Logic proved that there is no solution.")
    expect(page.get_by_role("button", name="Again")).to_be_focused()
    expect(page.get_by_role("button", name="Another seed")).to_be_hidden()  # no seed can find a solution
    open_page(page, address, HOT.format(EMPTY).replace("time_limit=200", "time_limit=0.1"))
    set_speed(page, FULL_SPEED)
    page.locator("#start").click()
    expect(page.locator("#stage-note")).to_have_text(re.compile("^best energy .* after"))
    expect(page.locator("#story")).to_contain_text("Try more time, or another seed or method.")
    expect(page.get_by_role("button", name="Again")).to_be_focused()


def test_the_chart_can_be_read_with_the_keyboard(finished: Page) -> None:
    finished.get_by_role("slider", name="Curves").focus()
    finished.keyboard.press("End")
    expect(finished.locator(".chart-readout")).to_contain_text("best 0")
    finished.keyboard.press("Home")
    expect(finished.locator(".chart-readout")).to_have_text(re.compile(r"Iteration \d+ .* best [1-9]"))
    finished.keyboard.press("End")  # the replay follows, and other tests need its end
    expect_solved(finished)


def test_a_visitor_with_too_many_searches_gets_a_message(browser: Browser, tight: Server) -> None:
    with client_of(tight.url) as client, browser.new_context() as context:
        page = context.new_page()  # not checked for errors: the browser logs the refusal on the console
        open_page(page, tight.url)
        # Start these only now: the server ends a paused run that nobody watches for a minute.
        runs = [start(client, **NEVER, paused=True) for _ in range(2)]
        page.locator("#start").click()
        expect(page.get_by_role("alert")).to_contain_text("try again")
        expect(page.locator("body")).to_have_attribute("data-mode", "edit")
        for run in runs:
            cancel(client, run)
            ended(client, run)


def test_a_lost_connection_is_reported_and_restored(visit: Visit, address: str) -> None:
    page = visit()
    lines: list[WebSocketRoute] = []

    def through(route: WebSocketRoute) -> None:
        route.connect_to_server()
        lines.append(route)

    page.route_web_socket("**/api/live", through)
    begin(page, address, WATCHABLE)
    expect(page.locator("#numbers")).to_contain_text(re.compile(r"Iterations\s*\d"))
    code = """() => { window.told = []; const banner = document.getElementById("banner");
        new MutationObserver(() => told.push(banner.textContent)).observe(banner, { childList: true }); }"""
    page.evaluate(code)  # the banner may disappear before the test can see it
    lines[0].close()
    until(lambda: page.evaluate("told"), lambda told: any("connection is lost" in words for words in told))
    expect(page.locator("#banner")).to_be_hidden()
    assert len(lines) >= 2
    before = iterations(page)
    until(lambda: iterations(page), lambda now: now > before)


def test_commands_given_without_a_connection_keep_their_order(visit: Visit, address: str) -> None:
    page, down, said = visit(), list[bool](), list[str]()
    lines: list[WebSocketRoute] = []

    def through(route: WebSocketRoute) -> None:
        lines.append(route)
        if down:
            route.close()
            return
        server = route.connect_to_server()

        def on(text: str | bytes) -> None:
            said.append(json.loads(text)["type"])
            server.send(text)

        route.on_message(on)

    page.route_web_socket("**/api/live", through)
    begin(page, address, WATCHABLE)
    until(lambda: iterations(page), bool)
    page.get_by_role("button", name="Pause").click()
    expect(page.locator("#stage-title")).to_have_text("Paused")
    down.append(True)
    lines[0].close()
    banner = page.locator("#banner")
    expect(banner).to_contain_text("The connection is lost")
    resume, step = (page.get_by_role("button", name=name) for name in ("Resume", "Step"))
    resume.click()
    expect(banner).to_contain_text("The search will resume when the connection is back.")
    step.click()
    page.locator("#speed").fill(str(WATCHABLE - 1))
    expect(banner).to_contain_text("The search will do one step when the connection is back.")
    resume.click()  # the last command is a step, so this does not withdraw the first Resume
    expect(banner).to_contain_text("The search will resume when the connection is back.")
    said.clear()
    down.clear()
    expect(page.locator("#stage-title")).to_have_text("Searching")
    assert [kind for kind in said if kind in ("step", "resume")] == ["step", "resume"]


def test_a_run_is_shown_and_controlled_although_the_server_ignored_the_first_subscriptions(
    visit: Visit, address: str
) -> None:
    page, said = visit(), list[str]()

    def through(route: WebSocketRoute) -> None:
        server = route.connect_to_server()

        def on(text: str | bytes) -> None:
            message = json.loads(text)
            said.append(message["type"])
            if said.count("subscribe") > 2:
                server.send(text)
                return
            if len(said) == 1:  # give a command before the answer arrives
                page.get_by_role("button", name="Pause").click()
            words = "too many messages; this one was ignored"
            refused = {"type": "error", "run": message["run"], "refused": message["type"]}
            route.send(json.dumps({**refused, "retry": 0.05, "message": words}))

        route.on_message(on)

    page.route_web_socket("**/api/live", through)
    begin(page, address, WATCHABLE)
    expect(page.locator("#stage-title")).to_have_text("Paused")
    assert said == ["subscribe", "subscribe", "subscribe", "pause"]
    expect(page.get_by_role("alert")).to_be_hidden()


def test_a_run_that_the_server_has_deleted_is_reported_until_the_next_start(
    visit: Visit, address: str
) -> None:
    page = visit()
    lines: list[WebSocketRoute] = []

    def through(route: WebSocketRoute) -> None:
        lines.append(route)
        if len(lines) != 2:
            route.connect_to_server()
            return
        gone = json.dumps(
            {"type": "error", "message": "there is no such run"}
        )  # as after a restart of the server
        route.on_message(lambda _: route.send(gone))

    page.route_web_socket("**/api/live", through)
    begin(page, address, WATCHABLE)
    expect(page.locator("#numbers")).to_contain_text(re.compile(r"Iterations\s*\d"))
    lines[0].close()
    expect(page.get_by_role("alert")).to_contain_text("no longer has this run")
    expect(page.locator("#stage-title")).to_have_text("Failed")
    lines[1].close()
    page.get_by_role("button", name="Again").click()
    expect(page.locator("#stage-title")).to_have_text("Searching")
    expect(page.get_by_role("alert")).to_be_hidden()


def test_logic_that_would_solve_the_puzzle_alone_is_left_out_and_the_note_says_so(
    page: Page, address: str
) -> None:
    open_page(page, address, f"#puzzle={EASY}&method=annealing&seed=1")
    set_speed(page, FULL_SPEED)
    page.locator("#start").click()
    expect_solved(page)
    expect(page.locator("#stage-note")).to_have_text("found by annealing; seed 1; logic left out")
    assert iterations(page) > 0


def test_another_seed_gives_another_walk_and_changes_the_address(finished: Page) -> None:
    first = iterations(finished)
    finished.get_by_role("button", name="Another seed").click()
    expect(finished.locator("#stage-note")).to_contain_text("seed 8")  # until then the page shows the old run
    expect_replay(finished)
    assert iterations(finished) != first
    assert "seed=8" in link_of(finished)
    edit(finished)
    finished.get_by_label("Seed", exact=True).fill("7")
    finished.locator("#start").click()
    expect_replay(finished)


def test_more_time_is_not_suggested_at_the_time_limit_of_the_server(page: Page, address: str) -> None:
    open_page(page, address, HOT.format(EMPTY))
    code = """async ([limit, longest]) => {
        const words = await import("/static/js/stagewords.js");
        const only = { status: "gave_up", ended: true, best: 3, message: "", frame: { seconds: 9 } };
        return words.hintOf({ status: "gave_up", contenders: [only] }, { time_limit: limit }, longest); }"""
    assert page.evaluate(code, [10, 60]) == "Try more time, or another seed or method."
    assert page.evaluate(code, [60, 60]) == "Try another seed or method."
