"""Write plain values as TOML: Python's `tomllib` can only read it."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any


def dump(values: Mapping[str, Any]) -> str:
    """Return plain values as TOML text: top-level values first, then tables and lists of tables.

    TOML has no null value: None becomes ``"none"``, which parameters understand.

    Examples
    --------
    >>> print(dump({"runs": 50, "limits": {"seconds": 1.5}, "puzzles": [{"name": "first"}]}), end="")
    runs = 50
    <BLANKLINE>
    [limits]
    seconds = 1.5
    <BLANKLINE>
    [[puzzles]]
    name = "first"
    """
    plain: list[str] = []
    tables: list[str] = []
    for name, value in values.items():
        if isinstance(value, Mapping):
            tables += ["", f"[{_key(name)}]", *_lines(value)]
        elif isinstance(value, list | tuple) and value and all(isinstance(v, Mapping) for v in value):
            for entry in value:
                tables += ["", f"[[{_key(name)}]]", *_lines(entry)]
        else:
            plain.append(f"{_key(name)} = {_value(value)}")
    return "\n".join([*plain, *tables]).lstrip("\n") + "\n"


def _lines(values: Mapping[str, Any]) -> list[str]:
    return [f"{_key(name)} = {_value(value)}" for name, value in values.items()]


def _value(value: Any) -> str:
    if value is None:
        return '"none"'
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, Mapping):
        return f"{{ {', '.join(_lines(value))} }}" if value else "{}"
    if isinstance(value, list | tuple):
        return f"[{', '.join(map(_value, value))}]"
    if isinstance(value, str):
        return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")
    return repr(value)


def _key(name: str) -> str:
    bare = name.isascii() and name.replace("_", "").replace("-", "").isalnum()
    return name if bare else _value(name)
