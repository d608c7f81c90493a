"""Performance profiles, checked puzzle by puzzle."""

from __future__ import annotations

from pathlib import Path

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from ergodoku.lab.analysis import Runs, by_puzzle, performance_ratios, puzzle_efforts
from ergodoku.lab.analysis.profiles import PuzzleEfforts
from tests.lab.synthetic import LIMIT, Outcome, made_up

INF = float("inf")
efforts = st.one_of(st.floats(1, 1e6), st.just(INF))
tables = st.lists(st.tuples(efforts, efforts, efforts), min_size=1, max_size=20)


@settings(max_examples=60)
@given(tables)
def test_a_ratio_is_an_effort_divided_by_the_best_effort(rows: list[tuple[float, float, float]]) -> None:
    ratios = performance_ratios(PuzzleEfforts(np.arange(len(rows)), np.array(rows)))
    for row, found in zip(rows, ratios.tolist(), strict=True):
        for effort, ratio in zip(row, found, strict=True):
            assert ratio == (effort / min(row) if effort < INF else INF)
        assert min(found) == 1 or set(row) == {INF}


def test_efforts_are_expected_running_times_on_puzzles_with_runs_of_all_contenders(tmp_path: Path) -> None:
    def outcome(puzzle: int, contender: int, repetition: int) -> Outcome | None:
        if (puzzle, contender) == (2, 1):
            return None
        solved = not (puzzle == 1 and contender == 0) and repetition % 2 == 0
        return ("solved", 10 * (1 + puzzle + contender)) if solved else ("gave_up", LIMIT)

    with made_up(tmp_path / "s", outcome, count=4, runs=4).store() as store:
        table = by_puzzle(Runs.read(store), 2)
    found = puzzle_efforts(table, "iterations", 2)
    assert found.puzzle.tolist() == [0, 1, 3]
    # If two of four runs are solved, the expected time is the effort of all four, divided by two.
    expected = [[10 + LIMIT, 20 + LIMIT], [INF, 30 + LIMIT], [40 + LIMIT, 50 + LIMIT]]
    assert found.expected.tolist() == expected


def test_puzzles_that_logic_solves_count_as_one_iteration(tmp_path: Path) -> None:
    with made_up(tmp_path / "s", lambda p, c, r: ("solved", 0), count=3, runs=2).store() as store:
        found = puzzle_efforts(by_puzzle(Runs.read(store), 2), "iterations", 2)
    assert (performance_ratios(found) == 1).all()
