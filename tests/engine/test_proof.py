"""How a run proves that a puzzle has no solution."""

from __future__ import annotations

import pytest

from ergodoku.engine import proof
from ergodoku.engine.solve import solve
from ergodoku.engine.stop import Iterations
from ergodoku.puzzle.puzzle import Puzzle
from tests.puzzle.regions import random_jigsaw


@pytest.mark.parametrize("seed", [10, 136, 285, 298])
def test_an_empty_jigsaw_without_a_solution_is_refuted_at_a_fixed_iteration(seed: int) -> None:
    result = solve(Puzzle(random_jigsaw(9, seed), [0] * 81), stop=Iterations(4 * proof.QUICK_AT))
    assert (result.status, result.iterations) == ("unsolvable", proof.QUICK_AT)
