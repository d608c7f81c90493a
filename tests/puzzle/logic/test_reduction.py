"""Logic never loses a solution, and finds everything that plain reasoning finds."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ergodoku.puzzle.exact import count_solutions
from ergodoku.puzzle.generate import Recipe, full_grid, generate
from ergodoku.puzzle.layout import Layout
from ergodoku.puzzle.logic.propagation import (
    Geometry,
    Marks,
    assign,
    give,
    load,
    new_marks,
    reset,
    restrict,
)
from ergodoku.puzzle.logic.reduction import (
    Level,
    candidate_matrix,
    difficulty,
    geometry_of,
    reduce,
    reduce_batch,
    reduce_by,
)
from ergodoku.puzzle.logic.rules import PAIRS, hidden_pairs, naked_pairs, new_looks, propagate
from ergodoku.puzzle.puzzle import Puzzle
from tests.puzzle.reference import JIGSAW, singles

LAYOUTS = [
    Layout.of(4),
    Layout.of(6),
    Layout.of(9),
    Layout.of(12),
    Layout.of(box=(1, 5)),
    Layout.of(6, kind="diagonal"),
    Layout.of(9, kind="diagonal"),
    Layout.of(9, kind="windows"),
    Layout.of(7, kind="latin"),
    Layout.jigsaw(JIGSAW),
]
SINGLES_ONLY = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"


def blanked(layout: Layout, seed: int, share: float) -> tuple[Puzzle, np.ndarray]:
    rng = np.random.default_rng(seed)
    full = full_grid(layout, rng)
    return Puzzle(layout, np.where(rng.random(layout.cells) < share, full, 0)), full


instances = st.tuples(st.sampled_from(LAYOUTS), st.integers(0, 10_000), st.floats(0.1, 0.9))


@given(instances, st.sampled_from(Level))
@settings(max_examples=80)
def test_no_level_ever_removes_a_digit_of_a_solution(
    instance: tuple[Layout, int, float], level: Level
) -> None:
    puzzle, full = blanked(*instance)
    reduction = reduce(puzzle, level)
    assert not reduction.contradiction
    assert reduction.candidates[np.arange(puzzle.layout.cells), full.astype(int) - 1].all()
    placed = reduction.puzzle.flat > 0
    assert (reduction.puzzle.flat[placed] == full[placed]).all()
    assert (reduction.candidates.sum(axis=1)[placed] == 1).all()


@given(instances)
@settings(max_examples=40)
def test_singles_agree_with_plain_reasoning_on_sets(instance: tuple[Layout, int, float]) -> None:
    puzzle, _ = blanked(*instance)
    expected = singles(puzzle)
    got = reduce(puzzle, Level.SINGLES).candidates
    assert [set((np.flatnonzero(row) + 1).tolist()) for row in got] == expected


@given(st.sampled_from(LAYOUTS), st.integers(0, 10_000), st.integers(0, 1000))
@settings(max_examples=40)
def test_singles_find_a_contradiction_if_and_only_if_plain_reasoning_on_sets_finds_one(
    layout: Layout, seed: int, where: int
) -> None:
    puzzle, full = blanked(layout, seed, 0.5)
    grid = puzzle.flat.copy()
    cell = where % layout.cells
    grid[cell] = full[cell] % layout.size + 1
    grid.setflags(write=False)
    wrong = Puzzle.unchecked(layout, grid)
    assert bool(reduce(wrong, Level.SINGLES).contradiction) == (singles(wrong) is None)


@given(instances)
@settings(max_examples=30)
def test_a_higher_level_never_keeps_more_candidates(instance: tuple[Layout, int, float]) -> None:
    puzzle, _ = blanked(*instance)
    left = [reduce(puzzle, level).candidates for level in Level]
    assert (left[0] | ~left[1]).all()
    assert (left[1] | ~left[2]).all()


def test_steps_report_the_effect_of_each_rule() -> None:
    puzzle = Puzzle.parse(SINGLES_ONLY)
    reduction = reduce(puzzle)
    assert reduction.solved
    assert reduction.steps["naked singles"] + reduction.steps["hidden singles"] == 81 - puzzle.clues
    assert reduction.steps["locked candidates"] == 0


def test_pointing_removes_candidates_from_the_rest_of_a_row() -> None:
    grid = np.zeros((9, 9), dtype=int)
    grid[0, :3] = 1, 2, 3
    grid[1, :3] = 4, 5, 6
    # Pointing: 7, 8 and 9 of box 1 must be in row 3, so they cannot be elsewhere in row 3.
    singles_only = reduce(Puzzle(Layout.of(9), grid), Level.SINGLES)
    locked = reduce(Puzzle(Layout.of(9), grid), Level.LOCKED)
    assert singles_only.candidates[2 * 9 + 5, [6, 7, 8]].all()
    assert not locked.candidates[2 * 9 + 3 : 3 * 9, 6:9].any()
    assert locked.steps["locked candidates"] == 18


BOX_1 = 18  # its number as a unit: nine rows and nine columns come first
PAIR = (0, 10)  # two cells of box 1 in different rows and columns
OTHERS = tuple(cell for cell in Layout.of(9).units[BOX_1].tolist() if cell not in PAIR)


def marks_without(cells: tuple[int, ...], digits: list[int]) -> tuple[Geometry, Marks]:
    """Return an empty grid in which these cells lack these candidates."""
    geo, marks = geometry_of(Layout.of(9)), new_marks(Layout.of(9))
    reset(marks)
    possible = np.ones((81, 9), dtype=np.bool_)
    possible[np.ix_(cells, digits)] = False
    assert restrict(geo, marks, possible)
    return geo, marks


def test_a_naked_pair_removes_its_digits_from_the_rest_of_the_unit() -> None:
    geo, marks = marks_without(PAIR, list(range(2, 9)))
    assert naked_pairs(geo, marks, new_looks(len(geo.units)), BOX_1) == 7 * 2
    left = candidate_matrix(Layout.of(9), marks)
    assert not left[OTHERS, :2].any()
    assert left[OTHERS, 2:].all()
    assert naked_pairs(geo, marks, new_looks(len(geo.units)), BOX_1) == 0


def test_a_hidden_pair_removes_all_other_digits_from_its_cells() -> None:
    geo, marks = marks_without(OTHERS, [3, 7])
    assert hidden_pairs(geo, marks, new_looks(len(geo.units)), BOX_1) == 2 * 7
    left = candidate_matrix(Layout.of(9), marks)
    assert [np.flatnonzero(left[cell]).tolist() for cell in PAIR] == [[3, 7], [3, 7]]
    assert hidden_pairs(geo, marks, new_looks(len(geo.units)), BOX_1) == 0


@pytest.mark.parametrize("layout", [*LAYOUTS, Layout.of(65)], ids=str)
def test_assigning_all_givens_at_once_gives_the_same_result_as_one_by_one(layout: Layout) -> None:
    puzzle, _ = blanked(layout, 3, 0.4)
    at_once, singly, geo = new_marks(layout), new_marks(layout), geometry_of(layout)
    reset(at_once)
    reset(singly)
    if give(geo, at_once, puzzle.flat):
        assert all(assign(geo, singly, cell, puzzle.flat[cell] - 1) for cell in np.flatnonzero(puzzle.flat))
        for name in ("cand", "plane", "left", "room", "digit", "top", "done"):
            assert np.array_equal(getattr(at_once, name), getattr(singly, name)), name
        height = at_once.top[0]
        assert np.array_equal(at_once.naked[:height], singly.naked[:height])
    else:
        assert min(np.count_nonzero(puzzle.flat[unit] == 0) for unit in layout.units) < 2


@pytest.mark.parametrize("layout", LAYOUTS, ids=str)
@pytest.mark.parametrize("seed", range(5))
def test_looking_at_all_units_again_finds_nothing_more(layout: Layout, seed: int) -> None:
    puzzle, _ = blanked(layout, seed, 0.35)
    geo, marks, looks = geometry_of(layout), new_marks(layout), new_looks(len(layout.units))
    assert load(geo, marks, puzzle.flat)
    assert propagate(geo, marks, looks, PAIRS)
    before = marks.cand.copy()
    assert propagate(geo, marks, new_looks(len(layout.units)), PAIRS)
    assert np.array_equal(marks.cand, before)


@pytest.mark.parametrize("size", [64, 65, 81, 100])
def test_logic_works_if_the_digits_need_one_or_two_64_bit_words(size: int) -> None:
    layout = Layout.of(size)
    puzzle, full = blanked(layout, 1, 0.97)
    reduction = reduce(puzzle)
    assert reduction.solved
    assert (reduction.puzzle.flat == full).all()


def test_a_contradiction_names_the_cell_or_the_unit() -> None:
    grid = np.zeros((4, 4), dtype=int)
    grid[0, 0], grid[1, 2], grid[3, 3] = 1, 2, 3
    grid[2, 3] = 4
    grid[0, 1] = 3
    reduction = reduce(Puzzle(Layout.of(4), grid))
    assert "left for" in reduction.contradiction
    assert not reduction.solved


@pytest.mark.parametrize("logic", ["none", "singles", "locked", "pairs"])
def test_candidates_have_the_same_type_for_any_logic_so_kernels_compile_once(logic: str) -> None:
    candidates = reduce_by(Puzzle.parse(SINGLES_ONLY), logic).candidates
    assert candidates.dtype == np.bool_
    assert candidates.flags.c_contiguous


def test_kernels_compile_once_for_writable_and_read_only_givens() -> None:
    layout = Layout.of(4)
    count_solutions(Puzzle(layout, [1] + [0] * 15))
    compiled = list(load.signatures)  # type: ignore[attr-defined]
    generate(Recipe(layout), seed=1)
    reduce_batch(layout, np.zeros((2, 16), dtype=np.uint8))
    assert load.signatures == compiled  # type: ignore[attr-defined]


def test_a_batch_gives_the_same_results_as_single_grids() -> None:
    layout = Layout.of(9)
    puzzles = [blanked(layout, seed, share)[0] for share in (0.35, 0.55) for seed in range(20)]
    puzzles += [generate(Recipe(difficulty=level.label), seed=1) for level in Level]
    batch = reduce_batch(layout, np.stack([p.flat for p in puzzles]), Level.PAIRS)
    assert batch.consistent.all()
    assert {*batch.needed.tolist()} == {0, *Level}
    for row, needed, puzzle in zip(batch.grids, batch.needed, puzzles, strict=True):
        assert (row == reduce(puzzle, Level.PAIRS).puzzle.flat).all()
        assert needed == next((level for level in Level if reduce(puzzle, level).solved), 0)


@pytest.mark.parametrize(
    ("text", "label"),
    [
        (SINGLES_ONLY, "singles"),
        ("1...............", "beyond logic"),
        ("8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..", "beyond logic"),
    ],
)
def test_difficulty_is_the_strongest_logic_needed(text: str, label: str) -> None:
    assert difficulty(Puzzle.parse(text)) == label


def test_the_message_names_a_given_that_the_other_givens_rule_out() -> None:
    text = "53..7....6..195....98....6.8...6...34..8.3..175..2...6.6....28....419..5....8..79"
    assert reduce(text).contradiction == "row 2, column 4 is given as 1, but the other givens rule that out"
