"""The page in a real browser: light and dark, small and large, and for those who do not see it."""

from __future__ import annotations

import re

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Page, expect

from tests.web.page.browsing import FULL_SPEED, SLOW, Trouble, choose, expect_solved, open_page, set_speed


def background(page: Page) -> int:
    """Return how bright the page is, 0 to 765."""
    colour = page.evaluate("getComputedStyle(document.body).backgroundColor")
    return sum(int(part) for part in re.findall(r"\d+", colour)[:3])


def test_dark_and_light_follow_the_system_until_the_visitor_chooses(browser: Browser, address: str) -> None:
    context = browser.new_context(color_scheme="dark")
    page = context.new_page()
    open_page(page, address)
    assert background(page) < 200
    page.get_by_role("button", name="Light").click()
    assert background(page) > 600
    page.reload()
    assert background(page) > 600
    context.close()


@pytest.mark.parametrize("width", [360, 768, 1920])
def test_nothing_sticks_out_of_the_window(browser: Browser, address: str, width: int) -> None:
    context = browser.new_context(viewport={"width": width, "height": 740})
    page = context.new_page()
    trouble = Trouble(page)
    open_page(page, address)
    for sample, size in (("Easy 9x9", 9), ("25x25", 25)):
        page.locator("#sample").select_option(sample)
        expect(page.locator("#stage-note")).to_have_text(re.compile(f"^{size} . {size},"))
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    page.get_by_role("button", name="Race another method").click()
    set_speed(page, SLOW)
    page.locator("#start").click()
    expect(page.locator(".lane")).to_have_count(2)
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    context.close()
    assert trouble.seen == []


def test_digits_are_entered_without_a_keyboard_on_a_phone(browser: Browser, address: str) -> None:
    context = browser.new_context(viewport={"width": 360, "height": 740}, has_touch=True, is_mobile=True)
    page = context.new_page()
    open_page(page, address)
    page.get_by_role("button", name="Clear").tap()
    page.get_by_role("gridcell").nth(10).tap()
    page.get_by_role("group", name="Digits").get_by_role("button", name="7").tap()
    expect(page.get_by_role("gridcell").nth(10)).to_have_text("7")
    page.get_by_role("button", name="Erase").tap()
    expect(page.get_by_role("gridcell").nth(10)).to_have_text("")
    context.close()


def test_those_who_want_no_motion_get_none(browser: Browser, address: str) -> None:
    context = browser.new_context(reduced_motion="reduce")
    page = context.new_page()
    open_page(page, address)
    choose(page, "cool")
    set_speed(page, FULL_SPEED)
    page.locator("#start").click()
    expect_solved(page)
    assert page.evaluate("document.getAnimations().length") == 0
    context.close()


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_no_barrier(browser: Browser, address: str, scheme: str) -> None:
    """Before a run with everything open, with wrong givens, after a run, and in a race."""
    context = browser.new_context(
        viewport={"width": 1280, "height": 800}, color_scheme=scheme, bypass_csp=True, reduced_motion="reduce"
    )
    page = context.new_page()
    open_page(page, address)
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
    barriers(page)
    page.get_by_role("button", name="Edit").click()
    page.get_by_role("button", name="Race another method").click()
    set_speed(page, SLOW)
    page.locator("#start").click()
    expect(page.locator(".lane")).to_have_count(2)
    page.get_by_role("button", name="Shortcuts").click()
    barriers(page)
    context.close()


def barriers(page: Page) -> None:
    found = Axe().run(page)
    assert found.violations_count == 0, found.generate_report()
