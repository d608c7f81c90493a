"""The puzzles reserved for the check of a tuning."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ergodoku.base.errors import ParameterError
from ergodoku.lab.study import puzzle_identity
from ergodoku.lab.tuning import Tuning
from ergodoku.lab.tuning.split import kept_for_check
from ergodoku.methods.focused import Focused
from tests.samples import general

NINE = [general(9, 0.5, k) for k in range(6)]
FOUR = [general(4, 0.3, k) for k in range(4)]


@given(st.permutations(range(10)), st.floats(0, 0.99), st.integers(0, 3))
def test_the_order_of_the_puzzles_does_not_change_which_are_reserved(
    order: list[int], share: float, seed: int
) -> None:
    puzzles = [*NINE, *FOUR]
    kept = {puzzles[k] for k in kept_for_check(puzzles, share, seed)}
    shuffled = [puzzles[k] for k in order]
    assert {shuffled[k] for k in kept_for_check(shuffled, share, seed)} == kept
    assert len(kept) < len(puzzles)


def test_half_of_the_puzzles_of_each_size_are_reserved_and_the_seed_decides_which() -> None:
    kept = kept_for_check([*NINE, *FOUR], 0.5, 0)
    assert sum(k < 6 for k in kept) == 3
    assert sum(k >= 6 for k in kept) == 2
    assert any(kept_for_check([*NINE, *FOUR], 0.5, seed) != kept for seed in range(1, 4))


def test_two_puzzles_are_enough_for_a_split_and_a_single_puzzle_is_used_for_tuning() -> None:
    assert len(kept_for_check([NINE[0], FOUR[0]], 0.5, 0)) == 1
    assert kept_for_check(NINE[:1], 0.5, 0) == []
    assert kept_for_check(NINE, 0.0, 0) == []
    for wrong in (-0.1, 1.0, float("nan")):
        with pytest.raises(ParameterError, match="`split` is"):
            kept_for_check(NINE, wrong, 0)


def test_trials_never_use_the_puzzles_of_the_check(tmp_path: Path) -> None:
    tuning = Tuning.create(
        tmp_path / "t",
        NINE,
        Focused(logic="none"),
        only=["sweep"],
        runs=2,
        measure="iterations",
        time_limit=None,
        max_iterations=2_000,
    )
    with ThreadPoolExecutor(1) as executor:
        best = tuning.run(2, executor)
    tuned_on = {puzzle_identity(puzzle) for puzzle in tuning.tuned_on.puzzles}
    checked_on = {puzzle_identity(puzzle) for puzzle in tuning.check(best, 2).puzzles}
    assert (len(tuned_on), len(checked_on)) == (3, 3)
    assert not tuned_on & checked_on
