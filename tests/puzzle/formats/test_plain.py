"""81 plain characters are read by a shortcut, with the same result as without it."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from ergodoku.base.errors import PuzzleError
from ergodoku.puzzle.formats import parse
from ergodoku.puzzle.formats.plain import plain_line
from ergodoku.puzzle.puzzle import Puzzle
from tests.samples import EASY, HARD


def the_long_way(text: str | bytes) -> Puzzle:
    return parse(text, layout="classic")


@pytest.mark.parametrize("text", [EASY, HARD, HARD.replace(".", "0"), HARD.encode(), "." * 81, "0" * 81])
def test_the_shortcut_gives_the_same_puzzle_as_the_other_readers(text: str | bytes) -> None:
    short, long = plain_line(text), the_long_way(text)
    assert short is not None
    assert short == long == parse(text)
    assert (short.name, short.solution) == (long.name, long.solution)
    assert (short.flat.dtype, short.flat.flags.writeable) == (np.uint8, False)
    assert Puzzle(short.layout, short.flat) == short


@given(
    st.text(".0123456789", min_size=80, max_size=82) | st.text(".12", min_size=81, max_size=81) | st.text()
)
def test_any_text_gives_the_same_puzzle_or_error_as_without_the_shortcut(text: str) -> None:
    def told(read: object) -> object:
        try:
            return read(text)  # type: ignore[operator]
        except PuzzleError as error:
            return str(error)

    assert told(parse) == told(the_long_way)


@pytest.mark.parametrize(
    "text",
    [HARD[:80], HARD + ".", HARD[:40] + "0" + HARD[41:], HARD[:80] + "x", HARD[:80] + "é", "11" + "." * 79],
)
def test_text_that_is_not_plain_or_has_an_error_is_left_to_the_other_readers(text: str) -> None:
    assert plain_line(text) is None


@given(st.integers(0, 26), st.integers(0, 7), st.integers(1, 9))
def test_a_digit_twice_in_a_unit_is_noticed(unit: int, place: int, digit: int) -> None:
    puzzle = Puzzle.parse("." * 81)
    flat = np.zeros(81, dtype=int)
    flat[puzzle.layout.units[unit][[place, 8]]] = digit
    assert plain_line("".join(map(str, flat))) is None
