"""Helpers for the tests of the page in a real browser: find errors, and use the page."""

from __future__ import annotations

import os
import re
import shutil
from collections.abc import Callable
from itertools import count
from urllib.parse import urlsplit

from playwright.sync_api import ConsoleMessage, Page, Request, WebSocket, expect

from tests.web.helpers import until

ARGUMENTS = (
    "--no-sandbox",
    "--disable-gpu",
    "--in-process-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
)
# The headless shell is first: without windows and menus it needs a third less time.
BROWSERS = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")
CHROMIUM = os.environ.get("CHROMIUM") or next(filter(None, map(shutil.which, BROWSERS)), None)
VISITS = count()
PATIENCE = 300_000  # milliseconds; a test that passes does not wait this long
FULL_SPEED, WATCHABLE, SLOW = 20, 11, 0  # positions of the slider
# So hot that the search accepts every move, and never ends by itself.
HOT = '#puzzle={}&box=3x3&method=annealing|schedule="constant"|schedule.start=1e6&seed=1&time_limit=200'


class Trouble:
    """Collects everything that a page must not do: errors on the console, and requests to another host."""

    def __init__(self, page: Page) -> None:
        self.seen: list[str] = []
        page.on("console", self._console)
        page.on("pageerror", lambda error: self.seen.append(f"page error: {error}"))
        page.on("request", self._request)
        page.on("websocket", self._socket)

    def _console(self, message: ConsoleMessage) -> None:
        if message.type in ("error", "warning"):
            self.seen.append(f"console: {message.text}")

    def _request(self, request: Request) -> None:
        self._address(request.url)

    def _socket(self, socket: WebSocket) -> None:
        self._address(socket.url)

    def _address(self, url: str) -> None:
        parts = urlsplit(url)
        if parts.scheme not in ("data", "blob") and parts.hostname != "127.0.0.1":
            self.seen.append(f"request to another host: {url}")


def open_page(page: Page, url: str, fragment: str = "") -> None:
    """Load the page. The counter in its address forces a reload; a new fragment alone would not."""
    page.set_default_timeout(PATIENCE)
    page.goto(f"{url.rstrip('/')}/?{next(VISITS)}{fragment}")
    expect(page.locator("body")).to_have_attribute("data-ready", "true")


def until_seen(page: Page, seen: Callable[[], bool]) -> None:
    """Wait until ``seen`` is true; wait with Playwright, which handles requests only while it waits."""

    def look() -> bool:
        page.wait_for_timeout(5)
        return seen()

    until(look, bool)


def link_of(page: Page) -> str:
    """Return the address as the page sees it; `page.url` follows a little later."""
    link: str = page.evaluate("location.href")
    return link


def paste(page: Page, text: str) -> None:
    """Paste a text onto the board, as Ctrl+V does."""
    page.get_by_role("gridcell").first.focus()
    press_paste(page, text)


def press_paste(page: Page, text: str) -> None:
    """Paste a text where the focus is."""
    page.evaluate(
        """text => { const data = new DataTransfer(); data.setData("text/plain", text);
        document.activeElement.dispatchEvent(
            new ClipboardEvent("paste", { clipboardData: data, bubbles: true, cancelable: true })); }""",
        text,
    )


def edit(page: Page) -> None:
    """Leave the run; the page shows the puzzle again when the server has ended the run."""
    page.get_by_role("button", name="Edit").click()
    expect(page.locator("body")).to_have_attribute("data-mode", "edit")


def freeze(page: Page) -> None:
    """Stop the installed clock at a time far in the future.

    The clock runs until this call arrives, and it cannot be set back to a time that has passed.
    """
    page.clock.pause_at(page.evaluate("Date.now() + 3600 * 1000"))


def set_speed(page: Page, place: int) -> None:
    """Move the slider, and wait until the page has stored the speed and sent it to the server."""
    page.evaluate("localStorage.removeItem('ergodoku-speed')")
    page.locator("#speed").fill(str(place))
    until(lambda: page.evaluate("localStorage['ergodoku-speed']"), lambda stored: stored == str(place))


def choose(page: Page, method: str, contender: int = 0) -> None:
    page.locator(f"select[data-contender='{contender}']").select_option(method)


def board(page: Page) -> str:
    """Return the digits on the board, with a dot for an empty cell."""
    cells = page.get_by_role("gridcell").all_inner_texts()
    return "".join(cell.strip() or "." for cell in cells)


def expect_board(page: Page, digits: str) -> None:
    """Wait until the board shows these digits, with a dot for an empty cell."""
    expect(page.get_by_role("gridcell")).to_have_text([digit.strip(".") for digit in digits])


def cell(page: Page, row: int, column: int) -> str:
    return f"[role=row]:nth-child({row}) [role=gridcell]:nth-child({column})"


def expect_solved(page: Page) -> None:
    expect(page.locator("#stage-title")).to_have_text("Solved")
    expect(page.locator(".frame.solved")).to_have_count(1)
    assert re.fullmatch(r"[1-9]{81}", board(page))


def iterations(page: Page) -> int:
    page.evaluate("new Promise(requestAnimationFrame)")  # by then the page has drawn all messages
    text = (
        page.locator("#numbers div", has=page.get_by_text("Iterations", exact=True))
        .locator("dd")
        .inner_text()
    )
    return int(re.sub(r"\D", "", text) or 0)


def hearing(page: Page) -> Callable[[], list[str]]:
    """Return a function that returns everything announced to screen readers from now on."""
    page.evaluate(
        """() => { window.heard = []; const parts = "[role=status], [role=alert], [aria-live]";
        const watch = new MutationObserver(changes => { for (const { target } of changes) {
            const part = (target.closest ? target : target.parentElement)?.closest(parts);
            const words = part?.textContent;
            if (words && heard.at(-1) !== words) heard.push(words); } });
        watch.observe(document.body, { subtree: true, childList: true, characterData: true }); }"""
    )

    def heard() -> list[str]:
        found: list[str] = page.evaluate("heard")
        return found

    return heard
