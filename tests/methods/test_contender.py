"""Contenders: a method has the same name everywhere, and labels are distinct."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from ergodoku.base.errors import ParameterError
from ergodoku.methods.annealing import Annealing
from ergodoku.methods.contender import Contender, contenders
from ergodoku.methods.registry import method_of, to_toml
from ergodoku.methods.tabu import Tabu


def test_a_preset_keeps_its_name_and_the_additional_settings() -> None:
    contender = Contender.of("lewis", {"cooling": 0.99})
    assert (contender.label, contender.name, contender.preset) == ("lewis", "lewis", "lewis")
    assert contender.method == method_of("lewis", {"cooling": 0.99})
    assert contender.settings == {"cooling": 0.99}


def test_a_contender_from_a_method_object_has_the_name_of_the_method() -> None:
    contender = Contender.of(Tabu(restart=5))
    assert (contender.label, contender.name, contender.preset) == ("tabu", "tabu", "")


def test_a_contender_from_a_file_is_labelled_with_the_file_name_and_has_the_name_of_its_method(
    tmp_path: Path,
) -> None:
    file = tmp_path / "mine.toml"
    file.write_text(to_toml(Tabu(restart=5)), encoding="utf-8")
    contender = Contender.of(str(file))
    assert (contender.label, contender.name) == ("mine", "tabu")
    assert contender.method == Tabu(restart=5)


def test_a_label_does_not_change_the_name() -> None:
    assert Contender.of("lewis", label="cool").name == "lewis"
    assert Contender.of(Annealing(), label="cool").name == "annealing"


def test_a_contender_can_be_configured_further() -> None:
    first = Contender.of("lewis", {"cooling": 0.99}, label="slow")
    second = Contender.of(first, {"samples": 50})
    assert (second.label, second.preset) == ("slow", "lewis")
    assert second.settings == {"cooling": 0.99, "samples": 50}
    assert second.method == method_of("lewis", second.settings)


def test_the_method_of_a_preset_is_shown_under_the_name_of_the_preset() -> None:
    contender = Contender.of("lewis")
    assert contender.name_of("annealing") == "lewis"
    assert contender.name_of("logic") == "logic"


def test_labels_are_distinct_even_if_a_numbered_label_is_taken() -> None:
    asked = contenders(["lewis", "lewis", "tabu"], ["lewis", "lewis", "lewis 2"])
    assert [contender.label for contender in asked] == ["lewis", "lewis 2", "lewis 2 2"]
    assert [contender.name for contender in asked] == ["lewis", "lewis", "tabu"]


def test_the_number_of_labels_must_match_the_number_of_methods() -> None:
    with pytest.raises(ParameterError, match="1 label for 2 methods; give one label for each"):
        contenders(["lewis", "tabu"], ["it"])


@pytest.mark.parametrize("labels", [5, "ab", [1, 2]])
def test_labels_are_a_list_of_texts(labels: Any) -> None:
    with pytest.raises(ParameterError, match=r"labels is .*; give a list of texts"):
        contenders(["lewis", "tabu"], labels)
