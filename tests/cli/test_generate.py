"""``ergodoku generate``: puzzles have the requested size, clues, layout and difficulty."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import ergodoku as eg
from tests.cli.run import ergodoku


def test_the_same_seed_gives_the_same_puzzles() -> None:
    first = ergodoku("generate", "--count", 3, "--clues", 28, "--unique", "--seed", 5)
    second = ergodoku("generate", "--count", 3, "--clues", 28, "--unique", "--seed", 5)
    assert first.stdout == second.stdout
    puzzles = [eg.parse(line) for line in first.stdout.splitlines()]
    assert [p.clues for p in puzzles] == [28, 28, 28]
    assert all(eg.count_solutions(p).solutions == "one" for p in puzzles)


def test_if_no_seed_is_given_a_random_seed_is_printed_on_stderr() -> None:
    first = ergodoku("generate")
    word, seed = first.stderr.splitlines()[0].split()  # a line about compiling may follow
    assert word == "seed"
    assert ergodoku("generate", "--seed", seed).stdout == first.stdout


def test_the_options_box_and_fraction_set_the_size_and_the_share_of_givens() -> None:
    done = ergodoku("generate", "--box", "6x6", "--fraction", 0.45, "--seed", 1)
    puzzle = eg.parse(done.stdout)
    assert puzzle.size == 36
    assert puzzle.clues == round(0.45 * 1296)


@pytest.mark.parametrize("layout", ["diagonal", "windows"])
def test_a_generated_puzzle_has_the_requested_layout(layout: str) -> None:
    done = ergodoku("generate", "--layout", layout, "--seed", 1)
    assert eg.parse(done.stdout).layout == eg.Layout.of(9, kind=layout)


def test_boxes_that_a_line_of_text_cannot_express_are_written_as_json() -> None:
    done = ergodoku("generate", "--box", "4x2", "--seed", 1)
    assert eg.parse(done.stdout).layout == eg.Layout.of(box=(4, 2))


@pytest.mark.parametrize("layout", ["classic", "diagonal"])
def test_json_contains_clues_solutions_difficulty_and_seed(layout: str) -> None:
    done = ergodoku("generate", "--minimal", "--seed", 2, "--layout", layout, "--json")
    record = json.loads(done.stdout)
    assert record["solutions"] == "one"
    assert record["seed"] == 2
    puzzle = eg.parse(record["puzzle"], layout=layout)
    assert puzzle.clues == record["clues"]
    assert eg.difficulty(puzzle) == record["difficulty"]


def test_the_option_plot_draws_the_generated_puzzle(tmp_path: Path) -> None:
    file = tmp_path / "puzzle.svg"
    done = ergodoku("generate", "--seed", 1, "--plot", file)
    assert eg.parse(done.stdout).clues == 32
    assert file.read_text().startswith("<?xml")
    assert ergodoku("generate", "--count", 2, "--plot", file).returncode == 2


def test_a_count_of_zero_gives_no_output() -> None:
    done = ergodoku("generate", "--count", 0, "--seed", 1)
    assert (done.returncode, done.stdout) == (0, "")


@pytest.mark.parametrize("command", ["check", "generate", "convert"])
def test_help_shows_two_examples(command: str) -> None:
    done = ergodoku(command, "--help")
    assert done.returncode == 0
    assert done.stdout.count(f"ergodoku {command}") >= 2


def test_version_is_printed() -> None:
    assert ergodoku("--version").stdout == f"ergodoku {eg.__version__}\n"
