"""``ergodoku explore``: compare values of a parameter, and resume a study."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from ergodoku.lab.study import Study
from ergodoku.methods.registry import method_of
from tests.cli.run import Run
from tests.samples import EASY, HARD

SMALL = ("--method", "focused", "--vary", "sweep=8,64", "--runs", 3, "--max-iterations", 3_000)


def test_an_exploration_is_printed_and_the_same_command_shows_it_again(
    tmp_path: Path, forked: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    code, out, err = forked("explore", HARD, *SMALL, "--set", "high=1.2")
    folder = next(tmp_path.glob("study-*"))
    assert code == 0
    assert "sweep=64" in out
    assert f"study in {folder.name}: 6 runs" in err
    _, out, err = forked("explore", HARD, *SMALL, "--set", "high=1.2", "--json", "--quiet")
    found = json.loads(out)
    assert err == ""
    assert (found["study"], found["runs"]) == (folder.name, 6)
    assert found["axes"] == [{"name": "sweep", "values": [8, 64], "scale": "linear"}]
    assert set(found["best"]) == {"seconds", "iterations"}


def test_a_parameter_can_be_varied_by_an_alias(tmp_path: Path, forked: Run) -> None:
    words = ("explore", EASY, "--method", "cool", "--set", "T=0.6", "--vary", "coolingRate=0.0001,0.001")
    words = (*words, "--max-iterations", 3_000, "--study", tmp_path / "s", "--json", "--quiet")
    for runs in (1, 2):  # the second command reads the study from its folder
        code, out, err = forked(*words, "--runs", runs)
        assert (code, err) == (0, "")
        assert json.loads(out)["axes"] == [
            {"name": "coolingRate", "values": [0.0001, 0.001], "scale": "linear"}
        ]
    assert Study.open(tmp_path / "s").contenders[1].method == method_of("cool", {"T": 0.6, "cooling": 0.999})


def test_the_published_study_can_be_repeated_with_fewer_runs(tmp_path: Path, forked: Run) -> None:
    words = ("--preset", "lewis", "--runs", 1, "--max-iterations", 100_000, "--study", tmp_path / "s")
    code, out, err = forked("explore", *words)
    assert code == 0
    assert "Published: best cooling 0.98855, median 0.1965 s" in out
    assert "on another machine" in out
    assert "10 runs" in err


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["-m", "focused", "--vary", "sweep=1,2"], "there are no puzzles"),
        ([EASY, "--vary", "sweep=1,2"], "the method is missing"),
        ([EASY, "-m", "focused"], "0 parameters to vary"),
        ([EASY, "-m", "cool", "--vary", "colingRate=0,1"], "cool has no parameter 'colingRate'"),
        ([EASY, "-m", "focused", "--vary", "sweep=9:3:4"], "the range sweep=9:3 is reversed"),
        ([EASY, "--preset", "nonsense"], "there is no published study 'nonsense'; choose lewis"),
        ([EASY, "--preset", "lewis", "-m", "focused"], "--preset lewis has its own method"),
        ([EASY, *SMALL, "--set", "high"], "--set 'high' is not KEY=VALUE"),
        ([EASY, *SMALL, "--workers", 0], "workers is 0"),
    ],
)
def test_bad_input_gives_a_one_line_error_and_exits_2(
    tmp_path: Path, run: Run, monkeypatch: pytest.MonkeyPatch, arguments: list[object], message: str
) -> None:
    monkeypatch.chdir(tmp_path)
    code, out, err = run("explore", *arguments, "--quiet")
    assert (code, out) == (2, "")
    assert err.startswith(f"error: {message}")
    assert len(err.splitlines()) == 1
    assert list(tmp_path.iterdir()) == []
