"""The construction landscape: it starts from what logic found, and offers only what is possible."""

from __future__ import annotations

import numpy as np
import pytest

from ergodoku.landscape.construction import Construction, candidate_at_random, tightest_at_random
from ergodoku.landscape.random import seeded
from ergodoku.puzzle.logic import candidate_matrix
from ergodoku.puzzle.propagation import PLACED
from ergodoku.puzzle.puzzle import Puzzle
from tests.samples import HARD, LAYOUTS, reduced, sample


@pytest.mark.parametrize("logic", ["none", "singles", "pairs"])
@pytest.mark.parametrize("name", sorted(LAYOUTS))
def test_the_base_holds_the_givens_and_what_singles_make_of_them(name: str, logic: str) -> None:
    puzzle = sample(name)
    reduction = reduced(puzzle, logic)
    landscape = Construction(reduction)
    base, grid = landscape.base, landscape.grid(landscape.base.digit)

    assert landscape.consistent
    assert (grid.ravel()[puzzle.flat > 0] == puzzle.flat[puzzle.flat > 0]).all()
    assert base.done[PLACED] == np.count_nonzero(grid)
    candidates = candidate_matrix(landscape.layout, base)
    assert not (candidates & ~reduction.candidates).any()
    assert (candidates.sum(axis=1) >= 1).all()
    still_open = base.digit < 0
    assert (base.left[still_open] == candidates[still_open].sum(axis=1)).all()
    assert (candidates[still_open].sum(axis=1) > 1).all()


def test_the_cell_drawn_is_one_of_the_tightest_and_each_of_them_is_drawn() -> None:
    landscape, rng = Construction(reduced(Puzzle.parse(HARD))), seeded(1)
    fewest = landscape.base.left.min()
    drawn = {int(tightest_at_random(landscape.base, rng)) for _ in range(1000)}
    assert drawn == set(np.flatnonzero(landscape.base.left == fewest).tolist())


@pytest.mark.parametrize("name", ["classic-9", "classic-16"])
def test_the_digit_drawn_is_a_candidate_and_each_of_them_is_drawn(name: str) -> None:
    landscape, rng = Construction(reduced(sample(name))), seeded(2)
    candidates = candidate_matrix(landscape.layout, landscape.base)
    for cell in np.flatnonzero(landscape.base.digit < 0)[:20].tolist():
        drawn = {int(candidate_at_random(landscape.base, cell, rng)) for _ in range(400)}
        assert drawn == set(np.flatnonzero(candidates[cell]).tolist())


def test_a_contradiction_is_told_and_the_givens_stand() -> None:
    puzzle = Puzzle.parse("123. ...4 .... ....")
    landscape = Construction(reduced(puzzle))
    assert not landscape.consistent
    assert landscape.grid(landscape.base.digit).ravel().tolist() == puzzle.flat.tolist()
