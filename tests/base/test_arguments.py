"""Arguments are checked: the error names the argument and says what it takes."""

from __future__ import annotations

import math
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from ergodoku.base.arguments import check_limit, file_path, whole_number
from ergodoku.base.errors import ParameterError


@pytest.mark.parametrize("value", [0, 7, np.int64(7)])
def test_a_whole_number_is_returned_as_an_int(value: Any) -> None:
    assert type(whole_number("seed", value, 0)) is int
    assert whole_number("seed", value, 0) == value


@pytest.mark.parametrize("value", [-1, 9, 1.0, "3", True, None, math.nan])
def test_a_value_that_is_not_a_whole_number_in_the_range_is_refused(value: Any) -> None:
    with pytest.raises(ParameterError, match=r"seed is .*; give a whole number from 0 to 8"):
        whole_number("seed", value, 0, 8)


@pytest.mark.parametrize("value", [0, 0.5, math.inf, np.float32(2), 10**308])
def test_a_limit_is_a_number_from_0_on(value: Any) -> None:
    check_limit("`time_limit`", value)


@pytest.mark.parametrize("value", [-1, "5", True, None, math.nan])
def test_a_value_that_is_not_a_limit_is_refused(value: Any) -> None:
    with pytest.raises(ParameterError, match=r"`time_limit` is .*; give a number, 0 or more"):
        check_limit("`time_limit`", value)


def test_a_limit_that_no_float_can_hold_is_refused() -> None:
    with pytest.raises(ParameterError, match="`time_limit` is too large"):
        check_limit("`time_limit`", 10**400)


def test_a_path_can_be_given_as_text() -> None:
    assert file_path("runs/a.csv") == file_path(Path("runs/a.csv")) == Path("runs/a.csv")


@pytest.mark.parametrize("path", [None, 5, b"a.csv", "a\0b.csv"])
def test_a_value_that_is_not_a_path_is_refused(path: Any) -> None:
    with pytest.raises(ParameterError, match="path is "):
        file_path(path)
