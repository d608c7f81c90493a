"""Parameters as frozen dataclasses: declared once, with range and help, checked, listed, set by name.

A class declares ``start: float = parameter(1.0, "First temperature", low=0, open=True)``. `check` refuses a
value outside its range by name; `flatten`, `changed` and `build` serve the command line, files and forms.
"""

from __future__ import annotations

import dataclasses
import difflib
import types
import typing
from dataclasses import dataclass, field
from typing import Any

from ergodoku.puzzle.errors import PuzzleError


class ParameterError(PuzzleError):
    """A parameter that does not exist, or a value that it cannot have."""


@dataclass(frozen=True)
class Parameter:
    """One parameter of a method: what people need to know to set it."""

    name: str
    value: Any
    kind: str  # int, float, bool, or choice
    help: str
    low: float | None
    high: float | None
    choices: tuple[str, ...]

    @property
    def range(self) -> str:
        """The allowed values in words."""
        if self.choices:
            return " | ".join(self.choices)
        if self.kind == "bool":
            return "true | false"
        low = "" if self.low is None else f"from {self.low:g}"
        high = "" if self.high is None else f"to {self.high:g}"
        return " ".join(part for part in (low, high) if part)


def parameter(
    default: Any,
    help: str,
    *,
    low: float | None = None,
    high: float | None = None,
    choices: tuple[str, ...] = (),
) -> Any:
    """Declare a field of a method or a schedule."""
    metadata = {"help": help, "low": low, "high": high, "choices": choices}
    if callable(default):
        return field(default_factory=default, metadata=metadata)
    return field(default=default, metadata=metadata)


def check(owner: Any) -> None:
    """Refuse values of a wrong type or outside their range; call it in ``__post_init__``."""
    for item, kind in _fields(owner):
        value = getattr(owner, item.name)
        if value is None and _optional(owner, item.name):
            continue
        where = f"{_class_name(owner)} {item.name}"
        if kind in (int, float):
            number = isinstance(value, int | float) and not isinstance(value, bool)
            if not number or value != value or (kind is int and value != int(value)):
                raise ParameterError(f"{where} is {value!r}, not a number", f"give {_range(item)}")
            low, high = item.metadata["low"], item.metadata["high"]
            if (low is not None and value < low) or (high is not None and value > high):
                raise ParameterError(f"{where} is {value!r}, out of range", f"give {_range(item)}")
            if kind is int:
                object.__setattr__(owner, item.name, int(value))
        elif kind is bool and not isinstance(value, bool):
            raise ParameterError(f"{where} is {value!r}", "give true or false")
        elif item.metadata["choices"] and kind is str and value not in item.metadata["choices"]:
            raise ParameterError(f"{where} is {value!r}", f"choose {' | '.join(item.metadata['choices'])}")


def flatten(owner: Any, prefix: str = "") -> list[Parameter]:
    """List the parameters of a method, those of its schedule and such as ``schedule.start``."""
    listed = []
    for item, kind in _fields(owner):
        value = getattr(owner, item.name)
        meta, name = item.metadata, prefix + item.name
        if dataclasses.is_dataclass(value) or meta["choices"]:
            shown = choice_name(value) if dataclasses.is_dataclass(value) else value
            listed.append(Parameter(name, shown, "choice", meta["help"], None, None, tuple(meta["choices"])))
            if dataclasses.is_dataclass(value):
                listed += flatten(value, f"{name}.")
        else:
            word = kind.__name__ if kind in (int, float, bool, str) else "choice"
            listed.append(Parameter(name, value, word, meta["help"], meta["low"], meta["high"], ()))
    return listed


def as_dict(owner: Any) -> dict[str, Any]:
    """Return the parameters as plain nested values, for JSON; `build` takes them back."""
    found: dict[str, Any] = {}
    for item, _ in _fields(owner):
        value = getattr(owner, item.name)
        if dataclasses.is_dataclass(value):
            found[item.name] = {"name": choice_name(value), **as_dict(value)}
        else:
            found[item.name] = value
    return found


def resolve(owner: Any, name: str) -> str:
    """Return the full name of a parameter that may be given by its last part alone."""
    names = [p.name for p in flatten(owner)]
    if name in names:
        return name
    ending = [full for full in names if full.rsplit(".", 1)[-1] == name]
    if len(ending) == 1:
        return ending[0]
    if ending:
        raise ParameterError(f"{name!r} could be {' or '.join(ending)}", "give the whole name")
    near = difflib.get_close_matches(name, [*names, *(n.rsplit(".", 1)[-1] for n in names)], 1, 0.5)
    hint = f"did you mean {near[0]!r}? " if near else ""
    raise ParameterError(
        f"{_class_name(owner)} has no parameter {name!r}", f"{hint}There are: {', '.join(names) or 'none'}"
    )


def choice_name(value: Any) -> str:
    """Return the name by which a schedule or a policy is chosen: its class name in lower case."""
    return _class_name(value)


def _class_name(owner: Any) -> str:
    return type(owner).__name__.lower()


def _range(item: dataclasses.Field[Any]) -> str:
    low, high = item.metadata["low"], item.metadata["high"]
    if low is not None and high is not None:
        return f"a number from {low:g} to {high:g}"
    return f"a number from {low:g} up" if low is not None else "a number"


def _fields(owner: Any) -> list[tuple[dataclasses.Field[Any], Any]]:
    hints = typing.get_type_hints(type(owner))
    return [(item, _plain(hints[item.name])) for item in dataclasses.fields(owner) if "help" in item.metadata]


def _optional(owner: Any, name: str) -> bool:
    return type(None) in typing.get_args(typing.get_type_hints(type(owner))[name])


def _plain(hint: Any) -> Any:
    if isinstance(hint, types.UnionType) or typing.get_origin(hint) is typing.Union:
        return next((a for a in typing.get_args(hint) if a is not type(None)), hint)
    return hint
