"""Statistics of one contender, checked with known values, other packages and hand-made examples."""

import math
from collections.abc import Sequence
from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from statsmodels.stats.proportion import proportion_confint

from ergodoku.lab.analysis import empirical, kaplan_meier
from ergodoku.lab.analysis.statistics import (
    at_least,
    expected_effort,
    horizon,
    par,
    quantiles,
    rate_interval,
    wilson,
)

INF = math.inf
few = settings(max_examples=40)
efforts = st.floats(0, 1e6)
outcomes = st.lists(st.tuples(efforts, st.booleans()), min_size=1, max_size=60)


def split(runs: Sequence[tuple[float, bool]]) -> tuple[list[float], list[bool]]:
    return [effort for effort, _ in runs], [solved for _, solved in runs]


@pytest.mark.parametrize(("solved", "runs"), [(0, 10), (1, 10), (5, 10), (10, 10), (48, 50), (1, 1), (0, 1)])
def test_the_wilson_interval_matches_statsmodels(solved: int, runs: int) -> None:
    assert wilson(solved, runs) == pytest.approx(proportion_confint(solved, runs, method="wilson"), abs=1e-12)


def test_the_wilson_interval_without_runs_spans_0_to_1() -> None:
    assert wilson(0, 0) == (0, 1)


@few
@given(st.integers(0, 200), st.integers(1, 200))
def test_the_wilson_interval_contains_the_rate_and_stays_within_0_and_1(solved: int, runs: int) -> None:
    solved = min(solved, runs)
    low, high = wilson(solved, runs)
    assert 0 <= low <= solved / runs <= high <= 1


def test_the_median_is_unknown_when_fewer_than_half_of_the_runs_are_solved() -> None:
    effort, solved = [1.0, 2.0, 10.0, 10.0, 10.0], [True, True, False, False, False]
    assert quantiles(effort, solved).tolist() == [2, INF, INF]
    assert at_least(effort, solved).tolist() == [2, 10, 10]


def test_a_run_that_gave_up_early_does_not_count_as_quick() -> None:
    assert quantiles([0.1, 0.2, 5.0, 6.0, 7.0], [False, False, True, True, True], (0.5,)).tolist() == [7]
    effort, solved = [4.05, 9.63, 20.25, 114.4], [True, True, False, True]
    assert quantiles(effort, solved).tolist() == pytest.approx([8.235, 62.015, INF])
    assert at_least(effort, solved).tolist() == pytest.approx([8.235, 62.015, 114.4])


@few
@given(st.lists(efforts, min_size=1, max_size=60))
def test_quantiles_of_solved_runs_match_numpy(effort: list[float]) -> None:
    expected = np.quantile(effort, [0.25, 0.5, 0.75])
    assert quantiles(effort, [True] * len(effort)) == pytest.approx(expected, rel=1e-9, abs=1e-9)


@few
@given(outcomes)
def test_the_bound_of_a_quantile_is_the_quantile_if_it_is_known_and_at_least_the_longest_solved_run_otherwise(
    runs: list[tuple[float, bool]],
) -> None:
    effort, solved = split(runs)
    exact, bound = quantiles(effort, solved), at_least(effort, solved)
    longest = max((spent for spent, won in runs if won), default=0)
    known = np.isfinite(exact)
    assert bound[known].tolist() == exact[known].tolist()
    assert (bound[~known] >= longest * (1 - 1e-9)).all()


@few
@given(outcomes)
def test_quartiles_ascend(runs: list[tuple[float, bool]]) -> None:
    assert all(a <= b + 1e-6 for a, b in pairwise(quantiles(*split(runs)).tolist()))


def test_expected_effort_is_all_effort_divided_by_solved_runs() -> None:
    assert expected_effort([1, 2, 10, 10], [True, True, False, False]) == 11.5
    assert expected_effort([10, 10], [False, False]) == INF


def test_par10_counts_a_run_that_gave_up_as_ten_times_the_limit() -> None:
    assert par([1, 4, 10], [True, True, False], limit=10) == 35
    assert math.isnan(par([1, 4, 3], [True, True, False])), "another limit ended the last run"
    assert par([1, 4], [True, True]) == 2.5
    assert math.isnan(par([], []))


@few
@given(outcomes)
def test_giving_up_never_looks_better_than_solving(runs: list[tuple[float, bool]]) -> None:
    effort, solved = split(runs)
    all_solved = [True] * len(solved)
    assert expected_effort(effort, solved) >= expected_effort(effort, all_solved)
    assert par(effort, solved, 1e6) >= par(effort, all_solved, 1e6)
    assert (quantiles(effort, solved) >= quantiles(effort, all_solved)).all()


def test_kaplan_meier_matches_the_textbook() -> None:
    # Weeks in remission under 6-MP (Freireich et al. 1963), the usual example of survival analysis.
    weeks = [6, 6, 6, 6, 7, 9, 10, 10, 11, 13, 16, 17, 19, 20, 22, 23, 25, 32, 32, 34, 35]
    event = [1, 1, 1, 0, 1, 0, 1, 0, 0, 1, 1, 0, 0, 0, 1, 1, 0, 0, 0, 0, 0]
    curve = kaplan_meier(weeks, np.array(event, dtype=bool))
    assert curve.effort.tolist() == [6, 7, 10, 13, 16, 22, 23]
    survival = [0.8571, 0.8067, 0.7529, 0.6902, 0.6275, 0.5378, 0.4482]
    assert (1 - curve.share) == pytest.approx(survival, abs=5e-5)


@few
@given(outcomes)
def test_kaplan_meier_multiplies_the_chances_of_staying_unsolved(runs: list[tuple[float, bool]]) -> None:
    effort, solved = split(runs)
    curve = kaplan_meier(effort, solved)
    left = 1.0
    for at in sorted(set(effort)):
        at_risk = sum(spent >= at for spent in effort)
        left *= 1 - sum(won and spent == at for spent, won in runs) / at_risk
        assert curve(at) == pytest.approx(1 - left, abs=1e-9)


@few
@given(outcomes)
def test_with_one_limit_for_all_runs_kaplan_meier_equals_the_empirical_distribution(
    runs: list[tuple[float, bool]],
) -> None:
    effort, solved = map(np.array, split(runs))
    cut = np.where(solved, effort, effort.max() + 1)
    first, second = empirical(cut, solved), kaplan_meier(cut, solved)
    assert first.share == pytest.approx(second.share)
    assert first.end == second.end == cut.max()


@few
@given(outcomes)
def test_a_distribution_rises_to_the_share_of_solved_runs(runs: list[tuple[float, bool]]) -> None:
    effort, solved = split(runs)
    curve = empirical(effort, solved)
    assert (np.diff(curve.share) > 0).all()
    assert curve(1e9) == pytest.approx(np.mean(solved))
    assert curve(-1.0) == 0


def test_a_thinned_curve_stays_close_and_keeps_its_ends() -> None:
    effort = np.random.default_rng(2).exponential(size=100_000)
    curve = empirical(effort, effort < 4)
    thin = curve.thin(300)
    assert len(thin.effort) <= 300
    assert (thin.effort[0], thin.effort[-1]) == (curve.effort[0], curve.effort[-1])
    where = np.linspace(0, 5, 1000)
    assert abs(thin(where) - curve(where)).max() < 1.5 / 300


def test_with_a_limit_on_iterations_a_curve_over_time_ends_at_the_share_of_solved_runs() -> None:
    # 40 runs of 1000 iterations at different speeds; the four solved runs happen to be slow.
    seconds = np.linspace(0.5, 1.5, 40)
    solved = np.arange(40) >= 36
    assert kaplan_meier(seconds, solved).share[-1] == 1.0, "Kaplan-Meier treats slow runs as long runs"
    assert kaplan_meier(horizon(seconds, solved, None), solved).share[-1] == pytest.approx(0.1)
    assert horizon(seconds, solved, 2.0)[0] == 2.0
    assert horizon([], [], None).size == 0


def test_the_interval_of_a_rate_uses_the_effective_number_of_runs() -> None:
    drawn = np.array([0.3, 0.7])  # variance 0.04: an effective number of 0.25 / 0.04 = 6.25 runs
    assert rate_interval(50, 100, drawn, 5) == pytest.approx(wilson(3.125, 6.25))
    assert rate_interval(50, 100, drawn, 20) == pytest.approx(wilson(10, 20)), "at least one run per puzzle"
    assert rate_interval(50, 100, np.full(9, 0.5), 100) == wilson(50, 100), "and at most the number of runs"
    assert rate_interval(100, 100, np.ones(9), 10) == wilson(10, 10)
    assert rate_interval(0, 0, np.empty(0), 0) == (0, 1)
