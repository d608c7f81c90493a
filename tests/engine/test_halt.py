"""Ending a slice in the middle of an iteration never changes a result."""

from __future__ import annotations

import pytest

from ergodoku.engine import halt
from ergodoku.engine.run import Run
from ergodoku.engine.stop import Flag, Iterations, Stagnation, Stop
from ergodoku.methods.genetic import Genetic
from ergodoku.methods.method import Method
from ergodoku.methods.portfolio import Portfolio
from ergodoku.puzzle.layout import Layout
from ergodoku.puzzle.puzzle import Puzzle
from tests.samples import general, trap

CASES: dict[str, tuple[Puzzle, Method, Stop]] = {
    "solved": (general(16, 0.5), Portfolio("focused,annealing,genetic", logic="singles"), Iterations(10**7)),
    "limited": (trap(), Portfolio("annealing,genetic", logic="none"), Iterations(30_000)),
    "stagnant": (trap(), Genetic(population=30, climb=5, logic="none"), Stagnation(20)),
}


@pytest.mark.parametrize("workers", [1, 2])
@pytest.mark.parametrize("case", CASES)
def test_short_slices_do_not_change_the_result(
    case: str, workers: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    puzzle, method, stop = CASES[case]

    def outcome() -> tuple[object, ...]:
        run = Run(puzzle, method, seed=3, replicas=4, workers=workers, stop=stop, keyframes=True)
        result = run.finish()
        assert run.keyframes is not None
        kept = [
            (k, grid.tolist()) for k, grid in run.keyframes.of(result.replica, run.searches[result.replica])
        ]
        return result.status, result.replica, result.iterations, result.grid.tolist(), kept

    expected = outcome()
    halts = []
    ask = halt.Halt.__call__

    def counted(self: halt.Halt) -> bool:
        halts.append(ask(self))
        return halts[-1]

    monkeypatch.setattr(halt, "LONGEST", 0.0005)
    monkeypatch.setattr(halt.Halt, "__call__", counted)
    assert outcome() == expected
    assert any(halts)


def test_a_flag_can_end_a_run_inside_an_iteration() -> None:
    asked = []

    def raised() -> bool:
        asked.append(True)
        return len(asked) > 5

    endless = Genetic(population=1000, climb=1_000_000, logic="none")
    result = Run(Puzzle(Layout.of(36), [0] * 36**2), endless, stop=Flag(raised)).finish()
    assert result.iterations == 0
    assert result.grid.all()
