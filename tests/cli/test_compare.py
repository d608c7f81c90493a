"""``ergodoku compare``: compare methods on puzzles, and resume a study."""

from __future__ import annotations

import io
import json
import sqlite3
import sys
import time
from pathlib import Path
from typing import Any

import pytest

from ergodoku.base.errors import ErgodokuError
from ergodoku.cli.contenders import contenders_of
from ergodoku.cli.studies import run_with_progress
from ergodoku.lab.study import Study, executor_for, locked
from ergodoku.methods.registry import method_of
from ergodoku.puzzle.puzzle import Puzzle
from tests.cli.run import Child, Run
from tests.samples import EASY, HARD

SMALL = ("--methods", "focused,probing", "--runs", 3, "--max-iterations", 3_000)


def test_a_comparison_is_printed_and_the_same_command_shows_it_again(
    tmp_path: Path, forked: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("two.sdm").write_text(f"{HARD}\n{EASY}\n{HARD}\n")
    code, out, err = forked("compare", "two.sdm", *SMALL)
    folder = next(tmp_path.glob("study-*"))
    assert code == 0
    assert "focused" in out
    assert "note: 1 of 3 puzzles are duplicates: each counts once" in err
    assert f"study in {folder.name}: 12 runs" in err
    again = ("-m", "focused", "-m", "probing", *SMALL[2:])  # the option may be repeated
    _, out, err = forked("compare", "two.sdm", *again, "--json", "--quiet")
    found = json.loads(out)
    assert err == ""
    assert found["study"] == folder.name
    assert (found["runs"], found["expected_runs"]) == (12, 12)
    assert [c["label"] for c in found["contenders"]] == ["focused", "probing"]
    assert list(tmp_path.glob("study-*")) == [folder]


def test_ctrl_c_exits_130_and_says_how_to_resume(tmp_path: Path) -> None:
    folder = tmp_path / "s"
    words = ["compare", HARD, "-m", "lewis", "--runs", 1000, "--max-iterations", 300_000, "--study", folder]
    with Child(*words) as child:
        while not (folder / "study.toml").exists() or not rows(folder):
            assert child.running
            time.sleep(0.01)
        child.interrupt()
        out, err = child.stdout.read(), child.stderr.read()
    assert child.returncode == 130
    assert "Traceback" not in err
    assert f"interrupted: {rows(folder)} of 1,000 runs are stored; repeat the command to resume" in err
    assert "lewis" in out, "the comparison so far is printed"


def test_a_different_command_for_the_same_folder_is_refused_and_the_difference_is_named(
    tmp_path: Path, run: Run
) -> None:
    begun(tmp_path / "s")
    code, _, err = run("compare", EASY, *SMALL, "--study", tmp_path / "s", "--seed", 5)
    assert code == 2
    assert "seed is 0 there, 5 here; give the same value, or choose another folder" in err


def test_a_damaged_database_gives_a_one_line_error_and_stays_unchanged(tmp_path: Path, run: Run) -> None:
    file = begun(tmp_path / "s").folder / "runs.sqlite"
    file.write_bytes(b"\0" * 8192)
    code, out, err = run("compare", EASY, *SMALL, "--study", tmp_path / "s")
    assert (code, out) == (2, "")
    assert err.startswith("error: the database")
    assert "is damaged" in err
    assert len(err.splitlines()) == 1
    assert file.read_bytes() == b"\0" * 8192


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--methods", "nonsense"], "there is no method 'nonsense'"),
        (["--methods", "lewis,", "cool"], "'cool' is a method, not a puzzle; give a puzzle or a file"),
        (["--methods", "missing.toml"], "cannot read 'missing.toml'"),
        (["--methods", ","], "the study has no methods"),
        (["--methods", "lewis,lewis"], "the method 'lewis' appears twice; remove one of them"),
        (["--methods", "probing", "--runs", 0], "runs is 0"),
        (["--methods", "probing", "--time-limit", 0], "the time limit is 0"),
        (["--methods", "probing", "--workers", 0], "workers is 0"),
        (
            ["--methods", "probing", "--cluster", "nonsense://"],
            "the cluster at 'nonsense://' cannot be reached",
        ),
        (["--methods", "probing", "--study", "/dev/null/x"], "cannot make '/dev/null/x'"),
        (["--methods", "probing", "--study", "occupied"], "cannot make 'occupied'"),
    ],
)
def test_bad_input_gives_a_one_line_error_and_exits_2(
    tmp_path: Path, run: Run, monkeypatch: pytest.MonkeyPatch, arguments: list[object], message: str
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("occupied").write_text("a file")
    code, out, err = run("compare", EASY, *arguments, "--quiet")
    assert (code, out) == (2, "")
    assert err.startswith(f"error: {message}")
    assert len(err.splitlines()) == 1
    assert list(tmp_path.iterdir()) == [tmp_path / "occupied"], "nothing was begun"


def test_a_bad_puzzle_stops_a_study_before_it_begins(
    tmp_path: Path, run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    code, _, err = run("compare", "55" + EASY[2:], *SMALL)
    assert code == 2
    assert "contradict" in err
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    ("methods", "settings", "message"),
    [
        ("", [], None),
        ("a=focused,a=probing", [], "the label 'a' is used twice"),
        (
            "focused",
            ["nonsense=3"],
            r"fits none of the methods; write LABEL.KEY=VALUE, starting with focused\., or give a parameter",
        ),
        ("focused", ["other.sweep=3"], "fits none of the methods"),
        ("focused", ["focused.sweep"], "fits none of the methods"),
        ("focused", ["focused.nonsense=3"], "no parameter 'nonsense'"),
        ("focused", ["focused.sweep=-3"], "out of range"),
    ],
)
def test_bad_methods_labels_and_settings_are_refused(
    methods: str, settings: list[str], message: str | None
) -> None:
    if message is None:
        assert contenders_of(methods, settings) == []  # Study.create refuses an empty list
    else:
        with pytest.raises(ErgodokuError, match=message):
            contenders_of(methods, settings)


def test_a_setting_without_a_label_applies_to_every_method_that_has_the_parameter() -> None:
    found = contenders_of("focused,long=focused,tabu", ["long.sweep=5", "sweep=3"])
    assert [c.settings for c in found] == [{"sweep": "3"}, {"sweep": "5"}, {}]


def test_each_method_can_have_its_own_label_and_settings(tmp_path: Path) -> None:
    file = tmp_path / "my.best.toml"
    file.write_text('method = "focused"\n[parameters]\nsweep = 7\n')
    found = contenders_of(
        f"lewis, slow=lewis ,{file}",
        ["slow.cooling=0.995", "my.best.low=0.5", "slow.schedule.samples=50"],
    )
    assert [c.label for c in found] == ["lewis", "slow", "my.best"]
    assert [c.name for c in found] == ["lewis", "lewis", "focused"]
    assert found[0].method == method_of("lewis")
    assert found[1].method == method_of("lewis", {"cooling": 0.995, "samples": 50})
    assert found[2].method == method_of("focused", {"sweep": 7, "low": 0.5})


@pytest.mark.parametrize(("terminal", "quiet"), [(True, False), (True, True), (False, False)])
def test_progress_is_shown_only_on_a_terminal(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, terminal: bool, quiet: bool
) -> None:
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.setenv("COLUMNS", "120")
    stream = Stream(terminal)
    monkeypatch.setattr(sys, "stderr", stream)
    with executor_for(1) as executor:
        assert run_with_progress(begun(tmp_path / "s"), executor, quiet=quiet)
    text = stream.getvalue()
    shown = terminal and not quiet
    assert ("6/6" in text) is shown
    assert ("solved" in text) is shown
    assert ("best so far: probing" in text or "best so far: focused" in text) is shown
    assert ("study in" in text) is not quiet


def begun(folder: Path) -> Study:
    """Create the study that a command with the options ``SMALL`` creates."""
    return Study.create(
        folder, [Puzzle.parse(EASY)], ["focused", "probing"], runs=3, time_limit=None, max_iterations=3_000
    )


def rows(folder: Path) -> int:
    connection = sqlite3.connect(f"file:{folder / 'runs.sqlite'}?mode=ro", uri=True, timeout=60)
    try:
        return int(connection.execute("SELECT count(*) FROM runs").fetchone()[0])
    finally:
        connection.close()


class Stream(io.StringIO):
    def __init__(self, terminal: bool) -> None:
        super().__init__()
        self.terminal = terminal

    def isatty(self) -> bool:
        return self.terminal


def test_a_command_on_a_study_in_use_prints_only_the_error(tmp_path: Path, run: Run) -> None:
    begun(tmp_path / "s")
    with locked(tmp_path / "s"):
        code, out, err = run("compare", EASY, *SMALL, "--study", tmp_path / "s")
    assert (code, out) == (2, "")
    assert err.startswith("error: another process is working on the study")
    assert len(err.splitlines()) == 1


def test_a_wrong_column_is_reported_before_the_study_begins(tmp_path: Path, run: Run) -> None:
    code, out, err = run("compare", HARD, *SMALL, "--by", "colour", "--study", tmp_path / "s")
    assert (code, out) == (2, "")
    assert "the puzzles have no column 'colour'; choose size, givens" in err
    assert not (tmp_path / "s").exists()


def test_a_continued_study_can_be_divided_into_classes_by_a_column_that_only_the_study_has(
    tmp_path: Path, run: Run
) -> None:
    columns = {"colour": ["red", "blue"]}
    limits: dict[str, Any] = {"runs": 1, "time_limit": None, "max_iterations": 100}
    Study.create(tmp_path / "s", [HARD, EASY], ["probing"], columns=columns, **limits)
    words = ("--methods", "probing", "--runs", 1, "--max-iterations", 100, "--threads", "--quiet", "--json")
    code, out, _ = run("compare", HARD, EASY, *words, "--by", "colour", "--study", tmp_path / "s")
    assert (code, json.loads(out)["by"]) == (0, "colour")
