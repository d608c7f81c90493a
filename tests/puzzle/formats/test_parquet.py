"""A Parquet file is made block by block from the text of a table, and no block splits a row."""

from __future__ import annotations

import csv
import io
import json
from pathlib import Path

import polars as pl
import pytest

from ergodoku.base.errors import PuzzleError
from ergodoku.puzzle.formats import parquet, read
from ergodoku.puzzle.formats.entries import read_entries
from ergodoku.puzzle.formats.parquet import ParquetText, write_parquet

HEADER = ["puzzle", 'a "name"\nof two lines', "count"]
ROWS = [
    [f"{number:081d}", f'line {number}\nwith "quotes", commas' if number % 3 else "", str(number)]
    for number in range(200)
]


def written(path: Path, rows: list[list[str]]) -> Path:
    with path.open("w", newline="", encoding="utf-8") as file:
        csv.writer(file, lineterminator="\n").writerows(rows)
    return path


@pytest.mark.parametrize("block", [1, 7, 100, 1000, 1 << 20])
def test_no_block_splits_a_row(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, block: int) -> None:
    monkeypatch.setattr(parquet, "BLOCK", block)
    text, out = written(tmp_path / "text.csv", [HEADER, *ROWS]), tmp_path / "out.parquet"
    write_parquet(text, out, source=None, added=(), types={"count": int})
    table = pl.read_parquet(out)
    assert table.columns == HEADER
    assert table.dtypes == [pl.String, pl.String, pl.Int64]
    assert table.rows() == [(puzzle, name or None, int(count)) for puzzle, name, count in ROWS]


@pytest.mark.parametrize(("block", "batch"), [(1000, 3), (300, 150), (1 << 20, 1 << 13)])
def test_columns_of_the_input_are_joined_with_the_rows_of_the_text(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, block: int, batch: int
) -> None:
    monkeypatch.setattr(parquet, "BLOCK", block)
    monkeypatch.setattr(parquet, "ROWS", batch)
    pl.DataFrame({"puzzle": [row[0] for row in ROWS], "count": range(200)}).write_parquet(
        tmp_path / "in.parquet"
    )
    rows = [["puzzle", "count", "status"], *([row[0], row[2], f"status {row[2]}"] for row in ROWS)]
    text, out = written(tmp_path / "text.csv", rows), tmp_path / "out.parquet"
    write_parquet(text, out, source=tmp_path / "in.parquet", added=["status"], types={})
    table = pl.read_parquet(out)
    assert table.schema == {"puzzle": pl.String, "count": pl.Int64, "status": pl.String}
    assert table.rows() == [(row[0], k, f"status {k}") for k, row in enumerate(ROWS)]


@pytest.mark.parametrize("part", [1, 500, 1 << 22])
def test_rows_are_turned_into_text_in_parts(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, part: int
) -> None:
    monkeypatch.setattr(parquet, "PART", part)
    rows = [
        {"puzzle": row[0], "cells": [[k, None], []], "more": {"a": row[1], "b": k}}
        for k, row in enumerate(ROWS)
    ]
    table = pl.DataFrame(rows).with_columns(
        pl.col("puzzle").cast(pl.Categorical).alias("kind"),
        pl.lit(None).alias("nothing"),
        pl.concat_arr(pl.lit(1), pl.lit(2)).alias("pair"),
    )
    table.write_parquet(tmp_path / "in.parquet")
    text = ParquetText(tmp_path / "in.parquet").read().decode()
    found = list(csv.reader(io.StringIO(text, newline="")))
    assert found[0] == ["puzzle", "cells", "more", "kind", "nothing", "pair"]
    assert [row[:2] for row in found[1:]] == [[row[0], f"[[{k}, null], []]"] for k, row in enumerate(ROWS)]
    assert [row[3:] for row in found[1:]] == [[row[0], "", "[1, 2]"] for row in ROWS]
    assert [json.loads(row[2]) for row in found[1:]] == [row["more"] for row in rows]


@pytest.mark.parametrize("kind", [pl.String, pl.Categorical, pl.Binary, pl.List(pl.String)])
@pytest.mark.parametrize("name", ["puzzle", "note"])
def test_a_value_that_is_too_long_is_an_error_in_its_row_only(
    tmp_path: Path, kind: pl.DataType, name: str
) -> None:
    file = tmp_path / "in.parquet"
    text = "1" + "." * 80
    long = "\n" * (parquet.LONGEST_VALUE + 1)
    if name == "puzzle":
        values = pl.Series([text, long, text])
    else:
        values = pl.Series(["." * parquet.LONGEST_VALUE, long, ""] if kind == pl.String else ["", long, ""])
        values = values.reshape((3, 1)).cast(kind) if kind == pl.List else values.cast(kind)
    pl.DataFrame({"puzzle": [text] * 3, "last": [1, 2, 3]}).with_columns(values.alias(name)).write_parquet(
        file
    )
    with read_entries(file) as listing:
        found = list(listing)
    assert [entry.error is None for entry in found] == [True, False, True]
    wrong = str(found[1].error)
    assert f"row 2: the value in the column {name!r} is too long: more than 131,072 characters" in wrong
    errors: list[PuzzleError] = []
    assert len(list(read(file, on_error=errors.append))) == 2
    assert ["is too long" in str(error) for error in errors] == [True]


def test_a_value_may_have_any_number_of_lines(tmp_path: Path) -> None:
    notes = ["", "\n" * 5_000, 'a "quote"\r\n' * 100, None]
    pl.DataFrame({"puzzle": ["1" + "." * 80] * 4, "note": notes}).write_parquet(tmp_path / "in.parquet")
    with read_entries(tmp_path / "in.parquet") as listing:
        found = list(listing)
    assert [(entry.error, entry.fields[1]) for entry in found] == [(None, note or "") for note in notes]


def test_a_row_that_is_too_long_is_an_error_in_its_row_only(tmp_path: Path) -> None:
    notes = {f"note{k}": ["", '"' * parquet.LONGEST_VALUE, None] for k in range(20)}
    pl.DataFrame({"puzzle": ["1" + "." * 80] * 3, **notes}).write_parquet(tmp_path / "in.parquet")
    with read_entries(tmp_path / "in.parquet") as listing:
        found = list(listing)
    assert [entry.error is None for entry in found] == [True, False, True]
    assert "row 2: the row is too long: its texts have more than 262,144 bytes" in str(found[1].error)


def test_large_rows_are_written_in_small_groups(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    source = pl.DataFrame({"puzzle": ["." * 81] * 4, "note": ["", "x" * 500, None, ""]})
    source.write_parquet(tmp_path / "in.parquet")
    assert parquet._group(pl, source.lazy()) == parquet.GROUP
    monkeypatch.setattr(parquet, "GROUP_BYTES", 2_000)
    assert parquet._group(pl, source.lazy()) == 9
    monkeypatch.setattr(parquet, "GROUP_BYTES", 20)
    assert parquet._group(pl, source.lazy()) == 1
    assert parquet._group(pl, source.lazy().clear()) == 20


def test_a_table_without_rows_gives_a_file_without_rows(tmp_path: Path) -> None:
    text, out = written(tmp_path / "text.csv", [HEADER]), tmp_path / "out.parquet"
    write_parquet(text, out, source=None, added=(), types={"count": int})
    assert pl.read_parquet(out).schema == {HEADER[0]: pl.String, HEADER[1]: pl.String, HEADER[2]: pl.Int64}


def test_columns_that_share_a_name_are_numbered(tmp_path: Path) -> None:
    text, out = (
        written(tmp_path / "text.csv", [["x", "x", "", "x"], ["1", "2", "3", "4"]]),
        tmp_path / "out.parquet",
    )
    with pytest.warns(UserWarning, match="called 'x'; in the Parquet file, column [24] is called 'x_dup"):
        write_parquet(text, out, source=None, added=(), types={})
    assert pl.read_parquet(out).to_dicts() == [
        {"x": "1", "x_duplicated_0": "2", "": "3", "x_duplicated_1": "4"}
    ]
