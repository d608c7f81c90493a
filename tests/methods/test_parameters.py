"""Parameters: ranges, and errors that help."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from ergodoku.base.errors import ParameterError
from ergodoku.methods.annealing import Annealing, Reheat
from ergodoku.methods.auto import Auto
from ergodoku.methods.focused import Focused
from ergodoku.methods.parameters import as_dict, configure, flatten, parameter
from ergodoku.methods.portfolio import Portfolio
from ergodoku.methods.probing import Probing
from ergodoku.methods.schedules import Constant, Geometric, Lewis, Schedule

OWNERS = [
    Annealing(),
    Annealing(Geometric(), Reheat()),
    Focused(),
    Probing(),
    Auto(),
    Reheat(),
    Geometric(),
]
NUMBERS = [
    (owner, parameter.name)
    for owner in OWNERS
    for parameter in flatten(owner)
    if parameter.kind in ("int", "float") and "." not in parameter.name
]


@pytest.mark.parametrize(("owner", "name"), NUMBERS, ids=str)
@pytest.mark.parametrize("bad", [-1, -1e300, math.nan, math.inf, 10**30, "many", True, [1], 1j])
def test_an_error_about_an_invalid_number_names_the_parameter(owner: object, name: str, bad: object) -> None:
    with pytest.raises(ParameterError) as error:
        configure(owner, {name: bad})
    assert name in error.value.what
    assert error.value.remedy.startswith("give a number")


@pytest.mark.parametrize(("owner", "name"), NUMBERS, ids=str)
def test_both_ends_of_a_range_are_allowed(owner: object, name: str) -> None:
    listed = next(p for p in flatten(owner) if p.name == name)
    for end in (listed.low, listed.high):
        if end is not None:
            assert getattr(configure(owner, {name: end}), name) == end


def test_a_count_must_be_a_whole_number() -> None:
    with pytest.raises(ParameterError, match=r"reheat after is 1\.5, not a whole number"):
        Reheat(after=1.5)  # type: ignore[arg-type]


def test_a_text_parameter_refuses_a_number() -> None:
    with pytest.raises(ParameterError, match="portfolio methods is 5; give text"):
        Portfolio(5)  # type: ignore[arg-type]


def test_numpy_numbers_are_accepted() -> None:
    assert Reheat(after=np.int64(5)) == Reheat(after=5)
    assert type(Reheat(after=np.int64(5)).after) is int
    assert type(Geometric(np.float32(0.5)).start) is float


def test_a_number_always_has_the_same_type_so_that_nothing_is_compiled_twice() -> None:
    method = Focused(temperature=1, high=1, low=1, sweep=10.0)  # type: ignore[arg-type]
    assert [type(v) for v in (method.temperature, method.high, method.low, method.sweep)] == [
        float,
        float,
        float,
        int,
    ]


def test_an_error_about_a_wrong_choice_lists_the_allowed_ones() -> None:
    with pytest.raises(ParameterError) as error:
        Reheat(how="divide")
    assert error.value.what == "reheat how is 'divide'"
    assert error.value.remedy == "choose multiply | add | restart"


@pytest.mark.parametrize(
    ("name", "nearest"),
    [
        ("colling", "cooling"),
        ("schedule.stat", "schedule.start"),
        ("iteration", "iterations"),
        ("logik", "logic"),
    ],
)
def test_an_error_about_an_unknown_parameter_suggests_the_nearest_and_lists_all(
    name: str, nearest: str
) -> None:
    method = Annealing(Geometric())
    with pytest.raises(ParameterError) as error:
        configure(method, {name: 1})
    assert error.value.what == f"annealing has no parameter {name!r}"
    assert f"did you mean '{nearest}'?" in error.value.remedy.replace("schedule.cooling", "cooling")
    assert all(parameter.name in error.value.remedy for parameter in flatten(method))


def test_a_misspelt_parameter_of_a_schedule_that_is_not_chosen_is_recognised() -> None:
    with pytest.raises(ParameterError, match="did you mean 'cooling'"):
        configure(Annealing(), {"coolng": 0.9})


def test_a_name_that_is_not_similar_to_any_parameter_gets_no_suggestion() -> None:
    with pytest.raises(ParameterError) as error:
        configure(Auto(), {"logic": "none"})
    assert error.value.remedy.startswith("choose one of choices")


@pytest.mark.parametrize(
    ("name", "choice"),
    [
        ("cooling", "schedule=geometric or lewis"),
        ("schedule.cooling", "schedule=geometric or lewis"),
        ("after", "reheat=reheat"),
    ],
)
def test_an_error_about_a_parameter_that_needs_a_choice_names_that_choice(name: str, choice: str) -> None:
    with pytest.raises(ParameterError) as error:
        configure(Annealing(), {name: 1})
    assert error.value.remedy.startswith(f"set {choice} as well, or choose one of schedule, ")


def test_an_error_about_a_very_different_name_only_lists_all_parameters() -> None:
    with pytest.raises(ParameterError) as error:
        configure(Probing(), {"xyzzy": 1})
    assert error.value.remedy == "choose one of logic"


@pytest.mark.parametrize(
    ("settings", "expected"),
    [
        ({"iterations": "5000"}, Annealing(iterations=5000)),
        ({"iterations": "5e6"}, Annealing(iterations=5_000_000)),
        ({"iterations": "5_000"}, Annealing(iterations=5000)),
        ({"iterations": "none"}, Annealing()),
        ({"end": " 0.5 "}, Annealing(end=0.5)),
        ({"restarts": "true"}, Annealing(restarts=True)),
        ({"restarts": "on"}, Annealing(restarts=True)),
        ({"restarts": "0"}, Annealing(restarts=False)),
        ({"logic": "none"}, Annealing(logic="none")),
        ({"schedule": "geometric"}, Annealing(Geometric())),
        ({"schedule": "Geometric"}, Annealing(Geometric())),
        ({"start": "2", "schedule": "geometric"}, Annealing(Geometric(2.0))),
        ({"schedule.cooling": "0.9", "schedule": "geometric"}, Annealing(Geometric(cooling=0.9))),
        ({"reheat": "reheat", "after": "77"}, Annealing(reheat=Reheat(77))),
        ({"reheat": "none"}, Annealing()),
        ({"schedule": {"name": "constant", "start": 0.2}}, Annealing(Constant(0.2))),
        ({"schedule": "lewis", "epoch": "none", "samples": "50"}, Annealing(Lewis(samples=50))),
    ],
    ids=str,
)
def test_parameters_are_set_from_text(settings: dict[str, object], expected: Annealing) -> None:
    assert configure(Annealing(), settings) == expected


@pytest.mark.parametrize(
    ("settings", "what"),
    [
        ({"iterations": "many"}, "iterations cannot be 'many'"),
        ({"iterations": "inf"}, "annealing iterations is inf, out of range"),
        ({"iterations": "nan"}, "annealing iterations is nan, not a number"),
        ({"iterations": ""}, None),
        ({"end": ""}, "end cannot be ''"),
        ({"restarts": "maybe"}, "annealing restarts is 'maybe'"),
        ({"logic": "magic"}, "annealing logic is 'magic'"),
        ({"schedule": "geometrical"}, "schedule cannot be 'geometrical'"),
        ({"iterations": "9" * 5000}, "iterations cannot be"),
    ],
    ids=lambda item: str(item)[:30],
)
def test_text_that_is_not_a_valid_value_is_refused(settings: dict[str, object], what: str | None) -> None:
    if what is None:
        assert configure(Annealing(), settings) == Annealing()
        return
    with pytest.raises(ParameterError) as error:
        configure(Annealing(), settings)
    assert error.value.what.startswith(what)
    assert error.value.remedy


def test_a_bool_parameter_accepts_only_true_or_false() -> None:
    with pytest.raises(ParameterError) as error:
        configure(Annealing(), {"restarts": "maybe"})
    assert error.value.remedy == "give true or false"


@given(st.floats(1e-9, 1e9), st.floats(0, 1), st.integers(1, 10**12), st.booleans())
def test_configure_reads_the_output_of_as_dict(
    start: float, cooling: float, after: int, refill: bool
) -> None:
    method = Annealing(Geometric(start, cooling), Reheat(after, refill=refill), end=start)
    assert configure(Annealing(), as_dict(method)) == method


class Sawtooth(Schedule):
    """A schedule without parameters."""

    def temperatures(self, epochs):
        return 0.6 - 0.4 * (epochs % 100) / 100


@dataclass(frozen=True)
class Steps(Schedule):
    """A schedule with a parameter."""

    height: float = parameter(0.1, "Height of a step")

    def temperatures(self, epochs):
        return 1.0 - self.height * (epochs % 10)


@pytest.mark.parametrize("schedule", [Sawtooth(), Steps(0.05)])
def test_configure_accepts_your_own_schedule_if_the_method_already_has_it(schedule: Schedule) -> None:
    preset = Annealing(schedule)
    told = as_dict(preset)
    assert told["schedule"]["name"] == type(schedule).__name__.lower()
    assert "0x" not in str(told)
    assert configure(preset, told) == preset
    assert flatten(preset)[0].choices[-1] == told["schedule"]["name"]
    assert configure(preset, {"schedule": "constant"}) == Annealing(Constant())
    with pytest.raises(ParameterError, match="schedule cannot be"):
        configure(Annealing(), told)


def test_a_parameter_of_your_own_schedule_is_set_by_name() -> None:
    assert configure(Annealing(Steps()), {"height": "0.07"}) == Annealing(Steps(0.07))
    assert configure(Annealing(Steps()), {"schedule": "steps", "height": 0.07}) == Annealing(Steps(0.07))


def test_ranges_are_shown_as_text() -> None:
    shown = {parameter.name: parameter.range for parameter in flatten(Annealing(Geometric(), Reheat()))}
    assert shown["schedule.cooling"] == "from 0 to 1"
    assert shown["reheat.how"] == "multiply | add | restart"
    assert shown["restarts"] == "true | false"
    assert shown["iterations"] == "from 0"
