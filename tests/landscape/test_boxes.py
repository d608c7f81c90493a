"""The box landscape: its counts and energies are correct, and fixed digits never move."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ergodoku.base.compiled import kernel
from ergodoku.landscape.boxes import (
    DUMMY_COUNT,
    Board,
    Boxes,
    Field,
    boxes_of,
    line_slots,
    recount,
    shuffle,
    swap,
    swap_change,
)
from ergodoku.landscape.random import seeded
from tests.samples import LAYOUTS, groups, missing_from_lines, reduced, sample

names = st.sampled_from(sorted(LAYOUTS))
logics = st.sampled_from(["none", "singles"])


@kernel
def swap_pairs(field: Field, board: Board, choices: np.ndarray, energies: np.ndarray, energy: int) -> None:
    """Swap listed pairs one after another; after each, record the start energy plus all changes so far."""
    for k in range(choices.shape[0]):
        a, b = field.pairs[choices[k], 0], field.pairs[choices[k], 1]
        energy += swap_change(field, board, a, b)
        swap(field, board, a, b)
        energies[k] = energy


def landscape_of(name: str, logic: str, seed: int) -> Boxes:
    return Boxes(reduced(sample(name, seed=seed % 3), logic))


def plain_counts(landscape: Boxes, cells: np.ndarray) -> np.ndarray:
    size = landscape.layout.size
    rows = [np.full(size, DUMMY_COUNT)]
    rows += [np.bincount(cells[line], minlength=size) for line in landscape.layout.lines]
    return np.concatenate(rows)


def boxes_are_permutations(landscape: Boxes, cells: np.ndarray) -> bool:
    size = landscape.layout.size
    boxes = landscape.layout.units[2 * size : 3 * size]
    return all(sorted(cells[box].tolist()) == list(range(size)) for box in boxes)


@settings(max_examples=40)
@given(names, logics, st.integers(0, 2**32), st.data())
def test_after_any_swaps_energy_and_counts_equal_a_count_from_scratch(
    name: str, logic: str, seed: int, data: st.DataObject
) -> None:
    landscape = landscape_of(name, logic, seed)
    board = landscape.board()
    start = shuffle(landscape.field, board, seeded(seed))
    pairs = len(landscape.field.pairs)
    length = data.draw(st.integers(0, 40 if pairs else 0))
    choices = np.random.default_rng(seed).integers(0, max(1, pairs), length)
    energies = np.full(length + 1, start)
    swap_pairs(landscape.field, board, choices, energies[1:], start)

    assert energies[-1] == missing_from_lines(landscape.layout, landscape.grid(board.cells))
    assert board.counts.tolist() == plain_counts(landscape, board.cells).tolist()
    assert boxes_are_permutations(landscape, board.cells)
    placed = landscape.reduction.puzzle.flat
    assert (landscape.grid(board.cells).ravel()[placed > 0] == placed[placed > 0]).all()


@settings(max_examples=40)
@given(names, logics, st.integers(0, 2**32))
def test_a_shuffle_permutes_each_box_and_moves_no_fixed_digit(name: str, logic: str, seed: int) -> None:
    landscape = landscape_of(name, logic, seed)
    board = landscape.board()
    energy = shuffle(landscape.field, board, seeded(seed))
    placed = landscape.reduction.puzzle.flat
    grid = landscape.grid(board.cells)

    assert boxes_are_permutations(landscape, board.cells)
    assert (grid.ravel()[placed > 0] == placed[placed > 0]).all()
    assert energy == missing_from_lines(landscape.layout, grid)
    assert board.counts.tolist() == plain_counts(landscape, board.cells).tolist()


@settings(max_examples=30)
@given(names, st.integers(0, 2**32))
def test_where_maps_a_box_and_a_digit_to_a_cell(name: str, seed: int) -> None:
    landscape = landscape_of(name, "none", seed)
    board = landscape.board()
    shuffle(landscape.field, board, seeded(seed))
    size, regions = landscape.layout.size, groups(landscape.layout)
    where = board.where.reshape(size, size)

    for box in range(size):
        assert (regions[where[box]] == box).all()
        assert board.cells[where[box]].tolist() == list(range(size))


def test_shuffling_reaches_every_arrangement_about_equally_often() -> None:
    landscape = Boxes(reduced(sample("classic-4", 0.0)))
    board, rng = landscape.board(), seeded(5)
    box = landscape.layout.units[8]
    seen: dict[bytes, int] = {}
    for _ in range(2400):
        shuffle(landscape.field, board, rng)
        deal = board.cells[box].tobytes()
        seen[deal] = seen.get(deal, 0) + 1
    assert len(seen) == 24
    assert 60 < min(seen.values()) <= max(seen.values()) < 140  # 100 expected; within 4 standard deviations


@pytest.mark.parametrize("name", sorted(LAYOUTS))
def test_the_slots_of_a_cell_hold_the_numbers_of_its_lines(name: str) -> None:
    layout = LAYOUTS[name]
    slots = line_slots(layout)
    for number, line in enumerate(layout.lines, 1):
        assert sorted(np.nonzero((slots == number).any(axis=1))[0].tolist()) == sorted(line.tolist())
    assert slots.max() == len(layout.lines)
    lines_through = [np.count_nonzero(row) for row in slots]
    assert lines_through == [int((layout.lines == cell).any(axis=1).sum()) for cell in range(layout.cells)]


@pytest.mark.parametrize(
    ("name", "slots"), [("classic-9", 2), ("jigsaw-9", 2), ("windows-9", 3), ("diagonal-9", 4)]
)
def test_a_layout_has_only_the_slots_it_needs(name: str, slots: int) -> None:
    assert line_slots(LAYOUTS[name]).shape[1] == slots


@pytest.mark.parametrize("name", sorted(LAYOUTS))
def test_pairs_are_all_pairs_of_free_cells_in_the_same_box(name: str) -> None:
    landscape = landscape_of(name, "none", 1)
    free = np.flatnonzero(landscape.reduction.puzzle.flat == 0)
    regions = groups(landscape.layout)
    expected = {(int(a), int(b)) for a in free for b in free if a < b and regions[a] == regions[b]}
    listed = [tuple(sorted(pair)) for pair in landscape.field.pairs.tolist()]
    assert set(listed) == expected
    assert len(listed) == len(expected)


def test_a_full_grid_has_energy_0_and_nothing_to_swap() -> None:
    landscape = Boxes(reduced(sample("windows-9", 1.0)))
    assert recount(landscape.field, landscape.board()) == 0
    assert landscape.field.pairs.shape == (0, 2)


def test_the_energy_never_exceeds_its_bound() -> None:
    for name in LAYOUTS:
        landscape = landscape_of(name, "none", 0)
        board, rng = landscape.board(), seeded(1)
        assert all(0 <= shuffle(landscape.field, board, rng) <= landscape.missing_at_worst for _ in range(20))


def test_replicas_share_one_landscape() -> None:
    reduction = reduced(sample("classic-9"))
    assert boxes_of(reduction) is boxes_of(reduction)
