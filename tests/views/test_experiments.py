"""The experiments of the lesson: their measurements are correct, and the same for the same seed."""

from __future__ import annotations

import numpy as np
import pytest

import ergodoku as eg
from ergodoku.base.errors import ParameterError
from ergodoku.views.experiments import (
    Times,
    acceptance_at,
    energies_at,
    expected_iterations,
    freezing_point,
    times_at,
    times_over_seeds,
)
from tests.samples import EASY, HARD


def test_energies_follow_boltzmanns_law() -> None:
    energies = energies_at(HARD, [0.6, 1.0, 3.0], iterations=200_000)
    assert energies.share.sum(axis=1) == pytest.approx(1)
    assert energies.boltzmann.sum(axis=1) == pytest.approx(1)
    apart = np.abs(energies.share - energies.boltzmann).sum(axis=1) / 2
    assert (apart < 0.08).all()
    wrong = np.abs(energies.share[[0, 1]] - energies.boltzmann[[1, 0]]).sum(axis=1) / 2
    assert (wrong > 0.5).all()
    means = energies.share @ energies.energy
    assert (np.diff(means) > 5).all()


def test_a_walk_that_is_solved_at_once_has_no_histogram() -> None:
    with pytest.raises(ParameterError, match="harder puzzle"):
        energies_at("1... ..3. .4.. ...2", [0.4])


def test_acceptance_and_energy_rise_with_the_temperature() -> None:
    measured = acceptance_at(HARD, [0.3, 1.0, 5.0], iterations=20_000)
    assert (np.diff(measured.acceptance) > 0.1).all()
    assert (np.diff(measured.energy) > 5).all()
    assert measured.freezing == freezing_point(HARD) == pytest.approx(0.34, abs=0.02)


def test_the_freezing_point_is_the_one_that_annealing_uses() -> None:
    run = eg.solve(HARD, eg.Annealing(logic="none"), seed=1, stop=eg.Iterations(10))
    assert run.trace.temperature[0] == freezing_point(HARD)


def test_times_at_a_temperature_are_the_iterations_of_runs_at_this_temperature() -> None:
    times = times_at(EASY, [0.35, 5.0], runs=3, limit=20_000, seed=4)
    run = eg.solve(
        EASY, eg.Annealing(schedule=eg.Constant(0.35), logic="none"), seed=5, stop=eg.Iterations(20_000)
    )
    assert times.iterations[0, 1] == run.iterations
    assert times.solved[0].all()
    assert not times.solved[1].any()
    assert times.expected[0] == times.iterations[0].mean()
    assert np.isinf(times.expected[1])
    again = times_over_seeds(EASY, eg.Annealing(schedule=eg.Constant(0.35), logic="none"), runs=3, seed=4)
    assert again.iterations.tolist() == times.iterations[0].tolist()


def test_restarts_cut_a_long_tail_and_do_not_help_with_an_exponential_distribution() -> None:
    rng = np.random.default_rng(1)
    even = rng.exponential(1000, 5000).astype(np.int64) + 1
    tail = np.where(rng.random(5000) < 0.3, 200_000, even)
    times = [Times(t, np.ones(5000, dtype=bool), 10**6) for t in (even, tail)]
    assert times[0].with_restarts(3000) == pytest.approx(float(times[0].expected), rel=0.05)
    best = times[1].best_restart()
    assert best < 20_000
    assert times[1].with_restarts(best) < 0.05 * float(times[1].expected)
    drawn, spent = rng.choice(tail, (4000, 400)), 0.0  # simulate the restarts
    for row in drawn:
        lost = int(np.argmax(row <= best))
        spent += lost * best + row[lost]
    assert spent / 4000 == pytest.approx(times[1].with_restarts(best), rel=0.05)


def test_without_a_solved_run_the_expected_time_is_infinite_and_the_best_restart_is_unknown() -> None:
    lost = Times(np.full(9, 50), np.zeros(9, dtype=bool), 50)
    assert np.isinf(expected_iterations(lost.iterations, lost.solved))
    with pytest.raises(ParameterError, match="raise the limit"):
        lost.best_restart()


@pytest.mark.parametrize("temperatures", [[], [0.0], [1.0, -2.0]])
def test_temperatures_must_be_above_0(temperatures: list[float]) -> None:
    with pytest.raises(ParameterError, match="above 0"):
        times_at(EASY, temperatures)
