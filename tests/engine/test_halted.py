"""Halting a slice at any moment changes neither the winner nor the keyframes."""

from __future__ import annotations

import numpy as np
import pytest

from ergodoku.engine import checkpoint
from ergodoku.engine.halt import Halt
from ergodoku.engine.result import Result
from ergodoku.engine.run import Run
from ergodoku.engine.stop import Iterations
from ergodoku.methods.genetic import Genetic
from tests.samples import HARD, general, trap

CASES = [
    (HARD, "annealing", 20_000),
    (general(16, 0.4), "focused", 300_000),
    (trap(), Genetic(population=40, logic="none"), 100),
    (trap(), "lewis", 20_000),
]


def outcome(result: Result) -> tuple[object, ...]:
    boards = [(iteration, grid.tobytes()) for iteration, grid in result.keyframes]
    return result.status, result.replica, result.iterations, result.energy, result.grid.tobytes(), boards


@pytest.mark.parametrize("keyframes", [False, True])
@pytest.mark.parametrize("case", range(len(CASES)))
def test_halts_at_random_moments_never_change_the_result(
    monkeypatch: pytest.MonkeyPatch, case: int, keyframes: bool
) -> None:
    puzzle, method, limit = CASES[case]
    for seed in range(3):

        def run(slice_iterations: int, seed: int = seed) -> tuple[object, ...]:
            stop = Iterations(limit)
            return outcome(
                Run(
                    puzzle,
                    method,
                    seed=seed,
                    replicas=3,
                    workers=1,
                    stop=stop,
                    keyframes=keyframes,
                    slice_iterations=slice_iterations,
                ).finish()
            )

        expected = run(limit // 7)
        with monkeypatch.context() as patch:
            rng = np.random.default_rng(seed)
            asked: list[bool] = []

            def halts(self: Halt, rng: np.random.Generator = rng, asked: list[bool] = asked) -> bool:
                asked.append(bool(rng.random() < 0.2))
                return asked[-1]

            patch.setattr(Halt, "__call__", halts)
            for length in (limit // 7, limit // 50):
                assert run(length) == expected
        assert any(asked)


def test_a_halted_run_is_saved_at_once_and_continues_exactly(
    monkeypatch: pytest.MonkeyPatch, tmp_path: object
) -> None:
    path = f"{tmp_path}/run.npz"
    expected = Run(trap(), "lewis", seed=1, replicas=3, workers=1, stop=Iterations(30_000)).finish()
    run = Run(
        trap(), "lewis", seed=1, replicas=3, workers=1, stop=Iterations(30_000), slice_iterations=10_000
    )
    with monkeypatch.context() as patch:
        patch.setattr(Halt, "__call__", lambda self: run.searches[0].iteration > 0)
        run.advance()
    before = [search.iteration for search in run.searches]
    assert run.walks.lagging
    checkpoint.save(run, path)
    assert [search.iteration for search in run.searches] == before  # saving does not finish the slice
    resumed = checkpoint.load(path, stop=Iterations(30_000))
    assert (resumed.iteration, resumed.walks.lagging) == (run.iteration, True)
    assert outcome(resumed.finish()) == outcome(expected)
