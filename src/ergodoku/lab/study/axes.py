"""The parameters that an exploration varies, and their values: ``cooling=0.98:0.999:20``."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise, product
from typing import Any

from ergodoku.base.errors import ParameterError
from ergodoku.lab.study.values import Value, values_of
from ergodoku.methods.aliases import Alias, alias_called
from ergodoku.methods.contender import Contender
from ergodoku.methods.method import Method
from ergodoku.methods.parameters import Parameter, flatten, resolve
from ergodoku.methods.registry import aliases_of, errors_that_name

PROPERTIES = {  # properties of puzzles: the study generates puzzles with each value
    "size": Parameter("size", 9, "int", "Size of the puzzles", 4, 100, ()),
    "fraction": Parameter("fraction", 0.5, "float", "Share of givens", 0.0, 1.0, ()),
}
NEAR = 0.02  # largest rounding error of a label, as a share of the smallest step between values


@dataclass(frozen=True)
class Axis:
    """A parameter and its values.

    Attributes
    ----------
    name : str
        The parameter as the user named it: ``cooling`` or ``schedule.cooling``.
    values : tuple
        Numbers in ascending order, or words such as ``geometric``, ``true`` and ``none`` in the given order.
    scale : str
        The scale of the axis in figures: ``linear``, ``log`` or ``words``.
    """

    name: str
    values: tuple[Value, ...]
    scale: str

    @property
    def labels(self) -> tuple[str, ...]:
        """The values as text, with just enough digits to distinguish them."""
        numbers = sorted(v for v in self.values if isinstance(v, float))
        step = min((b - a for a, b in pairwise(numbers)), default=0.0)
        digits = 1
        while digits < 17 and any(abs(float(f"{v:.{digits}g}") - v) > NEAR * step for v in numbers):
            digits += 1
        return tuple(f"{v:.{digits}g}" if isinstance(v, float) else str(v) for v in self.values)


def axes_of(
    vary: Sequence[str], method: str | Method | Contender, settings: Mapping[str, Any] | None = None
) -> list[Axis]:
    """Return the axes that ``vary`` describes, checked against the parameters of a method.

    Parameters
    ----------
    vary : sequence of str
        One or two texts such as ``cooling=0.9:0.99:10``, ``start=log:0.1:10:5``,
        ``schedule=geometric,lewis``.
    method : str, Method or Contender
        The method that has the parameters; ``vary`` may use aliases of them, such as ``coolingRate``.
    settings : mapping, optional
        Other parameters to set, the same for every value.

    Raises
    ------
    ParameterError
        For an unknown parameter, and for a range that is empty, reversed or outside the allowed range.
    """
    if not 1 <= len(vary) <= 2:
        raise ParameterError(
            f"{len(vary)} parameters to vary", "give one `vary`, or two to vary both together"
        )
    parts = [_split(text) for text in vary]
    base = Contender.of(method)
    found: dict[int, Axis] = {}
    varied: set[str] = set()
    # Choices first: the chosen schedule determines which other parameters exist.
    for place in sorted(range(len(parts)), key=lambda k: not _is_choice(base.method, parts[k][0])):
        name, text = parts[place]
        owners = [base.method]
        if not _is_choice(base.method, name):
            owners = [
                Contender.of(base, {**(settings or {}), **chosen}).method
                for chosen in combinations(list(found.values()))
            ]
        with errors_that_name(base.name, base.method):
            full, known = _known(name, owners, aliases_of(base.name))
        if full in varied:
            raise ParameterError(f"{name!r} is varied twice", "name two different parameters")
        varied.add(full)
        found[place] = Axis(name, *values_of(name, text, known))
    return [found[place] for place in range(len(parts))]


def property_axes(vary: Sequence[str]) -> tuple[list[Axis], list[str]]:
    """Return the axes that are properties of the puzzles, and the remaining texts of ``vary``.

    Raises
    ------
    ParameterError
        If ``vary`` has more than two texts, a property twice, or invalid values.
    """
    if len(vary) > 2:
        raise ParameterError(
            f"{len(vary)} quantities to vary are too many", "give one `vary`, or two to vary both together"
        )
    named = [_split(text) for text in vary]
    if len({name for name, _ in named}) < len(named):
        raise ParameterError(f"{named[0][0]!r} is varied twice", "name two different quantities")
    axes = [Axis(n, *values_of(n, text, [PROPERTIES[n]])) for n, text in named if n in PROPERTIES]
    return axes, [text for text, (name, _) in zip(vary, named, strict=True) if name not in PROPERTIES]


def combinations(axes: Sequence[Axis]) -> list[dict[str, Value]]:
    """Return every combination of the axes' values; the last axis varies fastest."""
    return [
        dict(zip((a.name for a in axes), values, strict=True))
        for values in product(*(a.values for a in axes))
    ]


def _split(text: str) -> tuple[str, str]:
    name, equals, values = text.partition("=")
    if not equals or not name.strip() or not values.strip():
        raise ParameterError(
            f"`vary` {text!r} is not NAME=VALUES", "write `vary` cooling=0.98:0.999:20, for example"
        )
    return name.strip(), values.strip()


def _known(name: str, owners: Sequence[Method], aliases: Sequence[Alias]) -> tuple[str, list[Parameter]]:
    """Return the full name of a parameter, and the parameter as each method declares it."""
    alias = alias_called(name, aliases)
    known = []
    for owner in owners:
        full = resolve(owner, name if alias is None else alias.parameter)
        declared = next(p for p in flatten(owner) if p.name == full)
        known.append(declared if alias is None else alias.renamed(declared))
    return full, known


def _is_choice(method: Method, name: str) -> bool:
    return any(p.name == name and p.kind == "choice" for p in flatten(method))
