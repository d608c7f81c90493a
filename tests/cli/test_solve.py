"""``ergodoku solve``: its output, its options and its exit codes."""

from __future__ import annotations

import csv
import json
import re
from pathlib import Path

import polars
import pytest

import ergodoku as eg
from tests.cli.run import ergodoku
from tests.samples import general
from tests.views.pseudo import Terminal

EASY = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
SOLVED = "534678912672195348198342567859761423426853791713924856961537284287419635345286179"
HARD = "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4.."
HARD_SOLVED = "812753649943682175675491283154237896369845721287169534521974368438526917796318452"
NONE_BY_LOGIC = "12345678." + "." * 35 + "9" + "." * 36
NONE_BEYOND_LOGIC = "82.........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4.."


def test_the_solution_of_a_puzzle_is_printed() -> None:
    done = ergodoku("solve", HARD)
    assert (done.returncode, done.stdout) == (0, HARD_SOLVED + "\n")
    assert "solved by probing" in done.stderr


MANY = "the puzzle has more than one solution: this is one of them"


def test_a_puzzle_with_many_solutions_gets_a_note_after_the_solution() -> None:
    done = ergodoku("solve", HARD.replace("9", "."))
    assert done.returncode == 0
    assert eg.parse(done.stdout).clues == 81
    assert done.stderr.splitlines()[-1] == MANY


@pytest.mark.parametrize("puzzle", [EASY, HARD], ids=["by logic", "by search"])
def test_a_puzzle_with_one_solution_gets_no_note(puzzle: str) -> None:
    assert MANY not in ergodoku("solve", puzzle).stderr


def test_with_a_list_or_quiet_or_json_there_is_no_note_about_many_solutions(tmp_path: Path) -> None:
    file = tmp_path / "list.sdm"
    file.write_text("." * 81 + "\n" + "." * 81 + "\n")
    assert MANY not in ergodoku("solve", file).stderr
    assert ergodoku("solve", "." * 81, "--quiet").stderr == ""
    done = ergodoku("solve", "." * 81, "--json")
    assert MANY not in done.stderr
    assert json.loads(done.stdout)["status"] == "solved"


def test_json_has_the_documented_keys() -> None:
    done = ergodoku("solve", HARD, "--json", "--quiet", "--seed", 3)
    record = json.loads(done.stdout)
    assert done.stderr == ""
    assert record["puzzle"] == HARD
    assert record["grid"] == HARD_SOLVED
    assert (record["status"], record["energy"], record["method"], record["seed"]) == ("solved", 0, "auto", 3)
    assert record["found_by"] == "probing"
    assert record["version"] == eg.__version__
    assert {"parameters", "iterations", "seconds"} <= record.keys()


def test_grids_larger_than_9x9_are_arrays_in_json() -> None:
    puzzle = eg.generate(eg.Recipe(eg.Layout.of(16), fraction=0.5), seed=1)
    record = json.loads(ergodoku("solve", "-", "--json", stdin=puzzle.to("json")).stdout)
    assert record["puzzle"] == puzzle.givens.tolist()
    assert eg.Puzzle(puzzle.layout, record["grid"]).clues == 256


def test_a_file_is_solved_in_order_and_bad_lines_are_reported(tmp_path: Path) -> None:
    file, out = tmp_path / "list.sdm", tmp_path / "out.sdm"
    file.write_text("\n".join([EASY, HARD, EASY[:-1], HARD, EASY]) + "\n")
    done = ergodoku("solve", file, "--output", out)
    assert done.returncode == 2
    assert "line 3" in done.stderr
    assert done.stderr.endswith("4 of 5 puzzles solved, 1 bad input\n")
    assert out.read_text().split() == [SOLVED, HARD_SOLVED, HARD_SOLVED, SOLVED]


def test_workers_never_change_a_result(tmp_path: Path) -> None:
    file = tmp_path / "list.sdm"
    puzzles = eg.generate_many(40, eg.Recipe(clues=20, unique=False), seed=2)
    file.write_text("\n".join(p.to("line") for p in puzzles))
    one = ergodoku("solve", file, "--workers", 1, "--seed", 5)
    two = ergodoku("solve", file, "--workers", 2, "--seed", 5)
    assert one.stdout == two.stdout
    assert len(one.stdout.split()) == 40


@pytest.mark.parametrize("name", ["annealing", "focused", "probing", "reheat", "lewis", "cool"])
def test_methods_and_presets_are_chosen_by_name(name: str) -> None:
    done = ergodoku(
        "solve", EASY, "--method", name, "--seed", 1, "--time-limit", 60, "--set", "logic=singles"
    )
    assert (done.returncode, done.stdout) == (0, SOLVED + "\n")


def test_the_option_set_changes_parameters_and_json_lists_them() -> None:
    done = ergodoku(
        "solve", HARD, "--method", "annealing", "--json", "--seed", 1,
        "--set", "schedule=geometric", "--set", "start=2", "--set", "schedule.cooling=0.99999",
        "--max-iterations", 1000,
    )  # fmt: skip
    record = json.loads(done.stdout)
    assert done.returncode == 1
    assert record["status"] == "gave_up"
    assert record["iterations"] == 1000
    assert record["parameters"]["schedule"] == {
        "name": "geometric",
        "start": 2.0,
        "cooling": 0.99999,
        "epoch": 1,
    }


def test_the_option_trace_writes_a_csv_file(tmp_path: Path) -> None:
    file = tmp_path / "trace.csv"
    ergodoku("solve", HARD, "--method", "cool", "--max-iterations", 5000, "--trace", file)
    rows = list(csv.DictReader(file.read_text().splitlines()))
    assert 4000 < int(rows[-1]["iteration"]) <= 5000
    assert list(rows[0]) == [
        "iteration",
        "seconds",
        "energy",
        "best",
        "temperature",
        "acceptance",
        "restarts",
    ]


def test_a_trace_with_the_ending_parquet_is_a_parquet_file(tmp_path: Path) -> None:
    file = tmp_path / "trace.parquet"
    ergodoku("solve", HARD, "--method", "cool", "--max-iterations", 5000, "--trace", file)
    frame = polars.read_parquet(file)
    assert 4000 < frame["iteration"][-1] <= 5000


@pytest.mark.parametrize(
    ("puzzle", "why"),
    [(NONE_BY_LOGIC, "no place is left for 9 in row 1"), (NONE_BEYOND_LOGIC, "the search tried everything")],
    ids=["by logic", "beyond logic"],
)
def test_a_puzzle_without_a_solution_exits_3(puzzle: str, why: str) -> None:
    done = ergodoku("solve", puzzle)
    assert done.returncode == 3
    assert why in done.stderr


def test_a_limit_of_zero_gives_up_at_once_and_prints_a_grid() -> None:
    for limit in (("--time-limit", 0), ("--max-iterations", 0)):
        done = ergodoku("solve", HARD, *limit)
        assert done.returncode == 1
        assert len(done.stdout.strip()) == 81
        assert "gave up" in done.stderr


def test_quiet_still_prints_one_line_if_the_grid_is_not_a_solution() -> None:
    words = ["solve", HARD, "--method", "annealing", "--max-iterations", 10, "--quiet"]
    done = ergodoku(*words)
    assert (done.returncode, len(done.stdout.strip())) == (1, 81)
    assert re.fullmatch(r"gave up at energy \d+: 10 iterations, .*\n", done.stderr)
    for form in (["--json"], ["--format", "csv"]):  # these outputs contain the status
        assert ergodoku(*words, *form).stderr == ""


def test_a_note_says_that_the_grid_is_wider_than_the_terminal() -> None:
    note = "the grid is wider than the terminal: use --output FILE or a wider window"
    puzzle = general(36, 0.9).to("integers")
    for columns, narrow in ((80, True), (107, False)):
        with Terminal("solve", puzzle, columns=columns, lines=100) as terminal:
            assert terminal.end() == 0
            assert (note in terminal.text) is narrow


def test_a_solved_grid_and_an_empty_grid_are_solved() -> None:
    assert ergodoku("solve", SOLVED).stdout == SOLVED + "\n"
    for text in ("." * 81, "." * 16):
        done = ergodoku("solve", text)
        assert done.returncode == 0
        assert eg.parse(done.stdout).clues == len(text)


@pytest.mark.parametrize("layout", ["diagonal", "windows", "latin"])
def test_puzzles_of_other_layouts_are_solved(layout: str) -> None:
    done = ergodoku("solve", "1" + "." * 80, "--layout", layout)
    assert done.returncode == 0
    assert eg.parse(done.stdout, layout=layout).clues == 81


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["--method", "anealing"], "did you mean 'annealing'?"),
        (["--set", "nonsense=1"], "choose one of choices"),
        (["--set", "choices"], "KEY=VALUE"),
        (["--set", "choices=-5"], "out of range"),
        (["--method", "annealing", "--set", "end=absurd"], "end cannot be 'absurd'"),
        (["--seed", "x"], "seed"),
        (["--seed", "-1"], "seed"),
        (["--time-limit", "-1"], "0 or more"),
        (["--max-iterations", "-1"], "0 or more"),
        (["--replicas", "0"], "replicas"),
        (["--workers", "0"], "workers"),
        (["--output", "no/such/folder/out"], "cannot write"),
        (["--trace", "no/such/folder/trace.csv"], "cannot write"),
        (["--trace", "trace.json"], "end the name in .csv or .parquet"),
        (["--format", "stone"], "stone"),
    ],
    ids=lambda value: value if isinstance(value, str) else None,
)
def test_bad_arguments_are_reported_before_the_search(
    tmp_path: Path, arguments: list[str], said: str
) -> None:
    done = ergodoku("solve", NONE_BEYOND_LOGIC, *arguments, cwd=tmp_path)
    assert done.returncode == 2
    assert said in done.stderr
    assert done.stdout == ""


def test_ctrl_c_prints_the_best_grid_and_exits_130() -> None:
    """The search interrupts itself after its first slice, as Ctrl-C would."""
    script = (
        "import _thread, sys\n"
        "from ergodoku.engine.run import Run\n"
        "advance = Run.advance\n"
        "def first(self):\n"
        "    advance(self)\n"
        "    _thread.interrupt_main()\n"
        "Run.advance = first\n"
        "from ergodoku.cli.main import main\n"
        "main()\n"
    )
    done = ergodoku("solve", NONE_BEYOND_LOGIC, "--method", "annealing", script=script)
    assert done.returncode == 130
    assert len(done.stdout.strip()) == 81
    assert "interrupted at energy" in done.stderr
