"""Describe the methods for the page, which draws their forms and explains them."""

from __future__ import annotations

from dataclasses import asdict, fields
from functools import lru_cache
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any

from ergodoku._version import __version__
from ergodoku.methods.parameters import Parameter, flatten
from ergodoku.methods.registry import ENTRIES
from ergodoku.views.colours import colour_of
from ergodoku.web.http.export import TYPES

if TYPE_CHECKING:
    from ergodoku.methods.method import Entry
    from ergodoku.web.limits import Limits

HIDDEN = ("threads",)  # parameters that only the server sets


def describe_methods(limits: Limits) -> dict[str, Any]:
    """Return all methods with their parameters; also the limits and the kinds of exports."""
    return {
        "version": __version__,
        "limits": asdict(limits),
        "exports": [kind for kind in TYPES if kind != "mp4" or find_spec("imageio_ffmpeg")],
        "methods": list(_methods()),
    }


@lru_cache(maxsize=1)
def _methods() -> tuple[dict[str, Any], ...]:
    return tuple(_method(name, ENTRIES[name]) for name in ENTRIES)


def _method(name: str, entry: Entry) -> dict[str, Any]:
    kinds = _kinds(entry.method)
    return {
        "name": name,
        "summary": entry.summary,
        "description": entry.description or entry.summary,
        "formula": entry.formula,
        "landscape": entry.landscape,
        "colour": colour_of(name),
        "reference": entry.reference,
        "when": entry.when,
        "steerable": entry.method.steerable,
        "aliases": {alias.name: alias.meaning for alias in entry.aliases},
        "parameters": [
            _parameter(p) | ({"kinds": kinds[p.name]} if p.name in kinds else {})
            for p in flatten(entry.method)
            if p.name not in HIDDEN
        ],
    }


def _kinds(method: Any) -> dict[str, dict[str, list[dict[str, Any]]]]:
    """Return the choices for a schedule or another part of a method, each with its own parameters."""
    return {
        item.name: {
            word: [_parameter(p) for p in flatten(make(), f"{item.name}.")] if make else []
            for word, make in item.metadata["kinds"].items()
        }
        for item in fields(method)
        if item.metadata.get("kinds")
    }


def _parameter(parameter: Parameter) -> dict[str, Any]:
    kind = "str" if parameter.kind == "choice" else parameter.kind
    return {
        "name": parameter.name,
        "type": kind if kind in ("int", "float", "bool") else "str",
        "default": parameter.value,
        "low": parameter.low,
        "high": parameter.high,
        "choices": list(parameter.choices) or None,
        "help": parameter.help,
    }
