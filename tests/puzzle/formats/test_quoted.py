"""Rows of a CSV table with line breaks inside quotes."""

from __future__ import annotations

import csv
import io
from pathlib import Path

import polars as pl
import pytest
from hypothesis import given
from hypothesis import strategies as st

import ergodoku as eg
from ergodoku.base.errors import PuzzleError
from ergodoku.puzzle.formats import read_entries, source
from tests.samples import EASY

GRID = "\n".join(EASY[k : k + 9] for k in range(0, 81, 9))
NOTES = st.lists(st.sampled_from(["a", "a b", '"', ",", "\n", "\r\n"]), max_size=12).map("".join)


def table(rows: list[tuple[str, str]], end: str = "\n") -> str:
    stream = io.StringIO()
    csv.writer(stream, lineterminator=end).writerows([("puzzle", "note"), *rows])
    return stream.getvalue()


def read(text: str) -> tuple[list[eg.Puzzle], list[PuzzleError]]:
    errors: list[PuzzleError] = []
    return list(eg.read(io.BytesIO(text.encode()), on_error=errors.append)), errors


@pytest.mark.parametrize("end", ["\n", "\r\n"])
def test_a_quoted_note_and_a_quoted_grid_may_have_line_breaks(end: str) -> None:
    puzzles, errors = read(table([(EASY, "two\nlines"), (GRID, "a grid"), (EASY, "")], end))
    assert errors == []
    assert [puzzle.name for puzzle in puzzles] == ["note two lines", "note a grid", ""]
    assert {puzzle.clues for puzzle in puzzles} == {30}


def test_an_error_below_a_row_of_several_lines_names_the_right_line() -> None:
    puzzles, errors = read(table([(EASY, "two\n\nlines"), ("12", ""), (EASY, "a\nb"), ("3", "c\nd")]))
    assert len(puzzles) == 2
    assert [error.line for error in errors] == [5, 8]


def test_an_open_quote_is_an_error_of_its_own_line_only() -> None:
    puzzles, errors = read(f'puzzle,note\n{EASY},"open\n{EASY},x\n{EASY},"a\nb"\n{EASY},y\n')
    assert [puzzle.name for puzzle in puzzles] == ["note x", "note a b", "note y"]
    assert [error.line for error in errors] == [2]
    assert "check the quotes" in str(errors[0])


def test_a_quote_within_a_field_is_a_character() -> None:
    puzzles, errors = read(f'puzzle,note\n{EASY},5" long\n{EASY},x\n')
    assert (errors, [puzzle.name for puzzle in puzzles]) == ([], ['note 5" long', "note x"])


def test_a_quote_within_a_field_does_not_hide_the_open_quote_of_another_field() -> None:
    puzzles, errors = read(f'puzzle,size,note\n{EASY},5" long,"two\nlines"\n{EASY},,x\n')
    assert errors == []
    assert [puzzle.name for puzzle in puzzles] == ['size 5" long, note two lines', "note x"]


def test_values_of_parquet_files_may_have_any_number_of_line_breaks(tmp_path: Path) -> None:
    note = "line\n" * 200
    pl.DataFrame({"puzzle": [EASY, "12", EASY], "note": [note, "a\nb", "c"]}).write_parquet(
        tmp_path / "puzzles.parquet"
    )
    errors: list[PuzzleError] = []
    puzzles = list(eg.read(tmp_path / "puzzles.parquet", on_error=errors.append))
    assert [puzzle.name.split() for puzzle in puzzles] == [["note", *["line"] * 200], ["note", "c"]]
    assert [error.place for error in errors] == [f"{tmp_path / 'puzzles.parquet'}, row 2"]


@given(
    notes=st.lists(NOTES, max_size=6),
    end=st.sampled_from(["\n", "\r\n"]),
    block=st.sampled_from([64, 200, 4096]),
)
def test_read_finds_the_same_puzzles_and_errors_as_the_command_line(
    notes: list[str], end: str, block: int
) -> None:
    rows = [(EASY if k % 3 else GRID if k % 2 else "12", note) for k, note in enumerate(notes)]
    text = table([(EASY, "first"), *rows], end)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(source, "BLOCK", block)
        puzzles, errors = read(text)
        with read_entries(io.BytesIO(text.encode())) as listing:
            entries = list(listing)
            named = [listing.named(entry) for entry in entries if entry.puzzle is not None]
    assert [puzzle.flat.tolist() for puzzle in puzzles] == [puzzle.flat.tolist() for puzzle in named]
    assert [puzzle.name.split() for puzzle in puzzles] == [puzzle.name.split() for puzzle in named]
    assert [error.line for error in errors] == [entry.line for entry in entries if entry.error]
