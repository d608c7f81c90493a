"""Old folders stay readable: a study started by version 0.1.0 is still the same study."""

from __future__ import annotations

import shutil
import sqlite3
import tomllib
from contextlib import closing
from pathlib import Path

import numpy as np
import pytest

from ergodoku.base.errors import StudyError
from ergodoku.lab.study import Study
from ergodoku.lab.study.database import ADDED, create_database
from ergodoku.lab.study.definition import VERSION, definition, difference
from ergodoku.methods.registry import method_of
from tests.lab.synthetic import quick_report

STORED = Path(__file__).with_name("study-0.1.0.toml")


def opened(folder: Path) -> Study:
    shutil.copy(STORED, folder / "study.toml")
    return Study.open(folder)


def test_a_stored_contender_is_rebuilt_from_its_name_and_parameters(tmp_path: Path) -> None:
    found = {c.label: (c.name, c.method) for c in opened(tmp_path).contenders}
    was = {"reheat.watch": "change"}  # a study stores all parameters: this was the default in 0.1.0
    window = {"high": 1.08, "low": 0.9}  # these were also defaults in 0.1.0
    assert found == {
        "lewis": ("lewis", method_of("lewis", was)),
        "slow": ("lewis", method_of("lewis", {"cooling": 0.995, **was})),
        "mine": ("focused", method_of("focused", {"sweep": 7, **window})),
        "focused": ("focused", method_of("focused", window)),
    }


def test_a_stored_study_is_written_back_unchanged(tmp_path: Path) -> None:
    stored = tomllib.loads(STORED.read_text(encoding="utf-8"))
    del stored["made"]
    stored["version"] = VERSION
    for contender in stored["contenders"]:
        if contender["method"] == "focused":  # parameters added later have their present defaults
            contender["parameters"] |= {"patience": 10_000, "weight": 2.5, "memory": 5_000, "level": 1.01}
    assert difference(_with_words(definition(opened(tmp_path))), stored) == ""


def test_a_study_of_version_0_1_0_can_be_reported_but_not_resumed(tmp_path: Path) -> None:
    study = opened(tmp_path)
    create_database(tmp_path / "runs.sqlite")
    with closing(sqlite3.connect(tmp_path / "runs.sqlite")) as connection, connection:
        for column in ADDED:
            connection.execute(f"ALTER TABLE runs DROP COLUMN {column}")
        connection.execute("PRAGMA user_version = 1")
        connection.execute(
            "INSERT INTO runs VALUES (0, 1, 0, '5', 'solved', 0, 70, 0.5, 'lewis', 0, 'w', NULL)"
        )
    with study.store() as store:
        runs = store.columns()
    assert (runs["iterations"][0], runs["seconds"][0]) == (70, 0.5)
    assert np.isnan(runs["cpu_seconds"]).all()
    quick_report(tmp_path)
    with pytest.raises(StudyError, match=r"you can report on it, but not add to it: start in another folder"):
        Study.create(
            tmp_path,
            study.puzzles,
            study.contenders,
            runs=study.runs,
            seed=study.seed,
            time_limit=study.time_limit,
            max_iterations=study.max_iterations,
            traces=study.traces,
            kind=study.kind,
            extra=study.extra,
        )


def _with_words(value: object) -> object:
    """Return plain values as in TOML, where None is the word ``none``."""
    if isinstance(value, dict):
        return {key: _with_words(inner) for key, inner in value.items()}
    if isinstance(value, list):
        return [_with_words(inner) for inner in value]
    return "none" if value is None else value
