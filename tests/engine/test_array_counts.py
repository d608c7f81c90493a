"""Arrays: each row is reduced, and its solutions counted, like a single puzzle; bad rows raise no error."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from ergodoku.base.errors import ParameterError, PuzzleError
from ergodoku.engine.arrays import count_solutions_array, reduce_array, rows
from ergodoku.engine.checking import check_many
from ergodoku.puzzle.clashes import find_conflict
from ergodoku.puzzle.exact import block_counter, count_solutions
from ergodoku.puzzle.generate import Recipe, generate_many
from ergodoku.puzzle.logic import Level, difficulty, reduce
from ergodoku.puzzle.puzzle import Puzzle
from tests.faults import assert_interruptible
from tests.samples import BEYOND_LOGIC_UNSOLVABLE, EASY, HARD, LAYOUTS, general

CLASHING = "55" + EASY[2:]
MIXED = [HARD, EASY[:80], BEYOND_LOGIC_UNSOLVABLE, EASY, CLASHING, "." * 81, "?" * 81]
COUNTED = ["one", "bad_input", "none", "one", "bad_input", "many", "bad_input"]
REDUCED = ["open", "bad_input", "open", "solved", "bad_input", "open", "bad_input"]


def sparse_and_spoilt(name: str) -> list[Puzzle]:
    """Return puzzles with one solution, with many solutions, and with none."""
    layout = LAYOUTS[name]
    puzzles = [p for f in (0.2, 0.35, 0.6) for p in generate_many(5, Recipe(layout, fraction=f), seed=3)]
    rng = np.random.default_rng(5)
    for puzzle in puzzles[5:]:
        for _ in range(50):
            flat = puzzle.flat.copy()
            flat[rng.choice(np.flatnonzero(flat == 0))] = rng.integers(1, layout.size + 1)
            if find_conflict(layout, flat) is None:
                puzzles.append(Puzzle(layout, flat))
                break
    return puzzles


@pytest.mark.parametrize("name", sorted(LAYOUTS))
def test_each_row_is_reduced_and_its_solutions_counted_like_a_single_puzzle(name: str) -> None:
    puzzles = sparse_and_spoilt(name)
    array = np.stack([puzzle.flat for puzzle in puzzles])
    counts = count_solutions_array(array, 3, layout=LAYOUTS[name])
    reductions = reduce_array(array, layout=LAYOUTS[name])
    assert counts.layout == reductions.layout == LAYOUTS[name]
    assert not counts.errors
    assert not reductions.errors
    for row, puzzle in enumerate(puzzles):
        verdict, reduction = count_solutions(puzzle, 3), reduce(puzzle)
        assert (counts.counts[row], counts.complete[row]) == (verdict.count, verdict.complete)
        solution = np.zeros(puzzle.givens.shape) if verdict.solution is None else verdict.solution
        assert (counts.grids[row] == solution.ravel()).all()
        assert (reductions.grids[row] == reduction.puzzle.flat).all()
        assert (reductions.status[row] == "contradiction") == bool(reduction.contradiction)
        assert reductions.solved[row] == reduction.solved
        assert reductions.difficulty[row] == difficulty(puzzle)
    assert len({*counts.solutions.tolist()}) > 1


def test_each_puzzle_of_a_stream_is_checked_like_a_single_puzzle() -> None:
    puzzles = [p for name in ("classic-9", "classic-4") for p in sparse_and_spoilt(name)] + [
        Puzzle.parse(EASY)
    ]
    checked = list(check_many(puzzles))
    assert [found.puzzle for found in checked] == puzzles
    for puzzle, verdict, grade in checked:
        expected = count_solutions(puzzle)
        assert (verdict.solutions, verdict.reason) == (expected.solutions, expected.reason)
        assert grade == (difficulty(puzzle) if expected.solutions == "one" else None)


def test_bad_rows_are_reported_by_number_and_the_others_are_counted() -> None:
    counts, reductions = count_solutions_array(MIXED), reduce_array(MIXED)
    assert counts.solutions.tolist() == COUNTED
    assert reductions.status.tolist() == REDUCED
    assert counts.errors == reductions.errors
    assert list(counts.errors) == [1, 4, 6]
    assert "5 appears twice in row 1" in counts.errors[4]
    assert not counts.grids[[1, 2, 4, 6]].any()
    assert not reductions.grids[[1, 4, 6]].any()
    assert reductions.difficulty[[1, 3]].tolist() == ["", "singles"]
    assert counts.to_strings()[1:3] == [None, None]
    assert repr(counts).endswith("3 bad_input, 1 many, 1 none, 2 one)")
    assert repr(reductions).endswith("3 bad_input, 3 open, 1 solved)")


def test_the_error_for_an_array_of_puzzles_names_the_function_for_many_puzzles() -> None:
    for shape in ((10, 81), (10, 9, 9)):
        with pytest.raises(PuzzleError, match="for many puzzles, use solve_array"):
            count_solutions(np.zeros(shape, dtype=int))
    for texts in ([EASY, HARD], np.array([EASY]), [EASY] * 9):
        with pytest.raises(PuzzleError, match=r"list of \d texts?; give one puzzle; for many puzzles, use"):
            count_solutions(texts)


def test_the_level_sets_how_much_logic_is_applied() -> None:
    for level in ("singles", "locked", Level.PAIRS):
        reductions = reduce_array([HARD, EASY], level)
        assert (reductions.grids[0] == reduce(HARD, level).puzzle.flat).all()
    with pytest.raises(ParameterError, match="the level is 'all'"):
        reduce_array([HARD], "all")


def test_workers_and_blocks_do_not_change_the_result(monkeypatch: pytest.MonkeyPatch) -> None:
    expected = count_solutions_array(MIXED * 3, workers=1).to_polars()
    reduced = reduce_array(MIXED * 3, workers=1).to_polars()
    monkeypatch.setattr(rows, "FEWEST", 1)
    for workers in (1, 2, 7):
        assert count_solutions_array(MIXED * 3, workers=workers).to_polars().equals(expected)
        assert reduce_array(MIXED * 3, workers=workers).to_polars().equals(reduced)


def test_a_polars_frame_has_a_row_for_each_puzzle() -> None:
    frame = count_solutions_array(MIXED).to_polars()
    assert frame.columns == ["solutions", "count", "complete", "solution", "error"]
    assert frame["solutions"].to_list() == COUNTED
    assert frame["count"].to_list() == [1, 0, 0, 1, 0, 2, 0]
    assert count_solutions_array([]).to_polars().schema == frame.schema
    reduced = reduce_array(MIXED).to_polars()
    assert reduced.columns == ["grid", "status", "difficulty", "error"]
    assert reduced["status"].to_list() == REDUCED
    assert reduce_array([]).to_polars().schema == reduced.schema


def test_solutions_of_large_grids_are_counted_and_their_number_is_unknown_if_the_time_is_up() -> None:
    puzzle = general(36, 0.9)
    assert count_solutions_array(puzzle.givens[None]).counts[0] == count_solutions(puzzle).count
    open_grid = general(36, 0.3).givens[None]
    assert count_solutions_array(open_grid, time_limit=0).solutions.tolist() == ["unknown"]


@pytest.mark.parametrize("name", sorted(LAYOUTS))
def test_a_counter_that_is_told_to_stop_starts_no_puzzle(name: str) -> None:
    puzzle = generate_many(1, Recipe(LAYOUTS[name], fraction=0.6), seed=3)
    grids = np.stack([next(iter(puzzle)).flat] * 2)
    counter = block_counter(LAYOUTS[name], 2)
    assert counter is not None
    counter.recalled[0] = 1
    assert not counter.count(grids).decided.any()
    counter.recalled[0] = 0
    assert counter.count(grids).decided.all()


def test_ctrl_c_ends_the_counting() -> None:
    assert_interruptible(lambda: count_solutions_array([general(25, 0.3).givens] * 4, 10**9, workers=2))


@pytest.mark.parametrize(
    "options",
    [{"limit": 0}, {"workers": 0}, {"limit": 1.5}, {"time_limit": "5"}, {"time_limit": -1}],
    ids=str,
)
def test_invalid_options_are_refused(options: dict[str, Any]) -> None:
    with pytest.raises(ParameterError):
        count_solutions_array([EASY], **options)
