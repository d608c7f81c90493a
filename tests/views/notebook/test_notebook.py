"""Notebooks show a watched run and plots; tested in real kernels of Jupyter and marimo."""

from __future__ import annotations

import re
import subprocess
import sys
import xml.etree.ElementTree as ElementTree
from pathlib import Path
from typing import Any

import nbformat
import numpy as np
import pytest
from nbclient import NotebookClient

import ergodoku as eg
from ergodoku.views.notebook.picture import board_svg, curve_svg
from ergodoku.views.notebook.show import pictures
from tests.samples import EASY, HARD

PATIENCE = 1800  # seconds; only a failing test waits that long
WATCH = 'eg.watch("." * 16, "annealing", seed=1)'
PUZZLE = "eg.Puzzle.parse('1... ..3. .4.. ...2')"
MARIMO = f"""
import marimo
app = marimo.App()

@app.cell
def _():
    import ergodoku as eg
    watch = {WATCH}
    watch
    return watch,

@app.cell
def _(watch):
    print("then:", watch)
    return
"""


# Each plot appears once, whether pyplot was imported before or is imported with the first plot.
PLOTS = ("result.plot()", "result.trace.plot()", "result.plot('board', theme='dark')")


@pytest.mark.filterwarnings("ignore")  # warnings from Jupyter's packages
def test_in_jupyter_a_cell_that_ends_with_watch_or_a_plot_shows_it() -> None:
    made = f"import ergodoku as eg\nresult = eg.solve({PUZZLE})"
    shown, printed, *plots = executed(
        f"{made}\nwatch = {WATCH}\nwatch", "print(watch, next(watch, 'over'))", *PLOTS
    )
    assert [output.output_type for output in shown] == ["display_data"]  # one picture, updated in place
    assert "annealing, 4x4, seed 1: solved" in shown[0].data["text/html"]
    assert printed[0].text == "Watch(annealing, 4x4, solved) over\n"
    assert [images(outputs) for outputs in plots] == [1, 1, 1]


@pytest.mark.filterwarnings("ignore")
def test_in_jupyter_plots_appear_if_pyplot_was_imported_before() -> None:
    modules = "import matplotlib.pyplot\nimport ergodoku as eg\nfrom ergodoku.views import plots"
    shown = executed(modules, f"plots.board({PUZZLE})", f"plots.board({PUZZLE}, theme='dark')")
    assert [images(outputs) for outputs in shown] == [0, 1, 1]


def executed(*cells: str) -> list[list[Any]]:
    """Run a notebook, and return the outputs of each cell."""
    notebook = nbformat.v4.new_notebook(cells=[nbformat.v4.new_code_cell(cell) for cell in cells])
    NotebookClient(notebook, timeout=PATIENCE, startup_timeout=PATIENCE, kernel_name="python3").execute()
    return [cell.outputs for cell in notebook.cells]


def images(outputs: list[Any]) -> int:
    return sum("image/png" in output.get("data", {}) for output in outputs)


def test_in_marimo_a_cell_that_ends_with_watch_shows_how_the_run_ended(tmp_path: Path) -> None:
    (tmp_path / "book.py").write_text(MARIMO)
    command = [sys.executable, "-m", "marimo", "export", "ipynb", "book.py", "--include-outputs"]
    done = subprocess.run(
        [*command, "-o", "book.ipynb", "--force"],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        timeout=PATIENCE,
    )
    assert done.returncode == 0, done.stderr
    text = (tmp_path / "book.ipynb").read_text()
    assert "annealing, 4x4, seed 1: solved" in text
    assert "then: Watch(annealing, 4x4, solved)" in text


def test_pictures_follow_the_run_and_end_with_the_best_state() -> None:
    watch = eg.watch(HARD, "annealing", seed=1, stop=eg.Iterations(100))
    shown = list(pictures(watch))
    assert len(shown) > 2
    assert "searching" in shown[0]
    assert f">{watch.result.energy}</td>" in shown[-1]
    assert "gave up" in shown[-1]
    seen = [int(re.search(r"iterations</td><td[^>]*>(\d+)<", html)[1]) for html in shown]  # type: ignore[index]
    assert seen == sorted(seen)
    assert seen[-1] == 100


def test_a_watch_whose_run_has_advanced_can_still_be_shown() -> None:
    watch = eg.watch(HARD, "annealing", seed=1, stop=eg.Iterations(40))
    watch.run.advance(10)
    assert watch.run.iteration == 10
    assert "gave up" in list(pictures(watch))[-1]
    assert list(watch) == []
    assert watch.result.iterations == 40


def test_a_puzzle_solved_by_logic_has_a_picture_too() -> None:
    assert "solved" in list(pictures(eg.watch(EASY, "auto")))[-1]


def test_a_result_shows_its_board_and_how_the_run_ended() -> None:
    solved = eg.solve(EASY)._repr_html_()
    assert solved.count("<b>") == 30
    assert 'eg-c"' not in solved
    assert solved.count("<i>") == 51
    assert "solved, 9x9, energy 0, found by logic" in solved
    best = eg.solve(HARD, "annealing", stop=eg.Iterations(10))._repr_html_()
    assert "gave_up, 9x9" in best
    assert 'eg-c"' in best  # cells in conflict


def test_a_board_is_well_formed_and_marks_conflicts_by_more_than_colour() -> None:
    puzzle = eg.Puzzle.parse("1..." + "." * 12)
    grid = puzzle.givens.copy()
    grid[0, 3] = 1
    svg = board_svg(puzzle, grid)
    ElementTree.fromstring(svg)
    assert "2 cells in conflict" in svg
    assert svg.count('text-decoration="underline"') == 2
    assert "underline" not in re.sub(r"<g [^>]*></g>", "", board_svg(puzzle, puzzle.givens))


def test_a_curve_starts_at_0_and_leaves_out_unknown_values() -> None:
    svg = curve_svg("energy", np.array([np.nan, 10.0, 5.0, 0.0]), 30, 24)
    assert 'points="10,2.0 20,12.0 30,22.0"' in svg
    assert "up to 10" in svg
