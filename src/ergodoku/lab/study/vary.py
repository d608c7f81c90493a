"""Which values a parameter takes in an exploration: ``cooling=0.98:0.999:20``, ``log:``, or a list."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise, product
from typing import Any

import numpy as np

from ergodoku.base.errors import ParameterError
from ergodoku.methods.parameters import Parameter, configure, flatten, resolve
from ergodoku.methods.registry import Method

Value = float | int | str | bool
MOST = 1000  # values of one parameter: a slip of the keyboard is no study
DIGITS = 12  # of a value in a range: the same on every machine
DECADES = 30.0  # a list of numbers that spans more than this is drawn on a logarithmic axis
NEAR = 0.02  # how far a label may be off, in steps between values
_LINEAR, _LOG, _WORDS = "linear", "log", "words"


@dataclass(frozen=True)
class Axis:
    """A parameter and the values it takes.

    Attributes
    ----------
    name : str
        The parameter as it was named: ``cooling`` or ``schedule.cooling``.
    values : tuple
        Numbers in ascending order, or words such as ``geometric``, ``true`` and ``none`` as they were given.
    scale : str
        ``linear``, ``log`` or ``words``: how the values are drawn.
    """

    name: str
    values: tuple[Value, ...]
    scale: str

    @property
    def labels(self) -> tuple[str, ...]:
        """The values in words, as short as tells them apart."""
        numbers = sorted(v for v in self.values if isinstance(v, float))
        step = min((b - a for a, b in pairwise(numbers)), default=0.0)
        digits = 1
        while digits < 17 and any(abs(float(f"{v:.{digits}g}") - v) > NEAR * step for v in numbers):
            digits += 1
        return tuple(f"{v:.{digits}g}" if isinstance(v, float) else str(v) for v in self.values)


def axes_of(vary: Sequence[str], method: Method, settings: Mapping[str, Any] | None = None) -> list[Axis]:
    """Return the axes that ``vary`` asks for, checked against the parameters of a method.

    Parameters
    ----------
    vary : sequence of str
        One or two, such as ``cooling=0.9:0.99:10``, ``start=log:0.1:10:5``, ``schedule=geometric,lewis``.
    method : Method
        Whose parameters they are.
    settings : mapping, optional
        What else is set; it holds for every value.

    Raises
    ------
    ParameterError
        For an unknown parameter, and for a range that is empty, reversed or beyond what is allowed.
    """
    if not 1 <= len(vary) <= 2:
        raise ParameterError(f"{len(vary)} parameters to vary", "give one `vary`, or two for a grid of both")
    parts = [_split(text) for text in vary]
    if len(parts) == 2 and parts[0][0] == parts[1][0]:
        raise ParameterError(f"{parts[0][0]!r} is varied twice", "name two different parameters")
    found: dict[int, Axis] = {}
    # What is chosen comes first: a schedule decides which parameters there are.
    for place in sorted(range(len(parts)), key=lambda k: not _is_choice(method, parts[k][0])):
        name, text = parts[place]
        owners = [method]
        if not _is_choice(method, name):
            owners = [configured(method, settings, chosen) for chosen in combinations(list(found.values()))]
        known = [next(p for p in flatten(o) if p.name == resolve(o, name)) for o in owners]
        found[place] = _axis(name, text, known)
    return [found[place] for place in range(len(parts))]


def combinations(axes: Sequence[Axis]) -> list[dict[str, Value]]:
    """Return every combination of the axes' values, the last axis fastest."""
    return [
        dict(zip((a.name for a in axes), values, strict=True))
        for values in product(*(a.values for a in axes))
    ]


def configured(method: Method, settings: Mapping[str, Any] | None, values: Mapping[str, Value]) -> Method:
    """Return a method with settings and, above them, the values of one combination."""
    made: Method = configure(method, {**(settings or {}), **values})
    return made


def range_of(name: str, text: str, parameter: Parameter) -> tuple[float, float, bool]:
    """Return lowest and highest value of ``low:high`` or ``log:low:high``, and whether it is logarithmic."""
    log = text.startswith("log:")
    parts = text.removeprefix("log:").split(":")
    if len(parts) != 2:
        raise ParameterError(f"{name}={text} is no range", f"write {name}=LOW:HIGH or {name}=log:LOW:HIGH")
    low, high = (_number(name, part, parameter) for part in parts)
    _ordered(name, text, low, high, log)
    return low, high, log


def _axis(name: str, text: str, known: Sequence[Parameter]) -> Axis:
    first = known[0]
    if any(p.kind == "str" for p in known):
        raise ParameterError(f"{name!r} is a text, which has no values to go through", "vary another one")
    if ":" in text:
        if first.kind not in ("int", "float"):
            raise ParameterError(
                f"{name!r} is no number, so it has no range", f"give a list: {name}={_list(first)}"
            )
        values, scale = _range(name, text, known)
    else:
        values, scale = _values(name, text, known)
    if len(values) < 2:
        raise ParameterError(
            f"`vary` {name}={text} has {len(values)} value{'s' if not values else ''}",
            "give at least two, or set the parameter to the only one",
        )
    return Axis(name, values, scale)


def _range(name: str, text: str, known: Sequence[Parameter]) -> tuple[tuple[Value, ...], str]:
    whole = any(p.kind == "int" for p in known)
    ends, colon, count_text = text.rpartition(":")
    log = ends.startswith("log:")
    if not colon or ends.removeprefix("log:").count(":") != 1:
        raise ParameterError(
            f"`vary` {name}={text} is no range",
            f"write {name}=LOW:HIGH:COUNT, {name}=log:LOW:HIGH:COUNT, or a list",
        )
    if not count_text.strip().isdigit() or not 1 <= int(count_text) <= MOST:
        raise ParameterError(
            f"`vary` {name}={text} asks for {count_text.strip()!r} values", f"give a count from 2 to {MOST}"
        )
    low, high, _ = range_of(name, ends, known[0])
    for parameter in known:
        _allowed(name, low, parameter)
        _allowed(name, high, parameter)
    count = int(count_text)
    spaced = np.geomspace(low, high, count) if log else np.linspace(low, high, count)
    if whole:
        numbers = sorted({round(value) for value in spaced.tolist()})
        if len(numbers) < count:
            raise ParameterError(
                f"`vary` {name}={text} asks for {count} values, and gives {len(numbers)} whole numbers",
                f"give a count of {len(numbers)} at most, or a list",
            )
        return tuple(numbers), _LOG if log else _LINEAR
    return tuple(float(f"{value:.{DIGITS}g}") for value in spaced.tolist()), _LOG if log else _LINEAR


def _values(name: str, text: str, known: Sequence[Parameter]) -> tuple[tuple[Value, ...], str]:
    words = [word.strip() for word in text.split(",") if word.strip()]
    if len(set(words)) < len(words):
        raise ParameterError(f"`vary` {name}={text} has a value twice", "leave one of them away")
    if known[0].kind not in ("int", "float"):
        for word in words:
            if known[0].choices and word.lower() not in known[0].choices:
                raise ParameterError(f"{name} cannot be {word!r}", f"choose {known[0].range}")
        return tuple(word.lower() for word in words), _WORDS
    if any(word.lower() == "none" for word in words):  # only where a parameter may be left out
        return tuple(w.lower() if w.lower() == "none" else _kept(name, w, known) for w in words), _WORDS
    numbers = sorted(_kept(name, word, known) for word in words)
    if len(set(numbers)) < len(numbers):
        raise ParameterError(f"`vary` {name}={text} has a value twice", "leave one of them away")
    wide = len(numbers) > 1 and numbers[0] > 0 and numbers[-1] / numbers[0] > DECADES
    return tuple(numbers), _LOG if wide else _LINEAR


def _kept(name: str, word: str, known: Sequence[Parameter]) -> float | int:
    value = _number(name, word, known[0])
    for parameter in known:
        _allowed(name, value, parameter)
        if parameter.kind == "int" and value % 1:
            raise ParameterError(f"{name} cannot be {word}, which is not whole", _give(parameter))
    return int(value) if known[0].kind == "int" else value


def _number(name: str, word: str, parameter: Parameter) -> float:
    try:
        value = float(word)
    except ValueError:
        raise ParameterError(f"{name} cannot be {word.strip()!r}", _give(parameter)) from None
    if not math.isfinite(value):
        raise ParameterError(f"{name} cannot be {word.strip()!r}", _give(parameter))
    _allowed(name, value, parameter)
    return value


def _allowed(name: str, value: float, parameter: Parameter) -> None:
    if (parameter.low is not None and value < parameter.low) or (
        parameter.high is not None and value > parameter.high
    ):
        raise ParameterError(f"{name} cannot be {value:g}: it is out of range", _give(parameter))


def _ordered(name: str, text: str, low: float, high: float, log: bool) -> None:
    if low > high:
        raise ParameterError(
            f"the range {name}={text} is reversed", f"write the lower end first: {high:g}:{low:g}"
        )
    if low == high:
        raise ParameterError(f"the range {name}={text} is empty", "give two different ends")
    if log and low <= 0:
        raise ParameterError(
            f"the range {name}={text} cannot be logarithmic: it begins at {low:g}", "begin above 0"
        )


def _split(text: str) -> tuple[str, str]:
    name, equals, values = text.partition("=")
    if not equals or not name.strip() or not values.strip():
        raise ParameterError(
            f"`vary` {text!r} is not NAME=VALUES", "write `vary` cooling=0.98:0.999:20, for example"
        )
    return name.strip(), values.strip()


def _is_choice(method: Method, name: str) -> bool:
    return any(p.name == name and p.kind == "choice" for p in flatten(method))


def _give(parameter: Parameter) -> str:
    return f"give numbers {parameter.range}" if parameter.range else "give numbers"


def _list(parameter: Parameter) -> str:
    return ",".join(parameter.choices or ("true", "false"))
