"""Intervals: puzzles are drawn first, then runs within each puzzle."""

import math

import numpy as np
import pytest
from scipy.stats import bootstrap

from ergodoku.lab.analysis.resampling import FEW_PUZZLES, UNITS, Resampling, draw, percentiles
from ergodoku.lab.analysis.statistics import Interval, rate_interval

INF = math.inf
TIMES = 50  # simulated studies, to count how often their intervals are right


def resampled(effort: np.ndarray, solved: np.ndarray, puzzle: np.ndarray | None = None, seed: int = 0):  # type: ignore[no-untyped-def]
    """Return the resamples of one contender."""
    names = np.zeros(len(effort), dtype=np.int64) if puzzle is None else puzzle
    made = Resampling(names, len(effort), seed)
    return draw(made, names, np.asarray(solved), {"seconds": np.asarray(effort)}, {"seconds": 10.0})


def expected(effort: np.ndarray, solved: np.ndarray, puzzle: np.ndarray | None = None) -> Interval:
    return percentiles(resampled(effort, solved, puzzle).expected["seconds"])


def test_with_few_puzzles_all_are_kept_and_only_runs_are_drawn() -> None:
    puzzle = np.repeat(np.arange(FEW_PUZZLES - 1), 4)
    unit, blocks = Resampling(puzzle, 20).of(puzzle)
    weights = np.concatenate(list(blocks))
    per_puzzle = [weights[:, unit[puzzle == k]].sum(axis=1) for k in range(FEW_PUZZLES - 1)]
    assert (np.array(per_puzzle) == 4).all()
    assert weights.max() > 1


def test_six_puzzles_or_more_are_resampled_in_the_same_way_for_all_contenders() -> None:
    puzzle = np.repeat(np.arange(8), [3, 3, 3, 3, 3, 3, 3, 5])
    made = Resampling(puzzle, len(puzzle))
    drawn = []
    for key in (0, 1):
        unit, blocks = made.of(puzzle, key)
        weights = np.concatenate(list(blocks))
        drawn.append([weights[:, unit[puzzle == k]].sum(axis=1) for k in range(8)])
        assert not (weights[:, unit[puzzle == 0]] == weights[:, unit[puzzle == 0]][:, :1]).all()
    assert np.array_equal(*drawn)
    counts = np.array(drawn[0])
    assert (counts[:7] % 3 == 0).all()
    assert (counts[7] % 5 == 0).all()
    assert 0 in counts


def test_a_median_is_the_median_of_the_drawn_runs() -> None:
    generator = np.random.default_rng(1)
    effort, solved = generator.exponential(size=24), generator.random(24) < 0.8
    puzzle = np.repeat(np.arange(8), 3)
    made = Resampling(puzzle, 24)
    unit, blocks = made.of(puzzle)
    worth = np.where(solved, effort, INF)
    weights = np.concatenate(list(blocks))[:50]
    by_hand = [np.sort(np.repeat(worth, row[unit])) for row in weights]
    ours = draw(made, puzzle, solved, {"seconds": effort}, {"seconds": 10.0}).median["seconds"][:50]
    assert ours == pytest.approx([(s[(len(s) - 1) // 2] + s[len(s) // 2]) / 2 for s in by_hand])


def test_on_one_puzzle_the_bootstrap_matches_scipy_and_is_repeatable() -> None:
    generator = np.random.default_rng(3)
    effort, solved = generator.exponential(10, 60), generator.random(60) < 0.8

    def ert(e: np.ndarray, s: np.ndarray, axis: int) -> np.ndarray:
        return e.sum(axis=axis) / s.sum(axis=axis)

    theirs = bootstrap(
        (effort, solved), ert, paired=True, n_resamples=4000, method="percentile", rng=1
    ).confidence_interval
    ours = expected(effort, solved)
    assert ours == pytest.approx((theirs.low, theirs.high), rel=0.04)
    assert ours == expected(effort, solved)


@pytest.mark.parametrize("puzzles", [1, 5 * UNITS])
def test_intervals_of_very_many_runs_are_as_wide_as_theory_says(puzzles: int) -> None:
    generator = np.random.default_rng(4)
    count = 50_000
    effort, solved = generator.exponential(10, count), generator.random(count) < 0.5
    low, high = expected(effort, solved, np.arange(count) % puzzles)
    ert = effort.sum() / solved.sum()
    spread = np.std(effort - ert * solved) / solved.mean() / math.sqrt(count)  # the delta method
    assert (low, high) == pytest.approx((ert - 1.96 * spread, ert + 1.96 * spread), abs=0.35 * spread)


def test_an_interval_has_no_upper_end_if_almost_nothing_was_solved() -> None:
    low, high = expected(np.ones(10), np.arange(10) == 0)
    assert 0 < low < 10
    assert high == INF
    assert expected(np.empty(0), np.empty(0, dtype=bool)) == (0, INF)
    assert expected(np.zeros(1), np.zeros(1, dtype=bool)) == (INF, INF)


def test_intervals_over_puzzles_hold_for_other_puzzles_and_intervals_over_runs_do_not() -> None:
    generator = np.random.default_rng(5)
    hits = {"puzzles": 0, "runs": 0, "rate": 0}
    for _ in range(TIMES):
        # On average over all possible puzzles, half of the runs are solved.
        chance = np.repeat(generator.beta(1, 1, 25), 20)
        solved = generator.random(500) < chance
        puzzle = np.repeat(np.arange(25), 20)
        found = resampled(np.ones(500), solved, puzzle)
        low, high = percentiles(found.expected["seconds"])
        hits["puzzles"] += low <= 2 <= high
        low, high = expected(np.ones(500), solved)
        hits["runs"] += low <= 2 <= high
        low, high = rate_interval(int(solved.sum()), 500, found.rate, 25)
        hits["rate"] += low <= 0.5 <= high
    assert hits["puzzles"] >= 0.9 * TIMES
    assert hits["rate"] >= 0.9 * TIMES
    assert hits["runs"] < 0.6 * TIMES


def test_par10_is_known_if_there_is_a_limit() -> None:
    effort, solved = np.array([1.0, 2.0, 10.0, 3.0]), np.array([True, True, False, True])
    names = np.zeros(4, dtype=np.int64)
    made = Resampling(names, 4)
    limited = draw(made, names, solved, {"seconds": effort}, {"seconds": 10.0}).par10["seconds"]
    assert limited.min() >= 1
    assert limited.max() <= 100
    free = draw(made, names, solved, {"seconds": effort}, {"seconds": None}).par10["seconds"]
    assert np.isnan(free).any()
    assert percentiles(free) == (0, INF)
