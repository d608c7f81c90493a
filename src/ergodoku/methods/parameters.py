"""Parameters as frozen dataclasses: declared once, with range and help, then checked, listed and set by name.

A class declares ``start: float = parameter(1.0, "First temperature", low=0.0)``. `check` refuses a value
outside its range, and names the parameter. The command line, files and forms use `flatten`, `as_dict` and
`configure`.
"""

from __future__ import annotations

import dataclasses
import math
import types
import typing
from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from numbers import Real
from typing import Any

from ergodoku.base.errors import ParameterError

MOST = 10**15  # maximum of every count: fits into 64 bits, and is more than anyone would wait for
CLOSE = 0.6  # similarity, from 0 to 1, of an unknown name to the name that an error suggests

LOGIC = ("none", "singles", "locked", "pairs")  # levels of logic before a search
_TRUTH = {
    "true": True,
    "yes": True,
    "on": True,
    "1": True,
    "false": False,
    "no": False,
    "off": False,
    "0": False,
}


@dataclass(frozen=True)
class Parameter:
    """One parameter of a method, with the information that people need to set it."""

    name: str
    value: Any
    kind: str  # int, float, bool, str or choice
    help: str
    low: float | None
    high: float | None
    choices: tuple[str, ...]

    @property
    def range(self) -> str:
        """The allowed values as text."""
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
    kinds: Mapping[str, type | None] | None = None,
) -> Any:
    """Declare a field of a method or a schedule.

    ``choices`` are words. ``kinds`` maps names to classes that have parameters themselves.
    """
    names = tuple(kinds) if kinds else choices
    metadata = {"help": help, "low": low, "high": high, "choices": names, "kinds": kinds}
    if callable(default):
        return field(default_factory=default, metadata=metadata)
    return field(default=default, metadata=metadata)


def check(owner: Any) -> None:
    """Refuse values of the wrong type or outside their range; call this in ``__post_init__``."""
    for item, kind in _fields(owner):
        value = getattr(owner, item.name)
        if value is None and _optional(owner, item.name):
            continue
        where = f"{_called(owner)} {item.name}"
        if kind in (int, float):
            if not isinstance(value, Real) or isinstance(value, bool) or math.isnan(value):
                raise ParameterError(f"{where} is {value!r}, not a number", f"give {_range(item)}")
            low, high = item.metadata["low"], item.metadata["high"]
            if kind is int and high is None:
                high = MOST
            if (low is not None and value < low) or (high is not None and value > high):
                raise ParameterError(f"{where} is {value!r}, out of range", f"give {_range(item)}")
            if kind is int and value % 1:
                raise ParameterError(f"{where} is {value!r}, not a whole number", f"give {_range(item)}")
            object.__setattr__(owner, item.name, kind(value))  # one type, so that numba compiles one kernel
        elif kind is bool and not isinstance(value, bool):
            raise ParameterError(f"{where} is {value!r}", "give true or false")
        elif kind is str and (choices := item.metadata["choices"]) and value not in choices:
            raise ParameterError(f"{where} is {value!r}", f"choose {' | '.join(choices)}")
        elif kind is str and not isinstance(value, str):
            raise ParameterError(f"{where} is {value!r}", "give text")


def flatten(owner: Any, prefix: str = "") -> list[Parameter]:
    """List the parameters of a method and of its parts, such as ``schedule.start``."""
    listed = []
    for item, kind in _fields(owner):
        value, meta, name = getattr(owner, item.name), item.metadata, prefix + item.name
        if meta["choices"]:
            shown = _kind_name(value) if meta["kinds"] else value
            choices = meta["choices"] if shown in meta["choices"] else (*meta["choices"], shown)
            listed.append(Parameter(name, shown, "choice", meta["help"], None, None, choices))
            if dataclasses.is_dataclass(value):
                listed += flatten(value, f"{name}.")
        else:
            listed.append(Parameter(name, value, kind.__name__, meta["help"], meta["low"], meta["high"], ()))
    return listed


def as_dict(owner: Any) -> dict[str, Any]:
    """Return the parameters as plain nested values, for JSON; `configure` reads them."""
    found: dict[str, Any] = {}
    for item, _ in _fields(owner):
        value = getattr(owner, item.name)
        if item.metadata["kinds"] and value is not None:
            inner = as_dict(value) if dataclasses.is_dataclass(value) else {}
            found[item.name] = {"name": _kind_name(value), **inner}
        else:
            found[item.name] = value if isinstance(value, int | float | str | None) else repr(value)
    return found


def configure(owner: Any, settings: Mapping[str, Any], *, aliases: Sequence[str] = ()) -> Any:
    """Return a copy with some parameters set by name, from text or from values.

    Names may be given in full (``schedule.start``) or by their last part (``start``) if that is unique.
    A setting that chooses a part by its name, such as ``schedule=geometric``, is applied before the others,
    so it may come after ``schedule.start=2``. A schedule class of your own can be chosen by name only if the
    method's current schedule is of that class. The error about an unknown name may suggest one of
    ``aliases``.
    """
    left = dict(settings)
    for item, _ in _fields(owner):
        if item.metadata["kinds"] and item.name in left:
            chosen = left.pop(item.name)
            inner = dict(chosen) if isinstance(chosen, Mapping) else {"name": chosen}
            value = _make(item, inner.pop("name", None), getattr(owner, item.name))
            owner = dataclasses.replace(owner, **{item.name: configure(value, inner) if inner else value})
    for name, value in left.items():
        owner = _set(owner, resolve(owner, name, aliases).split("."), value)
    return owner


def _set(owner: Any, path: list[str], value: Any) -> Any:
    item, kind = next((i, k) for i, k in _fields(owner) if i.name == path[0])
    if len(path) > 1:
        return dataclasses.replace(owner, **{item.name: _set(getattr(owner, item.name), path[1:], value)})
    if item.metadata["kinds"]:
        return dataclasses.replace(owner, **{item.name: _make(item, value, getattr(owner, item.name))})
    return dataclasses.replace(owner, **{item.name: _read(owner, item, kind, value)})


def _make(item: dataclasses.Field[Any], name: Any, current: Any) -> Any:
    kinds = item.metadata["kinds"]
    word = "none" if name is None else str(name).lower()
    if word not in kinds and word == _kind_name(current):
        return current
    if word not in kinds:
        raise ParameterError(f"{item.name} cannot be {name!r}", f"choose {' | '.join(kinds)}")
    return kinds[word]() if kinds[word] else None


def _read(owner: Any, item: dataclasses.Field[Any], kind: Any, value: Any) -> Any:
    """Return the value of a parameter, converted if it is text."""
    if not isinstance(value, str) or kind is str:
        return value
    word = value.strip().lower()
    if word in ("none", "null", "") and _optional(owner, item.name):
        return None
    if kind is bool:
        return _TRUTH.get(word, value)
    try:
        return float(word) if kind is float or not word.lstrip("+-").replace("_", "").isdigit() else int(word)
    except ValueError:
        raise ParameterError(f"{item.name} cannot be {value!r}", f"give {_range(item)}") from None


def resolve(owner: Any, name: str, aliases: Sequence[str] = ()) -> str:
    """Return the full name of a parameter that is given in full or by its last part.

    If there is none, the error suggests a similar name, which may be one of ``aliases``.
    """
    names = [p.name for p in flatten(owner)]
    if name in names:
        return name
    ending = [full for full in names if full.rsplit(".", 1)[-1] == name]
    if len(ending) == 1:
        return ending[0]
    if ending:
        raise ParameterError(f"{name!r} could be {' or '.join(ending)}", "give the full name")
    import difflib

    possible = [*names, *(full.rsplit(".", 1)[-1] for full in names), *aliases, *_names_of_choices(owner)]
    near = difflib.get_close_matches(name, possible, 1, CLOSE)
    hint = f"did you mean {near[0]!r}? Or " if near else ""
    if choices := _choices_with(owner, name):
        hint = f"set {choices} as well, or "
    raise ParameterError(
        f"{_called(owner)} has no parameter {name!r}",
        f"{hint}choose one of {', '.join(names)}" if names else "it has none",
    )


def _names_of_choices(owner: Any) -> list[str]:
    """Return the parameters of all choices, such as ``cooling`` of the geometric schedule."""
    makers = [make for item, _ in _fields(owner) for make in (item.metadata["kinds"] or {}).values() if make]
    return [item.name for make in makers for item, _ in _fields(make())]


def _choices_with(owner: Any, name: str) -> str:
    """Return which choices have a parameter: ``schedule=geometric`` for ``cooling``; empty if none has it."""
    for item, _ in _fields(owner):
        last, kinds = name.removeprefix(f"{item.name}."), item.metadata["kinds"] or {}
        having = [
            word for word, make in kinds.items() if make and last in (i.name for i, _ in _fields(make()))
        ]
        if having:
            return f"{item.name}={' or '.join(having)}"
    return ""


def _kind_name(value: Any) -> str:
    return "none" if value is None else _class_name(value)


def _called(owner: Any) -> str:
    """Return the name of a method, or the class name if it has none."""
    return getattr(owner, "name", _class_name(owner))


def _class_name(owner: Any) -> str:
    return type(owner).__name__.lower()


def _range(item: dataclasses.Field[Any]) -> str:
    low, high = item.metadata["low"], item.metadata["high"]
    if low is not None and high is not None:
        return f"a number from {low:g} to {high:g}"
    return f"a number, {low:g} or more" if low is not None else "a number"


def _fields(owner: Any) -> list[tuple[dataclasses.Field[Any], Any]]:
    return _fields_of(owner.__class__)


@lru_cache(maxsize=256)
def _fields_of(kind: Any) -> list[tuple[dataclasses.Field[Any], Any]]:
    hints = _hints(kind)
    return [(item, _plain(hints[item.name])) for item in dataclasses.fields(kind) if "help" in item.metadata]


@lru_cache(maxsize=256)
def _hints(kind: Hashable) -> dict[str, Any]:
    return typing.get_type_hints(kind)


def _optional(owner: Any, name: str) -> bool:
    return type(None) in typing.get_args(_hints(owner.__class__)[name])


def _plain(hint: Any) -> Any:
    if isinstance(hint, types.UnionType) or typing.get_origin(hint) is typing.Union:
        return next((a for a in typing.get_args(hint) if a is not type(None)), hint)
    return hint
