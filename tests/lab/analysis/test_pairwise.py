"""Two and more contenders: Mann-Whitney, A12, Holm, Friedman, Nemenyi."""

import math

import numpy as np
import pytest
import scikit_posthocs
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.stats import friedmanchisquare, mannwhitneyu, rankdata
from statsmodels.stats.multitest import multipletests

from ergodoku.lab.analysis.pairwise import compare_pair, effect_word, holm, ranks_within
from ergodoku.lab.analysis.ranks import average_ranks, rank

INF = math.inf
few = settings(max_examples=40)
values = st.lists(st.sampled_from([1.0, 2.0, 3.0, 5.0, 8.0, INF]), min_size=1, max_size=30)


def test_a12_counts_pairs_and_half_of_the_ties() -> None:
    # 1 < 2, 1 < 3, 2 = 2, 2 < 3: 3.5 of 4
    assert compare_pair([1, 2], [2, 3])[0] == 3.5 / 4


@few
@given(values, values)
def test_a12_is_that_of_counting_every_pair(first: list[float], second: list[float]) -> None:
    wins = sum((a < b) + 0.5 * (a == b) for a in first for b in second)
    assert compare_pair(first, second)[0] == pytest.approx(wins / len(first) / len(second))


@few
@given(values, values)
def test_the_order_of_the_two_only_mirrors_the_result(first: list[float], second: list[float]) -> None:
    a12, p = compare_pair(first, second)
    mirrored, same_p = compare_pair(second, first)
    assert a12 == pytest.approx(1 - mirrored)
    assert p == pytest.approx(same_p)


def test_one_stratum_is_mann_whitney_of_scipy_exact_and_with_ties() -> None:
    exact = [1.0, 4.0, 2.5], [3.0, 5.0, 6.0, 7.0]
    assert compare_pair(*exact)[1] == pytest.approx(mannwhitneyu(*exact, method="exact").pvalue)
    ties = [1.0, 2.0, 2.0, 9.0] * 4, [2.0, 3.0, 9.0, 9.0] * 4
    theirs = mannwhitneyu(*ties, method="asymptotic").pvalue
    assert compare_pair(*ties)[1] == pytest.approx(theirs)
    gave_up = [[INF if v == 9 else v for v in side] for side in ties]
    assert compare_pair(*gave_up)[1] == pytest.approx(theirs)


def test_all_that_tie_do_not_differ() -> None:
    assert compare_pair([INF, INF], [INF, INF, INF]) == (0.5, 1.0)
    assert compare_pair([0, 0], [0, 0], [1, 2], [1, 2]) == (0.5, 1.0)


def test_without_common_puzzles_nothing_is_said() -> None:
    assert all(map(math.isnan, compare_pair([1, 2], [3, 4], [0, 0], [1, 1])))
    assert all(map(math.isnan, compare_pair([], [3, 4])))


def test_puzzles_of_different_hardness_do_not_hide_a_difference() -> None:
    generator = np.random.default_rng(5)
    puzzle = np.repeat(np.arange(20), 5)
    hardness = 10.0 ** (puzzle % 7)
    first, second = (hardness * f * generator.uniform(1, 2, 100) for f in (1, 1.5))
    a12, p = compare_pair(first, second, puzzle, puzzle)
    assert a12 > 0.8
    assert p < 1e-9
    assert compare_pair(first, second)[1] > 0.05  # what a test that mixes puzzles would have said


def test_van_elteren_by_hand() -> None:
    # Two puzzles, one tie in the second. U of the first contender (pairs in which it is worse): 1 and 1.5.
    first, second = [1, 4, 2, 2], [3, 5, 2, 9]
    a12, p = compare_pair(first, second, [0, 0, 1, 1], [0, 0, 1, 1])
    u = np.array([1.0, 1.0])  # 4 > 3; 2 = 2 twice
    variance = np.array([2 * 2 / 12 * 5, 2 * 2 / 12 * (5 - 24 / 12)])  # a tie of three: 27 - 3 = 24
    z = abs((u - 2).sum() / 5) / (np.sqrt(variance.sum()) / 5)
    assert a12 == 1 - 2 / 8
    assert p == pytest.approx(math.erfc(z / math.sqrt(2)))


def test_equal_contenders_are_told_apart_no_more_often_than_promised() -> None:
    generator = np.random.default_rng(7)
    strata = np.repeat(np.arange(6), 5)
    found = [compare_pair(*generator.geometric(0.2, (2, 30)), strata, strata)[1] for _ in range(1000)]
    assert 0.03 < np.mean(np.array(found) < 0.05) < 0.07


@few
@given(st.lists(st.tuples(st.sampled_from([1.0, 2.0, 7.0, INF]), st.integers(0, 3)), min_size=1, max_size=40))
def test_ranks_within_strata_are_those_of_scipy_in_each(rows: list[tuple[float, int]]) -> None:
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
def test_holm_is_that_of_statsmodels(p: list[float]) -> None:
    assert holm(p) == pytest.approx(multipletests(p, method="holm")[1].tolist())


@few
@given(st.lists(st.floats(0, 1), min_size=1, max_size=12))
def test_holm_lies_between_no_correction_and_that_of_bonferroni(p: list[float]) -> None:
    for before, after in zip(p, holm(p), strict=True):
        assert before <= after <= min(1, before * len(p))


def test_holm_leaves_out_what_could_not_be_tested() -> None:
    adjusted = holm([0.01, math.nan, 0.04])
    assert adjusted[0] == 0.02
    assert math.isnan(adjusted[1])
    assert adjusted[2] == 0.04


@pytest.mark.parametrize(
    ("a12", "word"),
    [(0.5, "negligible"), (0.559, "negligible"), (0.56, "small"), (0.64, "medium"), (0.71, "large")],
)
def test_words_for_effects_begin_at_the_bounds_of_vargha_and_delaney(a12: float, word: str) -> None:
    assert effect_word(a12) == effect_word(1 - a12) == word
    assert effect_word(math.nan) == "unknown"


# Accuracies of four C4.5 variants on 14 data sets: the worked example of Demšar (JMLR 2006, table 6). Its
# ranks of the last data set but one come from more digits than it shows: .975 and .975 do not tie.
DEMSAR = """.763 .768 .771 .798  .599 .591 .590 .569  .954 .971 .968 .967  .628 .661 .654 .657
.882 .888 .886 .898  .936 .931 .916 .931  .661 .668 .609 .685  .583 .583 .563 .625
.775 .838 .866 .875  1.0 1.0 1.0 1.0  .940 .962 .965 .962  .619 .666 .614 .669
.972 .981 .975 .9749  .957 .978 .946 .970"""


def test_ranks_and_critical_difference_are_those_of_demsar() -> None:
    accuracy = np.array(DEMSAR.split(), dtype=float).reshape(14, 4)
    average, friedman, difference = average_ranks(-accuracy)
    assert average.round(3).tolist() == [3.143, 2.0, 2.893, 1.964]
    assert friedman == pytest.approx(friedmanchisquare(*accuracy.T).pvalue)
    # Critical difference at 0.10 by hand: 2.291 * sqrt(4 * 5 / (6 * 14)) = 1.12
    assert average_ranks(-accuracy, alpha=0.10)[2] == pytest.approx(2.291 * math.sqrt(20 / 84), rel=1e-3)
    assert difference == pytest.approx(2.569 * math.sqrt(20 / 84), rel=1e-3)
    theirs = scikit_posthocs.posthoc_nemenyi_friedman(-accuracy).to_numpy()
    ranks = rank(*table(-accuracy[:, :, None]), 4)
    assert ranks is not None
    assert ranks.nemenyi == pytest.approx(theirs)
    apart = abs(ranks.average[:, None] - ranks.average) > ranks.critical_difference
    assert ((ranks.nemenyi < 0.05) == apart).all(), "both ways say the same"


def table(efforts: np.ndarray) -> tuple[np.ndarray, ...]:
    """Return the runs of an array (puzzle, contender, repetition) as columns."""
    puzzle, contender, repetition = (axis.ravel() for axis in np.indices(efforts.shape))
    return efforts.ravel(), contender, puzzle, repetition


def test_from_five_puzzles_on_a_block_is_a_puzzle() -> None:
    efforts = np.random.default_rng(1).random((6, 3, 10)) + np.array([0, 1, 2])[:, None]
    ranks = rank(*table(efforts), 3)
    assert ranks is not None
    assert (ranks.by, ranks.blocks, ranks.average.tolist()) == ("puzzle", 6, [1, 2, 3])


def test_with_fewer_puzzles_a_block_is_a_repetition_too() -> None:
    efforts = np.random.default_rng(1).random((2, 3, 10)) + np.array([2, 1, 0])[:, None]
    ranks = rank(*table(efforts), 3)
    assert ranks is not None
    assert (ranks.by, ranks.blocks, ranks.average.tolist()) == ("puzzle and repetition", 20, [3, 2, 1])
    assert ranks.friedman < 1e-6


def test_blocks_that_are_not_complete_are_left_out() -> None:
    efforts, contender, puzzle, repetition = table(np.random.default_rng(1).random((1, 2, 8)))
    done = ~((contender == 1) & (repetition > 4))
    ranks = rank(efforts[done], contender[done], puzzle[done], repetition[done], 2)
    assert ranks is not None
    assert ranks.blocks == 5


def test_runs_that_all_gave_up_share_their_rank() -> None:
    ranks = rank(*table(np.full((1, 3, 4), INF)), 3)
    assert ranks is not None
    assert ranks.average.tolist() == [2, 2, 2]
    assert ranks.friedman == 1


def test_there_is_nothing_to_rank_with_one_contender_or_one_block() -> None:
    assert rank(*table(np.ones((3, 1, 4))), 1) is None
    assert rank(*table(np.ones((1, 3, 1))), 3) is None
    assert rank(*table(np.ones((0, 3, 1))), 3) is None
