"""The page in a real browser: light and dark, small and large windows, accessibility."""

from __future__ import annotations

import re

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, expect

from ergodoku.views.colours import colour_of, rgb_of
from tests.samples import EASY
from tests.web.page.browsing import (
    FULL_SPEED,
    HOT,
    SLOW,
    choose,
    edit,
    expect_solved,
    open_page,
    paste,
    set_speed,
)
from tests.web.page.conftest import Visit


def background(page: Page) -> int:
    """Return how bright the page is, 0 to 765."""
    colour = page.evaluate("getComputedStyle(document.body).backgroundColor")
    return sum(int(part) for part in re.findall(r"\d+", colour)[:3])


def test_the_theme_follows_the_system_until_the_visitor_chooses_one(visit: Visit, address: str) -> None:
    page = visit(color_scheme="dark")
    open_page(page, address)
    assert background(page) < 200
    page.get_by_role("button", name="Light").click()
    assert background(page) > 600
    page.reload()
    assert background(page) > 600


@pytest.mark.parametrize("width", [360, 1920])
def test_nothing_is_wider_than_the_window(visit: Visit, address: str, width: int) -> None:
    page = visit(viewport={"width": width, "height": 740})
    open_page(page, address)
    for sample, size in (("Easy 9x9", 9), ("25x25", 25)):
        page.locator("#sample").select_option(sample)
        expect(page.locator("#stage-note")).to_have_text(re.compile(f"^{size} . {size},"))
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    page.get_by_role("button", name="Race another method").click()
    set_speed(page, SLOW)
    page.locator("#start").click()
    expect(page.locator(".contender")).to_have_count(2)
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_three_contenders_fit_side_by_side(page: Page, address: str) -> None:
    open_page(page, address, "#puzzle=" + "." * 81 + "&method=annealing&method=tabu&method=focused")
    set_speed(page, SLOW)
    page.locator("#start").click()
    contenders = page.locator(".contender")
    expect(contenders).to_have_count(3)
    boxes = [contenders.nth(k).bounding_box() for k in range(3)]
    assert all(box and box["y"] >= 0 and box["y"] + box["height"] <= 800 for box in boxes)
    assert all(box and box["width"] >= 200 for box in boxes)


def test_digits_are_entered_without_a_keyboard_on_a_phone(visit: Visit, address: str) -> None:
    page = visit(viewport={"width": 360, "height": 740}, has_touch=True, is_mobile=True)
    open_page(page, address)
    page.get_by_role("button", name="Clear").tap()
    page.get_by_role("gridcell").nth(10).tap()
    page.get_by_role("group", name="Digits").get_by_role("button", name="7").tap()
    expect(page.get_by_role("gridcell").nth(10)).to_have_text("7")
    page.get_by_role("button", name="Erase").tap()
    expect(page.get_by_role("gridcell").nth(10)).to_have_text("")


def test_with_reduced_motion_nothing_is_animated(visit: Visit, address: str) -> None:
    page = visit(reduced_motion="reduce")
    open_page(page, address, f"#puzzle={EASY}")
    choose(page, "cool")
    set_speed(page, FULL_SPEED)
    page.locator("#start").click()
    expect_solved(page)
    assert page.evaluate("document.getAnimations().length") == 0


def test_with_forced_colours_the_cursor_and_the_swapped_cells_are_visible(visit: Visit, address: str) -> None:
    page = visit(forced_colors="active")
    open_page(page, address, "#puzzle=" + "." * 81)
    cell = page.get_by_role("gridcell").nth(40)
    cell.focus()
    expect(cell).to_have_css("outline-style", "solid")
    set_speed(page, SLOW)
    page.locator("#start").click()
    expect(page.locator(".cell.swapped").first).to_have_css("outline-style", "double")


def test_the_titles_are_aligned_and_nothing_moves_when_a_swap_is_described(page: Page, address: str) -> None:
    open_page(page, address, HOT.format("." * 81))
    bottoms = ["#stage-title", "#setup-title"]
    heights = [page.locator(name).evaluate("node => node.getBoundingClientRect().bottom") for name in bottoms]
    assert heights[0] == pytest.approx(heights[1], abs=1)
    set_speed(page, FULL_SPEED)
    page.locator("#start").click()
    expect(page.locator("#numbers")).to_contain_text(re.compile(r"Iterations\s*\d"))
    page.get_by_role("button", name="Pause").click()
    expect(page.locator("#stage-title")).to_have_text("Paused")
    places = "['.frame', '#pause'].map(name => document.querySelector(name).getBoundingClientRect().top)"
    expect(page.locator("#story")).to_have_text("")
    before = page.evaluate(places)
    page.get_by_role("button", name="Step").click()
    expect(page.locator("#story")).to_contain_text("energy")
    assert page.evaluate(places) == before


def test_on_a_phone_the_start_button_is_visible_and_labels_do_not_overlap(visit: Visit, address: str) -> None:
    page = visit(viewport={"width": 320, "height": 640}, has_touch=True, is_mobile=True)
    open_page(page, address)
    page.locator("#sample").select_option("25x25")
    expect(page.locator("#stage-note")).to_have_text(re.compile("^25"))
    page.evaluate("scrollTo(0, 0)")
    expect(page.locator("#start")).to_be_in_viewport(ratio=1)
    set_speed(page, SLOW)
    page.locator("#start").tap()
    expect(page.locator("#numbers dt").first).to_be_visible()
    wide = page.locator("#numbers dt").evaluate_all(
        "all => all.filter(dt => dt.scrollWidth > dt.clientWidth)"
    )
    assert wide == []


def test_six_boards_and_their_podium_fit_on_a_phone(visit: Visit, address: str) -> None:
    page = visit(viewport={"width": 360, "height": 740}, has_touch=True, is_mobile=True)
    methods = "".join(f"&method={name}" for name in ("cool", "lewis", "tabu", "ants", "focused", "annealing"))
    open_page(page, address, f"#puzzle={EASY}{methods}&seed=1&until=all")
    set_speed(page, FULL_SPEED)
    setup = page.locator("#setup-body").bounding_box()
    assert setup is not None
    assert setup["height"] < 1_300  # the setup of a race stays short
    page.locator("#start").tap()
    expect(page.locator("#podium li")).to_have_count(6)  # all six have ended
    page.evaluate("scrollTo(0, 0)")
    for frame in page.locator(".contender .frame").all():
        expect(frame).to_be_in_viewport(ratio=0.9)
    inks = page.locator("#podium .bar").evaluate_all(
        "all => all.map(bar => getComputedStyle(bar).backgroundColor)"
    )
    assert len(set(inks)) == 6


def test_a_contender_has_the_colour_of_its_method_and_its_own_dashes(visit: Visit, address: str) -> None:
    methods = ["lewis", "tabu", "tabu"]
    page = visit(color_scheme="dark")
    open_page(
        page, address, f"#puzzle={EASY}{''.join(f'&method={name}' for name in methods)}&seed=1&until=all"
    )
    lines = page.locator(".contender-letter .swatch path")
    expect(lines).to_have_count(3)
    for theme in ("dark", "light"):
        expect(page.locator("html")).to_have_attribute("data-theme", theme)
        for line, method in zip(lines.all(), methods, strict=True):
            expect(line).to_have_css("stroke", f"rgb{rgb_of(colour_of(method))}")
        page.locator("#theme-button").click()
    assert len({line.get_attribute("stroke-dasharray") for line in lines.all()}) == 3


def test_the_start_button_stays_visible_below_an_error_message(page: Page, address: str) -> None:
    open_page(page, address, "#box=3x3&puzzle=55" + "." * 79)
    expect(page.get_by_role("alert")).to_be_in_viewport(ratio=1)
    expect(page.locator("#start")).to_be_in_viewport(ratio=1)


def covered(page: Page, name: str) -> list[str]:
    """Return which elements cover corners of an element; "outside" for a corner outside the window."""
    code = """node => { const { left, top, right, bottom } = node.getBoundingClientRect();
        const inset = Math.min(12, (bottom - top) / 4); // corners may be round
        const [west, north, east, south] = [left + inset, top + inset, right - inset, bottom - inset];
        const corners = [[west, north], [east, south], [west, south]];
        const seen = corners.map(([x, y]) => document.elementFromPoint(x, y));
        const others = seen.filter(one => !one || !node.contains(one));
        return others.map(one => one?.outerHTML.slice(0, 80) ?? "outside"); }"""
    found: list[str] = page.locator(name).evaluate(code)
    return found


@pytest.mark.parametrize("sample", ["Hard 9x9", "25x25"])
def test_the_text_below_the_board_is_never_covered(page: Page, address: str, sample: str) -> None:
    """At 1280x800, where the buttons stick to the lower edge of the window, nothing covers the text."""
    open_page(page, address)
    page.locator(".frame").evaluate("board => board.id = 'before'")
    page.locator("#sample").select_option(sample)
    expect(page.locator("#before")).to_have_count(0)  # the sample's board has replaced it
    assert covered(page, "#story") == []
    set_speed(page, FULL_SPEED)
    page.locator("#start").click()
    expect(page.locator("#numbers")).to_contain_text(re.compile(r"Iterations\s*[1-9]"))  # else no replay
    page.keyboard.press("Escape")
    expect(page.locator("#replay-slider")).to_be_visible()
    expect(page.locator("#story")).to_contain_text("to see how it went")  # appears with the next frame
    assert covered(page, "#story") == []
    page.locator("#replay-slider").fill("0")
    expect(page.locator("#story")).to_have_text(re.compile("^Iteration 0:"))
    assert covered(page, "#story") == []
    assert covered(page, ".frame") == covered(page, "#share-button") == []
    edit(page)
    paste(page, "hello")
    expect(page.get_by_role("alert")).to_contain_text("hello")
    assert covered(page, "#problem") == covered(page, "#start") == []


def test_the_heat_map_explains_its_colours(page: Page, address: str) -> None:
    open_page(page, address)
    page.locator("#sample").select_option("36x36")
    expect(page.locator("#stage-note")).to_have_text(re.compile("^36"))
    set_speed(page, SLOW)
    page.locator("#start").click()
    expect(page.get_by_role("list", name="Colours of the cells").get_by_role("listitem")).to_have_count(4)


def test_axe_finds_no_accessibility_problem(visit: Visit, address: str) -> None:
    """Check the page with contradictory givens and all sections open, after a run, in the tour, in a race."""
    page = visit(color_scheme="light", bypass_csp=True, reduced_motion="reduce")
    open_page(page, address, f"#puzzle={EASY}")
    for details in page.locator("details > summary").all():
        details.click()
    page.get_by_role("gridcell").nth(2).press("5")
    expect(page.locator(".cell.fault")).not_to_have_count(0)
    barriers(page)
    page.get_by_role("gridcell").nth(2).press("Delete")
    expect(page.get_by_role("alert")).to_be_hidden()
    choose(page, "cool")
    set_speed(page, FULL_SPEED)
    page.locator("#start").click()
    expect_solved(page)
    expect(page.locator("#replay-slider")).to_be_visible()
    barriers(page)
    page.get_by_role("button", name="Share").click()
    barriers(page)
    page.get_by_role("button", name="Close").click()
    page.get_by_role("button", name="Tour", exact=True).click()
    expect(page.locator("#tour h3")).to_be_visible()
    barriers(page)
    edit(page)
    page.get_by_role("button", name="Race another method").click()
    set_speed(page, SLOW)
    page.locator("#start").click()
    expect(page.locator(".contender")).to_have_count(2)
    page.get_by_role("button", name="Shortcuts").click()
    barriers(page)


def barriers(page: Page) -> None:
    found = Axe().run(page)
    assert found.violations_count == 0, found.generate_report()
    page.evaluate(
        "document.documentElement.dataset.theme = 'dark'"
    )  # set directly, because a dialog may cover the theme button
    found = Axe().run(page, options={"runOnly": ["color-contrast"]})
    page.evaluate("document.documentElement.dataset.theme = 'light'")
    assert found.violations_count == 0, found.generate_report()
