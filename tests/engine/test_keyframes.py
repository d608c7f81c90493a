"""Keyframes: a small number of boards, which depend on the walk alone."""

from __future__ import annotations

from itertools import pairwise

import numpy as np
import pytest

from ergodoku.engine import keyframes as module
from ergodoku.engine.result import Result
from ergodoku.engine.run import Run
from ergodoku.engine.solve import solve
from ergodoku.engine.stop import Iterations
from ergodoku.methods.focused import Focused
from ergodoku.puzzle.puzzle import Puzzle
from tests.samples import HARD, general, plain_energy, trap

LIMIT = Iterations(30_000)
FOCUSED = Focused(logic="none")  # never ends on `trap()`


def boards(result: Result) -> list[tuple[int, bytes]]:
    return [(iteration, grid.tobytes()) for iteration, grid in result.keyframes]


@pytest.mark.parametrize("replicas", [1, 2])
def test_slices_and_workers_do_not_change_keyframes(replicas: int) -> None:
    def run(**options: int | None) -> list[tuple[int, bytes]]:
        return boards(
            Run(
                trap(),
                FOCUSED,
                seed=3,
                stop=LIMIT,
                replicas=replicas,
                keyframes=True,
                **options,  # type: ignore[arg-type]
            ).finish()
        )

    expected = run(workers=1)
    assert len(expected) > 100
    assert run(workers=2, slice_iterations=777) == expected
    assert run(workers=1, slice_iterations=50_000) == expected


def test_every_improvement_of_a_small_run_is_kept() -> None:
    result = solve(general(9, 0.3), "annealing", seed=1, stop=LIMIT, keyframes=True)
    kept = {plain_energy(result.puzzle.layout, grid) for _, grid in result.keyframes}
    assert len(result.trace) > 100
    early = result.trace.best[result.trace.iteration <= 300]
    assert set(early.tolist()) <= kept
    assert result.energy in kept


def test_a_board_that_does_not_change_is_kept_only_once() -> None:
    result = solve(trap(), "cool", seed=1, stop=LIMIT, keyframes=True)
    grids = [grid for _, grid in result.keyframes[:-1]]
    assert len(grids) > 10
    assert all(not np.array_equal(a, b) for a, b in pairwise(grids))


def test_keyframes_show_the_replica_that_won() -> None:
    result = solve(general(9, 0.3), "focused", seed=5, replicas=4, keyframes=True)
    assert result.solved
    iteration, last = result.keyframes[-1]
    assert iteration == result.iterations
    assert np.array_equal(last, result.grid)
    assert result.keyframes[0][0] == 0


def test_long_runs_keep_few_boards_but_always_the_beginning_and_the_end() -> None:
    result = solve(trap(), FOCUSED, seed=1, stop=Iterations(500_000), keyframes=True)
    iterations = [iteration for iteration, _ in result.keyframes]
    assert len(iterations) <= module.MOST + module.MOST_IMPROVEMENTS + 300
    assert iterations == sorted(set(iterations))
    assert sum(iteration < 1000 for iteration in iterations) > 20
    assert max(np.diff(iterations)) <= 500_000 // 20  # not exactly even, because repeated boards are skipped
    assert iterations[-1] == 500_000


def test_memory_is_bounded_for_large_grids(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "MOST_BYTES", 40 * 81)
    result = solve(trap(), FOCUSED, seed=1, stop=LIMIT, keyframes=True)
    assert 20 <= len(result.keyframes) <= module.FEWEST + module.FEWEST // 2 + 2


def test_probing_keeps_partial_boards() -> None:
    result = solve(Puzzle.parse(HARD), "probing", seed=1, keyframes=True)
    assert result.solved
    assert any((grid == 0).any() for _, grid in result.keyframes)
    assert np.array_equal(result.keyframes[-1][1], result.grid)
