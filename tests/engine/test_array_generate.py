"""A data set is made by several workers, and holds the puzzles of `generate_many` with their solutions."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from ergodoku.base.errors import ParameterError, PuzzleError
from ergodoku.engine.arrays import generate_array, rows
from ergodoku.puzzle.exact import count_solutions
from ergodoku.puzzle.formats import parse
from ergodoku.puzzle.generate import Recipe, generate_many
from tests.faults import assert_interruptible
from tests.samples import is_solution

RECIPES = [
    Recipe(clues=24),
    Recipe(minimal=True),
    Recipe(difficulty="pairs"),
    Recipe(6, clues=12),
    Recipe(16, fraction=0.5),
    Recipe(36, fraction=0.4),
]


@pytest.mark.parametrize("recipe", RECIPES, ids=lambda recipe: f"{recipe.layout.size}-{recipe.clues}")
def test_the_puzzles_are_the_same_as_from_generate_many(
    recipe: Recipe, monkeypatch: pytest.MonkeyPatch
) -> None:
    expected = list(generate_many(7, recipe, seed=3))
    monkeypatch.setattr(rows, "FEWEST", 1)
    for workers in (1, 3):
        data = generate_array(7, recipe, seed=3, workers=workers)
        assert (data.puzzles == np.stack([puzzle.flat for puzzle in expected])).all()
        for puzzle, solution in zip(expected, data.solutions, strict=True):
            assert is_solution(puzzle, solution.reshape(puzzle.givens.shape))


def test_the_solution_of_a_unique_puzzle_is_in_the_same_row() -> None:
    data = generate_array(5, Recipe(clues=26), seed=1)
    for puzzle, solution in zip(*data.to_strings(), strict=True):
        verdict = count_solutions(puzzle)
        assert verdict.solutions == "one"
        assert (verdict.solution == parse(solution).givens).all()


def test_a_data_set_can_be_made_in_parts() -> None:
    whole = generate_array(5, seed=2).to_polars()
    assert whole.columns == ["puzzle", "solution", "clues"]
    assert whole["clues"].to_list() == [32] * 5
    assert generate_array(3, seed=2, first=2).to_polars().equals(whole[2:])
    assert generate_array(0).to_polars().schema == whole.schema
    assert repr(generate_array(0)) == "PuzzleArray(Layout(classic, 9x9, boxes 3x3), 0 puzzles)"


def test_an_impossible_recipe_is_an_error() -> None:
    with pytest.raises(PuzzleError, match="no 4x4 puzzle with one solution and 3 clues"):
        generate_array(4, Recipe(4, clues=3), workers=2)


def test_ctrl_c_ends_the_generation() -> None:
    assert_interruptible(lambda: generate_array(10**6, workers=2))


@pytest.mark.parametrize(
    "options",
    [{"count": -1}, {"seed": -1}, {"first": 0.5}, {"workers": 0}, {"recipe": 9}, {"recipe": 0}],
    ids=str,
)
def test_invalid_options_are_refused(options: dict[str, Any]) -> None:
    with pytest.raises(ParameterError):
        generate_array(**{"count": 1, **options})


@pytest.mark.parametrize("count", [10**18, 10**30])
def test_more_puzzles_than_memory_can_hold_are_refused_with_advice(count: int) -> None:
    with pytest.raises(ParameterError, match=r"not enough memory .*; make them in parts"):
        generate_array(count)
