"""The forms of a puzzle: all give the same puzzle, and every error names the place."""

from __future__ import annotations

import io
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pandas
import polars
import pytest

from ergodoku.base.errors import PuzzleError
from ergodoku.puzzle.exact import another_solution, count_solutions
from ergodoku.puzzle.formats import write, write_text
from ergodoku.puzzle.formats.alphabets import named
from ergodoku.puzzle.layout import Layout
from ergodoku.puzzle.logic import difficulty, reduce, reduce_by
from ergodoku.puzzle.puzzle import Puzzle

TEXT = "1... ..3. .4.. ...2"
ROWS = [[1, 0, 0, 0], [0, 0, 3, 0], [0, 4, 0, 0], [0, 0, 0, 2]]
FLAT = [digit for row in ROWS for digit in row]


def with_blank(blank: object, digit: Callable[[int], object] = lambda digit: digit) -> list[list[object]]:
    return [[digit(d) if d else blank for d in row] for row in ROWS]


class Tensor:
    """A minimal array type, as another package might define it."""

    def __array__(self, dtype: object = None, copy: bool | None = None) -> np.ndarray[Any, Any]:
        return np.array(ROWS)


FORMS = {
    "puzzle": Puzzle(ROWS),
    "text": TEXT,
    "bytes": TEXT.encode(),
    "bytes with a mark": b"\xef\xbb\xbf" + TEXT.encode(),
    "rows": ROWS,
    "flat list": FLAT,
    "tuples": tuple(map(tuple, ROWS)),
    "texts": TEXT.split(),
    "bytes in a list": [row.encode() for row in TEXT.split()],
    "arrays in a list": [np.array(row) for row in ROWS],
    "numbers as text": with_blank("0", str),
    "numbers as text with spaces": with_blank(" ", lambda digit: f" {digit} "),
    "None": with_blank(None),
    "empty text": with_blank(""),
    "points": with_blank("."),
    "stars": with_blank("*"),
    "nan": with_blank(float("nan"), float),
    "masked array": np.ma.masked_greater(np.where(np.array(ROWS) == 0, 9, ROWS), 4),
    "object array": np.array(with_blank(None), dtype=object),
    "array of texts": np.array(with_blank(".", str)),
    "array of bytes": np.array(with_blank(".", str)).astype("S1"),
    "array of rows as text": np.array(TEXT.split()),
    "Fortran order": np.asfortranarray(np.array(ROWS)),
    "tensor": Tensor(),
} | {
    f"{shape} {kind}": np.array(cells, dtype=kind)
    for shape, cells in (("square", ROWS), ("flat", FLAT))
    for kind in ("uint8", "int16", "int64", "uint64", "float32", "float64")
}


class TestForms:
    @pytest.mark.parametrize("form", FORMS)
    def test_every_form_gives_the_same_puzzle(self, form: str) -> None:
        puzzle = Puzzle.of(FORMS[form])  # type: ignore[arg-type]
        assert puzzle == Puzzle.parse(TEXT)
        assert hash(puzzle) == hash(Puzzle.parse(TEXT))

    def test_polars_data_frames_and_columns_are_read(self) -> None:
        blanks = [digit or None for digit in FLAT]
        square = polars.DataFrame(ROWS, orient="row")
        for thing in (square, polars.Series(FLAT), polars.Series(blanks), square.cast(polars.String)):
            assert Puzzle.of(thing) == Puzzle(ROWS)
        assert Puzzle.of([polars.Series(row) for row in ROWS]) == Puzzle(ROWS)

    def test_pandas_data_frames_and_columns_are_read(self) -> None:
        square = pandas.DataFrame(with_blank(None))
        whole = pandas.Series([digit or None for digit in FLAT], dtype="Int64")  # pandas.NA for blanks
        texts = pandas.DataFrame(with_blank(None, str), dtype="string")
        for thing in (square, texts, whole, whole.astype("float64"), pandas.DataFrame(ROWS)):
            assert Puzzle.of(thing) == Puzzle(ROWS)

    def test_a_puzzle_is_returned_unchanged(self) -> None:
        puzzle = Puzzle(ROWS)
        assert Puzzle.of(puzzle) is puzzle
        assert Puzzle.of(puzzle, box=(2, 2), layout="classic") is puzzle

    @pytest.mark.parametrize("name", ["1-9A-G", "0-9A-F", "A-P"])
    def test_letters_are_read_as_digits_in_every_alphabet(self, name: str) -> None:
        symbols = named(name, 16).symbols
        rows = [[""] * 16 for _ in range(16)]
        rows[0] = list(symbols)
        rows[5][2] = symbols[15]
        expected = Puzzle.of([[*range(1, 17)], *[[0] * 16] * 15]).givens.copy()
        expected[5, 2] = 16
        for board in (rows, np.array(rows), np.array(rows).ravel()):
            assert Puzzle.of(board).givens.tolist() == expected.tolist()

    def test_letters_can_be_mixed_with_numbers_up_to_nine(self) -> None:
        rows: list[list[object]] = [[0] * 16 for _ in range(16)]
        rows[0][:3] = ["G", 9, "1"]
        assert Puzzle.of(rows).givens[0, :4].tolist() == [16, 9, 1, 0]

    def test_an_alphabet_can_be_given(self) -> None:
        rows = [["", "A"] + [""] * 14] + [[""] * 16] * 15
        with pytest.raises(PuzzleError, match="which alphabet"):
            Puzzle.of(rows)
        assert Puzzle.of(rows, alphabet="0-9A-F").flat[1] == 11

    def test_numbers_are_read_in_the_largest_grid(self) -> None:
        board = np.zeros((100, 100), dtype=int)
        board[99, 0] = 100
        assert Puzzle.of(board) == Puzzle.of(board.astype(str)) == Puzzle.of(board.tolist())

    @pytest.mark.parametrize("thing", [TEXT, ROWS, np.array(FLAT)])
    def test_another_layout_can_be_given(self, thing: Any) -> None:
        diagonal = Layout.of(4, kind="diagonal")
        assert Puzzle.of(thing, layout="diagonal").layout == diagonal
        assert Puzzle.of(thing, layout=diagonal).layout == diagonal
        assert Puzzle.of(thing, box=(1, 4)).layout.box == (1, 4)

    def test_a_file_must_hold_exactly_one_puzzle(self, tmp_path: Path) -> None:
        path = tmp_path / "puzzle.txt"
        path.write_text(TEXT, encoding="utf-8")
        assert Puzzle.of(path) == Puzzle.of(TEXT)
        path.write_text("1.....3..4.....2\n" * 2, encoding="utf-8")
        with pytest.raises(PuzzleError, match=r"puzzle\.txt: the file holds more than one puzzle; use read"):
            Puzzle.of(path)
        with pytest.raises(PuzzleError, match=r"other\.txt: cannot read the input"):
            Puzzle.of(tmp_path / "other.txt")


class TestErrors:
    def test_the_name_of_a_file_is_not_a_puzzle(self, tmp_path: Path) -> None:
        path = tmp_path / "puzzle.txt"
        path.write_text(TEXT, encoding="utf-8")
        with pytest.raises(PuzzleError, match=r"is the name of a file, not a puzzle; give Path\("):
            Puzzle.of(str(path))

    @pytest.mark.parametrize("name", ["puzzle.txt", "my puzzles/hard.sdm", "list.csv.gz"])
    def test_the_name_of_a_missing_file_is_not_called_a_damaged_puzzle(self, name: str) -> None:
        with pytest.raises(PuzzleError, match="is not a puzzle, and no file with this name was found; give"):
            Puzzle.of(name)

    @pytest.mark.parametrize("thing", [TEXT, ROWS])
    def test_a_box_that_does_not_fit_the_layout_is_refused(self, thing: Any) -> None:
        with pytest.raises(PuzzleError, match="boxes of 1x4 do not fit"):
            Puzzle.of(thing, box=(1, 4), layout=Layout.of(4))

    @pytest.mark.parametrize("thing", [None, 7, {}, {1, 2}, object(), iter(FLAT), Layout.of(4)])
    def test_anything_else_is_refused_with_a_list_of_accepted_forms(self, thing: Any) -> None:
        kind = "None" if thing is None else type(thing).__name__
        with pytest.raises(PuzzleError, match=rf"{kind} is not a puzzle; give a Puzzle, text"):
            Puzzle.of(thing)

    @pytest.mark.parametrize("value", [1.5, float("inf"), True, "q", "12a", b"\xff", [], object(), 1j])
    def test_the_error_names_a_cell_whose_value_is_not_a_digit(self, value: object) -> None:
        rows: list[list[object]] = [list(row) for row in ROWS]
        rows[2][3] = value
        with pytest.raises(PuzzleError, match=r"at row 3, column 4 is not a digit; ") as caught:
            Puzzle.of(rows)
        assert caught.value.cells == ((3, 4),)

    @pytest.mark.parametrize("value", [-1, 5, "5", 5.0, "10", 10**30, -(10**30)])
    def test_the_error_names_the_cell_of_a_number_out_of_range(self, value: object) -> None:
        rows: list[list[object]] = [list(row) for row in ROWS]
        rows[2][3] = value
        with pytest.raises(PuzzleError, match=r"at row 3, column 4 is out of range; a 4x4 grid .* 1 to 4"):
            Puzzle.of(rows)

    def test_a_number_above_nine_cannot_be_mixed_with_letters(self) -> None:
        rows: list[list[object]] = [[0] * 16 for _ in range(16)]
        rows[0][:2] = ["G", 10]
        with pytest.raises(PuzzleError, match=r"'10' at row 1, column 2 .* cannot be mixed with letters"):
            Puzzle.of(rows)

    def test_the_error_names_a_row_of_the_wrong_length(self) -> None:
        for row, length in (([3, 4], "2 cells"), ([3], "1 cell"), (7, "is a single value")):
            with pytest.raises(PuzzleError, match=rf"4 rows, but row 2 .*{length}; give 4 cells"):
                Puzzle.of([[1, 2, 3, 4], row, [0] * 4, [0] * 4])

    @pytest.mark.parametrize(
        ("board", "what"),
        [
            ([], "0 cells"),
            ([1, 2], "2 cells"),
            ([ROWS, ROWS], "2 rows of 4 cells"),
            ([[], [], [], []], "4 rows of 0 cells"),
            (np.zeros((4, 5)), "4 rows of 5 cells"),
            (np.zeros((4, 5), dtype=int), "4 rows of 5 cells"),
            (np.zeros((3, 4, 4)), "an array of 3x4x4 values"),
            (np.zeros((101, 101)), "101 rows of 101 cells"),
            (np.array(5), "1 cell"),
        ],
    )
    def test_the_error_for_cells_that_fit_no_grid_says_how_many_there_are(
        self, board: Any, what: str
    ) -> None:
        with pytest.raises(PuzzleError, match=f"the grid (has|is) {what}.*; give one puzzle"):
            Puzzle.of(board)

    def test_a_list_of_puzzles_is_not_mistaken_for_a_grid(self) -> None:
        with pytest.raises(PuzzleError, match="is a list of 81 texts; give one puzzle"):
            Puzzle.of(["." * 81] * 81)

    def test_the_layout_of_a_puzzle_cannot_be_overridden(self) -> None:
        for options in ({"box": (1, 4)}, {"layout": "diagonal"}, {"layout": Layout.of(9)}):
            with pytest.raises(PuzzleError, match="has its own layout"):
                Puzzle.of(Puzzle(ROWS), **options)  # type: ignore[arg-type]

    def test_the_error_names_contradicting_givens(self) -> None:
        with pytest.raises(PuzzleError, match="4 appears twice in column 2"):
            Puzzle.of([[0, 4, 0, 0], *ROWS[1:]])


@pytest.mark.parametrize("thing", [TEXT, ROWS, np.array(FLAT), Puzzle(ROWS)])
class TestFunctions:
    """Every function with a puzzle as its argument accepts a puzzle in any form."""

    def test_logic_accepts_every_form(self, thing: Any) -> None:
        assert reduce(thing).solved
        assert reduce_by(thing, "none").puzzle == Puzzle(ROWS)
        assert difficulty(thing) == "singles"

    def test_the_oracle_accepts_every_form(self, thing: Any) -> None:
        verdict = count_solutions(thing)
        assert verdict.solutions == "one"
        assert verdict.solution is not None
        assert not another_solution(thing, verdict.solution)

    def test_writing_accepts_every_form(self, thing: Any) -> None:
        stream = io.StringIO()
        write([thing, thing], stream, "line")
        assert stream.getvalue() == f"{write_text(thing, 'line')}\n" * 2 == "1.....3..4.....2\n" * 2
