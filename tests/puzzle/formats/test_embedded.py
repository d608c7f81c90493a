"""Puzzles written as lists are read, even inside programs or text."""

from __future__ import annotations

import io

import pytest

from ergodoku.base.errors import PuzzleError
from ergodoku.puzzle.formats import parse, read
from ergodoku.puzzle.puzzle import Puzzle

NINE = Puzzle.parse("3......2.......9642.8....5.17..8.......2....7....5.4....9........6..4..5.2.9.6...")
ROWS = NINE.givens.tolist()
LINES = ",\n".join(f"    {row}" for row in ROWS)

PROGRAMS = {
    "python": f"""import numpy as np
from solver import solve

# the puzzle of the README
puzzle = [  # rows
{LINES},
]


def main(n=(0, 3), limits=[(0, 3), (3, 6), (6, 9)]):
    print(solve(puzzle, n, limits[0]))
""",
    "python, list first": f"board = [\n{LINES}]\nprint(solve(board, 5))\n",
    "numpy": f"import numpy as np\nboard = np.array([\n{LINES}\n], dtype=int)\n",
    "none for a blank": "import x\nboard = " + str([[cell or None for cell in row] for row in ROWS]),
    "a flat list": f"from x import solve\n\nsolve({NINE.flat.tolist()})\n",
    "C++": "#include <vector>\nint main() {\n  int grid[9][9] = {  // rows\n"
    + LINES.replace("[", "{").replace("]", "}")
    + "\n  };\n  solve(grid);\n}\n",
    "JavaScript": f"const size = 9;\nconst grid = [\n{LINES}\n];\nconsole.log(solve(grid, [1, 2]));\n",
    "what a program printed": "Sudoku:\n" + "\n".join(map(str, ROWS)),
    "a line after it": "\n".join(map(str, ROWS)) + "\n\nWith energy equals to: 49\n",
}


@pytest.mark.parametrize("name", PROGRAMS)
def test_the_list_in_a_program_is_read(name: str) -> None:
    assert parse(PROGRAMS[name]) == NINE


def test_several_lists_are_several_puzzles() -> None:
    text = "\n".join(map(str, ROWS)) + "\nWith energy equals to: 49\n"
    assert list(read(io.StringIO(text * 2))) == [NINE] * 2
    assert list(read(io.StringIO(PROGRAMS["python"] * 2))) == [NINE] * 2


def test_an_error_names_the_line_in_the_program() -> None:
    with pytest.raises(PuzzleError, match="line 5") as caught:
        parse(PROGRAMS["python"].replace("[3, 0,", "[3, 3,"))
    assert caught.value.cells == ((1, 1), (1, 2))


@pytest.mark.parametrize("text", ["[ " * 100_000, "(1," * 100_000, "import x\n" + "[[1, 2],\n" * 100_000])
def test_a_text_full_of_brackets_is_refused(text: str) -> None:
    with pytest.raises(PuzzleError):
        parse(text)
