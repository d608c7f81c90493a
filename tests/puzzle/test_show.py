"""How a puzzle looks: as text, in the terminal, in a notebook."""

import io
from html.parser import HTMLParser

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from rich.console import Console
from rich.style import Style

from ergodoku.puzzle.layout import Layout
from ergodoku.puzzle.puzzle import Puzzle
from ergodoku.puzzle.show import as_html, as_table, as_text

GRID = [[1, 0, 0, 0], [0, 0, 3, 0], [0, 4, 0, 0], [0, 0, 0, 2]]
SOLVED = np.array([[1, 3, 2, 4], [4, 2, 3, 1], [2, 4, 1, 3], [3, 1, 4, 2]], dtype=np.uint8)
CLASHING = np.array(GRID, dtype=np.uint8)
CLASHING[0, 3] = 1  # the same row has a given 1
CLASSIC = Puzzle(Layout.of(4), GRID)
JIGSAW = Puzzle(Layout.jigsaw("1112\n1322\n3324\n3444"), GRID)


@st.composite
def puzzles(draw: st.DrawFn) -> Puzzle:
    """Draw a puzzle with one given in some of its rows, each in its own column."""
    layout = draw(st.sampled_from([JIGSAW.layout, *(Layout.of(n) for n in (4, 6, 9, 12, 20))]))
    givens = np.zeros((layout.size, layout.size), dtype=int)
    for row in draw(st.lists(st.integers(0, layout.size - 1), max_size=12)):
        givens[row, row] = row + 1
    return Puzzle(layout, givens)


def words(drawing: str) -> list[str]:
    """Return the text of the cells in a drawing: all words that are digits or blanks."""
    return [word for word in drawing.split() if word.isdigit() or word in ".·"]


def printed(puzzle: Puzzle, found: np.ndarray | None = None, width: int = 1000) -> str:
    console = Console(file=io.StringIO(), width=width, color_system=None)
    console.print(as_table(puzzle, found, width))
    return "\n".join(line.rstrip() for line in console.file.getvalue().splitlines())  # type: ignore[attr-defined]


class TestText:
    def test_bars_and_rules_separate_boxes(self) -> None:
        assert as_text(CLASSIC).splitlines() == [
            "1 . | . .",
            ". . | 3 .",
            "----+----",
            ". 4 | . .",
            ". . | . 2",
        ]

    def test_a_jigsaw_shows_the_borders_of_its_regions(self) -> None:
        assert as_text(JIGSAW).splitlines() == [
            "1   .   . | .",
            "  +---+---+",
            ". | . | 3   .",
            "--+   |   +--",
            ".   4 | . | .",
            "  +---+---+",
            ". | .   .   2",
        ]

    def test_numbers_of_two_digits_are_aligned(self) -> None:
        puzzle = Puzzle(Layout.of(12), [12, 0, 3] + [0] * 141)
        assert as_text(puzzle).splitlines()[0] == "12  .  3  . |  .  .  .  . |  .  .  .  ."
        assert as_text(puzzle).splitlines()[3] == "------------+-------------+------------"

    @settings(max_examples=25)
    @given(puzzles())
    def test_text_shows_every_cell_in_order(self, puzzle: Puzzle) -> None:
        assert words(as_text(puzzle)) == [str(digit or ".") for digit in puzzle.flat.tolist()]

    def test_the_largest_grid_has_a_line_for_every_row_and_a_rule_between_boxes(self) -> None:
        lines = as_text(Puzzle(Layout.of(100), [0] * 9999 + [100])).splitlines()
        assert len(lines) == 100 + 9
        assert {len(line) for line in lines} == {100 * 3 + 90 + 9 * 3}
        assert lines[-1].endswith("100")

    def test_str_returns_the_plain_text(self) -> None:
        assert str(CLASSIC) == as_text(CLASSIC)


class TestTable:
    def test_boxes_have_borders(self) -> None:
        assert printed(CLASSIC).splitlines() == [
            "╭─────┬─────╮",
            "│ 1 · │ · · │",
            "│ · · │ 3 · │",
            "├─────┼─────┤",
            "│ · 4 │ · · │",
            "│ · · │ · 2 │",
            "╰─────┴─────╯",
        ]

    def test_a_jigsaw_shows_the_borders_of_its_regions(self) -> None:
        assert printed(JIGSAW).splitlines() == [
            "╭───────────┬───╮",
            "│ 1   ·   · │ · │",
            "│   ╭───┬───╯   │",
            "│ · │ · │ 3   · │",
            "├───╯   │   ╭───┤",
            "│ ·   4 │ · │ · │",
            "│   ╭───┴───╯   │",
            "│ · │ ·   ·   2 │",
            "╰───┴───────────╯",
        ]

    @settings(max_examples=25)
    @given(puzzles())
    def test_a_table_shows_every_cell_in_order(self, puzzle: Puzzle) -> None:
        assert words(printed(puzzle)) == [str(digit or "·") for digit in puzzle.flat.tolist()]

    def test_symbols_replace_the_numbers(self) -> None:
        console = Console(file=io.StringIO(), width=80, color_system=None)
        puzzle = Puzzle(Layout.of(16), [16, 0, 1, *[0] * 253])
        console.print(as_table(puzzle, symbols="0123456789ABCDEF"))
        assert "│ F · 0 · │" in console.file.getvalue()  # type: ignore[attr-defined]

    def test_givens_are_bold_and_found_digits_coloured(self) -> None:
        console = Console(width=80, color_system="standard", force_terminal=True)
        segments = [s for s in console.render(as_table(CLASSIC, SOLVED)) if s.text.strip().isdigit()]
        assert [int(s.text) for s in segments] == SOLVED.ravel().tolist()
        for segment, clue in zip(segments, CLASSIC.flat.tolist(), strict=True):
            style = segment.style or Style()
            assert bool(style.bold) == bool(clue)
            assert (style.color is None) == bool(clue)

    def test_conflicts_are_red_and_underlined(self) -> None:
        console = Console(width=80, color_system="standard", force_terminal=True)
        segments = [s for s in console.render(as_table(CLASSIC, CLASHING)) if s.text.strip().isdigit()]
        marked = [str(s.style) for s in segments if s.style and s.style.underline]
        assert marked == ["bold underline red", "underline red"]

    @pytest.mark.parametrize("width", [20, 17, 12])
    def test_a_narrow_terminal_loses_borders_but_not_digits(self, width: int) -> None:
        puzzle = Puzzle(Layout.of(9), [9, 0, 3, *[0] * 77, 4])
        lines = printed(puzzle, width=width).splitlines()
        assert words(" ".join(lines)) == [str(digit or "·") for digit in puzzle.flat.tolist()]
        assert all(len(line) <= width for line in lines)
        assert (lines[0] == "9 · 3 · · · · · ·") == (width >= 17)

    def test_printing_a_puzzle_with_rich_shows_the_table(self) -> None:
        console = Console(file=io.StringIO(), width=80, color_system=None)
        console.print(CLASSIC)
        assert "│ 1 · │ · · │" in console.file.getvalue()  # type: ignore[attr-defined]
        narrow = Console(file=io.StringIO(), width=8, color_system=None)
        narrow.print(CLASSIC)
        assert narrow.file.getvalue().splitlines()[0] == "1 · · ·"  # type: ignore[attr-defined]


class Cells(HTMLParser):
    """The table of an HTML page: (classes, tag around the digit, digit) for every cell, row by row."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.rows: list[list[tuple[set[str], str, str]]] = []
        self.open: list[str] = []
        self.feed(page)
        assert self.open == []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.open.append(tag)
        if tag == "tr":
            self.rows.append([])
        if tag == "td":
            self.rows[-1].append((set((dict(attrs).get("class") or "").split()), "", ""))

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        if "td" in self.open:
            self.rows[-1][-1] = (self.rows[-1][-1][0], self.open[-1], data)


class TestHtml:
    def test_givens_are_bold_and_found_digits_are_not(self) -> None:
        cells = [cell for row in Cells(as_html(CLASSIC, SOLVED)).rows for cell in row]
        assert [int(digit) for _, _, digit in cells] == SOLVED.ravel().tolist()
        assert [tag == "b" for _, tag, _ in cells] == [bool(clue) for clue in CLASSIC.flat]

    def test_the_label_gives_the_number_of_clues(self) -> None:
        assert 'aria-label="4x4 Sudoku, 4 clues"' in as_html(CLASSIC)
        assert 'aria-label="4x4 Sudoku, 1 clue"' in as_html(Puzzle(Layout.of(4), [1] + [0] * 15))

    def test_conflicts_are_marked(self) -> None:
        cells = [cell for row in Cells(as_html(CLASSIC, CLASHING)).rows for cell in row]
        assert [k for k, (names, _, _) in enumerate(cells) if "eg-c" in names] == [0, 3]
        assert "eg-c" not in as_html(CLASSIC, SOLVED).split("</style>")[1]

    @settings(max_examples=25)
    @given(puzzles())
    def test_every_cell_has_its_digit_or_is_blank(self, puzzle: Puzzle) -> None:
        rows = Cells(as_html(puzzle)).rows
        assert [[int(digit or 0) for _, _, digit in row] for row in rows] == puzzle.givens.tolist()

    @pytest.mark.parametrize("puzzle", [CLASSIC, JIGSAW], ids=["classic", "jigsaw"])
    def test_borders_are_drawn_exactly_where_regions_meet(self, puzzle: Puzzle) -> None:
        regions = puzzle.layout.regions.reshape(puzzle.size, puzzle.size)
        rows = Cells(as_html(puzzle)).rows
        assert [len(row) for row in rows] == [puzzle.size] * puzzle.size
        for r, row in enumerate(rows):
            for c, (names, _, _) in enumerate(row):
                assert ("eg-t" in names) == (r > 0 and regions[r, c] != regions[r - 1, c])
                assert ("eg-l" in names) == (c > 0 and regions[r, c] != regions[r, c - 1])

    @pytest.mark.parametrize(
        ("kind", "shaded"), [("classic", 0), ("diagonal", 17), ("windows", 36), ("latin", 0)]
    )
    def test_the_cells_of_extra_units_are_shaded(self, kind: str, shaded: int) -> None:
        page = Cells(as_html(Puzzle(Layout.of(9, kind=kind), [0] * 81)))
        assert sum("eg-x" in names for row in page.rows for names, _, _ in row) == shaded

    def test_colours_come_from_the_page_and_suit_light_and_dark(self) -> None:
        page = as_html(CLASSIC)
        assert "currentColor" in page
        assert "prefers-color-scheme" not in page
        assert "black" not in page
        assert "white" not in page

    def test_notebooks_show_the_html_table(self) -> None:
        assert CLASSIC._repr_html_() == as_html(CLASSIC)
