"""The values that ``--vary`` accepts, and those it refuses."""

from __future__ import annotations

import pytest

from ergodoku.base.errors import ParameterError
from ergodoku.lab.study import Axis, axes_of, combinations
from ergodoku.methods.registry import method_of


def axis(text: str, method: str = "lewis") -> Axis:
    return axes_of([text], method_of(method))[0]


def test_a_linear_range_includes_both_ends() -> None:
    found = axis("cooling=0.98:0.999:20")
    assert found.values == tuple(round(0.98 + 0.001 * k, 12) for k in range(20))
    assert found.scale == "linear"


def test_the_values_of_a_logarithmic_range_differ_by_equal_factors() -> None:
    found = axis("cooling=log:0.001:1:4")
    assert found.values == pytest.approx((0.001, 0.01, 0.1, 1.0))
    assert found.scale == "log"


def test_a_list_of_values_is_sorted_and_its_axis_is_logarithmic_if_it_spans_decades() -> None:
    assert axis("cooling=0.999,0.9,0.99") == Axis("cooling", (0.9, 0.99, 0.999), "linear")
    assert axis("schedule.samples=1000,10") == Axis("schedule.samples", (10, 1000), "log")


def test_words_keep_their_order() -> None:
    assert axis("schedule=lewis,Geometric") == Axis("schedule", ("lewis", "geometric"), "words")
    assert axis("restarts=true,false").values == ("true", "false")
    assert axis("temperature=none,0.3", "focused").values == ("none", 0.3)


def test_whole_numbers_stay_whole() -> None:
    assert axis("sweep=1:10:4", "focused").values == (1, 4, 7, 10)
    assert all(isinstance(value, int) for value in axis("sweep=log:1:64:7", "focused").values)


def test_two_parameters_make_a_grid_and_the_last_varies_fastest() -> None:
    axes = axes_of(["start=1,2", "cooling=0.9,0.99"], method_of("cool"))
    assert [tuple(c.values()) for c in combinations(axes)] == [(1, 0.9), (1, 0.99), (2, 0.9), (2, 0.99)]


def test_a_choice_decides_which_other_parameters_exist_wherever_it_is_listed() -> None:
    axes = axes_of(["cooling=0.9,0.99", "schedule=geometric,lewis"], method_of("annealing"))
    assert [a.name for a in axes] == ["cooling", "schedule"]
    with pytest.raises(ParameterError, match="no parameter 'cooling'"):
        axes_of(["cooling=0.9,0.99", "schedule=geometric,constant"], method_of("annealing"))


def test_settings_also_decide_which_other_parameters_exist() -> None:
    assert axes_of(["cooling=0.9,0.99"], method_of("annealing"), {"schedule": "geometric"})


@pytest.mark.parametrize(
    ("text", "labels"),
    [
        ("cooling=0.9,0.99", ("0.9", "0.99")),
        ("cooling=0.98855,0.98969", ("0.98855", "0.98969")),
        ("cooling=0.99999,0.999999", ("0.99999", "0.999999")),
        ("samples=10,1000", ("10", "1000")),
    ],
)
def test_labels_are_short_and_different(text: str, labels: tuple[str, ...]) -> None:
    assert axis(text).labels == labels


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("cooling", "is not NAME=VALUES"),
        ("cooling=", "is not NAME=VALUES"),
        ("=1:2:3", "is not NAME=VALUES"),
        ("nonsense=1,2", "no parameter 'nonsense'"),
        ("coolin=0.9,0.99", "did you mean 'cooling'"),
        ("cooling=0.99:0.9:5", "reversed; write the lower end first: 0.9:0.99"),
        ("cooling=0.9:0.9:5", "is empty"),
        ("cooling=0.9:1.5:5", "cannot be 1.5: it is out of range; give numbers from 0 to 1"),
        ("cooling=0.9,-1", "cannot be -1: it is out of range; give numbers from 0 to 1"),
        ("samples=1:10:3", "cannot be 1: it is out of range; give numbers from 2 to 100000"),
        ("cooling=log:0:0.9:5", "cannot be logarithmic"),
        ("cooling=0.9:0.99", "is not a range"),
        ("cooling=0.9:0.95:0.99:3", "is not a range"),
        ("cooling=0.9:0.99:0", "asks for '0' values"),
        ("cooling=0.9:0.99:x", "asks for 'x' values"),
        ("cooling=0.9:0.99:100000", "from 2 to 1000"),
        ("cooling=0.9:0.99:1", "has 1 value"),
        ("cooling=,", "has 0 values"),
        ("cooling=0.9,0.90", "a value twice"),
        ("cooling=0.9,nan", "cannot be 'nan'"),
        ("cooling=a:b:3", "cannot be 'a'"),
        ("samples=2:4:5", "holds only 3 whole numbers"),
        ("samples=2.5,4", "not a whole number"),
        ("schedule=geometric,nonsense", "schedule cannot be 'nonsense'; choose constant"),
        ("schedule=1:2:3", "give a list: schedule=constant,geometric"),
    ],
)
def test_invalid_values_are_refused(text: str, message: str) -> None:
    with pytest.raises(ParameterError, match=message):
        axis(text)


@pytest.mark.parametrize(
    ("vary", "message"),
    [
        ([], "0 parameters"),
        (["start=1,2", "end=1,2", "cooling=0.9,0.99"], "3 parameters"),
        (["cooling=0.9,0.99", "cooling=0.8,0.9"], "varied twice"),
    ],
)
def test_only_one_or_two_different_parameters_can_vary(vary: list[str], message: str) -> None:
    with pytest.raises(ParameterError, match=message):
        axes_of(vary, method_of("cool"))


def test_a_parameter_to_vary_can_be_named_by_an_alias() -> None:
    (named,) = axes_of(["decreasing_factor=0.98:0.99:2"], "lewis")
    assert named.values == (0.98, 0.99)
    rate, start = axes_of(["cooling_rate=log:0.0001:0.01:3", "T=0.5,1"], "cool")
    assert (rate.name, rate.values, rate.scale) == ("cooling_rate", (0.0001, 0.001, 0.01), "log")
    assert start.values == (0.5, 1.0)
    with pytest.raises(ParameterError, match=r"coolingRate cannot be 1\.5: it is out of range"):
        axes_of(["coolingRate=0.1,1.5"], "cool")
    with pytest.raises(ParameterError, match="'coolingRate' is varied twice"):
        axes_of(["cooling=0.9,0.99", "coolingRate=0.1,0.2"], "cool")


def test_a_text_parameter_cannot_be_varied() -> None:
    with pytest.raises(ParameterError, match="is a text"):
        axis("methods=a,b", "portfolio")
