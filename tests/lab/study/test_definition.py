"""What a folder says stays readable: a study that version 0.1.0 began is the same study today."""

from __future__ import annotations

import shutil
import tomllib
from pathlib import Path

from ergodoku.lab.study import Study
from ergodoku.lab.study.definition import definition, difference
from ergodoku.methods.registry import method_of

STORED = Path(__file__).with_name("study-0.1.0.toml")
# The seeds that its runs had on the first puzzle, one for each contender.
SEEDS = [9160470759793314909, 2803350459939473696, 2888090154020221213, 4703332966206144716]


def opened(folder: Path) -> Study:
    shutil.copy(STORED, folder / "study.toml")
    return Study.open(folder)


def test_a_stored_contender_is_rebuilt_from_its_name_and_parameters(tmp_path: Path) -> None:
    found = {c.label: (c.name, c.method) for c in opened(tmp_path).contenders}
    assert found == {
        "lewis": ("lewis", method_of("lewis")),
        "slow": ("lewis", method_of("lewis", {"cooling": 0.995})),
        "mine": ("focused", method_of("focused", {"sweep": 7})),
        "focused": ("focused", method_of("focused")),
    }


def test_a_stored_study_is_written_down_as_it_was(tmp_path: Path) -> None:
    stored = tomllib.loads(STORED.read_text(encoding="utf-8"))
    del stored["made"]
    assert difference(_with_words(definition(opened(tmp_path))), stored) == ""


def test_a_stored_study_keeps_its_seeds(tmp_path: Path) -> None:
    tasks = [task for task in opened(tmp_path).tasks() if task.puzzle == task.repetition == 0]
    assert [task.seed for task in tasks] == SEEDS


def _with_words(value: object) -> object:
    """Return plain values as TOML has them: nothing is the word ``none``."""
    if isinstance(value, dict):
        return {key: _with_words(inner) for key, inner in value.items()}
    if isinstance(value, list):
        return [_with_words(inner) for inner in value]
    return "none" if value is None else value
