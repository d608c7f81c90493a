"""The part that the genetic algorithm and evolution share: generations."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from ergodoku.methods.evolution import Evolution
from ergodoku.methods.generations import Generations
from ergodoku.methods.genetic import Genetic
from ergodoku.methods.walk import LOWEST, QUIET
from ergodoku.puzzle.puzzle import Digits, Puzzle
from tests.samples import HARD, started, trap

GENETIC = Genetic(population=20, crossover="cycle", stale=0, climb=0, logic="none")
EVOLUTION = Evolution(population=20, logic="none")
BOTH = pytest.mark.parametrize("method", [GENETIC, EVOLUTION], ids=["genetic", "evolution"])


def begun(puzzle: Puzzle, method: Genetic | Evolution, seed: int = 1) -> Generations:
    search = started(puzzle, method, seed)
    assert isinstance(search, Generations)
    return search


def population(search: Generations) -> tuple[Digits, np.ndarray]:
    now = search.iteration % 2
    return search.population.members[now, :-1], search.population.energies[now, :-1]


@BOTH
def test_elites_survive(method: Genetic | Evolution) -> None:
    search = begun(Puzzle.parse(HARD), replace(method, elites=0.2))
    for _ in range(30):
        members, energies = population(search)
        best = members[np.argsort(energies, kind="stable")[:4]].copy()
        search.advance(1)
        assert (population(search)[0][:4] == best).all()


@BOTH
def test_with_elites_the_energy_never_rises_within_a_population(method: Genetic | Evolution) -> None:
    search = begun(trap(), replace(method, elites=0.05))
    search.advance(300)
    assert (np.diff(search.notes[0][:, 1]) <= 0).all()
    assert search.restarts == 0


@BOTH
def test_a_stale_population_is_replaced_and_the_best_state_is_kept(method: Genetic | Evolution) -> None:
    search = begun(trap(), replace(method, elites=0.1, stale=7))
    while not search.restarts:
        quiet, lowest, best = (
            int(search.numbers[QUIET]),
            int(search.numbers[LOWEST]),
            search.record.best.copy(),
        )
        before = population(search)[0].copy()
        search.advance(1)
    assert quiet == 7
    assert search.numbers[QUIET] == 0
    assert search.energy > lowest == search.best
    assert (search.record.best == best).all()
    assert not (population(search)[0] == before).all(axis=1).any()


@BOTH
def test_the_search_finishes_at_the_limit_of_generations(method: Genetic | Evolution) -> None:
    search = begun(trap(), replace(method, generations=12))
    search.advance(11)
    assert not search.finished
    search.advance(50)
    assert search.finished
    assert search.iteration == 12
