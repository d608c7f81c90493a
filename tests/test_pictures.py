"""The scripts in docs/images: they find the browser, and save small files."""

from __future__ import annotations

import importlib
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest
from PIL import Image

from tests.web.page.browsing import BROWSERS, CHROMIUM

IMAGES = Path(__file__).parent.parent / "docs" / "images"


def script(name: str, monkeypatch: pytest.MonkeyPatch) -> Any:
    """Import a script."""
    monkeypatch.syspath_prepend(str(IMAGES))
    return importlib.import_module(name)


def test_the_picture_of_the_page_is_taken_with_the_same_browser_as_the_tests_use(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    make_page = script("make_page", monkeypatch)
    assert make_page.BROWSERS == BROWSERS
    assert make_page.CHROMIUM == CHROMIUM


def test_the_card_is_saved_with_a_colour_map(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    gradient = Image.linear_gradient("L").resize((1200, 630))
    many = Image.merge("RGB", (gradient, gradient.rotate(180), gradient.rotate(90).resize((1200, 630))))
    downloaded, card = tmp_path / "download.png", tmp_path / "card.png"
    many.save(downloaded)
    make_page = script("make_page", monkeypatch)
    monkeypatch.setattr(make_page, "CARD", card)
    make_page.save_card(downloaded)
    saved = Image.open(card)
    assert (saved.mode, saved.size) == ("P", (1200, 630))
    assert len(saved.getcolors() or []) <= make_page.CARD_COLOURS


def test_a_picture_with_few_colours_keeps_them(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    drawn = BytesIO()
    Image.effect_mandelbrot((60, 40), (-2, -1, 1, 1), 20).point(lambda v: v // 64 * 64).save(drawn, "png")
    script("few_colours", monkeypatch).save_with_few_colours(drawn, tmp_path / "a.png", 96)
    assert Image.open(tmp_path / "a.png").convert("L").tobytes() == Image.open(drawn).tobytes()
