"""``ergodoku solve`` with tables and lists: one row of the output for each entry of the input."""

from __future__ import annotations

import csv
import gzip
import io
import json
from collections.abc import Iterator
from itertools import islice
from pathlib import Path

import polars as pl
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import ergodoku as eg
from ergodoku.puzzle.formats import read_entries
from ergodoku.puzzle.formats.packing import zstd
from tests.cli.run import Run
from tests.samples import EASY, HARD

SOLVED = "534678912672195348198342567859761423426853791713924856961537284287419635345286179"
HARD_SOLVED = "812753649943682175675491283154237896369845721287169534521974368438526917796318452"
UNSOLVABLE = "12345678." + "." * 35 + "9" + "." * 36
MANY = "." * 81


def rows_of(text: str, delimiter: str = ",") -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(text, newline=""), delimiter=delimiter, strict=True))


def test_all_columns_are_kept_and_every_row_is_answered_in_order(run: Run, tmp_path: Path) -> None:
    file, out = tmp_path / "in.csv", tmp_path / "out.csv"
    rows = [
        f'007,{EASY}," a, ""b""\nc",é',
        f"008,{EASY[:-1]},,",
        f"009,{HARD},0.50,x",
        "",
        f"010,{UNSOLVABLE},,",
        f"011,{EASY},short",
        "017",
        f'012,{EASY},"open,',
        f"013,{EASY},,{'long' * 3},more",
        "014,,,",
        f"015,{EASY} and more,,",
        f"016,{HARD},,",
    ]
    file.write_text("\n".join(["id,puzzle,note,tag", *rows, ""]), encoding="utf-8")
    code, stdout, err = run("solve", file, "--output", out)
    assert (code, stdout) == (2, "")
    text = out.read_text(encoding="utf-8")
    assert text.startswith("id,puzzle,note,tag,solution,status,error\n")
    found = rows_of(text)
    assert [int(row["id"]) for row in found] == [7, 8, 9, 10, 11, 17, 12, 13, 14, 15, 16]
    assert [(row["status"], row["solution"]) for row in found] == [
        ("solved", SOLVED),
        ("bad_input", ""),
        ("solved", HARD_SOLVED),
        ("unsolvable", ""),
        ("solved", SOLVED),
        *[("bad_input", "")] * 5,
        ("solved", HARD_SOLVED),
    ]
    assert (found[0]["note"], found[0]["tag"], found[2]["note"]) == (' a, "b"\nc', "é", "0.50")
    assert [bool(row["error"]) for row in found] == [row["status"] != "solved" for row in found]
    assert found[1]["error"].startswith("the puzzle is 80 characters long")
    assert [f"line {line}:" in err for line in (4, *range(9, 14))] == [True] * 6
    assert err.endswith("4 of 11 puzzles solved, 1 unsolvable, 6 bad input\n")


def test_an_empty_value_in_a_table_of_one_column_is_a_row_but_a_blank_line_is_not(
    run: Run, tmp_path: Path
) -> None:
    file = tmp_path / "in.csv"
    file.write_text(f'puzzle\n{EASY}\n\n""\n{HARD}\n')
    code, out, err = run("solve", file, "--format", "csv")
    assert [row["status"] for row in rows_of(out)] == ["solved", "bad_input", "solved"]
    assert (code, err.splitlines()[-1]) == (2, "2 of 3 puzzles solved, 1 bad input")


def test_solving_a_table_that_convert_made_from_a_list_fills_its_error_column(
    run: Run, tmp_path: Path
) -> None:
    file, table = tmp_path / "in.sdm", tmp_path / "in.csv"
    file.write_text(f"{EASY}\n{UNSOLVABLE}\n")
    assert run("convert", file, "--output", table)[0] == 0
    code, out, _ = run("solve", table, "--format", "csv")
    assert (code, out.splitlines()[0]) == (3, "line,name,puzzle,solution,error,status")
    assert [bool(row["error"]) for row in rows_of(out)] == [False, True]
    table.write_text(f"line,name,puzzle,status,error\n1,a,{EASY},todo,typo in r3\n")
    assert rows_of(run("solve", table, "--format", "csv")[1])[0]["error"] == "typo in r3"


def test_a_note_says_that_an_output_file_is_not_written_because_there_are_no_puzzles(
    run: Run, tmp_path: Path
) -> None:
    file, out = tmp_path / "in.csv", tmp_path / "out.sdm"
    file.write_text("id,puzzle,note\n")
    code, _, err = run("convert", file, "--output", out)
    assert (code, err) == (0, f"note: there was nothing to write to {str(out)!r}\n")


def test_the_file_ending_or_the_format_option_chooses_the_delimiter(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "in.tsv"
    file.write_text(
        f"\tpuzzle\tnote\n0\t{EASY}\ta,b\n1\t{HARD}\t\n"
    )  # the index that pandas writes has no name
    line = f"0\t{EASY}\ta,b\t{SOLVED}\tsolved\t"
    for name in ("out.tsv", "OUT.TSV.GZ"):
        out = tmp_path / name
        assert run("solve", file, "--output", out)[0] == 0
        data = gzip.decompress(out.read_bytes()) if name.endswith("GZ") else out.read_bytes()
        assert data.decode().splitlines()[1] == line
    assert run("solve", file, "--format", "tsv")[1].splitlines()[1] == line
    by_comma = run("solve", file, "--format", "csv")[1].splitlines()[1]
    assert by_comma == f'0,{EASY},"a,b",{SOLVED},solved,'
    file.write_text(f"puzzle;note\n{EASY};a,b\n")
    assert run("solve", file, "--format", "csv")[1].splitlines()[1] == f"{EASY};a,b;{SOLVED};solved;"


def test_compressed_files_can_be_read_and_written(run: Run, tmp_path: Path) -> None:
    text = f"puzzle\n{EASY}\n{HARD}\n".encode()
    (tmp_path / "in.csv.gz").write_bytes(gzip.compress(text))
    (tmp_path / "in.csv.zst").write_bytes(zstd().compress(text))
    for ending, unpack in (("gz", gzip.decompress), ("zst", zstd().decompress)):
        out = tmp_path / f"out.csv.{ending}"
        assert run("solve", tmp_path / f"in.csv.{ending}", "--output", out)[0] == 0
        rows = rows_of(unpack(out.read_bytes()).decode())
        assert [row["solution"] for row in rows] == [SOLVED, HARD_SOLVED]


def test_bytes_that_are_not_utf_8_are_kept(run: Run, tmp_path: Path) -> None:
    file, out = tmp_path / "in.csv", tmp_path / "out.csv"
    file.write_bytes(b"puzzle,note\n" + EASY.encode() + b",caf\xe9\n" + HARD.encode() + b",\n")
    assert run("solve", file, "--output", out)[0] == 0
    assert (
        out.read_bytes().splitlines()[1] == f"{EASY},caf".encode() + b"\xe9," + SOLVED.encode() + b",solved,"
    )


@pytest.mark.parametrize("command", ["solve", "check", "convert"])
def test_text_that_is_not_utf_8_is_refused_for_a_parquet_file(run: Run, tmp_path: Path, command: str) -> None:
    file, out = tmp_path / "in.csv", tmp_path / "out.parquet"
    for head in (b"puzzle,note\n", b"puzzle,pr\xe9nom\n"):
        file.write_bytes(head + f"{EASY},\n{HARD},caf".encode() + b"\xe9\n")
        line = 3 if head.isascii() else 1
        code, _, err = run(command, file, "--output", out)
        assert (code, f"in.csv, line {line}: this text is not UTF-8" in err, out.exists()) == (2, True, False)
        assert 'save the input as "CSV UTF-8", or write a .csv file' in err
    file.write_text(f"puzzle,note\n{EASY},\n{HARD},café\n", encoding="utf-8")
    assert run(command, file, "--output", out)[0] == 0
    assert pl.read_parquet(out)["note"].to_list() == [None, "café"]


def test_the_option_stats_adds_columns_and_a_second_run_fills_them_again(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "table.csv"
    file.write_text(f"puzzle\n{EASY}\n{HARD}\n{EASY[1:]}\n")
    for _ in range(2):
        assert run("solve", file, "--output", file, "--stats", "--quiet")[0] == 2
        rows = rows_of(file.read_text())
        names = ["puzzle", "solution", "status", "error", "iterations", "seconds", "found_by"]
        assert list(rows[0]) == names
        assert [row["found_by"] for row in rows] == ["logic", "probing", ""]
        assert int(rows[1]["iterations"]) > 0 <= float(rows[1]["seconds"])
    code, _, err = run("solve", EASY, "--stats")
    assert (code, "--stats needs a table" in err) == (2, True)


def test_a_column_of_the_user_is_never_overwritten(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "in.csv"
    file.write_text(f"puzzle,status\n{EASY},draft\n{HARD},done\n")
    rows = rows_of(run("solve", file, "--format", "csv")[1])
    assert [row["status"] for row in rows] == ["draft", "done"]
    assert [row["ergodoku_status"] for row in rows] == ["solved", "solved"]


def test_columns_of_the_user_are_kept_even_if_they_have_the_names_of_added_columns(
    run: Run, tmp_path: Path
) -> None:
    file, out = tmp_path / "in.csv", tmp_path / "out.csv"
    for theirs in ("mine,myerr", ",myerr", "solved,myerr", "mine,"):
        file.write_text(f"puzzle,status,error,iterations\n{EASY},,,\n{HARD},{theirs},7\n")
        for _ in range(2):  # the second input has the added columns
            assert run("solve", file, "--output", out, "--stats")[0] == 0
            header, _, row = out.read_text().splitlines()
            names = "solution,ergodoku_status,ergodoku_error,ergodoku_iterations,seconds,found_by"
            assert header == f"puzzle,status,error,iterations,{names}"
            assert row.startswith(f"{HARD},{theirs},7,{HARD_SOLVED},solved,,")
            file.write_text(out.read_text())


def test_an_unsolved_row_keeps_the_solution_in_the_file_and_has_a_reason(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "in.csv"
    file.write_text(f"puzzle,solution\n{UNSOLVABLE},{SOLVED}\n{EASY[1:]},{SOLVED}\n{HARD},{HARD_SOLVED}\n")
    rows = rows_of(run("solve", file, "--format", "csv", "--max-iterations", 1)[1])
    assert [row["status"] for row in rows] == ["unsolvable", "bad_input", "gave_up"]
    assert [row["solution"] for row in rows] == [SOLVED, SOLVED, HARD_SOLVED]
    assert rows[2]["error"] == "gave up after 1 iteration"


def test_a_solution_without_any_digit_counts_as_missing(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "in.csv"
    file.write_text(f"puzzle,solution\n{EASY},{MANY}\n{HARD},{'0' * 81}\n")
    code, out, err = run("solve", file, "--format", "csv")
    assert [row["solution"] for row in rows_of(out)] == [SOLVED, HARD_SOLVED]
    assert (code, "compared" in err) == (0, False)
    assert [puzzle.solution for puzzle in eg.read(file)] == [None, None]


def test_a_file_that_ends_in_csv_is_a_table(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "in.csv"
    for header in ("id,thing,note", 'id,"My, thing",note', "id,other,x"):
        file.write_text(f'{header}\n1,,\n2,{EASY},"a,b"\n')
        code, out, err = run("solve", file, "--format", "csv")
        assert (code, [row["solution"] for row in rows_of(out)]) == (2, ["", SOLVED])
        assert err.endswith("1 of 2 puzzles solved, 1 bad input\n")
    file.write_text("id,thing\n1,a\n2,b\n")
    code, _, err = run("solve", file)
    assert (code, err) == (2, "error: no column of puzzles was found; give --column, one of: id, thing\n")
    file.write_text("a,b\n1,2\n")
    assert "give --column, one of: a, b" in run("solve", file)[2]
    file.write_text("id,puzzle\n")
    code, out, err = run("solve", file, "--format", "csv")
    assert (code, out) == (0, "id,puzzle,solution,status,error\n")
    assert err == "the table has no rows: there is nothing to solve\n"


def test_a_table_without_a_header_keeps_its_columns_and_its_solutions_are_compared(
    run: Run, tmp_path: Path
) -> None:
    file = tmp_path / "in.csv"
    file.write_text(f"a,{EASY},{SOLVED}\n\nb,{HARD},{SOLVED}\nc,{HARD},\n")
    code, out, err = run("solve", file, "--format", "csv")
    names = ["column_1", "puzzle", "solution", "status"]
    assert (code, [[row[name] for name in names] for row in rows_of(out)]) == (
        2,
        [
            ["a", EASY, SOLVED, "solved"],
            ["b", HARD, HARD_SOLVED, "differs"],
            ["c", HARD, HARD_SOLVED, "solved"],
        ],
    )
    assert "the file has no header: its columns are read as column_1, puzzle, solution\n" in err
    assert "line 3" in err
    many = tmp_path / "many.csv"
    many.write_text(f"{EASY},{SOLVED}\n" * 5000)
    code, out, err = run("solve", many, "--format", "csv")
    assert (code, len(rows_of(out)), "5,000 agree" in err) == (0, 5000, True)


def test_only_the_first_problems_are_printed_but_the_output_lists_all(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "in.csv"
    file.write_text("\n".join(["puzzle,error", *["bad,mine"] * 15, *[f"{UNSOLVABLE},"] * 15, EASY]))
    code, out, err = run("solve", file, "--format", "csv")
    rows = rows_of(out)
    assert (code, len(rows), all(row["ergodoku_error"] for row in rows[:30])) == (2, 31, True)
    assert err.splitlines()[20:] == [
        "there are more problems: see the column `ergodoku_error` in the output",
        "1 of 31 puzzles solved, 15 unsolvable, 15 bad input",
    ]
    assert "see `reason` in the output" in run("solve", file, "--json")[2]
    # With --format line, the output cannot list the problems, so all of them are printed.
    assert len(run("solve", file, "--format", "line")[2].splitlines()) == 31


@pytest.mark.parametrize(
    ("name", "text", "places"),
    [
        (
            "in.csv",
            f"puzzle,clues,ergodoku_clues\n{UNSOLVABLE},9,9\n{EASY},30,30\n{UNSOLVABLE},9,9\n",
            ["line 2", "line 4"],
        ),
        (
            "in.tsv",
            f"id\tpuzzle\tname\tstatus\terror\n7\t{UNSOLVABLE}\tTuesday\tgave_up\tx\n8\t{EASY}\n",
            ["line 2 (id 7, Tuesday)"],
        ),
        ("in.sdm", f"# a comment\n{UNSOLVABLE}\n{EASY}\n{UNSOLVABLE}\n", ["line 2", "line 4"]),
    ],
    ids=["clues and difficulty", "id and name", "list"],
)
def test_a_message_about_an_unsolved_puzzle_names_its_line(
    run: Run, tmp_path: Path, name: str, text: str, places: list[str]
) -> None:
    file = tmp_path / name
    file.write_text(text)
    err = run("solve", file, "--format", "csv")[2]
    said = [line for line in err.splitlines() if "there is no solution" in line]
    assert [line.split(": there is")[0] for line in said] == [f"{file}, {place}" for place in places]


def test_a_message_about_a_parquet_file_names_the_row(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "in.parquet"
    pl.DataFrame({"puzzle": [EASY, UNSOLVABLE], "clues": [30, 9]}).write_parquet(file)
    assert f"{file}, row 2: there is no solution" in run("solve", file, "--format", "csv")[2]


@pytest.mark.parametrize("name", ["in.csv", "in.parquet"])
def test_an_empty_cell_is_reported_in_the_same_words_by_read_and_by_solve(
    run: Run, tmp_path: Path, name: str
) -> None:
    file, place = tmp_path / name, "line {}" if name == "in.csv" else "row {}"
    empty = ["", None, "NaN", "NULL", "N/A", "None"] if name == "in.parquet" else ["", "NaN", "NULL", "N/A"]
    frame = pl.DataFrame({"id": range(len(empty) + 2), "puzzle": [EASY, *empty, HARD]})
    frame.write_csv(file) if name == "in.csv" else frame.write_parquet(file)
    errors: list[Exception] = []
    assert list(eg.read(file, on_error=errors.append)) == [eg.parse(EASY), eg.parse(HARD)]
    said = [line for line in run("solve", file, "--format", "line")[2].splitlines() if "error" in line]
    assert said == [f"error: {error}" for error in errors]
    first = 3 if name == "in.csv" else 2
    for number, error in enumerate(errors, first):
        assert str(error).startswith(f"{file}, {place.format(number)}: there is no puzzle in the column")
    assert len(errors) == len(empty)


def test_read_counts_the_rows_of_a_parquet_file_with_a_single_column(tmp_path: Path) -> None:
    file, errors = tmp_path / "in.parquet", []
    pl.DataFrame({"puzzle": [EASY, None, EASY[:80], HARD]}).write_parquet(file)
    assert len(list(eg.read(file, on_error=errors.append))) == 2
    assert [str(error).split(": ")[0] for error in errors] == [f"{file}, row 2", f"{file}, row 3"]


@pytest.mark.parametrize("number", ["5.3007E+80", "5,3e80", "5E+80"])
def test_a_puzzle_that_a_spreadsheet_turned_into_a_number_is_reported_as_lost(
    run: Run, tmp_path: Path, number: str
) -> None:
    file = tmp_path / "in.csv"
    file.write_text(f"id;puzzle\n1;{EASY}\n2;{number}\n")
    said = run("solve", file, "--format", "csv")[2]
    assert f"line 3: a spreadsheet replaced the puzzle by the rounded number {number}" in said
    with pytest.raises(eg.PuzzleError, match="the other digits are lost; get the original file"):
        list(eg.read(file))


def test_a_utf_16_file_is_refused_with_the_name_of_the_right_format(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "in.csv"
    file.write_text(f"id,puzzle\n1,{EASY}\n", encoding="utf-16")
    code, _, err = run("solve", file)
    assert (code, 'save it as UTF-8; a spreadsheet calls this "CSV UTF-8"' in err) == (2, True)


@pytest.mark.parametrize("name", ["in.csv", "in.parquet"])
def test_a_note_names_further_columns_of_puzzles(run: Run, tmp_path: Path, name: str) -> None:
    file = tmp_path / name
    columns = {"id": [1, 2], "puzzle_a": [EASY, HARD], "full": [SOLVED] * 2, "puzzle_b": [HARD, EASY]}
    frame = pl.DataFrame(columns)
    frame.write_csv(file) if name == "in.csv" else frame.write_parquet(file)
    note = "solving the column 'puzzle_a'; 'puzzle_b' holds puzzles too: choose one with --column\n"
    code, out, err = run("solve", file, "--format", "line")
    assert (code, out.split(), note in err) == (0, [SOLVED, HARD_SOLVED], True)
    code, out, err = run("solve", file, "--format", "line", "--column", "puzzle_b")
    assert (code, out.split(), "also holds" in err) == (0, [HARD_SOLVED, SOLVED], False)


def test_a_table_without_a_header_or_solutions_is_read_as_a_list_and_a_note_says_so(
    run: Run, tmp_path: Path
) -> None:
    file = tmp_path / "in.csv"
    file.write_text(f"{EASY},easy\n{HARD},hard\n")
    code, out, err = run("solve", file)
    assert (code, out.split()) == (0, [SOLVED, HARD_SOLVED])
    assert "the file has no header: only the first puzzle of each line is read." in err
    assert (
        "there is no column 'puzzle': the file has no header" in run("solve", file, "--column", "puzzle")[2]
    )


def test_a_file_ending_that_cannot_be_written_is_refused(run: Run, tmp_path: Path) -> None:
    code, _, err = run("solve", EASY, "--output", tmp_path / "out.xlsx")
    assert (code, "end its name in .csv, .tsv, .parquet, " in err) == (2, True)


def test_the_column_option_names_the_column_of_puzzles(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "in.csv"
    file.write_text(f"id,puzzle,task\n1,none,{EASY}\n2,none,{HARD}\n")
    rows = rows_of(run("solve", file, "--column", "task", "--format", "csv")[1])
    assert [row["solution"] for row in rows] == [SOLVED, HARD_SOLVED]
    code, _, err = run("solve", file, "--column", "tusk")
    assert (code, err) == (
        2,
        "error: there is no column 'tusk'; choose a column of the first line: id, puzzle, task\n",
    )


def test_solutions_in_the_file_are_compared(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "in.csv"
    other = HARD_SOLVED.translate(str.maketrans("12", "21"))
    answers = [
        (EASY, SOLVED),
        (EASY, SOLVED[::-1]),
        (EASY, SOLVED[1:]),
        (MANY, SOLVED),
        (MANY, other),
        (HARD, ""),
    ]
    file.write_text("\n".join(["puzzle,solution", *map(",".join, answers)]))
    code, out, err = run("solve", file, "--format", "csv")
    assert code == 2
    rows = rows_of(out)
    assert [row["status"] for row in rows] == ["solved", "differs", "differs", "solved", "solved", "solved"]
    assert [row["solution"] for row in rows[:3]] == [SOLVED] * 3
    assert "the solution has 9 at row 1, column 1, but the given there is 5" in rows[1]["error"]
    assert "line 3: the solution has 9" in err
    assert err.splitlines()[-2:] == [
        "compared with the solutions in the file: 1 agrees, 2 are other valid solutions, 2 are wrong",
        "6 of 6 puzzles solved",
    ]
    records = [json.loads(line) for line in run("solve", file, "--json", "--quiet")[1].splitlines()]
    found = [record.get("compared") for record in records]
    assert found == ["agrees", "differs", "differs", "another", "another", None]
    assert [bool(record["reason"]) for record in records] == [False, True, True, False, False, False]


@pytest.mark.parametrize("alphabet", ["1-9A-G", "0-9A-F", "A-P"])
def test_a_large_solution_is_written_in_the_symbols_of_its_puzzle(
    run: Run, tmp_path: Path, alphabet: str
) -> None:
    symbols = {"1-9A-G": "123456789ABCDEFG", "0-9A-F": "0123456789ABCDEF", "A-P": "ABCDEFGHIJKLMNOP"}[
        alphabet
    ]
    puzzles = list(eg.generate_many(2, eg.Recipe(eg.Layout.of(16), fraction=0.7), seed=1))
    texts = ["".join(("." + symbols)[d] for d in puzzle.flat) for puzzle in puzzles]
    numbers = [" ".join(map(str, puzzle.flat)) for puzzle in puzzles]
    file = tmp_path / "in.csv"
    file.write_text("\n".join(["puzzle", *texts]))
    for row, text in zip(rows_of(run("solve", file, "--format", "csv")[1]), texts, strict=True):
        assert set(row["solution"]) == set(symbols)
        assert all(a in (".", b) for a, b in zip(text, row["solution"], strict=True))
    file.write_text("\n".join(["id,puzzle", *(f"{k},{text}" for k, text in enumerate(numbers))]))
    for row in rows_of(run("solve", file, "--format", "csv")[1]):
        assert sorted({int(word) for word in row["solution"].split()}) == list(range(1, 17))


@pytest.mark.parametrize("symbols", ["123456789ABCDEFG", "0123456789ABCDEF", "ABCDEFGHIJKLMNOP"])
@pytest.mark.parametrize("count", [1, 3])
def test_solutions_use_the_symbols_of_the_list(run: Run, tmp_path: Path, symbols: str, count: int) -> None:
    puzzles = list(eg.generate_many(count, eg.Recipe(eg.Layout.of(16), fraction=0.7), seed=1))
    file, out = tmp_path / "in.sdm", tmp_path / "out.sdm"
    file.write_text("".join(f"{''.join(('.' + symbols)[d] for d in puzzle.flat)}\n" for puzzle in puzzles))
    assert run("solve", file, "--output", out)[0] == 0
    solutions = list(eg.read(out))
    assert [set(line) for line in out.read_text().split()] == [set(symbols)] * count
    for puzzle, solution in zip(puzzles, solutions, strict=True):
        assert ((puzzle.flat == 0) | (puzzle.flat == solution.flat)).all()
        assert solution.clues == 256


def test_a_list_can_be_written_as_a_table(run: Run, tmp_path: Path) -> None:
    file, out = tmp_path / "in.sdm", tmp_path / "out.csv"
    file.write_text(f"# three\n{EASY}\n{EASY[1:]}\n{HARD} hard\n")
    assert run("solve", file, "--output", out)[0] == 2
    rows = [tuple(row.values())[:5] for row in rows_of(out.read_text())]
    assert rows == [
        ("2", "", EASY, SOLVED, "solved"),
        ("3", "", EASY[1:], "", "bad_input"),
        ("4", "hard", HARD, HARD_SOLVED, "solved"),
    ]
    assert run("solve", HARD, "--format", "csv")[1].splitlines()[1] == f"1,,{HARD},{HARD_SOLVED},solved,"


@pytest.mark.parametrize("format", ["line", "sdm", "json"])
def test_an_unsolved_puzzle_leaves_an_empty_line(run: Run, tmp_path: Path, format: str) -> None:
    file = tmp_path / "in.sdm"
    file.write_text(f"{EASY[1:]}\n{EASY}\n{UNSOLVABLE}\n\n{HARD}\n")
    code, out, _ = run("solve", file, "--format", format)
    lines = out.splitlines()
    assert (code, [bool(line) for line in lines]) == (2, [False, True, False, True])
    assert [eg.parse(line).to("line") for line in lines if line] == [SOLVED, HARD_SOLVED]


@pytest.mark.parametrize("format", ["grid", "integers", "lloyd-amos", "sdk", "ss"])
def test_an_unsolved_puzzle_leaves_a_comment_between_grids(run: Run, tmp_path: Path, format: str) -> None:
    file, out = tmp_path / "in.sdm", tmp_path / "out"
    file.write_text(f"{EASY[1:]}\n{EASY}\n{UNSOLVABLE}\n{HARD}\n")
    assert run("solve", file, "--format", format, "--output", out)[0] == 2
    assert [puzzle.to("line") for puzzle in eg.read(out)] == [SOLVED, HARD_SOLVED]
    comments = [line for line in out.read_text().splitlines() if line.startswith("# ")]
    assert comments[1] == "# unsolvable: no place is left for 9 in row 1"


def test_json_contains_the_line_and_the_name_of_each_entry(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "in.sdm"
    file.write_text(f"# list\n{EASY} first\n{EASY[1:]}\n{HARD}\n")
    records = [json.loads(line) for line in run("solve", file, "--json")[1].splitlines()]
    assert [(r["line"], r["name"], r["status"]) for r in records] == [
        (2, "first", "solved"),
        (3, "", "bad_input"),
        (4, "", "solved"),
    ]


def test_no_grid_is_printed_for_a_puzzle_without_a_solution(run: Run) -> None:
    code, out, err = run("solve", UNSOLVABLE)
    assert (code, out) == (3, "")
    assert "there is no solution" in err


def test_ctrl_c_keeps_the_finished_rows(run: Run, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    solve_many = eg.solve_many

    def one_and_ctrl_c(*arguments: object, **options: object) -> Iterator[eg.Result]:
        yield from islice(solve_many(*arguments, **options), 1)
        raise KeyboardInterrupt

    monkeypatch.setattr("ergodoku.engine.batch.solve_many", one_and_ctrl_c)
    file, out = tmp_path / "in.csv", tmp_path / "out.csv.gz"
    file.write_text(f"puzzle\n{EASY}\n{HARD}\n")
    assert run("solve", file, "--output", out)[0] == 130
    assert not out.exists()
    kept = (tmp_path / "out.csv.gz.part").read_text()  # not compressed yet
    assert [row["solution"] for row in rows_of(kept)] == [SOLVED]


def test_entries_stay_in_order_when_they_are_solved_in_several_parts(
    run: Run, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr("ergodoku.cli.lists.AT_ONCE", 7)
    monkeypatch.setattr("ergodoku.puzzle.formats.tables.ROWS", 5)
    kinds = {EASY: SOLVED, HARD: HARD_SOLVED, "bad": ""}
    puzzles = [list(kinds)[k * k % 3] for k in range(40)] + ["bad"] * 20
    file = tmp_path / "in.csv"
    file.write_text("\n".join(["id,puzzle", *(f"{k},{p}" for k, p in enumerate(puzzles))]))
    rows = rows_of(run("solve", file, "--format", "csv", "--quiet")[1])
    assert [row["id"] for row in rows] == [str(k) for k in range(60)]
    assert [row["solution"] for row in rows] == [kinds[puzzle] for puzzle in puzzles]


FIELD = st.text(st.characters(codec="utf-8", exclude_characters="\0\r"), max_size=12)


@settings(max_examples=60, deadline=None)
@given(st.lists(st.tuples(FIELD, FIELD), min_size=1, max_size=8), st.sampled_from(",;\t"))
def test_fields_written_by_the_csv_module_are_read_back_unchanged(
    fields: list[tuple[str, str]], delimiter: str
) -> None:
    stream = io.StringIO()
    writer = csv.writer(stream, delimiter=delimiter, lineterminator="\n", quoting=csv.QUOTE_ALL)
    writer.writerows([("a", "puzzle", "b"), *((a, EASY, b) for a, b in fields)])
    with read_entries(io.StringIO(stream.getvalue(), newline="")) as listing:
        entries = list(listing)
    assert [entry.fields for entry in entries] == [[a, EASY, b] for a, b in fields]
    assert all(entry.puzzle == eg.parse(EASY) for entry in entries)
