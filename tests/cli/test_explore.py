"""``ergodoku explore``: from values to the best of them, and on where it stopped."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.cli.run import ergodoku, in_this_process
from tests.samples import EASY, HARD

SMALL = ("--method", "focused", "--vary", "sweep=8,64", "--runs", 3, "--max-iterations", 3_000)


def test_an_exploration_is_printed_and_the_same_command_shows_it_again(tmp_path: Path) -> None:
    first = ergodoku("explore", HARD, *SMALL, "--set", "high=1.2", cwd=tmp_path)
    folder = next(tmp_path.glob("study-*"))
    assert first.returncode == 0
    assert "sweep=64" in first.stdout
    assert f"study in {folder.name}: 6 runs" in first.stderr
    again = ergodoku("explore", HARD, *SMALL, "--set", "high=1.2", "--json", "--quiet", cwd=tmp_path)
    found = json.loads(again.stdout)
    assert again.stderr == ""
    assert (found["study"], found["runs"]) == (folder.name, 6)
    assert found["axes"] == [{"name": "sweep", "values": [8, 64], "scale": "linear"}]
    assert set(found["best"]) == {"seconds", "iterations"}


def test_the_published_study_is_repeated_with_fewer_runs(tmp_path: Path) -> None:
    words = ("--preset", "lewis", "--runs", 2, "--max-iterations", 100_000, "--study", tmp_path / "s")
    done = ergodoku("explore", *words)
    assert done.returncode == 0
    assert "Published: best cooling 0.98855, median 0.1965 s" in done.stdout
    assert "on another machine" in done.stdout
    assert "20 runs" in done.stderr


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["-m", "focused", "--vary", "sweep=1,2"], "there are no puzzles"),
        ([EASY, "--vary", "sweep=1,2"], "there is no method"),
        ([EASY, "-m", "focused"], "0 parameters to vary"),
        ([EASY, "-m", "focused", "--vary", "sweep=9:3:4"], "the range sweep=9:3 is reversed"),
        ([EASY, "--preset", "nonsense"], "there is no published study 'nonsense'; choose lewis"),
        ([EASY, "--preset", "lewis", "-m", "focused"], "--preset lewis has its own method"),
        ([EASY, *SMALL, "--set", "high"], "--set 'high' is not KEY=VALUE"),
    ],
)
def test_bad_input_is_one_line_and_exit_2(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    arguments: list[object],
    message: str,
) -> None:
    monkeypatch.chdir(tmp_path)
    code, out, err = in_this_process(monkeypatch, capsys, "explore", *arguments, "--quiet")
    assert (code, out) == (2, "")
    assert err.startswith(f"error: {message}")
    assert len(err.splitlines()) == 1
    assert list(tmp_path.iterdir()) == []
