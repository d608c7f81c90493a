"""``ergodoku convert``: write puzzles in another format."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import ergodoku as eg
from tests.cli.run import ergodoku

EASY = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"


@pytest.mark.parametrize(
    "form", ["line", "grid", "integers", "lloyd-amos", "sdm", "sdk", "ss", "csv", "tsv", "json"]
)
def test_a_puzzle_written_in_any_format_is_read_back_unchanged(tmp_path: Path, form: str) -> None:
    file = tmp_path / "out"
    assert ergodoku("convert", EASY, "--to", form, "--output", file).returncode == 0
    assert next(eg.read(file)) == eg.parse(EASY)


def test_the_option_json_writes_the_json_format() -> None:
    done = ergodoku("convert", "-", "--json", stdin=EASY)
    assert json.loads(done.stdout)["givens"][0] == [5, 3, 0, 0, 7, 0, 0, 0, 0]


def test_a_list_is_converted_in_order(tmp_path: Path) -> None:
    file = tmp_path / "list.sdm"
    puzzles = [EASY, EASY[::-1], "." * 81]
    file.write_text("# a comment\r\n" + "\r\n".join(puzzles) + "\r\n")
    done = ergodoku("convert", file, "--to", "sdm")
    assert done.stdout.splitlines() == puzzles


@pytest.mark.parametrize("ending", ["pdf", "svg", "png"])
def test_the_option_plot_draws_a_puzzle(tmp_path: Path, ending: str) -> None:
    file = tmp_path / f"puzzle.{ending}"
    done = ergodoku("convert", EASY, "--plot", file)
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")
    marks = {"pdf": b"%PDF", "svg": b"<?xml", "png": b"\x89PNG"}
    assert file.read_bytes().startswith(marks[ending])


def test_plot_and_a_format_can_be_combined(tmp_path: Path) -> None:
    file = tmp_path / "puzzle.svg"
    assert ergodoku("convert", EASY, "--to", "line", "--plot", file).stdout == f"{EASY}\n"
    assert file.exists()


def test_an_output_without_a_format_is_refused(tmp_path: Path) -> None:
    done = ergodoku("convert", EASY, "--plot", tmp_path / "puzzle.svg", "--output", tmp_path / "puzzle")
    assert done.returncode == 2
    assert "does not end in the extension of a format" in done.stderr
    assert not list(tmp_path.iterdir())


def test_the_option_plot_refuses_more_than_one_puzzle(tmp_path: Path) -> None:
    file = tmp_path / "puzzle.svg"
    done = ergodoku("convert", "-", "--plot", file, stdin=f"{EASY}\n{EASY}\n")
    assert done.returncode == 2
    assert "--plot needs a single puzzle; draw one puzzle at a time" in done.stderr
    assert not file.exists()
