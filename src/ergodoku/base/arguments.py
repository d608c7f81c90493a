"""Checks of arguments: each error names the argument and says which values are allowed."""

from __future__ import annotations

from numbers import Integral, Real
from os import PathLike
from pathlib import Path

from ergodoku.base.errors import ParameterError


def whole_number(name: str, value: object, least: int, most: int | None = None) -> int:
    """Return ``value`` as an int; if it is not a whole number in the range, raise an error with ``name``."""
    if type(value) is int and least <= value and (most is None or value <= most):  # usual case, kept quick
        return value
    number = int(value) if isinstance(value, Integral) and not isinstance(value, bool) else least - 1
    if number < least or (most is not None and number > most):
        allowed = f", {least} or more" if most is None else f" from {least} to {most:,}"
        raise ParameterError(f"{name} is {value!r}", f"give a whole number{allowed}")
    return number


def check_limit(name: str, value: float, *, whole: bool = False) -> None:
    """Raise an error with ``name`` unless the limit is a number, 0 or more.

    Infinity means no limit; it does not count as a whole number.
    """
    if not isinstance(value, Real) or isinstance(value, bool) or not value >= 0 or (whole and value % 1):
        raise ParameterError(f"{name} is {value!r}", f"give a {'whole ' if whole else ''}number, 0 or more")
    try:
        float(value)
    except OverflowError:
        raise ParameterError(f"{name} is too large", "leave it out for no limit") from None


def file_path(path: object) -> Path:
    """Return the path of a file; raise an error if it cannot be one."""
    if not isinstance(path, str | PathLike):
        raise ParameterError(f"path is {path!r}", "give the name of a file")
    if "\0" in str(path):
        raise ParameterError(f"path is {str(path)!r}", "leave out the null character")
    return Path(path)
