"""The oracle counts solutions correctly up to the limit, and stops when requested."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ergodoku.base.errors import ParameterError
from ergodoku.puzzle.exact import another_solution, count_solutions, refuted_at_once
from ergodoku.puzzle.exact import oracle as exact
from ergodoku.puzzle.exact.formula import Formula
from ergodoku.puzzle.generate import Recipe, full_grid, generate
from ergodoku.puzzle.layout import Layout
from ergodoku.puzzle.logic import Level, reduce
from ergodoku.puzzle.puzzle import Puzzle
from tests.puzzle.reference import JIGSAW, brute_force, is_full_and_valid
from tests.puzzle.regions import random_jigsaw
from tests.samples import sample

SMALL = [Layout.of(4), Layout.of(4, kind="diagonal"), Layout.of(4, kind="latin"), Layout.of(6)]


def by_sat(puzzle: Puzzle, limit: int) -> exact.Verdict:
    return exact._sat(reduce(puzzle), limit, lambda: False)


@given(st.sampled_from(SMALL), st.integers(0, 10_000), st.floats(0.25, 0.7), st.booleans())
@settings(max_examples=60)
def test_counts_agree_with_brute_force_on_small_grids(
    layout: Layout, seed: int, share: float, spoil: bool
) -> None:
    rng = np.random.default_rng(seed)
    grid = np.where(rng.random(layout.cells) < share, full_grid(layout, rng), 0)
    if spoil:
        cell = int(rng.integers(layout.cells))
        spoiled = grid.copy()
        spoiled[cell] = rng.integers(1, layout.size + 1)
        try:
            Puzzle(layout, spoiled)
            grid = spoiled
        except ValueError:
            pass
    puzzle = Puzzle(layout, grid)
    expected = brute_force(puzzle, 20)
    verdict = count_solutions(puzzle, 20)
    assert verdict.count == expected
    assert verdict.complete or expected == 20
    if not reduce(puzzle).contradiction and not reduce(puzzle).solved:
        assert refuted_at_once(reduce(puzzle)) == (expected == 0)
        assert by_sat(puzzle, 20).count == expected


@given(st.sampled_from(SMALL), st.integers(0, 10_000), st.floats(0.1, 0.6))
@settings(max_examples=60)
def test_another_solution_is_found_if_there_is_one(layout: Layout, seed: int, share: float) -> None:
    rng = np.random.default_rng(seed)
    solution = full_grid(layout, rng)
    puzzle = Puzzle(layout, np.where(rng.random(layout.cells) < share, solution, 0))
    assert another_solution(puzzle, solution) == (brute_force(puzzle, 2) > 1)


def test_no_other_solution_is_searched_for_if_that_would_take_a_long_time() -> None:
    layout = Layout.of(16)
    assert not another_solution(Puzzle(layout, [0] * 256), full_grid(layout, np.random.default_rng(1)))


def test_depth_first_and_sat_agree_on_a_thousand_generated_puzzles() -> None:
    seen = set()
    for index in range(1000):
        recipe = Recipe(clues=26 + index % 8, unique=index % 2 == 0)
        puzzle = generate(recipe, seed=11, index=index)
        verdict = count_solutions(puzzle, 5)
        seen.add(verdict.solutions)
        assert verdict.solutions == "one" or index % 2
        assert verdict.solution is not None
        assert is_full_and_valid(puzzle.layout, verdict.solution)
        assert (verdict.solution == puzzle.givens)[puzzle.givens > 0].all()
        if not reduce(puzzle).solved:
            assert by_sat(puzzle, 5).count == verdict.count
    assert seen == {"one", "many"}


@pytest.mark.parametrize(
    ("layout", "share"),
    [
        (Layout.of(16), 0.5),
        (Layout.of(25), 0.6),
        (Layout.of(36), 0.65),
        (Layout.of(16, kind="diagonal"), 0.5),
        (Layout.of(17, kind="latin"), 0.5),
        (Layout.jigsaw(JIGSAW), 0.4),
    ],
)
def test_solutions_of_large_grids_and_variants_are_found(layout: Layout, share: float) -> None:
    puzzle = generate(Recipe(layout, fraction=share), seed=3)
    verdict = count_solutions(puzzle, time_limit=60)
    assert verdict.solutions in ("one", "many")
    assert is_full_and_valid(layout, verdict.solution)


def test_logic_proves_that_there_is_no_solution_and_gives_the_reason() -> None:
    verdict = count_solutions(Puzzle(Layout.of(4), [1, 2, 3, 0, 0, 0, 0, 4] + [0] * 8))
    assert verdict.solutions == "none"
    assert verdict.reason == "no place is left for 4 in row 1"


def test_search_proves_that_there_is_no_solution_if_logic_cannot() -> None:
    puzzle = Puzzle.parse("82.........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..")
    assert not reduce(puzzle).contradiction
    assert count_solutions(puzzle).solutions == "none"
    assert by_sat(puzzle, 2).solutions == "none"


@pytest.mark.parametrize("seed", [0, 4, 10, 136, 187, 285, 298])
def test_empty_jigsaws_that_are_too_hard_for_depth_first_search_are_decided(seed: int) -> None:
    verdict = count_solutions(Puzzle(random_jigsaw(9, seed), [0] * 81))
    assert verdict.solutions == ("none" if seed in (10, 136, 285, 298) else "many")


@pytest.mark.parametrize("seed", [2, 3])
def test_one_solution_of_a_large_empty_jigsaw_proves_that_there_are_others(seed: int) -> None:
    puzzle = Puzzle(random_jigsaw(16, seed), [0] * 256)
    verdict = count_solutions(puzzle, 1000)
    assert (verdict.count, verdict.complete) == (1000, False)
    assert verdict.solution is not None
    assert is_full_and_valid(puzzle.layout, verdict.solution)


def test_digits_without_givens_can_be_exchanged() -> None:
    one_given = Puzzle(Layout.of(4), [1] + [0] * 15)
    known = count_solutions(one_given).solution
    for limit in (6, 7):  # three digits can be ordered in six ways
        late = iter([False] * 3)
        verdict = exact._sat(reduce(one_given), limit, lambda late=late: next(late, True), known)
        assert (verdict.count >= limit) == (limit == 6)


def test_cadical_continues_from_the_solution_of_the_depth_first_search(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    blank = Puzzle(Layout.of(4), [0] * 16)
    monkeypatch.setattr(exact, "NODES_PER_SOLUTION", 1)  # fewer nodes than any solution needs
    assert count_solutions(blank, 1000).count == 288
    known = full_grid(Layout.of(4), np.random.default_rng(1)).reshape(4, 4)
    verdict = exact._sat(reduce(blank), 1000, lambda: False, known)
    assert (verdict.count, verdict.complete) == (288, True)
    assert verdict.solution is known


def test_counting_stops_at_the_limit_and_says_whether_the_count_is_complete() -> None:
    blank = Puzzle(Layout.of(4), [0] * 16)
    assert count_solutions(blank, 1000).count == 288
    assert count_solutions(blank, 1000).complete
    assert count_solutions(blank, 288).solutions == "many"
    assert count_solutions(blank, 7).count == 7
    assert not count_solutions(blank, 7).complete


def test_depth_first_search_and_cadical_both_count_6x6_grids_up_to_a_limit() -> None:
    blank = Puzzle(Layout.of(6), [0] * 36)
    assert count_solutions(blank, 500).count == by_sat(blank, 500).count == 500


def test_a_formula_that_would_take_gigabytes_is_not_built() -> None:
    verdict = count_solutions(Puzzle(Layout.of(100), np.zeros(10_000, dtype=np.uint8)))
    assert (verdict.solutions, verdict.reason) == ("unknown", "the puzzle is too large for the exact oracle")


@pytest.mark.parametrize("kind", ["classic-6", "diagonal-9", "latin-7"])
def test_the_length_of_a_formula_is_known_before_it_is_built(kind: str) -> None:
    formula = Formula(reduce(sample(kind, 0.2), Level.SINGLES))
    assert formula.length == sum(1 for clause in formula.clauses() if len(clause) == 2 and max(clause) < 0)


def test_a_time_limit_of_0_leaves_the_number_of_solutions_unknown() -> None:
    hard = Puzzle.parse("8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..")
    verdict = count_solutions(hard, time_limit=0)
    assert verdict.solutions == "unknown"
    assert not verdict.complete


@pytest.mark.parametrize("size", [9, 36])
def test_stop_is_called_between_slices(size: int) -> None:
    asked = 0

    def stop() -> bool:
        nonlocal asked
        asked += 1
        return asked > 3

    verdict = count_solutions(Puzzle(Layout.of(size), [0] * size**2), 10**9, stop=stop)
    assert not verdict.complete
    assert asked == 4


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"limit": 0}, "limit is 0; give a whole number, 1 or more"),
        ({"limit": "two"}, "limit is 'two'; give a whole number, 1 or more"),
        ({"limit": True}, "limit is True; give a whole number, 1 or more"),
        ({"time_limit": "5"}, "`time_limit` is '5'; give a number, 0 or more"),
        ({"time_limit": -1}, "`time_limit` is -1; give a number, 0 or more"),
        ({"time_limit": float("nan")}, "`time_limit` is nan; give a number, 0 or more"),
        ({"stop": 5}, "stop is 5; give a function"),
    ],
)
def test_an_invalid_limit_is_refused_and_named(options: dict[str, Any], message: str) -> None:
    with pytest.raises(ParameterError, match=message):
        count_solutions(Puzzle(Layout.of(4), [0] * 16), **options)
