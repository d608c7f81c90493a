"""The weights of focused search: they follow the missing digits, and slices do not change the walk."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ergodoku.methods.focused import Focused, FocusedSearch
from ergodoku.methods.weights import UNIT, appraise_all, fill_rises, new_weights, update
from tests.samples import LAYOUTS, general, is_solution, sample, started

EARLY = Focused(patience=2, weight=20.0, memory=20, logic="none")  # weights start almost at once


@settings(max_examples=30)
@given(st.sampled_from(sorted(LAYOUTS)), st.integers(0, 2**32), st.integers(0, 6000))
def test_weights_and_worths_match_the_board_after_any_walk(name: str, seed: int, iterations: int) -> None:
    search: FocusedSearch = started(sample(name), EARLY, seed)  # type: ignore[assignment]
    search.advance(iterations)
    counts, weights = search.board.counts.astype(np.int64), search.weights
    assert search.energy == np.count_nonzero(counts == 0)
    assert (weights.weight >= UNIT).all()
    if search.iteration > search.plain_until and search.energy:
        worth = weights.worth.copy()
        assert (worth == weights.weight * ((counts == 1).astype(int) - (counts == 0))).all()
        assert search.temperature == weights.temperature[0]


@settings(max_examples=20)
@given(st.lists(st.integers(1, 700), min_size=1, max_size=12), st.booleans())
def test_slices_and_saved_states_do_not_change_the_walk(slices: list[int], saved: bool) -> None:
    puzzle = general(25, 0.42)
    whole, cut = started(puzzle, EARLY), started(puzzle, EARLY)
    whole.advance(sum(slices))
    for length in slices:
        cut.advance(length)
        if saved:
            state, cut = cut.state(), started(puzzle, EARLY)
            cut.restore(state)
    for name, array in whole.state().items():
        assert np.array_equal(array, cut.state()[name], equal_nan=name == "temperatures"), name


def test_a_weight_grows_while_its_digit_is_missing_and_shrinks_afterwards() -> None:
    weights = new_weights(3, 1, 0.5, strength=2.5, memory=1000)
    counts = np.array([0, 1, 2], dtype=np.int8)
    for _ in range(2000):
        update(counts, weights)
    grown = int(weights.weight[0])
    assert grown == pytest.approx(3.5 * UNIT, rel=0.01)  # 1 + strength, for a digit that is always missing
    assert weights.weight[1:].tolist() == [UNIT, UNIT]
    assert weights.worth.tolist()[0] == -grown
    counts[0] = 1
    for _ in range(2000):
        update(counts, weights)
    assert UNIT <= weights.weight[0] < UNIT + 1000 // 10
    appraise_all(counts, weights)
    assert weights.worth.tolist() == [int(weights.weight[0]), UNIT, 0]


def test_a_rise_by_1_is_accepted_with_the_metropolis_probability() -> None:
    weights = new_weights(1, 1, 0.5, strength=1.0, memory=100)
    fill_rises(weights)
    chances = weights.accept / 2**32
    assert chances[0] == 1
    assert chances[UNIT >> 4] == pytest.approx(np.exp(-2))
    assert (np.diff(chances) <= 0).all()


@pytest.mark.parametrize("name", sorted(LAYOUTS))
def test_a_walk_with_weights_from_the_start_solves_every_layout(name: str) -> None:
    puzzle = sample(name, 0.4)
    search = started(puzzle, Focused(patience=0, logic="singles"))
    search.advance(20_000_000)
    assert is_solution(puzzle, search.best_grid())


def test_without_weights_the_sweeps_never_end() -> None:
    puzzle = general(25, 0.42)
    never, late = started(puzzle, Focused(patience=0, weight=0.0)), started(puzzle, Focused(patience=10**9))
    never.advance(20_000)
    late.advance(20_000)
    assert np.array_equal(never.grid(), late.grid())


def test_the_temperature_of_a_search_with_weights_can_be_held_and_released() -> None:
    search: FocusedSearch = started(general(25, 0.42), EARLY)  # type: ignore[assignment]
    search.advance(2_000)
    own = search.temperature
    search.hold(2.0)
    search.advance(2_000)
    hot = search.energy
    assert search.temperature == 2.0
    search.hold(None)
    search.advance(20_000)
    assert search.temperature == own
    assert search.energy < hot
