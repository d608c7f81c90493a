"""Every example runs as it is, and says what it should."""

from __future__ import annotations

import ast
import subprocess
import sys
import textwrap
from pathlib import Path

import nbformat
import polars as pl
from nbclient import NotebookClient

from ergodoku.engine.arrays import generate_array
from ergodoku.puzzle.generate import Recipe

EXAMPLES = Path(__file__).parent.parent / "examples"
LESSON, LESSON_IN_MARIMO = EXAMPLES / "annealing.ipynb", EXAMPLES / "annealing_marimo.py"


def test_the_lesson_runs_in_jupyter_and_shows_its_figures() -> None:
    notebook = nbformat.read(LESSON, 4)
    NotebookClient(notebook, timeout=300).execute()
    outputs = [output for cell in notebook.cells for output in cell.get("outputs", [])]
    assert sum("image/png" in output.get("data", {}) for output in outputs) == 6
    text = "".join(output.get("text", "") for output in outputs)
    assert said(text)


def test_the_lesson_runs_in_marimo() -> None:
    assert said(run(LESSON_IN_MARIMO).stdout)


def test_the_lesson_is_the_same_in_jupyter_and_in_marimo() -> None:
    assert codes_of_notebook() == codes_of_marimo()


def test_the_lesson_is_kept_without_outputs() -> None:
    cells = [cell for cell in nbformat.read(LESSON, 4).cells if cell.cell_type == "code"]
    assert cells
    assert all(cell.outputs == [] and cell.execution_count is None for cell in cells)


def test_a_csv_is_solved_row_by_row_in_three_lines(tmp_path: Path) -> None:
    script, data = EXAMPLES / "solve_csv.py", generate_array(10, Recipe(clues=26), seed=1)
    names = [f"puzzle {number}" for number in range(1, 11)]
    frame = data.to_polars().with_columns(name=pl.Series(names), solution=pl.lit("wrong"))
    frame.write_csv(tmp_path / "puzzles.csv")
    run(script, "puzzles.csv", "solved.csv", cwd=tmp_path)
    solved = pl.read_csv(tmp_path / "solved.csv", infer_schema=False)
    assert solved["name"].to_list() == names
    assert solved["solution"].to_list() == data.to_strings()[1]
    assert {*solved["status"]} == {"solved"}
    body = [n for n in ast.parse(script.read_text()).body[1:] if not isinstance(n, ast.Import)]
    assert len(body) == 3
    assert all(node.lineno == node.end_lineno for node in body)


def test_your_own_schedule_takes_ten_lines_and_solves() -> None:
    script = EXAMPLES / "own_schedule.py"
    (schedule,) = (n for n in ast.parse(script.read_text()).body if isinstance(n, ast.ClassDef))
    assert schedule.end_lineno is not None
    assert schedule.end_lineno - schedule.lineno < 10
    assert "Waves      20 of 20 solved" in run(script).stdout


def test_tuning_finds_better_settings() -> None:
    *_, before, tuned = run(EXAMPLES / "tune.py", "--trials", 4).stdout.splitlines()
    assert before.startswith("before")
    assert tuned.startswith("tuned")
    assert effort(tuned) < effort(before)


def run(*arguments: object, cwd: Path | None = None) -> subprocess.CompletedProcess[str]:
    done = subprocess.run(
        [sys.executable, *map(str, arguments)],
        capture_output=True,
        text=True,
        timeout=300,
        cwd=cwd,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return done


def said(text: str) -> bool:
    """Tell whether the lesson came to its points: reheating helps, and focused search is better."""
    fast = int(text.split("fast: ")[1].split()[0])
    reheated = int(text.split("fast, reheated: ")[1].split()[0])
    return fast < 15 < reheated and "focused    solved, best energy 0" in text


def effort(line: str) -> int:
    return int(line.split("solved, ")[1].split()[0].replace(",", ""))


def codes_of_notebook() -> list[str]:
    cells = nbformat.read(LESSON, 4).cells
    return [ast.unparse(ast.parse(cell.source)) for cell in cells if cell.cell_type == "code"]


def codes_of_marimo() -> list[str]:
    tree = ast.parse(LESSON_IN_MARIMO.read_text(encoding="utf-8"))
    bodies = [node.body[:-1] for node in tree.body if isinstance(node, ast.FunctionDef)]
    codes = [textwrap.dedent("\n".join(ast.unparse(statement) for statement in body)) for body in bodies]
    return [code for code in codes if not code.startswith(("mo.md", "import marimo"))]
