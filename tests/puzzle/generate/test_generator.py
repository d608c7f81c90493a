"""The generator makes valid grids with the wanted clues and one solution, always the same for a seed."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ergodoku.base.errors import ParameterError, PuzzleError
from ergodoku.puzzle.exact import count_solutions
from ergodoku.puzzle.generate import full_grid
from ergodoku.puzzle.generate import generator as maker
from ergodoku.puzzle.generate.generator import DIFFICULTIES, Recipe, difficulty, generate, generate_many
from ergodoku.puzzle.layout import Layout
from ergodoku.puzzle.logic import Level, reduce
from ergodoku.puzzle.puzzle import Puzzle
from tests.puzzle.reference import JIGSAW, brute_force, is_full_and_valid
from tests.puzzle.regions import random_jigsaw

CLASSIC = [Layout.of(n) for n in (4, 6, 8, 9, 10, 12, 15, 16, 20, 25, 36, 49, 64, 81, 100)]
DIAGONAL = [Layout.of(n, kind="diagonal") for n in (4, 6, 8, 9, 10, 12, 15, 16, 20, 25, 36, 49, 64, 81, 100)]
WINDOWS = [Layout.of(n, kind="windows") for n in (4, 6, 8, 9, 10, 12, 16, 20, 25, 36, 49, 64, 81, 100)]
OTHER = [Layout.jigsaw(JIGSAW), Layout.of(box=(1, 7)), Layout.of(box=(3, 2)), Layout.of(box=(4, 3))]
GOLDEN_4 = [0, 0, 1, 2, 0, 0, 0, 0, 4, 2, 0, 0, 0, 0, 0, 0]
GOLDEN_9 = [
    int(c) for c in "000000000850107000006038000000570002360820700082000015070000030000012084508004901"
]


@pytest.mark.parametrize("layout", CLASSIC + DIAGONAL + WINDOWS + OTHER, ids=repr)
def test_full_grids_obey_every_layout(layout: Layout) -> None:
    rng = np.random.default_rng(1)
    first, second = full_grid(layout, rng), full_grid(layout, rng)
    assert is_full_and_valid(layout, first)
    assert is_full_and_valid(layout, second)
    if layout.size > 4:
        assert first.tolist() != second.tolist()


@settings(max_examples=50)
@given(st.integers(2, 50), st.integers(2, 50), st.integers(0, 100))
def test_grids_with_windows_can_be_filled_for_boxes_of_every_shape(high: int, wide: int, seed: int) -> None:
    high = min(high, 100 // wide)
    layout = Layout.of(box=(high, wide), kind="windows")
    assert is_full_and_valid(layout, full_grid(layout, np.random.default_rng(seed)))


def test_small_full_grids_are_not_shuffles_of_one_grid() -> None:
    """Shuffles of one grid would not give all twelve 4x4 grids with the first row 1 2 3 4."""
    seen = set()
    for seed in range(300):
        grid = full_grid(Layout.of(4), np.random.default_rng(seed)).tolist()
        name = {digit: k for k, digit in enumerate(grid[:4])}
        seen.add(tuple(name[d] for d in grid))
    assert len(seen) == 288 // 24


def test_a_region_map_that_cannot_be_filled_is_refused() -> None:
    # To complete region a, column 4 would need the same digit in rows 1 and 2.
    regions = ["aaab", "bbba", "ccdd", "ccdd"]
    with pytest.raises(PuzzleError, match="no full grid fits"):
        full_grid(Layout.jigsaw([list(r) for r in regions]), np.random.default_rng(0))


@pytest.mark.parametrize("seed", [10, 285])
def test_a_map_that_cannot_be_filled_is_refused_even_if_depth_first_search_cannot_decide(seed: int) -> None:
    with pytest.raises(PuzzleError, match="no full grid fits"):
        full_grid(random_jigsaw(9, seed), np.random.default_rng(0))


def test_if_the_search_for_a_second_solution_stops_too_early_the_oracle_decides(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    expected = [generate(Recipe(minimal=True), seed=4, index=k) for k in range(3)]
    monkeypatch.setattr(maker, "NODES_PER_CELL", 1)
    assert [generate(Recipe(minimal=True), seed=4, index=k) for k in range(3)] == expected


def test_a_grid_that_is_too_large_for_a_search_is_refused_at_once() -> None:
    with pytest.raises(PuzzleError, match=r"would take too long; choose a smaller size"):
        full_grid(Layout.of(box=(9, 10), kind="diagonal"), np.random.default_rng(0))


@given(st.integers(0, 2**32), st.integers(24, 81))
@settings(max_examples=25)
def test_unique_puzzles_have_the_wanted_clues_and_one_solution(seed: int, clues: int) -> None:
    puzzle = generate(Recipe(clues=clues, unique=True), seed=seed)
    assert puzzle.clues == clues
    assert count_solutions(puzzle).solutions == "one"


@pytest.mark.parametrize(
    "layout",
    [
        Layout.of(4),
        Layout.of(6),
        Layout.of(9, kind="windows"),
        Layout.of(9, kind="diagonal"),
        Layout.jigsaw(JIGSAW),
        Layout.of(12),
    ],
    ids=repr,
)
def test_no_given_of_a_minimal_puzzle_can_be_removed(layout: Layout) -> None:
    puzzle = generate(Recipe(layout, minimal=True), seed=4)
    assert count_solutions(puzzle).solutions == "one"
    for cell in np.flatnonzero(puzzle.flat):
        fewer = puzzle.flat.copy()
        fewer[cell] = 0
        assert count_solutions(Puzzle(layout, fewer)).solutions == "many"


def test_brute_force_confirms_that_puzzles_are_unique() -> None:
    puzzles = generate_many(20, Recipe(Layout.of(6), minimal=True), seed=2)
    assert [brute_force(puzzle, 2) for puzzle in puzzles] == [1] * 20


@pytest.mark.parametrize("size", [16, 25, 36])
def test_large_puzzles_can_be_unique(size: int) -> None:
    puzzle = generate(Recipe(Layout.of(size), fraction=0.6, unique=True), seed=1)
    assert puzzle.clues == round(0.6 * size**2)
    assert count_solutions(puzzle, time_limit=60).solutions == "one"


@given(st.sampled_from(CLASSIC[:11]), st.floats(0, 1), st.integers(0, 100))
@settings(max_examples=25)
def test_puzzles_have_the_wanted_share_of_givens(layout: Layout, fraction: float, seed: int) -> None:
    puzzle = generate(Recipe(layout, fraction=fraction), seed=seed)
    assert puzzle.clues == round(fraction * layout.cells)


@pytest.mark.parametrize("recipe", [Recipe(), Recipe(fraction=0.4), Recipe(Layout.of(16), fraction=0.4)])
def test_a_puzzle_depends_only_on_seed_and_index(recipe: Recipe) -> None:
    many = list(generate_many(5, recipe, seed=9))
    assert many[3] == generate(recipe, seed=9, index=3)
    assert many == list(generate_many(5, recipe, seed=9))
    assert len(set(many)) == 5
    assert many[0] != generate(recipe, seed=10)


def test_the_puzzles_of_a_seed_stay_the_same_from_release_to_release() -> None:
    assert generate(Recipe(Layout.of(4), minimal=True), seed=1).flat.tolist() == GOLDEN_4
    assert generate(Recipe(clues=30, unique=True), seed=1).flat.tolist() == GOLDEN_9


@pytest.mark.parametrize("label", DIFFICULTIES)
def test_a_puzzle_has_the_wanted_difficulty(label: str) -> None:
    puzzle = generate(Recipe(difficulty=label), seed=1)
    assert difficulty(puzzle) == label
    assert count_solutions(puzzle).solutions == "one"
    solves = [level.label for level in Level if reduce(puzzle, level).solved]
    # This logic and stronger logic solve the puzzle; weaker logic does not.
    assert solves == list(DIFFICULTIES[DIFFICULTIES.index(label) : -1])


def test_the_error_for_a_puzzle_that_was_not_found_names_the_fewest_clues_reached(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(maker, "ATTEMPTS", 200)
    with pytest.raises(PuzzleError, match=r"with one solution and 3 clues.*fewest clues reached were 4"):
        generate(Recipe(Layout.of(4), clues=3, unique=True), seed=1)


@pytest.mark.parametrize(
    ("wrong", "message"),
    [
        ({"clues": 82}, "give a whole number from 0 to 81"),
        ({"clues": -1}, "give a whole number from 0 to 81"),
        ({"fraction": 1.5}, "from 0 to 1"),
        ({"clues": 30, "fraction": 0.5}, "leave one of them out"),
        ({"minimal": True, "clues": 30}, "leave out `clues` and `fraction`"),
        ({"minimal": True, "unique": False}, "leave `unique` at its default"),
        ({"difficulty": "fiendish"}, "choose one of singles"),
        ({"unique": "yes"}, "unique is 'yes'; give True or False"),
        ({"minimal": 3}, "minimal is 3; give True or False"),
    ],
)
def test_a_recipe_that_makes_no_sense_is_refused(wrong: dict[str, object], message: str) -> None:
    with pytest.raises(ParameterError, match=message):
        Recipe(**wrong)
