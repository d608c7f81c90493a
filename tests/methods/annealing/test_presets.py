"""Each preset matches its description, number by number."""

from __future__ import annotations

import numpy as np
import pytest

import ergodoku as eg
from ergodoku.landscape.boxes import Boxes
from ergodoku.landscape.random import seeded
from ergodoku.landscape.sampling import swap_energies
from ergodoku.methods.annealing import Reheat
from ergodoku.methods.annealing.annealing import Annealing, AnnealingSearch
from ergodoku.methods.parameters import configure
from ergodoku.methods.registry import method_of
from ergodoku.methods.schedules import Geometric, Hyperbolic, Lewis
from ergodoku.methods.walk import QUIET
from ergodoku.puzzle.puzzle import Puzzle
from tests.samples import HARD, missing_from_lines, reduced, started, trap

PUZZLE = trap()  # never solved, and freezes soon
DOCUMENTED = "3......2.......9642.8....5.17..8.......2....7....5.4....9........6..4..5.2.9.6..."


def preset(name: str, **settings: object) -> AnnealingSearch:
    return started(PUZZLE, configure(method_of(name), settings) if settings else name)  # type: ignore


def until_stuck(search: AnnealingSearch, after: int) -> None:
    while search.numbers[QUIET] < after:
        search.advance(after - int(search.numbers[QUIET]))
        assert not search.finished


@pytest.mark.parametrize("name", ["reheat", "lewis", "cool", "hyperbolic"])
def test_presets_search_without_logic(name: str) -> None:
    assert method_of(name).logic == "none"


def test_reheat_has_the_parameters_of_its_description() -> None:
    assert method_of("reheat") == Annealing(
        Geometric(10.0, 0.99999, 1),
        Reheat(10_000, "multiply", 10.0 / 0.3, "change", 1e-4, True),
        end=1e-6,
        iterations=5_000_000,
        logic="none",
    )


def test_cool_has_the_parameters_of_its_description() -> None:
    assert method_of("cool") == Annealing(
        Geometric(0.5, 1 - 1e-5, 1),
        Reheat(5_000, "multiply", 0.5 / 0.3, "change", 1e-4, True),
        iterations=5_000_000,
        logic="none",
    )


def test_lewis_has_the_parameters_of_its_description() -> None:
    assert method_of("lewis") == Annealing(
        Lewis(0.98855, 100), Reheat(800, "add", 2.0, "energy", 0.0, False), logic="none"
    )


def test_hyperbolic_has_the_parameters_of_its_description() -> None:
    assert method_of("hyperbolic") == Annealing(
        Hyperbolic(100.0, 0.99, 1), None, end=0.01, restarts=False, iterations=100_000, logic="none"
    )


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("reheat", 10.0 * 0.99999**1000),
        ("cool", 0.5 * (1 - 1e-5) ** 1000),
        ("hyperbolic", 100 / (1 + 0.99 * 1000)),
    ],
)
def test_presets_have_the_expected_temperature_after_1000_iterations(name: str, expected: float) -> None:
    search = preset(name)
    search.advance(1000)
    assert search.temperature == pytest.approx(expected, rel=1e-12)


def test_lewis_cools_after_as_many_iterations_as_there_are_givens() -> None:
    puzzle = Puzzle.parse(HARD)
    search = started(puzzle, "lewis", seed=6)
    start = float(np.std(swap_energies(Boxes(reduced(puzzle)), seeded(6, 0), 100))) + 1e-4
    assert search.temperature == start
    search.advance(puzzle.clues - 1)
    assert search.temperature == start
    search.advance(1)
    assert search.temperature == pytest.approx(start * 0.98855)
    search.advance(1000 - puzzle.clues)
    assert search.temperature == pytest.approx(start * 0.98855 ** (1000 // puzzle.clues))


@pytest.mark.parametrize(
    ("name", "after", "factor"), [("reheat", 10_000, 10 / 0.3), ("cool", 5_000, 0.5 / 0.3)]
)
def test_reheat_and_cool_multiply_the_temperature_and_deal_a_new_board_when_stuck(
    name: str, after: int, factor: float
) -> None:
    search = preset(name, **{"schedule.start": 0.05, "reheat.refill": True})  # cold, so it soon gets stuck
    until_stuck(search, after)
    assert search.restarts == 0
    temperature, energy, best = search.temperature, search.energy, search.best
    cooling = search.method.schedule.cooling  # type: ignore[attr-defined]
    search.advance(1)
    assert search.restarts == 1
    assert search.temperature == pytest.approx(temperature * factor * cooling)
    assert search.energy > energy
    assert search.energy == missing_from_lines(PUZZLE.layout, search.grid())
    assert search.best == best
    assert search.numbers[QUIET] <= 1


@pytest.mark.parametrize(("name", "factor"), [("reheat", 10 / 0.3), ("cool", 0.5 / 0.3)])
def test_reheat_and_cool_raise_the_temperature_if_it_falls_below_one_ten_thousandth(
    name: str, factor: float
) -> None:
    search = preset(name, **{"schedule.start": 1.0001e-4, "reheat.after": 10**9})
    search.advance(2)
    while search.temperature >= 1e-4:
        assert search.restarts == 0
        search.advance(1)
    temperature = search.temperature
    search.advance(1)
    assert search.restarts == 1
    assert search.temperature == pytest.approx(temperature * factor, rel=1e-4)


@pytest.mark.parametrize(("puzzle", "seeds"), [(DOCUMENTED, 5), (eg.Recipe(clues=36), 50)])
def test_lewis_never_freezes_for_good_and_its_temperature_stays_bounded(
    puzzle: str | eg.Recipe, seeds: int
) -> None:
    chosen = puzzle if isinstance(puzzle, str) else eg.generate(puzzle, seed=7)
    for seed in range(seeds):
        result = eg.solve(chosen, "lewis", seed=seed)
        assert result.solved
        assert result.trace.temperature.min() > 0.01
        assert result.trace.temperature.max() < 5


def test_lewis_adds_2_to_the_temperature_and_keeps_the_board_when_stuck() -> None:
    search = preset("lewis")
    until_stuck(search, 800)
    temperature, board, best = search.temperature, search.grid(), search.best
    search.advance(1)
    assert search.restarts == 1
    assert search.temperature == pytest.approx(temperature + 2)
    assert np.count_nonzero(search.grid() != board) in (0, 2)
    assert search.best <= best
    assert search.numbers[QUIET] <= 1


@pytest.mark.parametrize("name", ["reheat", "cool"])
def test_reheat_and_cool_finish_after_their_limit_of_iterations(name: str) -> None:
    search = preset(name, iterations=12_345)
    search.advance(1_000_000)
    assert (search.finished, search.iteration) == (True, 12_345)


def test_hyperbolic_finishes_after_10_101_iterations() -> None:
    search = preset("hyperbolic")
    search.advance(100_000)
    assert search.finished
    assert search.iteration == 10_101  # the first i with 100 / (1 + 0.99 i) < 0.01
    assert search.temperature < 0.01 <= 100 / (1 + 0.99 * 10_100)


def test_hyperbolic_with_restarts_starts_again_when_frozen() -> None:
    search = preset("hyperbolic", restarts="true")
    search.advance(10_101)
    energy, best = search.energy, search.best
    assert (search.restarts, search.finished) == (0, False)
    search.advance(1)
    assert search.restarts == 1
    assert search.energy > energy
    assert search.energy == missing_from_lines(PUZZLE.layout, search.grid())
    assert search.best == best
    assert search.temperature == pytest.approx(100 / 1.99)
    search.advance(1_000_000)
    assert (search.finished, search.iteration) == (False, 1_010_102)


@pytest.mark.parametrize("slices", [1, 7])
def test_with_restarts_the_limit_of_iterations_counts_from_each_start(slices: int) -> None:
    search = preset("hyperbolic", restarts="true", end="0", iterations="1000")
    for _ in range(slices):
        search.advance(7000 // slices)
    assert (search.finished, search.iteration, search.restarts) == (False, 7000, 6)
    search.advance(1)
    assert search.restarts == 7
    assert search.temperature == pytest.approx(100 / 1.99)
