"""The genetic algorithm: populations, presets, and comparisons with the plain version."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ergodoku.base.errors import ParameterError
from ergodoku.engine.solve import solve
from ergodoku.engine.stop import Iterations
from ergodoku.methods.genetic.breeding import RATE, SIGMA
from ergodoku.methods.genetic.genetic import Genetic
from ergodoku.methods.registry import method_of
from ergodoku.puzzle.puzzle import Puzzle
from tests.methods.genetic.bred import PLAIN, SEEDS, genetic, missing, reference, units_of
from tests.methods.test_generations import population
from tests.samples import EASY, HARD, LAYOUTS, general, is_solution, keeps_givens, sample, trap


@settings(max_examples=25)
@given(st.sampled_from(sorted(LAYOUTS)), st.sampled_from(["boxes", "rows"]), SEEDS)
def test_energies_match_a_plain_count_and_the_plain_version(name: str, genome: str, seed: int) -> None:
    method = Genetic(population=6, genome=genome, climb=seed % 2, stale=3, logic="none")
    search = genetic(sample(name), method, seed)
    search.advance(seed % 9)
    boards, energies = population(search)
    puzzle = search.landscape.reduction.puzzle
    assert energies.tolist() == [missing(search, board) for board in boards]
    plain = reference.PlainGenetic(puzzle, population=2, genome=genome)
    assert energies.tolist() == plain.energy(boards + 1).tolist()
    assert all(keeps_givens(puzzle, search.landscape.grid(board)) for board in boards)
    for board in boards:
        assert all(len(set(board[unit].tolist())) == puzzle.size for unit in units_of(search, genome))


@pytest.mark.parametrize("size", [25, 49])
@pytest.mark.parametrize("genome", ["boxes", "rows"])
def test_the_energy_falls_on_large_grids(size: int, genome: str) -> None:
    search = genetic(general(size, 0.4), Genetic(population=4, genome=genome, climb=1, logic="none"))
    before = search.energy
    search.advance(3)
    assert search.best < before
    assert search.best == missing(search, search.record.best)


def test_the_first_mutation_rate_is_given_and_later_rates_are_drawn_at_random() -> None:
    search = genetic(trap())
    assert search.room.rates.tolist() == [1.0, 0.06]
    search.advance(1)
    assert search.room.rates[SIGMA] in (0.998, 1.0, 1 / 0.998)
    rates = []
    for _ in range(200):
        search.advance(1)
        rates.append(search.room.rates[RATE] / search.room.rates[SIGMA])
    assert min(rates) >= 0.0
    assert abs(np.mean(rates) - np.sqrt(2 / np.pi)) < 0.15  # the mean of abs(normal(0, 1))


def test_a_new_population_starts_with_the_first_mutation_rate() -> None:
    search = genetic(trap(), Genetic(population=10, climb=5, stale=7, logic="none"))
    while not search.restarts:
        search.advance(1)
    assert search.room.rates.tolist() == [1.0, 0.06]


def test_the_plain_version_starts_a_new_population_after_the_given_number_of_quiet_generations() -> None:
    plain = reference.PlainGenetic(trap(), population=4, stale=5)
    quiet = []
    for _ in range(120):
        reseeds, before = plain.reseeds, plain.quiet
        plain.step()
        if plain.reseeds > reseeds:
            quiet.append(before)
    assert quiet
    assert set(quiet) == {5}


def test_the_compiled_and_the_plain_version_reach_similar_energies() -> None:
    puzzle, generations = general(9, 0.4), 40
    ours = [genetic(puzzle, PLAIN, seed) for seed in range(12)]
    for search in ours:
        search.advance(generations)
    theirs = [reference.PlainGenetic(puzzle, seed, population=20) for seed in range(12)]
    for plain in theirs:
        for _ in range(generations):
            plain.step()
    mine, plain_mean = np.mean([s.energy for s in ours]), np.mean([p.best for p in theirs])
    start = np.mean([genetic(puzzle, PLAIN, seed).energy for seed in range(12)])
    assert max(mine, plain_mean) < 0.6 * start
    assert abs(mine - plain_mean) < 3


@pytest.mark.parametrize("count", [2, 3, 10, 11])
@pytest.mark.parametrize("elites", [0.0, 0.4, 0.9])
def test_energies_are_correct_for_any_number_of_boards_and_elites(count: int, elites: float) -> None:
    search = genetic(Puzzle.parse(HARD), Genetic(population=count, elites=elites, climb=0, logic="none"))
    search.advance(20)
    boards, energies = population(search)
    assert energies.tolist() == [missing(search, board) for board in boards]


def test_with_one_empty_cell_the_first_board_is_the_solution() -> None:
    flat = sample("classic-4", 1.0).flat.copy()
    flat[0] = 0
    search = genetic(Puzzle(LAYOUTS["classic-4"], flat))
    assert search.best == 0
    assert is_solution(search.landscape.reduction.puzzle, search.best_grid())


def test_genes_has_the_parameters_of_its_description() -> None:
    assert method_of("genes") == Genetic(
        population=100,
        elites=0.05,
        win=0.85,
        crossover="cycle",
        mutation=0.06,
        sigma=1.0,
        adapt=0.998,
        stale=100,
        genome="boxes",
        climb=0,
        generations=10_000,
        logic="none",
    )


@pytest.mark.parametrize("seed", range(2))
def test_genetic_solves_an_easy_puzzle_without_logic(seed: int) -> None:
    result = solve(Puzzle.parse(EASY), Genetic(logic="none"), seed=seed, stop=Iterations(500))
    assert result.solved
    assert is_solution(Puzzle.parse(EASY), result.grid)


@pytest.mark.parametrize("genome", ["boxes", "rows"])
def test_genetic_solves_a_hard_puzzle(genome: str) -> None:
    result = solve(Puzzle.parse(HARD), Genetic(genome=genome), seed=1, stop=Iterations(3000))
    assert result.solved


def test_an_error_about_an_invalid_parameter_names_it() -> None:
    with pytest.raises(ParameterError, match="genetic population is 1"):
        Genetic(population=1)
    with pytest.raises(ParameterError, match="genetic elites is 1"):
        Genetic(elites=1.0)
    with pytest.raises(ParameterError, match="genetic crossover is 'order'"):
        Genetic(crossover="order")
