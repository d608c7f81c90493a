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
        If the method has parts that no name stands for, such as a schedule written by the user.
    """
    asked = Contender.of(spec)
    stored = Contender.of(asked.name, as_dict(asked.method), asked.label)
    if stored.method != asked.method:
        raise ParameterError(
            f"{asked.label!r} cannot be written down: it has parts of your own",
            "use a method of the registry, or register yours as an entry point",
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
