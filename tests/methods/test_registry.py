"""The registry: every method and preset can be found by name."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from ergodoku.base.errors import ParameterError
from ergodoku.methods.annealing import Annealing
from ergodoku.methods.parameters import as_dict, configure
from ergodoku.methods.registry import ENTRIES, LONGEST_FILE, find, method_of, to_toml

names = pytest.mark.parametrize("name", sorted(ENTRIES))


@names
def test_an_entry_has_a_summary_a_landscape_and_a_reference_and_says_when_to_use_it(name: str) -> None:
    entry = find(name)
    assert entry.name == name
    assert all((entry.summary, entry.landscape, entry.reference, entry.when))


@names
def test_the_parameters_of_an_entry_survive_json(name: str) -> None:
    method = find(name).method
    saved = json.loads(json.dumps(as_dict(method)))
    assert configure(find(method.name).method, saved) == method


@names
def test_a_method_can_be_written_to_toml_and_read_again(name: str, tmp_path: Path) -> None:
    method = find(name).method
    file = tmp_path / "mine.toml"
    file.write_text(to_toml(method), encoding="utf-8")
    assert method_of(str(file)) == method


@names
def test_every_parameter_can_be_set_to_its_current_value(name: str) -> None:
    method = find(name).method
    assert configure(method, as_dict(method)) == method


def test_an_error_about_a_misspelt_name_suggests_the_nearest_and_lists_all() -> None:
    with pytest.raises(ParameterError) as error:
        find("anealing")
    assert error.value.what == "there is no method 'anealing'"
    assert error.value.remedy == f"did you mean 'annealing'? Or choose one of {', '.join(ENTRIES)}"


def test_an_error_about_a_very_different_name_only_lists_all_methods() -> None:
    with pytest.raises(ParameterError) as error:
        find("xyzzy")
    assert error.value.remedy == f"choose one of {', '.join(ENTRIES)}"


def test_an_error_about_a_python_file_says_how_to_register_a_method() -> None:
    with pytest.raises(ParameterError, match=r"register it as an entry point, see docs/new-method\.md"):
        find("mydescent.py")


def test_a_method_object_is_returned_unchanged() -> None:
    method = Annealing()
    assert method_of(method) is method
    assert method_of("annealing", {"logic": "none"}) == Annealing(logic="none")


def test_a_method_object_is_accepted_without_searching_the_installed_packages(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    searches: list[str] = []
    monkeypatch.setattr("importlib.metadata.entry_points", lambda group: searches.append(group) or [])
    assert method_of(Annealing(), {"logic": "none"}) == Annealing(logic="none")
    assert searches == []
    with pytest.raises(ParameterError, match="there is no method"):
        method_of("from a package")
    assert searches


@pytest.mark.parametrize("bad", [None, 5, Annealing, object()])
def test_anything_but_a_method_is_refused(bad: object) -> None:
    with pytest.raises(ParameterError, match="is not a method"):
        method_of(bad)  # type: ignore[arg-type]


@pytest.mark.parametrize("name", ENTRIES)
def test_every_entry_has_a_description_a_formula_and_a_reference(name: str) -> None:
    entry = ENTRIES[name]
    assert len(entry.description) > 80
    assert "References" not in entry.description
    assert entry.formula
    assert entry.reference
    assert entry.when


def test_a_file_that_is_too_long_for_a_method_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "mine.toml"
    text = to_toml(method_of("annealing"))
    file.write_text(text + "#" * (LONGEST_FILE - len(text)))
    assert method_of(str(file)) == method_of("annealing")
    with file.open("a") as stream:
        stream.write("#")
    with pytest.raises(ParameterError, match="too long for a method: it has more than 1,048,576 bytes"):
        method_of(str(file))
