"""A puzzle: a layout, and givens that do not contradict each other. It cannot be changed."""

import copy
import pickle

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ergodoku.base.errors import PuzzleError
from ergodoku.puzzle.clashes import find_conflict
from ergodoku.puzzle.layout import Layout
from ergodoku.puzzle.puzzle import Puzzle
from tests.puzzle.sparse import sparse

few = settings(max_examples=40)
GRID = [[1, 0, 0, 0], [0, 0, 3, 0], [0, 4, 0, 0], [0, 0, 0, 2]]


@st.composite
def puzzles(draw: st.DrawFn) -> Puzzle:
    layout, digits = draw(sparse())
    while (found := find_conflict(layout, digits)) is not None:
        digits[found[1]] = 0
    return Puzzle(layout, digits)


class TestContradictions:
    @pytest.mark.parametrize(
        ("layout", "cells", "unit"),
        [
            (Layout.of(9), [(1, 2), (1, 8)], "row 1"),
            (Layout.of(9), [(2, 4), (9, 4)], "column 4"),
            (Layout.of(9), [(4, 4), (6, 5)], "box 5"),
            (Layout.of(6), [(3, 1), (4, 3)], "box 3"),
            (Layout.of(9, kind="diagonal"), [(1, 1), (9, 9)], "falling diagonal"),
            (Layout.of(9, kind="diagonal"), [(1, 9), (9, 1)], "rising diagonal"),
            (Layout.of(9, kind="windows"), [(2, 2), (4, 3)], "window 1"),
            (Layout.jigsaw("1112\n1322\n3324\n3444"), [(1, 2), (2, 1)], "region 1"),
        ],
    )
    def test_the_error_names_both_cells_and_the_unit(
        self, layout: Layout, cells: list[tuple[int, int]], unit: str
    ) -> None:
        grid = np.zeros((layout.size, layout.size), dtype=int)
        for row, column in cells:
            grid[row - 1, column - 1] = 4
        with pytest.raises(PuzzleError) as caught:
            Puzzle(layout, grid)
        (r1, c1), (r2, c2) = cells
        places = f"at row {r1}, column {c1} and at row {r2}, column {c2}"
        assert f"4 appears twice in {unit}, {places}" in str(caught.value)
        assert caught.value.cells == tuple(cells)
        assert caught.value.remedy


class TestGivens:
    def test_the_layout_follows_from_the_size(self) -> None:
        assert Puzzle(GRID) == Puzzle(Layout.of(4), GRID)
        assert Puzzle(GRID, name="easy").name == "easy"
        assert Puzzle(np.zeros(36)).layout == Layout.of(6)

    @pytest.mark.parametrize("thing", [None, "1... ..3. .4.. ...2", 7, {}])
    def test_an_object_that_is_not_a_board_is_an_error(self, thing: object) -> None:
        for arguments in ([thing], [Layout.of(4), thing]):
            with pytest.raises(PuzzleError, match=r"is not a board.*Puzzle\.of"):
                Puzzle(*arguments)  # type: ignore[call-overload]

    def test_a_missing_board_is_reported(self) -> None:
        with pytest.raises(PuzzleError, match="the layout 9 needs a board: None is not a board"):
            Puzzle(9, None)  # type: ignore[call-overload]

    def test_a_board_instead_of_a_layout_is_an_error(self) -> None:
        with pytest.raises(PuzzleError, match="`layout` is a Layout"):
            Puzzle(GRID, GRID)  # type: ignore[call-overload]

    def test_givens_may_be_flat_or_square(self) -> None:
        flat = [digit for row in GRID for digit in row]
        for givens in (flat, np.array(flat), np.array(GRID)):
            assert Puzzle(Layout.of(4), givens) == Puzzle(Layout.of(4), GRID)

    def test_givens_are_available_flat_and_square(self) -> None:
        puzzle = Puzzle(Layout.of(4), GRID)
        assert puzzle.givens.tolist() == GRID
        assert puzzle.flat.tolist() == [digit for row in GRID for digit in row]
        assert (puzzle.size, puzzle.clues) == (4, 4)

    @pytest.mark.parametrize("digit", [-1, 5, 256, 257, 10**6])
    def test_the_error_names_a_digit_out_of_range_with_its_cell_and_the_range(self, digit: int) -> None:
        grid = np.array(GRID)
        grid[2, 3] = digit
        with pytest.raises(PuzzleError, match=rf"{digit} at row 3, column 4 is out.*1 to 4") as caught:
            Puzzle(Layout.of(4), grid)
        assert caught.value.cells == ((3, 4),)

    @pytest.mark.parametrize("givens", [[], [0] * 15, [0] * 17, np.zeros((2, 8), dtype=int), [[0] * 9] * 9])
    def test_a_wrong_number_of_cells_is_an_error(self, givens: list[int]) -> None:
        with pytest.raises(PuzzleError, match="a 4x4 grid has 16 cells"):
            Puzzle(Layout.of(4), givens)

    def test_a_solution_is_stored_with_the_givens(self) -> None:
        answer = [1, 3, 2, 4, 4, 2, 3, 1, 2, 4, 1, 3, 3, 1, 4, 2]
        assert Puzzle(Layout.of(4), GRID, solution=answer).solution.tolist() == answer  # type: ignore[union-attr]
        with pytest.raises(PuzzleError, match="the solution has 3 cells, but a 4x4 grid has 16 cells"):
            Puzzle(Layout.of(4), GRID, solution=[1, 2, 3])


class TestValue:
    @few
    @given(puzzles())
    def test_copies_are_equal_and_have_the_same_hash(self, puzzle: Puzzle) -> None:
        again = Puzzle(puzzle.layout, puzzle.givens.tolist())
        for other in (again, pickle.loads(pickle.dumps(puzzle)), copy.deepcopy(puzzle), copy.copy(puzzle)):
            assert other == puzzle
            assert hash(other) == hash(puzzle)

    @few
    @given(puzzles(), puzzles())
    def test_puzzles_are_equal_if_layout_and_givens_are_equal(self, one: Puzzle, two: Puzzle) -> None:
        assert (one == two) == (one.layout == two.layout and one.flat.tolist() == two.flat.tolist())

    def test_name_and_solution_do_not_affect_equality_but_are_copied(self) -> None:
        answer = [1, 3, 2, 4, 4, 2, 3, 1, 2, 4, 1, 3, 3, 1, 4, 2]
        named = Puzzle(Layout.of(4), GRID, name="the first", solution=answer)
        assert named == Puzzle(Layout.of(4), GRID)
        other = pickle.loads(pickle.dumps(named))
        assert (other.name, other.solution.tolist()) == ("the first", answer)

    def test_puzzles_with_different_layouts_are_not_equal(self) -> None:
        assert Puzzle(Layout.of(4), GRID) != Puzzle(Layout.of(4, kind="windows"), GRID)
        assert Puzzle(Layout.of(4), GRID) != GRID

    @few
    @given(puzzles())
    def test_a_puzzle_cannot_be_changed(self, puzzle: Puzzle) -> None:
        with pytest.raises(AttributeError, match="immutable"):
            puzzle.name = "x"
        with pytest.raises(AttributeError, match="immutable"):
            del puzzle.layout
        with pytest.raises(AttributeError):
            puzzle.other = 1  # type: ignore[attr-defined]
        for array in (puzzle.flat, puzzle.givens):
            with pytest.raises(ValueError, match="read-only"):
                array[0] = 0

    def test_changing_the_original_array_does_not_change_the_puzzle(self) -> None:
        grid = np.array(GRID, dtype=np.uint8)
        puzzle = Puzzle(Layout.of(4), grid)
        grid[0, 0] = 2
        assert puzzle.givens.tolist() == GRID

    def test_repr_shows_layout_clues_and_name(self) -> None:
        puzzle = Puzzle(Layout.of(4), GRID, name="easy")
        assert repr(puzzle) == "Puzzle(Layout(classic, 4x4, boxes 2x2), 4 clues, 'easy')"
