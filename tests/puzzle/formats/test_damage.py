"""Damaged text gives the same puzzle or an error, never another puzzle."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ergodoku.base.errors import PuzzleError
from ergodoku.puzzle.formats import FORMATS, parse, write_text
from ergodoku.puzzle.layout import Layout
from ergodoku.puzzle.puzzle import Puzzle
from tests.puzzle.formats.test_roundtrip import carried, full_grid

WRITABLE = [name for name, item in FORMATS.items() if item.writable]


def cuts(text: str) -> Iterator[tuple[int, str]]:
    """Return every shorter beginning of the text, with its length."""
    return ((k, text[:k]) for k in range(1, len(text)))


def late_starts(text: str) -> Iterator[tuple[int, str]]:
    """Return every shorter end of the text, with the number of characters before it."""
    return ((k, text[k:]) for k in range(1, len(text)))


def breaks(text: str) -> Iterator[tuple[int, str]]:
    """Return the text with a line break inserted at each place in turn, with that place."""
    return ((k, f"{text[:k]}\n{text[k:]}") for k in range(1, len(text)))


def lost_lines(text: str) -> Iterator[tuple[int, str]]:
    """Return the text without one line, for every line."""
    lines = text.split("\n")
    return ((k, "\n".join(lines[:k] + lines[k + 1 :])) for k in range(len(lines)))


def repeated_lines(text: str) -> Iterator[tuple[int, str]]:
    """Return the text with one line repeated, for every line."""
    lines = text.split("\n")
    return ((k, "\n".join(lines[: k + 1] + lines[k:])) for k in range(len(lines)))


DAMAGES = (cuts, late_starts, breaks, lost_lines, repeated_lines)


def cannot_be_told(other: Puzzle, puzzle: Puzzle, name: str, text: str) -> bool:
    """Return whether the damaged text cannot be distinguished from an intact text.

    A line may be cut to a complete puzzle of a smaller size. And if the first two lines and the first
    character of the third line are lost, a file of Lloyd and Amos looks like a grid of integers.
    """
    if name == "lloyd-amos":
        return text.endswith("\n") and text.count("\n") == puzzle.size and text.count("\t") == puzzle.size**2
    return name in ("line", "sdm") and other.size < puzzle.size


def wrong(text: str, puzzle: Puzzle) -> Puzzle | None:
    """Return the puzzle in the text if it is not ``puzzle``; None if it is, or if the text is refused."""
    try:
        read = parse(text)
    except PuzzleError:
        return None
    return None if read == puzzle else read


def made(layout: Layout, share: float, seed: int) -> Puzzle:
    random = np.random.default_rng(seed)
    if layout.box is None or layout.kind != "classic":
        return Puzzle(layout, (np.arange(layout.cells) == 0).astype(int))
    digits = np.concatenate([[0], random.permutation(layout.size) + 1])[full_grid(layout.box)]
    return Puzzle(layout, digits * (random.random(layout.cells) < share), "a name", digits)


@pytest.mark.parametrize("name", WRITABLE)
@pytest.mark.parametrize("share", [0.3, 1])
@pytest.mark.parametrize("box", [(2, 2), (3, 2), (3, 3), (2, 5)])
def test_damage_at_any_place_gives_the_same_puzzle_or_an_error(
    name: str, share: float, box: tuple[int, int]
) -> None:
    puzzle = made(Layout.of(box=box), share, seed=7)
    if not carried(puzzle, name):
        return
    text = write_text(puzzle, name) + "\n"
    for damage in DAMAGES:
        for place, damaged in damage(text):
            other = wrong(damaged, puzzle)
            assert other is None or cannot_be_told(other, puzzle, name, damaged), (
                damage.__name__,
                place,
                damaged,
            )


@pytest.mark.parametrize("name", WRITABLE)
@settings(max_examples=30)
@given(data=st.data())
def test_damage_to_larger_grids_and_other_layouts_gives_the_same_puzzle_or_an_error(
    name: str, data: st.DataObject
) -> None:
    kinds = [Layout.of(12), Layout.of(16), Layout.of(20), Layout.of(25), Layout.of(36), Layout.of(box=(2, 8))]
    others = [
        Layout.of(9, kind="diagonal"),
        Layout.of(7, kind="latin"),
        Layout.jigsaw(["AAAB", "ACBB", "CCBD", "CDDD"]),
    ]
    layout = data.draw(st.sampled_from(kinds + others * (name == "json")))
    puzzle = made(layout, data.draw(st.sampled_from([0.02, 0.3, 1])), data.draw(st.integers(0, 99)))
    if not carried(puzzle, name):
        return
    text = write_text(puzzle, name) + "\n"
    damage = data.draw(st.sampled_from([cuts, late_starts, breaks]))
    where = data.draw(st.integers(1, len(text) - 1) | st.integers(max(1, len(text) - 9), len(text) - 1))
    damaged = next(part for k, part in damage(text) if k == where)
    other = wrong(damaged, puzzle)
    assert other is None or cannot_be_told(other, puzzle, name, damaged), damaged


@pytest.mark.parametrize("size", [16, 36, 81])
def test_a_single_row_of_a_drawn_grid_is_not_a_small_puzzle(size: int) -> None:
    empty = Puzzle(Layout.of(size), [0] * (size * size - 1) + [1])
    row = write_text(empty, "grid").splitlines()[0]
    with pytest.raises(PuzzleError, match=f"a row of a {size}x{size} grid whose other rows are missing"):
        parse(row)


@pytest.mark.parametrize("size", [16, 25, 36, 49, 64, 100])
def test_a_single_empty_row_of_integers_is_not_a_small_empty_puzzle(size: int) -> None:
    row = write_text(Puzzle(Layout.of(size), np.zeros(size * size, dtype=int)), "integers").splitlines()[0]
    with pytest.raises(PuzzleError):
        parse(row)
