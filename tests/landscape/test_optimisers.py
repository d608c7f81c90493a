"""The examples: each library accepts the cost function unchanged, and solves a small puzzle with it."""

from __future__ import annotations

import importlib.util
from functools import lru_cache
from pathlib import Path
from types import ModuleType

import numpy as np
import pytest

from ergodoku.landscape.objective import Objective, objective
from ergodoku.puzzle.puzzle import Puzzle
from tests.samples import is_solution

NAMES = ("differential_evolution", "dual_annealing", "nevergrad", "pymoo", "cma", "optuna")
# Some third-party libraries warn about each other when they are imported.
pytestmark = pytest.mark.filterwarnings("ignore")


@lru_cache(maxsize=1)
def examples() -> ModuleType:
    path = Path(__file__).parents[2] / "examples" / "optimisers.py"
    spec = importlib.util.spec_from_file_location("optimisers_example", path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def best(name: str, cost: Objective, evaluations: int) -> np.ndarray:
    vector: np.ndarray = examples().OPTIMISERS[name](cost, evaluations, 1)
    return vector


def test_all_examples_are_tested() -> None:
    assert set(examples().OPTIMISERS) == set(NAMES)


@pytest.mark.parametrize("name", NAMES)
def test_each_example_solves_a_small_puzzle_with_keys(name: str) -> None:
    puzzle = Puzzle.parse(examples().PUZZLES["4x4"])
    cost = objective(puzzle, logic="none", variant="keys")
    x = best(name, cost, 2000)
    assert cost(x) == 0
    assert is_solution(puzzle, cost.decode(x))


@pytest.mark.parametrize("name", NAMES)
def test_each_example_also_minimises_vectors_of_digits_and_is_repeatable(name: str) -> None:
    cost = objective(examples().PUZZLES["4x4"], logic="none")
    first, again = best(name, cost, 300), best(name, cost, 300)
    assert (first == again).all()
    assert cost(first) < cost(np.full(cost.dimension, 1.0)) / 2


def test_cma_returns_the_best_vector_of_all_its_restarts() -> None:
    cost = objective(examples().PUZZLES["6x6"], logic="none", variant="keys")
    seen: list[float] = []

    class Recorded:
        def __call__(self, x: np.ndarray) -> float:
            seen.append(float(cost(x)))
            return seen[-1]

        def __getattr__(self, name: str) -> object:
            return getattr(cost, name)

    assert cost(examples().cma(Recorded(), 500, 1)) == min(seen)
