"""Breeding: tournaments, mutation, climbing, and the mutation rate."""

from __future__ import annotations

import numpy as np
import pytest

from ergodoku.landscape.boxes import Board, boxes_of
from ergodoku.landscape.random import seeded
from ergodoku.methods.generations import POSITIONS
from ergodoku.methods.genetic.breeding import (
    adapted,
    begin,
    climb,
    count_board,
    deal_boards,
    make_children,
    room_for,
    winner,
)
from ergodoku.methods.genetic.genetic import Genetic
from ergodoku.methods.walk import WORK
from ergodoku.puzzle.puzzle import Puzzle
from tests.methods.genetic.bred import genetic, reference
from tests.methods.test_generations import population
from tests.samples import HARD, reduced, sample, trap


@pytest.mark.parametrize(("win", "expected"), [(1.0, 0.75), (0.85, 0.675), (0.0, 0.25)])
def test_the_fitter_wins_a_tournament_with_the_given_chance(win: float, expected: float) -> None:
    energies, rng = np.array([5, 9, 0]), seeded(3)  # two members and the spare place
    chance = np.uint64(round(win * 2**32))
    wins = sum(winner(energies, chance, rng) == 0 for _ in range(4000))
    assert abs(wins / 4000 - expected) < 0.03  # a tournament draws both members, or one of them twice


def test_a_tournament_is_between_members_only() -> None:
    energies, rng = np.array([5, 9, 7, 0]), seeded(4)  # the spare place has the best energy
    drawn = {winner(energies, np.uint64(2**32), rng) for _ in range(200)}
    assert drawn == {0, 1, 2}


@pytest.mark.parametrize(
    ("mutated", "improved", "expected"),
    [(10, 3, 1 / 0.998), (10, 2, 1.0), (10, 1, 0.998), (10, 0, 0.998), (0, 0, 0.998)],
)
def test_sigma_follows_the_one_fifth_rule(mutated: int, improved: int, expected: float) -> None:
    assert adapted(1.0, mutated, improved, 0.998) == expected
    assert reference.adapted(1.0, mutated, improved, 0.998) == expected


def test_crossover_of_equal_parents_without_mutation_changes_nothing() -> None:
    method = Genetic(population=6, elites=0.0, mutation=0.0, sigma=0.0, climb=0, stale=0, logic="none")
    search = genetic(trap(), method)
    search.population.members[0] = search.population.members[0, 0]
    search.population.energies[0] = search.population.energies[0, 0]
    search.advance(5)
    assert (population(search)[0] == search.population.members[0, 0]).all()


def test_a_mutation_swaps_two_free_cells_of_a_box() -> None:
    method = Genetic(population=40, elites=0.0, mutation=1.0, climb=0, stale=0, logic="none")
    search = genetic(Puzzle.parse(HARD), method)
    search.population.members[0] = search.population.members[0, 0]
    search.population.energies[0] = search.population.energies[0, 0]
    before = search.population.members[0, 0].copy()
    search.advance(1)
    for board in population(search)[0]:
        changed = np.flatnonzero(board != before)
        assert len(changed) == 2
        assert len(set(search.landscape.layout.regions[changed])) == 1
        assert not search.landscape.reduction.puzzle.flat[changed].any()


def test_climbing_never_raises_the_energy_and_keeps_the_counts_exact() -> None:
    landscape = boxes_of(reduced(sample("windows-9")))
    field, room, rng = landscape.field, room_for(landscape, 1), seeded(2)
    boards, energies = np.zeros((11, 81), dtype=np.uint8), np.zeros(11, dtype=np.int64)
    deal_boards(field, room, boards, energies, np.zeros(POSITIONS, dtype=np.int64), WORK, rng)
    for board, energy in zip(boards[:10], energies, strict=False):
        assert count_board(field, room, board) == energy
        after, _ = climb(field, Board(board, room.counts, room.where), energy, 200, rng)
        assert after < energy
        assert count_board(field, room, board) == after


def test_only_members_become_parents_or_elites() -> None:
    method = Genetic(population=5, elites=0.4, mutation=0.0, sigma=0.0, climb=0, logic="none")
    search = genetic(Puzzle.parse(HARD), method)
    members, energies = search.population.members, search.population.energies
    assert search.rules.elites == 2
    members[0, -1] = members[0, 1]  # the spare place has another board, with the best energy
    energies[0, -1] = 0
    members[0, :-1], energies[0, :-1] = members[0, 0], energies[0, 0]
    field, rng = search.landscape.field, search.record.rng
    for _ in range(20):  # often enough for a tournament to draw each place
        begin(search.position)
        make_children(field, search.room, search.rules, search.population, 0, search.position, WORK, rng)
        assert (members[1, :-1] == members[0, 0]).all()
        assert (energies[1, :-1] == energies[0, 0]).all()
