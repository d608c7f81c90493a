"""The contents of a board, without any drawing: kinds of cells, borders, symbols and colours.

Plots, animations, the terminal and notebooks all use this module, so they agree on what a conflict is.
Arrays have one value per cell, row by row.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

from ergodoku.base.errors import ParameterError, PuzzleError
from ergodoku.base.numbers import counted
from ergodoku.puzzle.clashes import clashes
from ergodoku.puzzle.layout import Layout
from ergodoku.puzzle.puzzle import Digits, Puzzle

Bools = NDArray[np.bool_]


@dataclass(frozen=True, eq=False)
class Cells:
    """A board to show; every array is flat, with one value per cell.

    Attributes
    ----------
    layout : Layout
        The geometry.
    digits : ndarray of uint8
        The digit in each cell, 0 if the cell is empty.
    given : ndarray of bool
        The cells that the puzzle gives.
    clashes : ndarray of int
        The number of the cell's units in which its digit occurs more than once.
    """

    layout: Layout
    digits: Digits
    given: Bools
    clashes: NDArray[np.int64]

    @property
    def conflict(self) -> Bools:
        """The cells whose digit occurs more than once in a unit."""
        return self.clashes > 0

    @property
    def empty(self) -> Bools:
        """The cells without a digit."""
        empty: Bools = self.digits == 0
        return empty

    @property
    def found(self) -> Bools:
        """The cells with a digit that was not given."""
        return ~self.given & ~self.empty

    @property
    def candidates(self) -> Bools:
        """For each empty cell, the digits that its units do not hold yet; shape (cells, size)."""
        return candidates(self.layout, self.digits)


def cells_of(puzzle: Puzzle, grid: ArrayLike | None = None) -> Cells:
    """Return the board of a puzzle, filled with the digits of a grid (flat or square) if you give one."""
    layout = puzzle.layout
    digits = puzzle.flat if grid is None else np.asarray(grid).ravel()
    if digits.size != layout.cells:
        raise PuzzleError(
            f"the grid has {counted(digits.size, 'cell')}, but the puzzle has {layout.cells}",
            "give the grid of this puzzle",
        )
    if digits.dtype.kind not in "iu" or digits.min() < 0 or digits.max() > layout.size:
        raise PuzzleError(
            "the grid holds values that are not digits",
            f"give whole numbers from 1 to {layout.size}, and 0 for a blank",
        )
    return Cells(layout, digits.astype(np.uint8), puzzle.flat > 0, clashes(layout, digits))


def candidates(layout: Layout, grid: ArrayLike) -> Bools:
    """Return for each empty cell the digits that its units do not hold yet; shape (cells, size)."""
    flat = np.asarray(grid).ravel()
    seen = np.zeros((layout.cells, layout.size + 1), dtype=bool)
    for unit in layout.units:
        held = np.zeros(layout.size + 1, dtype=bool)
        held[flat[unit]] = True
        seen[unit] |= held
    free: Bools = ~seen[:, 1:] & (flat == 0)[:, None]
    return free


def borders(layout: Layout) -> list[tuple[int, int, int, int]]:
    """Return the borders of boxes and the frame as lines (x0, y0, x1, y1), in cells from the top left."""
    size = layout.size
    wide = np.pad(layout.regions.reshape(size, size), 1, constant_values=-1)
    upright = wide[1:-1, :-1] != wide[1:-1, 1:]  # [row, edge]
    level = wide[:-1, 1:-1] != wide[1:, 1:-1]  # [edge, column]
    lines = [(x, start, x, end) for x in range(size + 1) for start, end in _runs(upright[:, x])]
    lines += [(start, y, end, y) for y in range(size + 1) for start, end in _runs(level[y])]
    return lines


def symbols(size: int, *, single: bool = False) -> tuple[str, ...]:
    """Return the text of each digit from 0 (no text) to N: its number.

    With ``single``, grids up to 25x25 use one character per digit, as in files: letters above 9, or for 25x25
    only letters.

    Examples
    --------
    >>> symbols(12)[10], symbols(12, single=True)[10]
    ('10', 'A')
    """
    from ergodoku.puzzle.formats.alphabets import LARGEST_WITH_SYMBOLS, usual

    if single and size <= LARGEST_WITH_SYMBOLS:
        return ("", *usual(size).symbols)
    return ("", *map(str, range(1, size + 1)))


@dataclass(frozen=True)
class Palette:
    """Colours as hex, from the set of Okabe and Ito, chosen to be distinct for the colour-blind too.

    References
    ----------
    M. Okabe, K. Ito: Color Universal Design, 2008. https://jfly.uni-koeln.de/color/
    """

    name: str
    paper: str
    ink: str  # text, givens, borders of boxes
    muted: str  # labels of axes, candidates
    line: str  # thin lines between cells
    shade: str  # background of the cells of extra units
    found: str
    conflict: str
    conflict_fill: str
    solved: str
    energy: str
    best: str
    temperature: str
    acceptance: str
    series: tuple[str, ...]  # for curves of several runs, in order


LIGHT = Palette(
    name="light",
    paper="#FFFFFF",
    ink="#1B1F24",
    muted="#5B636D",
    line="#C9CED4",
    shade="#EDF0F3",
    found="#0072B2",
    conflict="#D55E00",
    conflict_fill="#FBE4D5",
    solved="#009E73",
    energy="#0072B2",
    best="#1B1F24",
    temperature="#D55E00",
    acceptance="#009E73",
    series=("#0072B2", "#D55E00", "#009E73", "#CC79A7", "#E69F00", "#56B4E9", "#1B1F24"),
)
DARK = Palette(
    name="dark",
    paper="#15181D",
    ink="#ECEFF3",
    muted="#9DA6B1",
    line="#3A4149",
    shade="#20252C",
    found="#56B4E9",
    conflict="#F28E3C",
    conflict_fill="#4A2A12",
    solved="#2FBF93",
    energy="#56B4E9",
    best="#ECEFF3",
    temperature="#F28E3C",
    acceptance="#2FBF93",
    series=("#56B4E9", "#E69F00", "#2FBF93", "#CC79A7", "#F0E442", "#F0703C", "#ECEFF3"),
)
PALETTES = {palette.name: palette for palette in (LIGHT, DARK)}


def palette_of(theme: str) -> Palette:
    """Return the colours of a theme: light or dark."""
    if theme not in PALETTES:
        raise ParameterError(f"there is no theme {theme!r}", f"choose {' or '.join(PALETTES)}")
    return PALETTES[theme]


def _runs(flags: Bools) -> Iterator[tuple[int, int]]:
    """Yield the start and end of each sequence of True."""
    edges = np.flatnonzero(np.diff(np.concatenate([[False], flags, [False]]).astype(np.int8))).tolist()
    yield from zip(edges[::2], edges[1::2], strict=True)
