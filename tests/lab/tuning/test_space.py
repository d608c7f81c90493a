"""The search space of a tuning: each declared range is a dimension, and choices add parameters."""

from __future__ import annotations

from typing import Any

import pytest

from ergodoku.lab.tuning import changes
from ergodoku.lab.tuning.dimension import Dimension, default_dimension
from ergodoku.lab.tuning.space import Space
from ergodoku.methods.parameters import Parameter, flatten
from ergodoku.methods.registry import aliases_of, method_of


class Fixed:
    """A trial that suggests the given values, or else the middle of a range or the first choice."""

    def __init__(self, **given: Any) -> None:
        self.given = given
        self.asked: dict[str, tuple[Any, ...]] = {}

    def suggest_float(self, name: str, low: float, high: float, *, log: bool = False) -> float:
        self.asked[name] = low, high, log
        return float(self.given.get(name, (low * high) ** 0.5 if log else (low + high) / 2))

    def suggest_int(self, name: str, low: int, high: int, *, log: bool = False) -> int:
        return round(self.suggest_float(name, low, high, log=log))

    def suggest_categorical(self, name: str, choices: Any) -> Any:
        self.asked[name] = tuple(choices)
        return self.given.get(name, choices[0])


def space(method: str, *only: str, **ranges: str) -> Space:
    found = Space(method_of(method), only, ranges, aliases_of(method))
    found.check()
    return found


def parameter(value: Any, kind: str, low: float | None, high: float | None) -> Parameter:
    return Parameter("name", value, kind, "", low, high, ())


@pytest.mark.parametrize(
    ("declared", "expected"),
    [
        (parameter(1.08, "float", 0.1, 5.0), Dimension("name", low=0.1, high=5.0)),
        (parameter(1.0, "float", 1e-9, 1e9), Dimension("name", low=0.01, high=100.0, log=True)),
        (parameter(50, "int", 1, None), Dimension("name", True, 1, 5000, log=True)),
        (parameter(8, "int", 0, 40), Dimension("name", True, 0, 40)),
        (parameter(0.99, "float", 0.0, 1.0), Dimension("name", low=0.0001, high=1.0, from_one=True)),
        (parameter(0.01, "float", 0.0, 1.0), Dimension("name", low=0.0001, high=1.0, log=True)),
        (parameter(-5.0, "float", -10.0, -5.0), Dimension("name", low=-10.0, high=-5.0)),
        (parameter(None, "float", 1e-6, 1e3), None),
        (parameter(0, "int", 0, None), None),
        (parameter("a,b", "str", None, None), None),
    ],
)
def test_a_declared_range_becomes_a_dimension(declared: Parameter, expected: Dimension | None) -> None:
    found = default_dimension(declared)
    if expected is None or found is None:
        assert found == expected
    else:
        assert (found.low, found.high) == pytest.approx((expected.low, expected.high))
        assert (found.whole, found.log, found.from_one) == (expected.whole, expected.log, expected.from_one)


def test_every_suggestion_for_every_method_is_valid() -> None:
    for name in ("annealing", "lewis", "focused", "tempering", "ants", "tabu", "genetic", "evolution"):
        trial = Fixed()
        made = space(name).suggest(trial)
        assert made.name == method_of(name).name
        assert trial.asked
        assert not {"logic", "threads"} & trial.asked.keys()


def test_a_choice_adds_its_parameters() -> None:
    searched = space("annealing")
    for schedule, own in (("geometric", "cooling"), ("hyperbolic", "rate"), ("freezing", "scale")):
        trial = Fixed(schedule=schedule)
        made = searched.suggest(trial)
        names = {p.name for p in flatten(made)}
        assert f"schedule.{own}" in names
        assert any(own in name and schedule in name for name in trial.asked)


def test_the_first_trial_has_the_parameters_of_the_given_method() -> None:
    for name in ("lewis", "focused", "reheat"):
        searched = space(name)
        known = searched.default_values()
        made = searched.suggest(Fixed(**known))
        differ = [(a, b) for _, a, b in changes(searched.base, made)]
        assert differ == [], name


def test_only_named_parameters_change() -> None:
    trial = Fixed()
    space("lewis", "cooling", "reheat.after").suggest(trial)
    assert set(trial.asked) == {"1-schedule.lewis.cooling", "reheat.reheat.after"}
    assert space("focused", "temperature").suggest(Fixed()) != method_of("focused")


def test_suggestions_stay_within_a_range_from_the_user() -> None:
    trial = Fixed()
    space("lewis", "cooling", cooling="0.98:0.999", schedule="lewis,geometric").suggest(trial)
    assert trial.asked["schedule.lewis.cooling"] == (0.98, 0.999, False)
    assert trial.asked["schedule"] == ("lewis", "geometric")


def test_a_range_can_use_an_alias_of_a_parameter() -> None:
    trial = Fixed()
    found = space("cool", "T", coolingRate="0.01:0.03").suggest(trial)
    assert set(trial.asked) == {"schedule.geometric.start", "schedule.geometric.cooling"}
    assert trial.asked["schedule.geometric.cooling"] == (0.97, 0.99, False)
    assert found.schedule.cooling == pytest.approx(0.98)  # type: ignore[attr-defined]
    trial = Fixed()
    found = space("cool", "T", cooling_rate="log:0.0001:0.01").suggest(trial)
    assert trial.asked["1-schedule.geometric.cooling"] == (0.0001, 0.01, True)
    assert found.schedule.cooling == pytest.approx(0.999)  # type: ignore[attr-defined]
