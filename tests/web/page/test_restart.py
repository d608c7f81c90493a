"""The page in a real browser while its server is restarted, or full."""

from __future__ import annotations

import re
import secrets
import socket
from contextlib import suppress
from pathlib import Path

from playwright.sync_api import Browser, Page, expect

from tests.web import helpers
from tests.web.conftest import client_of, serving
from tests.web.helpers import EMPTY, until
from tests.web.page.browsing import FULL_SPEED, HOT, WATCHABLE, hearing, iterations, open_page, set_speed
from tests.web.page.conftest import Visit


def test_after_a_restart_of_the_server_the_page_says_what_to_do(browser: Browser, tmp_path: Path) -> None:
    context = browser.new_context()  # not checked for errors: the browser logs each failed connection
    page = context.new_page()
    banner, title = page.locator("#banner"), page.locator("#stage-title")
    port = str(port_for_two_servers())
    with serving(tmp_path / "first", "--port", port) as server:
        open_page(page, server.url, HOT.format(EMPTY))
        set_speed(page, WATCHABLE)
        page.locator("#start").click()
        until(lambda: iterations(page), bool)  # frame 0 is shown before kernels are compiled
        expect(page.locator("#stage-note")).to_have_text("annealing; seed 1")
        said = hearing(page)
        server.stop()
        expect(banner).to_contain_text("The connection is lost")
        page.get_by_role("button", name="Pause").click()
        expect(banner).to_contain_text("The search will pause when the connection is back.")
        page.get_by_role("button", name="Pause").click()  # withdraws the pause
        expect(banner).not_to_contain_text("will pause")
        page.get_by_role("button", name="Cancel").click()
        expect(banner).to_contain_text("The search will be cancelled when the connection is back.")
        board = place(page)
    with serving(tmp_path / "second", "--port", port):
        expect(title).to_have_text("Failed")
        expect(page.get_by_role("alert")).to_contain_text("The server no longer has this run; start it again")
        expect(banner).to_be_hidden()
        until(lambda: place(page), lambda now: now == board)  # in the end, nothing has moved
        page.get_by_role("button", name="Again").click()
        expect(title).to_have_text("Searching")
        expect(page.get_by_role("alert")).to_be_hidden()
        page.get_by_role("button", name="Pause").click()
        expect(title).to_have_text("Paused")
        assert not [words for words in said() if "subscribe" in words], said()
        context.close()


def port_for_two_servers() -> int:
    """Return a free port that no other program gets from the system after the first server has ended."""
    while True:
        port = secrets.choice(range(20_000, 30_000))  # the system itself chooses ports above 32,768
        with socket.socket() as tried, suppress(OSError):
            tried.bind(("127.0.0.1", port))
            return port


def place(page: Page) -> list[float]:
    """Return the position and size of the board on the page, wherever the page is scrolled to."""
    code = """frame => { const { x, y, width, height } = frame.getBoundingClientRect();
        return [x + scrollX, y + scrollY, width, height]; }"""
    found: list[float] = page.locator(".frame").evaluate(code)
    return found


def test_a_page_refused_by_a_full_server_waits_longer_after_each_attempt(
    visit: Visit, tmp_path: Path
) -> None:
    page = visit()
    banner = page.locator("#banner")
    flags = ["--limit-sockets", "1", "--limit-seconds", "6000"]
    with serving(tmp_path / "log", *flags) as server, client_of(server.url) as client:
        with helpers.page(server) as viewer:
            other = helpers.start(client, **helpers.NEVER, paused=True)
            viewer.subscribe(other)  # a viewer without a run would be disconnected
            open_page(page, server.url, HOT.format(EMPTY).replace("time_limit=200", "time_limit=6000"))
            set_speed(page, FULL_SPEED)  # a slow run that nobody watches is ended after a minute
            page.locator("#start").click()
            expect(banner).to_contain_text(re.compile(r"Trying again in \d s"))
            page.get_by_role("button", name="Pause").click()
            expect(banner).to_contain_text(re.compile(r"Trying again in [48] s … The search will pause"))
        expect(page.locator("#stage-title")).to_have_text("Paused")
        expect(banner).to_be_hidden()
        page.close()  # before the server ends: the browser logs each failed connection
