"""Large numbers in few characters."""

from __future__ import annotations

import pytest

from ergodoku.base.numbers import short


@pytest.mark.parametrize(
    ("number", "text"), [(0, "0"), (950, "950"), (12_345, "12.3 k"), (999_900, "1 M"), (4.56e7, "45.6 M")]
)
def test_large_numbers_are_abbreviated(number: float, text: str) -> None:
    assert short(number) == text


def test_numbers_on_an_axis_have_no_gap_before_the_unit() -> None:
    shown = [short(k, gap="") for k in (0, 500, 1500, 20_000, 2_000_000, 3 * 10**12)]
    assert shown == ["0", "500", "1.5k", "20k", "2M", "3T"]
