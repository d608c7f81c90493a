"""How a run proves that a puzzle has no solution."""

from __future__ import annotations

import pytest

from ergodoku.engine import proof
from ergodoku.engine.proof import Refutation
from ergodoku.engine.solve import solve
from ergodoku.engine.stop import Iterations
from ergodoku.puzzle.puzzle import Puzzle
from tests.puzzle.regions import random_jigsaw
from tests.samples import HARD, reduced


@pytest.mark.parametrize("seed", [10, 136, 285, 298])
def test_an_empty_jigsaw_without_a_solution_is_refuted_at_a_fixed_iteration(seed: int) -> None:
    result = solve(Puzzle(random_jigsaw(9, seed), [0] * 81), stop=Iterations(4 * proof.QUICK_AT))
    assert (result.status, result.iterations) == ("unsolvable", proof.QUICK_AT)


def test_without_a_process_for_the_proof_the_search_continues(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(puzzle: Puzzle) -> None:
        asked.append(puzzle)
        raise BlockingIOError("Resource temporarily unavailable")

    asked: list[Puzzle] = []
    monkeypatch.setattr("ergodoku.puzzle.exact.Proof", refuse)
    refutation = Refutation(reduced(Puzzle.parse(HARD)), by_clock=True)
    refutation.quick = False
    assert not refutation.found(iteration=10, seconds=10.0)
    assert not refutation.found(iteration=20, seconds=20.0)
    assert len(asked) == 1
    refutation.close()


def test_another_thread_may_close_the_proof_while_a_run_checks_it() -> None:
    class Closing(Refutation):
        """A refutation that another thread closes as soon as `proof` has been read once."""

        @property  # type: ignore[override]
        def proof(self) -> Never | None:
            return self.proofs.pop() if self.proofs else None

        @proof.setter
        def proof(self, proof: None) -> None:
            self.proofs = [Never()]

    refutation = Closing(reduced(Puzzle.parse(HARD)), by_clock=True)
    refutation.quick = False
    assert not refutation.found(iteration=10, seconds=10.0)


class Never:
    """A proof that never ends."""

    def unsolvable(self) -> bool:
        return False
