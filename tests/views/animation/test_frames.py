"""Frames show the board, its conflicts, the changed cells, and the curves."""

from __future__ import annotations

import numpy as np
import pytest

from ergodoku.base.errors import ParameterError
from ergodoku.engine.solve import solve
from ergodoku.engine.stop import Iterations
from ergodoku.puzzle.puzzle import Digits, Puzzle
from ergodoku.views.animation.curves import powers, ticks
from ergodoku.views.animation.film import choose, curves
from ergodoku.views.animation.frames import Frames, Shot, places
from ergodoku.views.animation.inks import Inks, Pixels, glyphs
from ergodoku.views.board import DARK, LIGHT
from ergodoku.views.colours import mix, rgb_of
from tests.samples import EASY, general, sample

PUZZLE = Puzzle.parse(EASY)
SOLVED = solve(PUZZLE)


def painter(puzzle: Puzzle = PUZZLE, size: tuple[int, int] = (600, 600), theme: str = "light") -> Frames:
    return Frames(puzzle, curves(solve(puzzle)), "logic", size, theme)


def shot(grid: Digits, word: str = "searching") -> Shot:
    return Shot(5, 3, 2, 0.5, grid, word)


def cell(frames: Frames, pixels: Pixels, number: int) -> Pixels:
    """Cut one cell out of a frame."""
    row, column = divmod(number, frames.board.puzzle.size)
    x, y = frames.corner
    pitch = frames.board.pitch
    return pixels[
        y + row * pitch + 3 : y + (row + 1) * pitch - 1, x + column * pitch + 3 : x + (column + 1) * pitch - 1
    ]


def colours(frames: Frames, pixels: Pixels) -> set[tuple[int, ...]]:
    table = np.frombuffer(frames.table(), dtype=np.uint8).reshape(256, 3)
    return {tuple(table[k].tolist()) for k in np.unique(pixels)}


def test_only_the_cell_that_changed_looks_different_on_the_board() -> None:
    frames, grid = painter(), SOLVED.grid.copy()
    first = frames.draw(shot(grid))
    assert np.array_equal(first, frames.draw(shot(grid)))
    grid = grid.copy()
    grid[0, 2] = 0  # a new digit could conflict with others, and its cell would be marked as changed
    second = frames.draw(shot(grid))
    different = {k for k in range(81) if not np.array_equal(cell(frames, first, k), cell(frames, second, k))}
    assert different == {2}


def test_givens_are_heavier_than_found_digits() -> None:
    frames = painter()
    pixels = frames.draw(shot(SOLVED.grid))
    five = [k for k in range(81) if SOLVED.grid.ravel()[k] == 5]
    paper = frames.inks.flat(LIGHT.paper)
    ink = {k: int((cell(frames, pixels, k) != paper).sum()) for k in five}
    given = [ink[k] for k in five if PUZZLE.flat[k]]
    found = [ink[k] for k in five if not PUZZLE.flat[k]]
    assert min(given) > 1.1 * max(found)


def test_a_conflict_is_marked_by_a_colour_and_in_a_corner() -> None:
    frames, grid = painter(), SOLVED.grid.copy()
    grid[0, 2] = 5  # 5 is given in the same row
    pixels = frames.draw(shot(grid))
    clashing = cell(frames, pixels, 2)
    assert {rgb_of(LIGHT.conflict), rgb_of(LIGHT.conflict_fill)} <= colours(frames, clashing)
    assert clashing[0, -2] == frames.inks.flat(LIGHT.conflict)
    assert clashing[0, 0] == frames.inks.flat(LIGHT.conflict_fill)
    assert rgb_of(LIGHT.conflict_fill) in colours(frames, cell(frames, pixels, 0))
    assert rgb_of(LIGHT.conflict_fill) not in colours(frames, cell(frames, pixels, 3 * 9 + 5))


def test_a_cell_that_changed_since_the_previous_frame_has_a_bar() -> None:
    frames = painter()
    frames.draw(shot(PUZZLE.givens))
    pixels = frames.draw(shot(SOLVED.grid))
    bar = frames.inks.flat(mix(LIGHT.paper, LIGHT.found, 0.55))
    marked = {k for k in range(81) if (cell(frames, pixels, k) == bar).sum() > 50}
    assert marked == set(np.flatnonzero(PUZZLE.flat == 0).tolist())
    again = frames.draw(shot(SOLVED.grid))
    assert not any((cell(frames, again, k) == bar).sum() > 50 for k in range(81))


def test_a_solved_board_is_green() -> None:
    frames = painter()
    pixels = frames.draw(shot(SOLVED.grid, "solved"))
    assert rgb_of(LIGHT.solved) in colours(frames, cell(frames, pixels, 2))
    assert rgb_of(LIGHT.ink) in colours(frames, cell(frames, pixels, 0))


@pytest.mark.parametrize(("theme", "paper"), [("light", LIGHT.paper), ("dark", DARK.paper)])
def test_a_theme_sets_the_colours(theme: str, paper: str) -> None:
    frames = painter(theme=theme)
    pixels = frames.draw(shot(SOLVED.grid))
    assert pixels[0, 0] == frames.inks.flat(paper)
    assert frames.inks.flat(paper) == np.bincount(pixels.ravel()).argmax()


def test_an_unknown_theme_is_refused() -> None:
    with pytest.raises(ParameterError, match="no theme 'pink'"):
        painter(theme="pink")


def test_curves_are_revealed_from_the_left() -> None:
    result = solve(general(9, 0.3), "focused", seed=1, stop=Iterations(20_000), keyframes=True)
    frames = Frames(result.puzzle, curves(result), "focused")
    shots = choose(result, 20)
    best = frames.inks.flat(LIGHT.best)
    x, y, wide, high = frames.places.chart
    reach = []
    for one in shots[1:]:
        part = frames.draw(one)[y : y + high, x : x + wide]
        part = part[round(high * 0.3) :]  # below the names of the curves
        reach.append(int(np.flatnonzero((part == best).any(axis=0)).max(initial=0)))
    assert reach == sorted(reach)
    assert reach[-1] > 0.9 * wide


@pytest.mark.parametrize("size", [(160, 160), (600, 600), (301, 207), (500, 900), (1200, 400)])
def test_the_board_the_numbers_and_the_curves_never_overlap_in_a_frame_of_any_shape(
    size: tuple[int, int],
) -> None:
    width, height = size
    board, numbers, chart = places(width, height)
    boxes = [(*board, board[2]), numbers, chart]
    cover = np.zeros((height, width), dtype=int)
    for x, y, wide, high in boxes:
        assert x >= 0
        assert y >= 0
        assert x + wide <= width
        assert y + high <= height
        assert min(wide, high) >= 20
        cover[y : y + high, x : x + wide] += 1
    assert cover.max() == 1
    assert painter(size=size).draw(shot(SOLVED.grid)).shape == (height, width)


def test_large_grids_become_a_heat_map_of_conflicts() -> None:
    puzzle = general(36, 0.9)
    frames = Frames(puzzle, curves(solve(puzzle)), "heat")
    assert not frames.board.digits_fit
    grid = solve(puzzle).grid.copy()
    assert not colours(frames, cell(frames, frames.draw(shot(grid)), 0)) & {rgb_of(LIGHT.conflict)}
    grid[0, :] = grid[0, 0]
    row = frames.draw(shot(grid))
    assert rgb_of(LIGHT.conflict) in colours(
        frames, row[frames.corner[1] : frames.corner[1] + frames.board.pitch]
    )


def test_a_25x25_shows_digits_and_a_jigsaw_shows_its_borders() -> None:
    assert Frames(general(25, 0.9), curves(SOLVED), "").board.digits_fit
    jigsaw = Frames(sample("jigsaw-9"), curves(SOLVED), "").board.borders
    classic = painter().board.borders
    assert jigsaw.shape == classic.shape
    assert (jigsaw != classic).any()


def test_each_colour_has_one_number_and_a_full_table_returns_the_nearest_colour() -> None:
    inks = Inks()
    assert inks.flat("#102030") == inks.flat("#102030") == 0
    for k in range(300):
        inks.flat(f"#{k:06X}")
    assert len(inks.colours) == 255
    assert inks.colours[inks.flat("#112030")] == (16, 32, 48)
    assert len(inks.table()) == 768


def test_axes_have_a_few_round_numbers() -> None:
    assert ticks(49, 2) == [0, 20, 40]
    assert ticks(3, 5) == [0, 1, 2, 3]
    assert powers(4_431_278, 8) == [0, 10, 100, 1000, 10_000, 100_000, 1_000_000]


@pytest.mark.parametrize("sign", "µéΔ…")
def test_the_font_has_characters_beyond_ascii(sign: str) -> None:
    missing = glyphs("\ue000", 12)[0]  # the box that a font draws for a character it lacks
    assert not np.array_equal(glyphs(sign, 12)[0], missing)
