"""Annealing: Metropolis acceptance, and when a search finishes."""

from __future__ import annotations

import math

import pytest

from ergodoku.methods.annealing import Annealing
from ergodoku.methods.schedules import Constant, Geometric
from ergodoku.puzzle.puzzle import Puzzle
from tests.samples import LAYOUTS, general, is_solution, missing_from_lines, sample, started, trap


def test_at_a_huge_temperature_every_swap_is_accepted() -> None:
    search = started(trap(), Annealing(Constant(1e9), logic="none"))
    search.advance(10_000)
    assert search.accepted == 10_000


def test_at_a_tiny_temperature_the_energy_never_rises() -> None:
    search = started(general(16, 0.4), Annealing(Constant(1e-9), logic="none"))
    energy = search.energy
    for _ in range(3000):
        search.advance(1)
        assert search.energy <= energy
        energy = search.energy


@pytest.mark.parametrize("epoch", [1, 1000])
def test_states_follow_the_boltzmann_distribution(epoch: int) -> None:
    """Two boxes with 2 and 3 free cells have 12 states; the walk visits all of them."""
    full = sample("classic-9", 1.0).flat.copy()
    first, second = sample("classic-9").layout.units[18:20]
    free = [*first[:2].tolist(), *second[:3].tolist()]
    full[free] = 0
    # Exchange two givens of a box, so that the energy is never 0.
    third = sample("classic-9").layout.units[20]
    layout = sample("classic-9").layout
    flat = full.copy()
    flat[third[[0, 4]]] = flat[third[[4, 0]]]
    flat.setflags(write=False)
    puzzle = Puzzle.unchecked(layout, flat)
    search = started(puzzle, Annealing(Constant(1.0, epoch), logic="none"), 4)
    count: dict[bytes, int] = {}
    energies: dict[bytes, int] = {}
    for _ in range(12_000):
        search.advance(3)
        key = search.grid().tobytes()
        count[key] = count.get(key, 0) + 1
        energies[key] = search.energy
    weights = {key: math.exp(-energy) for key, energy in energies.items()}
    total = sum(weights.values())
    assert len(count) == 12
    for key, seen in count.items():
        assert seen / 12_000 == pytest.approx(weights[key] / total, abs=0.02)


@pytest.mark.parametrize("name", sorted(LAYOUTS))
def test_annealing_solves_every_layout(name: str) -> None:
    puzzle = sample(name, 0.4)
    search = started(puzzle, Annealing(logic="singles"))
    search.advance(20_000_000)
    assert is_solution(puzzle, search.best_grid())


@pytest.mark.parametrize("limit", [0, 1, 4096, 10_000])
def test_annealing_finishes_after_exactly_its_limit_of_iterations(limit: int) -> None:
    search = started(trap(), Annealing(iterations=limit, logic="none"))
    search.advance(limit)
    assert search.iteration == limit
    search.advance(1_000)
    assert (search.iteration, search.finished) == (limit, True)


def test_annealing_finishes_below_its_end_temperature() -> None:
    search = started(trap(), Annealing(Geometric(1.0, 0.5), end=0.1, logic="none"))
    search.advance(1000)
    assert (search.iteration, search.finished) == (4, True)  # 1, 1/2, 1/4, 1/8


def test_a_board_without_moves_finishes_the_search_at_once() -> None:
    layout = sample("classic-4").layout
    full = sample("classic-4", 1.0).flat.copy()
    full[[0, 1, 8, 9]] = full[[1, 0, 9, 8]]  # boxes stay valid, columns do not
    blank = full.copy()
    blank[[0, 15]] = 0  # one free cell in each of two boxes
    blank.setflags(write=False)
    puzzle = Puzzle.unchecked(layout, blank)
    search = started(puzzle, Annealing(logic="none"))
    assert search.energy == missing_from_lines(layout, search.grid())
    assert search.energy > 0
    assert search.finished
    search.advance(100)
    assert search.iteration == 0
