"""The search space of a tuning, made from the ranges that the parameters of a method declare."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from ergodoku.base.errors import ParameterError
from ergodoku.lab.tuning.dimension import Dimension, Trial, default_dimension, given_dimension
from ergodoku.methods.aliases import Alias, alias_called
from ergodoku.methods.method import Method
from ergodoku.methods.parameters import Parameter, configure, flatten, resolve


@dataclass(frozen=True)
class Space:
    """The parameters of a method to tune.

    Parameters
    ----------
    base : Method
        The method; parameters that are not tuned keep their values.
    only : sequence of str
        Parameters to tune; if empty, those that `default_dimension` selects.
    ranges : mapping
        Ranges given by the user, by name: ``0.9:0.99``, ``log:0.01:10``, or a list of words.
    aliases : sequence of Alias
        Other names for parameters, which ``only`` and ``ranges`` may use.
    """

    base: Method
    only: tuple[str, ...]
    ranges: Mapping[str, str]
    aliases: tuple[Alias, ...] = ()

    def suggest(self, trial: Trial) -> Method:
        """Return a method that a trial suggests; choices first, because other parameters depend on them."""
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

    def default_values(self) -> dict[str, Any]:
        """Return the values of the base, moved into the tuned ranges; the first trial uses them."""
        found: dict[str, Any] = {}
        for parameter in flatten(self.base):
            if (dimension := self._dimension(self.base, parameter)) is not None:
                found |= dimension.suggested(parameter.value)
        return found

    def check(self) -> None:
        """Raise an error for unknown names, invalid ranges, and an empty space."""
        for name in self.only:
            self.full_name(name)
        for name, text in self.ranges.items():
            full = self.full_name(name)
            for owner in self._variants():
                for parameter in flatten(owner):
                    if parameter.name == full:
                        given_dimension(parameter, text, alias_called(name, self.aliases))
        if not any(self._dimension(self.base, parameter) for parameter in flatten(self.base)):
            names = ", ".join(p.name for p in flatten(self.base)) or "none"
            raise ParameterError(
                f"{self.base.name} has nothing to tune", f"name parameters in `only`: {names}"
            )

    def full_name(self, name: str) -> str:
        """Return the full name of a parameter, even if the method has it only with another choice."""
        name = self._known_as(name)
        for owner in self._variants():
            try:
                return resolve(owner, name)
            except ParameterError:
                continue
        return resolve(self.base, name)

    def _dimension(self, owner: Any, parameter: Parameter) -> Dimension | None:
        named = any(self._means(owner, name, parameter.name) for name in self.only)
        own = next((name for name in self.ranges if self._means(owner, name, parameter.name)), None)
        if self.only and not named and own is None:
            return None
        if own is None:
            found = default_dimension(parameter, named=named)
        else:
            found = given_dimension(parameter, self.ranges[own], alias_called(own, self.aliases))
        return None if found is None else replace(found, name=_qualified(owner, parameter.name))

    def _variants(self) -> list[Any]:
        """Return the method, and copies of it with one choice changed in each."""
        found = [self.base]
        for parameter in flatten(self.base):
            others = (choice for choice in parameter.choices if choice != parameter.value)
            found += [configure(self.base, {parameter.name: choice}) for choice in others]
        return found

    def _means(self, owner: Any, name: str, full: str) -> bool:
        """Return whether a name from the user means this parameter."""
        name = self._known_as(name)
        if name == full:
            return True
        try:
            return resolve(owner, name) == full
        except ParameterError:
            return False

    def _known_as(self, name: str) -> str:
        alias = alias_called(name, self.aliases)
        return name if alias is None else alias.parameter


def _qualified(owner: Any, full: str) -> str:
    """Return a name with its schedule, ``schedule.geometric.start``: each schedule has its own ``start``."""
    parent, dot, name = full.rpartition(".")
    kind = next((p.value for p in flatten(owner) if p.name == parent), "")
    return f"{parent}.{kind}.{name}" if dot else full


def _with(owner: Any, values: Mapping[str, Any]) -> Any:
    """Return a copy with all values set at once: some are only valid together, such as `low` and `high`."""
    changed = {name: value for name, value in values.items() if "." not in name}
    for parent in {name.partition(".")[0] for name in values if "." in name}:
        inner = {n.partition(".")[2]: v for n, v in values.items() if n.startswith(f"{parent}.")}
        changed[parent] = _with(getattr(owner, parent), inner)
    return replace(owner, **changed)
