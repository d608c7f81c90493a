"""Contenders as a study stores them: a label, the name of a method or preset, and all parameters."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ergodoku.base.errors import ParameterError
from ergodoku.methods.contender import Contender
from ergodoku.methods.method import Method
from ergodoku.methods.parameters import as_dict


def storable(spec: str | Method | Contender) -> Contender:
    """Return a contender that can be written down: its settings are all its parameters.

    Raises
    ------
    ParameterError
        If the method or its schedule is the user's own and not announced as an entry point.
    """
    asked = Contender.of(spec)
    try:
        stored = Contender.of(asked.name, as_dict(asked.method), asked.label)
    except ParameterError:  # no such method, or no such schedule
        stored = None
    if stored is None or stored.method != asked.method:
        raise ParameterError(
            f"a study cannot store {asked.label!r}: a method or schedule of your own has no name here",
            "announce it as an entry point; see docs/new-method.md",
        )
    return stored


def to_entry(contender: Contender) -> dict[str, Any]:
    """Return a contender as plain values for ``study.toml``."""
    return {
        "label": contender.label,
        "method": contender.name,
        "parameters": as_dict(contender.method),
    }


def from_entry(entry: Mapping[str, Any]) -> Contender:
    """Return the contender that `to_entry` wrote down."""
    return storable(Contender.of(entry["method"], entry["parameters"], entry["label"]))
