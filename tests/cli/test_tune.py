"""``ergodoku tune``: from a method to a better one in a file, and on where it stopped."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tests.cli.run import ergodoku, in_this_process
from tests.samples import EASY, HARD

SMALL = ("--method", "focused", "--only", "sweep,low", "--runs", 2, "--check", 4, "--max-iterations", 20_000)
ALSO = ("--set", "logic=none", "--measure", "iterations")


def test_the_tuned_method_is_compared_with_the_default_and_solves(tmp_path: Path) -> None:
    words = ("tune", EASY, *SMALL, *ALSO, "--study", tmp_path / "t")
    first = ergodoku(*words, "--trials", 4)
    assert first.returncode == 0, first.stderr
    assert "4 trials" in first.stderr
    again = ergodoku(*words, "--trials", 8, "--json", "--quiet")
    assert again.stderr == ""
    found = json.loads(again.stdout)
    assert found["best"] == str(tmp_path / "t" / "best.toml")
    assert found["changed"].keys() <= {"sweep", "low"}
    assert [c["label"] for c in found["check"]["contenders"]] == ["default", "tuned"]
    solved = ergodoku("solve", EASY, "--method", found["best"], "--json")
    assert solved.returncode == 0
    assert json.loads(solved.stdout)["status"] == "solved"
    report = ergodoku("report", tmp_path / "t")
    assert report.returncode == 0
    assert Path(report.stdout.strip()).is_file()


def test_ctrl_c_exits_130_and_keeps_the_best(tmp_path: Path) -> None:
    folder = tmp_path / "t"
    words = ["tune", EASY, *SMALL, *ALSO, "--study", folder, "--trials", "100000"]
    child = subprocess.Popen(
        [sys.executable, "-m", "ergodoku", *map(str, words)], stdout=subprocess.PIPE, stderr=subprocess.PIPE
    )
    while not (folder / "best.toml").exists():
        assert child.poll() is None
        time.sleep(0.01)
    child.send_signal(signal.SIGINT)
    _, err = child.communicate()
    assert child.returncode == 130
    assert b"Traceback" not in err
    assert f"the best so far is in {folder / 'best.toml'}; the same command goes on" in err.decode()
    assert ergodoku("solve", EASY, "--method", folder / "best.toml").returncode == 0


def test_without_optuna_it_says_how_to_get_it(tmp_path: Path) -> None:
    script = (
        "import sys; sys.modules['optuna'] = None; sys.argv[0] = 'ergodoku'\n"
        "from ergodoku.cli.main import main; main()"
    )
    done = subprocess.run(
        [sys.executable, "-c", script, "tune", EASY, "-m", "focused"],
        capture_output=True,
        text=True,
        cwd=tmp_path,
        check=False,
    )
    assert done.returncode == 2
    assert done.stderr.strip() == 'error: tuning needs Optuna: pip install "ergodoku[tune]"'


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ([HARD, "-m", "nonsense"], "there is no method 'nonsense'"),
        ([HARD, "-m", "focused", "--only", "nonsense"], "focused has no parameter 'nonsense'"),
        ([HARD, "-m", "focused", "--range", "sweep"], "--range 'sweep' is not KEY=LOW:HIGH"),
        ([HARD, "-m", "focused", "--range", "sweep=9:3"], "the range sweep=9:3 is reversed"),
        ([HARD, "-m", "focused", "--trials", 0], "trials is 0"),
        (["missing.txt", "-m", "focused"], "'missing.txt' is neither a file nor a puzzle"),
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
    code, out, err = in_this_process(monkeypatch, capsys, "tune", *arguments, "--quiet")
    assert (code, out) == (2, "")
    assert err.startswith(f"error: {message}")
    assert len(err.splitlines()) == 1
    assert list(tmp_path.iterdir()) == []
