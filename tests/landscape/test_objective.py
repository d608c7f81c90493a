"""The cost function: what it counts, how it reads numbers, and that any optimiser can use it."""

from __future__ import annotations

import pickle
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from ergodoku.base.errors import ParameterError, PuzzleError
from ergodoku.landscape.objective import VARIANTS, Objective, objective
from ergodoku.puzzle.generate import full_grid
from ergodoku.puzzle.layout import Layout
from ergodoku.puzzle.logic import as_given
from ergodoku.puzzle.puzzle import Digits, Puzzle
from tests.samples import (
    EASY,
    HARD,
    LAYOUTS,
    general,
    groups,
    is_solution,
    keeps_givens,
    missing_from_lines,
    missing_from_units,
    sample,
)

BOTH = pytest.mark.parametrize("variant", VARIANTS)
EVERY_LAYOUT = pytest.mark.parametrize("name", LAYOUTS)
FOUR = "1... .... ...2 ...."  # singles leave 13 cells open


def boxes_are_permutations(layout: Layout, grid: Digits) -> bool:
    flat = grid.ravel()
    return all(
        len(set(flat[groups(layout) == box].tolist()) - {0}) == layout.size for box in range(layout.size)
    )


def rows_of(cost: Objective, count: int, seed: int = 1) -> np.ndarray:
    rng = np.random.default_rng(seed)
    return np.stack([cost.x0(rng) for _ in range(count)])


@EVERY_LAYOUT
def test_the_cost_of_a_vector_is_the_number_of_digits_missing_from_all_units(name: str) -> None:
    puzzle = sample(name)
    cost = objective(puzzle)
    for x in rows_of(cost, 10):
        assert cost(x) == missing_from_units(puzzle.layout, cost.decode(x))


@EVERY_LAYOUT
def test_the_cost_of_keys_is_the_number_of_digits_missing_from_lines(name: str) -> None:
    puzzle = sample(name)
    cost = objective(puzzle, variant="keys")
    for x in rows_of(cost, 10):
        assert cost(x) == missing_from_lines(puzzle.layout, cost.decode(x))


@BOTH
@EVERY_LAYOUT
def test_a_decoded_grid_is_full_and_keeps_the_givens(name: str, variant: str) -> None:
    puzzle = sample(name)
    for logic in ("none", "singles", "locked", "pairs"):
        cost = objective(puzzle, logic=logic, variant=variant)
        for x in rows_of(cost, 3):
            grid = cost.decode(x)
            assert keeps_givens(puzzle, grid)
            assert 1 <= grid.min() <= grid.max() <= puzzle.size


@EVERY_LAYOUT
def test_keys_decode_into_permutations_of_each_box(name: str) -> None:
    cost = objective(sample(name), variant="keys")
    for x in rows_of(cost, 10):
        assert boxes_are_permutations(sample(name).layout, cost.decode(x))


@BOTH
@EVERY_LAYOUT
def test_the_cost_of_a_solution_is_0(name: str, variant: str) -> None:
    layout = LAYOUTS[name]
    solution = full_grid(layout, np.random.default_rng(1)).reshape(layout.size, layout.size)
    givens = np.where(np.random.default_rng(2).random(solution.shape) < 0.2, solution, 0)
    cost = objective(Puzzle(layout, givens), logic="none", variant=variant)
    x = cost.encode(solution)
    assert (cost.decode(x) == solution).all()
    assert cost(x) == 0
    assert is_solution(Puzzle(layout, givens), cost.decode(x))


@BOTH
@EVERY_LAYOUT
def test_vectors_evaluated_together_have_the_same_costs_as_one_by_one(name: str, variant: str) -> None:
    cost = objective(sample(name), variant=variant)
    rows = rows_of(cost, 20)
    costs = cost(rows)
    assert costs.shape == (20,)
    assert costs.dtype == np.float64
    assert costs.tolist() == [cost(x) for x in rows]
    assert cost(np.asfortranarray(rows)).tolist() == costs.tolist()
    assert cost(rows[:0]).shape == (0,)


@BOTH
def test_the_cost_of_one_vector_is_a_float(variant: str) -> None:
    cost = objective(FOUR, variant=variant)
    assert type(cost(cost.x0(1))) is float
    assert cost(cost.x0(1).tolist()) == cost(cost.x0(1))


@pytest.mark.parametrize(
    ("number", "digit"),
    [
        (0.5, 1),
        (1.49, 1),
        (1.5, 2),
        (2, 2),
        (8.7, 9),
        (9.5, 9),
        (1e300, 9),
        (np.inf, 9),
        (-3, 1),
        (-np.inf, 1),
        (np.nan, 1),
    ],
)
def test_numbers_are_rounded_and_clipped(number: float, digit: int) -> None:
    cost = objective(HARD)
    x = np.full(cost.dimension, 5.0)
    x[3] = number
    assert cost.decode(x).ravel()[cost.cells[3]] == digit
    assert cost(x) == missing_from_units(Layout.of(9), cost.decode(x))


def test_integers_are_accepted_unchanged() -> None:
    cost = objective(HARD)
    x = np.random.default_rng(1).integers(1, 10, cost.dimension)
    assert (cost.decode(x).ravel()[cost.cells] == x).all()
    assert cost(x) == cost(x.astype(float)) == cost(x.astype(np.uint8)) == cost(x.tolist())


@given(
    arrays(
        np.float64,
        objective(HARD).dimension,
        elements=st.sampled_from([np.nan, np.inf, -np.inf, -0.0, 0.0, 0.5, 1.0, 2.5]),
    )
)
def test_keys_assign_the_digits_of_a_box_in_the_order_of_a_stable_sort(x: np.ndarray) -> None:
    cost = objective(HARD, variant="keys")
    grid = cost.decode(x)
    assert boxes_are_permutations(Layout.of(9), grid)
    assert cost(x) == missing_from_lines(Layout.of(9), grid)
    regions = Layout.of(9).regions[cost.cells]
    for box in range(9):
        mine = np.flatnonzero(regions == box)
        order = mine[np.argsort(x[mine], kind="stable")]  # numpy also sorts NaN last
        dealt = grid.ravel()[cost.cells[order]].tolist()
        assert dealt == sorted(dealt)


@BOTH
def test_the_vector_has_one_number_per_cell_that_is_empty_after_logic(variant: str) -> None:
    for text in (EASY, HARD):
        puzzle = Puzzle.parse(text)
        assert objective(puzzle, variant=variant).dimension == 81 - puzzle.clues
    assert objective(EASY, logic="singles", variant=variant).dimension == 0
    assert objective(EASY, logic="singles", variant=variant)([]) == 0


@BOTH
def test_random_vectors_lie_within_the_bounds_and_all_digits_are_equally_likely(variant: str) -> None:
    cost = objective(HARD, variant=variant)
    low, high = cost.bounds.T
    rows = rows_of(cost, 200)
    assert cost.bounds.shape == (cost.dimension, 2)
    assert ((low <= rows) & (rows <= high)).all()
    digits = np.stack([cost.decode(x).ravel()[cost.cells] for x in rows])
    if variant == "vector":
        shares = np.bincount(digits.ravel(), minlength=10)[1:] / digits.size
        assert np.allclose(shares, 1 / 9, atol=0.01)  # the first and last digit are as likely as the others
        assert cost.decode(low).ravel()[cost.cells].tolist() == [1] * cost.dimension
        assert cost.decode(high).ravel()[cost.cells].tolist() == [9] * cost.dimension


@BOTH
def test_x0_depends_only_on_the_seed(variant: str) -> None:
    cost = objective(HARD, variant=variant)
    assert (cost.x0(7) == cost.x0(np.random.default_rng(7))).all()
    assert (cost.x0(7) != cost.x0(8)).any()


@BOTH
def test_an_objective_survives_pickling(variant: str) -> None:
    cost = objective(HARD, variant=variant)
    copy = pickle.loads(pickle.dumps(cost))
    rows = rows_of(cost, 5)
    assert copy(rows).tolist() == cost(rows).tolist()
    assert repr(copy) == repr(cost) == f"Objective(9x9, {variant}, dimension {cost.dimension})"


@BOTH
def test_the_cost_is_correct_on_a_large_grid(variant: str) -> None:
    puzzle = general(100, 0.4)
    cost = objective(puzzle, logic="none", variant=variant)
    x = cost.x0(1)
    count = missing_from_lines if variant == "keys" else missing_from_units
    assert cost(x) == count(puzzle.layout, cost.decode(x))


def test_settled_means_that_every_vector_describes_the_same_grid() -> None:
    layout = Layout.of(4)
    grid = full_grid(layout, np.random.default_rng(1)).reshape(4, 4)
    grid[0, 0] = 0
    one = Puzzle(layout, grid)
    assert Objective(as_given(one), "keys").settled
    assert not Objective(as_given(one), "vector").settled
    assert not objective(FOUR, variant="keys").settled


@pytest.mark.parametrize("shape", [(), (3,), (2, 3), (1, 1, 13)])
def test_a_wrong_shape_is_refused(shape: tuple[int, ...]) -> None:
    cost = objective(FOUR, logic="singles")
    with pytest.raises(ParameterError, match=f"give {cost.dimension} numbers"):
        cost(np.zeros(shape))


@pytest.mark.parametrize("x", ["abc", [[1], [1, 2]], {}])
def test_a_vector_that_does_not_consist_of_numbers_is_refused(x: Any) -> None:
    cost = objective(FOUR)
    for function in (cost, cost.decode):
        with pytest.raises(ParameterError, match="does not consist of numbers; give"):
            function(x)


@pytest.mark.parametrize("rng", ["a", -1, 0.5])
def test_a_random_vector_needs_a_generator_or_a_seed(rng: Any) -> None:
    with pytest.raises(ParameterError, match="rng is "):
        objective(FOUR).x0(rng)


def test_encode_refuses_characters_that_are_not_digits() -> None:
    with pytest.raises(PuzzleError, match="not a digit"):
        objective(FOUR).encode(["a?b!"] * 4)


def test_decode_accepts_only_one_vector() -> None:
    cost = objective(FOUR)
    with pytest.raises(ParameterError, match="one vector"):
        cost.decode(rows_of(cost, 2))


def test_encode_needs_all_cells_of_a_grid() -> None:
    with pytest.raises(PuzzleError, match="the grid has 4 cells, but a 4x4 grid has 16"):
        objective(FOUR).encode([1, 2, 3, 4])


def test_unknown_variants_unknown_logic_and_contradictions_are_refused() -> None:
    with pytest.raises(ParameterError, match="variant is 'key'; choose vector"):
        objective(FOUR, variant="key")
    with pytest.raises(ParameterError, match="logic is 'single'; choose none"):
        objective(FOUR, logic="single")
    with pytest.raises(PuzzleError, match="no solution"):
        objective("123. ...4 .... ....", logic="singles")
