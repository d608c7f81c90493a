"""The one error: what is wrong, where, and what to do."""

import pickle

from ergodoku.base.errors import PuzzleError


def test_the_message_says_where_what_and_what_to_do() -> None:
    error = PuzzleError("bad digit", "use 1 to 9", source="a.sdm", line=3, column=5)
    assert str(error) == "a.sdm, line 3, column 5: bad digit; use 1 to 9"
    assert str(PuzzleError("bad digit")) == "bad digit"


def test_the_place_is_filled_in_where_it_was_not_known() -> None:
    error = PuzzleError("bad digit", line=3)
    assert error.at(source="a.sdm", line=7, column=5) is error
    assert error.place == "a.sdm, line 3, column 5"


def test_it_survives_the_way_to_another_process() -> None:
    error = PuzzleError("what", "remedy", source="a.sdm", line=3, cells=((1, 2), (3, 4)))
    other = pickle.loads(pickle.dumps(error))
    assert (str(other), other.cells) == (str(error), error.cells)


def test_it_is_a_value_error() -> None:
    assert issubclass(PuzzleError, ValueError)
