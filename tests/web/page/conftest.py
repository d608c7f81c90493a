"""One browser for all tests of the page; each test gets a page that may not make trouble."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect, sync_playwright

from tests.web.conftest import Server
from tests.web.page.browsing import ARGUMENTS, CHROMIUM, Trouble

Visit = Callable[..., Page]
expect.set_options(timeout=20_000)  # patience costs nothing when all is well


@pytest.fixture(scope="package")
def browser() -> Iterator[Browser]:
    # No longer than its tests: the driver keeps an event loop running, in which no other can be started.
    with sync_playwright() as driver:
        opened = driver.chromium.launch(executable_path=CHROMIUM, args=ARGUMENTS)
        yield opened
        opened.close()


@pytest.fixture
def visit(browser: Browser) -> Iterator[Visit]:
    with visiting(browser) as opened:
        yield opened


@contextmanager
def visiting(browser: Browser) -> Iterator[Visit]:
    """Open pages as different visitors have them; none may make trouble."""
    opened: list[tuple[BrowserContext, Trouble]] = []

    def visit(**options: Any) -> Page:
        context = browser.new_context(**({"viewport": {"width": 1280, "height": 800}} | options))
        context.set_default_timeout(20_000)
        page = context.new_page()
        opened.append((context, Trouble(page)))
        return page

    yield visit
    for context, _ in opened:
        context.close()
    assert [trouble.seen for _, trouble in opened if trouble.seen] == []


@pytest.fixture
def page(visit: Visit) -> Page:
    return visit()


@pytest.fixture(scope="session")
def address(server: Server) -> str:
    return server.url
