"""The notes of a walk: evenly spaced, bounded, and correct."""

from __future__ import annotations

import threading
import time

import numpy as np
import pytest

from ergodoku.methods.annealing import Annealing, Reheat
from ergodoku.methods.auto import Auto
from ergodoku.methods.focused import Focused
from ergodoku.methods.method import Method
from ergodoku.methods.schedules import Constant
from ergodoku.methods.walk import SAMPLES, WORK, Walk
from ergodoku.puzzle.logic import as_given
from tests.samples import general, started, trap


@pytest.mark.parametrize("method", ["annealing", "focused", "probing", "reheat"])
def test_notes_are_evenly_spaced_and_never_more_than_4096(method: str) -> None:
    search = started(trap() if method != "probing" else general(25, 0.4), method, 1)
    strides = set()
    for length in [1, 4094, 1, 1, 5000, 30_000, 2] if method != "probing" else [1, 4094, 1, 1, 5000]:
        search.advance(length)
        notes, temperatures = search.notes
        stride = int(notes[1, 0])
        assert len(notes) == len(temperatures) < SAMPLES
        assert notes[:, 0].tolist() == list(range(0, search.iteration + 1, stride))
        assert (np.diff(notes[:, 2]) <= 0).all()
        strides.add(stride)
    assert 1 in strides
    assert max(strides) >= 4


def test_a_note_holds_the_state_at_its_iteration() -> None:
    noted = started(trap(), "cool", 8)
    noted.advance(6000)
    walked = started(trap(), "cool", 8)
    seen = {0: [0, walked.energy, walked.best, 0, 0]}
    for iteration in range(1, 6001):
        walked.advance(1)
        seen[iteration] = [iteration, walked.energy, walked.best, walked.accepted, walked.restarts]
    notes, temperatures = noted.notes
    assert notes.tolist() == [seen[iteration] for iteration in notes[:, 0].tolist()]
    assert temperatures == pytest.approx(0.5 * (1 - 1e-5) ** np.maximum(notes[:, 0] - 1.0, 0))


@pytest.mark.parametrize("method", [Focused(), Auto()], ids=["focused", "auto"])
def test_a_recalled_walk_returns_and_can_continue(method: Method) -> None:
    reduction = as_given(general(49, 0.5))
    search, undisturbed = (method.start(reduction, 1) for _ in range(2))
    search.advance(1000)  # compiles the kernels

    def recall() -> None:
        while search.iteration == 1000:
            time.sleep(0.01)
        search.recalled = True

    other = threading.Thread(target=recall)
    other.start()
    search.advance(10**12)
    other.join()
    reached = search.iteration
    assert 1000 < reached < 10**12
    search.advance(1000)
    assert search.iteration == reached
    search.recalled = False
    search.advance(1000)
    undisturbed.advance(reached + 1000)
    assert search.iteration == undisturbed.iteration
    assert (search.grid() == undisturbed.grid()).all()
    assert "recalled" not in search.state()


@pytest.mark.parametrize("method", ["annealing", "tabu", "tempering", "probing", "differential_evolution"])
def test_the_first_piece_is_short_if_an_iteration_is_long(method: str) -> None:
    search = started(general(36, 0.2), method)
    assert isinstance(search, Walk)
    pieces: list[int] = []
    run_kernel = search.run_kernel

    def watched(end: int) -> None:
        pieces.append(end - search.iteration)
        run_kernel(end)

    search.run_kernel = watched  # type: ignore[method-assign]
    search.halt = lambda: True
    search.advance(10**9)
    assert pieces[0] <= max(1, WORK // search.costliest)


def test_pieces_grow_only_if_they_are_completed() -> None:
    search = started(trap(), Annealing(Constant(0.02), Reheat(50, "multiply", 1.0), logic="none"))
    assert isinstance(search, Walk)
    search.advance(200_000)  # the kernel returns at every reheat, at most 50 iterations after the last swap
    assert search.restarts > 100
    assert search._piece <= 4 * search.method.round
