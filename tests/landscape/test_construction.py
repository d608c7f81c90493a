"""The construction landscape: it starts from the results of logic, and offers only candidates."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ergodoku.landscape.construction import Construction, candidate_at_random, fill, tightest_at_random
from ergodoku.landscape.random import seeded
from ergodoku.puzzle.logic import PLACED, Marks, copy_marks, restrict
from ergodoku.puzzle.logic.reduction import candidate_matrix
from ergodoku.puzzle.puzzle import Puzzle
from tests.samples import HARD, LAYOUTS, reduced, sample


@pytest.mark.parametrize("logic", ["none", "singles", "pairs"])
@pytest.mark.parametrize("name", sorted(LAYOUTS))
def test_the_base_holds_the_givens_and_all_singles_that_follow(name: str, logic: str) -> None:
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


def test_every_cell_with_the_fewest_candidates_is_drawn_and_no_other() -> None:
    landscape, rng = Construction(reduced(Puzzle.parse(HARD))), seeded(1)
    fewest = landscape.base.left.min()
    drawn = {int(tightest_at_random(landscape.base, rng)) for _ in range(1000)}
    assert drawn == set(np.flatnonzero(landscape.base.left == fewest).tolist())


@pytest.mark.parametrize("name", ["classic-9", "classic-16"])
def test_every_candidate_of_a_cell_is_drawn_and_no_other_digit(name: str) -> None:
    landscape, rng = Construction(reduced(sample(name))), seeded(2)
    candidates = candidate_matrix(landscape.layout, landscape.base)
    for cell in np.flatnonzero(landscape.base.digit < 0)[:20].tolist():
        drawn = {int(candidate_at_random(landscape.base, cell, rng)) for _ in range(400)}
        assert drawn == set(np.flatnonzero(candidates[cell]).tolist())


def test_a_contradiction_is_reported_and_the_givens_are_kept() -> None:
    puzzle = Puzzle.parse("123. ...4 .... ....")
    landscape = Construction(reduced(puzzle))
    assert not landscape.consistent
    assert landscape.grid(landscape.base.digit).ravel().tolist() == puzzle.flat.tolist()


@settings(max_examples=30)
@given(st.sampled_from(sorted(LAYOUTS)), st.integers(0, 2**32))
def test_fill_does_the_same_as_propagation_but_continues_after_contradictions(name: str, seed: int) -> None:
    landscape, rng = Construction(reduced(sample(name, 0.2, seed % 3))), np.random.default_rng(seed)
    layout, geo = landscape.layout, landscape.geometry
    marks = Marks._make(array.copy() for array in landscape.base)
    strict = Marks._make(array.copy() for array in landscape.base)
    alive, failed = True, 0
    while (choices := np.flatnonzero((marks.digit < 0) & (marks.left > 0))).size:
        cell = int(rng.choice(choices))
        chosen = candidate_matrix(layout, marks)
        digit = int(rng.choice(np.flatnonzero(chosen[cell])))
        if alive:
            chosen[cell] = np.arange(layout.size) == digit
            copy_marks(marks, strict)
            alive = restrict(geo, strict, chosen)
        by_it = fill(geo, marks, cell, digit)
        failed += by_it

        candidates, is_open = candidate_matrix(layout, marks), marks.digit < 0
        if alive:
            assert by_it == 0
            for mine, theirs in zip(marks[:5], strict[:5], strict=True):
                assert (mine == theirs).all()
        assert marks.digit[cell] == digit
        assert not marks.top.any()
        assert marks.done[PLACED] == np.count_nonzero(~is_open)
        assert failed == np.count_nonzero(marks.left == 0)
        assert (marks.left[is_open] == candidates[is_open].sum(axis=1)).all()
        assert (marks.left[is_open] != 1).all()
        for unit in layout.units:
            placed = marks.digit[unit][marks.digit[unit] >= 0].tolist()
            assert len(set(placed)) == len(placed)
            assert not candidates[unit][is_open[unit]][:, placed].any()
