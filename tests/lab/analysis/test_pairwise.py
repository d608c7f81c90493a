"""Compare two or more contenders: the test on puzzles, A12, Holm, Friedman."""

import math

import numpy as np
import pytest
import scikit_posthocs
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.stats import PermutationMethod, friedmanchisquare, mannwhitneyu, rankdata
from scipy.stats import wilcoxon as scipy_wilcoxon
from statsmodels.stats.multitest import multipletests

from ergodoku.lab.analysis.pairwise import compare_pair, effect_word, holm, ranks_within, wilcoxon
from ergodoku.lab.analysis.ranks import average_ranks, rank

INF = math.inf
few = settings(max_examples=40)
values = st.lists(st.sampled_from([1.0, 2.0, 3.0, 5.0, 8.0, INF]), min_size=1, max_size=30)


def test_a12_counts_wins_and_half_of_the_ties() -> None:
    # 1 < 2, 1 < 3, 2 = 2, 2 < 3: 3.5 of 4
    assert compare_pair([1, 2], [2, 3]).a12 == 3.5 / 4


@few
@given(values, values)
def test_a12_equals_a_count_over_all_pairs(first: list[float], second: list[float]) -> None:
    wins = sum((a < b) + 0.5 * (a == b) for a in first for b in second)
    assert compare_pair(first, second).a12 == pytest.approx(wins / len(first) / len(second))


@few
@given(values, values)
def test_swapping_the_contenders_mirrors_the_result(first: list[float], second: list[float]) -> None:
    one, mirrored = compare_pair(first, second), compare_pair(second, first)
    assert one.a12 == pytest.approx(1 - mirrored.a12)
    assert one.p == pytest.approx(mirrored.p)
    assert (one.better, one.worse) == (mirrored.worse, mirrored.better)


def test_on_one_puzzle_p_matches_the_mann_whitney_test_of_scipy_with_and_without_ties() -> None:
    exact = [1.0, 4.0, 2.5], [3.0, 5.0, 6.0, 7.0]
    assert compare_pair(*exact).p == pytest.approx(mannwhitneyu(*exact, method="exact").pvalue)
    ties = [1.0, 2.0, 2.0, 9.0] * 4, [2.0, 3.0, 9.0, 9.0] * 4
    theirs = mannwhitneyu(*ties, method="asymptotic").pvalue
    assert compare_pair(*ties).p == pytest.approx(theirs)
    gave_up = [[INF if v == 9 else v for v in side] for side in ties]
    assert compare_pair(*gave_up).p == pytest.approx(theirs)


def test_equal_runs_do_not_differ() -> None:
    for puzzles in (1, 2, 8):
        names = np.arange(puzzles)
        tie = compare_pair([INF] * puzzles, [INF] * puzzles, names, names)
        assert (tie.a12, tie.p, tie.better, tie.worse) == (0.5, 1.0, 0, 0)


def test_without_common_puzzles_the_result_is_unknown() -> None:
    for nothing in (compare_pair([1, 2], [3, 4], [0, 0], [1, 1]), compare_pair([], [3, 4])):
        assert math.isnan(nothing.a12)
        assert math.isnan(nothing.p)


def test_puzzles_of_different_difficulty_do_not_hide_a_difference() -> None:
    generator = np.random.default_rng(5)
    puzzle = np.repeat(np.arange(20), 5)
    hardness = 10.0 ** (puzzle % 7)
    first, second = (hardness * f * generator.uniform(1, 2, 100) for f in (1, 1.5))
    outcome = compare_pair(first, second, puzzle, puzzle)
    assert outcome.a12 > 0.8
    assert outcome.p < 1e-4
    assert compare_pair(first, second).p > 0.05  # a test that mixes the puzzles misses the difference


def test_van_elteren_matches_a_calculation_by_hand() -> None:
    # Two puzzles; three runs on the second puzzle tie. U is the number of pairs of runs in which the first
    # contender is worse; a tie counts half.
    first, second = [1, 4, 2, 2], [3, 5, 2, 9]
    outcome = compare_pair(first, second, [0, 0, 1, 1], [0, 0, 1, 1])
    u = np.array([1.0, 1.0])  # 4 > 3; 2 = 2 twice
    variance = np.array([2 * 2 / 12 * 5, 2 * 2 / 12 * (5 - 24 / 12)])  # a tie of three: 27 - 3 = 24
    z = abs((u - 2).sum() / 5) / (np.sqrt(variance.sum()) / 5)
    assert outcome.a12 == 1 - 2 / 8
    assert outcome.p == outcome.p_runs == pytest.approx(math.erfc(z / math.sqrt(2)))


def test_van_elteren_is_close_to_a_permutation_test() -> None:
    generator = np.random.default_rng(4)
    puzzle = np.repeat(np.arange(4), 12)  # too few puzzles for a test on puzzles, so runs are tested
    hardness = 10.0**puzzle
    first, second = (np.rint(hardness * gain * generator.exponential(size=48) * 8) for gain in (1.0, 1.6))
    outcome = compare_pair(first, second, puzzle, puzzle)
    ranks = np.stack([rankdata([*first[puzzle == k], *second[puzzle == k]]) for k in range(4)])
    shuffled = generator.permuted(np.broadcast_to(ranks, (20_000, 4, 24)), axis=2)
    apart = abs(shuffled[:, :, :12].sum(axis=(1, 2)) - ranks.sum() / 2)
    seen = abs(ranks[:, :12].sum() - ranks.sum() / 2)
    assert outcome.p == pytest.approx((apart >= seen).mean(), abs=0.01)
    assert 0.01 < outcome.p < 0.3


def with_puzzles_that_differ(seed: int, gain: float = 0.0, puzzles: int = 20) -> list[np.ndarray]:
    """Return 20 runs of two contenders on each puzzle; chance decides which contender suits a puzzle."""
    generator = np.random.default_rng(seed)
    hardness = 10 ** generator.uniform(2, 4, puzzles)
    factor = np.exp(generator.normal(gain, 0.9, puzzles))
    first = np.rint(hardness[:, None] * generator.exponential(size=(puzzles, 20))) + 1
    second = np.rint((hardness * factor)[:, None] * generator.exponential(size=(puzzles, 20))) + 1
    names = np.repeat(np.arange(puzzles), 20)
    return [first.ravel(), second.ravel(), names, names]


def test_runs_on_one_puzzle_are_not_a_sample_of_puzzles() -> None:
    first, second, puzzle, _ = sample = with_puzzles_that_differ(33, gain=0.35)
    outcome = compare_pair(*sample)
    medians = [np.median(side.reshape(20, 20), axis=1) for side in (first, second)]
    by_medians = scipy_wilcoxon(np.log(medians[0] / medians[1])).pvalue
    assert outcome.p_runs < 2e-5, "this p treats each run as a different puzzle"
    assert by_medians == pytest.approx(0.126, abs=0.001)
    assert 0.05 < outcome.p < 0.2, "so the difference is not significant"
    assert (outcome.better, outcome.worse, outcome.puzzles) == (12, 8, len(np.unique(puzzle)))


def test_the_false_positive_rate_holds_if_puzzles_suit_one_contender_or_the_other() -> None:
    found = [compare_pair(*with_puzzles_that_differ(seed)) for seed in range(400)]
    assert np.mean([outcome.p < 0.05 for outcome in found]) < 0.07
    assert np.mean([outcome.p_runs < 0.05 for outcome in found]) > 0.25, "a test on runs would claim too much"
    covered = np.mean([outcome.interval[0] <= 0.5 <= outcome.interval[1] for outcome in found])
    assert 0.9 < covered < 0.98


def test_wilcoxon_is_exact_with_ties_and_without() -> None:
    apart = np.array([0.1, 0.2, -0.05, 0.3, 0.25, 0.15, 0.4])
    assert wilcoxon(apart) == pytest.approx(scipy_wilcoxon(apart, method="exact").pvalue)
    assert wilcoxon(np.full(6, 0.5)) == 2 / 2**6, "only 2 of the 64 combinations of six signs are as extreme"
    tied = np.array([0.5, 0.5, 0.25, -0.25, 0.5, 0.0, 0.1, 0.5])
    every = scipy_wilcoxon(tied, zero_method="zsplit", method=PermutationMethod(n_resamples=2**12))
    assert wilcoxon(tied) == pytest.approx(every.pvalue)
    assert wilcoxon(np.zeros(8)) == 1


def test_the_p_values_of_all_pairs_corrected_by_holm_match_scikit_posthocs() -> None:
    generator = np.random.default_rng(2)
    table = generator.random((12, 3)) + np.array([0, 0.3, 0.6])
    pairs = [(0, 1), (0, 2), (1, 2)]
    ours = holm([wilcoxon(table[:, b] - table[:, a]) for a, b in pairs])
    theirs = scikit_posthocs.posthoc_wilcoxon(list(table.T), p_adjust="holm", zero_method="zsplit").to_numpy()
    assert ours == pytest.approx([theirs[a, b] for a, b in pairs])


@few
@given(st.lists(st.tuples(st.sampled_from([1.0, 2.0, 7.0, INF]), st.integers(0, 3)), min_size=1, max_size=40))
def test_ranks_within_strata_match_scipy_in_each_stratum(rows: list[tuple[float, int]]) -> None:
    found, ties = ranks_within(np.array([v for v, _ in rows]), np.array([s for _, s in rows]))
    for stratum in {s for _, s in rows}:
        mine = [k for k, (_, s) in enumerate(rows) if s == stratum]
        inside = [rows[k][0] for k in mine]
        assert found[mine].tolist() == rankdata(inside).tolist()
        counts = np.unique(inside, return_counts=True)[1]
        assert ties[stratum] == (counts**3 - counts).sum()


@pytest.mark.parametrize(
    "p", [[0.2], [0.01, 0.04, 0.03], [0.5, 0.5, 0.5], [1e-9, 0.9, 0.0125, 0.0125, 1e-9, 0.3]]
)
def test_holm_matches_statsmodels(p: list[float]) -> None:
    assert holm(p) == pytest.approx(multipletests(p, method="holm")[1].tolist())


@few
@given(st.lists(st.floats(0, 1), min_size=1, max_size=12))
def test_holm_lies_between_no_correction_and_bonferroni(p: list[float]) -> None:
    for before, after in zip(p, holm(p), strict=True):
        assert before <= after <= min(1, before * len(p))


def test_holm_leaves_out_pairs_without_a_test() -> None:
    adjusted = holm([0.01, math.nan, 0.04])
    assert adjusted[0] == 0.02
    assert math.isnan(adjusted[1])
    assert adjusted[2] == 0.04


@pytest.mark.parametrize(
    ("a12", "word"),
    [(0.5, "negligible"), (0.559, "negligible"), (0.56, "small"), (0.64, "medium"), (0.71, "large")],
)
def test_the_words_for_effect_sizes_follow_the_bounds_of_vargha_and_delaney(a12: float, word: str) -> None:
    assert effect_word(a12) == effect_word(1 - a12) == word
    assert effect_word(math.nan) == "unknown"


# Accuracies of four C4.5 variants on 14 data sets: the worked example of Demšar (JMLR 2006, table 6). The
# ranks there use more digits than the table prints: in the second to last data set, .975 and .975 do not tie.
DEMSAR = """.763 .768 .771 .798  .599 .591 .590 .569  .954 .971 .968 .967  .628 .661 .654 .657
.882 .888 .886 .898  .936 .931 .916 .931  .661 .668 .609 .685  .583 .583 .563 .625
.775 .838 .866 .875  1.0 1.0 1.0 1.0  .940 .962 .965 .962  .619 .666 .614 .669
.972 .981 .975 .9749  .957 .978 .946 .970"""


def test_ranks_match_demsar_and_friedman_matches_scipy() -> None:
    accuracy = np.array(DEMSAR.split(), dtype=float).reshape(14, 4)
    average, friedman = average_ranks(-accuracy)
    assert average.round(3).tolist() == [3.143, 2.0, 2.893, 1.964]
    assert friedman == pytest.approx(friedmanchisquare(*accuracy.T).pvalue)


def table(efforts: np.ndarray) -> tuple[np.ndarray, ...]:
    """Return the runs of an array (puzzle, contender, repetition) as columns."""
    puzzle, contender, repetition = (axis.ravel() for axis in np.indices(efforts.shape))
    return efforts.ravel(), contender, puzzle, repetition


def test_with_six_puzzles_or_more_a_block_is_a_puzzle() -> None:
    efforts = np.random.default_rng(1).random((6, 3, 10)) + np.array([0, 1, 2])[:, None]
    ranks = rank(*table(efforts), 3, common_seeds=True)
    assert ranks is not None
    assert (ranks.by, ranks.blocks, ranks.average.tolist()) == ("puzzle", 6, [1, 2, 3])


def test_with_few_puzzles_each_repetition_of_a_puzzle_is_a_block() -> None:
    efforts = np.random.default_rng(1).random((2, 3, 10)) + np.array([2, 1, 0])[:, None]
    ranks = rank(*table(efforts), 3, common_seeds=True)
    assert ranks is not None
    assert (ranks.by, ranks.blocks, ranks.average.tolist()) == ("puzzle and repetition", 20, [3, 2, 1])
    assert ranks.friedman < 1e-6


def test_without_common_seeds_repetitions_are_not_ranked() -> None:
    assert rank(*table(np.random.default_rng(1).random((2, 3, 10))), 3, common_seeds=False) is None


def test_incomplete_blocks_are_left_out() -> None:
    efforts, contender, puzzle, repetition = table(np.random.default_rng(1).random((1, 2, 8)))
    done = ~((contender == 1) & (repetition > 4))
    ranks = rank(efforts[done], contender[done], puzzle[done], repetition[done], 2, common_seeds=True)
    assert ranks is not None
    assert ranks.blocks == 5


def test_runs_that_gave_up_share_a_rank() -> None:
    ranks = rank(*table(np.full((1, 3, 4), INF)), 3, common_seeds=True)
    assert ranks is not None
    assert ranks.average.tolist() == [2, 2, 2]
    assert ranks.friedman == 1


def test_there_is_nothing_to_rank_with_one_contender_or_one_block() -> None:
    assert rank(*table(np.ones((3, 1, 4))), 1, common_seeds=True) is None
    assert rank(*table(np.ones((1, 3, 1))), 3, common_seeds=True) is None
    assert rank(*table(np.ones((0, 3, 1))), 3, common_seeds=True) is None
