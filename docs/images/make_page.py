"""Take page.png, the picture in docs/web.md: annealing on a hard 9x9, paused.

Also take card.png, the preview picture of links to the page: the share card of the same search, finished.

Usage: ``python docs/images/make_page.py`` (needs playwright and an installed Chromium)
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

from few_colours import save_with_few_colours
from playwright.sync_api import expect, sync_playwright

HERE = Path(__file__).parent
CARD = HERE.parents[1] / "src" / "ergodoku" / "web" / "static" / "card.png"
CARD_COLOURS = 128  # about 35 kB
BROWSERS = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")
CHROMIUM = os.environ.get("CHROMIUM") or next(filter(None, map(shutil.which, BROWSERS)), None)
COLD = re.compile(r"^2[1-4]\d,\d{3}$")  # pause at an iteration from 210,000 to 249,999


def main() -> None:
    command = [sys.executable, "-m", "ergodoku", "serve", "--port", "0"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True) as server:
        assert server.stdout is not None
        address = server.stdout.readline().split()[-1]
        try:
            take(address)
        finally:
            server.terminate()


def take(address: str) -> None:
    with sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox", "--disable-gpu"])
        page = browser.new_page(viewport={"width": 1280, "height": 830})
        page.goto(address)
        page.locator("body[data-ready=true]").wait_for()
        page.locator("#start").click()
        expect(page.locator("#numbers dd").nth(4)).to_have_text(COLD, timeout=60_000)
        page.locator("#pause").click()
        page.get_by_role("heading", name="Paused").wait_for()
        page.screenshot(path=HERE / "page.png")
        page.locator("#speed").fill("20")
        page.locator("#pause").click()
        page.get_by_role("heading", name="Solved").wait_for(timeout=120_000)
        page.locator("#share-button").click()
        with page.expect_download() as download:
            page.locator("#share-png").click()
        save_card(download.value.path())
        browser.close()


def save_card(picture: Path) -> None:
    """Save the share card with few colours, because everyone who opens a link may load it."""
    save_with_few_colours(picture, CARD, CARD_COLOURS)


if __name__ == "__main__":
    main()
