"""One browser for all tests of the page; every page must be free of errors."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, ViewportSize, expect, sync_playwright

from tests.web.conftest import Server, client_of
from tests.web.page.browsing import ARGUMENTS, CHROMIUM, PATIENCE, Trouble

Visit = Callable[..., Page]
DESKTOP: ViewportSize = {"width": 1280, "height": 800}
expect.set_options(timeout=PATIENCE)


@pytest.fixture(scope="package")
def browser() -> Iterator[Browser]:
    # Limited to this package: the driver keeps an event loop running, and other tests could not start one.
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
    """Yield a function that opens a page for a new visitor; every page must be free of errors."""
    opened: list[tuple[BrowserContext, Trouble]] = []

    def visit(**options: Any) -> Page:
        context = browser.new_context(**({"viewport": DESKTOP} | options))
        context.set_default_timeout(PATIENCE)
        page = context.new_page()
        opened.append((context, Trouble(page)))
        return page

    yield visit
    for context, _ in opened:
        context.close()
    assert [trouble.seen for _, trouble in opened if trouble.seen] == []


@pytest.fixture(scope="package")
def shared(browser: Browser) -> Iterator[tuple[Page, Trouble]]:
    context = browser.new_context(viewport=DESKTOP, permissions=["clipboard-read", "clipboard-write"])
    context.set_default_timeout(PATIENCE)
    page = context.new_page()
    yield page, Trouble(page)
    context.close()


@pytest.fixture
def page(shared: tuple[Page, Trouble]) -> Iterator[Page]:
    """The page of a first-time visitor; all tests share one page, because opening a new one is slow."""
    page, trouble = shared
    yield page
    page.evaluate("localStorage.clear()")
    seen, trouble.seen = trouble.seen, []
    assert seen == []


@pytest.fixture(scope="session")
def address(server: Server) -> str:
    """The address of a server that has compiled the kernels for new puzzles: no test waits for them."""
    with client_of(server.url) as client:
        assert client.post("/api/puzzles/generate", json={"size": 4}).status_code == 200
    return server.url
