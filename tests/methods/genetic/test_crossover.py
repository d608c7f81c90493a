"""Crossover: each cell comes from one of the parents, as in the plain version from the benchmarks."""

from __future__ import annotations

from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ergodoku.landscape.random import seeded
from ergodoku.methods.genetic.breeding import CROSSOVERS, cross
from ergodoku.methods.genetic.crossover import exchange_cells, exchange_cycles, new_marked
from tests.methods.genetic.bred import SEEDS, reference, two_parents, units_of
from tests.samples import LAYOUTS, keeps_givens


@settings(max_examples=30)
@given(st.sampled_from(sorted(LAYOUTS)), st.sampled_from(["boxes", "rows"]), SEEDS, st.data())
@pytest.mark.parametrize("whole", [True, False])
def test_the_compiled_and_the_plain_version_cross_two_boards_in_the_same_way(
    whole: bool, name: str, genome: str, seed: int, data: st.DataObject
) -> None:
    search, a, b = two_parents(name, genome, seed)
    field, size = search.landscape.field, search.landscape.layout.size
    first = data.draw(st.integers(0, size - 1))
    last = data.draw(st.integers(first, size - 1))
    c, d = a.copy(), b.copy()
    if whole:
        exchange_cells(field.free[field.free_start[first] : field.free_start[last + 1]], a, b, c, d)
    else:
        for start, end in pairwise(field.free_start[first : last + 2]):
            exchange_cycles(field.free[start:end], new_marked(size), a, b, c, d)

    plain = reference.PlainGenetic(search.landscape.reduction.puzzle, population=2, genome=genome)
    expected = reference.crossed(plain.free[first : last + 1], a, b, whole=whole)
    assert (c == expected[0]).all()
    assert (d == expected[1]).all()
    for child in (c, d):
        assert keeps_givens(search.landscape.reduction.puzzle, search.landscape.grid(child))
        assert all(sorted(child[unit].tolist()) == list(range(size)) for unit in units_of(search, genome))
    assert ((c == a) & (d == b) | (c == b) & (d == a)).all()  # each cell comes from one parent


def test_cycles_are_alternately_kept_and_exchanged() -> None:
    free = np.arange(8, dtype=np.uint16)
    a = np.array([0, 1, 2, 3, 4, 5, 6, 7], dtype=np.uint8)
    b = np.array([1, 0, 2, 5, 7, 3, 4, 6], dtype=np.uint8)  # cycles (0 1), (3 5), (4 7 6); 2 agrees
    c, d = a.copy(), b.copy()
    exchange_cycles(free, new_marked(8), a, b, c, d)
    assert c.tolist() == [0, 1, 2, 5, 4, 3, 6, 7]
    assert d.tolist() == [1, 0, 2, 3, 7, 5, 4, 6]


def test_point_crossover_exchanges_everything_after_a_single_point() -> None:
    search, a, b = two_parents("classic-9", "boxes", 5)
    field, regions = search.landscape.field, search.landscape.layout.regions
    points = set()
    for seed in range(40):
        c, d = a.copy(), b.copy()
        cross(field, search.room, CROSSOVERS.index("point"), a, b, c, d, seeded(seed, 0))
        point = int(regions[c != a].min())
        points.add(point)
        assert (c == np.where(regions >= point, b, a)).all()
        assert (d == np.where(regions >= point, a, b)).all()
    assert len(points) > 5


def test_only_boxes_inside_the_range_are_exchanged() -> None:
    search, a, b = two_parents("classic-9", "boxes", 5)
    field = search.landscape.field
    c, d = a.copy(), b.copy()
    exchange_cells(field.free[field.free_start[2] : field.free_start[5]], a, b, c, d)
    inside = np.isin(search.landscape.layout.regions, [2, 3, 4])
    assert (c == np.where(inside, b, a)).all()
    assert (d == np.where(inside, a, b)).all()
