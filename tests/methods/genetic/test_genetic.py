"""The genetic algorithm: its rules, compared with the plain version of the benchmarks."""

from __future__ import annotations

import importlib.util
import sys
from itertools import pairwise
from pathlib import Path
from types import ModuleType

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ergodoku.base.errors import ParameterError
from ergodoku.engine.solve import solve
from ergodoku.engine.stop import Iterations
from ergodoku.landscape.boxes import Board, boxes_of
from ergodoku.landscape.random import seeded
from ergodoku.methods.genetic.breeding import (
    RATE,
    SIGMA,
    adapted,
    climb,
    count_board,
    deal_boards,
    next_generation,
    room_for,
    winner,
)
from ergodoku.methods.genetic.crossover import exchange_cells, exchange_cycles, new_marked
from ergodoku.methods.genetic.genetic import Genetic, GeneticSearch
from ergodoku.methods.registry import method_of
from ergodoku.puzzle.puzzle import Digits, Puzzle
from tests.methods.test_generations import population
from tests.samples import (
    EASY,
    HARD,
    LAYOUTS,
    general,
    is_solution,
    keeps_givens,
    reduced,
    sample,
    started,
    trap,
)

PLAIN = Genetic(population=20, crossover="cycle", stale=100, climb=0, logic="none")
SEEDS = st.integers(0, 2**32)


def plain_version() -> ModuleType:
    """Load the readable version from the benchmarks."""
    path = Path(__file__).parents[3] / "benchmarks" / "genetic_reference.py"
    spec = importlib.util.spec_from_file_location("genetic_reference", path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules["genetic_reference"] = module  # a dataclass looks its module up
    spec.loader.exec_module(module)
    return module


reference = plain_version()


def genetic(puzzle: Puzzle, method: Genetic = PLAIN, seed: int = 1) -> GeneticSearch:
    search = started(puzzle, method, seed)
    assert isinstance(search, GeneticSearch)
    return search


def units_of(search: GeneticSearch, genome: str) -> np.ndarray:
    size, units = search.landscape.layout.size, search.landscape.layout.units
    return units[:size] if genome == "rows" else units[2 * size : 3 * size]


def missing(search: GeneticSearch, cells: Digits) -> int:
    layout = search.landscape.layout
    return sum(layout.size - len(set(cells[unit].tolist())) for unit in layout.units)


def two_parents(name: str, genome: str, seed: int) -> tuple[GeneticSearch, Digits, Digits]:
    search = genetic(sample(name, 0.2), Genetic(population=2, genome=genome, climb=0, logic="none"), seed)
    return search, search.population.members[0, 0], search.population.members[0, 1]


@settings(max_examples=30)
@given(st.sampled_from(sorted(LAYOUTS)), st.sampled_from(["boxes", "rows"]), SEEDS, st.data())
@pytest.mark.parametrize("whole", [True, False])
def test_both_versions_cross_two_boards_alike(
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
    assert ((c == a) & (d == b) | (c == b) & (d == a)).all()  # a cell has what one of the parents has


def test_cycles_are_kept_and_exchanged_in_turn() -> None:
    free = np.arange(8, dtype=np.uint16)
    a = np.array([0, 1, 2, 3, 4, 5, 6, 7], dtype=np.uint8)
    b = np.array([1, 0, 2, 5, 7, 3, 4, 6], dtype=np.uint8)  # cycles (0 1), (3 5), (4 7 6); 2 agrees
    c, d = a.copy(), b.copy()
    exchange_cycles(free, new_marked(8), a, b, c, d)
    assert c.tolist() == [0, 1, 2, 5, 4, 3, 6, 7]
    assert d.tolist() == [1, 0, 2, 3, 7, 5, 4, 6]


def test_boxes_out_of_the_range_stay_with_their_parent() -> None:
    search, a, b = two_parents("classic-9", "boxes", 5)
    field = search.landscape.field
    c, d = a.copy(), b.copy()
    exchange_cells(field.free[field.free_start[2] : field.free_start[5]], a, b, c, d)
    inside = np.isin(search.landscape.layout.regions, [2, 3, 4])
    assert (c == np.where(inside, b, a)).all()
    assert (d == np.where(inside, a, b)).all()


@settings(max_examples=25)
@given(st.sampled_from(sorted(LAYOUTS)), st.sampled_from(["boxes", "rows"]), SEEDS)
def test_energies_are_those_of_a_fresh_count_and_of_the_plain_version(
    name: str, genome: str, seed: int
) -> None:
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
def test_large_grids_are_bred_as_well(size: int, genome: str) -> None:
    search = genetic(general(size, 0.4), Genetic(population=4, genome=genome, climb=1, logic="none"))
    before = search.energy
    search.advance(3)
    assert search.best < before
    assert search.best == missing(search, search.record.best)


@pytest.mark.parametrize(("win", "expected"), [(1.0, 0.75), (0.85, 0.675), (0.0, 0.25)])
def test_the_fitter_wins_a_tournament_as_often_as_said(win: float, expected: float) -> None:
    energies, rng = np.array([5, 9, 0]), seeded(3)  # two members and the place to spare
    chance = np.uint64(round(win * 2**32))
    wins = sum(winner(energies, chance, rng) == 0 for _ in range(4000))
    assert abs(wins / 4000 - expected) < 0.03  # both are drawn, or one of them twice


def test_a_tournament_is_between_members_only() -> None:
    energies, rng = np.array([5, 9, 7, 0]), seeded(4)  # the place to spare looks best
    drawn = {winner(energies, np.uint64(2**32), rng) for _ in range(200)}
    assert drawn == {0, 1, 2}


@pytest.mark.parametrize(
    ("mutated", "improved", "expected"),
    [(10, 3, 1 / 0.998), (10, 2, 1.0), (10, 1, 0.998), (10, 0, 0.998), (0, 0, 0.998)],
)
def test_sigma_follows_the_one_fifth_rule(mutated: int, improved: int, expected: float) -> None:
    assert adapted(1.0, mutated, improved, 0.998) == expected
    assert reference.adapted(1.0, mutated, improved, 0.998) == expected


def test_the_first_rate_is_given_and_the_next_are_drawn() -> None:
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


def test_without_mutation_and_crossover_of_twins_nothing_changes() -> None:
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


def test_climbing_never_harms_and_keeps_count() -> None:
    landscape = boxes_of(reduced(sample("windows-9")))
    field, room, rng = landscape.field, room_for(landscape, 1), seeded(2)
    boards, energies = np.zeros((11, 81), dtype=np.uint8), np.zeros(11, dtype=np.int64)
    deal_boards(field, room, boards, energies, rng)
    for board, energy in zip(boards[:10], energies, strict=False):
        assert count_board(field, room, board) == energy
        after = climb(field, Board(board, room.counts, room.where), energy, 200, rng)
        assert after < energy
        assert count_board(field, room, board) == after


def test_a_new_population_mutates_as_the_first_did() -> None:
    search = genetic(trap(), Genetic(population=10, climb=5, stale=7, logic="none"))
    while not search.restarts:
        search.advance(1)
    assert search.room.rates.tolist() == [1.0, 0.06]


def test_both_versions_reseed_after_as_many_quiet_generations() -> None:
    plain = reference.PlainGenetic(trap(), population=4, stale=5)
    quiet = []
    for _ in range(120):
        reseeds, before = plain.reseeds, plain.quiet
        plain.step()
        if plain.reseeds > reseeds:
            quiet.append(before)
    assert quiet
    assert set(quiet) == {5}


def test_both_versions_get_equally_far() -> None:
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
def test_any_number_of_boards_and_elites(count: int, elites: float) -> None:
    search = genetic(Puzzle.parse(HARD), Genetic(population=count, elites=elites, climb=0, logic="none"))
    search.advance(20)
    boards, energies = population(search)
    assert energies.tolist() == [missing(search, board) for board in boards]


def test_where_one_cell_is_empty_the_first_deal_is_the_solution() -> None:
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
def test_it_solves_an_easy_puzzle_without_any_logic(seed: int) -> None:
    result = solve(Puzzle.parse(EASY), Genetic(logic="none"), seed=seed, stop=Iterations(500))
    assert result.solved
    assert is_solution(Puzzle.parse(EASY), result.grid)


@pytest.mark.parametrize("genome", ["boxes", "rows"])
def test_it_solves_a_hard_puzzle(genome: str) -> None:
    result = solve(Puzzle.parse(HARD), Genetic(genome=genome), seed=1, stop=Iterations(3000))
    assert result.solved


def test_parameters_are_checked_by_name() -> None:
    with pytest.raises(ParameterError, match="genetic population is 1"):
        Genetic(population=1)
    with pytest.raises(ParameterError, match="genetic elites is 1"):
        Genetic(elites=1.0)
    with pytest.raises(ParameterError, match="genetic crossover is 'order'"):
        Genetic(crossover="order")


def test_a_generation_counts_only_its_members() -> None:
    search = genetic(Puzzle.parse(HARD), Genetic(population=5, climb=0, logic="none"))
    search.population.energies[0, -1] = -1  # the place to spare is nobody
    field, rng = search.landscape.field, search.record.rng
    next_generation(field, search.room, search.rules, search.population, 0, rng)
    assert search.population.energies[1, :-1].min() >= 0
