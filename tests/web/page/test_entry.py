"""The page in a real browser: entering a puzzle, and messages about it."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, Route, expect

from tests.samples import EASY, HARD
from tests.web.page.browsing import (
    board,
    cell,
    choose,
    edit,
    expect_board,
    expect_solved,
    freeze,
    open_page,
    paste,
    press_paste,
    set_speed,
    until_seen,
)
from tests.web.page.conftest import Visit

WRONG = "55" + EASY[2:]


def test_a_pasted_puzzle_is_solved(page: Page, address: str) -> None:
    open_page(page, address)
    expect(page.locator("#sample")).not_to_have_value("")
    paste(page, HARD)
    expect(page.locator("#sample")).to_have_value("")  # the puzzle is no longer a sample
    expect(page.locator("#stage-note")).to_contain_text("21 clues")
    expect_board(page, HARD)
    choose(page, "auto")
    page.locator("#start").click()
    expect_solved(page)
    assert all(given in (".", found) for given, found in zip(HARD, board(page), strict=True))
    expect(page.locator("#announcer")).to_contain_text("solved")


def test_a_puzzle_can_be_pasted_anywhere_again_and_again(page: Page, address: str) -> None:
    open_page(page, address)
    press_paste(page, EASY)  # nothing has the focus
    expect_board(page, EASY)
    paste(page, HARD)
    expect_board(page, HARD)
    expect(page.get_by_role("gridcell").first).to_be_focused()
    press_paste(page, "hello")
    expect(page.locator("#problem")).to_contain_text("has no digits")
    press_paste(page, EASY)
    expect_board(page, EASY)
    choose(page, "auto")
    page.locator("#start").click()
    expect_solved(page)
    press_paste(page, "hello")
    expect(page.locator("#problem")).to_contain_text("has no digits")
    expect_solved(page)  # the run is still there
    page.locator("#replay-slider").focus()
    press_paste(page, HARD)  # leaves the finished run
    expect(page.locator("#stage-title")).to_have_text("Your puzzle")
    expect_board(page, HARD)


def test_on_a_phone_the_board_comes_into_view_with_a_puzzle_from_the_field(
    visit: Visit, address: str
) -> None:
    page = visit(viewport={"width": 390, "height": 844}, has_touch=True)
    open_page(page, address)
    page.get_by_text("Paste a puzzle", exact=True).tap()
    page.get_by_label("Any format").fill("hello")
    page.get_by_role("button", name="Use this puzzle").tap()
    expect(page.locator("#paste-problem")).to_be_visible()
    expect(page.locator("#paste-problem")).to_be_in_viewport()
    page.get_by_label("Any format").fill(HARD)
    page.get_by_role("button", name="Use this puzzle").tap()
    expect_board(page, HARD)
    expect(page.get_by_role("gridcell").first).to_be_in_viewport()


def test_on_a_phone_undo_brings_back_the_puzzle_after_clear_and_a_digit(visit: Visit, address: str) -> None:
    page = visit(viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True)
    open_page(page, address, f"#puzzle={EASY}")
    page.get_by_role("button", name="Clear").tap()
    page.get_by_role("gridcell").nth(10).tap()
    page.get_by_role("group", name="Digits").get_by_role("button", name="7").tap()
    expect_board(page, "." * 10 + "7" + "." * 70)
    undo = page.get_by_role("button", name="Undo")
    undo.tap()
    expect_board(page, "." * 81)
    undo.tap()
    expect_board(page, EASY)
    expect(undo).to_be_hidden()


def test_the_keypad_does_not_move_the_cursor_on_the_board(visit: Visit, address: str) -> None:
    page = visit(viewport={"width": 390, "height": 844}, has_touch=True)
    open_page(page, address)
    page.get_by_role("button", name="Clear").tap()
    middle = page.locator(cell(page, 5, 5))
    middle.tap()
    page.get_by_role("button", name="5", exact=True).tap()
    expect(middle).to_have_text("5")
    expect(middle).to_be_focused()
    key = page.get_by_role("button", name="6", exact=True)
    key.focus()
    key.press("Enter")
    expect(middle).to_have_text("6")
    expect(key).to_be_focused()  # the keyboard focus stays on the keypad


@pytest.mark.parametrize(
    ("button", "asked"), [("Start", "**/api/runs"), ("Run 100 seeds", "**/api/puzzles/seeds")]
)
def test_a_button_pressed_while_a_pasted_puzzle_loads_uses_that_puzzle(
    visit: Visit, address: str, button: str, asked: str
) -> None:
    page, held, holding = visit(), list[Route](), [True]

    def hold(route: Route) -> None:
        held.append(route) if holding else route.continue_()

    open_page(page, address, f"#box=3x3&puzzle={EASY}&method=cool&seed=1&time_limit=5")
    page.route("**/api/puzzles/check", hold)
    paste(page, HARD)
    until_seen(page, lambda: bool(held))
    page.get_by_role("button", name=button, exact=True).click()
    holding.clear()
    with page.expect_request(asked) as sent:
        for route in held:
            route.continue_()
    assert "".join(sent.value.post_data_json["puzzle"].split()) == HARD


def test_a_grid_with_bars_can_be_pasted_into_the_field(page: Page, address: str) -> None:
    open_page(page, address)
    page.get_by_text("Paste a puzzle", exact=True).click()
    page.get_by_label("Any format").fill("1 . | . .\n. . | 3 .\n----+----\n. 2 | . .\n. . | . 4\n")
    page.get_by_role("button", name="Use this puzzle").click()
    expect(page.get_by_role("gridcell")).to_have_count(16)
    expect_board(page, "1.....3..2.....4")


def test_a_file_dropped_on_the_page_is_read(page: Page, address: str) -> None:
    open_page(page, address)
    dropped = """([target, name, text]) => {
        const data = new DataTransfer();
        data.items.add(new File([text], name));
        const drop = new DragEvent("drop", { dataTransfer: data, bubbles: true, cancelable: true });
        document.querySelector(target).dispatchEvent(drop);
        return drop.defaultPrevented; }"""
    assert page.evaluate(dropped, ["h1", "large.txt", "." * 70_000])
    expect(page.get_by_role("alert")).to_contain_text("larger than this server accepts")
    assert page.evaluate(dropped, [".grid", "puzzle.sdk", EASY])
    expect(page.locator("#stage-note")).to_contain_text("30 clues")
    expect_board(page, EASY)


def test_digits_are_entered_as_in_a_spreadsheet(page: Page, address: str) -> None:
    open_page(page, address)
    page.get_by_role("button", name="Clear").click()
    press = page.keyboard.press
    press("5")
    expect(page.locator("#stage-note")).to_have_text(re.compile(r", 1 clue$"))
    press("ArrowRight")
    press("3")
    press("End")
    press("9")
    press("Home")
    press("ArrowDown")
    press("6")
    expect(page.locator("#stage-note")).to_contain_text("4 clues")
    expect_board(page, "53......96" + "." * 71)
    press("Backspace")
    expect_board(page, "53......9" + "." * 72)
    press("Tab")
    expect(page.locator("[role=gridcell]:focus")).to_have_count(0)
    press("Shift+Tab")
    expect(page.locator(cell(page, 2, 1))).to_be_focused()


def test_numbers_above_nine_are_typed_digit_by_digit_or_as_letters(visit: Visit, address: str) -> None:
    page = visit()
    page.clock.install()
    open_page(page, address)
    page.locator("#sample").select_option("16x16")
    expect(page.get_by_role("gridcell")).to_have_count(256)
    freeze(page)  # on a busy machine, keys arrive slowly
    page.get_by_role("button", name="Clear").click()
    for key in ("1", "2", "ArrowRight", "g", "ArrowRight", "7", "ArrowRight", "h"):
        page.keyboard.press(key)
    cells = page.get_by_role("gridcell")
    expect(cells.nth(0)).to_have_text("12")
    expect(cells.nth(1)).to_have_text("16")
    expect(cells.nth(2)).to_have_text("7")
    expect(cells.nth(3)).to_have_text("")
    expect(page.locator("#announcer")).to_contain_text("H does not fit")
    for key in ("ArrowRight", "ArrowDown", "1", "7"):
        page.keyboard.press(key)
    expect(page.locator("#announcer")).to_contain_text("17 does not fit")
    expect(cells.nth(20)).to_have_text("7")


def test_contradictory_givens_are_marked_while_typing(page: Page, address: str) -> None:
    open_page(page, address)
    page.get_by_role("button", name="Clear").click()
    for key in ("5", "ArrowRight", "5"):
        page.keyboard.press(key)
    marked = page.locator(".cell.conflict")
    expect(marked).to_have_count(2)
    expect(marked.first).to_have_css("text-decoration-line", "underline")
    expect(marked.first).to_have_attribute("aria-invalid", "true")
    expect(page.locator(".cell.fault")).to_have_count(2)
    expect(page.get_by_role("alert")).to_contain_text("5")
    page.keyboard.press("Backspace")
    expect(marked).to_have_count(0)
    expect(page.get_by_role("alert")).to_be_hidden()


def test_a_search_does_not_start_with_contradictory_givens(page: Page, address: str) -> None:
    open_page(page, address)
    paste(page, WRONG)
    expect(page.locator(cell(page, 1, 1))).to_have_class(re.compile("conflict"))
    page.locator("#start").click()
    expect(page.get_by_role("alert")).to_be_visible()
    expect(page.locator("body")).to_have_attribute("data-mode", "edit")


def test_text_that_is_not_a_puzzle_is_refused_with_a_message_that_stays(visit: Visit, address: str) -> None:
    page = visit()
    page.clock.install()
    open_page(page, address)
    freeze(page)
    before = board(page)
    paste(page, "good morning")
    expect(page.get_by_role("alert")).to_be_visible()
    expect_board(page, before)
    page.get_by_role("button", name="Clear").click()
    paste(page, "good evening")
    expect(page.get_by_role("alert")).to_contain_text("good evening")  # until then the first message is shown
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.clock.fast_forward(600)
    page.evaluate("fetch('/healthz')")
    assert asked == [f"{address}/healthz"]  # checking the empty board would remove the message


def test_a_puzzle_is_generated_in_the_chosen_size(page: Page, address: str) -> None:
    open_page(page, address)
    page.get_by_text("Generate a puzzle").click()
    page.get_by_label("Size").select_option("2x3")
    page.get_by_role("button", name="Generate").click()
    expect(page.get_by_role("gridcell")).to_have_count(36)
    expect(page.locator("#stage-note")).to_have_text(re.compile("^6 . 6,"))


def test_only_difficulties_that_exist_for_a_size_are_offered(page: Page, address: str) -> None:
    open_page(page, address)
    page.get_by_text("Generate a puzzle").click()
    difficulty = page.get_by_label("Difficulty")
    difficulty.select_option("pairs")
    expect(page.get_by_label("Givens")).to_be_hidden()
    page.get_by_label("Size").select_option("2x2")
    expect(difficulty).to_have_value("")
    expect(difficulty.locator("option")).to_have_text([re.compile("^any"), re.compile("^easy")])
    expect(page.get_by_label("Givens")).to_be_visible()
    page.get_by_label("Size").select_option("5x5")
    expect(difficulty).to_be_disabled()


def test_only_changed_parameters_are_sent(page: Page, address: str) -> None:
    open_page(page, address)
    choose(page, "annealing")
    page.get_by_text("Parameters").click()
    page.get_by_label("schedule", exact=True).select_option("geometric")
    start = page.get_by_label("schedule · start")
    start.fill("0.8")
    start.press("Tab")
    set_speed(page, 0)
    with page.expect_request("**/api/runs") as sent:
        page.locator("#start").click()
    asked = sent.value.post_data_json["contenders"]
    assert asked == [{"method": "annealing", "parameters": {"schedule": "geometric", "schedule.start": 0.8}}]


def test_a_parameter_out_of_range_prevents_the_start_and_gets_the_focus(page: Page, address: str) -> None:
    open_page(page, address)
    choose(page, "annealing")
    page.get_by_text("Parameters").click()
    scale = page.get_by_label("schedule · scale")
    scale.fill("1000")
    page.locator("#start").click()
    expect(scale).to_be_focused()
    expect(page.locator("body")).to_have_attribute("data-mode", "edit")


def test_a_print_shows_the_puzzle_without_buttons(page: Page, address: str) -> None:
    open_page(page, address)
    page.emulate_media(media="print")
    try:
        expect(page.get_by_role("grid")).to_be_visible()
        expect(page.get_by_role("button")).to_have_count(0)
    finally:
        page.emulate_media(media="screen")
    expect(page.locator("#start")).to_be_visible()


def test_a_late_answer_does_not_replace_the_puzzle_chosen_last(visit: Visit, address: str) -> None:
    page = visit()
    open_page(page, address)
    held: list[Route] = []

    def hold_the_first(route: Route) -> None:
        if held:
            route.continue_()
        else:
            held.append(route)

    page.route("**/api/puzzles/check", hold_the_first)
    page.locator("#sample").select_option("Easy 9x9")
    page.locator("#sample").select_option("25x25")
    note = page.locator("#stage-note")
    expect(note).to_have_text(re.compile("^25 . 25,"))
    with page.expect_response("**/api/puzzles/check"):
        held[0].continue_()
    page.evaluate(
        "fetch('/healthz').then(response => response.text())"
    )  # by then the page has read the late answer
    expect(note).to_have_text(re.compile("^25 . 25,"))


def test_a_run_starts_with_the_chosen_puzzle_even_if_it_arrives_late(visit: Visit, address: str) -> None:
    page = visit()
    open_page(page, address)
    held: list[Route] = []
    page.route("**/api/puzzles/check", lambda route: held.append(route), times=1)
    with page.expect_request("**/api/puzzles/check"):
        page.locator("#sample").select_option("Easy 9x9")
    page.locator("#start").click()
    with page.expect_request("**/api/runs") as sent:
        held[0].continue_()
    expect(page.locator("body")).to_have_attribute("data-mode", "run")
    assert EASY in (sent.value.post_data or "").replace("0", ".")
    edit(page)
    expect_board(page, EASY)


def test_clearing_the_board_can_be_undone(visit: Visit, address: str) -> None:
    page = visit()
    page.clock.install()
    open_page(page, address, f"#puzzle={EASY}")
    freeze(page)  # the button "Undo" is shown only for a few seconds
    page.get_by_role("button", name="Clear").click()
    expect_board(page, "." * 81)
    page.get_by_role("button", name="Undo").click()
    expect_board(page, EASY)
    expect(page.get_by_role("button", name="Undo")).to_be_hidden()
    page.get_by_role("button", name="Clear").click()
    page.get_by_role("gridcell").nth(2).press("4")
    page.get_by_role("button", name="Undo").click()
    expect_board(page, "." * 81)
    page.get_by_role("button", name="Undo").click()
    expect_board(page, EASY)
    page.get_by_role("gridcell").nth(2).press("4")
    page.get_by_role("button", name="Clear").click()
    page.keyboard.press("Control+z")
    expect_board(page, EASY[:2] + "4" + EASY[3:])
    page.keyboard.press("Control+z")
    expect_board(page, EASY)
    page.locator("#start").focus()
    page.keyboard.press("Control+z")
    expect(page.locator("#announcer")).to_have_text("Nothing to undo")


def test_a_changed_sample_is_no_longer_selected(page: Page, address: str) -> None:
    open_page(page, address)
    expect(page.locator("#sample")).not_to_have_value("")
    page.get_by_role("gridcell").nth(1).press("1")
    expect(page.locator("#sample")).to_have_value("")


def test_the_problem_with_a_pasted_text_is_shown_next_to_the_field(page: Page, address: str) -> None:
    open_page(page, address)
    page.get_by_text("Paste a puzzle", exact=True).click()
    page.get_by_label("Any format").fill("hello")
    page.get_by_role("button", name="Use this puzzle").click()
    expect(page.locator("#paste-problem")).to_contain_text("'hello' has no digits, so it cannot be a puzzle")
    expect(page.locator("#problem")).to_be_hidden()
    page.get_by_label("Any format").fill(EASY)
    page.get_by_role("button", name="Use this puzzle").click()
    expect(page.locator("#paste-problem")).to_be_hidden()
    expect_board(page, EASY)


def test_a_49x49_can_be_entered_on_the_whole_board_or_with_larger_cells(page: Page, address: str) -> None:
    open_page(page, address)
    page.get_by_text("Generate a puzzle").click()
    page.get_by_label("Size").select_option("7x7")
    page.get_by_role("button", name="Empty board").click()
    expect(page.get_by_role("gridcell")).to_have_count(49 * 49)
    cropped = "frame => frame.scrollWidth > frame.clientWidth"
    assert not page.locator(".frame").evaluate(cropped)
    page.get_by_role("button", name="Larger cells").click()
    assert page.locator(".frame").evaluate(cropped)
    page.get_by_role("button", name="Larger cells").click()
    assert not page.locator(".frame").evaluate(cropped)


def test_a_question_mark_on_the_board_shows_the_shortcuts(page: Page, address: str) -> None:
    open_page(page, address)
    before = board(page)
    page.get_by_role("gridcell").nth(1).focus()
    page.keyboard.press("?")
    expect(page.get_by_role("dialog", name="Keyboard shortcuts")).to_be_visible()
    page.keyboard.press("Escape")
    assert board(page) == before
