"""The values of one parameter, read from text: ``0.98:0.999:20``, ``log:0.1:10:5`` or a list."""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np

from ergodoku.base.errors import ParameterError
from ergodoku.methods.parameters import Parameter

Value = float | int | str | bool
MOST = 1000  # maximum number of values of a parameter; more are probably a typing error
DIGITS = 12  # round values of a range to this many digits, so they are the same on every machine
DECADES = 30.0  # a list that spans more than this factor is drawn on a logarithmic axis
LINEAR, LOG, WORDS = "linear", "log", "words"


def values_of(name: str, text: str, known: Sequence[Parameter]) -> tuple[tuple[Value, ...], str]:
    """Return the values that a text gives for a parameter, and the scale of their axis.

    ``known`` holds the declaration of the parameter in each possible method; a value must be valid in all of
    them.
    """
    first = known[0]
    if any(p.kind == "str" for p in known):
        raise ParameterError(f"{name!r} is a text, so it cannot be varied", "vary another parameter")
    if ":" in text:
        if first.kind not in ("int", "float"):
            raise ParameterError(
                f"{name!r} is not a number, so it has no range", f"give a list: {name}={_list(first)}"
            )
        values, scale = _range(name, text, known)
    else:
        values, scale = _list_of(name, text, known)
    if len(values) < 2:
        raise ParameterError(
            f"`vary` {name}={text} has {len(values)} value{'s' if not values else ''}",
            "give at least two values, or set the parameter to this value",
        )
    return values, scale


def range_of(name: str, text: str, parameter: Parameter) -> tuple[float, float, bool]:
    """Return both ends of ``low:high`` or ``log:low:high``, and whether the range is logarithmic."""
    log = text.startswith("log:")
    parts = text.removeprefix("log:").split(":")
    if len(parts) != 2:
        raise ParameterError(f"{name}={text} is not a range", f"write {name}=LOW:HIGH or {name}=log:LOW:HIGH")
    low, high = (_number(name, part, parameter) for part in parts)
    _ordered(name, text, low, high, log)
    return low, high, log


def _range(name: str, text: str, known: Sequence[Parameter]) -> tuple[tuple[Value, ...], str]:
    whole = any(p.kind == "int" for p in known)
    ends, colon, count_text = text.rpartition(":")
    log = ends.startswith("log:")
    if not colon or ends.removeprefix("log:").count(":") != 1:
        raise ParameterError(
            f"`vary` {name}={text} is not a range",
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
                f"`vary` {name}={text} asks for {count} values, but the range holds only {len(numbers)} "
                "whole numbers",
                f"give a count of {len(numbers)} at most, or a list",
            )
        return tuple(numbers), LOG if log else LINEAR
    return tuple(float(f"{value:.{DIGITS}g}") for value in spaced.tolist()), LOG if log else LINEAR


def _list_of(name: str, text: str, known: Sequence[Parameter]) -> tuple[tuple[Value, ...], str]:
    words = [word.strip() for word in text.split(",") if word.strip()]
    if len(set(words)) < len(words):
        raise ParameterError(f"`vary` {name}={text} has a value twice", "remove one of them")
    if known[0].kind not in ("int", "float"):
        for word in words:
            if known[0].choices and word.lower() not in known[0].choices:
                raise ParameterError(f"{name} cannot be {word!r}", f"choose {known[0].range}")
        return tuple(word.lower() for word in words), WORDS
    if any(word.lower() == "none" for word in words):  # none means that an optional parameter is left out
        return tuple(w.lower() if w.lower() == "none" else _checked(name, w, known) for w in words), WORDS
    numbers = sorted(_checked(name, word, known) for word in words)
    if len(set(numbers)) < len(numbers):
        raise ParameterError(f"`vary` {name}={text} has a value twice", "remove one of them")
    wide = len(numbers) > 1 and numbers[0] > 0 and numbers[-1] / numbers[0] > DECADES
    return tuple(numbers), LOG if wide else LINEAR


def _checked(name: str, word: str, known: Sequence[Parameter]) -> float | int:
    value = _number(name, word, known[0])
    for parameter in known:
        _allowed(name, value, parameter)
        if parameter.kind == "int" and value % 1:
            raise ParameterError(f"{name} cannot be {word}, which is not a whole number", _give(parameter))
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
            f"the range {name}={text} cannot be logarithmic: it starts at {low:g}", "start above 0"
        )


def _give(parameter: Parameter) -> str:
    return f"give numbers {parameter.range}" if parameter.range else "give numbers"


def _list(parameter: Parameter) -> str:
    return ",".join(parameter.choices or ("true", "false"))
