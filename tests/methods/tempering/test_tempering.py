"""Replica exchange: when boards are exchanged and the ladder adapts; threads change nothing."""

from __future__ import annotations

import numpy as np
import pytest

from ergodoku.methods.tempering.tempering import Tempering, TemperingSearch
from ergodoku.methods.walk import ENERGY
from ergodoku.puzzle.puzzle import Puzzle
from tests.faults import assert_interruptible
from tests.samples import HARD, plain_energy, same_state, started, trap


def tempering(puzzle: Puzzle, seed: int = 1, **parameters: object) -> TemperingSearch:
    search = started(puzzle, Tempering(logic="none", **parameters), seed)  # type: ignore[arg-type]
    assert isinstance(search, TemperingSearch)
    return search


def test_even_and_odd_pairs_of_rungs_exchange_boards_in_turn() -> None:
    search = tempering(trap(), rungs=4, steps=10, adapting=0)
    search.advance(9)
    assert search.ladder.tried.tolist() == [0, 0, 0]
    search.advance(1)
    assert search.ladder.tried.tolist() == [0, 1, 0]
    search.advance(10)
    assert search.ladder.tried.tolist() == [1, 1, 1]


def test_the_ladder_adapts_only_at_the_beginning() -> None:
    search = tempering(trap(), rungs=4, steps=2, adapting=100)
    start = search.ladder.temperatures.copy()
    search.advance(200)
    adapted = search.ladder.temperatures.copy()
    assert (adapted[1:-1] != start[1:-1]).any()
    search.advance(400)
    assert search.ladder.temperatures.tolist() == adapted.tolist()


def test_the_board_on_the_coldest_rung_is_shown() -> None:
    search = tempering(trap(), rungs=4, steps=20)
    for _ in range(50):
        search.advance(7)
        assert search.energy == search.boards.numbers[search.ladder.at[0], ENERGY]
        assert search.energy == plain_energy(search.landscape.layout, search.grid())
    assert search.restarts > 0  # the coldest rung got another board
    assert sorted(search.ladder.at.tolist()) == [0, 1, 2, 3]


def test_notes_hold_the_energy_and_the_temperature_of_every_rung() -> None:
    search = tempering(trap(), rungs=3, steps=16)
    search.advance(16 * 5000)  # long enough for notes to be dropped
    notes, more = search.notes[0], search.extra_notes
    assert {table.shape for table in more.values()} == {(len(notes), 3)}
    assert (more["rung_energy"][:, 0] == notes[:, 1]).all()
    assert (np.diff(more["rung_temperature"], axis=1) > 0).all()


@pytest.mark.parametrize("threads", [2, 5])
def test_threads_never_change_the_walk(threads: int) -> None:
    one, more = (tempering(trap(), rungs=4, steps=700, threads=count) for count in (1, threads))
    for search in (one, more):
        search.advance(5000)
    assert same_state(one, more)


@pytest.mark.parametrize("threads", [1, 2])
def test_after_ctrl_c_the_energies_match_the_boards(threads: int) -> None:
    search = tempering(Puzzle.parse(HARD), threads=threads, cold=3.0, hot=4.0, steps=10**6)
    assert_interruptible(lambda: search.advance(10**9))
    for _ in range(3):  # no thread may keep running
        assert search.best == plain_energy(search.landscape.layout, search.best_grid())
        assert search.energy == plain_energy(search.landscape.layout, search.grid())
