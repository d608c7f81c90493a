"""The contents of a board: kinds of cells, conflicts, candidates, borders, symbols, colours."""

import dataclasses

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ergodoku.base.errors import ParameterError, PuzzleError
from ergodoku.puzzle.layout import Layout
from ergodoku.puzzle.puzzle import Digits, Puzzle
from ergodoku.views.board import PALETTES, borders, candidates, cells_of, palette_of, symbols
from tests.samples import EASY, LAYOUTS

SOLVED = "534678912672195348198342567859761423426853791713924856961537284287419635345286179"


@settings(max_examples=40)
@given(st.sampled_from(sorted(LAYOUTS)), st.integers(0, 2**32))
def test_candidates_are_the_digits_that_no_unit_of_an_empty_cell_holds(name: str, seed: int) -> None:
    layout = LAYOUTS[name]
    grid = random_grid(layout, seed)
    left = [set() if digit else set(range(1, layout.size + 1)) for digit in grid.tolist()]
    for unit in layout.units.tolist():
        for cell in unit:
            left[cell] -= set(grid[unit].tolist())
    found = candidates(layout, grid)
    assert [set((np.flatnonzero(row) + 1).tolist()) for row in found] == left


def test_every_cell_is_given_found_or_empty() -> None:
    puzzle = Puzzle.parse(EASY)
    grid = np.array(list(SOLVED), dtype=np.uint8)
    grid[[2, 3]] = 0
    cells = cells_of(puzzle, grid.reshape(9, 9))
    assert (cells.given.astype(int) + cells.found + cells.empty == 1).all()
    assert cells.given.sum() == puzzle.clues
    assert np.flatnonzero(cells.empty).tolist() == [2, 3]
    assert not cells.conflict.any()


def test_without_a_grid_the_givens_are_shown() -> None:
    puzzle = Puzzle.parse(EASY)
    cells = cells_of(puzzle)
    assert cells.digits.tolist() == puzzle.flat.tolist()
    assert not cells.found.any()


def test_a_grid_of_another_size_is_refused() -> None:
    with pytest.raises(PuzzleError, match="16 cells, but the puzzle has 81"):
        cells_of(Puzzle.parse(EASY), np.zeros((4, 4)))


@pytest.mark.parametrize("value", [-1, 10, 300, 1.5, float("nan"), "x"])
def test_a_grid_with_values_other_than_digits_is_refused(value: object) -> None:
    with pytest.raises(PuzzleError, match="give whole numbers from 1 to 9, and 0 for a blank"):
        cells_of(Puzzle.parse(EASY), [0] * 80 + [value])  # type: ignore[arg-type]


@pytest.mark.parametrize("name", LAYOUTS)
def test_borders_run_exactly_between_boxes_and_around_the_grid(name: str) -> None:
    layout = LAYOUTS[name]
    size = layout.size
    regions = layout.regions.reshape(size, size)
    drawn = set()
    for x0, y0, x1, y1 in borders(layout):
        if x0 == x1:
            drawn |= {("upright", x0, y) for y in range(y0, y1)}
        else:
            assert y0 == y1
            drawn |= {("level", x, y0) for x in range(x0, x1)}
    expected = {("upright", x, y) for y in range(size) for x in (0, size)}
    expected |= {("level", x, y) for x in range(size) for y in (0, size)}
    for y in range(size):
        for x in range(1, size):
            expected |= {("upright", x, y)} if regions[y, x] != regions[y, x - 1] else set()
            expected |= {("level", y, x)} if regions[x, y] != regions[x - 1, y] else set()
    assert drawn == expected


def test_symbols_are_numbers_unless_single_characters_are_requested_and_suffice() -> None:
    assert symbols(9) == symbols(9, single=True) == ("", *"123456789")
    assert symbols(16)[16] == "16"
    assert symbols(16, single=True)[16] == "G"
    assert symbols(25, single=True)[1] == "A"
    assert symbols(36, single=True)[36] == "36"


def test_a_board_may_be_empty() -> None:
    layout = Layout.of(100)
    cells = cells_of(Puzzle(layout, np.zeros(layout.cells, dtype=int)))
    assert cells.candidates.all()
    assert cells.empty.all()


def test_readable_colours_have_enough_contrast_with_the_paper() -> None:
    for palette in PALETTES.values():
        for name in ("ink", "muted", "found", "conflict"):
            assert contrast(getattr(palette, name), palette.paper) > 3.5, (palette.name, name)


def test_colours_are_plain_hex() -> None:
    for palette in PALETTES.values():
        values = dataclasses.asdict(palette)
        for colour in [*values.pop("series"), *(v for k, v in values.items() if k != "name")]:
            assert len(colour) == 7
            assert colour[0] == "#"
            int(colour[1:], 16)


def test_an_unknown_theme_is_refused() -> None:
    with pytest.raises(ParameterError, match="choose light or dark"):
        palette_of("sepia")


def random_grid(layout: Layout, seed: int) -> Digits:
    generator = np.random.default_rng(seed)
    grid = generator.integers(1, layout.size + 1, layout.cells)
    return np.where(generator.random(layout.cells) < 0.6, 0, grid).astype(np.uint8)


def contrast(first: str, second: str) -> float:
    """Return the contrast of two colours, as defined by the Web Content Accessibility Guidelines."""

    def luminance(colour: str) -> float:
        parts = [int(colour[k : k + 2], 16) / 255 for k in (1, 3, 5)]
        red, green, blue = (p / 12.92 if p <= 0.04045 else ((p + 0.055) / 1.055) ** 2.4 for p in parts)
        return 0.2126 * red + 0.7152 * green + 0.0722 * blue

    low, high = sorted((luminance(first), luminance(second)))
    return (high + 0.05) / (low + 0.05)
