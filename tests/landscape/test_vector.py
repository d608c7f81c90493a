"""The cell vector landscape: its energies are correct, for every layout and any vector."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ergodoku.landscape.vector import CellVector, vector_of
from ergodoku.puzzle.puzzle import Digits
from tests.samples import LAYOUTS, general, keeps_givens, missing_from_units, reduced, sample

names = st.sampled_from(sorted(LAYOUTS))
logics = st.sampled_from(["none", "singles"])


def vectors(landscape: CellVector, count: int, seed: int) -> Digits:
    shape = (count, landscape.dimension)
    return np.random.default_rng(seed).integers(1, landscape.layout.size + 1, shape).astype(np.uint8)


@settings(max_examples=40)
@given(names, logics, st.integers(0, 2**32))
def test_energies_equal_a_count_from_scratch(name: str, logic: str, seed: int) -> None:
    landscape = CellVector(reduced(sample(name, seed=seed % 3), logic))
    population = vectors(landscape, 5, seed)
    expected = [missing_from_units(landscape.layout, landscape.grid(vector)) for vector in population]
    assert landscape.energy(population).tolist() == expected


@pytest.mark.parametrize("size", [49, 64, 81])
def test_energies_are_correct_if_the_digits_need_one_or_two_64_bit_words(size: int) -> None:
    landscape = CellVector(reduced(general(size, 0.4)))
    population = vectors(landscape, 2, 1)
    expected = [missing_from_units(landscape.layout, landscape.grid(vector)) for vector in population]
    assert landscape.energy(population).tolist() == expected


@pytest.mark.parametrize("name", sorted(LAYOUTS))
def test_a_vector_fills_the_empty_cells_row_by_row_and_no_others(name: str) -> None:
    landscape = CellVector(reduced(sample(name)))
    puzzle = landscape.reduction.puzzle
    vector = vectors(landscape, 1, 2)[0]
    grid = landscape.grid(vector)
    assert landscape.cells.tolist() == np.flatnonzero(puzzle.flat == 0).tolist()
    assert (grid.ravel()[landscape.cells] == vector).all()
    assert keeps_givens(puzzle, grid)


def test_a_solution_has_energy_0() -> None:
    full = sample("diagonal-9", 1.0).flat
    landscape = CellVector(reduced(sample("diagonal-9", 0.3)))
    assert landscape.energy(full[landscape.cells][None]).tolist() == [0]


def test_the_choices_are_the_candidates_that_logic_left() -> None:
    reduction = reduced(sample("classic-9"), "singles")
    landscape = CellVector(reduction)
    start, digit = landscape.choices
    for k, cell in enumerate(landscape.cells):
        expected = np.flatnonzero(reduction.candidates[cell]) + 1
        assert digit[start[k] : start[k + 1]].tolist() == expected.tolist()


def test_a_full_grid_has_vectors_of_length_0() -> None:
    landscape = CellVector(reduced(sample("classic-9", 1.0)))
    assert landscape.dimension == 0
    assert landscape.energy(np.zeros((3, 0), dtype=np.uint8)).tolist() == [0, 0, 0]


@pytest.mark.parametrize("wrong", [0, 10])
def test_numbers_that_are_not_digits_are_refused(wrong: int) -> None:
    landscape = CellVector(reduced(sample("classic-9")))
    population = vectors(landscape, 2, 3)
    population[1, 4] = wrong
    with pytest.raises(ValueError, match="digits from 1 to 9"):
        landscape.energy(population)


def test_a_population_with_a_wrong_shape_is_refused() -> None:
    landscape = CellVector(reduced(sample("classic-9")))
    with pytest.raises(ValueError, match="shape"):
        landscape.energy(np.ones((2, landscape.dimension + 1), dtype=np.uint8))
    with pytest.raises(ValueError, match="shape"):
        landscape.energy(np.ones(landscape.dimension, dtype=np.uint8))


def test_replicas_share_one_landscape() -> None:
    reduction = reduced(sample("classic-9"))
    assert vector_of(reduction) is vector_of(reduction)
