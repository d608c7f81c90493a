"""Replica exchange: the rules of its ladder, and that threads change nothing."""

from __future__ import annotations

import _thread
import math
import threading

import numpy as np
import pytest

from ergodoku.landscape.random import seeded
from ergodoku.methods.tempering.ladder import Ladder
from ergodoku.methods.tempering.tempering import Tempering, TemperingSearch
from ergodoku.methods.walk import ENERGY
from ergodoku.puzzle.puzzle import Puzzle
from tests.samples import HARD, plain_energy, same_state, started, trap


def tempering(puzzle: Puzzle, seed: int = 1, **parameters: object) -> TemperingSearch:
    search = started(puzzle, Tempering(logic="none", **parameters), seed)  # type: ignore[arg-type]
    assert isinstance(search, TemperingSearch)
    return search


def ladder(*temperatures: float) -> Ladder:
    return Ladder(np.array(temperatures), 8)


def test_neighbours_exchange_as_often_as_metropolis_says() -> None:
    rungs, rng = ladder(0.5, 1.0), seeded(1)
    energies = np.array([3, 4])  # the warmer board is worse by one: exp(-(1 / 0.5 - 1 / 1.0))
    for _ in range(4000):
        rungs.at[:] = 0, 1
        rungs.exchange(energies, 0, rng)
    assert rungs.tried.tolist() == [4000]
    assert rungs.rates[0] == pytest.approx(math.exp(-1.0), abs=0.03)


def test_a_better_board_always_goes_to_the_colder_rung() -> None:
    rungs = ladder(0.5, 0.6, 0.7, 0.8)
    energies = np.array([9, 5, 7, 2])
    assert rungs.exchange(energies, 0, seeded(1))  # the coldest has another board
    assert rungs.at.tolist() == [1, 0, 3, 2]
    assert not rungs.exchange(energies, 1, seeded(1))
    assert rungs.at.tolist() == [1, 3, 0, 2]
    assert rungs.tried.tolist() == [1, 1, 1]


def test_rungs_come_closer_where_exchanges_are_rare_and_the_ends_stay() -> None:
    rungs = ladder(0.5, 0.7, 1.0)
    rungs.tried[:], rungs.exchanged[:] = 100, [10, 90]
    accept = rungs.accept.copy()
    rungs.space_out()
    cold, middle, hot = rungs.temperatures
    assert (cold, hot) == (0.5, 1.0)
    assert 0.5 < middle < 0.7
    assert rungs.tried.tolist() == rungs.exchanged.tolist() == [0, 0]
    assert (rungs.accept[1, 1:] < accept[1, 1:]).all()  # colder, so less is accepted
    assert (rungs.accept[[0, 2]] == accept[[0, 2]]).all()


def test_even_and_odd_pairs_take_turns_to_exchange() -> None:
    search = tempering(trap(), rungs=4, steps=10, adapting=0)
    search.advance(9)
    assert search.ladder.tried.tolist() == [0, 0, 0]
    search.advance(1)
    assert search.ladder.tried.tolist() == [0, 1, 0]
    search.advance(10)
    assert search.ladder.tried.tolist() == [1, 1, 1]


def test_the_ladder_adapts_only_at_first() -> None:
    search = tempering(trap(), rungs=4, steps=2, adapting=100)
    start = search.ladder.temperatures.copy()
    search.advance(200)
    adapted = search.ladder.temperatures.copy()
    assert (adapted[1:-1] != start[1:-1]).any()
    search.advance(400)
    assert search.ladder.temperatures.tolist() == adapted.tolist()


def test_the_coldest_rung_is_shown() -> None:
    search = tempering(trap(), rungs=4, steps=20)
    for _ in range(50):
        search.advance(7)
        assert search.energy == search.boards.numbers[search.ladder.at[0], ENERGY]
        assert search.energy == plain_energy(search.landscape.layout, search.grid())
    assert search.restarts > 0  # another board came to the coldest rung
    assert sorted(search.ladder.at.tolist()) == [0, 1, 2, 3]


def test_every_rung_is_noted() -> None:
    search = tempering(trap(), rungs=3, steps=16)
    search.advance(16 * 5000)  # so many that notes are thinned
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
def test_after_ctrl_c_its_energies_are_true(threads: int) -> None:
    search = tempering(Puzzle.parse(HARD), threads=threads, cold=3.0, hot=4.0, steps=10**6)
    timer = threading.Timer(0.1, _thread.interrupt_main)
    timer.start()
    with pytest.raises(KeyboardInterrupt):
        search.advance(10**9)
    timer.join()
    for _ in range(3):  # nobody goes on behind our back
        assert search.best == plain_energy(search.landscape.layout, search.best_grid())
        assert search.energy == plain_energy(search.landscape.layout, search.grid())
