"""Every search: slices do not change the walk, a state is all it needs, and what it tells is true."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ergodoku.methods.annealing import Annealing, Reheat
from ergodoku.methods.auto import Automatic
from ergodoku.methods.focused import Focused
from ergodoku.methods.registry import Method, find
from ergodoku.methods.schedules import Adaptive, Geometric, Lewis
from ergodoku.methods.walk import SAMPLES
from ergodoku.puzzle.puzzle import Puzzle
from tests.samples import (
    HARD,
    NAMES,
    SLOTS,
    general,
    is_solution,
    keeps_givens,
    plain_energy,
    same_state,
    sample,
    started,
    trap,
)

# What each search does rarely should happen often here: epochs, restarts, sweeps, turns.
METHODS: dict[str, Method] = {name: find(name).method for name in NAMES} | {
    "steered": Annealing(Adaptive(1.0, 0.05, 0.1, 37), Reheat(150, "multiply", 2.0), logic="none"),
    "improving": Annealing(
        Geometric(0.5, 0.99, 41), Reheat(300, "add", 0.3, "improvement", refill=False), logic="singles"
    ),
    "restarting": Annealing(Geometric(1.0, 0.999), end=0.2, restarts=True, logic="none"),
    "short": Annealing(Lewis(0.9), Reheat(100, "restart"), iterations=9_999),
    "sweeping": Focused(stretches=3, sweep=1, doublings=2, logic="none"),
    "in turns": Automatic(choices=50, steps=300),
}
PUZZLES = {name: sample(name) for name in SLOTS} | {"hard": Puzzle.parse(HARD), "trap": trap()}
methods = pytest.mark.parametrize("method", sorted(METHODS))


@methods
@settings(max_examples=6)
@given(
    puzzle=st.sampled_from(sorted(PUZZLES)),
    seed=st.integers(0, 2**64),
    slices=st.lists(st.one_of(st.integers(0, 60), st.integers(1, 6000)), max_size=12),
)
def test_slices_do_not_change_the_walk(method: str, puzzle: str, seed: int, slices: list[int]) -> None:
    whole = started(PUZZLES[puzzle], METHODS[method], seed)
    sliced = started(PUZZLES[puzzle], METHODS[method], seed)
    whole.advance(sum(slices))
    for length in slices:
        sliced.advance(length)
        assert sliced.temperature >= 0 or math.isnan(sliced.temperature)  # looking changes nothing either
    assert same_state(whole, sliced)


@methods
def test_slices_of_one_iteration_do_not_change_the_walk(method: str) -> None:
    whole, sliced = started(trap(), METHODS[method], 3), started(trap(), METHODS[method], 3)
    whole.advance(1500)
    for _ in range(1500):
        sliced.advance(1)
    assert same_state(whole, sliced)


@methods
@pytest.mark.parametrize("first", [0, 777, 9_000])
def test_a_state_is_all_that_is_needed_to_go_on(method: str, first: int) -> None:
    puzzle = PUZZLES["diagonal-9" if first % 2 else "hard"]
    walked = started(puzzle, METHODS[method], 5)
    walked.advance(first)
    state = walked.state()
    resumed = started(puzzle, METHODS[method], 5)
    resumed.advance(1234)  # nothing of this may be left
    resumed.restore(state)
    assert same_state(walked, resumed)
    walked.advance(5_000)
    resumed.advance(5_000)
    assert same_state(walked, resumed)
    walked.restore(state)  # back in time
    walked.advance(5_000)
    assert same_state(walked, resumed)


@methods
@pytest.mark.parametrize("puzzle", sorted(PUZZLES))
def test_what_a_search_tells_is_true(method: str, puzzle: str) -> None:
    asked = PUZZLES[puzzle]
    search = started(asked, METHODS[method], 11)
    lowest, found_at = search.best, 0
    for length in [0, 1, 10, 100, 1000, 3000, 7000]:
        search.advance(length)
        assert search.energy == plain_energy(asked.layout, search.grid())
        assert search.best == plain_energy(asked.layout, search.best_grid())
        assert keeps_givens(asked, search.grid())
        assert keeps_givens(asked, search.best_grid())
        assert search.best <= min(lowest, search.energy)
        assert (search.best == 0) == is_solution(asked, search.best_grid())
        assert found_at <= search.best_iteration <= search.iteration
        assert 0 <= search.accepted <= search.iteration
        lowest, found_at = search.best, search.best_iteration


@methods
def test_the_best_iteration_is_when_the_best_energy_was_first_seen(method: str) -> None:
    search = started(PUZZLES["hard"], METHODS[method], 2)
    best, since = search.best, 0
    for iteration in range(1, 1500):
        search.advance(1)
        if search.best < best:
            best, since = search.best, iteration
        assert search.best_iteration == since


@methods
def test_seeds_and_replicas_walk_apart_and_the_same_ones_together(method: str) -> None:
    def after(seed: int, replica: int) -> bytes:
        search = started(general(16, 0.3), METHODS[method], seed, replica)
        search.advance(50)
        return search.grid().tobytes()

    assert after(1, 0) == after(1, 0)
    assert len({after(1, 0), after(1, 1), after(2, 0), after(2, 1)}) == 4


@pytest.mark.parametrize("method", ["annealing", "focused", "probing", "reheat", "steered"])
def test_notes_are_even_and_never_more_than_4096(method: str) -> None:
    search = started(trap() if method != "probing" else general(25, 0.4), METHODS[method], 1)
    strides = set()
    for length in [1, 4094, 1, 1, 5000, 30_000, 2] if method != "probing" else [1, 4094, 1, 1, 5000]:
        search.advance(length)
        notes, temperatures = search.notes
        stride = int(notes[0, 0])
        assert len(notes) == len(temperatures) < SAMPLES
        assert notes[:, 0].tolist() == list(range(stride, search.iteration + 1, stride))
        assert (np.diff(notes[:, 2]) <= 0).all()
        strides.add(stride)
    assert 1 in strides
    assert max(strides) >= 4


def test_a_note_holds_what_was_true_at_its_iteration() -> None:
    noted = started(trap(), "cool", 8)
    noted.advance(6000)
    seen = {}
    walked = started(trap(), "cool", 8)
    for iteration in range(1, 6001):
        walked.advance(1)
        seen[iteration] = [iteration, walked.energy, walked.best, walked.accepted, walked.restarts]
    notes, temperatures = noted.notes
    assert notes.tolist() == [seen[iteration] for iteration in notes[:, 0].tolist()]
    assert temperatures == pytest.approx(0.5 * (1 - 1e-5) ** (notes[:, 0] - 1.0))


@pytest.mark.parametrize("name", NAMES)
def test_a_solved_search_stands_still(name: str) -> None:
    search = started(sample("classic-4", 0.3), find(name).method)
    search.advance(100_000)
    assert search.best == 0
    state = search.state()
    search.advance(1000)
    assert {k: a.tobytes() for k, a in search.state().items()} == {k: a.tobytes() for k, a in state.items()}


@methods
def test_a_state_stays_as_it_was_when_the_search_goes_on(method: str) -> None:
    search = started(general(16, 0.3), METHODS[method])
    state = search.state()
    kept = {name: array.copy() for name, array in state.items()}
    search.advance(100)
    assert all(state[name].tobytes() == kept[name].tobytes() for name in kept)
