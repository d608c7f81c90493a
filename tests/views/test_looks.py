"""Contenders have the colour of their method, and no two of the same method look alike."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ergodoku.views.board import DARK, LIGHT
from ergodoku.views.colours import COLOURS, OTHERS, colour_of, mix
from ergodoku.views.looks import DULL, GREY, looks
from ergodoku.views.style import STROKES
from tests.views.test_colours import contrast

names = st.lists(st.sampled_from(["annealing", "tabu", "lewis"]), max_size=len(STROKES) * len(DULL))


@given(names)
def test_no_two_contenders_look_alike(methods: list[str]) -> None:
    found = looks(methods)
    assert len({(look.colour, str(look.stroke)) for look in found}) == len(methods)
    assert len({(look.colour, look.marker) for look in found}) == len(methods)


@given(names)
def test_the_first_contenders_of_a_method_have_its_colour(methods: list[str]) -> None:
    for k, look in enumerate(looks(methods)):
        if methods[:k].count(methods[k]) < len(STROKES):
            assert look.colour == colour_of(methods[k])


def test_neighbouring_contenders_have_different_strokes() -> None:
    found = looks(["annealing", "tabu", "lewis", "tabu", "ants", "genetic"])
    assert all(one.stroke != other.stroke for one, other in pairwise(found))


@pytest.mark.parametrize("paper", [LIGHT.paper, DARK.paper])
def test_duller_colours_are_visible_on_light_and_on_dark_paper(paper: str) -> None:
    for colour in (*COLOURS.values(), *OTHERS):
        assert all(contrast(mix(colour, GREY, share), paper) >= 3 for share in DULL), colour
