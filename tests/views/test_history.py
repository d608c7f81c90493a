"""A long history is reduced to a few values, without inventing any."""

from __future__ import annotations

import numpy as np

from ergodoku.engine.run import Run
from ergodoku.engine.stop import Iterations
from ergodoku.methods.annealing import Annealing
from ergodoku.puzzle.puzzle import Puzzle
from ergodoku.views.history import averaged, history
from tests.samples import EASY, HARD


def test_the_history_of_a_search_has_its_energy_temperature_and_acceptance() -> None:
    run = Run(Puzzle.parse(HARD), Annealing(logic="none"), seed=1, stop=Iterations(2000))
    result = run.finish()
    curves = history(run, result.replica)
    assert curves.keys() == {"energy", "temperature", "acceptance"}
    assert len({len(values) for values in curves.values()}) == 1
    assert curves["energy"].min() >= result.energy
    assert (curves["acceptance"] >= 0).all()
    assert (curves["acceptance"] <= 1).all()


def test_a_puzzle_solved_by_logic_has_no_history() -> None:
    run = Run(Puzzle.parse(EASY), Annealing(), seed=1)
    run.finish()
    assert history(run, 0) == {}


def test_a_long_series_is_reduced_to_the_means_of_its_sections() -> None:
    assert averaged(np.array([0.0, 0, 6, 8, 1, 1]), 3).tolist() == [0, 7, 1]
    assert averaged(np.array([1.0, 2]), 5).tolist() == [1, 2]


def test_unknown_values_are_left_out_of_a_mean() -> None:
    means = averaged(np.array([np.nan, 4, np.nan, np.nan]), 2)
    assert means[0] == 4
    assert np.isnan(means[1])
