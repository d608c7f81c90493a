"""A sound method passes the conformance suite, and a method that breaks a promise fails."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import count
from typing import Any, ClassVar

import numpy as np
import pytest
from numba import njit

from ergodoku.methods.method import Method, Search, State
from ergodoku.methods.registry import method_of
from ergodoku.puzzle.logic import Reduction
from ergodoku.puzzle.puzzle import Digits
from ergodoku.testing import MethodConformance

SOUND = method_of("cool", {"reheat.after": 50})
TESTS = [name for name in dir(MethodConformance) if name.startswith("test_")]


class Same:
    """A search that passes everything on to a sound search; each subclass breaks one promise."""

    def __init__(self, search: Search) -> None:
        self.search: Any = search

    def __getattr__(self, name: str) -> Any:
        return getattr(self.search, name)

    def advance(self, iterations: int) -> None:
        self.search.advance(iterations)


class WrongEnergy(Same):
    energy = property(lambda self: self.search.energy + 1)


class ChangedGivens(Same):
    def grid(self) -> Digits:
        return np.roll(self.search.grid(), 1)

    def best_grid(self) -> Digits:
        return np.roll(self.search.best_grid(), 1)


class RandomSlices(Same):
    def advance(self, iterations: int) -> None:
        super().advance(iterations)
        self.search.record.rng[0] += np.uint64(1)


class Overshooting(Same):
    def advance(self, iterations: int) -> None:
        super().advance(iterations + 1)


class ForgettingBest(Same):
    best = property(lambda self: self.search.energy)


class LateBest(Same):
    best_iteration = property(lambda self: self.search.iteration)


class FallingNotes(Same):
    @property
    def notes(self) -> Any:
        notes, temperatures = self.search.notes
        return notes[::-1], temperatures


class ManyNotes(Same):
    @property
    def notes(self) -> Any:
        rows = np.arange(2 * self.search.iteration)[:, None] // 2 * np.array([[1, 0, 0, 0, 0]])
        return rows, np.zeros(len(rows))


class SharedState(Same):
    shared: State | None = None

    def state(self) -> State:
        self.shared = self.search.state()
        return self.shared

    def advance(self, iterations: int) -> None:
        super().advance(iterations)
        if self.shared is not None:
            self.shared["rng"][:] = self.search.record.rng


class LostState(Same):
    def restore(self, state: State) -> None:
        self.search.restore(state | {"rng": self.search.record.rng.copy()})


class Restless(Same):
    extra = 0
    accepted = property(lambda self: self.search.accepted + self.extra)

    def advance(self, iterations: int) -> None:
        super().advance(iterations)
        self.extra += iterations if self.search.best == 0 else 0


class ChangedByRecall(Same):
    recalled = False

    def advance(self, iterations: int) -> None:
        if self.recalled:
            self.search.record.rng[0] += np.uint64(1)
        else:
            super().advance(iterations)


class Compiling(Same):
    def advance(self, iterations: int) -> None:
        super().advance(iterations)
        njit(lambda number: number + 1)(iterations)


class Unseeded(Same):
    starts: ClassVar[Iterator[int]] = count()

    def __init__(self, search: Any) -> None:
        super().__init__(search)
        search.record.rng[0] += np.uint64(next(self.starts))


@dataclass(frozen=True)
class Faulty(Method):
    """Annealing whose searches have a fault."""

    name: ClassVar[str] = "faulty"
    fault: type[Same] = Same
    logic: str = "none"

    def start(self, reduction: Reduction, seed: int, replica: int = 0) -> Search:
        return self.fault(SOUND.start(reduction, seed, replica))  # type: ignore[return-value]


FAULTS = [
    (WrongEnergy, "givens_are_kept_and_the_energy_is_correct_on_every_layout"),
    (ChangedGivens, "givens_are_kept_and_the_energy_is_correct_on_every_layout"),
    (RandomSlices, "slices_never_change_the_walk"),
    (RandomSlices, "slices_of_one_iteration_never_change_the_walk"),
    (Unseeded, "seed_and_replica_decide_the_walk"),
    (Unseeded, "workers_never_change_the_result"),
    (Unseeded, "checkpoint_and_resume_are_exact"),
    (Overshooting, "an_iteration_limit_is_exact"),
    (Overshooting, "counters_never_fall_and_the_best_never_rises"),
    (ForgettingBest, "counters_never_fall_and_the_best_never_rises"),
    (LateBest, "counters_never_fall_and_the_best_never_rises"),
    (FallingNotes, "notes_are_bounded_and_in_order_whatever_the_slices"),
    (ManyNotes, "notes_are_bounded_and_in_order_whatever_the_slices"),
    (SharedState, "a_saved_state_is_a_copy_and_enough_to_continue"),
    (LostState, "a_saved_state_is_a_copy_and_enough_to_continue"),
    (LostState, "checkpoint_and_resume_are_exact"),
    (Restless, "advancing_a_solved_search_changes_nothing"),
    (ChangedGivens, "full_almost_full_and_empty_puzzles_work"),
    # A search that ignores the stop would hang this test, so another fault is used.
    (ChangedGivens, "a_stop_is_obeyed_with_the_largest_parameters"),
    (Unseeded, "a_halt_inside_an_iteration_never_changes_the_walk"),
    (ChangedByRecall, "a_recall_never_changes_the_walk"),
    (Compiling, "a_second_search_compiles_nothing"),
]


def suite_for(fault: type[Same]) -> MethodConformance:
    suite = MethodConformance()
    suite.method = Faulty(fault)
    return suite


@pytest.mark.parametrize("test", TESTS)
def test_a_sound_method_passes(test: str) -> None:
    assert getattr(suite_for(Same), test)() is None  # a broken promise would raise an error


@pytest.mark.parametrize(("fault", "test"), FAULTS)
def test_a_broken_promise_is_found(fault: type[Same], test: str) -> None:
    with pytest.raises(AssertionError):
        getattr(suite_for(fault), f"test_{test}")()


@pytest.mark.parametrize("test", [test for fault, test in FAULTS if fault is LostState])
def test_a_method_whose_searches_can_be_saved_must_not_declare_that_they_cannot(test: str) -> None:
    suite = suite_for(Same)
    suite.checkpoints = False
    with pytest.raises(pytest.fail.Exception, match="DID NOT RAISE"):
        getattr(suite, f"test_{test}")()


def test_every_test_of_the_suite_finds_a_fault() -> None:
    assert {f"test_{test}" for _, test in FAULTS} == {*TESTS}
