"""One browser for all tests of the page; each test gets a page that may not make trouble."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect, sync_playwright

from tests.web.conftest import Server
from tests.web.page.browsing import ARGUMENTS, CHROMIUM, Trouble

expect.set_options(timeout=20_000)  # patience costs nothing when all is well


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    with sync_playwright() as driver:
        opened = driver.chromium.launch(executable_path=CHROMIUM, args=ARGUMENTS)
        yield opened
        opened.close()


@pytest.fixture
def context(browser: Browser) -> Iterator[BrowserContext]:
    opened = browser.new_context(viewport={"width": 1280, "height": 800}, accept_downloads=True)
    opened.set_default_timeout(20_000)
    yield opened
    opened.close()


@pytest.fixture
def page(context: BrowserContext) -> Iterator[Page]:
    opened = context.new_page()
    trouble = Trouble(opened)
    yield opened
    assert trouble.seen == []


@pytest.fixture
def address(server: Server) -> str:
    return server.url
