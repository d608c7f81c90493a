"""``ergodoku check``: whether puzzles are valid, how many solutions they have, and how hard they are."""

from __future__ import annotations

import json
import time
from pathlib import Path

import pytest

import ergodoku as eg
from tests.cli.run import Child, ergodoku

EASY = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
HARD = "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4.."
TWICE = "55..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
NONE = "82.........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4.."
# This script runs the command line, and prints a line on stderr when CaDiCaL begins.
SAY_WHEN_SOLVING = """
import os
from ergodoku.puzzle.exact import Cadical
solve = Cadical.solve
def say_and_solve(self, conflicts=-1):
    Cadical.solve = solve
    os.write(2, b"solving\\n")
    return solve(self, conflicts)
Cadical.solve = say_and_solve
from ergodoku.cli.main import main
main()
"""
SOLVED = "534678912672195348198342567859761423426853791713924856961537284287419635345286179"


def test_a_puzzle_can_be_given_as_text() -> None:
    done = ergodoku("check", EASY)
    assert done.returncode == 0
    assert done.stdout == "puzzle 1: 9x9, 30 clues, one solution, singles\n"


def test_json_has_one_object_per_puzzle(tmp_path: Path) -> None:
    file = tmp_path / "three.sdm"
    file.write_text(f"{EASY}\n{HARD}\n{'.' * 81}\n")
    done = ergodoku("check", file, "--json")
    records = [json.loads(line) for line in done.stdout.splitlines()]
    assert done.returncode == 0
    assert [r["solutions"] for r in records] == ["one", "one", "many"]
    assert [r["difficulty"] for r in records] == ["singles", "beyond logic", None]
    assert [r["clues"] for r in records] == [30, 21, 0]
    assert records[0] == {"puzzle": EASY, "clues": 30, "solutions": "one", "difficulty": "singles"}


def test_grids_larger_than_9x9_are_arrays_in_json() -> None:
    done = ergodoku("check", "-", "--json", stdin="\n".join(" ".join(["0"] * 10) for _ in range(10)))
    record = json.loads(done.stdout)
    assert record["puzzle"] == [[0] * 10] * 10
    assert record["solutions"] == "many"


def test_a_puzzle_can_come_from_stdin() -> None:
    done = ergodoku("check", "-", stdin=EASY)
    assert done.returncode == 0
    assert "one solution" in done.stdout


def test_a_puzzle_without_a_solution_exits_3() -> None:
    done = ergodoku("check", NONE)
    assert done.returncode == 3
    assert "no solution" in done.stdout


def test_the_error_for_contradictory_givens_names_both_cells_and_the_unit() -> None:
    done = ergodoku("check", TWICE)
    assert done.returncode == 2
    assert done.stdout == ""
    assert "5 appears twice in row 1, at row 1, column 1 and at row 1, column 2" in done.stderr


def test_after_the_time_limit_the_number_of_solutions_is_unknown_and_the_exit_code_is_1() -> None:
    done = ergodoku("check", HARD, "--time-limit", "0")
    assert done.returncode == 1
    assert "unknown" in done.stdout


def test_good_puzzles_are_checked_although_others_in_the_list_are_bad(tmp_path: Path) -> None:
    file = tmp_path / "list.sdm"
    file.write_text(f"{EASY}\n{TWICE}\n{EASY[:80]}\n{HARD}\n")
    done = ergodoku("check", file)
    assert done.returncode == 2
    assert len(done.stdout.splitlines()) == 2
    assert "line 2" in done.stderr
    assert "line 3" in done.stderr


def test_each_result_names_the_line_of_its_puzzle(tmp_path: Path) -> None:
    listed, table = tmp_path / "list.sdm", tmp_path / "table.csv"
    listed.write_text(f"# a comment\n{EASY}\n{EASY[:80]}\n{EASY}\n")
    table.write_text(f"id,puzzle,clues,difficulty\n,{EASY},30,singles\n7,{EASY},30,singles\n")
    found = "9x9, 30 clues, one solution, singles"
    assert ergodoku("check", listed).stdout == f"{listed}, line 2: {found}\n{listed}, line 4: {found}\n"
    assert ergodoku("check", table).stdout == f"{table}, line 2: {found}\n{table}, line 3 (id 7): {found}\n"


def test_a_wrong_solution_in_a_table_is_reported(tmp_path: Path) -> None:
    file = tmp_path / "list.csv"
    file.write_text(f"puzzle,solution\n{EASY},{SOLVED}\n")
    assert ergodoku("check", file).returncode == 0
    swapped = SOLVED[:2] + SOLVED[3] + SOLVED[2] + SOLVED[4:]  # two cells that are not given
    file.write_text(f"puzzle,solution\n{EASY},{swapped}\n")
    done = ergodoku("check", file)
    assert done.returncode == 2
    assert "line 2: the solution has 6 twice in column 3" in done.stderr


@pytest.mark.parametrize(
    ("layout", "expected"),
    [
        ("diagonal", "9x9 diagonal, 0 clues, many solutions"),
        ("windows", "9x9 windows, 0 clues, many solutions"),
    ],
)
def test_check_names_a_layout_that_is_not_classic(layout: str, expected: str) -> None:
    assert expected in ergodoku("check", "." * 81, "--layout", layout).stdout


@pytest.mark.parametrize("options", [("--layout", "diagonal"), ("--layout", "windows"), ("--box", "1x9")])
def test_json_holds_the_digits_for_every_layout(options: tuple[str, str]) -> None:
    done = ergodoku("check", "1" + "." * 80, *options, "--json")
    found = json.loads(done.stdout)
    kind = options[1] if options[0] == "--layout" else "classic"
    assert (found.pop("layout"), found.pop("box")) == (kind, [3, 3] if kind != "classic" else [1, 9])
    assert found == {
        "puzzle": "1" + "." * 80,
        "clues": 1,
        "solutions": "many",
        "difficulty": None,
    }


def test_the_regions_of_a_jigsaw_are_read_from_a_file(tmp_path: Path) -> None:
    regions = tmp_path / "regions.txt"
    regions.write_text("aabb\naabb\nccdd\nccdd\n")
    done = ergodoku("check", "1............4..", "--layout", f"jigsaw:{regions}")
    assert "4x4 jigsaw" in done.stdout
    bad = ergodoku("check", "1............4..", "--layout", f"jigsaw:{tmp_path / 'nowhere'}")
    assert bad.returncode == 2
    assert "region map" in bad.stderr


def test_the_option_box_sets_the_shape_of_boxes_and_a_bad_shape_is_refused() -> None:
    assert "6x6" in ergodoku("check", "." * 36, "--box", "3x2").stdout
    done = ergodoku("check", "." * 36, "--box", "nonsense")
    assert (done.returncode, done.stderr.count("\n")) == (2, 1)
    assert "'nonsense' is not a box shape; give rows x columns, such as 3x3" in done.stderr
    assert ergodoku("check", "." * 36, "--box", "3x3").returncode == 2


@pytest.mark.parametrize("moment", [0.0, 0.05, 0.2, 0.5])
def test_ctrl_c_while_cadical_runs_keeps_the_finished_puzzles_and_exits_130(
    tmp_path: Path, moment: float
) -> None:
    recipe, layout = eg.Recipe, eg.Layout.of(36)
    done = eg.generate(recipe(layout, fraction=0.9), seed=1)
    hard = eg.generate(recipe(layout, fraction=0.42), seed=1)
    file = tmp_path / "two.jsonl"
    file.write_text(f"{done.to('json')}\n{hard.to('json')}\n")
    out, err = interrupted(["check", str(file)], moment)
    assert out == f"{file}, line 1: 36x36, 1,166 clues, one solution, singles\n"
    assert err == ""


def test_ctrl_c_ends_generate_while_cadical_looks_for_a_second_solution() -> None:
    assert interrupted(["generate", "--size", "36", "--minimal", "--seed", "1"], 0.3) == ("", "")


def interrupted(words: list[str], moment: float) -> tuple[str, str]:
    """Press Ctrl-C ``moment`` seconds after CaDiCaL begins; return stdout, and stderr from then on."""
    with Child(*words, script=SAY_WHEN_SOLVING) as child:
        while child.stderr.readline() != "solving\n":  # kernels may be compiled first
            assert child.running
        time.sleep(moment)
        child.interrupt()
        said = child.stdout.read(), child.stderr.read()
    assert child.returncode == 130
    return said


def test_columns_that_check_did_not_write_are_kept(tmp_path: Path) -> None:
    file = tmp_path / "in.csv"
    file.write_text(
        f"puzzle,clues,solutions,difficulty,error\n{EASY},99,my value,fiendish,typo by Ann\n"
        f"{EASY},30,one,singles,\n"
    )
    done = ergodoku("check", file, "--format", "csv")
    names, first, second = done.stdout.splitlines()
    ours = "ergodoku_clues,ergodoku_solutions,ergodoku_difficulty,ergodoku_error"
    assert names == f"puzzle,clues,solutions,difficulty,error,{ours}"
    assert first == f"{EASY},99,my value,fiendish,typo by Ann,30,one,singles,"
    assert second == f"{EASY},30,one,singles,,30,one,singles,"
    file.write_text(f"puzzle,clues,solutions,difficulty,error\n{EASY},9,one,pairs,\n{EASY[1:]},,,,wrong\n")
    done = ergodoku("check", file, "--format", "csv")
    assert done.stdout.splitlines()[:2] == [
        "puzzle,clues,solutions,difficulty,error",
        f"{EASY},30,one,singles,",
    ]


def test_the_summary_counts_each_row_once(tmp_path: Path) -> None:
    file = tmp_path / "in.csv"
    file.write_text(f"puzzle,solution\n{EASY},{SOLVED}\n{EASY},{SOLVED[::-1]}\n{EASY[1:]},\n{NONE},\n")
    done = ergodoku("check", file, "--output", tmp_path / "out.csv")
    assert done.stderr.splitlines()[-1] == "checked: 1 with one solution, 1 with none, 2 with an error"
