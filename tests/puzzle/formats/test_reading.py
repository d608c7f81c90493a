"""Every format is recognised by its content, not by the file extension."""

from __future__ import annotations

import io
import json

import numpy as np
import pytest

from ergodoku.base.errors import PuzzleError
from ergodoku.puzzle.formats import FORMATS, parse, read
from ergodoku.puzzle.layout import Layout

LINE = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
SOLUTION = "534678912672195348198342567859761423426853791713924856961537284287419635345286179"
ROWS = [LINE[k : k + 9] for k in range(0, 81, 9)]
PUZZLE = parse(LINE)
SIXTEEN = np.array([[(r * 4 + r // 4 + c) % 16 + 1 for c in range(16)] for r in range(16)])
HOLES = np.where(np.add.outer(np.arange(16), np.arange(16)) % 3 == 0, SIXTEEN, 0)


def lines(rows: list[str], end: str = "\n") -> str:
    return end.join(rows) + end


def sixteen(symbols: str, blank: str = ".") -> str:
    return "".join(symbols[d - 1] if d else blank for d in HOLES.ravel())


BARRED = """
5 3 . | . 7 . | . . .
6 . . | 1 9 5 | . . .
. 9 8 | . . . | . 6 .
------+-------+------
8 . . | . 6 . | . . 3
4 . . | 8 . 3 | . . 1
7 . . | . 2 . | . . 6
------+-------+------
. 6 . | . . . | 2 8 .
. . . | 4 1 9 | . . 5
. . . | . 8 . | . 7 9
"""
SIMPLE = """*-----------*
|53.|.7.|...|
|6..|195|...|
|.98|...|.6.|
|---+---+---|
|8..|.6.|..3|
|4..|8.3|..1|
|7..|.2.|..6|
|---+---+---|
|.6.|...|28.|
|...|419|..5|
|...|.8.|.79|
*-----------*
Simple Sudoku Version 4.2n
"""
SHOWN = """
╭───────┬───────┬───────╮
│ 5 3 · │ · 7 · │ · · · │
│ 6 · · │ 1 9 5 │ · · · │
│ · 9 8 │ · · · │ · 6 · │
├───────┼───────┼───────┤
│ 8 · · │ · 6 · │ · · 3 │
│ 4 · · │ 8 · 3 │ · · 1 │
│ 7 · · │ · 2 · │ · · 6 │
├───────┼───────┼───────┤
│ · 6 · │ · · · │ 2 8 · │
│ · · · │ 4 1 9 │ · · 5 │
│ · · · │ · 8 · │ · 7 9 │
╰───────┴───────┴───────╯
"""
INTEGERS = [" ".join(row.replace(".", "0")) for row in ROWS]
LLOYD_AMOS = ["3", "1", *("\t".join(row).replace(".", "-1") + "\t" for row in ROWS)]

SAME_PUZZLE = {
    "line": LINE,
    "line with a byte order mark": "\ufeff" + LINE,
    "line, all rows on it with spaces between": " ".join(ROWS).replace(".", "x"),
    "line, all rows on it with commas between": ",".join(ROWS),
    "line of numbers": " ".join(LINE.replace(".", "0")),
    "grid of plain rows": lines(ROWS),
    "grid of plain rows with x for blanks": lines(ROWS).replace(".", "x"),
    "grid with Windows line ends": lines(ROWS, "\r\n"),
    "grid with old Macintosh line ends": lines(ROWS, "\r"),
    "grid with bars and rules": BARRED,
    "grid with - as blank, next to rules": BARRED.replace(".", "-"),
    "grid with box drawing characters": BARRED.replace("|", "│").replace("-", "─").replace("+", "┼"),
    "grid with box drawing characters, round corners": SHOWN,
    "grid with bars, spaces for blanks": BARRED.replace(".", " "),
    "grid with bars, spaces for blanks, lines cut at their end": lines(
        [row.rstrip() for row in BARRED.replace(".", " ").splitlines()]
    ),
    "grid in a frame, spaces for blanks": SHOWN.replace("·", " "),
    "grid in a frame, spaces for blanks, indented": SHOWN.replace("·", " ").replace("\n", "\n   "),
    "grid in a narrow frame, spaces for blanks": SIMPLE.replace(".", " "),
    "grid with a bar between all cells": lines([f"| {' | '.join(row)} |".replace(".", " ") for row in ROWS]),
    "grid as a table in Markdown": lines(
        [f"|{'|'.join(row)}|".replace(".", " ") for row in (ROWS[0], "-" * 9, *ROWS[1:])]
    ),
    "grid with box drawing characters between all cells": lines(
        ["╔═══╤═══╗", *(f"║ {' │ '.join(row)} ║\n╟───┼───╢".replace(".", " ") for row in ROWS)]
    ),
    "grid with a frame of + and -": "+-----+\n" + BARRED.strip() + "\n+-----+",
    "grid in groups of three": lines([f"{r[:3]} {r[3:6]} {r[6:]}" for r in ROWS]),
    "grid with blank lines between bands": "\n\n".join("\n".join(ROWS[k : k + 3]) for k in (0, 3, 6)),
    "grid with rules of dashes alone": "\n---------\n".join("\n".join(ROWS[k : k + 3]) for k in (0, 3, 6)),
    "grid with commas": lines([",".join(row) for row in ROWS]),
    "grid from a spreadsheet, empty cells blank": lines([",".join(row).replace(".", "") for row in ROWS]),
    "grid from a spreadsheet with tabs": lines(["\t".join(row).replace(".", "") for row in ROWS]),
    "grid with indentation": lines(["    " + row for row in ROWS]),
    "grid with a label": "Grid 01\n" + lines(ROWS),
    "grid with a comment": "# from the newspaper\n" + lines(ROWS),
    "integers": lines(INTEGERS),
    "integers with tabs, -1 for blanks": lines(
        [row.replace(" ", "\t").replace("0", "-1") for row in INTEGERS]
    ),
    "Lloyd and Amos": lines(LLOYD_AMOS, "\r\n"),
    "Lloyd and Amos with a comment": "# from the paper\n" + lines(LLOYD_AMOS),
    "sdm with comments and blank lines": f"# a list\r\n\r\n{LINE}\r\n",
    "annotated, the id first": f"0000183b305c {LINE.replace('.', '0')}  1.2",
    "annotated, with commas": f"{LINE},easy,1.2",
    "annotated, with a comment": f"{LINE} # easy",
    "annotated, with a comment like a part of a link": f"{LINE} #puzzle=1",
    "sdm with a comment like a part of a link": f"#puzzle=1\n{LINE}",
    "sdk": "#ARuud\n#DA puzzle\n" + lines(ROWS),
    "sdk with sections and a state": "[Puzzle]\n" + lines(ROWS) + "[State]\n" + lines([SOLUTION[:9]] * 9),
    "ss": SIMPLE,
    "csv": f"quizzes,solutions\n{LINE.replace('.', '0')},{SOLUTION}\n",
    "csv with other columns": f"id,puzzle,solution,clues,difficulty\n7,{LINE},{SOLUTION},30,1.5\n",
    "csv with quotes": f'"puzzle","solution"\n"{LINE}","{SOLUTION}"\n',
    "csv with semicolons": f"puzzle;solution\n{LINE};{SOLUTION}\n",
    "csv whose header names no puzzle": f"nr,text,level\n1,{LINE},easy\n",
    "csv of one column": f"puzzle\n{LINE}\n",
    "HoDoKu": f":0003:8:{LINE}:::829:",
    "HoDoKu with placed digits": f":0003:8:{LINE.replace('53..', '53+4+6', 1)}:::829:",
    "SudokuWiki": f"https://www.sudokuwiki.org/sudoku.htm?bd={LINE.replace('.', '0')}",
    "page link": f"http://127.0.0.1:8123/#box=3x3&puzzle={LINE}&method=cool&seed=1&time_limit=60",
    "page link without its boxes": f"localhost:8123/#puzzle={LINE}",
    "JSON": json.dumps({"ergodoku": 1, "box": [3, 3], "layout": "classic", "givens": PUZZLE.givens.tolist()}),
    "JSON without a version": json.dumps({"box": [3, 3], "givens": PUZZLE.givens.tolist()}),
    "JSON over several lines": json.dumps({"givens": PUZZLE.givens.tolist()}, indent=2),
    "JSON over several lines with a comment": "# mine\n"
    + json.dumps({"givens": PUZZLE.givens.tolist()}, indent=2),
    "JSON array of arrays": json.dumps(PUZZLE.givens.tolist()),
    "JSON array of arrays, a row per line": json.dumps(PUZZLE.givens.tolist()).replace("], ", "],\n"),
    "JSON array of arrays, a number per line": json.dumps(PUZZLE.givens.tolist(), indent=2),
    "JSON array of puzzles": json.dumps([{"givens": PUZZLE.givens.tolist()}]),
    "JSON with null for blanks": json.dumps([[d or None for d in row] for row in PUZZLE.givens.tolist()]),
    "OpenSudoku": f'<?xml version="1.0"?>\n<opensudoku><game data="{LINE.replace(".", "0")}"/></opensudoku>',
    "sdx": lines([" ".join(row).replace(".", "u4", 1).replace(".", "12") for row in ROWS]),
}


@pytest.mark.parametrize("form", SAME_PUZZLE)
def test_the_same_puzzle_is_read_from_every_form(form: str) -> None:
    assert parse(SAME_PUZZLE[form]) == PUZZLE


def test_cells_keep_their_places_in_a_drawing_with_spaces_for_blanks() -> None:
    empty = BARRED.replace("7", ".").replace("2", ".")  # now row 1 has no digits in two of its boxes
    assert parse(empty.replace(".", " ")) == parse(empty)
    large = parse(sixteen("123456789ABCDEFG"), alphabet="1-9A-G")
    assert parse(large.to("grid").replace(".", " ")) == large


def test_a_drawing_with_cells_in_unclear_places_is_refused() -> None:
    with pytest.raises(PuzzleError, match="the places of the blank cells in this grid are not clear"):
        parse(BARRED.replace(".", " ").replace("8     |", "8 | ", 1))


def table(row: str, blank: str = "") -> list[str]:
    return [row.format(*(cell.replace(".", blank) for cell in cells)) for cells in ROWS]


MARKDOWN = "|" + " {} |" * 9
HEADERS = {
    "": [],
    "blank": ["|   " * 9 + "|", "|:-:" * 9 + "|"],
    "narrow": ["|  " * 9 + "|", "|---" * 9 + "|"],
}


@pytest.mark.parametrize("header", HEADERS)
@pytest.mark.parametrize("rows", [table(MARKDOWN), table(MARKDOWN, " "), table("|{}" * 9 + "|")])
def test_a_cell_between_two_bars_may_be_blank_and_have_any_width(rows: list[str], header: str) -> None:
    assert parse(lines(HEADERS[header] + rows)) == PUZZLE


def test_the_first_row_of_a_puzzle_may_be_the_header_of_a_markdown_table() -> None:
    first, *others = table(MARKDOWN)
    assert parse(lines([first, "|---" * 9 + "|", *others])) == PUZZLE


def test_bars_at_the_ends_of_the_rows_may_be_missing_if_the_corners_of_the_grid_are_not_blank() -> None:
    rows = table(" {} |" * 8 + " {}")
    assert parse(lines(rows)) == PUZZLE
    with pytest.raises(PuzzleError, match="put a bar on both sides of every cell or a dot"):
        parse(lines([rows[0].replace("5", ""), *rows[1:]]))


def test_a_full_grid_may_have_an_empty_place_between_bars() -> None:
    full = ["1 2 | | 3 4", "3 4 | | 1 2", "2 1 | | 4 3", "4 3 | | 2 1"]
    assert parse(lines(full)).clues == 16


def test_the_error_for_a_row_with_too_few_bars_names_them() -> None:
    rows = table(MARKDOWN)
    with pytest.raises(PuzzleError, match="line 4: this row has 9 bars, but most rows have 10"):
        parse(lines([*rows[:3], rows[3].removesuffix(" 3 |"), *rows[4:]]))


def test_a_list_of_81_puzzles_with_an_empty_one_is_not_a_grid() -> None:
    assert len(list(read(io.StringIO(lines([LINE] * 80 + ["." * 81]))))) == 81


def test_a_label_may_be_on_the_line_of_its_puzzle_or_on_the_line_above() -> None:
    assert parse(f"Puzzle 1: {LINE}").name == "Puzzle 1"
    assert parse("Puzzle\n" + lines(ROWS)) == PUZZLE


def test_a_table_uses_the_alphabet_that_one_of_its_puzzles_shows() -> None:
    text = "puzzle,name\n" + lines(["A5" + "." * 254 + ",a", "G" + "." * 255 + ",b"])
    assert [p.flat[0] for p in read(io.StringIO(text))] == [10, 16]


@pytest.mark.parametrize("blank", ".0-*xX_")
def test_every_sign_for_a_blank_is_read_in_lines_and_grids(blank: str) -> None:
    assert parse(LINE.replace(".", blank)) == PUZZLE
    assert parse(lines(ROWS).replace(".", blank)) == PUZZLE


def test_a_line_of_dashes_is_a_row_if_the_grid_needs_one() -> None:
    rows = ["1---", "----", "--3-", "----"]
    assert parse(lines(rows)).givens[2].tolist() == [0, 0, 3, 0]
    assert parse(lines(["----"] * 4)).clues == 0


def test_stars_and_dashes_of_a_frame_are_not_blanks() -> None:
    empty = SIMPLE.splitlines()
    empty[1] = "|...|...|...|"
    assert parse(lines(empty)).clues == PUZZLE.clues - 3


def test_the_ending_of_a_file_name_does_not_matter(tmp_path) -> None:
    for ending in ("csv", "sdm", "json", "png"):
        file = tmp_path / f"puzzle.{ending}"
        file.write_text(BARRED)
        assert list(read(file)) == [PUZZLE]
        assert list(read(str(file))) == [PUZZLE]


def test_open_text_and_binary_files_are_read() -> None:
    assert list(read(io.StringIO(BARRED))) == [PUZZLE]
    assert list(read(io.BytesIO(SIMPLE.encode()))) == [PUZZLE]


@pytest.mark.parametrize(
    "text",
    [
        lines(ROWS) + "\n" + lines(ROWS),
        lines(ROWS) * 3,
        "Grid 01\n" + lines(ROWS) + "Grid 02\n" + lines(ROWS),
        lines(LLOYD_AMOS) + "\n" + lines(LLOYD_AMOS),
        SIMPLE + SIMPLE,
        SIMPLE + "\n" + SIMPLE,
        "[Puzzle]\n" + lines(ROWS) + "[State]\n" + lines(ROWS) + "\n[Puzzle]\n" + lines(ROWS),
        "\n".join([json.dumps({"givens": PUZZLE.givens.tolist()})] * 2),
        json.dumps([PUZZLE.givens.tolist()] * 2),
    ],
)
def test_a_file_can_hold_several_puzzles(text: str) -> None:
    puzzles = list(read(io.StringIO(text)))
    assert len(puzzles) >= 2
    assert set(puzzles) == {PUZZLE}
    with pytest.raises(PuzzleError, match="more than one puzzle; give one puzzle at a time"):
        parse(text)


def test_the_name_is_the_description_in_the_file() -> None:
    assert parse(SAME_PUZZLE["annotated, the id first"]).name == "0000183b305c 1.2"
    assert parse(SAME_PUZZLE["annotated, with commas"]).name == "easy,1.2"
    assert parse(SAME_PUZZLE["annotated, with a comment"]).name == "easy"
    assert parse(SAME_PUZZLE["sdk"]).name == "author: Ruud; A puzzle"
    assert parse(SAME_PUZZLE["grid with a label"]).name == "Grid 01"
    assert parse(SAME_PUZZLE["HoDoKu"]).name == "0003 8 829"
    assert parse(SAME_PUZZLE["csv with other columns"]).name == "id 7, clues 30, difficulty 1.5"


def test_fast_and_careful_reading_give_the_same_names() -> None:
    text = f"a1 {LINE} 1.2\nb2 {LINE} 3.4\n  c3 {LINE} 5.6\n{LINE} # d4\r\ne=5 {LINE}\n"
    assert [p.name for p in read(io.StringIO(text))] == ["a1 1.2", "b2 3.4", "c3 5.6", "d4", "e=5"]


def test_the_solution_column_of_a_csv_is_kept() -> None:
    rows = [f"{LINE},{SOLUTION}", f"{LINE},", f'"{LINE}",{SOLUTION}', f"{LINE},{SOLUTION}"]
    puzzles = list(read(io.StringIO("puzzle,solution\n" + lines(rows))))
    assert [p.solution is not None for p in puzzles] == [True, False, True, True]
    for puzzle in puzzles:
        if puzzle.solution is not None:
            assert "".join(map(str, puzzle.solution)) == SOLUTION


@pytest.mark.parametrize(
    ("size", "box"),
    [
        (4, (2, 2)),
        (6, (2, 3)),
        (8, (2, 4)),
        (9, (3, 3)),
        (10, (2, 5)),
        (12, (3, 4)),
        (15, (3, 5)),
        (20, (4, 5)),
        (25, (5, 5)),
        (36, (6, 6)),
    ],
)
def test_puzzles_have_the_usual_box_shapes(size: int, box: tuple[int, int]) -> None:
    assert parse(lines([" ".join(["0"] * size)] * size)).layout == Layout.of(box=box)
    if size <= 25:
        assert parse("." * size**2).layout == Layout.of(box=box)


def test_the_box_parameter_overrides_the_usual_shape() -> None:
    assert parse("." * 36, box=(3, 2)).layout.box == (3, 2)
    assert parse("." * 49, box=(1, 7)).layout.box == (1, 7)


def test_bars_show_the_box_shape() -> None:
    assert parse(lines(["..|..|.."] * 6)).layout.box == (3, 2)


def test_the_layout_parameter_is_used() -> None:
    assert parse(LINE.replace("9", "."), layout="windows").layout.kind == "windows"
    assert parse("." * 81, layout="diagonal").layout.kind == "diagonal"
    jigsaw = Layout.jigsaw(["AAAB", "ACBB", "CCBD", "CDDD"])
    assert parse("." * 16, layout=jigsaw).layout == jigsaw


@pytest.mark.parametrize(
    ("text", "alphabet"),
    [
        (sixteen("123456789ABCDEFG"), None),
        (sixteen("123456789abcdefg"), None),
        (sixteen("123456789ABCDEFG", "0"), None),
        (sixteen("0123456789ABCDEF"), None),
        (sixteen("0123456789abcdef", "_"), None),
        (sixteen("ABCDEFGHIJKLMNOP"), None),
        (sixteen("ABCDEFGHIJKLMNOP", "0"), None),
        (sixteen("123456789ABCDEFG", "0"), "1-9A-G"),
        (sixteen("0123456789ABCDEF"), "0-9A-F"),
        (sixteen("QWERTYUIOPASDFGH"), "QWERTYUIOPASDFGH"),
    ],
)
def test_all_alphabets_of_16x16_are_read(text: str, alphabet: str | None) -> None:
    assert (parse(text, alphabet=alphabet).givens == HOLES).all()
    rows = lines([text[k : k + 16] for k in range(0, 256, 16)])
    assert (parse(rows, alphabet=alphabet).givens == HOLES).all()


def test_the_symbols_of_25x25_are_a_to_y() -> None:
    assert parse("Y" + "X" + "." * 623).flat[:3].tolist() == [25, 24, 0]


def test_a_list_uses_the_alphabet_that_one_of_its_puzzles_shows() -> None:
    text = lines(["A5" + "." * 254, "G" + "." * 255, "1" + "." * 255])
    assert [p.flat[0] for p in read(io.StringIO(text))] == [10, 16, 1]


def test_numbers_are_read_in_grids_of_any_size() -> None:
    text = lines(["\t".join(map(str, row)) for row in HOLES.tolist()])
    assert (parse(text).givens == HOLES).all()
    assert parse(lines([" ".join(["0"] * 15 + ["3"])] + [" ".join(["0"] * 16)] * 15)).clues == 1
    big = [[0] * 49 for _ in range(49)]
    big[3][4] = 49
    assert parse(lines([" ".join(map(str, row)) for row in big])).givens[3, 4] == 49


def test_the_layout_is_read_from_json() -> None:
    regions = [[0, 0, 0, 1], [0, 2, 1, 1], [2, 2, 1, 3], [2, 3, 3, 3]]
    empty = [[0] * 4] * 4
    jigsaw = parse(json.dumps({"layout": "jigsaw", "regions": regions, "givens": empty}))
    assert jigsaw.layout == Layout.jigsaw(regions)
    assert parse(json.dumps({"layout": "diagonal", "givens": empty})).layout.kind == "diagonal"
    assert parse(json.dumps({"box": [1, 4], "givens": empty})).layout.box == (1, 4)


def test_the_table_of_formats_is_complete() -> None:
    asked = [
        "line",
        "grid",
        "integers",
        "lloyd-amos",
        "sdm",
        "annotated",
        "sdk",
        "ss",
        "csv",
        "hodoku",
        "sudokuwiki",
        "f-puzzles",
        "json",
    ]
    assert set(asked) <= set(FORMATS)
    assert all(item.description for item in FORMATS.values())
