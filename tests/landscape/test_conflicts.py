"""Conflicted cells: after any swaps, the list equals a list made from scratch."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ergodoku.base.compiled import kernel
from ergodoku.landscape.boxes import Board, Boxes, Field, recount, shuffle
from ergodoku.landscape.conflicts import Conflicts, conflicts_of, exchange, list_conflicts
from ergodoku.landscape.random import seeded
from tests.samples import LAYOUTS, reduced, sample

names = st.sampled_from(sorted(LAYOUTS))
logics = st.sampled_from(["none", "singles"])


@kernel
def exchange_pairs(field: Field, board: Board, conflicts: Conflicts, choices: np.ndarray) -> None:
    for k in range(choices.shape[0]):
        pair = choices[k]
        exchange(field, board, conflicts, np.int64(field.pairs[pair, 0]), np.int64(field.pairs[pair, 1]))


def started(name: str, logic: str, seed: int) -> tuple[Boxes, Board, Conflicts]:
    landscape = Boxes(reduced(sample(name, seed=seed % 3), logic))
    board = landscape.board()
    shuffle(landscape.field, board, seeded(seed))
    return landscape, board, conflicts_of(landscape, board)


def conflicted(landscape: Boxes, board: Board) -> set[int]:
    """Find the conflicted free cells from their definition."""
    found: set[int] = set()
    for line in landscape.layout.lines:
        digits = board.cells[line].tolist()
        found |= {int(cell) for cell, digit in zip(line, digits, strict=True) if digits.count(digit) > 1}
    return found & set(landscape.field.free.tolist())


def listed(conflicts: Conflicts) -> list[int]:
    cells: list[int] = conflicts.listed[: conflicts.length[0]].tolist()
    return cells


@pytest.mark.parametrize("name", sorted(LAYOUTS))
def test_a_new_list_holds_the_conflicted_free_cells_in_the_order_of_the_boxes(name: str) -> None:
    landscape, board, conflicts = started(name, "none", 5)
    free = landscape.field.free.tolist()
    assert set(listed(conflicts)) == conflicted(landscape, board)
    assert listed(conflicts) == [cell for cell in free if cell in conflicted(landscape, board)]


@settings(max_examples=40)
@given(names, logics, st.integers(0, 2**32), st.integers(0, 200))
def test_counts_and_conflicts_after_any_swaps_equal_a_fresh_computation(
    name: str, logic: str, seed: int, length: int
) -> None:
    landscape, board, conflicts = started(name, logic, seed)
    pairs = len(landscape.field.pairs)
    choices = np.random.default_rng(seed).integers(0, max(1, pairs), length if pairs else 0)
    exchange_pairs(landscape.field, board, conflicts, choices)

    assert len(set(listed(conflicts))) == len(listed(conflicts))
    assert set(listed(conflicts)) == conflicted(landscape, board)
    for place, cell in enumerate(listed(conflicts)):
        assert conflicts.place[cell] == place
    counts, where = board.counts.copy(), board.where.copy()
    recount(landscape.field, board)
    fresh = conflicts_of(landscape, board)
    assert counts.tolist() == board.counts.tolist()
    assert where.tolist() == board.where.tolist()
    assert conflicts.sums.tolist() == fresh.sums.tolist()
    assert conflicts.lines.tolist() == fresh.lines.tolist()


@pytest.mark.parametrize("name", ["classic-9", "windows-9", "diagonal-9"])
def test_swapping_twice_restores_the_board_and_the_conflicts(name: str) -> None:
    landscape, board, conflicts = started(name, "none", 1)
    before = set(listed(conflicts)), board.cells.tolist(), conflicts.lines.tolist()
    for pair in range(len(landscape.field.pairs)):
        exchange_pairs(landscape.field, board, conflicts, np.array([pair, pair]))
    assert (set(listed(conflicts)), board.cells.tolist(), conflicts.lines.tolist()) == before


def test_listing_again_after_a_shuffle_forgets_the_old_list() -> None:
    landscape, board, conflicts = started("windows-9", "none", 1)
    shuffle(landscape.field, board, seeded(2))
    list_conflicts(landscape.field, board, conflicts)
    assert set(listed(conflicts)) == conflicted(landscape, board)


@pytest.mark.parametrize("name", sorted(LAYOUTS))
def test_a_solution_has_no_conflicts(name: str) -> None:
    landscape = Boxes(reduced(sample(name, 1.0)))
    conflicts = conflicts_of(landscape, landscape.board())
    assert listed(conflicts) == []
    assert not conflicts.lines.any()
