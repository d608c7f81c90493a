"""Contenders as stored in a study: a label, the name of a method or preset, and all parameters."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ergodoku.base.errors import ParameterError
from ergodoku.methods.contender import Contender
from ergodoku.methods.method import Method
from ergodoku.methods.parameters import as_dict


def storable(spec: str | Method | Contender) -> Contender:
    """Return a contender that a study can store: its settings list all its parameters.

    Raises
    ------
    ParameterError
        If the method or its schedule is user-defined and not registered as an entry point.
    """
    asked = Contender.of(spec)
    try:
        stored = Contender.of(asked.name, as_dict(asked.method), asked.label)
    except ParameterError:  # the registry has no method or schedule of this name
        stored = None
    if stored is None or stored.method != asked.method:
        raise ParameterError(
            f"a study cannot store {asked.label!r}: your method or schedule has no registered name",
            "register it as an entry point; see docs/new-method.md",
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
    """Return the contender that an entry from `to_entry` describes."""
    return storable(Contender.of(entry["method"], entry["parameters"], entry["label"]))
