"""`solve`: its results are correct for any input."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ergodoku.base.errors import PuzzleError
from ergodoku.engine.result import Result
from ergodoku.engine.solve import solve
from ergodoku.engine.stop import Iterations
from ergodoku.methods.probing import Probing
from ergodoku.puzzle.layout import Layout
from ergodoku.puzzle.puzzle import Puzzle
from tests.samples import (
    BEYOND_LOGIC_UNSOLVABLE,
    EASY,
    HARD,
    LAYOUTS,
    NAMES,
    general,
    is_solution,
    keeps_givens,
    plain_energy,
    sample,
    trap,
)

SIZES = (4, 6, 8, 9, 10, 12, 14, 15, 16, 18, 20, 25, 30, 36)
CONTRADICTION = "123. ...4 .... ...."


def assert_true(result: Result) -> None:
    """Check everything that a result claims."""
    puzzle, grid = result.puzzle, result.grid
    assert grid.shape == (puzzle.size, puzzle.size)
    assert keeps_givens(puzzle, grid)
    assert result.energy == plain_energy(puzzle.layout, grid)
    assert result.solved == (result.status == "solved") == (result.energy == 0)
    assert result.solved == is_solution(puzzle, grid)
    assert result.seconds >= 0


@settings(max_examples=30)
@given(
    st.sampled_from(sorted(LAYOUTS)),
    st.sampled_from(NAMES),
    st.sampled_from([0.0, 0.2, 0.5, 0.9, 1.0]),
    st.integers(0, 2**32),
    st.integers(0, 4_000),
    st.integers(1, 3),
)
def test_every_result_is_correct(
    layout: str, method: str, fraction: float, seed: int, iterations: int, replicas: int
) -> None:
    puzzle = sample(layout, fraction)
    assert_true(solve(puzzle, method, seed=seed, stop=Iterations(iterations), replicas=replicas))


@pytest.mark.parametrize("method", NAMES)
@pytest.mark.parametrize("text", [HARD, BEYOND_LOGIC_UNSOLVABLE, CONTRADICTION, EASY, "trap"])
def test_every_method_returns_correct_results_for_every_kind_of_puzzle(method: str, text: str) -> None:
    puzzle = trap() if text == "trap" else Puzzle.parse(text)
    result = solve(puzzle, method, seed=1, stop=Iterations(3000))
    assert_true(result)
    assert result.method == method


@pytest.mark.parametrize("name", sorted(LAYOUTS))
def test_the_default_solves_every_layout(name: str) -> None:
    result = solve(sample(name, 0.4), seed=1)
    assert result.solved
    assert_true(result)


@pytest.mark.parametrize("size", SIZES)
def test_an_empty_grid_of_any_size_is_filled(size: int) -> None:
    result = solve(Puzzle(Layout.of(size), np.zeros(size * size, dtype=np.uint8)), seed=1)
    assert result.solved
    assert_true(result)


@pytest.mark.parametrize("method", ["annealing", "focused", "probing", "cool"])
@pytest.mark.parametrize("size", [4, 6, 9])
def test_every_method_fills_an_empty_grid(method: str, size: int) -> None:
    result = solve(Puzzle(Layout.of(size), np.zeros(size * size, dtype=np.uint8)), method, seed=1)
    assert result.solved
    assert_true(result)


@pytest.mark.parametrize("method", NAMES)
@pytest.mark.parametrize("blank", [0, 1])
def test_a_grid_with_at_most_one_empty_cell_needs_no_iteration(method: str, blank: int) -> None:
    full = solve(EASY).grid.ravel().copy()
    full[40 : 40 + blank] = 0
    result = solve(Puzzle(Layout.of(9), full), method)
    assert (result.status, result.iterations) == ("solved", 0)
    assert_true(result)


def test_other_seeds_find_other_solutions_of_the_same_puzzle() -> None:
    puzzle = sample("classic-9", 0.15)
    results = [solve(puzzle, seed=seed) for seed in range(5)]
    assert all(result.solved for result in results)
    assert len({result.grid.tobytes() for result in results}) > 1


@pytest.mark.parametrize("method", ["auto", "annealing", "focused", "probing"])
def test_a_contradiction_found_by_logic_is_reported_with_a_reason(method: str) -> None:
    result = solve(CONTRADICTION, method)
    assert (result.status, result.found_by, result.iterations) == ("unsolvable", "logic", 0)
    assert "no " in result.reason
    assert result.grid.ravel().tolist() == result.puzzle.flat.tolist()


def test_givens_that_contradict_each_other_are_refused() -> None:
    with pytest.raises(PuzzleError, match="appears twice"):
        solve("11" + "." * 79)


def test_the_result_says_that_logic_found_the_solution() -> None:
    result = solve(EASY)
    assert (result.found_by, result.iterations, len(result.trace)) == ("logic", 0, 0)


def test_the_result_names_the_method_that_found_its_grid() -> None:
    assert solve(HARD, seed=1).found_by == "probing"
    assert solve(general(25, 0.45), seed=1).found_by == "focused"
    assert solve(HARD, "cool", seed=1, stop=Iterations(10)).found_by == "cool"


def test_a_result_can_be_reproduced_from_its_fields() -> None:
    from ergodoku.methods.registry import method_of

    result = solve(HARD, "annealing", seed=12345)
    again = solve(
        result.puzzle, method_of("annealing", result.parameters), seed=result.seed, replicas=result.replicas
    )
    assert again.grid.tobytes() == result.grid.tobytes()
    assert again.iterations == result.iterations


@pytest.mark.parametrize(("count", "words"), [(1, " 1 iteration, "), (2, " 2 iterations, ")])
def test_a_printed_result_counts_its_iterations(count: int, words: str) -> None:
    assert words in repr(solve(HARD, "annealing", seed=1, stop=Iterations(count)))


def test_a_result_becomes_json() -> None:
    told = solve(HARD, seed=1).to_dict()
    assert told["puzzle"] == HARD
    assert told["status"] == "solved"
    assert len(told["grid"]) == 81
    assert set(told) == {
        "puzzle",
        "status",
        "reason",
        "grid",
        "energy",
        "method",
        "found_by",
        "parameters",
        "seed",
        "iterations",
        "seconds",
        "version",
    }
    assert isinstance(solve(general(16, 0.5)).to_dict()["grid"], list)


def test_a_random_first_board_that_is_a_solution_is_credited_to_the_method() -> None:
    several = Puzzle.parse(".4635.1.......52....2..33......6.132", box="2x3")
    result = solve(several, "focused", seed=1)
    assert (result.status, result.found_by, result.iterations) == ("solved", "focused", 0)


def test_a_solution_found_at_the_start_without_logic_is_credited_to_the_method() -> None:
    assert solve(EASY, "probing").found_by == "logic"
    alone = solve(EASY, Probing(logic="none"))
    assert (alone.found_by, alone.iterations) == ("probing", 0)
