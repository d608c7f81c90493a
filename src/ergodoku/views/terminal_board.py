"""A board for the terminal, drawn to fit: digits where there is room, a heat map of conflicts where not.

Everything ends in rich segments made by hand. A table of 625 styled cells would take ten times as long to
draw, and what drawing takes is lost to the search.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import lru_cache
from itertools import groupby
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray
from rich.segment import Segment
from rich.style import Style

from ergodoku.views.board import Cells, symbols

if TYPE_CHECKING:
    from ergodoku.puzzle.layout import Layout

Line = list[Segment]
Template = tuple[tuple[str | int, ...], ...]  # per line: text of borders, or the number of a cell

BORDER, GIVEN, FOUND, OPEN, GIVEN_CLASH, FOUND_CLASH = range(6)
INK = [Style.parse(words) for words in ("dim", "bold", "cyan", "dim", "bold underline red", "underline red")]
# Heat by brightness, so that it is seen without telling colours apart: two greys for boxes side by side,
# one, two, three units in conflict, and an open cell.
CALM, CALM_TOO, WARM, HOT, HOTTEST, EMPTY = range(6)
HEAT = ("color(236)", "color(239)", "color(130)", "color(208)", "color(228)", "color(25)")
_LINES = " ╵╶╰╷│╭├╴╯─┴╮┤┬┼"
_ASCII = " |-+||++-+-+++++"


def fit(layout: Layout, width: int, height: int) -> tuple[int, bool] | None:
    """Return how digits fit: (characters of a cell, whether with a frame), or None where they do not."""
    number, symbol = (max(map(len, symbols(layout.size, single=single))) for single in (False, True))
    for cell, frame in ((number, True), (symbol, True), (number, False), (symbol, False)):
        template = _template(layout, cell, frame, False)
        if len(template) <= height and _length(template[0], cell) <= width:
            return cell, frame
    return None


def draw_digits(cells: Cells, cell: int, frame: bool, ascii_only: bool = False) -> list[Line]:
    """Draw a board with its digits: givens bold, found ones coloured, conflicts red and underlined."""
    given, conflict = cells.given, cells.conflict
    ink = np.where(given, np.where(conflict, GIVEN_CLASH, GIVEN), np.where(conflict, FOUND_CLASH, FOUND))
    ink[cells.empty] = OPEN
    words = _words(cells.layout.size, cell, "." if ascii_only else "·")
    digits, inks = cells.digits.tolist(), ink.tolist()
    return [
        _merged(
            (words[digits[piece]], inks[piece]) if isinstance(piece, int) else (piece, BORDER)
            for piece in line
        )
        for line in _template(cells.layout, cell, frame, ascii_only)
    ]


def draw_heat(
    cells: Cells, width: int, height: int, *, coloured: bool, ascii_only: bool = False
) -> list[Line]:
    """Draw the conflicts of a board as a heat map, two cells to a character, as large as it fits."""
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
    marks = " '.:" if ascii_only else "·▀▄█"  # nothing, the upper cell, the lower cell, both
    return [
        [Segment("".join(marks[(a > CALM_TOO) + 2 * (b > CALM_TOO)] for a, b in zip(top, low, strict=True)))]
        for top, low in pairs
    ]


def _scaled(heat: NDArray[np.intp], width: int, height: int) -> NDArray[np.intp]:
    """Enlarge a square as far as it fits, or let the hottest of several cells stand for them."""
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
    """Tell boxes side by side apart: 0 or 1 for each cell."""
    if layout.box is None:
        return np.asarray(layout.regions % 2, dtype=np.intp)
    row, column = np.divmod(np.arange(layout.cells), layout.size)
    return np.asarray((row // layout.box[0] + column // layout.box[1]) % 2, dtype=np.intp)


@lru_cache(maxsize=16)
def _words(size: int, cell: int, blank: str) -> list[str]:
    number = len(str(size))
    return [(symbol or blank).rjust(cell) for symbol in symbols(size, single=cell < number)]


@lru_cache(maxsize=64)
def _template(layout: Layout, cell: int, frame: bool, ascii_only: bool) -> Template:
    """Lay out cells and borders once: a frame and rules, or bars alone to save lines."""
    size, pen = layout.size, _ASCII if ascii_only else _LINES
    wide = np.pad(layout.regions.reshape(size, size), 1, constant_values=-1)
    if not frame:
        wide = np.pad(layout.regions.reshape(size, size), 1, mode="edge")
    upright = (wide[:, :-1] != wide[:, 1:]).astype(int)
    level = (wide[:-1] != wide[1:]).astype(int)
    bars = upright.any(axis=0)
    lines: list[tuple[str | int, ...]] = []
    for r in range(size + 1):
        if frame and level[r].any():
            arms = upright[r] + 2 * level[r, 1:] + 4 * upright[r + 1] + 8 * level[r, :-1]
            rule = ""
            for c in range(size + 1):
                west, east = (pen[10] if there else " " for there in level[r, c : c + 2])
                rule += west if c and bars[c] else ""
                rule += pen[arms[c]]
                rule += east * ((cell + int(bars[c])) if c < size else 0)
            lines.append((rule,))
        if r < size:
            lines.append(tuple(_row(r, upright[r + 1], bars, frame, pen)))
    return tuple(lines)


def _row(
    r: int, upright: NDArray[np.intp], bars: NDArray[np.bool_], frame: bool, pen: str
) -> Iterator[str | int]:
    size = len(bars) - 1
    for c in range(size + 1):
        bar = pen[5] if upright[c] else " "
        if bars[c] and frame:
            yield f"{' ' if c else ''}{bar}{' ' if c < size else ''}"
        elif 0 < c < size:
            yield bar
        if c < size:
            yield r * size + c


def _merged(pieces: Iterable[tuple[str, int]]) -> Line:
    """Join neighbours of the same ink; a blank between them takes the ink of a digit without underline."""
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
