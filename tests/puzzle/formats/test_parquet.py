"""A Parquet file is made block by block from the text of a table, and no block splits a row."""

from __future__ import annotations

import csv
from pathlib import Path

import polars as pl
import pytest

from ergodoku.puzzle.formats import parquet
from ergodoku.puzzle.formats.parquet import write_parquet

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


def test_a_table_without_rows_gives_a_file_without_rows(tmp_path: Path) -> None:
    text, out = written(tmp_path / "text.csv", [HEADER]), tmp_path / "out.parquet"
    write_parquet(text, out, source=None, added=(), types={"count": int})
    assert pl.read_parquet(out).schema == {HEADER[0]: pl.String, HEADER[1]: pl.String, HEADER[2]: pl.Int64}


def test_columns_that_share_a_name_are_numbered(tmp_path: Path) -> None:
    text, out = (
        written(tmp_path / "text.csv", [["x", "x", "", "x"], ["1", "2", "3", "4"]]),
        tmp_path / "out.parquet",
    )
    write_parquet(text, out, source=None, added=(), types={})
    assert pl.read_parquet(out).to_dicts() == [
        {"x": "1", "x_duplicated_0": "2", "": "3", "x_duplicated_1": "4"}
    ]
