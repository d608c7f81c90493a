"""The page in a real browser: the guided tour, and steering the temperature by hand."""

from __future__ import annotations

import re
from urllib.parse import unquote

import pytest
from playwright.sync_api import Page, expect

from tests.web.helpers import until
from tests.web.page.browsing import board, hearing, iterations, link_of, open_page, set_speed
from tests.web.page.conftest import Visit


def energy(page: Page) -> int:
    shown = page.locator("#numbers dd").first
    expect(shown).to_have_text(re.compile(r"^\d+$"))  # a dash is shown before the first frame
    return int(shown.inner_text())


def hold(page: Page, key: str) -> None:
    """Press a key on the temperature slider; wait until the search has continued at that temperature."""
    page.get_by_role("slider", name="Temperature").press(key)
    held = page.locator("#steer-label").inner_text()
    expect(page.locator("#numbers dd").nth(2)).to_have_text(held)
    before = iterations(page)
    until(lambda: iterations(page), lambda now: now > before)


def test_the_tour_explains_energy_a_swap_a_worse_swap_and_the_temperature(page: Page, address: str) -> None:
    open_page(page, address)
    page.get_by_role("button", name="Tour", exact=True).click()
    tour = page.locator("#tour")
    expect(tour.get_by_role("heading", name="What energy is")).to_be_focused()
    expect(page.locator("#stage-title")).to_have_text("Paused")
    expect(tour).to_contain_text(f"energy: {energy(page)} now")
    tour.get_by_role("button", name="Next").click()
    expect(tour).to_contain_text(re.compile(r"Iteration \d+: .* energy \d+ → \d+\. (Better|Worse|Neither)"))
    expect(page.locator(".cell.swapped")).to_have_count(2)
    tour.get_by_role("button", name="Next").click()
    said = hearing(page)
    tour.get_by_role("button", name="Next worse swap").click()
    expect(tour).to_contain_text("Worse, and accepted.")
    expect(page.locator("#announcer")).to_contain_text("Worse, and accepted.")
    assert len(said()) == 1, said()  # the skipped swaps are not announced
    expect(tour).to_contain_text(re.compile(r"exp\(.1/0\.\d+\) = \d"))
    tour.get_by_role("button", name="Next", exact=True).click()
    expect(page.locator("#stage-title")).to_have_text("Searching")
    tour.get_by_role("button", name="Melt").click()
    expect(page.locator("#stage-note")).to_contain_text("steered by hand")
    until(lambda: energy(page), lambda now: now >= 25)
    tour.get_by_role("button", name="Freeze").click()
    until(lambda: energy(page), lambda now: now < 20)
    page.get_by_role("button", name="Release").click()
    expect(page.get_by_role("button", name="Release")).to_be_hidden()
    expect(tour).to_contain_text(
        "in a run of your own"
    )  # the run of the tour itself is lost when the tour ends
    tour.get_by_role("button", name="Done").click()
    expect(tour).to_be_hidden()


@pytest.mark.parametrize("button", ["Done", "End tour", "Edit"])
def test_after_the_tour_the_visitor_has_the_same_puzzle_method_seed_and_speed_as_before(
    page: Page, address: str, button: str
) -> None:
    open_page(page, address, "#box=2x2&puzzle=1.............4.&method=cool&seed=42&name=Mine")
    set_speed(page, 7)
    before = link_of(page)
    page.get_by_role("button", name="Tour", exact=True).click()
    for _ in range(3):
        page.locator("#tour").get_by_role("button", name="Next", exact=True).click()
    expect(page.locator("#speed")).to_have_value("10")
    page.get_by_role("button", name=button, exact=True).click()
    expect(page.locator("body")).to_have_attribute("data-mode", "edit")
    expect(page.locator("#tour")).to_be_hidden()
    expect(page.get_by_label("Seed", exact=True)).to_have_value("42")
    expect(page.locator("select[data-contender='0']")).to_have_value("cool")
    expect(page.locator("#stage-title")).to_have_text("Mine")
    expect(page.locator("#speed")).to_have_value("7")
    assert board(page) == "1.............4."
    assert link_of(page) == before
    assert page.evaluate("localStorage['ergodoku-speed']") == "7"
    page.locator("#start").click()
    expect(page.locator("#stage-title")).to_have_text("Solved")


def test_a_puzzle_chosen_during_the_tour_is_solved_with_the_method_and_seed_from_before_the_tour(
    page: Page, address: str
) -> None:
    open_page(page, address, "#box=2x2&puzzle=1.............4.&method=cool&seed=42")
    page.get_by_role("button", name="Tour", exact=True).click()
    expect(page.locator("#tour h3")).to_be_focused()
    page.get_by_role("button", name="Setup").click()
    page.get_by_label("Sample").select_option(index=1)
    expect(page.locator("body")).to_have_attribute("data-mode", "edit")
    expect(page.get_by_label("Sample")).not_to_have_value("")
    expect(page.get_by_role("gridcell")).to_have_count(81)
    expect(page.locator("#setup-summary")).to_have_text("cool; seed 42")


def test_a_double_click_begins_one_tour(page: Page, address: str) -> None:
    open_page(page, address, "#box=2x2&puzzle=1.............4.&method=cool&seed=42")
    page.get_by_role("button", name="Tour", exact=True).dblclick()
    expect(page.locator("#tour h3")).to_be_focused()
    expect(page.locator("body")).to_have_attribute("data-mode", "run")


@pytest.mark.parametrize("way", ["Escape", "Cancel"])
def test_cancelling_the_run_of_the_tour_ends_the_tour(page: Page, address: str, way: str) -> None:
    open_page(page, address, "#box=2x2&puzzle=1.............4.&method=cool&seed=42")
    page.get_by_role("button", name="Tour", exact=True).click()
    expect(page.locator("#tour h3")).to_be_focused()
    if way == "Escape":
        page.keyboard.press("Escape")
    else:
        page.get_by_role("button", name="Cancel", exact=True).click()
    expect(page.locator("#tour")).to_be_hidden()
    expect(page.locator("body")).to_have_attribute("data-mode", "edit")
    expect(page.get_by_role("gridcell")).to_have_count(16)
    expect(page.locator("#start")).to_be_enabled()


def test_the_again_button_during_the_tour_keeps_the_puzzle_of_the_tour(page: Page, address: str) -> None:
    open_page(page, address, "#box=2x2&puzzle=1.............4.&method=cool&seed=42")
    set_speed(page, 7)
    page.get_by_role("button", name="Tour", exact=True).click()
    expect(page.locator("#tour h3")).to_be_focused()
    page.locator("#again").click()
    expect(page.locator("#tour")).to_be_hidden()
    expect(page.locator("#speed")).to_have_value("7")
    page.get_by_role("button", name="Edit", exact=True).click()
    expect(page.locator("body")).to_have_attribute("data-mode", "edit")
    expect(page.get_by_role("gridcell")).to_have_count(81)


def test_the_link_of_a_steered_run_repeats_the_steering(page: Page, address: str) -> None:
    puzzle = "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4.."
    open_page(page, address, f"#box=3x3&puzzle={puzzle}&method=annealing&seed=1&time_limit=200")
    set_speed(page, 10)  # 2,000 iterations per second
    page.locator("#start").click()
    expect(page.locator("#steer-label")).to_have_text(re.compile(r"^0\.\d"))
    until(lambda: energy(page), lambda now: now < 25)
    hold(page, "End")
    until(lambda: energy(page), lambda now: now >= 25)
    hold(page, "Home")
    until(lambda: energy(page), lambda now: now < 25)
    page.keyboard.press("Escape")
    expect(page.locator("#stage-title")).to_have_text("Interrupted")
    expect(page.locator("#replay-slider")).to_be_visible()
    count, steer = iterations(page), unquote(link_of(page)).split("&steer=")[1]
    changes = [change.split(":") for change in steer.split(",")]
    assert [float(temperature) > 1 for _, temperature in changes] == [True, False]
    assert 0 < int(changes[0][0]) < int(changes[1][0]) < count

    open_page(page, address, "#" + link_of(page).split("#")[1])
    expect(page.locator("#setup-summary")).to_contain_text("steered by hand")
    set_speed(page, 20)
    with page.expect_request("**/api/runs") as sent:
        page.locator("#start").click()
    assert sent.value.post_data_json["steering"] == [[int(at), float(t)] for at, t in changes]
    expect(page.locator("#stage-note")).to_contain_text("steered by hand")
    until(lambda: iterations(page), bool)  # a run that is cancelled earlier has no replay
    page.keyboard.press("Escape")
    expect(page.locator("#replay-slider")).to_be_visible()


def test_the_board_and_the_tour_fit_on_a_phone(visit: Visit, address: str) -> None:
    page = visit(viewport={"width": 360, "height": 740}, has_touch=True, is_mobile=True)
    open_page(page, address)
    page.get_by_role("button", name="Tour", exact=True).tap()
    expect(page.locator("#tour h3")).to_be_visible()
    expect(page.locator(".frame")).to_be_in_viewport(ratio=0.95)
    expect(page.locator("#tour").get_by_role("button", name="Next")).to_be_in_viewport(ratio=1)
