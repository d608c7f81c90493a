"""The page in a real browser: races, their replays and their exports."""

from __future__ import annotations

import csv
import json
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from PIL import Image
from playwright.sync_api import Browser, Page, WebSocketRoute, expect

from ergodoku.views.colours import colour_of
from tests.samples import EASY
from tests.web.page.browsing import FULL_SPEED, choose, open_page, paste, set_speed
from tests.web.page.conftest import Visit, visiting


@pytest.fixture(scope="module")
def raced(browser: Browser, address: str) -> Iterator[Page]:
    """A page with a finished race of cool and lewis; both have solved the puzzle."""
    with visiting(browser) as visit:
        page = visit()
        open_page(
            page, address, f"#box=3x3&puzzle={EASY}&method=cool&method=lewis&seed=1&until=all&name=Tuesday"
        )
        set_speed(page, FULL_SPEED)
        page.locator("#start").click()
        expect(page.locator("#replay-slider")).to_be_visible()
        yield page


def test_methods_race_side_by_side_and_their_lines_have_different_dashes(page: Page, address: str) -> None:
    open_page(page, address)
    paste(page, EASY)
    expect(page.locator("#stage-note")).to_contain_text("30 clues")  # otherwise the sample might be started
    choose(page, "cool")
    page.get_by_role("button", name="Race another method").click()
    choose(page, "lewis", contender=1)
    page.get_by_label("Race until").select_option("all")
    set_speed(page, FULL_SPEED)
    page.locator("#start").click()
    expect(page.locator("#stage-title")).to_have_text("The race is over")
    expect(page.locator(".contender")).to_have_count(2)
    expect(page.locator(".contender .badge")).to_have_text(["solved", "solved"])
    note = page.locator("#stage-note")
    expect(note).to_have_text(
        re.compile(r"^(cool|lewis) [\d.]+ m?s; (cool|lewis) ([\d,.]+ times|just) as long$")
    )
    expect(page.get_by_role("list", name="Result of the race").get_by_role("listitem")).to_have_count(2)
    expect(page.locator("#replay-slider")).to_be_visible()
    page.locator("#replay-slider").fill("1")
    expect(page.locator(".contender .frame.solved")).to_have_count(0)
    expect(page.locator(".contender .badge")).to_have_text(["searching", "searching"])
    expect(page.locator("#story")).to_have_text(re.compile("^After .* of search"))
    expect(page.locator(".legend li")).to_have_text(["A cool", "B lewis"])
    dashes = page.locator(".legend path").evaluate_all(
        "all => all.map(p => p.getAttribute('stroke-dasharray'))"
    )
    assert dashes[0] != dashes[1]


def test_a_replay_shows_a_contender_as_solved_only_after_it_has_solved_the_puzzle(raced: Page) -> None:
    slider, badges = raced.locator("#replay-slider"), raced.locator(".contender .badge")
    last = int(slider.get_attribute("max") or 0)
    slider.fill(str(last - 1))  # the slower contender still searches, the faster one has ended
    expect(badges.filter(has_text=re.compile("^solved$"))).to_have_count(1)
    expect(badges.filter(has_text="searching")).to_have_count(1)
    expect(raced.locator(".contender .frame.solved")).to_have_count(1)
    expect(raced.locator(".contender", has=raced.locator(".frame.solved"))).to_contain_text(
        "energy 0, best 0"
    )
    slider.fill(str(last))
    expect(badges).to_have_text(["solved", "solved"])
    expect(raced.locator("#story")).to_have_text(re.compile("to see how it went"))


def test_a_contender_still_at_its_first_board_is_a_dot_on_the_chart(page: Page, address: str) -> None:
    open_page(page, address, f"#puzzle={EASY}&method=annealing&method=genetic")
    code = """async (points) => {
        const { paintChart } = await import("/static/js/chart.js");
        const { Curves } = await import("/static/js/curves.js");
        const curves = new Curves(2);
        curves.add(0, true, [[0, 0, 40, 40, 1, 0], [100, 1, 20, 20, 1, 0.5]]);
        curves.add(1, true, points);
        const pen = new OffscreenCanvas(400, 200).getContext("2d");
        const view = { log: false, against: "iterations", cursor: null, mark: null };
        paintChart(pen, 400, 200, 12, curves, view);
        const ink = getComputedStyle(document.documentElement).getPropertyValue("--contender-1");
        const wanted = [1, 3, 5].map(k => parseInt(ink.trim().slice(k, k + 2), 16));
        const { data } = pen.getImageData(0, 0, 400, 200);
        let count = 0;
        for (let k = 0; k < data.length; k += 4) {
            count += data[k + 3] === 255 && wanted.every((value, part) => data[k + part] === value);
        }
        return count; }"""
    assert page.evaluate(code, []) == 0
    assert page.evaluate(code, [[0, 0, 30, 30, None, 0]]) > 40
    assert page.evaluate(code, [[0, 0, 30, 30, None, 0], [50, 1, 30, 30, None, 0]]) > 40  # a line


@pytest.mark.parametrize(
    ("message", "word"),
    [
        ("tabu was first", "not finished"),
        ("tabu proved that there is no solution", "not finished"),
        ("the race was stopped", "not finished"),
        ("", "gave up"),
    ],
)
def test_a_contender_that_the_race_stopped_is_shown_as_not_finished(
    page: Page, address: str, message: str, word: str
) -> None:
    open_page(page, address)
    code = """async (message) => {
        const { ContenderView } = await import("/static/js/contender.js");
        const one = Object.create(ContenderView.prototype);
        return Object.assign(one, { status: "gave_up", message }).word; }"""
    assert page.evaluate(code, message) == word


def test_all_exports_of_a_race_show_all_contenders(raced: Page, tmp_path: Path) -> None:
    pick = raced.get_by_label("What to export")
    expect(pick).to_have_value("all")
    for kind in ("gif", "png", "csv", "json"):
        with raced.expect_download() as download:  # the side process may have to start
            raced.locator(f"#exports a[data-kind={kind}]").click()
        assert download.value.suggested_filename == f"ergodoku-race.{kind}"
        download.value.save_as(tmp_path / f"race.{kind}")
    assert {colour_of("cool"), colour_of("lewis")} <= colours(tmp_path / "race.gif")
    told = json.loads((tmp_path / "race.json").read_text(encoding="utf-8"))
    assert [one["method"] for one in told] == ["cool", "lewis"]
    with (tmp_path / "race.csv").open(encoding="utf-8", newline="") as stream:
        assert {row["contender"] for row in csv.DictReader(stream)} == {"cool", "lewis"}
    pick.select_option("B lewis")
    with raced.expect_download() as download:
        raced.locator("#exports a[data-kind=json]").click()
    assert download.value.suggested_filename == "ergodoku-lewis.json"
    raced.get_by_role("button", name="Share").click()
    with raced.expect_download() as download:
        raced.locator("#share-gif").click()
    download.value.save_as(tmp_path / "shared.gif")
    assert {colour_of("cool"), colour_of("lewis")} <= colours(tmp_path / "shared.gif")
    raced.get_by_role("button", name="Close").click()


def colours(path: Path) -> set[str]:
    """Return the colours of the last frame of a film."""
    with Image.open(path) as film:
        film.seek(getattr(film, "n_frames", 1) - 1)
        found = film.convert("RGB").getcolors(1 << 16) or []
    return {"#{:02X}{:02X}{:02X}".format(*colour) for _, colour in found if isinstance(colour, tuple)}


def watch_tops(page: Page) -> None:
    """Record the positions of the boards in every frame that the browser draws from now on."""
    page.evaluate(
        """() => { window.tops = {}; const look = () => {
            document.querySelectorAll(".contender .frame").forEach((frame, k) => {
                const { x, y, width } = frame.getBoundingClientRect();
                (tops[k] ??= new Set()).add([x, y + scrollY, width].map(Math.round).join()); });
            requestAnimationFrame(look); };
        look(); }"""
    )


def tops(page: Page) -> list[list[str]]:
    """Return all recorded positions of each board."""
    found: list[list[str]] = page.evaluate("Object.values(tops).map(places => [...places])")
    return found


@pytest.mark.parametrize("width", [320, 390, 1280])
def test_boards_are_aligned_and_never_move(visit: Visit, address: str, width: int) -> None:
    """They do not move during compilation, when a contender or the race ends, or in the replay."""
    page = visit(viewport={"width": width, "height": 800})
    said = iter(["Compiling the kernels of this method. That happens once, and takes up to a minute."])

    def through(route: WebSocketRoute) -> None:
        server = route.connect_to_server()

        def on(text: str | bytes) -> None:
            message = json.loads(text)
            if (
                message["type"] == "status"
                and message.get("contender") is None
                and message["status"] == "running"
            ):
                message["message"] = next(said, "")
            route.send(json.dumps(message))

        server.on_message(on)

    page.route_web_socket("**/api/live", through)
    methods = "".join(f"&method={name}" for name in ("annealing", "lewis", "hyperbolic", "genetic", "cool"))
    open_page(page, address, f"#box=3x3&puzzle={EASY}{methods}&seed=1&until=all&time_limit=20")
    set_speed(page, FULL_SPEED)
    page.locator("#start").click()
    expect(page.locator(".contender")).to_have_count(5)
    watch_tops(page)
    expect(page.locator("#podium li")).to_have_count(5)  # up to 20 s for each contender
    expect(page.locator("#replay-slider")).to_be_visible()
    page.locator("#replay-slider").fill("5")
    expect(page.locator("#story")).to_contain_text("of search")
    page.evaluate("new Promise(requestAnimationFrame)")
    places = tops(page)
    assert [len(each) for each in places] == [1] * 5, places
    rows = [int(each[0].split(",")[1]) for each in places]
    assert (rows[0] == rows[1] == rows[2], rows[3] == rows[4]) == (True, True)
