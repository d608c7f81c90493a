"""Before the search: samples of the energies of a landscape, and its freezing point."""

from __future__ import annotations

import numpy as np
import pytest

from ergodoku.landscape.boxes import Boxes, shuffle
from ergodoku.landscape.random import seeded
from ergodoku.landscape.sampling import freezing_point_of_boxes, swap_energies
from tests.samples import SLOTS, general, missing_from_lines, reduced, sample


@pytest.mark.parametrize("name", SLOTS)
def test_each_sampled_energy_belongs_to_a_board_one_swap_away_from_the_start(name: str) -> None:
    landscape = Boxes(reduced(sample(name)))
    board = landscape.board()
    start = shuffle(landscape.field, board, seeded(3))
    energies = swap_energies(landscape, seeded(3), 200)

    one_swap_away = set()
    for a, b in landscape.field.pairs.tolist():
        cells = board.cells.copy()
        cells[[a, b]] = cells[[b, a]]
        one_swap_away.add(missing_from_lines(landscape.layout, landscape.grid(cells)))
    assert set(energies.tolist()) <= one_swap_away
    assert np.abs(energies - start).max() <= 4 * len(landscape.field.slots)


def test_a_full_grid_has_no_swaps_to_sample() -> None:
    assert not swap_energies(Boxes(reduced(sample("classic-9", 1.0))), seeded(1), 10).any()


@pytest.mark.parametrize(("size", "best"), [(9, 0.35), (16, 0.30), (25, 0.25)])
def test_the_freezing_point_of_boxes_is_near_the_best_constant_temperature(size: int, best: float) -> None:
    for fraction in (0.35, 0.45):
        found = freezing_point_of_boxes(Boxes(reduced(general(size, fraction))))
        assert found == pytest.approx(best, rel=0.1)


def test_the_freezing_point_of_a_full_grid_is_positive() -> None:
    assert freezing_point_of_boxes(Boxes(reduced(sample("classic-9", 1.0)))) > 0
