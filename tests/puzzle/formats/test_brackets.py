"""Text that Python users have on screen: printed lists and arrays, a list in source code, py-sudoku."""

from __future__ import annotations

import io
import json
import re

import numpy as np
import pytest

from ergodoku.base.errors import PuzzleError
from ergodoku.puzzle.formats import parse, read
from ergodoku.puzzle.layout import Layout
from ergodoku.puzzle.puzzle import Puzzle
from tests.puzzle.formats.test_damage import DAMAGES, made, wrong

NINE, SIXTEEN = (made(Layout.of(size), 0.4, seed=3) for size in (9, 16))


def screens(puzzle: Puzzle) -> dict[str, str]:
    """Return the same puzzle in all the ways that it can be printed."""
    array = puzzle.givens.astype(int)
    rows, real = array.tolist(), array.astype(float)
    nan, nothing = np.where(array == 0, np.nan, real), [[digit or None for digit in row] for row in rows]
    text = [[str(digit) if digit else "." for digit in row] for row in rows]
    return {
        "a list": str(rows),
        "a list with None": str(nothing),
        "a list over several lines": json.dumps(rows, indent=2),
        "a flat list": str(array.ravel().tolist()),
        "tuples": str(tuple(map(tuple, rows))),
        "a list of one puzzle": str([rows]),
        "rows one per line": "\n".join(map(str, rows)),
        "rows one per line with commas": "".join(f"{row},\n" for row in rows),
        "rows of NumPy one per line": "\n".join(map(str, array)),
        "an array": str(array),
        "an array, repr": repr(array),
        "an array of another type, repr": repr(array.astype(np.uint8)),
        "a flat array": str(array.ravel()),
        "a flat array, repr": repr(array.ravel()),
        "floats": str(real),
        "floats, repr": repr(real),
        "nan": str(nan),
        "nan, repr": repr(nan),
        "an array of objects": str(np.array(nothing, dtype=object)),
        "an array of text": str(np.array(text)),
        "an array of text, repr": repr(np.array(text)),
        "NumPy's numbers in a list": re.sub(r"(\d+)", r"np.int64(\1)", str(rows)),
        "text in lists": str(text),
        "text in lists, JSON": json.dumps(text),
        "source": f"board = {rows}",
        "source with a type and a comment": f"board: list[list[int]] = {rows}  # from the book",
        "source with a call": f"    grid = np.array({rows}, dtype=np.uint8)",
        "source over several lines": "board = [\n" + "".join(f"    {row},\n" for row in rows) + "]\n",
        "a call": f"solve({rows})",
    }


@pytest.mark.parametrize("form", screens(NINE))
@pytest.mark.parametrize("puzzle", [NINE, SIXTEEN], ids=["9x9", "16x16"])
def test_the_same_puzzle_is_read_from_every_form(form: str, puzzle: Puzzle) -> None:
    assert parse(screens(puzzle)[form]) == puzzle


@pytest.mark.parametrize("form", screens(NINE))
def test_a_damaged_printout_gives_the_same_puzzle_or_an_error(form: str) -> None:
    text = screens(made(Layout.of(4), 0.6, seed=1))[form]
    puzzle = parse(text)
    for damage in DAMAGES:
        for place, damaged in damage(text):
            assert wrong(damaged, puzzle) is None, (damage.__name__, place, damaged)


def test_rows_can_be_strings() -> None:
    rows = ["".join(str(digit or ".") for digit in row) for row in NINE.givens.tolist()]
    assert parse(str(rows)) == NINE
    assert parse("board = [\n" + "".join(f"  {row!r},\n" for row in rows) + "]") == NINE


@pytest.mark.parametrize("gap", ["\n", "\n\n", ", ", ";\n"])
def test_several_lists_are_several_puzzles(gap: str) -> None:
    for text in (str(NINE.givens), str(NINE.givens.tolist()), str(NINE.flat.tolist())):
        assert list(read(io.StringIO(gap.join([text] * 3)))) == [NINE] * 3


def test_an_array_of_puzzles_is_several_puzzles() -> None:
    assert list(read(io.StringIO(str([NINE.givens.tolist()] * 2).replace("0", "None")))) == [NINE] * 2


@pytest.mark.parametrize(
    ("text", "what"),
    [
        ("[[1, 2, 3, 4], [3, 4, 1, 2], [2, 1, 4, 3], [4, 3, 2, None]", "not closed"),
        ("[[1, 2, 3, 4], [3, 4, 1, 2], [2, 1, 4, 3], [4, 3, 2, None]]]", "without its opening"),
        ("[[1, 2, 3, 4], [3, 4, 1, 2], [2, 1, 4, 3], [4, 3, 2, None)", "without its opening"),
        ("[[1, , 3, None], [3, 4, 1, 2], [2, 1, 4, 3], [4, 3, 2, 1]]", "no cell before"),
        ("[[1 2 3 4]\n [3 4 1]\n [2 1 4 3]\n [4 3 2 1]]", "3 cells, too few"),
        ("[[1 2 3 4]\n [3 4 1 2]\n [2 1 4 3]]", "3 rows"),
        ("[1 2 3 4]\n[3 4 1 2]\n[2 1 4 3]", "3 rows"),
        ("[[0 0 0 ... 0 0 0]\n [0 0 0 ... 0 0 0]]", "cells are missing"),
        ("[[1 2 3 4]\n [3 4 1 spam]\n [2 1 4 3]\n [4 3 2 1]]", "'spam' is not a cell"),
        ("[[1 2 3 4]\n [3 4 1 0.5]\n [2 1 4 3]\n [4 3 2 1]]", "'0.5' is not a cell"),
        ("[[1 2 3 4]\n [3 4 1 -2]\n [2 1 4 3]\n [4 3 2 1]]", "-2"),
        ("board = [[1, 2, 3, 4], [3, 4, 1, 2]] + more", "is outside the list"),
        ("[['1', '2', '3', '4], [3]]", "quote"),
    ],
)
def test_the_error_says_what_is_wrong(text: str, what: str) -> None:
    with pytest.raises(PuzzleError) as caught:
        parse(text)
    assert what in str(caught.value)
    assert caught.value.remedy


@pytest.mark.parametrize(("wide", "high"), [(2, 2), (3, 3), (2, 3), (3, 2), (4, 4)])
def test_the_output_of_py_sudoku_is_read(wide: int, high: int) -> None:
    Sudoku = pytest.importorskip("sudoku").Sudoku
    printed = Sudoku(wide, high, seed=4).difficulty(0.5)
    puzzle = Puzzle(Layout.of(box=(high, wide)), [[cell or 0 for cell in row] for row in printed.board])
    assert parse(str(printed)) == puzzle
    assert "Difficulty" in parse(str(printed)).name
    if wide * high <= 6:
        for damage in DAMAGES:
            for place, damaged in damage(str(printed).strip()):
                assert wrong(damaged, puzzle) is None, (damage.__name__, place, damaged)
