"""Errors say what is wrong, where, and what to do, and each interface names parameters in its own way."""

import pickle

import pytest

import ergodoku
from ergodoku.base.errors import (
    ErgodokuError,
    ParameterError,
    PuzzleError,
    ServerError,
    StudyError,
    with_parameters,
)

FAMILY = (PuzzleError, ParameterError, StudyError, ServerError)


def test_a_message_names_the_place_the_problem_and_the_remedy() -> None:
    error = PuzzleError("bad digit", "use 1 to 9", source="a.sdm", line=3, column=5)
    assert str(error) == "a.sdm, line 3, column 5: bad digit; use 1 to 9"
    assert str(PuzzleError("bad digit")) == "bad digit"


def test_the_method_at_fills_in_only_the_unknown_parts_of_the_place() -> None:
    error = PuzzleError("bad digit", line=3)
    assert error.at(source="a.sdm", line=7, column=5) is error
    assert error.place == "a.sdm, line 3, column 5"


@pytest.mark.parametrize("kind", FAMILY)
def test_each_kind_of_error_is_an_ergodoku_error_and_a_value_error_but_not_another_kind(
    kind: type[ErgodokuError],
) -> None:
    assert issubclass(kind, ErgodokuError)
    assert issubclass(kind, ValueError)
    assert not any(issubclass(kind, other) for other in FAMILY if other is not kind)
    assert getattr(ergodoku, kind.__name__) is kind


@pytest.mark.parametrize("kind", [ErgodokuError, *FAMILY])
def test_each_kind_of_error_says_what_is_wrong_and_what_to_do(kind: type[ErgodokuError]) -> None:
    error = kind("bad seed", "give a number")
    assert (error.what, error.remedy) == ("bad seed", "give a number")
    assert str(error) == "bad seed; give a number"
    assert str(kind("bad seed")) == "bad seed"


@pytest.mark.parametrize("kind", [ErgodokuError, *FAMILY])
def test_an_error_survives_pickling(kind: type[ErgodokuError]) -> None:
    error = kind("what", "remedy")
    error.what = "what (puzzle 3)"
    other = pickle.loads(pickle.dumps(error))
    assert type(other) is kind
    assert str(other) == "what (puzzle 3); remedy"


def test_the_place_and_the_cells_survive_pickling() -> None:
    error = PuzzleError("what", "remedy", source="a.sdm", line=3, cells=((1, 2), (3, 4)))
    other = pickle.loads(pickle.dumps(error))
    assert (str(other), other.cells) == (str(error), error.cells)


def test_each_interface_names_parameters_in_its_own_way() -> None:
    error = PuzzleError("`time_limit` is 0", "leave out `box`", line=3)
    assert str(error) == "line 3: `time_limit` is 0; leave out `box`"
    assert error.text() == "line 3: time_limit is 0; leave out box"
    assert error.text(str.upper) == "line 3: TIME_LIMIT is 0; leave out BOX"


def test_only_parameter_names_in_backticks_are_rewritten() -> None:
    assert with_parameters("`Not one`, `2`, ``, `box`", str.upper) == "`Not one`, `2`, ``, BOX"
