"""``ergodoku convert``: any format in, the wanted one out."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import ergodoku as eg
from tests.cli.run import ergodoku

EASY = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"


@pytest.mark.parametrize(
    "form", ["line", "grid", "integers", "lloyd-amos", "sdm", "sdk", "ss", "csv", "json"]
)
def test_every_format_comes_back_the_same(tmp_path: Path, form: str) -> None:
    file = tmp_path / "out"
    assert ergodoku("convert", EASY, "--to", form, "--output", file).returncode == 0
    assert next(eg.read(file)) == eg.parse(EASY)


def test_json_is_short_for_to_json() -> None:
    done = ergodoku("convert", "-", "--json", stdin=EASY)
    assert json.loads(done.stdout)["givens"][0] == [5, 3, 0, 0, 7, 0, 0, 0, 0]


def test_a_list_is_converted_in_order(tmp_path: Path) -> None:
    file = tmp_path / "list.sdm"
    puzzles = [EASY, EASY[::-1], "." * 81]
    file.write_text("# a comment\r\n" + "\r\n".join(puzzles) + "\r\n")
    done = ergodoku("convert", file, "--to", "sdm")
    assert done.stdout.splitlines() == puzzles
