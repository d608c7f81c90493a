"""The rules of evolution on cell vectors."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ergodoku.base.errors import ParameterError
from ergodoku.engine.solve import solve
from ergodoku.engine.stop import Iterations
from ergodoku.landscape.random import seeded
from ergodoku.landscape.vector import CellVector
from ergodoku.methods.evolution.evolution import USUAL, Evolution, EvolutionSearch
from ergodoku.methods.evolution.first import first_population
from ergodoku.methods.evolution.vectors import LEADER, LEFT, compete, cross_neighbours, fill_gene, mutate
from ergodoku.methods.generations import FIRST, POSITIONS, STAGE
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
    same_state,
    sample,
    started,
)

PLAIN = Evolution(population=20, logic="none")


def evolution(puzzle: Puzzle, method: Evolution = PLAIN, seed: int = 1) -> EvolutionSearch:
    search = started(puzzle, method, seed)
    assert isinstance(search, EvolutionSearch)
    return search


def own_hypercube(landscape: CellVector, count: int, seed: int) -> Digits:
    genes = np.zeros((count + 1, landscape.dimension), dtype=np.uint8)
    strata, rng = np.zeros(count, dtype=np.int64), seeded(seed)
    for gene in range(landscape.dimension):
        fill_gene(landscape.choices, genes, 0, gene, strata, rng)
    return genes[:-1]


def first(landscape: CellVector, count: int, seed: int) -> Digits:
    genes = np.zeros((count, landscape.dimension), dtype=np.uint8)
    for _ in first_population(landscape, genes, np.zeros(count, dtype=np.int64), seeded(seed)):
        pass
    return genes


def winner(energies: np.ndarray, largest: int, rng: np.ndarray) -> int:
    position = np.full(POSITIONS, -1)
    while position[LEFT]:
        compete(energies, largest, position, 2, rng)
    return int(position[LEADER])


def test_the_first_population_is_the_latin_hypercube_of_scipy() -> None:
    from scipy.stats.qmc import LatinHypercube

    landscape = CellVector(reduced(sample("classic-9")))
    start = landscape.choices.start.astype(np.int64)
    each = np.diff(start)
    entropy = np.random.default_rng(seeded(5))
    index = (LatinHypercube(d=len(each), seed=entropy).random(50) * each).astype(np.int64)
    assert (first(landscape, 50, 5) == landscape.choices.digit[start[:-1] + index]).all()


@pytest.mark.parametrize("whose", ["first", "fresh"])
@pytest.mark.parametrize("count", [9, 18, 90])
def test_a_hypercube_has_each_digit_equally_often_in_each_gene(whose: str, count: int) -> None:
    landscape = CellVector(reduced(sample("classic-9")))
    genes = own_hypercube(landscape, count, 5) if whose == "fresh" else first(landscape, count, 5)
    for gene in genes.T:
        assert np.bincount(gene, minlength=10)[1:].tolist() == [count // 9] * 9
    assert len({gene.tobytes() for gene in genes.T}) > 0.9 * landscape.dimension  # in different orders


@pytest.mark.parametrize("name", sorted(LAYOUTS))
def test_hypercubes_and_mutations_reach_every_digit(name: str) -> None:
    landscape = CellVector(reduced(sample(name, 0.2)))
    size = landscape.layout.size
    for genes in (own_hypercube(landscape, 50, 1), first(landscape, 50, 1)):
        assert set(np.unique(genes)) == set(range(1, size + 1))
    redrawn, rng = np.ones(landscape.dimension, dtype=np.uint8), seeded(2)
    seen: set[int] = set()
    for _ in range(40):
        mutate(landscape.choices, redrawn, np.uint64(2**32), rng)
        seen |= set(redrawn.tolist())
    assert seen == set(range(1, size + 1))


def test_genes_are_only_the_digits_that_logic_left() -> None:
    puzzle = Puzzle.parse(HARD)
    search = evolution(puzzle, Evolution(population=30, keep=0.5, stale=5, logic="singles"))
    candidates = search.landscape.reduction.candidates
    for _ in range(20):
        search.advance(1)
        for genes in population(search)[0]:
            assert candidates[search.landscape.cells, genes.astype(np.int64) - 1].all()


@settings(max_examples=30)
@given(st.sampled_from(sorted(LAYOUTS)), st.integers(0, 2**32))
def test_energies_match_a_plain_count(name: str, seed: int) -> None:
    search = evolution(sample(name), Evolution(population=7, elites=0.2, keep=0.6, logic="none"), seed)
    search.advance(seed % 9)
    genes, energies = population(search)
    layout = search.landscape.layout
    for vector, energy in zip(genes, energies, strict=True):
        grid = search.landscape.grid(vector)
        flat = grid.ravel()
        assert keeps_givens(search.landscape.reduction.puzzle, grid)
        assert energy == sum(layout.size - len(set(flat[unit].tolist())) for unit in layout.units)


def test_the_energy_falls_on_a_large_grid() -> None:
    search = evolution(general(49, 0.4), Evolution(population=6, logic="none"))
    before = search.energy
    search.advance(30)
    assert search.best < before


def test_neighbours_exchange_all_genes_after_one_point() -> None:
    genes = np.repeat(np.arange(1, 8, dtype=np.uint8)[:, None], 12, axis=1)  # six members and the spare place
    rng = seeded(3)
    for member in (0, 2, 4):
        cross_neighbours(genes, member, rng)
    for a, b in ((0, 1), (2, 3), (4, 5)):
        point = int(np.flatnonzero(genes[a] != a + 1)[0])
        assert 1 <= point <= 11
        assert genes[a].tolist() == [a + 1] * point + [b + 1] * (12 - point)
        assert genes[b].tolist() == [b + 1] * point + [a + 1] * (12 - point)
    assert genes[6].tolist() == [7] * 12


def test_a_gene_is_redrawn_with_the_given_chance() -> None:
    landscape = CellVector(reduced(sample("classic-16", 0.0)))
    genes, rng = np.zeros(256, dtype=np.uint8), seeded(4)
    changed = 0
    for _ in range(100):
        genes[:] = 0  # not a digit, so that every redraw shows
        mutate(landscape.choices, genes, np.uint64(round(0.05 * 2**32)), rng)
        changed += np.count_nonzero(genes)
    assert abs(changed / 25_600 - 0.05) < 0.006


def test_the_size_of_a_tournament_is_drawn_evenly_from_one_to_the_largest() -> None:
    energies, rng = np.append(np.arange(1000), -1), seeded(6)  # the spare place has the best energy
    mean_of_one = np.mean([winner(energies, 1, rng) for _ in range(3000)])
    mean_of_nine = np.mean([winner(energies, 9, rng) for _ in range(3000)])
    assert abs(mean_of_one - 500) < 25
    expected = np.mean([1000 / (size + 1) for size in range(1, 10)])
    assert abs(mean_of_nine - expected) < 20


def test_a_share_of_each_generation_is_refilled_from_a_new_hypercube() -> None:
    method = Evolution(population=100, keep=0.8, mutation=0.0, logic="none")
    search = evolution(Puzzle.parse(EASY), method)
    search.population.members[0] = 1  # all equal, so that new vectors show
    search.population.energies[0] = search.population.energies[0, 0]
    search.advance(1)
    genes, _ = population(search)
    assert (genes[:80] == 1).all()
    for gene in genes[80:].T:
        assert np.bincount(gene, minlength=10)[1:].min() >= 1  # 20 strata over 9 digits
        assert np.bincount(gene).max() <= 4


def test_a_new_population_is_a_hypercube() -> None:
    search = evolution(Puzzle.parse(HARD), Evolution(population=18, elites=0.1, stale=15, logic="none"))
    while not search.restarts:
        search.advance(1)
    for gene in population(search)[0].T:
        assert np.bincount(gene, minlength=10)[1:].tolist() == [2] * 9


def test_by_default_slightly_more_than_one_gene_per_vector_is_redrawn() -> None:
    search = evolution(Puzzle.parse(EASY))
    assert search.rules.mutating == round(USUAL / search.landscape.dimension * 2**32)


def test_evolve_has_the_parameters_of_its_description() -> None:
    assert method_of("evolve") == Evolution(
        population=100,
        elites=0.0,
        keep=0.8,
        tournament=9,
        mutation=0.05,
        stale=0,
        generations=None,
        logic="none",
    )


def test_evolution_solves_an_easy_puzzle_without_logic() -> None:
    result = solve(Puzzle.parse(EASY), Evolution(logic="none"), seed=2, stop=Iterations(150_000))
    assert result.solved
    assert is_solution(Puzzle.parse(EASY), result.grid)


def test_an_error_about_an_invalid_parameter_names_it() -> None:
    with pytest.raises(ParameterError, match="evolution tournament is 0"):
        Evolution(tournament=0)
    with pytest.raises(ParameterError, match="evolution keep is 2"):
        Evolution(keep=2.0)


def test_ctrl_c_in_the_first_generation_never_changes_the_walk() -> None:
    def interrupted() -> Iterator[None]:
        raise KeyboardInterrupt
        yield

    method = Evolution(population=5000, logic="none")  # a population so large that it is made in pieces
    whole, stopped = (evolution(general(16, 0.1), method) for _ in range(2))
    whole.advance(1)
    assert stopped.position[STAGE] == FIRST
    stopped.making = interrupted()
    with pytest.raises(KeyboardInterrupt):
        stopped.advance(1)
    stopped.advance(1)
    assert same_state(stopped, whole)
