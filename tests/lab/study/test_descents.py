"""The descent of a run shows when its best energy fell, and the store returns the descent unchanged."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ergodoku.base.errors import StudyError
from ergodoku.engine.run import Run
from ergodoku.engine.stop import Iterations
from ergodoku.lab.study.descents import (
    POINTS,
    Descent,
    descent_of,
    pack_descent,
    unpack_descent,
    unpack_descents,
)
from ergodoku.methods.method import falls_of
from ergodoku.methods.registry import method_of
from ergodoku.puzzle.logic import reduce_by
from ergodoku.puzzle.puzzle import Puzzle
from tests.lab.studies import study_in
from tests.samples import EASY, HARD, general

LONG = 40_000  # iterations: enough to thin the records four times


@pytest.mark.parametrize("name", ["lewis", "focused"])
def test_falls_match_a_walk_that_is_watched_step_by_step(name: str) -> None:
    method = method_of(name)
    reduction = reduce_by(general(16, 0.35), "none")
    watched, search = (method.start(reduction, 3) for _ in range(2))
    search.advance(LONG)
    seen = [(0, watched.best)]
    while watched.iteration < min(LONG, search.iteration):
        watched.advance(1)
        if watched.best < seen[-1][1]:
            seen.append((watched.iteration, watched.best))
    falls = search.falls.tolist()
    assert falls[0] == list(seen[0])
    assert falls[-1] == list(seen[-1])
    assert [f for f in falls if f[0] < 4096] == [list(s) for s in seen if s[0] < 4096]
    at, energies = np.array(seen)[:, 0], np.array(seen)[:, 1]
    for iteration, energy in falls:  # a fall at iteration i is recorded at most 1 + i/2,048 iterations late
        first = at[np.argmax(energies <= energy)]
        assert first <= iteration <= first + 1 + first / 2048


@settings(max_examples=60)
@given(st.lists(st.tuples(st.integers(1, 2**40), st.integers(1, 300), st.floats(0, 1)), max_size=60))
def test_packing_a_descent_loses_nothing(points: list[tuple[int, int, float]]) -> None:
    iteration = np.cumsum([p[0] for p in points], dtype=np.int64)
    energy = np.cumsum([p[1] for p in points], dtype=np.int64)[::-1].copy()
    share = np.sort(np.array([p[2] for p in points], dtype=np.float64))
    back = unpack_descent(pack_descent(Descent(iteration, energy, share)))
    assert back.iteration.tolist() == iteration.tolist()
    assert back.energy.tolist() == energy.tolist()
    np.testing.assert_allclose(back.share, share, rtol=1 / 2048, atol=1e-7)


def test_unpacking_many_descents_at_once_gives_the_same_as_unpacking_each_alone() -> None:
    generator = np.random.default_rng(1)
    packed = []
    for points in (3, 0, 1, 40, 0):
        iteration = np.cumsum(generator.integers(1, 2**33, points))
        energy = np.sort(generator.integers(0, 500, points))[::-1].copy()
        packed.append(pack_descent(Descent(iteration, energy, np.linspace(0, 1, points))))
    count, iterations, energies = unpack_descents(packed)
    alone = [unpack_descent(one) for one in packed]
    assert count.tolist() == [3, 0, 1, 40, 0]
    assert iterations.tolist() == [x for one in alone for x in one.iteration.tolist()]
    assert energies.tolist() == [y for one in alone for y in one.energy.tolist()]
    assert [len(part) for part in unpack_descents([])] == [0, 0, 0]
    with pytest.raises(StudyError, match="a stored descent is damaged"):
        unpack_descents([packed[0], b"nonsense"])


def test_a_long_descent_is_thinned_and_keeps_its_ends() -> None:
    run = Run(general(36, 0.3), "lewis", seed=1, stop=Iterations(30_000), alone=True)
    result = run.finish()
    descent = descent_of(run)
    assert len(run.searches[0].falls) > POINTS == len(descent)
    assert (descent.iteration[0], descent.energy[-1]) == (0, result.energy)
    assert (np.diff(descent.energy) < 0).all()
    assert (np.diff(descent.share) >= 0).all()
    assert 0 <= descent.share[0] <= descent.share[-1] <= 1


def test_a_run_solved_by_logic_has_no_descent() -> None:
    run = Run(Puzzle.parse(EASY), "focused", alone=True)
    run.finish()
    assert len(descent_of(run)) == 0
    assert len(unpack_descent(pack_descent(descent_of(run)))) == 0


def test_a_study_stores_the_descent_of_every_run(tmp_path: Path) -> None:
    study = study_in(tmp_path / "s", puzzles=[Puzzle.parse(HARD)], contenders=["focused", "auto"], runs=2)
    with study.run() as store:
        columns = store.columns("iterations", "energy")
        keys = [(0, contender, repetition) for contender in range(2) for repetition in range(2)]
        found = list(store.descents([*keys, (7, 7, 7)]))
    assert found.pop() is None
    for descent, iterations, energy in zip(found, columns["iterations"], columns["energy"], strict=True):
        assert descent is not None
        assert descent.energy[-1] == energy
        assert descent.iteration[-1] <= iterations


def test_a_damaged_descent_is_a_clear_error() -> None:
    with pytest.raises(StudyError, match="a stored descent is damaged"):
        unpack_descent(b"nonsense")


def test_without_records_only_the_last_fall_is_known() -> None:
    assert falls_of(np.empty((0, 2), dtype=np.int64), 12, 5).tolist() == [[12, 5]]
