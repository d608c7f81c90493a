"""``ergodoku study``: list, show, merge and export studies, and report on several studies."""

from __future__ import annotations

import csv
import json
import shutil
from pathlib import Path

import pytest

from tests.cli.run import Run, ergodoku
from tests.samples import EASY, HARD

LIMITS = ("--runs", 2, "--max-iterations", 2_000, "--quiet", "--threads")


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with two studies, made once."""
    folder = tmp_path_factory.mktemp("studies")
    (folder / "two.sdm").write_text(f"{HARD}\n{EASY}\n")
    for name, methods in (("first", "focused"), ("second", "focused,probing")):
        done = ergodoku("compare", "two.sdm", "--methods", methods, *LIMITS, "--study", name, cwd=folder)
        assert done.returncode == 0, done.stderr
    return folder


@pytest.fixture
def studies(made: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A copy of the two studies for each test, in the current folder."""
    folder = tmp_path / "studies"
    shutil.copytree(made, folder)
    monkeypatch.chdir(folder)
    return folder


def test_a_note_says_that_a_folder_has_no_studies(tmp_path: Path, run: Run) -> None:
    note = f"note: there are no studies in {str(tmp_path)!r}\n"
    assert run("study", "list", tmp_path) == (0, "", note)


def test_studies_are_listed_shown_merged_exported_and_compared(studies: Path, run: Run) -> None:
    code, out, err = run("study", "list")
    assert (code, err) == (0, "")
    assert out.splitlines() == [
        "first: compare, 4 of 4 runs, 2 puzzles, focused",
        "second: compare, 8 of 8 runs, 2 puzzles, focused, probing",
    ]
    code, out, _ = run("study", "show", "second", "--json")
    shown = json.loads(out)
    assert (shown["runs_done"], shown["expected_runs"]) == (8, 8)
    assert (shown["contenders"], shown["limits"]) == (["focused", "probing"], {"iterations": 2000})
    lines = run("study", "show", "second")[1].splitlines()
    assert {"contenders: focused, probing", "traces: no"} <= set(lines)
    code, out, err = run("study", "merge", "first", "second", "--study", "both")
    assert (code, out) == (0, "both\n")
    assert "8 of 8 runs done" in err
    assert run("study", "export", "both", "--output", "runs.csv")[0] == 0
    with Path("runs.csv").open(encoding="utf-8") as stream:
        rows = list(csv.DictReader(stream))
    assert len(rows) == 8
    assert {"evaluations", "cpu_seconds", "difficulty", "candidates", "file"} <= rows[0].keys()
    assert rows[0]["file"] == "two.sdm"
    code, out, _ = run("report", "first", "second", "--output", "together", "--formats", "none", "--quiet")
    assert code == 0
    page = (studies / "together" / "report.html").read_text(encoding="utf-8")
    assert "Comparison of focused (first), focused (second) and probing" in page


def test_a_command_with_more_methods_and_runs_extends_a_study(studies: Path, forked: Run) -> None:
    code, _, err = forked(
        "compare", "two.sdm", "-m", "probing,focused", "--runs", 3, *LIMITS[2:4], "--study", "first"
    )
    assert code == 0
    assert "resuming, 4 of 12 runs done" in err
    assert forked("study", "list")[1].startswith("first: compare, 12 of 12 runs, 2 puzzles, focused, probing")


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("study", "show", "nowhere"), "is not a study"),
        (("study", "list", "nowhere"), "is not a folder"),
        (("study", "export", "first", "--output", "runs.txt"), "neither .csv nor .parquet"),
        (("study", "merge", "first", "--study", "x"), "give two or more"),
        (("report", "first", "nowhere"), "is not a study"),
        (("explore", "two.sdm", "-m", "focused", "--vary", "size=9,16"), "leave out the puzzles"),
        (
            ("explore", "two.sdm", "-m", "focused", "--vary", "sweep=1,2", "--count", "3"),
            "no puzzles are generated",
        ),
        (("explore", "-m", "focused", "--vary", "size=5,7", "--size", "7"), "but a --size is given too"),
        (("explore", "-m", "focused", "--vary", "fraction=0.4,0.5", "--layout", "round"), "unknown layout"),
    ],
)
def test_bad_input_gives_a_one_line_error_and_exits_2(
    studies: Path, run: Run, arguments: tuple[str, ...], message: str
) -> None:
    code, out, err = run(*arguments)
    assert (code, out) == (2, "")
    assert message in err
    assert err.count("\n") == 1


def test_an_exploration_is_printed_and_a_command_with_more_sizes_extends_it(
    tmp_path: Path, run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    words = (
        "explore",
        "-m",
        "focused",
        "--count",
        2,
        "--runs",
        1,
        "--max-iterations",
        3_000,
        "--study",
        "s",
        "--threads",
    )
    code, out, _ = run(*words, "--vary", "size=4,6")
    assert code == 0
    assert "by size" in out
    code, out, err = run(*words, "--vary", "size=4,6,9", "--json")
    assert code == 0
    assert "resuming, 4 of 6 runs done" in err
    assert json.loads(out)["axis"] == {"name": "size", "values": [4, 6, 9]}
