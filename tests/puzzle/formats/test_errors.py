"""Errors for bad input say what is wrong, where, and what to do; nothing is dropped silently."""

from __future__ import annotations

import io
import json
import os
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ergodoku.base.errors import ParameterError, PuzzleError
from ergodoku.base.numbers import counted
from ergodoku.puzzle.formats import packing, parse, read, write_text
from ergodoku.puzzle.layout import Layout
from ergodoku.puzzle.puzzle import Puzzle

LINE = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
SOLUTION = "534678912672195348198342567859761423426853791713924856961537284287419635345286179"
ROWS = [LINE[k : k + 9] for k in range(0, 81, 9)]


def error_of(text: str, **options: object) -> PuzzleError:
    with pytest.raises(PuzzleError) as caught:
        parse(text, **options)  # type: ignore[arg-type]
    assert caught.value.what
    assert caught.value.remedy
    return caught.value


def errors_of(content: str | bytes) -> tuple[list[Puzzle], list[PuzzleError]]:
    errors: list[PuzzleError] = []
    data = content.encode() if isinstance(content, str) else content
    return list(read(io.BytesIO(data), on_error=errors.append)), errors


@pytest.mark.parametrize("text", ["", " \n\t\n", "\ufeff", "# only a comment\n", "\n" * 10])
def test_input_without_a_puzzle_is_an_error(text: str) -> None:
    assert "no puzzle" in error_of(text).what


@pytest.mark.parametrize("length", [1, 17, 80, 82, 100_000])
def test_the_error_for_a_wrong_length_names_it_and_the_nearest_valid_lengths(length: int) -> None:
    error = error_of("." * length)
    assert f"the puzzle is {counted(length, 'character')} long" in error.what
    assert error.line == 1
    if length == 80:
        assert "64 characters (8x8) or 81 characters (9x9)" in error.remedy


def test_the_error_for_a_puzzle_that_does_not_fit_the_box_names_the_box() -> None:
    for text in (LINE, "\n".join(ROWS)):
        error = error_of(text, box="2x3")
        assert error.what == "boxes of 2x3 make a grid of 6x6, not of 9x9"
        assert error.remedy == "give a `box` whose rows times columns is 9"


def test_the_error_for_rows_with_spaces_for_blanks_asks_for_dots() -> None:
    _, errors = errors_of("\n".join(row.replace(".", " ") for row in ROWS))
    remedy = "if this is a row of a grid, write a dot for each blank cell"
    assert all(remedy in error.remedy for error in errors)


def test_a_contradiction_in_letters_names_the_letter() -> None:
    error = error_of("PA" + "." * 13 + "P" + "." * 240)
    assert error.what.startswith("the givens contradict each other: P appears twice in row 1")


def test_the_error_names_an_unknown_character_and_its_column() -> None:
    error = error_of(LINE[:10] + "?" + LINE[11:])
    assert "'?'" in error.what
    assert (error.line, error.column) == (1, 11)
    rows = [*ROWS[:3], "8..?6...3", *ROWS[4:]]
    error = error_of("\n".join(rows))
    assert "'?'" in error.what
    assert (error.line, error.column) == (4, 4)


def test_the_error_names_a_digit_out_of_range() -> None:
    assert "7" in error_of("7...............").what
    error = error_of("\n".join(" ".join(["0"] * 9) for _ in range(8)) + "\n0 0 0 0 12 0 0 0 0")
    assert "12" in error.what
    assert (error.line, error.column) == (9, 9)


def test_the_error_for_contradicting_givens_names_both_cells_and_the_unit() -> None:
    error = error_of("55" + LINE[2:])
    assert "row 1" in error.what
    assert error.cells == ((1, 1), (1, 2))
    assert (error.line, error.column) == (1, 2)
    rows = ["5" + "." * 8, *ROWS[1:8], "5...8..79"]
    error = error_of("\n".join(rows))
    assert "column 1" in error.what
    assert (error.line, error.column) == (9, 1)


def test_the_error_for_a_prime_size_says_that_it_is_prime_and_what_to_do() -> None:
    error = error_of("." * 49)
    assert "prime" in error.what
    assert "`layout` latin" in error.remedy
    assert parse("." * 49, layout="latin").size == parse("." * 49, box=(1, 7)).size == 7


def test_the_error_for_an_unclear_alphabet_lists_the_choices() -> None:
    for text in ("5" + "." * 255, "A" + "." * 255, "A5" + "0" * 254):
        error = error_of(text)
        assert "`alphabet`" in error.remedy
        assert all(name in error.remedy for name in ("1-9A-G", "0-9A-F", "A-P"))


def test_the_error_for_an_alphabet_that_does_not_fit_lists_alphabets_that_fit() -> None:
    assert "1-9" in error_of(LINE, alphabet="A-P").remedy
    assert "A-P" in error_of("." * 256, alphabet="A-F").remedy


def test_symbols_are_used_only_up_to_25x25() -> None:
    assert "integers" in error_of("." * 36**2).remedy


def test_a_layout_that_does_not_fit_is_an_error() -> None:
    assert "9x9" in error_of("." * 16, layout=Layout.of(9)).what
    assert "9x9" in error_of("....\n" * 4, layout=Layout.of(9)).what
    assert "diamond" in error_of(LINE, layout="diamond").what
    assert "map" in error_of(LINE, layout="jigsaw").what
    error_of(LINE, box=(2, 3))
    error_of(LINE, box=(1, 2))
    error_of(LINE, layout=Layout.of(9), box=(1, 9))


def test_the_error_for_a_grid_names_a_short_row_or_the_number_of_rows() -> None:
    error = error_of("\n".join([*ROWS[:4], ROWS[4][:-1], *ROWS[5:]]))
    assert "row 5" in error.what
    assert error.line == 5
    assert "8 rows" in error_of("\n".join(ROWS[:8])).what
    assert "3 rows" in error_of("\n".join(ROWS[:3])).what
    assert "10 rows" in error_of("\n".join([*ROWS, ROWS[0]])).what


def test_only_the_bad_grid_among_several_is_reported() -> None:
    good, short = "\n".join(ROWS), "\n".join(ROWS[:6])
    puzzles, errors = errors_of("\n\n".join([good, short, good, good.replace("6..195", "6.x?95"), good]))
    assert len(puzzles) == 3
    assert [e.line for e in errors] == [11, 29]
    puzzles, errors = errors_of("\n\n".join([good, "\n".join(ROWS[:3]), good]))
    assert (len(puzzles), len(errors)) == (2, 1)


def test_a_list_of_1000_with_3_bad_lines_gives_997_puzzles_and_3_errors() -> None:
    lines = [LINE] * 1000
    lines[9] = LINE[:-1]
    lines[499] = LINE[:40] + "?" + LINE[41:]
    lines[998] = "55" + LINE[2:]
    for end in ("\n", "\r\n"):
        puzzles, errors = errors_of(end.join(lines))
        assert len(puzzles) == 997
        assert [e.line for e in errors] == [10, 500, 999]
        assert [e.column for e in errors] == [None, 41, 2]


def test_the_first_line_of_a_list_may_be_bad() -> None:
    puzzles, errors = errors_of("\n".join([LINE[:-1], LINE, LINE]))
    assert len(puzzles) == 2
    assert [e.line for e in errors] == [1]


def test_without_on_error_the_first_error_is_raised() -> None:
    reading = read(io.StringIO(f"{LINE}\n{LINE[:-1]}\n{LINE}\n"))
    assert next(reading).size == 9
    with pytest.raises(PuzzleError, match="line 2"):
        next(reading)


def test_the_first_puzzle_of_a_list_sets_the_size() -> None:
    puzzles, errors = errors_of(f"{LINE}\n{'.' * 16}\n{LINE}\n{'.' * 256}\n")
    assert [p.size for p in puzzles] == [9, 9]
    assert [e.line for e in errors] == [2, 4]
    assert "9x9" in errors[0].what
    assert "4x4" in errors[0].what


def test_a_10_megabyte_line_is_refused_and_not_repeated_in_the_message() -> None:
    puzzles, errors = errors_of(b"." * 10_000_000 + b"\n" + LINE.encode() + b"\n")
    assert len(puzzles) == 1
    assert [e.line for e in errors] == [1]
    assert len(str(errors[0])) < 300
    assert len(str(error_of("5" * 900_000))) < 300


def test_a_truncated_csv_reports_its_last_row() -> None:
    rows = [f"{LINE},{SOLUTION}"] * 3
    for cut in (1, 40, 81, 82, 100):
        puzzles, errors = errors_of("puzzle,solution\n" + "\n".join(rows)[:-cut])
        if cut in (81, 82):
            assert len(puzzles) == 3  # the row ends after its puzzle, so the solution is missing
            continue
        assert len(puzzles) == 2
        assert [e.line for e in errors] == [4]


@pytest.mark.parametrize(
    "solution", [SOLUTION[::-1], "." + SOLUTION[1:], SOLUTION[:-1], "?" + SOLUTION[1:], "4" + SOLUTION[1:]]
)
def test_a_solution_that_does_not_solve_the_puzzle_is_an_error_for_its_row(solution: str) -> None:
    good = f"{LINE},{SOLUTION}"
    puzzles, errors = errors_of(f"puzzle,solution\n{good}\n{LINE},{solution}\n{good}\n")
    assert len(puzzles) == 2
    assert [e.line for e in errors] == [3]
    assert "solution" in errors[0].what


def test_a_csv_row_with_too_many_columns_or_an_open_quote_is_an_error() -> None:
    puzzles, errors = errors_of(f'puzzle,name\n{LINE},a\n{LINE}\n{LINE},b,c\n"{LINE},d\n{LINE},"e,f"\n')
    assert [p.name for p in puzzles] == ["a", "", "e,f"]
    assert [e.line for e in errors] == [4, 5]


@pytest.mark.parametrize("line", [" ".join(["00"] * 18), " ".join(["000"] * 27)])
def test_a_line_that_may_be_a_cut_row_of_a_larger_grid_is_an_error(line: str) -> None:
    with pytest.raises(PuzzleError, match="may be the beginning of a row of a larger grid; write all rows"):
        parse(line)


def test_a_large_grid_with_leading_zeros_is_not_a_list_of_cut_rows() -> None:
    size, rows, columns = 50, 5, 10
    full = [[(columns * (i % rows) + i // rows + j) % size + 1 for j in range(size)] for i in range(size)]
    some = [[digit if (i * 7 + j) % 3 else 0 for j, digit in enumerate(row)] for i, row in enumerate(full)]
    assert parse("\n".join(" ".join(f"{digit:02}" for digit in row) for row in some)).givens.tolist() == some


def test_groups_of_three_digits_are_a_puzzle() -> None:
    line = LINE.replace(".", "0")
    assert parse(" ".join(line[k : k + 3] for k in range(0, 81, 3))) == parse(LINE)


def test_a_puzzle_next_to_a_full_grid_of_another_size_may_be_cut_and_is_an_error() -> None:
    small = "1234341221434321"
    puzzles, errors = errors_of(
        f"5{63 * '.'} {SOLUTION}\n{LINE} {SOLUTION}\n{LINE} {small}\n{LINE} {small} é\n"
    )
    assert len(puzzles) == 3  # the first good puzzle sets the size: a later one, if cut, would not fit
    assert [e.line for e in errors] == [1]
    assert "a full grid of another size" in errors[0].what


@pytest.mark.parametrize(
    "content",
    [b"\x89PNG\r\n\x1a\n\0\0", b"\0\1\2\3" * 100, LINE.encode("utf-16")],
)
def test_a_binary_file_is_refused(content: bytes) -> None:
    puzzles, errors = errors_of(content)
    assert not puzzles
    assert len(errors) == 1
    assert "text" in errors[0].what + errors[0].remedy


@pytest.mark.parametrize("ending", packing.PACKED)
def test_a_compressed_file_is_read_and_a_damaged_one_is_refused(ending: str) -> None:
    def pack(text: bytes) -> bytes:
        stream = io.BytesIO()
        with packing.packer(ending, stream) as packed:
            packed.write(text)
        return stream.getvalue()

    text = f"{LINE}\n".encode()
    packed = pack(text * 9000)
    assert len(errors_of(packed)[0]) == 9000
    assert len(errors_of(packed + pack(text))[0]) == 9001
    for damaged in (packed[:-20], packed[:60] + b"?" + packed[61:]):
        assert errors_of(damaged)[1][-1].what == "the compressed file is damaged or incomplete"


def test_bytes_that_are_not_utf_8_are_an_error_for_their_line() -> None:
    for bad in (b"\xff" + LINE[1:].encode(), LINE.encode() + b" caf\xe9"):
        puzzles, errors = errors_of(b"\n".join([LINE.encode(), bad, LINE.encode()]))
        assert len(puzzles) == 2
        assert [e.line for e in errors] == [2]
        assert "UTF-8" in errors[0].what
    puzzles, errors = errors_of(f"puzzle,name\n{LINE},a\n".encode() + LINE.encode() + b",caf\xe9\n")
    assert (len(puzzles), [e.line for e in errors]) == (1, [3])
    assert len(errors_of(b"\n".join([b"\xfe" * 9] * 9))[1]) == 1
    puzzles, errors = errors_of(b'{"name":\n "caf\xe9",\n "givens": []}')
    assert not puzzles
    assert [(e.what, e.line, e.column) for e in errors] == [
        ("the line holds bytes that are not UTF-8 text", 2, 6)
    ]


def test_the_error_for_an_unreadable_file_names_it(tmp_path: Path) -> None:
    locked = tmp_path / "locked.sdm"
    locked.write_text(LINE)
    locked.chmod(0)
    paths = [tmp_path, tmp_path / "missing.sdm", Path("\0")] + ([locked] if os.geteuid() else [])
    for path in paths:
        with pytest.raises(PuzzleError) as caught:
            list(read(path))
        assert caught.value.source == str(path)


def test_the_error_for_a_bad_line_names_the_file(tmp_path: Path) -> None:
    file = tmp_path / "list.sdm"
    file.write_text(f"{LINE}\n{LINE[:-1]}\n")
    with pytest.raises(PuzzleError, match=r"list\.sdm, line 2"):
        list(read(file))


@pytest.mark.parametrize(
    "text",
    [
        "{",
        "[[1, 2], [3]]",
        "[1, 2, 3]",
        '{"givens": 5}',
        "{}",
        '{"ergodoku": 2, "givens": [[0]]}',
        json.dumps({"ergodoku": 99, "givens": [[0] * 4] * 4}),
        json.dumps({"givens": [[0] * 4] * 4, "box": [3]}),
        json.dumps({"givens": [[0] * 4] * 4, "box": "2x2"}),
        json.dumps({"givens": [[0] * 4] * 4, "box": [3, 3]}),
        json.dumps({"givens": [[0] * 4] * 4, "layout": "diamond"}),
        json.dumps({"givens": [[0] * 4] * 4, "layout": "jigsaw"}),
        json.dumps({"givens": [[0] * 4] * 4, "layout": ["classic"]}),
        json.dumps({"givens": [[0] * 4] * 4, "regions": [[k] * 5 for k in range(5)]}),
        json.dumps({"givens": [[0] * 4] * 4, "solution": [[1] * 4] * 4}),
        json.dumps({"givens": [[0.5] * 4] * 4}),
        json.dumps({"givens": [["1"] * 4] * 4}),
        json.dumps({"givens": [[True] * 4] * 4}),
        json.dumps([[5] + [0] * 3] + [[0] * 4] * 3),
        json.dumps([[10**30] + [0] * 3] + [[0] * 4] * 3),
        json.dumps({"givens": [[0] * 4] * 4, "layuot": "diagonal"}),
        json.dumps({"givens": [[0] * 4] * 4, "layout": "diagonal", "regions": [[k] * 4 for k in range(4)]}),
        json.dumps({"givens": [[0] * 4] * 4, "box": [2, 2], "regions": [[k] * 4 for k in range(4)]}),
        '{"givens": [[0, 0, 0, 0]], "givens": [[1, 0, 0, 0], [0, 0, 0, 0], [0, 0, 0, 0], [0, 0, 0, 0]]}',
        "[" * 100_000,
        '{"givens": [[' + "9" * 5000 + "]]}",
    ],
)
def test_json_that_is_not_a_puzzle_is_an_error(text: str) -> None:
    assert error_of(text).remedy


def test_only_the_bad_json_line_is_reported() -> None:
    good = json.dumps({"givens": [[0] * 4] * 4})
    puzzles, errors = errors_of("\n".join([good, good[:-5], good, "{}", good]))
    assert len(puzzles) == 3
    assert [e.line for e in errors] == [2, 4]


@pytest.mark.parametrize(
    "text",
    [
        "3\n1\n" + "\t".join(["-1"] * 80),
        "3\n1\n" + "\t".join(["-1"] * 82),
        "3\n1\n" + "\t".join(["-1"] * 80 + ["x9"]),
        "3\n1\n" + "\t".join(["-1"] * 80 + ["10"]),
        "3\n1\n",
        "3\n",
        "2\n1\n" + "-1 -1 -1 -1\n" * 4 + "\n" + "9" * 5000 + "\n1\n",
    ],
)
def test_bad_lloyd_amos_files_are_errors(text: str) -> None:
    assert error_of(text).remedy


@pytest.mark.parametrize(
    "text",
    [
        "https://example.org/",
        "https://www.sudokuwiki.org/sudoku.htm?bd=123",
        f"https://www.sudokuwiki.org/sudoku.htm?bd={LINE[:-1]}?",
        f"http://x/#box=3x3&puzzle={LINE[:-1]}",
        f"http://x/#box=3x3&puzzle={LINE}.",
        f"http://x/#box=3x3&puzzle={LINE[:-1]}?",
        f"http://x/#box=3&puzzle={LINE}",
        f"http://x/#box=99x99&puzzle={LINE}",
        f"http://x/#layout=jigsaw&puzzle={LINE}",
        f"http://x/#layout=jigsaw:{'A' * 80}&puzzle={LINE}",
        f"http://x/#layout=jigsaw:{'A' * 81}&puzzle={LINE}",
        f"http://x/#layout=round&puzzle={LINE}",
        f"http://x/#puzzle={'.' * 63**2}",
        f"http://x/#puzzle={LINE}" + "&a=1" * 200,
        "http://x/#box=3x3&puzzle=",
        "http://x/#box=3x3&method=cool",
        ":0003:8:123:::",
        f":0003:8:{LINE[:-1]}+:::",
        f":0003:8:55{LINE[2:]}:::",
        "<opensudoku><game data='123'/></opensudoku>",
        "<opensudoku></opensudoku>",
        "<opensudoku><game data=",
        "<!DOCTYPE x [<!ENTITY a 'b'>]><opensudoku/>",
        "<?xml version='1.0' encoding='martian'?><opensudoku/>",
        "<?xml version='1.0' encoding='big5'?><opensudoku/>",
        "[Puzzle]\n;\n",
        "The quick brown fox jumps over the lazy dog.",
    ],
)
def test_other_text_that_is_not_a_puzzle_is_an_error(text: str) -> None:
    assert error_of(text).remedy


def test_the_error_for_an_unknown_or_read_only_format_lists_the_choices() -> None:
    for name in ("hodoku", "docx"):
        with pytest.raises(ParameterError, match="choose one of line, grid"):
            write_text(parse(LINE), name)


_PIECES = st.sampled_from(
    [
        LINE,
        *ROWS,
        "\n",
        "\r\n",
        "\t",
        ",",
        " ",
        "|",
        "---+---",
        "*---*",
        "#A",
        "[Puzzle]",
        "[State]",
        "3\n1\n",
        "0",
        "-1",
        "puzzle,solution\n",
        "{",
        "[",
        "]",
        "}",
        '"',
        ":",
        "+",
        "https://x?bd=",
        "?load=",
        "http://x/#box=2x2&puzzle=",
        "&layout=jigsaw:",
        "<game data='",
        "G",
        "�",
        "é",
    ]
)


@settings(max_examples=60)
@given(st.binary(max_size=60) | st.text(max_size=60).map(lambda t: t.encode(errors="replace")))
def test_random_bytes_raise_only_puzzle_errors(content: bytes) -> None:
    puzzles, errors = errors_of(content)
    assert puzzles or errors


@given(st.lists(_PIECES, max_size=30).map("".join), st.sampled_from([None, "1-9A-G", "A", "0-8", "-"]))
def test_mixed_pieces_of_formats_raise_only_puzzle_errors(text: str, alphabet: str | None) -> None:
    errors: list[PuzzleError] = []
    puzzles = list(read(io.StringIO(text), on_error=errors.append, alphabet=alphabet))
    assert puzzles or errors
    assert all(error.what and error.remedy for error in errors)


@pytest.mark.parametrize("text", ["-" * 16, "-" * 36, "*" * 81, "*--------------*", "_" * 16])
def test_a_horizontal_rule_is_not_an_empty_puzzle(text: str) -> None:
    assert "rule" in error_of(text).what
    puzzles, errors = errors_of(f"{text}\n{LINE}\n{LINE}\n{text}\n")
    assert len(puzzles) == 2
    assert [e.line for e in errors] == [1, 4] or len(text) == 81


@pytest.mark.parametrize(
    "text",
    [
        "[Puzzle]\n" + "\n".join(ROWS) + "\n[Pzzle]\n" + "\n".join(ROWS),
        "[Pzzle]\n" + "\n".join(ROWS),
        "\n".join(["1 2 | 3 4", "3 4 | 1", "2 1 | 4 3", "4 3 | 2 1"]),
        "\n".join(["1 2 | 3 4", "3 4 | 1  ", "2 . | 4 3", "4 3 | 2 1"]),
        "\n".join(["1 2 |", " 3 4", "3 4 | 1 2", "2 1 | 4 3", "4 3 | 2 1"]),
        "\n".join(["1 | 2 3 4", "3 4 | 1 2", "2 1 | 4 3", "4 3 | 2 1"]),
        "\n".join(["1 | 2 3 4", "3 | 4 1 2", "2 | 1 4 3", "4 | 3 2 1"]),
        "\n".join([",2,3,4", "3,4,1,2", "2,1,4,3", "4,3,2,1"]),
        "\n".join(["1,2,,4", "3,4,0,2", "2,1,4,3", "4,3,2,1"]),
        LINE[1:] + "," + SOLUTION,
        "," + SOLUTION + ",easy",
        "a,b\n" + LINE[1:] + "," + SOLUTION,
    ],
)
def test_a_missing_part_is_an_error(text: str) -> None:
    assert error_of(text).remedy


def test_an_unknown_tag_with_data_is_an_error_and_the_games_around_it_are_read() -> None:
    puzzles, errors = errors_of(
        f"<opensudoku><name>x</name>\n<game data='{LINE}'/>\n<gmae data='{LINE}'/>\n<game data='{LINE}'/>\n"
        "</opensudoku>"
    )
    assert len(puzzles) == 2
    assert [(e.line, e.what) for e in errors] == [(3, "the tag <gmae data=...> is unknown")]


@pytest.mark.parametrize(
    ("text", "line", "quoted"),
    [
        ("\n".join([*ROWS, "", LINE]), 11, "'53..7....6..195....9...'"),
        ("\n".join([*ROWS, "", "source: Times 12 March"]), 11, "'source: Times 12 Mar...'"),
        ("\n".join(["```", *ROWS, "```"]), 1, "'```'"),
        ("\n".join([*ROWS, "Have fun"]), 10, "'Have fun'"),
    ],
)
def test_a_line_of_text_after_a_grid_is_quoted_and_not_called_a_row(
    text: str, line: int, quoted: str
) -> None:
    _, (error,) = errors_of(text)
    assert (error.line, error.what) == (line, f"{quoted} is not a row of a grid")


@pytest.mark.parametrize("page", ["killersudoku.htm", "X_Sudoku.htm", "jigsaw.htm"])
def test_an_address_of_a_puzzle_with_other_rules_is_refused(page: str) -> None:
    address = f"https://www.sudokuwiki.org/{page}?bd={LINE.replace('.', '0')}"
    for text in (address, f"Puzzle 3: {address}"):
        assert f"other rules: {page}" in error_of(text).what


@pytest.mark.parametrize("text", ["3x3:d:k:3329:4609:" + "0:" * 79, "SumoCueV1=0J0=0J0=0J1"])
def test_the_error_about_a_killer_puzzle_says_that_it_is_one(text: str) -> None:
    assert "killer puzzle" in error_of(text).what


def test_a_small_grid_written_in_letters_asks_for_the_alphabet() -> None:
    text = "A....B..C....E..F....D....B....C...."
    error = error_of(text)
    assert (error.what, error.remedy) == ("this 6x6 grid is written in letters", "give `alphabet` A-F")
    assert parse(text, alphabet="A-F").clues == 8


def test_a_puzzle_that_does_not_fit_the_given_layout_is_compared_with_the_layout() -> None:
    error = error_of(LINE, layout=Layout.of(4))
    assert error.what == "this puzzle is 9x9, but the other puzzles (or the layout) are 4x4"
    assert error.remedy == "give only puzzles of 4x4, or another layout"
