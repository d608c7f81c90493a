"""Every method has its own colour, visible on light and on dark paper."""

from __future__ import annotations

import re
from importlib.resources import files
from itertools import combinations

import pytest

from ergodoku.methods.registry import HOMES
from ergodoku.views.board import DARK, LIGHT
from ergodoku.views.colours import COLOURS, OTHERS, colour_of


def rgb(colour: str) -> list[float]:
    values = [int(colour[k : k + 2], 16) / 255 for k in (1, 3, 5)]
    return [v / 12.92 if v <= 0.04045 else ((v + 0.055) / 1.055) ** 2.4 for v in values]


def luminance(colour: str) -> float:
    red, green, blue = rgb(colour)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    low, high = sorted([luminance(one), luminance(other)])
    return (high + 0.05) / (low + 0.05)


def test_every_method_has_its_own_colour() -> None:
    assert list(COLOURS) == list(HOMES)
    assert len({*COLOURS.values(), *OTHERS}) == len(COLOURS) + len(OTHERS)
    for one, other in combinations([*COLOURS.values(), *OTHERS], 2):
        assert sum(abs(a - b) for a, b in zip(rgb(one), rgb(other), strict=True)) > 0.1, (one, other)


def page_papers() -> list[str]:
    """Return the background colours of the page, in light and in dark."""
    style = files("ergodoku.web").joinpath("static/css/base.css").read_text(encoding="utf-8")
    return re.findall(r"--(?:paper|card): (#\w{6});", style)


def test_the_page_has_two_background_colours_in_light_and_in_dark() -> None:
    assert len(page_papers()) == 4


@pytest.mark.parametrize("paper", [LIGHT.paper, DARK.paper, *page_papers()])
def test_every_colour_is_visible_on_light_and_on_dark_paper(paper: str) -> None:
    for colour in [*COLOURS.values(), *OTHERS]:
        assert contrast(colour, paper) >= 3, colour


def test_a_method_of_another_package_has_the_same_colour_every_time() -> None:
    assert colour_of("mine") == colour_of("mine")
    assert colour_of("mine") in OTHERS
