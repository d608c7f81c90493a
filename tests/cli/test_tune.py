"""``ergodoku tune``: find better parameters, write them to a file, and resume."""

from __future__ import annotations

import json
import sys
import time
from pathlib import Path

import pytest

from ergodoku.methods.registry import method_of
from tests.cli.run import Child, Run
from tests.samples import EASY, HARD

SMALL = ("--method", "focused", "--only", "sweep,low", "--runs", 2, "--check", 4, "--max-iterations", 20_000)
ALSO = ("--set", "logic=none", "--measure", "iterations")


def test_the_tuned_method_is_compared_with_the_default_and_can_be_used(tmp_path: Path, forked: Run) -> None:
    words = ("tune", EASY, *SMALL, *ALSO, "--study", tmp_path / "t")
    code, _, err = forked(*words, "--trials", 4)
    assert code == 0, err
    assert "4 trials" in err
    code, _, err = forked(*words, "--trials", 5)
    assert code == 0, err
    assert "5 trials on 1 puzzle; resuming, 4 of 5 trials done" in err
    _, out, err = forked(*words, "--trials", 8, "--json", "--quiet")
    assert err == ""
    found = json.loads(out)
    assert found["best"] == str(tmp_path / "t" / "best.toml")
    assert found["changed"].keys() <= {"sweep", "low"}
    assert all(isinstance(value, int | float) for value in found["changed"].values())
    assert [c["label"] for c in found["check"]["contenders"]] == ["default", "tuned"]
    code, out, _ = forked("solve", EASY, "--method", found["best"], "--json")
    assert code == 0
    assert json.loads(out)["status"] == "solved"


def test_ctrl_c_exits_130_and_keeps_the_best_method(tmp_path: Path) -> None:
    folder = tmp_path / "t"
    words = ["tune", EASY, *SMALL, *ALSO, "--study", folder, "--trials", "100000"]
    with Child(*words) as child:
        while not (folder / "best.toml").exists():
            assert child.running
            time.sleep(0.01)
        child.interrupt()
        err = child.stderr.read()
    assert child.returncode == 130
    assert "Traceback" not in err
    assert f"the best so far is in {folder / 'best.toml'}; repeat the command to resume" in err
    assert method_of(str(folder / "best.toml")).name == "focused"


def test_without_optuna_the_error_says_how_to_install_it(
    tmp_path: Path, run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setitem(sys.modules, "optuna", None)
    code, _, err = run("tune", EASY, "-m", "focused")
    assert code == 2
    assert err.strip() == 'error: tuning needs Optuna: pip install "ergodoku[tune]"'
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ([HARD, "-m", "nonsense"], "there is no method 'nonsense'"),
        ([HARD, "-m", "focused", "--only", "nonsense"], "focused has no parameter 'nonsense'"),
        ([HARD, "-m", "cool", "--range", "colingRate=0:1"], "cool has no parameter 'colingRate'"),
        ([HARD, "-m", "focused", "--range", "sweep"], "--range 'sweep' is not KEY=LOW:HIGH"),
        ([HARD, "-m", "focused", "--range", "sweep=9:3"], "the range sweep=9:3 is reversed"),
        (
            [HARD, "-m", "focused", "--measure", "time"],
            "there is no measure 'time'; choose seconds, cpu_seconds, iterations or evaluations\n",
        ),
        ([HARD, "-m", "focused", "--trials", 0], "trials is 0"),
        ([HARD, "-m", "focused", "--workers", 0], "workers is 0"),
        (["missing.txt", "-m", "focused"], "'missing.txt' is neither a file nor a puzzle"),
    ],
)
def test_bad_input_gives_a_one_line_error_and_exits_2(
    tmp_path: Path, run: Run, monkeypatch: pytest.MonkeyPatch, arguments: list[object], message: str
) -> None:
    monkeypatch.chdir(tmp_path)
    code, out, err = run("tune", *arguments, "--quiet")
    assert (code, out) == (2, "")
    assert err.startswith(f"error: {message}")
    assert len(err.splitlines()) == 1
    assert list(tmp_path.iterdir()) == []
