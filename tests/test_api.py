"""The public names: loaded on first use, and the same for people, type checkers and programs."""

import ast
import importlib
from pathlib import Path

import pytest

import ergodoku


def test_every_public_name_exists() -> None:
    for name in ergodoku.__all__:
        assert getattr(ergodoku, name) is not None


def test_public_names_are_the_same_objects_as_in_their_rooms() -> None:
    for name, home in ergodoku._HOME.items():
        assert getattr(ergodoku, name) is getattr(importlib.import_module(home), name)


def test_dir_lists_every_public_name() -> None:
    assert set(ergodoku.__all__) <= set(dir(ergodoku))


def test_an_unknown_name_is_an_attribute_error() -> None:
    with pytest.raises(AttributeError, match="'ergodoku' has no attribute 'sovle'"):
        ergodoku.sovle  # noqa: B018


def test_type_checkers_see_the_names_that_programs_see() -> None:
    tree = ast.parse(Path(ergodoku.__file__).read_text(encoding="utf-8"))
    block = next(node for node in tree.body if isinstance(node, ast.If))
    declared = {
        alias.name: node.module
        for node in block.body
        if isinstance(node, ast.ImportFrom)
        for alias in node.names
    }
    assert declared == ergodoku._HOME
    assert {*declared, "__version__"} == set(ergodoku.__all__)
