"""Numbers in little space: few characters, few values, and nothing invented."""

from __future__ import annotations

import numpy as np
import pytest

from ergodoku.views.numbers import averaged, short


@pytest.mark.parametrize(
    ("number", "text"), [(0, "0"), (950, "950"), (12_345, "12.3 k"), (999_900, "1 M"), (4.56e7, "45.6 M")]
)
def test_large_numbers_are_short(number: float, text: str) -> None:
    assert short(number) == text


def test_on_an_axis_they_are_shorter_still() -> None:
    shown = [short(k, gap="") for k in (0, 500, 1500, 20_000, 2_000_000, 3 * 10**12)]
    assert shown == ["0", "500", "1.5k", "20k", "2M", "3T"]


def test_a_long_series_becomes_means_of_its_parts() -> None:
    assert averaged(np.array([0.0, 0, 6, 8, 1, 1]), 3).tolist() == [0, 7, 1]
    assert averaged(np.array([1.0, 2]), 5).tolist() == [1, 2]


def test_what_is_not_known_is_left_out_of_a_mean() -> None:
    means = averaged(np.array([np.nan, 4, np.nan, np.nan]), 2)
    assert means[0] == 4
    assert np.isnan(means[1])
