"""A comparison claims only what the runs show, and works with any set of runs."""

import io
import json
import math
import re
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest
from matplotlib.figure import Figure
from rich.console import Console

from ergodoku.base.numbers import number, p_value
from ergodoku.lab.analysis import Comparison, Runs, by_puzzle, compare, compare_runs
from ergodoku.lab.analysis.words import span
from ergodoku.lab.report.figures import run_lengths, sizes
from ergodoku.lab.study import Study
from ergodoku.methods.contender import Contender
from tests.lab.synthetic import LIMIT, Outcome, made_up


def compared(study: Study) -> Comparison:
    with study.store() as store:
        return compare(study, store)


def quick_and_slow(puzzle: int, contender: int, repetition: int) -> Outcome:
    """The first contender needs 10 to 29 iterations; the second needs 100 to 118, or gives up."""
    if contender == 0:
        return "solved", 10 + repetition
    return ("gave_up", LIMIT) if repetition % 4 == 3 else ("solved", 100 + repetition)


def shown(comparison: Comparison, width: int = 80) -> str:
    stream = io.StringIO()
    Console(width=width, color_system=None, file=stream).print(comparison)
    return stream.getvalue()


def test_standings_summarise_the_runs(tmp_path: Path) -> None:
    first, second = compared(made_up(tmp_path / "s", quick_and_slow)).standings
    assert (first.solved, first.runs, second.solved, second.runs) == (20, 20, 15, 20)
    assert first.iterations.quartiles == (14.75, 19.5, 24.25)
    assert first.iterations.expected == 19.5
    assert second.iterations.expected == (sum(100 + r for r in range(20) if r % 4 != 3) + 5 * LIMIT) / 15
    assert second.iterations.par10 == (1635 + 5 * 10 * LIMIT) / 20
    assert second.seconds.expected == pytest.approx(second.iterations.expected / 1000)
    assert second.rate == 0.75


def test_a_clear_difference_is_stated_in_both_measures(tmp_path: Path) -> None:
    comparison = compared(made_up(tmp_path / "s", quick_and_slow))
    assert comparison.conclusions == (
        "On this puzzle, first needs less time than second: A12 1.00 (large), p 7e-8 after Holm.",
        "On this puzzle, first needs fewer iterations than second: A12 1.00 (large), p 7e-8 after Holm.",
    )


def test_the_better_contender_is_named_first_even_if_it_is_listed_second(tmp_path: Path) -> None:
    study = made_up(tmp_path / "s", lambda p, c, r: quick_and_slow(p, 1 - c, r))
    assert "second needs fewer iterations than first: A12 1.00" in compared(study).conclusions[1]


def test_a_conclusion_says_if_there_is_no_significant_difference(tmp_path: Path) -> None:
    study = made_up(tmp_path / "s", lambda p, c, r: ("solved", 10 + (7 * r + 3 * c) % 20))
    said = compared(study).conclusions[1]
    assert said.startswith("On this puzzle, there is no significant difference in iterations between")
    assert "p 1 after Holm" in said


def test_the_median_is_above_the_limit_if_most_runs_gave_up(tmp_path: Path) -> None:
    study = made_up(tmp_path / "s", lambda p, c, r: ("solved", 5) if r < 8 else ("gave_up", LIMIT))
    comparison = compared(study)
    assert math.isinf(comparison.standings[0].iterations.median)
    assert "> 1,000" in shown(comparison)
    assert comparison.to_dict()["contenders"][0]["iterations"]["quartiles"] == [5, None, None]


def test_holm_corrects_for_all_pairs_of_a_measure(tmp_path: Path) -> None:
    study = made_up(tmp_path / "s", lambda p, c, r: ("solved", 10 + 2 * c + r), labels=("a", "b", "c"))
    pairs = compared(study).pairs["iterations"]
    assert [(pair.first, pair.second) for pair in pairs] == [(0, 1), (0, 2), (1, 2)]
    assert min(pairs, key=lambda pair: pair.p).adjusted == pytest.approx(3 * min(pair.p for pair in pairs))


def test_with_many_pairs_the_best_contender_is_compared_with_the_others(tmp_path: Path) -> None:
    labels = tuple("abcdefghij")
    study = made_up(
        tmp_path / "s", lambda p, c, r: ("solved", 10 * abs(c - 3) + r + 1), labels=labels, runs=10
    )
    said = compared(study).conclusions
    assert "of 45 pairs differ; d does best" in said[0]
    assert len(said) == 2 * (1 + 6 + 1)
    assert all(re.search(r"\bd\b", sentence) for sentence in said[1:7])


def test_very_many_contenders_are_ranked_and_drawn_but_not_tested_in_pairs(tmp_path: Path) -> None:
    labels = tuple(f"contender {k}" for k in range(41))
    study = made_up(tmp_path / "s", lambda p, c, r: ("solved", 7 + c + r), labels=labels, runs=3)
    with study.store() as store:
        runs = Runs.read(store)
    comparison = compare_runs(study, runs)
    assert "pairs are not tested: there are 41 contenders, more than 40" in comparison.notes
    ranks = comparison.ranks["iterations"]
    assert ranks is not None
    assert ranks.average.tolist() == sorted(ranks.average.tolist())
    figure = Figure(figsize=sizes(41)["run-lengths"], layout="constrained")
    run_lengths(runs, comparison, ax=figure.subplots())
    figure.draw_without_rendering()  # warns if the legend does not fit, and warnings are errors


def test_with_one_run_a_note_says_that_little_can_be_shown(tmp_path: Path) -> None:
    comparison = compared(made_up(tmp_path / "s", lambda p, c, r: ("solved", 5), runs=1))
    assert "each contender has only 1 run: little can be shown with fewer than 10" in comparison.notes
    assert comparison.conclusions
    assert all("no significant difference" in sentence for sentence in comparison.conclusions)


@pytest.mark.parametrize(("seconds", "noted"), [(1.0, True), (60.0, False)])
def test_there_is_a_note_if_runs_hit_the_time_limit_but_not_if_they_hit_another_limit(
    tmp_path: Path, seconds: float, noted: bool
) -> None:
    study = made_up(tmp_path / "s", lambda p, c, r: ("gave_up", LIMIT), time_limit=seconds)
    assert any("some runs hit the time limit" in note for note in compared(study).notes) == noted


@pytest.mark.parametrize(
    ("outcome", "labels", "note"),
    [
        (lambda p, c, r: None, ("a", "b"), "none of the 40 runs has ended yet"),
        (lambda p, c, r: ("solved", 5) if r < 3 else None, ("a", "b"), "6 of 40 runs have ended"),
        (lambda p, c, r: ("solved", 5), ("a",), "there is one contender"),
        (lambda p, c, r: ("gave_up", LIMIT), ("a", "b"), "no run was solved"),
        (lambda p, c, r: ("solved", 0), ("a", "b"), "logic alone solved every run"),
        (lambda p, c, r: ("solved", c), ("a", "b"), "logic alone solved 20 of 40 runs"),
        (lambda p, c, r: ("unsolvable", 9), ("a", "b"), "40 runs ended with a proof"),
    ],
    ids=["none", "running", "alone", "unsolved", "logic", "some-logic", "unsolvable"],
)
def test_special_cases_are_shown_with_a_note(tmp_path: Path, outcome, labels, note: str) -> None:  # type: ignore[no-untyped-def]
    comparison = compared(made_up(tmp_path / "s", outcome, labels=labels))
    assert any(note in told for told in comparison.notes), comparison.notes
    json.dumps(comparison.to_dict(), allow_nan=False)
    text = shown(comparison)
    assert note[:30] in " ".join(text.split())
    assert "nan" not in text
    assert note[:30] in comparison.to_markdown()


def test_contenders_with_unequal_runs_are_compared_on_common_puzzles(tmp_path: Path) -> None:
    def outcome(puzzle: int, contender: int, repetition: int) -> Outcome | None:
        return (
            None if contender == 1 and puzzle == 1 else ("solved", 10 + 100 * puzzle + contender + repetition)
        )

    comparison = compared(made_up(tmp_path / "s", outcome, count=2))
    assert [standing.runs for standing in comparison.standings] == [40, 20]
    assert (
        comparison.pairs["iterations"][0].a12 < 0.6
    )  # not 0.2: the hard puzzle, which only the first contender ran, does not count against it


def test_the_table_of_puzzles_has_the_median_and_ert_of_each_puzzle(tmp_path: Path) -> None:
    study = made_up(tmp_path / "s", quick_and_slow, count=3)
    with study.store() as store:
        table = by_puzzle(Runs.read(store), 2)
    assert table["puzzle"].tolist() == [0, 0, 1, 1, 2, 2]
    assert table["solved"].tolist() == [20, 15] * 3
    assert table["median_iterations"].tolist() == [19.5, 112.5] * 3
    assert table["ert_iterations"].tolist() == [19.5, (1635 + 5 * LIMIT) / 15] * 3


def test_tables_fit_a_terminal_of_80_columns(tmp_path: Path) -> None:
    text = shown(compared(made_up(tmp_path / "s", quick_and_slow, labels=("annealing", "focused"))))
    assert max(map(len, text.splitlines())) <= 80
    assert "annealing" in text
    assert "75 % (53-89)" in text


def test_special_characters_are_escaped_in_markdown(tmp_path: Path) -> None:
    text = compared(made_up(tmp_path / "s", quick_and_slow, labels=("a|b", "c*"))).to_markdown()
    assert "| a\\|b |" in text
    assert "| c\\* |" in text


def test_a_comparison_is_shown_without_loading_slow_packages(tmp_path: Path) -> None:
    made_up(tmp_path / "s", quick_and_slow)
    code = (
        "import sys\n"
        "from ergodoku.lab.study.study import Study\nfrom ergodoku.lab.analysis.comparison import compare\n"
        f"study = Study.open({str(tmp_path / 's')!r})\nprint(compare(study, study.store()))\n"
        "print(*(name for name in ('matplotlib', 'pandas') if name in sys.modules))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert "first needs less time" in done.stdout
    assert "Average ranks" in done.stdout
    assert done.stdout.endswith("\n\n"), "none of them"


def test_numbers_keep_three_significant_digits() -> None:
    assert [number(v) for v in (0, 1e-5, 0.01234, 99.94, 99.96, 999_499, 999_600, 2.5e9)] == [
        *("0", "1.0e-05", "0.0123", "99.9", "100", "999,499", "1 M", "2.5 G")
    ]
    assert number(math.nan) == "-"
    assert [span(pair) for pair in ((0.1, 0.25), (0.1, math.inf), (0.0, math.inf))] == [
        "0.1-0.25",
        "> 0.1",
        "-",
    ]
    assert [p_value(p) for p in (0.5, 0.05, 0.0123, 0.00012, math.nan)] == [
        "0.5",
        "0.05",
        "0.012",
        "1e-4",
        "-",
    ]


def test_the_cpu_time_of_disturbed_runs_is_compared_too(tmp_path: Path) -> None:
    study = made_up(tmp_path / "s", quick_and_slow)
    assert compared(study).measures == ("seconds", "iterations")
    with study.store() as store:
        store.connection.execute("UPDATE runs SET cpu_seconds = seconds / 2")
    comparison = compared(study)
    assert comparison.measures == ("seconds", "cpu_seconds", "iterations")
    assert "On this puzzle, first needs less CPU time than second" in comparison.conclusions[1]
    assert "the runs had the CPU for only 50 % of their time" in " ".join(comparison.notes)
    assert "**CPU time in" in comparison.to_markdown()


def test_evaluations_are_compared_unless_they_are_proportional_to_iterations(tmp_path: Path) -> None:
    study = made_up(tmp_path / "s", quick_and_slow)
    with study.store() as store:
        store.connection.execute("UPDATE runs SET evaluations = 500 * iterations WHERE contender = 0")
    comparison = compared(study)
    assert comparison.measures == ("seconds", "iterations", "evaluations")
    assert "second needs fewer evaluations than first" in comparison.conclusions[2]


def test_a_conclusion_says_why_the_expected_running_time_disagrees(tmp_path: Path) -> None:
    def outcome(puzzle: int, contender: int, repetition: int) -> Outcome:
        """Make the first contender quicker on most puzzles, and very slow on one."""
        slow = puzzle == 9 if contender == 0 else False
        return "solved", (900 if slow else 20 + 10 * contender) + repetition

    told = compared(made_up(tmp_path / "s", outcome, count=10, runs=5)).conclusions
    assert told[0].startswith("first needs less time than second: first does better on 9 of 10 puzzles")
    assert told[1].startswith("(By expected running time second is ahead, 32 ms against 110 ms: ")
    assert told[3].startswith("(By expected running time second is ahead, 32 against 110 iterations: ")


@pytest.mark.parametrize(("alike", "ties"), [(0, ""), (1, ", with 1 tie"), (13, ", with 13 ties")])
def test_a_conclusion_counts_the_puzzles_that_are_ties(tmp_path: Path, alike: int, ties: str) -> None:
    def outcome(puzzle: int, contender: int, repetition: int) -> Outcome:
        return "solved", 20 + (0 if puzzle < alike else 10 * contender) + repetition

    told = compared(made_up(tmp_path / "s", outcome, count=20, runs=5)).conclusions
    better = f"first does better on {20 - alike} of 20 puzzles{ties}, A12 "
    assert told[0].startswith(f"first needs less time than second: {better}")


def test_a_conclusion_says_if_there_are_too_few_puzzles_although_one_contender_wins_on_all(
    tmp_path: Path,
) -> None:
    def outcome(puzzle: int, contender: int, repetition: int) -> Outcome:
        return "solved", 20 + 10 * contender + repetition

    labels = ("first", "second", "third")
    told = compared(made_up(tmp_path / "s", outcome, labels=labels, count=6, runs=5)).conclusions
    assert told[0].startswith("There is no significant difference in time between first and second: first ")
    assert told[1].endswith(
        "but runs on the same puzzle are similar, and 6 puzzles are too few to show a difference among 3 "
        "pairs, although first does better on all of them.)"
    )
    assert not any("only 6 of 6" in sentence for sentence in told)


@pytest.mark.parametrize(("cost", "noted"), [(2, False), (500, True)])
def test_a_note_on_the_work_of_an_iteration_appears_only_if_iterations_differ_in_their_evaluations(
    tmp_path: Path, cost: int, noted: bool
) -> None:
    study = made_up(tmp_path / "s", quick_and_slow)
    with study.store() as store:
        store.connection.execute(f"UPDATE runs SET evaluations = {cost} * iterations WHERE contender = 0")
    comparison = compared(replace(study, contenders=(study.contenders[0], Contender.of("lewis"))))
    assert any("amount of work" in note for note in comparison.notes) == noted
    assert ("evaluations" in comparison.measures) == noted
