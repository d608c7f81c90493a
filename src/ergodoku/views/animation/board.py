"""The board of an animation: each kind of cell is drawn once, and a frame pastes the changed cells."""

from __future__ import annotations

from functools import lru_cache

import numpy as np

from ergodoku.puzzle.puzzle import Digits, Puzzle
from ergodoku.puzzle.show import shaded
from ergodoku.views.animation.inks import Inks, Pixels, glyphs, stamp
from ergodoku.views.board import Bools, Palette, borders, cells_of, symbols
from ergodoku.views.colours import mix

EMPTY, GIVEN, FOUND, CLASHING_GIVEN, CLASHING, SOLVED = range(6)
SMALLEST_CELL = (10, 14, 20)  # minimum pixels of a cell for 1, 2 and 3 characters; below, a heat map
Look = tuple[int, int, bool, bool]  # digit (heat map: units in conflict), kind, in an extra unit, changed


class BoardPainter:
    """A board on a square of pixels.

    Parameters
    ----------
    puzzle : Puzzle
        Layout and givens.
    side : int
        Maximum length of a side in pixels; the board may be smaller, so that all cells have the same size.
    palette : Palette
        The colours.
    inks : Inks
        The table that numbers the colours.
    """

    def __init__(self, puzzle: Puzzle, side: int, palette: Palette, inks: Inks) -> None:
        self.puzzle, self.palette, self.inks = puzzle, palette, inks
        self.words = symbols(puzzle.size)
        self.thick = max(1, min(3, side // (14 * puzzle.size) + 1))
        self.pitch = max(2, (side - self.thick) // puzzle.size)
        self.side = self.pitch * puzzle.size + self.thick
        self.digits_fit = self.pitch >= SMALLEST_CELL[len(self.words[-1]) - 1]
        self.gap = 1 if self.pitch >= 6 else 0  # width of the thin line between cells
        self.shade = shaded(puzzle.layout)
        self.pixels = np.full((self.side, self.side), inks.flat(palette.line), dtype=np.uint8)
        self.borders = self._borders()
        self.fresh = mix(palette.paper, palette.found, 0.55)
        self.shown: list[Look | None] = [None] * puzzle.layout.cells
        self._tiles: dict[Look, Pixels] = {}
        self._ask_for_colours()

    def draw(self, grid: Digits, changed: Bools, *, solved: bool = False) -> Pixels:
        """Return the pixels of a grid; the next call overwrites the array."""
        cells = cells_of(self.puzzle, grid)
        kinds = np.where(cells.given, GIVEN, np.where(cells.empty, EMPTY, SOLVED if solved else FOUND))
        kinds = np.where(cells.conflict, np.where(cells.given, CLASHING_GIVEN, CLASHING), kinds)
        what = cells.digits if self.digits_fit else np.minimum(cells.clashes, 3)
        size, pitch, first = self.puzzle.size, self.pitch, self.thick // 2 + self.gap
        looks = zip(what.tolist(), kinds.tolist(), self.shade.tolist(), changed.tolist(), strict=True)
        for cell, look in enumerate(looks):
            if look != self.shown[cell]:
                self.shown[cell] = look
                y, x = cell // size * pitch + first, cell % size * pitch + first
                tile = self._tile(look)
                self.pixels[y : y + len(tile), x : x + len(tile)] = tile
        self.pixels[self.borders] = self.inks.flat(self.palette.ink)
        return self.pixels

    def _tile(self, look: Look) -> Pixels:
        if look not in self._tiles:
            self._tiles[look] = self._digit_tile(look) if self.digits_fit else self._heat_tile(look)
        return self._tiles[look]

    def _digit_tile(self, look: Look) -> Pixels:
        digit, kind, shade, changed = look
        side = self.pitch - self.gap
        back, ink = self._colours(kind, shade)
        tile = np.full((side, side), self.inks.flat(back), dtype=np.uint8)
        if kind in (CLASHING, CLASHING_GIVEN):
            tile[corner(side)] = self.inks.flat(self.palette.conflict)
        if digit:
            word = self.words[digit]
            height = self.pitch * (0.46, 0.48, 0.34)[len(self.words[-1]) - 1]
            shape, base = glyphs(word, height, kind in (GIVEN, CLASHING_GIVEN))
            x = (side - shape.shape[1] + 1) // 2
            stamp(tile, shape, x, round((side + height) / 2) - base, self.inks.ramp(back, ink))
        if changed:  # a bar at the bottom: a frame around the cell would make files a quarter larger
            lift = self.thick - 1  # keep clear of the border of a box
            tile[side - lift - max(2, self.pitch // 14) : side - lift] = self.inks.flat(self.fresh)
        return tile

    def _heat_tile(self, look: Look) -> Pixels:
        """Draw a cell too small for a digit: a colour for its kind; conflicts are darker and crossed out."""
        clashes, kind, _, changed = look
        side = self.pitch - self.gap
        tile = np.full((side, side), self.inks.flat(self._heat(kind, clashes, changed)), dtype=np.uint8)
        if clashes and side >= 5:
            paper = self.inks.flat(self.palette.paper)
            np.fill_diagonal(tile[1:-1, 1:-1], paper)
            np.fill_diagonal(tile[1:-1, -2:0:-1], paper)
        return tile

    def _heat(self, kind: int, clashes: int, changed: bool) -> str:
        palette = self.palette
        if clashes:
            return mix(palette.conflict_fill, palette.conflict, (0.5, 0.75, 1.0)[clashes - 1])
        if kind == GIVEN:
            return mix(palette.paper, palette.ink, 0.3)
        if kind == EMPTY:
            return palette.paper
        return mix(
            palette.paper, palette.solved if kind == SOLVED else palette.found, 0.6 if changed else 0.3
        )

    def _colours(self, kind: int, shade: bool) -> tuple[str, str]:
        palette = self.palette
        if kind in (CLASHING, CLASHING_GIVEN):
            return palette.conflict_fill, palette.conflict if kind == CLASHING else palette.ink
        ink = {SOLVED: palette.solved, FOUND: palette.found}.get(kind, palette.ink)
        return palette.shade if shade else palette.paper, ink

    def _ask_for_colours(self) -> None:
        """Assign every colour its number before the first frame: a film has one table for all frames."""
        if self.digits_fit:
            for kind in range(6):
                for shade in {bool(self.shade.any()), False}:
                    self.inks.ramp(*self._colours(kind, shade))
            self.inks.flat(self.fresh)
        else:
            for kind in (EMPTY, GIVEN, FOUND, SOLVED):
                for changed in (False, True):
                    self.inks.flat(self._heat(kind, 0, changed))
            for clashes in (1, 2, 3):
                self.inks.flat(self._heat(CLASHING, clashes, False))
        self.inks.flat(self.palette.ink)

    def _borders(self) -> Bools:
        """Return the pixels of the lines between boxes."""
        mask = np.zeros((self.side, self.side), dtype=bool)
        for x0, y0, x1, y1 in borders(self.puzzle.layout):
            x, y = x0 * self.pitch, y0 * self.pitch
            mask[y : y1 * self.pitch + self.thick, x : x1 * self.pitch + self.thick] = True
        return mask


@lru_cache(maxsize=16)
def corner(side: int) -> Bools:
    """Return the pixels of a cell's upper right corner, which marks a conflict in addition to the colour.

    A ring around the digit, as in plots, would make files a fifth larger.
    """
    leg = max(3, round(0.26 * side))
    row, column = np.indices((side, side))
    inside: Bools = column - row > side - 1 - leg
    return inside
