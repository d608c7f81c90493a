"""The ant colony follows the rules of its paper."""

from __future__ import annotations

import numpy as np
import pytest

from ergodoku.base.errors import ParameterError
from ergodoku.engine.solve import solve
from ergodoku.engine.stop import Iterations, Seconds
from ergodoku.landscape.random import seeded
from ergodoku.methods.ants.ants import Ants, AntsSearch
from ergodoku.methods.ants.colony import ANT, STALE, STEP, VALUE, choose, reward
from ergodoku.methods.registry import find
from ergodoku.methods.walk import LOWEST
from ergodoku.puzzle.logic import PLACED
from ergodoku.puzzle.logic.reduction import candidate_matrix
from ergodoku.puzzle.puzzle import Puzzle
from tests.samples import (
    BEYOND_LOGIC_UNSOLVABLE,
    EASY,
    HARD,
    LAYOUTS,
    general,
    is_solution,
    plain_energy,
    sample,
    started,
)

PAPER = Ants(restart=0, logic="none")
ENDLESS = Puzzle.parse(BEYOND_LOGIC_UNSOLVABLE)


def colony(puzzle: Puzzle, method: Ants = PAPER, seed: int = 1) -> AntsSearch:
    search = started(puzzle, method, seed)
    assert isinstance(search, AntsSearch)
    return search


def strewn(search: AntsSearch, seed: int = 7) -> AntsSearch:
    """Give every candidate a different pheromone."""
    tau = search.colony.pheromone
    tau[:] = np.random.default_rng(seed).uniform(0.1, 1.0, tau.shape)
    return search


def to_the_last_choice_of_a_cycle(search: AntsSearch) -> dict[str, np.ndarray]:
    """Advance until a new cycle has started, and return the state before the last choice of the old cycle."""
    while True:
        before, step = search.state(), int(search.colony.counters[STEP])
        search.advance(1)
        assert search.best > 0
        if search.colony.counters[STEP] < step:
            return before  # type: ignore[return-value]


def test_the_defaults_are_the_values_of_the_paper() -> None:
    method = find("ants").method
    assert isinstance(method, Ants)
    assert (method.ants, method.greedy, method.local, method.rho, method.evaporation) == (
        10,
        0.9,
        0.1,
        0.9,
        0.005,
    )


def test_every_pheromone_starts_as_one_over_the_number_of_cells() -> None:
    assert (colony(sample("classic-4")).colony.pheromone == 1 / 16).all()
    assert (colony(ENDLESS).colony.pheromone == 1 / 81).all()


def test_ants_start_at_new_random_cells_in_every_cycle() -> None:
    search = colony(ENDLESS)
    first = search.colony.first.copy()
    assert len(set(first.tolist())) > 5
    to_the_last_choice_of_a_cycle(search)
    assert search.colony.first.tolist() != first.tolist()


def test_ants_move_in_step_and_skip_cells_that_are_filled_or_failed() -> None:
    search = strewn(colony(ENDLESS, Ants(ants=4, restart=0, logic="none")))
    first, moment = search.colony.first.copy(), (-1, -1)
    for _ in range(60):
        tau, digit, left = (
            a.copy() for a in (search.colony.pheromone, search.colony.digit, search.colony.left)
        )
        search.advance(1)
        if (search.colony.first != first).any():
            break
        ((cell, chosen),) = np.argwhere(search.colony.pheromone != tau).tolist()
        ant = (int(search.colony.counters[ANT]) - 1) % 4
        step = (cell - int(first[ant])) % 81
        assert search.colony.digit[ant, cell] == chosen
        others = [k for k in range(4) if k != ant]
        assert (search.colony.digit[others] == digit[others]).all()
        passed = [(s, a) for s in range(81) for a in range(4) if moment < (s, a) < (step, ant)]
        for s, a in passed:
            place = (int(first[a]) + s) % 81
            assert digit[a, place] >= 0 or left[a, place] == 0
        moment = step, ant
    assert moment > (20, 0)


def test_a_choice_lowers_only_the_pheromone_of_the_chosen_candidate() -> None:
    search = strewn(colony(sample("classic-4", 0.0), Ants(local=0.25, logic="none")))
    before = search.colony.pheromone.copy()
    search.advance(1)
    ((cell, digit),) = np.argwhere(search.colony.pheromone != before)
    assert search.colony.pheromone[cell, digit] == 0.75 * before[cell, digit] + 0.25 / 16


def test_a_greedy_ant_takes_the_strongest_candidate() -> None:
    search = strewn(colony(ENDLESS, Ants(greedy=1.0, logic="none")))
    candidates = candidate_matrix(search.landscape.layout, search.landscape.base)
    rng = seeded(1)
    for cell in np.flatnonzero(search.landscape.base.digit < 0).tolist():
        strongest = np.where(candidates[cell], search.colony.pheromone[cell], -1).argmax()
        assert all(choose(search.colony, 0, cell, 1.0, rng) == strongest for _ in range(20))


def test_equally_strong_candidates_are_taken_equally_often() -> None:
    search, rng = colony(ENDLESS), seeded(3)
    base = search.landscape.base
    cell = int(np.flatnonzero(base.digit < 0)[0])
    taken = np.bincount([choose(search.colony, 0, cell, 1.0, rng) for _ in range(2000)])
    expected = 2000 / base.left[cell]
    assert np.count_nonzero(taken) == base.left[cell]
    assert (np.abs(taken[taken > 0] - expected) < 5 * expected**0.5).all()


@pytest.mark.parametrize("greedy", [0.0, 0.6])
def test_a_choice_that_is_not_greedy_is_drawn_in_proportion_to_the_pheromone(greedy: float) -> None:
    search, rng = strewn(colony(ENDLESS)), seeded(4)
    candidates = candidate_matrix(search.landscape.layout, search.landscape.base)
    cell = int(candidates.sum(axis=1).argmax())
    weights = np.where(candidates[cell], search.colony.pheromone[cell], 0)
    chance = (1 - greedy) * weights / weights.sum()
    chance[weights.argmax()] += greedy
    count = 20_000
    drawn = np.bincount([choose(search.colony, 0, cell, greedy, rng) for _ in range(count)], minlength=9)
    assert (np.abs(drawn - count * chance) <= 4.5 * np.sqrt(count * chance * (1 - chance))).all()


def test_the_global_update_rewards_the_best_grid_so_far() -> None:
    search = strewn(colony(ENDLESS, Ants(rho=0.7, evaporation=0.1, restart=0, logic="none")))
    search.advance(40)  # in the middle of a cycle
    ants = search.colony
    ants.values[VALUE] = 0.0
    filled = ants.done[:, PLACED]
    leader, value = int(filled.argmax()), 81 / (81 - int(filled.max()))
    tau, digit = ants.pheromone.copy(), ants.digit[leader].copy()
    reward(ants, search.record, search.habits)

    expected = tau.copy()
    for cell in np.flatnonzero(digit >= 0).tolist():
        expected[cell, digit[cell]] = (1.0 - 0.7) * tau[cell, digit[cell]] + 0.7 * value
    assert ants.pheromone.tolist() == expected.tolist()
    assert ants.guide.tolist() == digit.tolist() == ants.shown.tolist()
    assert ants.values[VALUE] == value * (1.0 - 0.1)

    ants.values[VALUE] = 100.0  # an earlier grid was better, so it stays the best grid
    ants.guide[:] = -1
    ants.guide[5] = 3
    tau = ants.pheromone.copy()
    reward(ants, search.record, search.habits)
    assert np.argwhere(ants.pheromone != tau).tolist() == [[5, 3]]
    assert ants.pheromone[5, 3] == (1.0 - 0.7) * tau[5, 3] + 0.7 * 100.0
    assert ants.values[VALUE] == 100.0 * (1.0 - 0.1)


def test_the_best_value_falls_until_a_new_grid_exceeds_it() -> None:
    search = colony(ENDLESS, Ants(greedy=0.0, evaporation=0.05, restart=0, logic="none"))
    faded = renewed = 0
    for _ in range(60):
        before = to_the_last_choice_of_a_cycle(search)
        last, value = float(before["colony_values"][VALUE]), 81 / search.energy
        filled = before["colony_done"][:, PLACED]
        assert search.energy <= 81 - filled.max()
        assert search.colony.values[VALUE] == max(last, value) * (1 - 0.05)
        if value > last:
            assert search.colony.guide.tolist() == search.colony.shown.tolist()
            renewed += 1
        else:
            assert search.colony.guide.tolist() == before["colony_guide"].tolist()
            faded += 1
    assert faded > 3
    assert renewed > 3


@pytest.mark.parametrize(
    "method", [PAPER, Ants(rho=1.0, local=1.0, evaporation=1.0), Ants(rho=0.0, ants=1, greedy=0)]
)
def test_the_pheromone_stays_between_its_initial_value_and_the_number_of_cells(method: Ants) -> None:
    search = colony(ENDLESS, method)
    for _ in range(20):
        search.advance(500)
        assert search.colony.pheromone.min() >= (1 - 1e-12) / 81
        assert search.colony.pheromone.max() <= 81


def test_a_stale_colony_forgets_everything_except_its_best_grid() -> None:
    search = colony(ENDLESS, Ants(restart=5, logic="none"))
    stale, forgotten = 0, 0
    for _ in range(100):
        lowest, restarts, best = int(search.numbers[LOWEST]), search.restarts, search.best
        to_the_last_choice_of_a_cycle(search)
        stale = 0 if search.energy < lowest else stale + 1
        assert (search.restarts > restarts) == (stale == 5)
        if stale == 5:
            assert search.colony.pheromone == pytest.approx(1 / 81, rel=1e-12)
            assert search.colony.values[VALUE] == 0
            assert search.best <= best
            stale, forgotten = 0, forgotten + 1
        assert search.colony.counters[STALE] == stale
    assert forgotten > 3


def test_an_easy_and_a_hard_9x9_are_solved_for_every_seed() -> None:
    for text in (EASY, HARD):
        puzzle = Puzzle.parse(text)
        for seed in range(4):
            result = solve(puzzle, Ants(logic="none"), seed=seed, stop=Seconds(10))
            assert result.solved
            assert is_solution(puzzle, result.grid)


@pytest.mark.parametrize("name", sorted(LAYOUTS))
def test_the_method_with_its_defaults_solves_every_layout(name: str) -> None:
    puzzle = sample(name, 0.3)
    result = solve(puzzle, "ants", seed=1, stop=Iterations(500_000))
    assert result.solved
    assert is_solution(puzzle, result.grid)


def test_the_energy_falls_on_large_grids() -> None:
    for size in (25, 36, 49):
        puzzle = general(size, 0.6)
        search = colony(puzzle, Ants(ants=2))
        start = search.energy
        search.advance(3000)
        assert search.best < start
        assert search.best == plain_energy(puzzle.layout, search.best_grid())


def test_contradictory_givens_finish_the_search_at_once_and_the_givens_are_kept() -> None:
    puzzle = Puzzle.parse("123. ...4 .... ....")
    search = colony(puzzle)
    assert search.finished
    assert search.grid().ravel().tolist() == puzzle.flat.tolist()


@pytest.mark.parametrize(
    ("field", "value"),
    [("ants", 0), ("ants", 1.5), ("greedy", 1.1), ("rho", -0.1), ("restart", -1), ("logic", "x")],
)
def test_an_error_about_an_invalid_parameter_names_it(field: str, value: object) -> None:
    with pytest.raises(ParameterError, match=f"ants {field}"):
        Ants(**{field: value})  # type: ignore[arg-type]
