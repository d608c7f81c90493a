"""Random numbers inside kernels: the published generator, and an exponential without libm."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from ergodoku.base.compiled import kernel
from ergodoku.landscape.random import (
    NO_CEILING,
    RANGE,
    RANGES,
    Words,
    exp_minus,
    fill_ceilings,
    high_below,
    low_below,
    next_word,
    normal,
    seeded,
    threshold,
)

MASK = 2**64 - 1


@kernel
def words(state: Words, out: np.ndarray) -> None:
    for k in range(out.shape[0]):
        out[k] = next_word(state)


@kernel
def halves(state: Words, limit: int, high: np.ndarray, low: np.ndarray) -> None:
    for k in range(high.shape[0]):
        word = next_word(state)
        high[k] = high_below(word, limit)
        low[k] = low_below(word, limit)


@kernel
def deviates(state: Words, out: np.ndarray) -> None:
    for k in range(out.shape[0]):
        out[k] = normal(state)


@kernel
def chance(delta: float, temperature: float) -> int:
    return threshold(delta, temperature)


def xoroshiro128_plus_plus(s0: int, s1: int) -> tuple[int, int, int]:
    """Return a word and the next state in plain integers, as in the listing of the paper."""

    def rotated(x: int, k: int) -> int:
        return ((x << k) | (x >> (64 - k))) & MASK

    word = (rotated((s0 + s1) & MASK, 17) + s0) & MASK
    s1 ^= s0
    return word, rotated(s0, 49) ^ s1 ^ ((s1 << 21) & MASK), rotated(s1, 28)


@given(st.integers(1, MASK), st.integers(0, MASK))
def test_the_generator_is_xoroshiro128_plus_plus(s0: int, s1: int) -> None:
    state, out = np.array([s0, s1], dtype=np.uint64), np.zeros(8, dtype=np.uint64)
    words(state, out)
    expected = []
    for _ in range(8):
        word, s0, s1 = xoroshiro128_plus_plus(s0, s1)
        expected.append(word)
    assert out.tolist() == expected
    assert state.tolist() == [s0, s1]


def test_the_generator_gives_the_known_first_words() -> None:
    state, out = np.array([1, 2], dtype=np.uint64), np.zeros(3, dtype=np.uint64)
    words(state, out)
    assert out.tolist() == [393217, 669327710093319, 1732421326133921491]


@pytest.mark.parametrize("limit", [1, 2, 3, 10, 81, 4950, 495_000])
def test_numbers_below_a_limit_are_in_range_and_about_uniform(limit: int) -> None:
    count = 40_000
    high, low = np.zeros(count, dtype=np.int64), np.zeros(count, dtype=np.int64)
    halves(seeded(limit), limit, high, low)
    for numbers in (high, low):
        assert 0 <= numbers.min() <= numbers.max() < limit
        cells = min(limit, 20)
        seen = np.bincount(numbers * cells // limit, minlength=cells)
        ends = -(-np.arange(cells + 1) * limit // cells)
        expected = count * np.diff(ends) / limit
        assert float(((seen - expected) ** 2 / expected).sum()) < 50  # chi-squared: <= 19 degrees of freedom


@given(st.floats(0, 22.999))
def test_exp_minus_is_accurate_to_the_last_few_bits(x: float) -> None:
    assert exp_minus(x) == pytest.approx(math.exp(-x), rel=1e-14)


@pytest.mark.parametrize("x", [23.0, 100.0, 1e300, math.inf, math.nan])
def test_exp_minus_is_0_from_23_on_and_for_nan(x: float) -> None:
    assert exp_minus(x) == 0.0


def test_exp_minus_of_0_is_1() -> None:
    assert exp_minus(0.0) == 1.0


@given(st.lists(st.floats(0, 30), min_size=2, max_size=2).map(sorted))
def test_exp_minus_never_increases(pair: list[float]) -> None:
    assert exp_minus(pair[0]) >= exp_minus(pair[1])


def test_the_threshold_is_the_metropolis_probability_times_2_to_the_32() -> None:
    assert chance(0.0, 0.5) == 2**32
    assert chance(1.0, 0.5) == int(math.exp(-2) * 2**32)
    assert chance(1.0, 0.0) == 0
    assert chance(1.0, math.inf) == 2**32


def test_every_seed_and_every_replica_has_its_own_state() -> None:
    states = {seeded(seed, replica).tobytes() for seed in range(20) for replica in range(20)}
    assert len(states) == 400
    assert seeded(7, 3).tolist() == seeded(7, 3).tolist()


def test_normal_deviates_are_sums_of_twelve_uniform_numbers() -> None:
    out = np.zeros(20_000)
    deviates(seeded(7), out)
    state, total = seeded(7), 0
    drawn = np.zeros(6, dtype=np.uint64)
    words(state, drawn)
    for word in drawn.tolist():
        total += (word >> 32) + (word & 0xFFFFFFFF)
    assert out[0] == total / 2**32 - 6
    assert abs(out.mean()) < 0.03
    assert abs(out.std() - 1) < 0.03
    assert abs((np.abs(out) < 1).mean() - 0.683) < 0.015


@given(st.floats(0.05, 5), st.integers(0, 5), st.lists(st.integers(0, 2**32 - 1), min_size=1, max_size=50))
def test_a_ceiling_is_the_smallest_rise_that_all_random_numbers_of_its_range_refuse(
    temperature: float, grain: int, numbers: list[int]
) -> None:
    accept = np.array([chance(place * 2.0**grain / 32, temperature) for place in range(40)], dtype=np.uint64)
    ceiling = np.zeros(RANGES, dtype=np.int32)
    fill_ceilings(ceiling, accept, grain)
    for number in numbers:
        first_refused = int(np.count_nonzero(accept > number))
        lowest = number >> int(RANGE) << int(RANGE)
        refused_by_all = int(np.count_nonzero(accept > lowest))
        assert first_refused <= refused_by_all
        wanted = refused_by_all << grain if refused_by_all < len(accept) else NO_CEILING
        assert ceiling[number >> int(RANGE)] == wanted
