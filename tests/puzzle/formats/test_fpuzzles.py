"""f-puzzles addresses: grids, regions and both diagonals are read; an error names any other constraint."""

from __future__ import annotations

import json
from typing import Any

import lzstring
import pytest

from ergodoku.base.errors import PuzzleError
from ergodoku.puzzle.formats import parse
from ergodoku.puzzle.layout import Layout


def address(**fields: Any) -> str:
    grid: list[list[dict[str, Any]]] = [[{} for _ in range(9)] for _ in range(9)]
    grid[0][0] = {"value": 5, "given": True}
    grid[0][1] = {"value": 3}
    document = {"size": 9, "grid": grid} | fields
    return "https://f-puzzles.com/?load=" + lzstring.LZString().compressToBase64(json.dumps(document))


def test_givens_are_read_and_digits_entered_by_the_player_are_not() -> None:
    puzzle = parse(address(title="Test", author="Me", killercage=[]))
    assert puzzle.flat[:3].tolist() == [5, 0, 0]
    assert puzzle.name == "Test by Me"


def test_an_address_with_escapes_is_read() -> None:
    assert parse(address().replace("+", "%2B").replace("/", "%2F")).clues == 1


def test_both_diagonals_and_irregular_regions_are_read_as_layouts() -> None:
    assert parse(address(**{"diagonal+": True, "diagonal-": True})).layout.kind == "diagonal"
    regions = Layout.of(9).regions.reshape(9, 9).copy()
    regions[0, 2], regions[0, 3] = 1, 0
    grid = [[{"region": int(region)} for region in row] for row in regions]
    assert parse(address(grid=grid)).layout == Layout.jigsaw(regions.tolist())


def test_a_layout_parameter_does_not_replace_the_regions_of_the_address() -> None:
    regions = Layout.of(9).regions.reshape(9, 9)
    own = address(grid=[[{"region": int(region)} for region in row] for row in regions])
    assert parse(own, layout=Layout.jigsaw(regions.tolist())).layout.kind == "jigsaw"
    for wish in ({"layout": "diagonal"}, {"layout": Layout.of(9)}, {"box": (3, 3)}):
        with pytest.raises(PuzzleError, match="its own regions"):
            parse(own, **wish)


@pytest.mark.parametrize("name", ["killercage", "thermometer", "antiknight", "text"])
def test_other_constraints_are_refused_and_named(name: str) -> None:
    with pytest.raises(PuzzleError, match=name):
        parse(address(**{name: [{"cells": ["R1C1"]}]}))


def test_one_diagonal_alone_is_refused() -> None:
    with pytest.raises(PuzzleError, match=r"diagonal\+"):
        parse(address(**{"diagonal+": True}))


def test_colours_and_marks_of_cells_are_ignored() -> None:
    marks = {"c": "#FFA0A0", "highlight": "#A8A8A8", "cornerPencilMarks": [1], "centerPencilMarks": [2]}
    grid = [[{"value": 5, "given": True, "candidates": [5]} | marks] + [marks] * 8] + [[{}] * 9] * 8
    assert parse(address(grid=grid)).clues == 1


@pytest.mark.parametrize(
    ("cell", "why"),
    [
        ({"vaule": 8, "given": True}, '"vaule"'),
        ({"value": 8, "gvien": True}, '"gvien"'),
        ({"given": True}, "a given has no value"),
    ],
)
def test_a_cell_with_a_misspelt_or_missing_key_is_refused(cell: dict[str, Any], why: str) -> None:
    with pytest.raises(PuzzleError, match=why):
        parse(address(grid=[[cell] + [{}] * 8] + [[{}] * 9] * 8))


def test_a_size_that_differs_from_the_grid_is_refused() -> None:
    with pytest.raises(PuzzleError, match="the size is 16, but the grid has 9 rows"):
        parse(address(size=16))


@pytest.mark.parametrize(
    "data",
    ["", "abc", "!!!!", "A" * 1000, "N4Ig", "%ff%00", "äöü"]
    + [
        lzstring.LZString().compressToBase64(text)
        for text in ("", "5", "{}", "[]", '{"grid": 3}', '{"grid": [[]]}')
    ]
    + [
        lzstring.LZString().compressToBase64(json.dumps({"grid": [[cell] * 9] * 9}))
        for cell in (1, None, {"value": "x"})
    ],
)
def test_garbage_is_an_error(data: str) -> None:
    with pytest.raises(PuzzleError, match="f-puzzles"):
        parse(f"https://f-puzzles.com/?load={data}")
