"""What to tune: a search space from the ranges that the parameters of a method declare.

A declared range is what a parameter may be, which is often far more than what makes sense. Where it spans
decades, or has no end, the search keeps within a factor of a hundred around the value that is there.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Protocol

from ergodoku.base.errors import ParameterError
from ergodoku.lab.study import range_of
from ergodoku.methods.parameters import MOST, Parameter, configure, flatten, resolve
from ergodoku.methods.registry import Method

AROUND = 100.0  # how far from the value that is there, as a factor
WIDE = 100.0  # from this ratio of its ends on a range spans decades
NEAR_ONE = 0.9  # from here on, what counts is how much is missing to one
LEFT = ("threads", "logic")  # how the work is done, and what is done before the search


class Trial(Protocol):
    """What suggests values: a trial of Optuna, or one that repeats what was found before."""

    def suggest_float(self, name: str, low: float, high: float, *, log: bool = False) -> float:
        """Return a number."""

    def suggest_int(self, name: str, low: int, high: int, *, log: bool = False) -> int:
        """Return a whole number."""

    def suggest_categorical(self, name: str, choices: Sequence[Any]) -> Any:
        """Return one of the choices."""


@dataclass(frozen=True)
class Dimension:
    """One parameter to tune: between two ends, evenly or in logarithms, or one of some words.

    ``from_one`` says that the distance to one is searched for, in logarithms: 0.9, 0.99, 0.999.
    """

    name: str
    whole: bool = False
    low: float = 0.0
    high: float = 1.0
    log: bool = False
    from_one: bool = False
    choices: tuple[Any, ...] = ()

    def suggest(self, trial: Trial) -> Any:
        """Return a value that a trial suggests."""
        if self.choices:
            return trial.suggest_categorical(self.name, list(self.choices))
        if self.whole:
            return trial.suggest_int(self.name, int(self.low), int(self.high), log=self.log)
        if self.from_one:
            return 1.0 - trial.suggest_float(f"1-{self.name}", self.low, self.high, log=True)
        return trial.suggest_float(self.name, self.low, self.high, log=self.log)

    def known(self, value: Any) -> dict[str, Any]:
        """Return a value as a trial would have suggested it; nothing where it cannot have."""
        if self.choices:
            return {self.name: value} if value in self.choices else {}
        if value is None:
            return {}
        number = 1.0 - value if self.from_one else value
        return {f"1-{self.name}" if self.from_one else self.name: min(max(number, self.low), self.high)}


@dataclass(frozen=True)
class Space:
    """The parameters of a method that are to be tuned.

    Parameters
    ----------
    base : Method
        The method; what is not tuned stays as it is there.
    only : sequence of str
        Parameters to tune; without any it is all that have a range and a value.
    ranges : mapping
        Ranges of one's own by name: ``0.9:0.99``, ``log:0.01:10``, or a list of words.
    """

    base: Method
    only: tuple[str, ...]
    ranges: Mapping[str, str]

    def suggest(self, trial: Trial) -> Method:
        """Return a method that a trial suggests: choices first, since they decide what else there is."""
        owner: Any = self.base
        found: dict[str, Any] = {}
        seen: set[str] = set()
        while left := [p for p in flatten(owner) if p.name not in seen]:
            parameter = next((p for p in left if p.kind == "choice"), left[0])
            seen.add(parameter.name)
            if (dimension := self._dimension(owner, parameter)) is not None:
                value = dimension.suggest(trial)
                if parameter.kind != "choice":
                    found[parameter.name] = value
                elif value != parameter.value:
                    owner = configure(owner, {parameter.name: value})
        made: Method = _with(owner, found)
        return made

    def known(self) -> dict[str, Any]:
        """Return what suggests the base itself: the first trial, so that nothing worse is ever returned."""
        found: dict[str, Any] = {}
        for parameter in flatten(self.base):
            if (dimension := self._dimension(self.base, parameter)) is not None:
                found |= dimension.known(parameter.value)
        return found

    def check(self) -> None:
        """Refuse names that are unknown, ranges that make no sense, and a space with nothing in it."""
        for name in self.only:
            self._full(name)
        for name, text in self.ranges.items():
            full = self._full(name)
            for owner in self._variants():
                for parameter in flatten(owner):
                    if parameter.name == full:
                        _own_range(parameter, text)
        if not any(self._dimension(self.base, parameter) for parameter in flatten(self.base)):
            names = ", ".join(p.name for p in flatten(self.base)) or "none"
            raise ParameterError(
                f"{self.base.name} has nothing to tune", f"name some in `only`; there are: {names}"
            )

    def _dimension(self, owner: Any, parameter: Parameter) -> Dimension | None:
        named = any(_same(owner, name, parameter.name) for name in self.only)
        own = next((text for name, text in self.ranges.items() if _same(owner, name, parameter.name)), None)
        if self.only and not named and own is None:
            return None
        found = _own_range(parameter, own) if own is not None else usual_dimension(parameter, named=named)
        return None if found is None else replace(found, name=_qualified(owner, parameter.name))

    def _variants(self) -> list[Any]:
        """Return the method with every choice that has parameters of its own, one at a time."""
        found = [self.base]
        for parameter in flatten(self.base):
            others = (choice for choice in parameter.choices if choice != parameter.value)
            found += [configure(self.base, {parameter.name: choice}) for choice in others]
        return found

    def _full(self, name: str) -> str:
        """Return the full name of a parameter, of the method as it is or with another choice."""
        for owner in self._variants():
            try:
                return resolve(owner, name)
            except ParameterError:
                continue
        return resolve(self.base, name)


def usual_dimension(parameter: Parameter, *, named: bool = False) -> Dimension | None:
    """Return how a parameter is tuned by its declared range; None where it is better left alone.

    What has no value, or is switched off by 0 in a range that spans decades, is tuned only if it is named;
    so is the logic before the search, which would often leave nothing to search for.
    """
    name, value, low, high = parameter.name, parameter.value, parameter.low, parameter.high
    if name.rsplit(".", 1)[-1] in LEFT and not named:
        return None
    if parameter.kind == "choice":
        return Dimension(name, choices=parameter.choices)
    if parameter.kind == "bool":
        return Dimension(name, choices=(False, True))
    if parameter.kind not in ("int", "float") or low is None:
        return None
    whole = parameter.kind == "int"
    if not whole and high == 1 and value is not None and NEAR_ONE <= value < 1 and low <= 0.5:
        return Dimension(
            name, low=(1 - value) / AROUND, high=min(1 - low, (1 - value) * AROUND), from_one=True
        )
    top = MOST if high is None else high
    spans = top >= WIDE * (low if low > 0 else 1.0)
    small = low == 0 and value is not None and 0 < value < 0.1 * top  # a share such as 0.005
    if low < 0 or not (spans or small):
        return Dimension(name, whole, low, top)
    if value is None or value == 0:
        if not named:
            return None
        value = 100.0 if whole else 1.0
    first = max(low, value / AROUND, 1.0 if whole else 0.0)
    return Dimension(name, whole, first, min(top, max(value, first) * AROUND), log=True)


def _own_range(parameter: Parameter, text: str) -> Dimension:
    if parameter.kind not in ("int", "float"):
        words = tuple(word.strip().lower() for word in text.split(",") if word.strip())
        allowed = parameter.choices or ("true", "false")
        if not words or any(word not in allowed for word in words):
            raise ParameterError(f"{parameter.name} cannot be {text!r}", f"choose {parameter.range}")
        if parameter.kind == "bool":
            return Dimension(parameter.name, choices=tuple(word == "true" for word in words))
        return Dimension(parameter.name, choices=words)
    low, high, log = range_of(parameter.name, text, parameter)
    whole = parameter.kind == "int"
    if whole and (low % 1 or high % 1):
        raise ParameterError(f"{parameter.name} takes whole numbers, not {text}", "give whole ends")
    return Dimension(parameter.name, whole, low, high, log)


def _same(owner: Any, name: str, full: str) -> bool:
    if name == full:
        return True
    try:
        return resolve(owner, name) == full
    except ParameterError:
        return False


def _qualified(owner: Any, full: str) -> str:
    """Return a name that says whose parameter it is: ``schedule.geometric.start`` is not that of another."""
    parent, dot, name = full.rpartition(".")
    kind = next((p.value for p in flatten(owner) if p.name == parent), "")
    return f"{parent}.{kind}.{name}" if dot else full


def _with(owner: Any, values: Mapping[str, Any]) -> Any:
    """Return a copy with all values set at once: some are only right together, such as two ends."""
    changed = {name: value for name, value in values.items() if "." not in name}
    for parent in {name.partition(".")[0] for name in values if "." in name}:
        inner = {n.partition(".")[2]: v for n, v in values.items() if n.startswith(f"{parent}.")}
        changed[parent] = _with(getattr(owner, parent), inner)
    return replace(owner, **changed)
