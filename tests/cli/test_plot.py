"""``ergodoku solve --plot``: draw the search in addition to printing the solution."""

from __future__ import annotations

from pathlib import Path

import pytest
from PIL import Image

from ergodoku.views.board import DARK
from ergodoku.views.colours import rgb_of
from tests.cli.run import ergodoku
from tests.samples import EASY, HARD


def test_a_picture_is_drawn_and_the_solution_is_still_printed(tmp_path: Path) -> None:
    file = tmp_path / "run.png"
    done = ergodoku("solve", HARD, "--plot", file)
    assert done.returncode == 0
    assert done.stdout == ergodoku("solve", HARD).stdout
    with Image.open(file) as picture:
        assert picture.size == (1650, 780)


@pytest.mark.parametrize("file", ["run.png", "run.gif"])
def test_the_theme_sets_the_colours_of_pictures(tmp_path: Path, file: str) -> None:
    option = "--gif" if file.endswith("gif") else "--plot"
    done = ergodoku("solve", EASY, option, tmp_path / file, "--theme", "dark", "--quiet")
    assert (done.returncode, done.stderr) == (0, "")
    with Image.open(tmp_path / file) as picture:
        assert picture.convert("RGB").getpixel((1, 1)) == rgb_of(DARK.paper)


def test_a_name_after_a_colon_chooses_the_figure_and_plot_can_be_repeated(tmp_path: Path) -> None:
    names = ("energy.png:energy", "both.svg:energy+temperature", "C:odd.svg")
    options = [word for name in names for word in ("--plot", tmp_path / name)]
    done = ergodoku("solve", EASY, "--method", "cool", "--seed", "3", "--quiet", *options)
    assert (done.returncode, done.stderr) == (0, "")
    assert {path.name for path in tmp_path.iterdir()} == {"energy.png", "both.svg", "C:odd.svg"}
    text = (tmp_path / "both.svg").read_text(encoding="utf-8")
    assert text.count("<!-- temperature -->") >= 1
    assert "<!-- cool  ·  9x9, 30 clues  ·  seed 3  ·  solved" in text


@pytest.mark.parametrize(
    ("command", "figure", "message"),
    [
        ("solve", "enrgy", "there is no figure 'enrgy'; choose one of overview, board"),
        ("solve", "energy+board", "'board' is a separate figure"),
        ("race", "pie", "there is no figure 'pie'; choose one of race, overview, board"),
    ],
)
def test_an_unknown_figure_is_refused_before_any_work(
    tmp_path: Path, command: str, figure: str, message: str
) -> None:
    done = ergodoku(command, HARD, "--plot", tmp_path / f"run.png:{figure}")
    assert (done.returncode, done.stdout) == (2, "")
    assert message in done.stderr
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize("command", ["solve", "race", "convert", "generate"])
def test_an_unknown_theme_is_refused_before_any_work(tmp_path: Path, command: str) -> None:
    words = [] if command == "generate" else [EASY]
    done = ergodoku(command, *words, "--plot", tmp_path / "run.png", "--theme", "sepia")
    assert (done.returncode, done.stdout) == (2, "")
    assert "there is no theme 'sepia'; choose light or dark" in done.stderr


def test_a_puzzle_that_logic_solves_can_be_drawn_too(tmp_path: Path) -> None:
    file = tmp_path / "run.svg"
    assert ergodoku("solve", EASY, "--plot", file).returncode == 0
    assert "<svg" in file.read_text(encoding="utf-8")


@pytest.mark.parametrize("name", ["run.jpg", "run", "run.png.txt"])
def test_an_unknown_file_ending_is_refused_before_the_search(tmp_path: Path, name: str) -> None:
    done = ergodoku("solve", HARD, "--plot", tmp_path / name)
    assert (done.returncode, done.stdout) == (2, "")
    assert "end the name in .png, .svg or .pdf" in done.stderr
    assert not (tmp_path / name).exists()


def test_a_file_that_cannot_be_written_is_refused_before_the_search(tmp_path: Path) -> None:
    done = ergodoku("solve", HARD, "--plot", tmp_path / "nowhere" / "run.png")
    assert (done.returncode, done.stdout) == (2, "")
    assert "cannot write to" in done.stderr


@pytest.mark.parametrize("stdin", [f"{HARD}\n{EASY}\n", ""], ids=["two", "none"])
def test_files_about_a_run_are_refused_for_two_puzzles_or_none(tmp_path: Path, stdin: str) -> None:
    names = {"--trace": "run.csv", "--plot": "run.png", "--gif": "run.gif", "--output": "run.txt"}
    options = [word for option, name in names.items() for word in (option, tmp_path / name)]
    done = ergodoku("solve", "-", *options, stdin=stdin)
    assert done.returncode == 2
    assert ("needs a single puzzle" if stdin else "there is no puzzle") in done.stderr
    assert len(done.stderr.splitlines()) == 1
    assert not list(tmp_path.iterdir())
