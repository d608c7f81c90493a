"""Rows instead of boxes: the same landscape with other groups."""

from __future__ import annotations

import numpy as np
import pytest

from ergodoku.landscape.boxes import Boxes, boxes_of, line_slots, shuffle
from ergodoku.landscape.random import seeded
from tests.samples import LAYOUTS, keeps_givens, missing_from_units, reduced, sample


@pytest.mark.parametrize("name", sorted(LAYOUTS))
def test_rows_are_permutations_and_the_energy_counts_digits_missing_from_other_units(name: str) -> None:
    landscape = Boxes(reduced(sample(name)), "rows")
    board = landscape.board()
    for seed in range(5):
        energy = shuffle(landscape.field, board, seeded(seed))
        grid = landscape.grid(board.cells)
        digits = list(range(1, landscape.layout.size + 1))
        assert all(sorted(row.tolist()) == digits for row in grid)
        assert keeps_givens(landscape.reduction.puzzle, grid)
        assert energy == missing_from_units(landscape.layout, grid)


@pytest.mark.parametrize("name", sorted(LAYOUTS))
def test_the_slots_are_columns_boxes_and_extra_units(name: str) -> None:
    layout = LAYOUTS[name]
    slots = line_slots(layout, "rows")
    lines = layout.units[layout.size :]
    for number, line in enumerate(lines, 1):
        assert sorted(np.nonzero((slots == number).any(axis=1))[0].tolist()) == sorted(line.tolist())
    assert slots.max() == len(lines)


def test_both_cells_of_a_pair_are_in_one_row() -> None:
    landscape = boxes_of(reduced(sample("classic-6")), "rows")
    rows = landscape.field.pairs // 6
    assert len(rows)
    assert (rows[:, 0] == rows[:, 1]).all()
