"""The shape of run-time distributions, checked with SciPy, with an integral, and on simulated runs."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray
from scipy.integrate import quad
from scipy.stats import CensoredData, ecdf, expon, weibull_min

from ergodoku.lab.analysis import Runs, restarts_of
from ergodoku.lab.analysis.restarts import _likelihood, fit_shape, restart_curve, scaled_efforts
from tests.lab.synthetic import LIMIT, made_up

Floats = NDArray[np.float64]


def runs_of(
    shape: float, puzzles: int, each: int, seed: int, limit: float = np.inf
) -> tuple[Floats, NDArray[np.bool_], NDArray[np.int64]]:
    """Return effort, solved and puzzle of each run; the puzzles' difficulties differ by powers of ten."""
    generator = np.random.default_rng(seed)
    puzzle = np.repeat(np.arange(puzzles), each)
    effort = generator.weibull(shape, len(puzzle)) * 10 ** generator.normal(0, 1, puzzles)[puzzle]
    return np.minimum(effort, limit), effort < limit, puzzle


@pytest.mark.parametrize("shape", [0.6, 1.0, 1.7])
def test_on_one_puzzle_the_shape_matches_scipy(shape: float) -> None:
    effort, solved, puzzle = runs_of(shape, 1, 4000, seed=3)
    limit = float(np.quantile(effort, 0.8))
    solved, effort = effort < limit, np.minimum(effort, limit)
    censored = CensoredData(effort[solved], right=effort[~solved])
    theirs, _, _ = weibull_min.fit(censored, floc=0)
    found = fit_shape(effort, solved, puzzle)
    assert found is not None
    assert found.shape == pytest.approx(theirs, rel=1e-3)
    assert found.interval[0] < shape < found.interval[1]
    assert (found.puzzles, found.solved) == (1, int(solved.sum()))


def test_the_scale_of_a_puzzle_matches_an_exponential_fitted_by_scipy() -> None:
    effort, solved, puzzle = runs_of(1.0, 1, 300, seed=5)
    solved[::4] = False
    _, scale = expon.fit(CensoredData(effort[solved], right=effort[~solved]), floc=0)
    spent, won, _ = scaled_efforts(effort, solved, puzzle)
    assert spent == pytest.approx(effort / scale, rel=1e-3)  # SciPy finds its value iteratively
    assert won.tolist() == solved.tolist()


def test_the_likelihood_integrates_over_the_scales_of_the_puzzles() -> None:
    effort, solved, puzzle = runs_of(1.3, 3, 4, seed=8, limit=2.0)
    spent, won, place = scaled_efforts(effort, solved, puzzle)
    deaths = np.bincount(place, won).astype(np.float64)

    def by_integral(shape: float) -> float:
        total = 0.0
        for k in range(len(deaths)):
            mine, hit = spent[place == k], won[place == k]

            def density(log_scale: float, mine: Floats = mine, hit: NDArray[np.bool_] = hit) -> float:
                scale = np.exp(log_scale)
                dead = weibull_min.logpdf(mine[hit], shape, scale=scale).sum()
                return float(np.exp(dead + weibull_min.logsf(mine[~hit], shape, scale=scale).sum()))

            total += np.log(quad(density, -8, 8, limit=200, points=[-1, 0, 1])[0])
        return total

    def ours(shape: float) -> float:
        return _likelihood(spent, place, deaths, float(np.log(spent[won]).sum()), float(np.log(shape)))

    for shape in (0.7, 1.0, 2.0):  # equal up to a constant
        assert ours(shape) - ours(1.5) == pytest.approx(by_integral(shape) - by_integral(1.5), abs=1e-5)


def test_the_interval_covers_the_shape_often_enough_even_with_few_runs_per_puzzle() -> None:
    found = [fit_shape(*runs_of(1.0, 30, 4, seed)) for seed in range(200)]
    held = [one.interval[0] <= 1 <= one.interval[1] for one in found if one is not None]
    assert len(held) == 200
    assert 0.9 <= np.mean(held) <= 0.985
    assert np.mean([one.shape for one in found if one is not None]) == pytest.approx(1, abs=0.03)


def test_puzzles_of_different_difficulty_do_not_suggest_restarts() -> None:
    effort, solved, puzzle = runs_of(1.0, 40, 25, seed=2)
    pooled = fit_shape(effort, solved, np.zeros(len(effort), dtype=np.int64))
    apart = fit_shape(effort, solved, puzzle)
    assert pooled is not None
    assert pooled.verdict == "restart sooner"
    assert apart is not None
    assert apart.verdict == "no significant effect"


def test_heavy_tails_suggest_restarts_and_light_tails_do_not() -> None:
    for shape, verdict in ((0.5, "restart sooner"), (2.0, "do not restart sooner")):
        found = fit_shape(*runs_of(shape, 10, 20, seed=1))
        assert found is not None
        assert found.verdict == verdict


def test_the_cost_of_a_cutoff_is_the_effort_up_to_it_divided_by_the_solutions_within_it() -> None:
    effort, solved, puzzle = runs_of(0.5, 1, 200, seed=6)
    solved[::9] = False
    curve = restart_curve(effort, solved, puzzle)
    spent, won, _ = scaled_efforts(effort, solved, puzzle)
    for cutoff, cost in zip(curve.cutoff[::13], curve.cost[::13], strict=True):
        left = won & (spent <= cutoff)
        assert cost == pytest.approx(np.minimum(spent, cutoff).sum() / left.sum())
    assert curve.cost.min() == curve.best[1] < 0.8
    assert restart_curve(*runs_of(1.0, 1, 2000, seed=6)).cost[-1] == pytest.approx(1)  # no cutoff at all


def test_too_few_runs_give_no_shape_and_no_cutoff() -> None:
    assert fit_shape(*runs_of(1.0, 6, 1, seed=0)) is None
    assert np.isnan(restart_curve(*runs_of(1.0, 2, 4, seed=0)).best).all()


def test_runs_that_logic_solved_say_nothing_about_restarts_although_they_take_time(tmp_path: Path) -> None:
    def outcome(puzzle: int, contender: int, repetition: int) -> tuple[str, int]:
        by_logic = contender == 1 or puzzle == 0
        return "solved", 0 if by_logic else 5 + 7 * repetition % 60

    study = made_up(tmp_path / "s", outcome, labels=("searching", "logical"), count=3)
    with study.store() as store:
        runs = Runs.read(store)
    runs = replace(runs, seconds=runs.seconds + 0.001 + 0.0001 * runs.repetition)
    [found] = restarts_of(runs, "seconds", 2)
    assert found.contender == 0
    assert found.shape is not None
    assert found.shape.puzzles == 2


def test_contenders_that_solved_nothing_by_searching_are_left_out(tmp_path: Path) -> None:
    def outcome(puzzle: int, contender: int, repetition: int) -> tuple[str, int]:
        return [("solved", 5 + 7 * repetition % 60), ("gave_up", LIMIT), ("solved", 0)][contender]

    study = made_up(tmp_path / "s", outcome, labels=("searching", "failing", "logical"), count=3)
    with study.store() as store:
        runs = Runs.read(store)
    [found] = restarts_of(runs, "iterations", 3)
    assert found.contender == 0
    mine = runs.only(runs.contender == 0)
    spent, won, _ = scaled_efforts(mine.iterations, mine.solved, mine.puzzle)
    theirs = ecdf(CensoredData(spent[won], right=spent[~won])).cdf
    assert found.times(spent) == pytest.approx(theirs.evaluate(spent))
