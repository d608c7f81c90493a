"""Reheating: when it happens, what it changes, and what it keeps."""

from __future__ import annotations

import numpy as np
import pytest

from ergodoku.base.errors import ParameterError
from ergodoku.methods.annealing import Reheat
from ergodoku.methods.annealing.annealing import Annealing, AnnealingSearch
from ergodoku.methods.schedules import Adaptive, Constant, Geometric, Hyperbolic, Schedule
from ergodoku.methods.walk import QUIET
from tests.samples import missing_from_lines, same_state, started, trap

FROZEN = 1e-9  # no swap that raises the energy is accepted
PUZZLE = trap()


def search_with(schedule: object, reheat: Reheat | None, **options: object) -> AnnealingSearch:
    return started(PUZZLE, Annealing(schedule, reheat, logic="none", **options))  # type: ignore


def run_until_reheated(search: AnnealingSearch, most: int = 1_000_000) -> None:
    restarts = search.restarts
    while search.restarts == restarts:
        assert search.iteration < most
        search.advance(1)


def until_stuck(search: AnnealingSearch, after: int) -> None:
    while search.numbers[QUIET] < after:
        search.advance(after - int(search.numbers[QUIET]))


@pytest.mark.parametrize("after", [1, 7, 50])
def test_a_search_reheats_after_exactly_the_given_iterations_without_an_accepted_swap(after: int) -> None:
    search = search_with(Constant(0.2, 1), Reheat(after, "multiply", 1.0, refill=False))
    quiet, fired = 0, 0
    for _ in range(5_000):
        accepted, restarts = search.accepted, search.restarts
        search.advance(1)
        assert (search.restarts > restarts) == (quiet >= after)
        if search.restarts > restarts:
            quiet, fired = 0, fired + 1
        quiet = 0 if search.accepted > accepted else quiet + 1
    assert fired > 10


def test_if_watch_is_energy_an_accepted_swap_that_keeps_the_energy_does_not_prevent_a_reheat() -> None:
    search = search_with(Constant(0.2, 1), Reheat(40, "multiply", 1.0, watch="energy", refill=False))
    quiet, fired, level = 0, 0, 0
    for _ in range(5_000):
        accepted, restarts, energy = search.accepted, search.restarts, search.energy
        search.advance(1)
        assert (search.restarts > restarts) == (quiet >= 40)
        if search.restarts > restarts:
            quiet, fired = 0, fired + 1
        level += search.accepted > accepted and search.energy == energy
        quiet = 0 if search.energy != energy else quiet + 1
    assert fired > 10
    assert level > 10


def test_if_watch_is_improvement_only_a_new_lowest_energy_prevents_a_reheat() -> None:
    search = search_with(Constant(5.0, 1), Reheat(500, "multiply", 1.0, watch="improvement", refill=False))
    lowest, quiet, fired = search.energy, 0, 0
    for _ in range(10_000):
        restarts, energy = search.restarts, search.energy
        search.advance(1)
        assert (search.restarts > restarts) == (quiet >= 500)
        if search.restarts > restarts:
            lowest, quiet, fired = energy, 0, fired + 1
        quiet += 1
        if search.energy < lowest:
            lowest, quiet = search.energy, 0
    assert fired > 10


def test_a_search_reheats_when_the_temperature_falls_below_a_limit() -> None:
    search = search_with(Geometric(1.0, 0.5), Reheat(10**9, "multiply", 1000.0, below=0.01))
    search.advance(7)
    assert (search.restarts, search.temperature) == (0, 0.5**7)
    search.advance(1)  # the reheat, and one iteration at the new temperature
    assert search.restarts == 1
    assert search.temperature == pytest.approx(0.5**7 * 1000 * 0.5)


@pytest.mark.parametrize(
    ("how", "amount", "expected"), [("multiply", 20.0, 6.0), ("add", 2.0, 2.3), ("restart", 9.9, 0.3)]
)
def test_a_reheat_multiplies_the_temperature_adds_to_it_or_restarts_the_schedule(
    how: str, amount: float, expected: float
) -> None:
    search = search_with(Constant(0.3, 1), Reheat(20, how, amount))
    run_until_reheated(search)
    assert search.temperature == pytest.approx(expected)


@pytest.mark.parametrize("schedule", [Geometric(0.3, 0.999, 10), Hyperbolic(0.3, 0.001, 10)])
def test_after_a_reheat_the_temperature_falls_by_the_same_factors_as_at_the_start(
    schedule: Geometric,
) -> None:
    search = search_with(schedule, Reheat(60, "multiply", 3.0, refill=False))
    temperature = search.temperature
    while search.restarts == 0:
        temperature = search.temperature
        search.advance(1)
    begun = search.iteration - 1
    search.advance(100 - (search.iteration - begun))
    assert search.restarts == 1
    fall = schedule.temperatures(np.arange(11.0))
    assert search.temperature == pytest.approx(3.0 * temperature * fall[10] / fall[0])


def test_after_a_reheat_with_refill_the_board_is_new_and_its_energy_is_correct() -> None:
    search = search_with(Constant(FROZEN), Reheat(500, "multiply", 1.0))
    search.advance(50_000)
    assert search.restarts > 10
    assert search.energy == missing_from_lines(PUZZLE.layout, search.grid())
    until_stuck(search, 500)
    frozen = search.energy
    search.advance(1)
    assert search.energy > frozen
    assert search.energy == missing_from_lines(PUZZLE.layout, search.grid())


def test_a_reheat_without_refill_keeps_the_board() -> None:
    search = search_with(Constant(FROZEN), Reheat(500, "multiply", 1.0, refill=False))
    until_stuck(search, 500)
    board, energy = search.grid(), search.energy
    search.advance(1)
    assert search.restarts == 1
    assert np.count_nonzero(search.grid() != board) in (0, 2)  # at most one swap follows
    assert search.energy <= energy


def test_the_best_board_survives_every_refill() -> None:
    search = search_with(Constant(0.3), Reheat(100, "multiply", 1.0))
    best = search.best
    for _ in range(200):
        search.advance(50)
        assert search.best <= best
        best = search.best
        assert missing_from_lines(PUZZLE.layout, search.best_grid()) == best
    assert search.restarts > 5


def test_a_reheat_clears_the_quiet_counter() -> None:
    search = search_with(Constant(FROZEN), Reheat(2000, "multiply", 1.0, refill=False))
    search.advance(100_000)
    restarts = search.restarts
    until_stuck(search, 2000)
    search.advance(1)
    assert search.restarts == restarts + 1
    assert search.numbers[QUIET] <= 1


def test_a_reheat_that_does_not_raise_the_temperature_finishes_the_search_instead_of_hanging() -> None:
    search = search_with(Constant(0.1), Reheat(100, "multiply", 0.0, below=0.05))
    search.advance(10**6)
    assert search.finished
    assert search.iteration < 10**6


def test_a_search_finishes_at_once_if_its_schedule_starts_below_the_reheat_temperature() -> None:
    search = search_with(Constant(0.1), Reheat(100, "restart", below=0.5))
    search.advance(1000)
    assert (search.finished, search.iteration) == (True, 0)


def test_a_search_that_starts_below_its_end_temperature_finishes_at_once_even_with_restarts() -> None:
    search = search_with(Constant(0.1), None, end=0.5, restarts=True)
    search.advance(1000)
    assert (search.finished, search.iteration) == (True, 0)


def test_a_search_with_a_limit_of_0_iterations_finishes_at_once_even_with_restarts() -> None:
    search = search_with(Constant(1.0), None, iterations=0, restarts=True)
    search.advance(1000)
    assert (search.finished, search.iteration, search.restarts) == (True, 0, 0)


def test_recalling_a_search_with_an_adaptive_schedule_does_not_change_its_walk() -> None:
    recalled, free = (search_with(Adaptive(1.0, 0.01, 0.9, 10), None) for _ in range(2))
    for _ in range(5):
        recalled.recalled = True
        recalled.advance(10)
        recalled.recalled = False
        recalled.advance(10 - recalled.iteration % 10)
        free.advance(recalled.iteration - free.iteration)
        assert same_state(recalled, free)


def test_a_restart_resets_the_temperature_of_an_adaptive_schedule() -> None:
    search = search_with(Adaptive(1.0, 0.0, 1.0, 10), None, end=0.1, restarts=True)
    search.advance(781)
    assert not search.finished
    assert search.restarts == 19  # 1, 1/2, 1/4, 1/8: a restart after every four epochs of ten iterations


def test_a_schedule_that_starts_at_0_cannot_be_reheated_by_a_factor() -> None:
    class Nothing(Schedule):
        def temperatures(self, epochs: np.ndarray) -> np.ndarray:
            return np.zeros(len(epochs))

    search = search_with(Nothing(), Reheat(2000, "multiply", 2.0))
    with pytest.raises(ParameterError, match="cannot be reheated"):
        search.advance(10**6)


@pytest.mark.parametrize("bad", [5, "multiply", Reheat])
def test_anything_but_a_reheat_is_refused(bad: object) -> None:
    with pytest.raises(ParameterError, match="annealing reheat is"):
        Annealing(reheat=bad)  # type: ignore[arg-type]


def test_reheats_keep_the_temperature_finite_even_if_the_schedule_never_cools() -> None:
    search = search_with(Geometric(100.0, 1.0), Reheat(1, "multiply", 10.0, "improvement", refill=False))
    search.advance(2000)
    assert search.iteration == 2000
    # If the temperature had no limit, this many reheats would make it infinite.
    assert search.restarts > 320
    assert search.temperature == 1e9
