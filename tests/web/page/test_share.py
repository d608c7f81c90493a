"""The page in a real browser: sharing a run as a link, a picture, a film and a command."""

from __future__ import annotations

import json
import re
import shlex
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest
from playwright.sync_api import Browser, Page, WebSocketRoute, expect

from ergodoku.puzzle.puzzle import Puzzle
from tests.samples import EASY
from tests.web.helpers import EMPTY
from tests.web.page.browsing import (
    FULL_SPEED,
    HOT,
    WATCHABLE,
    board,
    expect_solved,
    iterations,
    link_of,
    open_page,
    set_speed,
)
from tests.web.page.conftest import Visit, visiting

COOL = f"#box=3x3&puzzle={EASY}&method=cool&seed=7"


@pytest.fixture(scope="module")
def played(browser: Browser, address: str) -> Iterator[Page]:
    """A page after a run that a link started; the dialog to share the run is open."""
    with visiting(browser) as visit:
        page = visit()
        open_page(page, address, f"{COOL}&play=1&name=Tuesday")
        expect_solved(page)
        expect(page.locator("#replay-slider")).to_be_visible()
        page.get_by_role("button", name="Share").click()
        yield page
        page.get_by_role("button", name="Close").click()


def test_a_link_can_start_the_search_and_the_card_shows_the_run(played: Page) -> None:
    expect(played.get_by_label("Name")).to_have_value("Tuesday")
    card = played.get_by_role("img", name=re.compile("^Card: Tuesday, Solved, cool, seed 7, .* iterations"))
    expect(card).to_be_visible()
    assert card.evaluate("card => [card.width, card.height]") == [1200, 630]
    link = played.get_by_label("Link", exact=True)
    expect(link).to_have_value(re.compile("&name=Tuesday&play=1$"))  # the link keeps the name
    played.get_by_label("starts the search automatically").uncheck()
    expect(link).to_have_value(re.compile("&name=Tuesday$"))
    played.get_by_label("Name").fill("Wednesday")
    expect(link).to_have_value(re.compile("&name=Wednesday$"))
    expect(played.get_by_role("img", name=re.compile("^Card: Wednesday"))).to_be_visible()


def test_a_name_is_shown_and_kept_until_the_puzzle_changes(page: Page, address: str) -> None:
    open_page(page, address, f"{COOL}&name=Tuesday+morning")
    title = page.locator("#stage-title")
    expect(title).to_have_text("Tuesday morning")
    expect(page).to_have_title("Tuesday morning · Ergodoku")
    page.get_by_label("Seed", exact=True).fill("8")
    page.get_by_label("Seed", exact=True).press("Tab")
    assert link_of(page).endswith("&name=Tuesday+morning")
    page.get_by_role("button", name="Share").click()
    page.get_by_label("Name").fill("")
    page.get_by_label("Name").press("Tab")
    expect(page.get_by_label("Link", exact=True)).not_to_have_value(re.compile("name="))
    page.get_by_label("Name").fill("Noon")
    page.get_by_label("Name").press("Tab")
    page.get_by_role("button", name="Close").click()
    expect(title).to_have_text("Noon")
    assert link_of(page).endswith("&name=Noon")
    page.get_by_role("gridcell").nth(2).press("4")  # another puzzle
    expect(title).to_have_text("Your puzzle")
    assert "name=" not in link_of(page)


def test_the_card_and_the_film_can_be_downloaded(played: Page, tmp_path: Path) -> None:
    for kind, first in (("png", b"\x89PNG"), ("gif", b"GIF8")):
        with played.expect_download() as download:
            played.locator(f"#share-{kind}").click()
        assert download.value.suggested_filename == f"ergodoku-cool-7.{kind}"
        download.value.save_as(tmp_path / kind)
        assert (tmp_path / kind).read_bytes().startswith(first)


def test_the_command_repeats_the_run(played: Page) -> None:
    command = shlex.split(played.locator("#share-command").inner_text())
    assert command[:2] == ["ergodoku", "solve"]
    done = subprocess.run(
        [sys.executable, "-m", *command, "--json", "--quiet"], capture_output=True, text=True, check=True
    )
    told = json.loads(done.stdout)
    assert (told["grid"], told["iterations"]) == (board(played), iterations(played))


def test_a_command_contains_the_settings_and_whether_logic_is_left_out(page: Page, address: str) -> None:
    open_page(page, address)
    code = """async ([layout, contenders, without, steering]) => {
        const { commandOf } = await import("/static/js/command.js");
        const plan = { contenders, seed: 3, time_limit: 5, until: "all", steering: steering ?? [] };
        const geometry = { size: 4, box: layout.startsWith("jigsaw") ? null : [2, 2], layout };
        geometry.regions = [0, 0, 1, 1, 0, 0, 1, 1, 2, 2, 3, 3, 2, 2, 3, 3];
        return commandOf(geometry, Array(16).fill(0), plan, without); }"""
    schedule = {"schedule.start": 0.5, "schedule": "constant", "reheat": None}
    hot = {"method": "annealing", "parameters": schedule}
    cell, set_to = "." * 16, "--set schedule=constant --set reheat=none --set logic=none"
    assert page.evaluate(code, ["diagonal", [hot], [True]]) == (
        f"ergodoku solve {cell} --method annealing {set_to} "
        "--set schedule.start=0.5 --layout diagonal --seed 3 --time-limit 5"
    )
    cool = {"method": "cool", "parameters": {}}
    assert page.evaluate(code, ["classic", [cool, cool], [False, True]]) == (
        f"ergodoku race {cell} --methods A=cool,B=cool --set B.logic=none --until all --seed 3 --time-limit 5"
    )
    steered = page.evaluate(code, ["classic", [cool], [], [[200, 1.5], [900, None]]])
    assert steered == (
        f"ergodoku watch {cell} --method cool --steering 200:1.5,900:- --seed 3 --time-limit 5"
    )
    jigsaw = shlex.split(page.evaluate(code, ["jigsaw:AABBAABBCCDDCCDD", [cool], []]))
    assert jigsaw[:2] + jigsaw[3:] == shlex.split("ergodoku solve --method cool --seed 3 --time-limit 5")
    assert Puzzle.parse(jigsaw[2]).layout.kind == "jigsaw"


def test_a_link_can_show_a_position_of_the_replay(page: Page, address: str) -> None:
    open_page(page, address, f"{COOL}&at=500")
    expect(page.locator("#story")).to_have_text(re.compile(r"^Iteration 5\d\d: energy [1-9]"))
    expect(page.locator(".frame.solved")).to_have_count(0)
    page.get_by_role("button", name="Share").click()
    expect(page.get_by_label("Link", exact=True)).to_have_value(re.compile(r"&at=5\d\d$"))
    page.get_by_role("button", name="Close").click()


@pytest.mark.parametrize(
    ("methods", "started", "ended"),
    [
        (
            ["annealing"],
            r"annealing, seed 1, energy \d+ after [\d,]+ iterations?, .*",
            "Solved, annealing, .*",
        ),
        (["annealing", "cool"], r".* at energy \d+, seed 1", "The race is over, .*, seed 1"),
    ],
    ids=["one method", "race"],
)
def test_an_open_dialog_follows_the_run(
    visit: Visit, address: str, methods: list[str], started: str, ended: str
) -> None:
    page = visit()
    passed, held, routes = set[str](), list[str](), list[WebSocketRoute]()

    def through(route: WebSocketRoute) -> None:
        routes.append(route)
        route.connect_to_server().on_message(lambda text: tell(str(text)))

    def tell(text: str) -> None:
        if json.loads(text)["type"] in passed:
            routes[-1].send(text)
        else:
            held.append(text)

    def let_pass(*kinds: str) -> None:
        passed.update(kinds)
        waiting, held[:] = held[:], []
        for text in waiting:
            tell(text)

    page.route_web_socket("**/api/live", through)
    chosen = "".join(f"&method={method}" for method in methods)
    open_page(page, address, f"#box=3x3&puzzle={EASY}{chosen}&seed=1&until=all&name=Tuesday")
    set_speed(page, FULL_SPEED)
    page.locator("#start").click()
    expect(page.locator("body")).to_have_attribute("data-mode", "run")
    page.get_by_role("button", name="Share").click()
    card, command, film = (page.locator(f"#share-{part}") for part in ("card", "command", "gif"))
    title = "A race" if len(methods) > 1 else "(Queued|Searching)"
    label = re.compile(f"^Card: Tuesday, {title}, {', '.join(methods)}, seed 1$")
    expect(card).to_have_attribute("aria-label", label)
    expect(command).not_to_contain_text("logic=none")
    page.get_by_label("Name").fill("Wednesday")
    let_pass("frame")
    expect(card).to_have_attribute("aria-label", re.compile(f"^Card: Wednesday, {title}, {started}$"))
    expect(film).to_be_hidden()
    let_pass("curve", "status")
    expect(card).to_have_attribute("aria-label", re.compile(f"^Card: Wednesday, {ended}$"))
    expect(command).to_contain_text("logic=none")
    expect(film).to_be_visible()
    expect(page.get_by_label("Name")).to_have_value("Wednesday")


def test_a_link_says_that_it_lacks_the_temperature_changes_of_a_search_that_is_not_over(
    page: Page, address: str
) -> None:
    open_page(page, address, HOT.format(EMPTY))
    set_speed(page, WATCHABLE)
    page.locator("#start").click()
    temperature = page.locator("#numbers dd").nth(2)
    expect(temperature).to_have_text("1.0e+6")
    page.locator("#steer-slider").press("ArrowDown")
    expect(temperature).not_to_have_text("1.0e+6")
    expect(page.locator("#stage-note")).to_contain_text("steered by hand")
    page.locator("#share-button").click()
    note, link = page.locator("#share-note"), page.locator("#share-link")
    expect(note).to_have_text(re.compile("^Your temperature changes become part of the link"))
    page.keyboard.press("Escape")
    page.locator("#cancel").click()
    expect(page.locator("#stage-title")).to_have_text("Interrupted")
    page.locator("#share-button").click()
    expect(note).to_have_text("")
    expect(link).to_have_value(re.compile("&steer="))
    page.keyboard.press("Escape")
    page.get_by_role("button", name="Again").click()  # repeats the changes, which the link holds already
    expect(page.locator("#stage-title")).to_have_text("Searching")
    page.locator("#share-button").click()
    expect(link).to_have_value(re.compile("&steer="))
    expect(note).to_have_text("")


def test_a_link_to_the_page_has_a_preview_picture(address: str) -> None:
    html = httpx.get(address, verify=False, timeout=600).text
    found = re.search(r'property="og:image" content="([^"]+)"', html)
    assert found is not None
    assert found[1].startswith(address)
    picture = httpx.get(found[1], verify=False, timeout=600)
    assert (picture.headers["content-type"], picture.content[:4]) == ("image/png", b"\x89PNG")
