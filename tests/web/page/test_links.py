"""The page in a real browser: links to a puzzle and a plan, complete and damaged."""

from __future__ import annotations

import re

from playwright.sync_api import Page, expect

from tests.samples import EASY
from tests.web.conftest import Server
from tests.web.helpers import until
from tests.web.page.browsing import board, choose, edit, expect_board, link_of, open_page, paste


def test_a_link_restores_puzzle_methods_parameters_and_seed(page: Page, address: str) -> None:
    open_page(page, address)
    paste(page, EASY)
    expect(page.locator("#stage-note")).to_contain_text("30 clues")
    choose(page, "annealing")
    page.get_by_text("Parameters").click()
    page.get_by_label("logic", exact=True).select_option("none")
    page.get_by_role("button", name="Race another method").click()
    choose(page, "tabu", contender=1)
    page.get_by_label("Seed", exact=True).fill("42")
    page.get_by_label("Seed", exact=True).press("Tab")
    link = link_of(page)
    page.get_by_role("button", name="Copy link").click()
    expect(page.locator("#announcer")).to_have_text(
        "Link copied"
    )  # the button shows this only for a few seconds

    open_page(page, address, "#" + link.split("#")[1])
    expect_board(page, EASY)
    expect(page.locator("select[data-contender='0']")).to_have_value("annealing")
    expect(page.locator("select[data-contender='1']")).to_have_value("tabu")
    expect(page.get_by_label("Seed", exact=True)).to_have_value("42")
    expect(page.get_by_label("logic", exact=True).first).to_have_value("none")


def test_a_link_contains_the_time_limit_that_the_page_shows(page: Page, tight: Server) -> None:
    open_page(page, tight.url)
    shown = page.get_by_label("Time limit, seconds")
    expect(shown).to_have_value("0.5")
    page.get_by_label("Seed", exact=True).fill("42")
    page.get_by_label("Seed", exact=True).press("Tab")
    assert "time_limit=0.5" in link_of(page)
    open_page(page, tight.url, f"#puzzle={EASY}&method=annealing&time_limit=60")  # copied from another server
    expect(shown).to_have_value("0.5")
    expect(page.locator("#stage-note")).to_contain_text("30 clues")
    until(lambda: link_of(page), lambda link: "time_limit=0.5" in link)


def test_a_link_restores_a_jigsaw(page: Page, address: str) -> None:
    open_page(page, address)
    page.locator("#sample").select_option("Jigsaw 9x9")
    expect(page.locator("#stage-note")).to_contain_text("jigsaw")
    shapes = page.locator(".cell.thick-right").count()
    digits, link = board(page), link_of(page)
    open_page(page, address, "#" + link.split("#")[1])
    expect_board(page, digits)
    assert page.locator(".cell.thick-right").count() == shapes != 18


def test_a_latin_square_is_generated_drawn_without_boxes_and_restored_from_its_link(
    page: Page, address: str
) -> None:
    open_page(page, address)
    page.locator("#generate-details summary").click()
    page.locator("#generate-layout").select_option("latin")
    page.locator("#generate-size").select_option("1x7")
    page.locator("#generate").click()
    expect(page.locator("#stage-note")).to_contain_text("latin")
    assert page.locator(".cell").count() == 49
    assert page.locator(".cell.thick-right, .cell.thick-below, .cell.conflict").count() == 0
    digits, link = board(page), link_of(page)
    open_page(page, address, "#" + link.split("#")[1])
    expect_board(page, digits)
    expect(page.locator("#stage-note")).to_contain_text("latin")


def test_a_link_can_hold_the_digits_of_large_boards(page: Page, address: str) -> None:
    open_page(page, address)
    code = """async () => {
        const { LARGEST_PACKED, pack, unpack } = await import("/static/js/grid.js");
        const digits = Array.from({ length: LARGEST_PACKED + 1 }, (_, k) => k);
        return [LARGEST_PACKED, unpack(pack(digits), LARGEST_PACKED)]; }"""
    largest, digits = page.evaluate(code)
    assert largest >= 49
    assert digits == list(range(largest + 1))
    code = """async size => {
        const { toFragment } = await import("/static/js/link.js");
        const geometry = { size, box: [1, size], layout: "classic", regions: [], extra: [] };
        const plan = { contenders: [], seed: "0", time_limit: 1, until: "first",
            watchable: true, steering: [] };
        return toFragment(geometry, [7], plan).includes("puzzle=7"); }"""
    assert page.evaluate(code, largest)
    assert not page.evaluate(code, largest + 1)


def test_the_skip_link_does_not_change_the_address(page: Page, address: str) -> None:
    open_page(page, address)
    before = link_of(page)
    page.locator("#skip").focus()
    page.keyboard.press("Enter")
    expect(page.locator("#stage")).to_be_focused()
    assert link_of(page) == before
    assert "puzzle=" in before


def test_a_truncated_link_shows_what_is_missing_and_stays_in_the_address_bar(
    page: Page, address: str
) -> None:
    fragment = f"#box=3x3&puzzle={EASY[:64]}"  # as many cells as an 8x8
    open_page(page, address, fragment)
    expect(page.get_by_role("alert")).to_contain_text("it holds 64 of the 81 cells of its puzzle")
    expect_board(page, EASY[:64] + "." * 17)  # the cells in the link, and no other puzzle
    assert link_of(page).endswith(fragment)
    page.get_by_role("gridcell").first.press("Delete")  # changes the puzzle
    until(lambda: link_of(page), lambda url: not url.endswith(fragment))


def test_a_damaged_link_shows_its_readable_part(page: Page, address: str) -> None:
    fragment = f"#box=3x3&puzzle={EASY}&method=nonsense&method=tabu|x=%7B&seed=-3&time_limit=abc"
    open_page(page, address, fragment)
    expect_board(page, EASY)
    expect(page.locator("select[data-contender='0']")).to_have_value("tabu")
    problem = page.get_by_role("alert")
    for words in ("“nonsense”", "“x={” of tabu", "its seed is “-3”", "its time limit is “abc”"):
        expect(problem).to_contain_text(words)
    open_page(page, address, "#puzzle=12&method=tabu")
    expect(problem).to_contain_text("its puzzle has 2 cells, which do not form a board")
    expect(page.get_by_role("gridcell")).to_have_count(81)
    expect(problem).to_contain_text("A sample is shown instead")


def test_a_letter_in_the_link_of_a_9x9_is_an_empty_cell_and_reported(page: Page, address: str) -> None:
    open_page(page, address, f"#box=3x3&puzzle={EASY.replace('.', 'q', 1)}&method=tabu")
    expect_board(page, EASY)
    expect(page.get_by_role("alert")).to_contain_text("its puzzle has the character “q”")


def test_a_link_truncated_anywhere_before_the_end_of_its_puzzle_is_reported_as_damaged(
    page: Page, address: str
) -> None:
    whole = f"box=3x3&puzzle={EASY}&method=tabu&seed=12"
    open_page(page, address, f"#{whole}")
    problem, title = page.get_by_role("alert"), page.locator("#stage-title")
    expect(problem).to_be_hidden()
    for cut in (1, 4, 5, 6, 7, 9, 12, 15, 16, 17, 90):
        page.evaluate("part => { location.hash = part; }", whole[:cut])
        expect(problem).to_contain_text("This link is damaged")
        expect(page.locator("#stage-note")).to_contain_text(re.compile(r"\d clues?"))
        assert link_of(page).endswith("#" + whole[:cut])
        page.evaluate("part => { location.hash = part; }", whole)
        expect(problem).to_be_hidden()
        expect_board(page, EASY)
    expect(title).to_have_text("Your puzzle")


def test_a_fragment_that_is_not_a_link_is_kept_and_reported(page: Page, address: str) -> None:
    open_page(page, address, "#hello")
    problem = page.get_by_role("alert")
    expect(problem).to_contain_text(
        "“hello” is not a part of a link, and its puzzle is missing. A sample is shown"
    )
    assert link_of(page).endswith("#hello")
    page.locator("#start").click()
    expect(page.locator("body")).to_have_attribute("data-mode", "run")
    assert link_of(page).endswith("#hello")
    edit(page)
    paste(page, EASY)
    expect(page.locator("#stage-note")).to_contain_text("30 clues")
    assert "puzzle=" in link_of(page)
    page.evaluate("location.hash = 'box=3x'")
    expect(problem).to_contain_text(
        "the shape of its boxes is “3x”, and its puzzle is missing. The puzzle stays"
    )
    expect_board(page, EASY)
    assert link_of(page).endswith("#box=3x")
