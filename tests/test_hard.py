"""The map of where Sudoku is hard: equal limits, resuming after a kill, and a page made from its record."""

from __future__ import annotations

import csv
import importlib
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.test_benchmarks import ROOT, run

SMALL = ("--sizes", "4,9", "--percents", "40,60", "--count", "2", "--limit", "5")
NAMES = ("ergodoku", "CaDiCaL", "CP-SAT", "puzzles")


@pytest.fixture(scope="module")
def record(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A small record of all solvers."""
    folder = tmp_path_factory.mktemp("record")
    run("hard.py", *SMALL, "--record", folder)
    return folder


def rows_of(path: Path) -> list[dict[str, str]]:
    """The rows of one table of a record."""
    return list(csv.DictReader(path.read_text().splitlines()[1:]))


def test_every_solver_gets_every_puzzle(record: Path) -> None:
    for name in NAMES:
        rows = rows_of(record / f"{name}.csv")
        assert [(int(r["size"]), int(r["percent"]), int(r["number"])) for r in rows] == [
            (n, p, k) for n in (4, 9) for p in (40, 60) for k in (0, 1)
        ]
        if name != "puzzles":
            assert all(r["status"] == "solved" and 0 < float(r["seconds"]) < 5 for r in rows)


def test_solutions_are_counted(record: Path) -> None:
    rows = rows_of(record / "puzzles.csv")
    assert all(r["counted"] == "yes" and int(r["solutions"]) >= 1 for r in rows if r["percent"] == "60")
    assert all(int(r["open"]) > 0 for r in rows if r["solutions"] != "1")


def test_a_killed_measurement_resumes_where_it_stopped(record: Path, tmp_path: Path) -> None:
    text = (record / "ergodoku.csv").read_text()
    (tmp_path / "ergodoku.csv").write_text(text[: text.rindex("\n9,60,0") + 9])  # the last line is incomplete
    done = run("hard.py", *SMALL, "--solvers", "ergodoku", "--record", tmp_path)
    assert len(done.stderr.splitlines()) == 2
    after, before = rows_of(tmp_path / "ergodoku.csv"), rows_of(record / "ergodoku.csv")
    assert [(r["status"], r["iterations"]) for r in after] == [(r["status"], r["iterations"]) for r in before]


def test_runs_with_different_limits_are_not_mixed(record: Path) -> None:
    done = run("hard.py", *SMALL, "--limit", "6", "--solvers", "ergodoku", "--record", record, code=2)
    assert "was measured with limit 5.0, not 6.0" in done.stderr


def test_an_exact_solver_that_hits_its_cpu_limit_on_two_puzzles_is_not_run_on_a_third(tmp_path: Path) -> None:
    hard = ("--sizes", "36", "--percents", "50", "--count", "3", "--limit", "0.2")
    run("hard.py", *hard, "--solvers", "CaDiCaL", "--record", tmp_path)
    rows = rows_of(tmp_path / "CaDiCaL.csv")
    assert [(r["status"], float(r["seconds"])) for r in rows] == [("time limit", 0.2)] * 2


def test_report_opens_an_archive_made_from_the_record(record: Path, tmp_path: Path) -> None:
    run("hard.py", "--record", record, "--archive", tmp_path / "hard.zip")
    command = [sys.executable, "-m", "ergodoku", "report", "hard.zip", "--output", "report", "--quiet"]
    subprocess.run(command, cwd=tmp_path, check=True)
    runs = list(csv.DictReader((tmp_path / "report" / "runs.csv").read_text().splitlines()))
    stored = rows_of(record / "ergodoku.csv")
    assert [r["iterations"] for r in runs] == [r["iterations"] for r in stored]
    assert {r["status"] for r in runs} == {"solved"}


def test_the_hard_classes_are_on_the_benchmarks_page(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(str(ROOT / "benchmarks"))
    row = {"class": "36@52", "limit": 30.0, "solved": 19, "count": 20, "median": 0.2}
    row |= {
        "open": False,
        "cpu_median": 0.2,
        "worst": 30.0,
        "bar": "all",
        "goal": "all",
        "bar_met": False,
        "goal_met": False,
    }
    records = {"about": {"commit": "0123456789", "date": "2026-11-17"}, "clock": "CPU", "rows": [row]}
    text = importlib.import_module("page").page({"release": "0", "parts": {}}, records=records)
    assert "measured at commit `0123456789` on 2026-11-17" in text
    assert "| 36x36 at 52 % | 30 s | 19 of 20 | 200 ms | over 30 s | all | all | no |" in text


def test_the_page_on_hard_puzzles_is_made_from_its_record(tmp_path: Path) -> None:
    docs = ROOT / "docs"
    shutil.copy(docs / "hard.md", tmp_path)
    run("hard.py", "--page", tmp_path / "hard.md")
    assert (tmp_path / "hard.md").read_text() == (docs / "hard.md").read_text()
    drawn = sorted((tmp_path / "images").iterdir())
    assert [path.name for path in drawn] == sorted(path.name for path in (docs / "images").glob("hard-*"))
    assert all(path.stat().st_size < 200_000 for path in drawn)
    assert sum(path.stat().st_size for path in (ROOT / "benchmarks" / "results" / "hard").iterdir()) < 300_000
