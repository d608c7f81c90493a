"""A board that fits the terminal: digits if there is space, otherwise a heat map of conflicts.

The board is built from rich segments directly. A rich table of 625 styled cells would take ten times as long
to draw, and that time would be lost to the search.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from itertools import groupby
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray
from rich.segment import Segment
from rich.style import Style

from ergodoku.puzzle.show import ASCII, LINES, template
from ergodoku.views.board import Cells, cells_of, symbols

if TYPE_CHECKING:
    from ergodoku.puzzle.layout import Layout
    from ergodoku.puzzle.puzzle import Digits, Puzzle

Line = list[Segment]
Template = tuple[tuple[str | int, ...], ...]  # each line: texts of borders, and indices of cells

BORDER, GIVEN, FOUND, OPEN, GIVEN_CLASH, FOUND_CLASH = range(6)
INK = [Style.parse(words) for words in ("dim", "bold", "cyan", "dim", "bold underline red", "underline red")]
# Brightness shows the heat, so the heat map can be read without colour vision. The colours, in order: two
# greys, which separate neighbouring boxes; cells with one, two and three units in conflict; open cells.
CALM, CALM_TOO, WARM, HOT, HOTTEST, EMPTY = range(6)
HEAT = ("color(236)", "color(239)", "color(130)", "color(208)", "color(228)", "color(25)")


def board_lines(
    puzzle: Puzzle,
    grid: Digits,
    width: int,
    height: int,
    *,
    coloured: bool = True,
    ascii_only: bool = False,
    own: str = "",
) -> list[Line]:
    """Return the lines of a board that fits into ``width`` columns and ``height`` lines.

    Givens are bold, found digits coloured, and digits in conflict red and underlined. If digits do not fit,
    the board is a heat map of the conflicts. ``own`` has the puzzle's own symbol for each digit from 1 to N.
    If it is empty, digits are shown as numbers, or as the usual symbols if numbers do not fit.
    """
    cells = cells_of(puzzle, grid)
    if shape := fit(puzzle.layout, width, height):
        return _draw_digits(cells, *shape, ascii_only, own)
    return _draw_heat(cells, width, height, coloured, ascii_only)


def fit(layout: Layout, width: int, height: int) -> tuple[int, bool] | None:
    """Return how digits fit: (characters per cell, whether with a frame), or None if they do not fit."""
    number, symbol = (max(map(len, symbols(layout.size, single=single))) for single in (False, True))
    for cell, frame in ((number, True), (symbol, True), (number, False), (symbol, False)):
        lines = _template(layout, cell, frame, False)
        if len(lines) <= height and _length(lines[0], cell) <= width:
            return cell, frame
    return None


def _draw_digits(cells: Cells, cell: int, frame: bool, ascii_only: bool, own: str) -> list[Line]:
    given, conflict = cells.given, cells.conflict
    ink = np.where(given, np.where(conflict, GIVEN_CLASH, GIVEN), np.where(conflict, FOUND_CLASH, FOUND))
    ink[cells.empty] = OPEN
    words = _words(cells.layout.size, cell, "." if ascii_only else "·", own)
    digits, inks = cells.digits.tolist(), ink.tolist()
    return [
        _merged(
            (words[digits[piece]], inks[piece]) if isinstance(piece, int) else (piece, BORDER)
            for piece in line
        )
        for line in _template(cells.layout, cell, frame, ascii_only)
    ]


def _draw_heat(cells: Cells, width: int, height: int, coloured: bool, ascii_only: bool) -> list[Line]:
    """Draw the conflicts of a board as a heat map, two cells per character, as large as possible."""
    layout = cells.layout
    heat = np.minimum(cells.clashes, 3) + CALM_TOO
    heat[cells.empty] = EMPTY
    calm = heat == CALM_TOO
    heat[calm] -= _chequered(layout)[calm]
    pixels = _scaled(heat.reshape(layout.size, layout.size), width, 2 * height)
    if len(pixels) % 2:
        pixels = np.vstack([pixels, np.full((1, pixels.shape[1]), -1)])
    pairs = zip(pixels[::2].tolist(), pixels[1::2].tolist(), strict=True)
    if coloured and not ascii_only:
        return [
            [Segment("▀" * len(list(run)), _pair(*key)) for key, run in groupby(zip(top, low, strict=True))]
            for top, low in pairs
        ]
    marks = " '.:" if ascii_only else "·▀▄█"  # to mark no cell, the upper cell, the lower cell, or both
    return [
        [Segment("".join(marks[(a > CALM_TOO) + 2 * (b > CALM_TOO)] for a, b in zip(top, low, strict=True)))]
        for top, low in pairs
    ]


def _scaled(heat: NDArray[np.intp], width: int, height: int) -> NDArray[np.intp]:
    """Enlarge a square as far as it fits, or shrink it so that each pixel shows the hottest of its cells."""
    size = len(heat)
    larger = min(width // size, height // size)
    if larger >= 1:
        return heat.repeat(larger, axis=0).repeat(larger, axis=1)
    block = -(-size // max(1, min(width, height)))
    starts = np.arange(0, size, block)
    return np.asarray(np.maximum.reduceat(np.maximum.reduceat(heat, starts, axis=0), starts, axis=1))


@lru_cache(maxsize=64)
def _pair(top: int, low: int) -> Style:
    return Style.parse(HEAT[top] if low < 0 else f"{HEAT[top]} on {HEAT[low]}")


@lru_cache(maxsize=16)
def _chequered(layout: Layout) -> NDArray[np.intp]:
    """Return 0 or 1 for each cell, alternating between neighbouring boxes."""
    if layout.box is None:
        return np.asarray(layout.regions % 2, dtype=np.intp)
    row, column = np.divmod(np.arange(layout.cells), layout.size)
    return np.asarray((row // layout.box[0] + column // layout.box[1]) % 2, dtype=np.intp)


@lru_cache(maxsize=16)
def _words(size: int, cell: int, blank: str, own: str) -> list[str]:
    shown = ("", *own) if own else symbols(size, single=cell < len(str(size)))
    return [(symbol or blank).rjust(cell) for symbol in shown]


@lru_cache(maxsize=64)
def _template(layout: Layout, cell: int, frame: bool, ascii_only: bool) -> Template:
    """Lay out cells and borders: all borders with ``frame``, otherwise only vertical bars, to save lines."""
    pen = ASCII if ascii_only else LINES
    if frame:
        return tuple(map(tuple, template(layout, cell, pen, frame=True)))
    regions = layout.regions.reshape(layout.size, layout.size)
    lines = []
    for r, bars in enumerate(regions[:, 1:] != regions[:, :-1]):
        line: list[str | int] = [r * layout.size]
        for c, bar in enumerate(bars.tolist(), 1):
            line += [pen[5] if bar else " ", r * layout.size + c]
        lines.append(tuple(line))
    return tuple(lines)


def _merged(pieces: Iterable[tuple[str, int]]) -> Line:
    """Join neighbouring pieces of the same ink; blanks are never underlined."""
    line: Line = []
    text, now = "", BORDER
    for piece, ink in pieces:
        if ink == now or (piece == " " and now < GIVEN_CLASH):
            text += piece
            continue
        if text:
            line.append(Segment(text, INK[now]))
        if ink >= GIVEN_CLASH and piece[0] == " ":  # underline the digit, not the blank before it
            bare = piece.lstrip()
            line.append(Segment(piece[: -len(bare)], INK[BORDER]))
            piece = bare
        text, now = piece, ink
    line.append(Segment(text, INK[now]))
    return line


def _length(line: tuple[str | int, ...], cell: int) -> int:
    return sum(cell if isinstance(piece, int) else len(piece) for piece in line)
