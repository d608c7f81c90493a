"""Other names for the parameters of a method, taken from published descriptions of it.

``--method cool --set coolingRate=0.0001`` means ``--set schedule.cooling=0.9999``. Capitals and underscores
do not matter: ``cooling_rate`` and ``coolingRate`` are the same name.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from ergodoku.base.errors import ParameterError
from ergodoku.methods.parameters import Parameter


@dataclass(frozen=True)
class Alias:
    """Another name for a parameter.

    Attributes
    ----------
    name : str
        The other name.
    parameter : str
        The full name of the parameter.
    rate : bool
        Whether the value is a rate, while the parameter is a factor: rate = 1 - factor.
    """

    name: str
    parameter: str
    rate: bool = False

    @property
    def meaning(self) -> str:
        """What the alias means, in terms of the parameter."""
        return f"1 - {self.parameter}" if self.rate else self.parameter

    def renamed(self, parameter: Parameter) -> Parameter:
        """Return the parameter with the name of the alias; for a rate, also with the range of the rate."""
        if not self.rate:
            return replace(parameter, name=self.name)
        low, high = (None if end is None else 1.0 - end for end in (parameter.high, parameter.low))
        return replace(parameter, name=self.name, low=low, high=high)


def alias_called(name: str, aliases: Sequence[Alias]) -> Alias | None:
    """Return the alias with this name, ignoring capitals and underscores; None if there is none."""
    return next((alias for alias in aliases if _plain(alias.name) == _plain(name)), None)


def without_aliases(called: str, settings: Mapping[str, Any], aliases: Sequence[Alias]) -> dict[str, Any]:
    """Return settings with every alias replaced by its parameter.

    Parameters
    ----------
    called : str
        The name of the method, for messages.
    settings : mapping
        Values by name.
    aliases : sequence of Alias
        The aliases of the method.

    Examples
    --------
    >>> rate = Alias("coolingRate", "schedule.cooling", rate=True)
    >>> without_aliases("cool", {"cooling_rate": "0.25"}, [rate])
    {'schedule.cooling': 0.75}
    """
    found: dict[str, Any] = {}
    for name, value in settings.items():
        alias = alias_called(name, aliases)
        full = name if alias is None else alias.parameter
        if full in found or (alias is not None and full in settings):
            raise ParameterError(
                f"{called} {full} is set twice, under two names", "use one of them: " + _names(full, aliases)
            )
        found[full] = _factor(called, name, value) if alias is not None and alias.rate else value
    return found


def _plain(name: str) -> str:
    return name.replace("_", "").lower()


def _names(full: str, aliases: Sequence[Alias]) -> str:
    return ", ".join([full, *(alias.name for alias in aliases if alias.parameter == full)])


def _factor(called: str, name: str, value: Any) -> float:
    try:
        rate = float(value)
    except (TypeError, ValueError):
        rate = -1.0
    if not 0 <= rate <= 1:
        raise ParameterError(f"{called} {name} is {value!r}", "give a rate from 0 to 1")
    return 1.0 - rate
