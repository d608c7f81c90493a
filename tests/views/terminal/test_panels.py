"""The parts of a live view fit into their space, and work without colour."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

import ergodoku as eg
from ergodoku.engine.result import Snapshot
from ergodoku.puzzle.puzzle import Digits
from ergodoku.views.counters import numbers_of
from ergodoku.views.terminal import Line, board_lines
from ergodoku.views.terminal.frame import HELP, Scene, compose
from ergodoku.views.terminal.panels import counter_lines, sparkline
from tests.samples import HARD, LAYOUTS, general, sample

NAN = float("nan")
SNAPSHOT = Snapshot(1234567, 1.5, 12, 3, 0.25, 0.1, 4, np.zeros((9, 9), np.uint8), 0, 0.5, "annealing")


def text(lines: list[Line]) -> list[str]:
    return ["".join(segment.text for segment in line) for line in lines]


def scrambled(puzzle: eg.Puzzle) -> Digits:
    """Fill the blanks of a puzzle with random digits, which gives many conflicts."""
    rng = np.random.default_rng(1)
    filled = rng.integers(1, puzzle.size + 1, puzzle.givens.shape, dtype=np.uint8)
    return np.where(puzzle.givens > 0, puzzle.givens, filled).astype(np.uint8)


@pytest.mark.parametrize("name", LAYOUTS)
def test_a_board_fits_into_its_space(name: str) -> None:
    puzzle = sample(name)
    for width, height in ((200, 100), (80, 22), (40, 13), (26, 9), (11, 4), (3, 1)):
        for coloured in (False, True):
            lines = text(board_lines(puzzle, scrambled(puzzle), width, height, coloured=coloured))
            assert 0 < len(lines) <= height
            assert max(map(len, lines)) <= width


@pytest.mark.parametrize(
    ("size", "room", "digits"),
    [
        (9, (25, 13), True),
        (9, (17, 9), True),
        (9, (16, 9), False),
        (25, (80, 22), False),
        (25, (86, 31), True),
    ],
)
def test_a_board_is_a_heat_map_if_digits_do_not_fit(size: int, room: tuple[int, int], digits: bool) -> None:
    puzzle = general(size, 0.4)
    assert (
        any(c.isalnum() for line in text(board_lines(puzzle, puzzle.givens, *room)) for c in line) is digits
    )


def test_givens_are_bold_found_digits_coloured_and_conflicts_red_and_underlined() -> None:
    puzzle = eg.Puzzle.parse("1..." + "." * 12)
    grid = puzzle.givens.copy()
    grid[0, 3], grid[3, 1] = 1, 2
    segments = [s for line in board_lines(puzzle, grid, 20, 10) for s in line]
    styles = [(s.text.strip(), str(s.style)) for s in segments if any(c.isdigit() for c in s.text)]
    assert styles == [("1", "bold underline red"), ("1", "underline red"), ("2", "cyan")]
    assert "bold" in {str(s.style) for line in board_lines(puzzle, puzzle.givens, 20, 10) for s in line}


@pytest.mark.parametrize(
    ("room", "first"),
    [((25, 13), "╭───────┬───────┬───────╮"), ((17, 9), "8 · ·│· · ·│· · ·")],
)
def test_boxes_have_a_frame_or_at_least_bars_between_them(room: tuple[int, int], first: str) -> None:
    assert text(board_lines(eg.Puzzle.parse(HARD), eg.Puzzle.parse(HARD).givens, *room))[0] == first


def test_a_heat_map_without_colour_marks_conflicts_by_shape() -> None:
    puzzle = eg.Puzzle.parse("." * 16)
    grid = np.array([[1, 2, 3, 4], [3, 4, 1, 2], [2, 1, 4, 3], [4, 3, 2, 1]], np.uint8)
    assert text(board_lines(puzzle, grid, 4, 2, coloured=False)) == ["····", "····"]
    grid[3, 0] = 1  # appears twice in its row, its column and its box
    assert text(board_lines(puzzle, grid, 4, 2, coloured=False)) == ["▀···", "▄▀·▄"]
    assert text(board_lines(puzzle, grid, 4, 2, ascii_only=True)) == ["'   ", ".' ."]


def test_a_reduced_heat_map_keeps_the_hottest_cells() -> None:
    puzzle = general(25, 0.4)
    grid = np.zeros((25, 25), np.uint8) + np.arange(1, 26, dtype=np.uint8)  # the same digit down each column
    drawn = text(board_lines(puzzle, grid, 13, 7, coloured=False))
    assert drawn == ["█" * 13] * 6 + ["▀" * 13]


def test_everything_is_ascii_if_the_terminal_supports_only_ascii() -> None:
    puzzle = eg.Puzzle.parse(HARD)
    curves = {"energy": np.arange(500.0)}
    scene = Scene(puzzle, replace(SNAPSHOT, grid=scrambled(puzzle)), 1e6, "a title", "paused", 0.5, curves)
    for room in ((80, 24), (16, 12)):
        assert all(line.isascii() for line in text(compose(scene, *room, ascii_only=True)))


def test_a_sparkline_rises_with_its_values() -> None:
    assert sparkline(range(8), 8) == ["▁▂▃▄▅▆▇█"]
    assert sparkline([0, 8], 2, 2) == [" █", "▁█"]
    assert sparkline([0, 8], 2, ascii_only=True) == [".@"]


def test_a_sparkline_averages_values_that_do_not_fit_and_leaves_gaps_blank() -> None:
    assert sparkline([0, 0, 7, 7], 2) == ["▁█"]
    assert sparkline([1, NAN, 1], 3) == ["▁ ▁"]
    assert sparkline([NAN, NAN, 0, 7], 2, low=0) == [" █"]
    assert sparkline([], 3) == ["   "]
    assert sparkline([NAN], 2) == ["  "]


def test_counters_include_the_temperature_if_the_method_has_one() -> None:
    assert "temperature 0.25" in text(counter_lines(numbers_of(SNAPSHOT, 2.5e6), 30))
    assert "restarts    4" in text(counter_lines(numbers_of(SNAPSHOT, 2.5e6), 30))
    without = text(counter_lines(numbers_of(replace(SNAPSHOT, temperature=NAN), 2.5e6), 30))
    assert not any("temperature" in line for line in without)
    assert "per second 2.5 M" in without
    assert "restarts   4" in without


def test_counters_have_short_names_or_none_if_there_is_little_space() -> None:
    assert "iter.  1,234,567" in text(counter_lines(numbers_of(SNAPSHOT, 0), 16))
    assert "1,234,567" in text(counter_lines(numbers_of(SNAPSHOT, 0), 9))


@pytest.mark.parametrize("size", [9, 16, 25])
def test_a_frame_fits_into_any_terminal(size: int) -> None:
    puzzle = general(size, 0.4)
    curves = {"energy": np.arange(500.0), "temperature": np.full(500, NAN), "acceptance": np.ones(500)}
    scene = Scene(puzzle, replace(SNAPSHOT, grid=scrambled(puzzle)), 1e6, "a title", "paused", 0.5, curves)
    rooms = ((200, 60), (80, 24), (60, 40), (40, 15), (30, 10), (20, 6), (10, 3), (3, 1))
    for width, height in rooms:
        for shown in (scene, replace(scene, help=True)):
            lines = text(compose(shown, width, height))
            assert len(lines) == height
            assert max(map(len, lines)) <= width


def test_a_frame_of_80_by_24_has_space_for_everything() -> None:
    puzzle = eg.Puzzle.parse(HARD)
    curves = {"energy": np.arange(9.0), "temperature": np.ones(9), "acceptance": np.ones(9)}
    scene = Scene(puzzle, replace(SNAPSHOT, grid=puzzle.givens), 1e6, "annealing", "full speed", 0.5, curves)
    shown = "\n".join(text(compose(scene, 80, 24)))
    for word in (
        "annealing",
        "full speed",
        "energy ",
        "best ",
        "temperature, up to 1",
        "acceptance,",
        " 50%",
        "q quit",
    ):
        assert word in shown
    assert HELP[0] in text(compose(replace(scene, help=True), 80, 24))
