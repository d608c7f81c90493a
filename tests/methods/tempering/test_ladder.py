"""The ladder: when neighbours exchange boards, and how the spacing of the rungs adapts."""

from __future__ import annotations

import math

import numpy as np
import pytest

from ergodoku.landscape.random import seeded
from ergodoku.methods.tempering.ladder import Ladder


def ladder(*temperatures: float) -> Ladder:
    return Ladder(np.array(temperatures), 8)


def test_neighbours_exchange_with_the_metropolis_probability() -> None:
    rungs, rng = ladder(0.5, 1.0), seeded(1)
    energies = np.array([3, 4])  # the warmer board is worse by one: exp(-(1 / 0.5 - 1 / 1.0))
    for _ in range(4000):
        rungs.at[:] = 0, 1
        rungs.exchange(energies, 0, rng)
    assert rungs.tried.tolist() == [4000]
    assert rungs.rates[0] == pytest.approx(math.exp(-1.0), abs=0.03)


def test_a_better_board_always_moves_to_the_colder_rung() -> None:
    rungs = ladder(0.5, 0.6, 0.7, 0.8)
    energies = np.array([9, 5, 7, 2])
    assert rungs.exchange(energies, 0, seeded(1))  # the coldest rung has another board
    assert rungs.at.tolist() == [1, 0, 3, 2]
    assert not rungs.exchange(energies, 1, seeded(1))
    assert rungs.at.tolist() == [1, 3, 0, 2]
    assert rungs.tried.tolist() == [1, 1, 1]


def test_rungs_move_closer_where_exchanges_are_rare_and_the_ends_do_not_move() -> None:
    rungs = ladder(0.5, 0.7, 1.0)
    rungs.tried[:], rungs.exchanged[:] = 100, [10, 90]
    accept = rungs.accept.copy()
    rungs.space_out()
    cold, middle, hot = rungs.temperatures
    assert (cold, hot) == (0.5, 1.0)
    assert 0.5 < middle < 0.7
    assert rungs.tried.tolist() == rungs.exchanged.tolist() == [0, 0]
    assert (rungs.accept[1, 1:] < accept[1, 1:]).all()  # colder, so fewer moves are accepted
    assert (rungs.accept[[0, 2]] == accept[[0, 2]]).all()
