"""Packed boards are unpacked unchanged, and their memory is limited."""

from __future__ import annotations

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from ergodoku.web.runs.boards import MOST_CELLS, PackedBoards


@given(st.integers(1, 12), st.integers(1, 20), st.integers(0, 2**32 - 1))
def test_boards_are_unpacked_unchanged(size: int, count: int, seed: int) -> None:
    rng = np.random.default_rng(seed)
    boards = [(7 * k, rng.integers(0, size + 1, (size, size)).astype(np.uint8)) for k in range(count)]
    energies = rng.integers(0, 50, count).tolist()
    packed = PackedBoards.of(boards, energies)
    assert packed.energies.tolist() == energies
    for (iteration, grid), (before, wanted) in zip(packed.boards(), boards, strict=True):
        assert iteration == before
        assert np.array_equal(grid, wanted)


def test_if_there_are_too_many_boards_the_first_the_last_and_improvements_are_kept() -> None:
    grid = np.ones((49, 49), dtype=np.uint8)
    energies = [100 - k // 100 for k in range(1_000)]
    packed = PackedBoards.of([(k, grid) for k in range(1_000)], energies)
    assert len(packed.iterations) * grid.size <= MOST_CELLS
    assert {0, 100, 500, 900, 999} <= set(packed.iterations.tolist())
