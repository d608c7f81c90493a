"""Tables: neither the file format nor the way in which rows are solved changes the results."""

from __future__ import annotations

import datetime
import json
import random
from pathlib import Path

import polars as pl
import pytest

import ergodoku as eg
from ergodoku.cli.lists import ListTask
from tests.cli.run import Run, ergodoku
from tests.cli.test_rows import HARD_SOLVED, MANY, SOLVED, UNSOLVABLE, rows_of
from tests.samples import EASY, HARD

PUZZLES = [EASY, HARD, EASY.replace(".", "0"), UNSOLVABLE, MANY, f"55{EASY[2:]}", EASY[1:], "", f" {HARD}"]
SOLUTIONS = ["", "", SOLVED, HARD_SOLVED, SOLVED[::-1], f"{SOLVED} "]
NOTES = ["", "x", "é", "a,b", 'say "hi"', "two\nlines", "#", " "]
ODD_LINES = ["", "  ", "# a comment", "1,2", '7,"open', "1,2,3,4,5"]


@pytest.mark.parametrize("seed", range(25))
def test_rows_solved_in_blocks_are_written_like_rows_solved_one_by_one(
    run: Run, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, seed: int
) -> None:
    rng, file, out = random.Random(seed), tmp_path / "in.csv", tmp_path / "out.csv"
    more = rng.choice([[], ["solution"], ["solution", "status", "error"]])
    file.write_text(random_table(rng, more), encoding="utf-8", newline="")
    size = rng.choice([200, 1000, 5000])  # with small blocks, a short table counts as large
    monkeypatch.setattr("ergodoku.puzzle.formats.source.BLOCK", size)
    monkeypatch.setattr("ergodoku.puzzle.formats.entries.BLOCK", size)
    found = []
    for _ in range(2):
        code, _, err = run("solve", file, "--output", out)
        said = [line for line in err.splitlines() if not line.startswith("compiling")]
        found.append((code, said, out.read_bytes() if out.exists() else b"stopped"))
        (tmp_path / "out.csv.part").unlink(missing_ok=True)
        monkeypatch.setattr(ListTask, "_in_blocks", lambda task: False)
    assert found[0] == found[1]


def random_table(rng: random.Random, more: list[str]) -> str:
    """Return a random table with good, bad and odd rows; in half of the tables, no row has quotes."""
    end, quotes = rng.choice(["\n", "\r\n"]), rng.random() < 0.5
    notes, odd_lines = (NOTES, ODD_LINES) if quotes else (NOTES[:3], ODD_LINES[:4])
    lines = [",".join(["id,puzzle,note", *more]), f"1,{EASY},{',' * len(more)}"]
    for k in range(rng.randrange(1, 60)):
        if rng.random() < 0.05:
            lines.append(rng.choice(odd_lines))
            continue
        fields = [str(k), rng.choice(PUZZLES[: rng.choice([2, 9])]), rng.choice(notes)]
        fields += [rng.choice(SOLUTIONS) if name == "solution" else "old" for name in more]
        quoted = ['"{}"'.format(f.replace('"', '""')) if set(f) & set(',"\n') else f for f in fields]
        lines.append(",".join(quoted))
    return end.join([*lines, ""])


def test_the_output_does_not_depend_on_workers_or_on_reading_from_stdin(tmp_path: Path) -> None:
    file = tmp_path / "in.csv"
    puzzles = [EASY, HARD, MANY, UNSOLVABLE, "bad"]
    rows = [f"{k},{puzzles[k % 1009 % 5 if k % 97 == 0 else k % 2]}" for k in range(8000)]
    file.write_text("\n".join(["id,puzzle", *rows, ""]))
    texts = []
    for workers, source in ((1, file), (2, file), (2, "-")):
        out = tmp_path / f"{workers}{source == '-'}.csv"
        done = ergodoku("solve", source, "--output", out, "--workers", workers, "-q", stdin=file.read_bytes())
        assert done.returncode == 2
        texts.append(out.read_bytes())
    piped = ergodoku("solve", "-", "--format", "csv", "-q", stdin=file.read_bytes())
    assert len(set(texts)) == 1
    assert piped.stdout.encode() == texts[0]
    found = rows_of(texts[0].decode())
    assert [row["id"] for row in found] == [str(k) for k in range(8000)]
    assert [row["solution"] for row in found[1:3]] == [HARD_SOLVED, SOLVED]


def test_a_parquet_file_keeps_its_columns_and_their_types(run: Run, tmp_path: Path) -> None:
    file, out = tmp_path / "in.parquet", tmp_path / "out.parquet"
    table = pl.DataFrame(
        {
            "id": pl.Series([1, 2, 3, None], dtype=pl.UInt16),
            "when": [datetime.datetime(2026, 11, 17, tzinfo=datetime.UTC)] * 4,
            "sudoku": [EASY, HARD, EASY[1:], None],
            "tags": [["a", "b,c"], [], None, ["\n"]],
            "share": [0.5, None, float("inf"), 1e-9],
            "text": ["a\r\nb", "", None, '"'],
            "raw": [b"\xff\x00", b"", None, b"x"],
        }
    )
    table.write_parquet(file)
    code, _, err = run("solve", file, "--output", out)
    assert code == 2
    assert f"{file}, row 3: the puzzle is 80 characters long" in err
    assert f"{file}, row 4: there is no puzzle in the column 'sudoku'" in err
    found = pl.read_parquet(out)
    assert found.select(table.columns).equals(table)
    assert found.schema == {**table.schema, "solution": pl.String, "status": pl.String, "error": pl.String}
    assert found["solution"].to_list() == [SOLVED, HARD_SOLVED, None, None]
    assert found["status"].to_list() == ["solved", "solved", "bad_input", "bad_input"]
    assert found["error"].is_null().to_list() == [True, True, False, False]


def test_solving_a_parquet_file_in_place_twice_adds_the_columns_of_stats_once(
    run: Run, tmp_path: Path
) -> None:
    file = tmp_path / "table.parquet"
    pl.DataFrame({"puzzle": [EASY, HARD], "n": [1, 2]}).write_parquet(file)
    for _ in range(2):
        assert run("solve", file, "--output", file, "--stats", "-q")[0] == 0
        found = pl.read_parquet(file)
        names = ["puzzle", "n", "solution", "status", "error", "iterations", "seconds", "found_by"]
        assert found.columns == names
        assert found.dtypes[-3:] == [pl.Int64, pl.Float64, pl.String]
        assert found["n"].to_list() == [1, 2]
    assert list(tmp_path.iterdir()) == [file]


def test_tables_and_lists_can_be_converted_to_parquet_and_back(run: Run, tmp_path: Path) -> None:
    csv, parquet = tmp_path / "in.csv", tmp_path / "out.parquet"
    csv.write_text(f'id,puzzle,note\n007,{EASY},"a,b"\n008,{HARD},\n')
    assert run("solve", csv, "--output", parquet)[0] == 0
    assert pl.read_parquet(parquet).rows() == [
        ("007", EASY, "a,b", SOLVED, "solved", None),
        ("008", HARD, None, HARD_SOLVED, "solved", None),
    ]
    text = run("solve", parquet, "--format", "csv")[1]
    assert text.splitlines()[1] == f'007,{EASY},"a,b",{SOLVED},solved,'
    sdm = tmp_path / "in.sdm"
    sdm.write_text(f"{EASY} first\n{HARD}\n")
    assert run("solve", sdm, "--output", parquet)[0] == 0
    assert pl.read_parquet(parquet).rows()[0] == (1, "first", EASY, SOLVED, "solved", None)
    assert run("solve", parquet, "--format", "sdm")[1].split() == [SOLVED, HARD_SOLVED]
    assert [puzzle.to("line") for puzzle in eg.read(parquet)] == [EASY, HARD]


def test_every_row_of_a_large_parquet_file_gets_its_solution(tmp_path: Path) -> None:
    puzzles = [EASY, HARD, "bad", None]
    table = pl.DataFrame({"puzzle": [puzzles[k % 4 if k % 50 == 0 else k % 2] for k in range(6000)]})
    table.write_parquet(tmp_path / "in.parquet")
    assert ergodoku("solve", "in.parquet", "-o", "out.parquet", "-q", cwd=tmp_path).returncode == 2
    found = pl.read_parquet(tmp_path / "out.parquet")
    assert found["puzzle"].equals(table["puzzle"])
    right = {EASY: SOLVED, HARD: HARD_SOLVED}
    assert found["solution"].to_list() == [right.get(text) for text in table["puzzle"].to_list()]


def test_a_parquet_file_that_cannot_be_used_is_refused_with_a_reason(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "in.parquet"
    pl.DataFrame({"a": [1], "b": ["x"]}).write_parquet(file)
    assert (
        "no column of the Parquet file seems to hold puzzles; give --column, one of: a, b"
        in run("solve", file)[2]
    )
    file.write_bytes(file.read_bytes()[:-30])
    code, _, err = run("solve", file)
    assert (code, "cannot read the Parquet file" in err) == (2, True)
    done = ergodoku("solve", "-", stdin=file.read_bytes())
    assert "a Parquet file cannot be read from a stream; give the name of the file" in done.stderr
    assert "give --output FILE.parquet" in run("solve", EASY, "--format", "parquet")[2]
    for options in (["--json"], ["--format", "sdm"]):
        assert "would not be a Parquet file" in run("solve", EASY, "--output", file, *options)[2]


def test_puzzles_in_a_binary_column_are_read_as_text_and_the_column_keeps_its_type(
    run: Run, tmp_path: Path
) -> None:
    file, out = tmp_path / "in.parquet", tmp_path / "out.parquet"
    table = pl.DataFrame({"puzzle": [EASY.encode(), HARD.encode()], "image": [b"\xff\0", None]})
    table.write_parquet(file)
    assert run("solve", file, "--output", out)[0] == 0
    found = pl.read_parquet(out)
    assert found.select(table.columns).equals(table)
    assert found["solution"].to_list() == [SOLVED, HARD_SOLVED]


def test_a_note_says_which_column_gets_another_name_in_parquet(tmp_path: Path) -> None:
    file, out = tmp_path / "in.csv", tmp_path / "out.parquet"
    file.write_text(f"puzzle,puzzle\n{EASY},{HARD}\n")
    done = ergodoku("convert", file, "--output", out)
    assert (done.returncode, done.stderr) == (
        0,
        "note: several columns are called 'puzzle'; "
        "in the Parquet file, column 2 is called 'puzzle_duplicated_0'\n",
    )


@pytest.mark.parametrize("form", ["csv", "tsv", "parquet"])
def test_convert_names_the_format_that_cannot_express_a_layout(run: Run, tmp_path: Path, form: str) -> None:
    out = tmp_path / f"out.{form}"
    code, _, err = run("convert", "." * 36, "--box", "1x6", "--output", out)
    assert (code, f"the format {form} cannot express" in err) == (2, True)


def test_the_file_extension_of_the_output_chooses_the_format(tmp_path: Path) -> None:
    for name in ("out.sdm", "out.sdk", "out.ss", "out.json", "out.csv.gz", "out.tsv.zst", "out.parquet"):
        for command in (["convert", EASY], ["generate", "--seed", "1"]):
            assert ergodoku(*command, "--output", tmp_path / name).returncode == 0
            (puzzle,) = eg.read(tmp_path / name)
            assert (puzzle == eg.parse(EASY)) is (command[0] == "convert")
        if name.startswith("out.s"):
            assert (tmp_path / name).read_text().startswith({"k": "[Puzzle]", "s": "*---"}.get(name[-1], ""))


def test_convert_keeps_the_rows_and_columns_of_a_table(run: Run, tmp_path: Path) -> None:
    csv, parquet = tmp_path / "in.csv", tmp_path / "out.parquet"
    csv.write_text(f'id,quiz,note\n007,{EASY},"a,b"\n008,{EASY[1:]},\n')
    code, _, err = run("convert", csv, "--output", parquet)
    assert (code, "line 3: the puzzle is 80 characters long" in err) == (2, True)
    assert pl.read_parquet(parquet).rows() == [("007", EASY, "a,b"), ("008", EASY[1:], None)]
    assert run("convert", parquet, "--to", "tsv")[1].splitlines()[1] == f"007\t{EASY}\ta,b"
    table = pl.DataFrame({"n": [1, 2], "puzzle": [EASY, HARD], "tags": [["a"], None]})
    table.write_parquet(parquet)
    assert run("convert", parquet, "--output", parquet)[0] == 0
    assert pl.read_parquet(parquet).equals(table)
    assert run("convert", parquet, "--to", "sdm")[1].split() == [EASY, HARD]
    assert run("convert", csv, "--column", "note", "--to", "csv")[0] == 2


def test_convert_writes_a_row_for_every_puzzle_and_every_bad_line_of_a_list(run: Run, tmp_path: Path) -> None:
    file, out = tmp_path / "in.sdm", tmp_path / "out.csv"
    file.write_text(f"# list\n{EASY} first\n{EASY[1:]}\n{HARD}\n")
    assert run("convert", file, "--output", out)[0] == 2
    rows = [tuple(row.values()) for row in rows_of(out.read_text())]
    assert [row[:4] for row in rows] == [
        ("2", "first", EASY, ""),
        ("3", "", EASY[1:], ""),
        ("4", "", HARD, ""),
    ]
    assert [row[4][:30] for row in rows] == ["", "the puzzle is 80 characters lo", ""]
    assert next(eg.read(out)).name == "first"


def test_check_adds_its_findings_to_a_table(run: Run, tmp_path: Path) -> None:
    file, out = tmp_path / "in.csv", tmp_path / "out.csv"
    rows = [
        f"1,{EASY},{SOLVED}",
        f"2,{MANY},",
        f"3,{UNSOLVABLE},",
        f"4,{EASY[1:]},",
        f"5,{EASY},{SOLVED[::-1]}",
    ]
    file.write_text("\n".join(["id,puzzle,solution", *rows]))
    for _ in range(2):  # the second input has the added columns
        code, _, err = run("check", file, "--output", out)
        found = rows_of(out.read_text())
        assert list(found[0]) == ["id", "puzzle", "solution", "clues", "solutions", "difficulty", "error"]
        checked = [(row["clues"], row["solutions"], row["difficulty"]) for row in found]
        assert checked == [
            ("30", "one", "singles"),
            ("0", "many", ""),
            ("9", "none", ""),
            ("", "", ""),
            ("30", "one", "singles"),
        ]
        assert [bool(row["error"]) for row in found] == [False, False, False, True, True]
        assert (code, err.count("error: ")) == (2, 2)
        assert err.endswith("checked: 1 with one solution, 1 with many, 1 with none, 2 with an error\n")
        file.write_text(out.read_text())
    assert run("solve", file, "--format", "csv", "--quiet")[1].count(",solved") == 2
    assert run("check", file, "--output", tmp_path / "out.parquet")[0] == 2
    assert pl.read_parquet(tmp_path / "out.parquet")["clues"].to_list() == [30, 0, 9, None, 30]
    assert "check does not write sdm" in run("check", file, "--output", tmp_path / "out.sdm")[2]


def test_generated_tables_have_correct_solutions(run: Run, tmp_path: Path) -> None:
    words = ["generate", "--count", 5, "--clues", 26, "--seed", 3]
    assert run(*words, "--output", tmp_path / "made.parquet")[0] == 0
    table = pl.read_parquet(tmp_path / "made.parquet")
    text = pl.String
    assert table.schema == {"puzzle": text, "solution": text, "clues": pl.Int64, "difficulty": text}
    assert table["puzzle"].to_list() == run(*words)[1].split()
    assert table["clues"].to_list() == [26] * 5
    assert table["difficulty"].to_list() == [eg.difficulty(puzzle) for puzzle in table["puzzle"]]
    err = run("solve", tmp_path / "made.parquet", "--format", "csv")[2]
    assert "compared with the solutions in the file: 5 agree" in err
    lines = run("generate", "--size", 16, "--fraction", 0.5, "--format", "csv", "--seed", 1)[1].splitlines()
    assert lines[1].endswith(",128,")
    code, _, err = run("generate", "--layout", "diagonal", "--format", "csv", "--seed", 1)
    assert (code, "write json, which can" in err) == (2, True)


@pytest.mark.parametrize("end", ["\n", "\r\n"])
def test_a_column_name_with_a_line_break_is_kept(run: Run, tmp_path: Path, end: str) -> None:
    file, name = tmp_path / "in.csv", "note\n(free text)"
    file.write_text(f'id,puzzle,"{name}"{end}1,{EASY},x{end}', newline="")
    for ending in ("csv", "parquet"):
        out = tmp_path / f"out.{ending}"
        assert run("solve", file, "--output", out)[0] == 0
        table = pl.read_csv(out, infer_schema=False) if ending == "csv" else pl.read_parquet(out)
        assert table.columns == ["id", "puzzle", name, "solution", "status", "error"]
        assert table.row(0) == ("1", EASY, "x", SOLVED, "solved", None)
    for odd in (name, "note\r\n(free text)"):
        pl.DataFrame({"id": [1], "puzzle": [EASY], odd: [2]}).write_parquet(file)
        assert run("solve", file, "--output", out)[0] == 0
        assert pl.read_parquet(out).columns == ["id", "puzzle", odd, "solution", "status", "error"]
    assert [p.name for p in eg.read(file)] == ["id 1, note (free text) 2"]


def test_a_column_name_with_a_line_break_may_be_the_first_and_hold_other_delimiters(
    run: Run, tmp_path: Path
) -> None:
    file = tmp_path / "in.csv"
    file.write_text(f'"the\nquiz";"a, b, c, d";note\n{EASY};"1;2";x\n')
    for more in ([], ["--column", "the quiz"]):
        text = run("solve", file, "--format", "csv", *more)[1]
        assert text.startswith('"the\nquiz";a, b, c, d;note;solution;status;error\n')
        assert f'{EASY};"1;2";x;{SOLVED};solved;' in text


def test_a_header_with_an_open_quote_is_refused(run: Run, tmp_path: Path) -> None:
    file, out = tmp_path / "in.csv", tmp_path / "out.csv"
    file.write_text(f'id,puzzle,"note\n1,{EASY},x\n')
    code, _, err = run("solve", file, "--output", out)
    assert (code, out.exists()) == (2, False)
    assert (
        "in.csv: the header of the table is not CSV: a quote is never closed; check the quotes in it" in err
    )


def test_a_quoted_field_may_have_hundreds_of_lines(run: Run, tmp_path: Path) -> None:
    file, note = tmp_path / "in.csv", "\n".join(f"line {k}" for k in range(3000))
    file.write_text(f'puzzle,note\n{EASY},a\n{HARD},"{note}"\n{EASY},b\n')
    code, text, _ = run("solve", file, "--format", "csv")
    rows = rows_of(text)
    assert (code, [row["note"] for row in rows]) == (0, ["a", note, "b"])
    assert [puzzle.clues for puzzle in eg.read(file)] == [30, 21, 30]


def test_rows_below_an_open_quote_are_never_part_of_its_field(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "in.csv"
    for last in ("b", '5"', '"x"'):
        rows = [f"{EASY},{k}" for k in range(2000)]
        file.write_text("\n".join(["puzzle,note", f'{EASY},"open', *rows, f"{EASY},{last}", ""]))
        code, text, err = run("solve", file, "--format", "csv", "-q")
        assert (code, [row["status"] for row in rows_of(text)]) == (2, ["bad_input"] + ["solved"] * 2001)
        assert "in.csv, line 2: this row is not CSV: " in err
        errors: list[eg.PuzzleError] = []
        assert (len(list(eg.read(file, on_error=errors.append))), [e.line for e in errors]) == (2001, [2])


def test_a_field_that_is_too_long_is_one_error(run: Run, tmp_path: Path) -> None:
    file, out = tmp_path / "in.csv", tmp_path / "out.csv"
    file.write_text(f'puzzle,note\n{EASY},a\n{HARD},"{"long " * 30_000}"\n{EASY},b\n')
    code, text, err = run("solve", file, "--format", "csv")
    assert (code, [line.split(",")[3] for line in text.splitlines()[1:]]) == (
        2,
        ["solved", "bad_input", "solved"],
    )
    assert "in.csv, line 3: this row is not CSV: a field has more than 131,072 characters; shorten it" in err
    broken = "some words\n" * 20_000
    file.write_text(f'puzzle,note\n{EASY},a\n{HARD},"{broken}"\n{EASY},b\n')
    out.write_text("old")
    code, _, err = run("solve", file, "--output", out)
    assert (code, out.read_text()) == (2, "old")
    assert "in.csv, line 3: this row is not CSV: a field has more than 131,072 characters; shorten it" in err
    assert "--resume" not in err
    with pytest.raises(eg.PuzzleError, match="line 3: this row is not CSV: a field has more than"):
        list(eg.read(file))


def test_short_rows_below_an_open_quote_are_never_lost(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "in.csv"
    for count, end in ((300, '"'), (3000, "")):
        file.write_text(f'puzzle,name\n{EASY},"open\n' + f"{EASY}\n" * count + f"{EASY}{end}\n{HARD},d\n")
        _, text, err = run("solve", file, "--format", "csv")
        assert len(rows_of(text)) == count + 3
        assert "in.csv, line 2: this row is not CSV" in err


def test_a_long_note_may_contain_a_line_like_a_row(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "in.csv"
    note = "\n".join(["words"] * 99 + [f"{EASY},y"])
    file.write_text(f'puzzle,name\n{EASY},"{note}"\n{HARD},d\n')
    code, text, _ = run("solve", file, "--format", "csv")
    assert (code, [row["status"] for row in rows_of(text)]) == (0, ["solved", "solved"])


def test_check_and_solve_find_their_own_columns_again(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "in.csv"
    file.write_text(f"puzzle,solution\n{EASY},{SOLVED}\n{EASY},{SOLVED[::-1]}\n")
    names: list[str] = []
    for command in ("solve", "check", "solve", "check"):
        run(command, file, "--output", file)
        names.append(file.read_text().partition("\n")[0])
    assert names[1:] == ["puzzle,solution,status,error,clues,solutions,difficulty,ergodoku_error"] * 3
    assert [row["status"] for row in rows_of(file.read_text())] == ["solved", "solved"]


def test_a_short_row_with_a_status_of_the_user_stops_the_command(run: Run, tmp_path: Path) -> None:
    file, out = tmp_path / "in.csv", tmp_path / "out.csv"
    file.write_text("status,error,puzzle\n" + f"solved,,{EASY}\n" * 3001 + "reviewed,keep me\n")
    code, _, err = run("solve", file, "--output", out)
    assert code == 2
    assert "line 3003: the columns 'status' and 'error' would be overwritten" in err
    assert not out.exists()


@pytest.mark.parametrize("large", [False, True])
def test_a_status_that_ergodoku_did_not_write_in_a_later_row_stops_the_command(
    run: Run, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, large: bool
) -> None:
    file, out = tmp_path / "in.csv", tmp_path / "out.csv"
    rows = [f"{EASY},{SOLVED},solved,", f"{EASY[1:]},,bad_input,why"] * 200
    file.write_text("\n".join(["puzzle,solution,status,error", *rows, f"{EASY},{SOLVED},,", ""]))
    if large:
        monkeypatch.setattr("ergodoku.puzzle.formats.source.BLOCK", 5000)
        monkeypatch.setattr("ergodoku.puzzle.formats.entries.BLOCK", 5000)
    assert run("solve", file, "--output", out, "-q")[0] == 2
    assert [row["status"] for row in rows_of(out.read_text())] == ["solved", "bad_input"] * 200 + ["solved"]
    for values in ("reviewed by Ann,", "solved,see page 3", "reviewed,"):
        out.write_text("old")
        with file.open("a") as text:
            text.write(f"{EASY},{SOLVED},{values}\n")
        code, _, err = run("solve", file, "--output", out, "-q", "--resume")
        if large:  # the first rows have no such value
            assert (code, out.read_text()) == (2, "old")
            assert "in.csv, line 403: the columns 'status' and 'error' would be overwritten" in err
            assert "rename these columns to keep them, or delete them" in err
            assert "continue with --resume" not in err
        else:
            assert rows_of(out.read_text())[401]["status"] == values.split(",")[0]
        file.write_text("".join(file.read_text().splitlines(keepends=True)[:-1]))


def test_a_word_without_digits_in_the_solution_column_is_no_solution(run: Run, tmp_path: Path) -> None:
    file, words = tmp_path / "in.csv", ("pending", "TODO", "?", "n/a", "...")
    file.write_text("\n".join(["puzzle,solution", *(f"{EASY},{word}" for word in words), ""]))
    rows = rows_of(run("solve", file, "--format", "csv")[1])
    assert {(row["solution"], row["status"], row["error"]) for row in rows} == {(SOLVED, "solved", "")}
    assert run("check", file)[0] == 0
    assert [puzzle.solution for puzzle in eg.read(file)] == [None] * 5
    large = eg.generate(eg.Recipe("4x4", clues=200), seed=1)
    puzzle, solution = (
        "".join("123456789ABCDEFG"[d - 1] if d else "." for d in digits.ravel())
        for digits in (large.givens, eg.solve(large).grid)
    )
    file.write_text(f"puzzle,solution\n{puzzle},pending\n{puzzle},{solution}\n{puzzle},{'G' * 256}\n")
    rows = rows_of(run("solve", file, "--format", "csv")[1])
    assert [row["status"] for row in rows] == ["solved", "solved", "differs"]
    assert {row["solution"] for row in rows} == {solution}


def test_json_lines_have_no_lone_surrogates(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "in.csv"
    file.write_bytes(f"puzzle,note\n{EASY},na".encode() + b"\xefve\n")
    text = run("solve", file, "--json")[1]
    assert json.loads(text)["name"] == "note na\ufffdve"
    assert "\\ud" not in text


def test_results_in_json_are_read_as_puzzles(run: Run, tmp_path: Path) -> None:
    file, out = tmp_path / "in.csv", tmp_path / "out.jsonl"
    file.write_text(f"puzzle,note\n{EASY},x\n{EASY[1:]},\n{UNSOLVABLE},\n")
    assert run("solve", file, "--output", out)[0] == 2
    errors: list[eg.PuzzleError] = []
    easy, unsolvable = eg.read(out, on_error=errors.append)
    assert easy.solution is not None
    assert (easy.to("line"), easy.name, unsolvable.solution) == (EASY, "note x", None)
    assert "".join(map(str, easy.solution.ravel())) == SOLVED
    assert [str(error) for error in errors] == [
        f"{out}, line 2: this JSON object is the result of an entry without a puzzle; leave it out"
    ]
    for command in (["check", file, "--json"], ["generate", "--count", 2, "--json"]):
        text = run(*command)[1]
        out.write_text(text)
        assert run("solve", out)[0] in (0, 3)
    out.write_text(text.replace('"clues"', '"clue"'))
    assert 'this JSON object has an unknown key, "clue"' in run("solve", out)[2]


@pytest.mark.parametrize(
    "layout",
    [("--layout", "diagonal"), ("--layout", "latin", "--size", 5), ("--box", "2x3"), ("--box", "4x4")],
)
def test_results_in_json_keep_their_layout(run: Run, tmp_path: Path, layout: tuple[object, ...]) -> None:
    made, out = tmp_path / "made.jsonl", tmp_path / "out.jsonl"
    assert run("generate", "--seed", 1, "--output", made, *layout)[0] == 0
    assert run("solve", made, "--output", out)[0] == 0
    (before,), (after,) = eg.read(made), eg.read(out)
    assert (after.layout, after.to("json")[:-1]) == (before.layout, after.to("json")[:-1])
    assert after.solution is not None


def test_json_lines_are_never_written_into_a_table(run: Run, tmp_path: Path) -> None:
    for command in (["solve", EASY], ["check", EASY], ["generate"], ["convert", EASY]):
        code, _, err = run(*command, "--json", "--output", tmp_path / "out.csv")
        assert (code, "--json would not write a table" in err, "end its name in .jsonl" in err) == (
            2,
            True,
            True,
        )


def test_convert_says_which_extensions_choose_a_format(run: Run, tmp_path: Path) -> None:
    _, _, err = run("convert", EASY, "--output", tmp_path / "out.txt")
    assert "out.txt' does not end in the extension of a format; add --to FORMAT, such as --to sdm" in err
    _, _, err = run("convert", EASY, "--output", tmp_path / "out.xlsx")
    assert "end its name in .csv, .tsv" in err
    assert ".txt" not in err
