"""Every example runs as it is, and prints the expected results."""

from __future__ import annotations

import ast
import re
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import httpx
import nbformat
import polars as pl
from nbclient import NotebookClient
from playwright.sync_api import expect, sync_playwright

from ergodoku.engine.arrays import generate_array
from ergodoku.puzzle.generate import Recipe
from tests.web.page.browsing import ARGUMENTS, CHROMIUM

EXAMPLES = Path(__file__).parent.parent / "examples"
PATIENCE = 1_200_000  # milliseconds; only a failing test waits that long
LESSON, LESSON_IN_MARIMO = EXAMPLES / "annealing.ipynb", EXAMPLES / "annealing_marimo.py"


def test_the_lesson_runs_in_jupyter_and_shows_its_figures() -> None:
    notebook = nbformat.read(LESSON, 4)
    NotebookClient(notebook, timeout=3600, startup_timeout=3600).execute()
    shown = [output.get("data", {}) for cell in notebook.cells for output in cell.get("outputs", [])]
    assert sum("image/png" in data for data in shown) == 8
    assert sum("application/vnd.jupyter.widget-view+json" in data for data in shown) == 1
    assert said("".join(data.get("text/html", "") for data in shown))


def test_the_lesson_is_an_app_in_marimo_with_figures_text_and_a_live_board() -> None:
    with marimo_app(LESSON_IN_MARIMO) as address, sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=CHROMIUM, args=ARGUMENTS, timeout=PATIENCE)
        page = browser.new_page()
        page.set_default_timeout(PATIENCE)
        asked: list[str] = []
        page.on("request", lambda request: asked.append(request.url))
        page.goto(address)
        page.get_by_text("focused    solved, best energy 0").wait_for()
        expect(page.locator("img")).to_have_count(8, timeout=PATIENCE)
        assert said("".join(page.locator("pre").all_inner_texts()))
        heat = page.get_by_text("temperature, up to")
        # The curve may show averages, which are slightly lower than 1.
        expect(heat).to_have_text(re.compile(r"up to (1|0\.99\d*)$"), timeout=PATIENCE)
        page.get_by_role("slider").first.focus()
        page.keyboard.press("ArrowLeft")
        expect(heat).to_have_text(re.compile(r"up to 0\.(7|69\d*)$"), timeout=PATIENCE)
        expect(page.get_by_role("img", name="9x9 board")).to_have_count(1, timeout=PATIENCE)
        assert asked
        assert [url for url in asked if not url.startswith((address, "data:", "blob:"))] == []
        browser.close()


def test_the_lesson_is_the_same_in_jupyter_and_in_marimo() -> None:
    assert codes_of_notebook() == codes_of_marimo()
    assert len(codes_of_marimo()) > 12


def test_the_lesson_is_stored_without_outputs() -> None:
    cells = [cell for cell in nbformat.read(LESSON, 4).cells if cell.cell_type == "code"]
    assert cells
    assert all(cell.outputs == [] and cell.execution_count is None for cell in cells)


def test_three_lines_solve_a_csv_row_by_row(tmp_path: Path) -> None:
    script, data = EXAMPLES / "solve_csv.py", generate_array(10, Recipe(clues=26), seed=1)
    names = [f"puzzle {number}" for number in range(1, 11)]
    frame = data.to_polars().with_columns(name=pl.Series(names), solution=pl.lit("wrong"))
    frame.write_csv(tmp_path / "puzzles.csv")
    run(script, "puzzles.csv", "solved.csv", cwd=tmp_path)
    solved = pl.read_csv(tmp_path / "solved.csv", infer_schema=False)
    assert solved["name"].to_list() == names
    assert solved["solution"].to_list() == data.to_strings()[1]
    assert {*solved["status"]} == {"solved"}
    body = [n for n in ast.parse(script.read_text()).body[1:] if not isinstance(n, ast.Import | ast.If)]
    assert len(body) == 3
    assert all(node.lineno == node.end_lineno for node in body)


def test_the_example_schedule_has_at_most_ten_lines_and_solves_every_time() -> None:
    script = EXAMPLES / "own_schedule.py"
    (schedule,) = (n for n in ast.parse(script.read_text()).body if isinstance(n, ast.ClassDef))
    assert schedule.end_lineno is not None
    assert schedule.end_lineno - schedule.lineno < 10
    assert "Waves      20 of 20 solved" in run(script).stdout


def test_tuning_finds_better_parameters() -> None:
    *_, before, tuned = run(EXAMPLES / "tune.py", "--trials", 4).stdout.splitlines()
    assert before.startswith("before")
    assert tuned.startswith("tuned")
    assert effort(tuned) < effort(before)


def run(*arguments: object, cwd: Path | None = None) -> subprocess.CompletedProcess[str]:
    done = subprocess.run(
        [sys.executable, *map(str, arguments)],
        capture_output=True,
        text=True,
        timeout=3600,
        cwd=cwd,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return done


def said(text: str) -> bool:
    """Return whether the output agrees with the lesson: reheating helps, and focused solves the 25x25."""
    fast = int(text.split("fast: ")[1].split()[0])
    reheated = int(text.split("fast, reheated: ")[1].split()[0])
    return fast < 15 < reheated and "focused    solved, best energy 0" in text


def effort(line: str) -> int:
    return int(line.split("solved, ")[1].split()[0].replace(",", ""))


def codes_of_notebook() -> list[str]:
    cells = nbformat.read(LESSON, 4).cells
    codes = [ast.unparse(ast.parse(cell.source)) for cell in cells if cell.cell_type == "code"]
    return [code for code in codes if "annealing_knobs" not in code]  # marimo has other sliders


@contextmanager
def marimo_app(file: Path) -> Iterator[str]:
    """Serve a notebook as an app, and yield its address once it answers."""
    for _ in range(5):  # if another program takes the port first, marimo ends: try another port
        with socket.create_server(("127.0.0.1", 0)) as free:
            port = free.getsockname()[1]
        command = [sys.executable, "-m", "marimo", "--quiet", "run", str(file), "--headless", "--no-token"]
        server = subprocess.Popen(
            [*command, "--host", "127.0.0.1", "--port", str(port)],
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        address = f"http://127.0.0.1:{port}/"
        if answers(server, address):
            break
    else:
        raise AssertionError("marimo ended")
    try:
        yield address
    finally:
        server.terminate()
        server.wait()


def answers(server: subprocess.Popen[bytes], address: str) -> bool:
    """Return True as soon as the server answers at the address, or False if the server ends first."""
    end = time.monotonic() + PATIENCE / 1000
    while server.poll() is None:
        with suppress(httpx.TransportError):
            httpx.get(address, timeout=600)
            return server.poll() is None
        if time.monotonic() > end:
            server.kill()
        time.sleep(0.1)
    return False


def codes_of_marimo() -> list[str]:
    tree = ast.parse(LESSON_IN_MARIMO.read_text(encoding="utf-8"))
    bodies = [node.body[:-1] for node in tree.body if isinstance(node, ast.FunctionDef)]
    codes = [ast.unparse(ast.Module(body, [])) for body in bodies]
    texts = ("mo.md", "import marimo", "live_in_marimo")
    return [code for code in codes if not code.startswith(texts) and "mo.ui" not in code]
