"""TOML: Python reads back what we write."""

from __future__ import annotations

import tomllib
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from ergodoku.methods.toml import dump

texts = st.text(st.characters(exclude_categories=["Cs"]), max_size=10)
plain = st.booleans() | st.integers() | st.floats(allow_nan=False) | texts
values = st.recursive(
    plain,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(texts, inner, max_size=3),
    max_leaves=10,
)


@given(st.dictionaries(texts, values, max_size=5))
def test_every_value_is_read_back(content: dict[str, Any]) -> None:
    assert tomllib.loads(dump(content)) == content


def test_none_becomes_the_text_none() -> None:
    assert tomllib.loads(dump({"iterations": None})) == {"iterations": "none"}
