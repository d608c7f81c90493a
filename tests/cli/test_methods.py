"""``ergodoku methods``: the list, the explanation of one method, and TOML files."""

from __future__ import annotations

import json
from pathlib import Path

from ergodoku.methods.registry import ENTRIES, find, method_of
from tests.cli.run import ergodoku


def test_every_method_is_listed_with_its_summary() -> None:
    lines = ergodoku("methods").stdout.splitlines()
    assert [line.split(maxsplit=1) for line in lines] == [[n, e.summary] for n, e in ENTRIES.items()]


def test_a_method_is_explained_with_its_parameters() -> None:
    explained = ergodoku("methods", "annealing").stdout
    for word in ("schedule", "reheat", "Science 220", "box permutation", "--method annealing --set"):
        assert word in explained


def test_json_has_one_object_for_each_method() -> None:
    records = [json.loads(line) for line in ergodoku("methods", "--json").stdout.splitlines()]
    assert [record["name"] for record in records] == [*ENTRIES]
    (focused,) = (record for record in records if record["name"] == "focused")
    assert focused["parameters"][0]["name"] == "temperature"
    assert focused["reference"] == find("focused").reference


def test_the_toml_of_a_method_is_read_back_unchanged(tmp_path: Path) -> None:
    file = tmp_path / "mine.toml"
    file.write_text(ergodoku("methods", "lewis", "--toml").stdout, encoding="utf-8")
    assert method_of(str(file)) == find("lewis").method


def test_an_unknown_method_gives_a_one_line_error() -> None:
    done = ergodoku("methods", "anealing")
    assert done.returncode == 2
    assert "did you mean 'annealing'?" in done.stderr
    assert done.stderr.count("\n") == 1
