"""A column of puzzles, in any container, becomes one array of digits."""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pytest
from hypothesis import given
from hypothesis import strategies as st

from ergodoku.base.errors import ParameterError, PuzzleError
from ergodoku.puzzle.formats import parse
from ergodoku.puzzle.formats.columns import DigitRows, column_of, text_rows
from ergodoku.puzzle.layout import Layout
from ergodoku.puzzle.puzzle import Digits
from tests.samples import EASY, HARD, general, sample

TEXTS = [HARD, EASY.replace(".", "0"), EASY.replace(".", "x")]
DIGITS = np.array([parse(text).flat for text in TEXTS])
CONTAINERS: dict[str, Callable[[list[Any]], Any]] = {
    "list": list,
    "tuple": tuple,
    "numpy": np.array,
    "numpy objects": lambda rows: np.array(rows, dtype=object),
    "pandas": pd.Series,
    "pandas objects": lambda rows: pd.Series(rows, dtype=object),
    "pandas categories": lambda rows: pd.Series(rows, dtype="category"),
    "polars": pl.Series,
    "polars categories": lambda rows: pl.Series(rows, dtype=pl.Categorical),
    "arrow": pa.array,
    "arrow chunks": lambda rows: pa.chunked_array([rows[:1], [], rows[1:]], pa.string()),
    "arrow views": lambda rows: pa.array(rows, pa.string_view()),
    "arrow dictionary": lambda rows: pa.array(rows).dictionary_encode(),
    "arrow slice": lambda rows: pa.array(["", *rows, ""])[1:-1],
}


def digit_rows(puzzles: Any, layout: Any = None) -> DigitRows:
    return column_of(puzzles, layout).rows()


@pytest.mark.parametrize("container", CONTAINERS)
def test_a_column_of_text_is_read_from_any_container(container: str) -> None:
    rows = digit_rows(CONTAINERS[container](TEXTS))
    assert (rows.layout, rows.errors) == (Layout.of(9), {})
    assert rows.digits.dtype == np.uint8
    assert (rows.digits == DIGITS).all()


@pytest.mark.parametrize("container", CONTAINERS)
def test_a_bad_row_does_not_change_the_other_rows(container: str) -> None:
    given = [TEXTS[0], EASY[1:], TEXTS[1] + "1", "é" + EASY[1:], TEXTS[2], ""]
    rows = digit_rows(CONTAINERS[container](given))
    assert list(rows.errors) == [1, 2, 3, 5]
    assert "80 characters" in rows.errors[1]
    assert "'é'" in rows.errors[3]
    assert "no puzzle" in rows.errors[5]
    assert (rows.digits[[0, 4]] == DIGITS[[0, 2]]).all()
    assert not rows.digits[[1, 2, 3, 5]].any()


@pytest.mark.parametrize("container", [name for name in CONTAINERS if name != "numpy"])
def test_a_missing_value_is_a_bad_row(container: str) -> None:
    rows = digit_rows(CONTAINERS[container]([None, *TEXTS]))
    assert list(rows.errors) == [0]
    assert (rows.digits[1:] == DIGITS).all()


def test_bytes_are_read_as_text() -> None:
    encoded = [text.encode() for text in TEXTS]
    for rows in (encoded, np.array(encoded), np.array([*encoded[:2], TEXTS[2]], dtype=object)):
        assert (digit_rows(rows).digits == DIGITS).all()


def test_arrays_with_big_endian_text_or_with_a_step_are_read() -> None:
    assert (digit_rows(np.array(TEXTS, dtype=">U81")).digits == DIGITS).all()
    assert (digit_rows(np.array(TEXTS)[::2]).digits == DIGITS[::2]).all()


@pytest.mark.parametrize("container", ["pandas", "polars"])
def test_without_pyarrow_the_digits_are_the_same(container: str, monkeypatch: pytest.MonkeyPatch) -> None:
    column = CONTAINERS[container](TEXTS)
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    assert (digit_rows(column).digits == DIGITS).all()


@pytest.mark.parametrize(
    "numbers",
    [
        DIGITS,
        DIGITS.astype(np.int64).reshape(-1, 9, 9),
        DIGITS.tolist(),
        list(DIGITS.reshape(-1, 9, 9)),
        np.where(DIGITS == 0, np.nan, DIGITS),
        [[digit or None for digit in row] for row in DIGITS.tolist()],
        pd.DataFrame(DIGITS),
        pl.DataFrame(DIGITS),
        np.asfortranarray(DIGITS),
    ],
    ids=lambda numbers: type(numbers).__name__,
)
def test_each_puzzle_may_be_a_row_of_numbers_or_a_square(numbers: Any) -> None:
    rows = digit_rows(numbers)
    assert (rows.layout, rows.errors) == (Layout.of(9), {})
    assert (rows.digits == DIGITS).all()


def test_cells_that_pandas_marks_as_missing_are_blank() -> None:
    cells = pd.DataFrame(DIGITS).astype("Int64").replace(0, pd.NA)
    assert (digit_rows(cells).digits == DIGITS).all()


@pytest.mark.parametrize(
    "column",
    [
        [DIGITS[0].tolist(), None, DIGITS[2].tolist()],
        pd.Series([DIGITS[0], None, DIGITS[2]]),
        pl.Series([DIGITS[0].tolist(), None, DIGITS[2].tolist()]),
        [DIGITS[0].tolist(), DIGITS[1].tolist()[:80], DIGITS[2].reshape(9, 9)],
        [TEXTS[0], {"puzzle": TEXTS[1]}, parse(TEXTS[2])],
        [parse(TEXTS[0]), 5, DIGITS[2]],
        [TEXTS[0], parse("." * 16), TEXTS[2].encode(), DIGITS[2]],
        [parse(TEXTS[0]), parse(TEXTS[1], layout="latin"), TEXTS[2]],
    ],
    ids=["list", "pandas", "polars", "lengths", "text", "puzzles", "sizes", "layouts"],
)
def test_rows_of_different_forms_are_read_and_a_bad_row_does_not_change_them(column: Any) -> None:
    rows = digit_rows(column)
    assert list(rows.errors) == [1]
    assert "cell is empty" not in rows.errors[1]
    assert (rows.digits[[0, 2]] == DIGITS[[0, 2]]).all()
    assert not rows.digits[1].any()


def test_rows_of_different_forms_are_read_part_by_part() -> None:
    column = column_of([*TEXTS, None, *DIGITS])
    assert (column.rows(2, 6).digits == [DIGITS[2], DIGITS[0] * 0, *DIGITS[:2]]).all()
    assert list(column.rows(2, 6).errors) == [3]


def test_the_alphabet_of_texts_is_inferred_from_all_rows_even_if_one_is_not_text() -> None:
    hexadecimal, sparse = "0123456789ABCDEF" + "." * 240, "." * 240 + "1".ljust(16, ".")
    alone, mixed = digit_rows([hexadecimal, sparse]), digit_rows([hexadecimal, sparse, [1, 2, 3]])
    assert list(mixed.errors) == [2]
    assert (mixed.digits[:2] == alone.digits).all()


def test_texts_with_spaces_are_read_even_if_one_row_is_not_text() -> None:
    spaced = [" ".join(text) for text in TEXTS]
    rows = digit_rows([*spaced, {}])
    assert list(rows.errors) == [len(TEXTS)]
    assert (rows.digits[:-1] == DIGITS).all()


@pytest.mark.parametrize("module", [pd, pl])
def test_a_data_frame_with_a_column_of_lists_is_refused_with_advice(module: Any) -> None:
    frame = module.DataFrame({"puzzle": [DIGITS[0].tolist()] * 2, "name": ["a", "b"]})
    with pytest.raises(ParameterError, match="give one of its columns"):
        column_of(frame)


def test_a_row_of_arrays_of_different_shapes_is_an_error_for_its_row() -> None:
    rows = digit_rows([DIGITS[0].tolist(), [np.zeros((3, 3)), np.zeros((3, 4))]])
    assert list(rows.errors) == [1]
    assert (rows.digits[0] == DIGITS[0]).all()


@pytest.mark.filterwarnings("error")
def test_an_infinite_number_is_an_error_for_its_row() -> None:
    numbers = np.array([[np.inf] * 81, [-np.inf] * 81, DIGITS[0]])
    assert list(digit_rows(numbers).errors) == [0, 1]


def test_a_number_that_is_not_a_digit_is_an_error_for_its_row() -> None:
    for number in (10, -1, 300, 0.5):
        numbers = DIGITS.astype(type(number))
        numbers[1, 4] = number
        rows = digit_rows(numbers)
        assert list(rows.errors) == [1]
        assert f"{number} at row 1, column 5" in rows.errors[1]
        assert (rows.digits[[0, 2]] == DIGITS[[0, 2]]).all()
        assert not rows.digits[1].any()


def test_the_most_common_length_sets_the_size() -> None:
    rows = digit_rows(["." * 16, "1234" + "." * 12, HARD])
    assert rows.layout == Layout.of(4)
    assert list(rows.errors) == [2]


def test_a_layout_can_be_given() -> None:
    for layout in ("diagonal", Layout.of(9, kind="diagonal")):
        assert digit_rows(TEXTS, layout).layout == Layout.of(9, kind="diagonal")
    assert list(digit_rows(TEXTS, 4).errors) == [0, 1, 2]
    with pytest.raises(PuzzleError, match="a 4x4 grid has 16 cells"):
        digit_rows(DIGITS, 4)


def test_a_row_in_another_form_is_read_as_parse_reads_it() -> None:
    spaced = " ".join(EASY[k : k + 9] for k in range(0, 81, 9))
    assert (digit_rows([HARD, spaced]).digits == [parse(HARD).flat, parse(EASY).flat]).all()


@pytest.mark.parametrize("container", ["list", "numpy objects", "arrow chunks", "pandas"])
def test_a_part_of_a_column_is_read_like_the_entire_column(container: str) -> None:
    column = column_of(CONTAINERS[container]([*TEXTS, "?", HARD, ""]))
    parts = [column.rows(start, start + 2) for start in (0, 2, 4)]
    assert (np.concatenate([part.digits for part in parts]) == column.rows().digits).all()
    assert [list(part.errors) for part in parts] == [[], [3], [5]]
    letters = column_of([sample("classic-16").to("line"), "?"] * 3)
    assert [list(letters.rows(k, k + 3).errors) for k in (0, 3)] == [[1], [3, 5]]
    assert (letters.rows(3, 5).digits == letters.rows().digits[3:5]).all()


@pytest.mark.parametrize("size", [9, 16, 25, 36])
def test_written_rows_can_be_read_again(size: int) -> None:
    puzzle = general(size, 0.6)
    (text,) = text_rows(puzzle.layout, puzzle.flat[None])
    assert (parse(text).flat == puzzle.flat).all()


def test_many_bad_rows_do_not_hide_a_good_row() -> None:
    rows = digit_rows(["?" * 81, "?" * 81, HARD])
    assert list(rows.errors) == [0, 1]
    assert (rows.digits[2] == parse(HARD).flat).all()


@pytest.mark.parametrize("puzzle", [sample("classic-16"), general(25, 0.5)], ids=["16", "25"])
def test_letters_are_read_with_the_alphabet_of_the_column(puzzle: Any) -> None:
    rows = digit_rows([puzzle.to("line")] * 2)
    assert rows.layout == puzzle.layout
    assert (rows.digits == puzzle.flat).all()


def parsed(text: str) -> Digits | str:
    try:
        return parse(text, layout=4).flat
    except PuzzleError as error:
        return str(error)


@given(st.lists(st.text(st.sampled_from("1234.0-*xX_?é "), max_size=20), max_size=6))
def test_every_row_is_read_as_parse_reads_it(texts: list[str]) -> None:
    rows = digit_rows(texts, 4)
    for row, text in enumerate(texts):
        expected = parsed(text)
        if isinstance(expected, str):
            assert row in rows.errors or "contradict" in expected  # contradictions are found when solving
        else:
            assert row not in rows.errors
            assert (rows.digits[row] == expected).all()


@pytest.mark.parametrize(
    "thing",
    [
        HARD,
        HARD.encode(),
        Path("list.sdm"),
        parse(HARD),
        None,
        81,
        iter(TEXTS),
        [1, 2],
        [[1], [1, 2]],
        DIGITS > 0,
        {"a": 1},
        {"a"},
        np.array(5),
    ],
    ids=lambda thing: type(thing).__name__,
)
def test_an_object_that_is_not_a_column_is_refused(thing: Any) -> None:
    with pytest.raises(ParameterError, match=r"give an integer array \(n, cells\)"):
        digit_rows(thing)


def test_objects_that_look_like_columns_are_read_or_refused_with_advice() -> None:
    board = parse(HARD)
    for one in (board.givens, board.givens.tolist()):
        with pytest.raises(ParameterError, match="this is one puzzle of 9x9 cells; use solve, or give"):
            digit_rows(one)
    with pytest.raises(ParameterError, match="the puzzles are a data frame; give one of its columns"):
        digit_rows(pd.DataFrame({"puzzle": [HARD], "id": [1]}))
    assert (digit_rows([board, board]).digits == board.flat).all()
    with pytest.raises(ParameterError, match="different layouts"):
        digit_rows([board, parse("." * 16)])
    assert "the cell is empty" in digit_rows([HARD, None]).errors[1]


@pytest.mark.parametrize("container", ["list", "numpy objects", "pandas objects"])
def test_a_column_of_puzzles_that_were_read_as_numbers_is_refused_with_the_reason(container: str) -> None:
    numbers = [int(EASY.replace(".", "0"))] * 2
    for rows in (numbers, [*numbers, None], [1e80, float("nan")], [10**15, 5]):
        with pytest.raises(
            ParameterError, match=r"holds numbers, not text, so leading zeros are lost; .*=str"
        ):
            digit_rows(CONTAINERS[container](rows))


@pytest.mark.parametrize("container", ["list", "numpy objects", "pandas objects"])
def test_a_number_among_texts_is_reported_as_a_number(container: str) -> None:
    errors = digit_rows(CONTAINERS[container]([HARD, 3.5, int(EASY.replace(".", "0")), None])).errors
    assert all(errors[row].startswith("the cell holds a number, not text; read") for row in (1, 2))
    assert errors[3].startswith("there is no puzzle: the cell is empty")


@pytest.mark.parametrize("bad", [0, 2])
def test_an_error_about_the_size_of_a_row_names_no_wrong_line_and_no_previous_puzzles(bad: int) -> None:
    rows = [HARD] * 3
    rows[bad] = "1............2.."
    assert digit_rows(rows).errors[bad].startswith("this puzzle is 4x4, but the other puzzles")
    assert digit_rows([HARD, "\n".join([EASY[:9]] * 8)], 9).errors[1].startswith("line ")


def test_an_array_that_fits_no_grid_is_refused() -> None:
    with pytest.raises(PuzzleError, match="80 cells"):
        digit_rows(np.zeros((5, 80), dtype=int))
