"""One parameter to tune: the values that a trial may suggest for it.

The declared range of a parameter is often much wider than the range of useful values. If the declared range
spans decades or has no upper end, tuning stays within a factor of a hundred of the current value.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from ergodoku.base.errors import ParameterError
from ergodoku.lab.study import range_of
from ergodoku.methods.aliases import Alias
from ergodoku.methods.parameters import MOST, Parameter

AROUND = 100.0  # largest factor between a suggested and the current value
WIDE = 100.0  # a range spans decades if the ratio of its ends is at least this
NEAR_ONE = 0.9  # from this value on, tune the distance to one
FROM_ONE = "1-"  # prefix for the name of a parameter whose distance to one is tuned
LEFT = ("threads", "logic")  # not tuned by default: they are not parameters of the search itself


class Trial(Protocol):
    """The part of an Optuna trial that suggests values."""

    def suggest_float(self, name: str, low: float, high: float, *, log: bool = False) -> float:
        """Return a number."""

    def suggest_int(self, name: str, low: int, high: int, *, log: bool = False) -> int:
        """Return a whole number."""

    def suggest_categorical(self, name: str, choices: Sequence[Any]) -> Any:
        """Return one of the choices."""


@dataclass(frozen=True)
class Dimension:
    """One parameter to tune: a linear or logarithmic range, or a list of choices.

    With ``from_one``, the distance to one is tuned on a logarithmic scale: 0.9, 0.99, 0.999.
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
            return 1.0 - trial.suggest_float(FROM_ONE + self.name, self.low, self.high, log=True)
        return trial.suggest_float(self.name, self.low, self.high, log=self.log)

    def suggested(self, value: Any) -> dict[str, Any]:
        """Return the value under the name that trials use, moved into the range.

        Empty if trials cannot use the value.
        """
        if self.choices:
            return {self.name: value} if value in self.choices else {}
        if value is None:
            return {}
        number = 1.0 - value if self.from_one else value
        return {FROM_ONE + self.name if self.from_one else self.name: min(max(number, self.low), self.high)}


def default_dimension(parameter: Parameter, *, named: bool = False) -> Dimension | None:
    """Return the dimension of a parameter from its declared range; None if it should not be tuned.

    Some parameters are tuned only if the user names them: threads; the logic before the search, which could
    leave nothing to search; and parameters without a value, or with the value 0, if their range spans
    decades.
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


def given_dimension(parameter: Parameter, text: str, alias: Alias | None = None) -> Dimension:
    """Return the dimension of a parameter with a range from the user, who may have used an alias."""
    if parameter.kind not in ("int", "float"):
        words = tuple(word.strip().lower() for word in text.split(",") if word.strip())
        allowed = parameter.choices or ("true", "false")
        if not words or any(word not in allowed for word in words):
            raise ParameterError(f"{parameter.name} cannot be {text!r}", f"choose {parameter.range}")
        if parameter.kind == "bool":
            return Dimension(parameter.name, choices=tuple(word == "true" for word in words))
        return Dimension(parameter.name, choices=words)
    seen = parameter if alias is None else alias.renamed(parameter)
    low, high, log = range_of(seen.name, text, seen)
    if alias is not None and alias.rate:
        if log:
            return Dimension(parameter.name, low=low, high=high, from_one=True)
        low, high = 1.0 - high, 1.0 - low
    whole = parameter.kind == "int"
    if whole and (low % 1 or high % 1):
        raise ParameterError(f"{parameter.name} takes whole numbers, not {text}", "give whole numbers")
    return Dimension(parameter.name, whole, low, high, log)
