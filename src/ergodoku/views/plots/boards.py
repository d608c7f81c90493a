"""Boards drawn with matplotlib: digits, conflicts, candidates; and a heat map for large grids.

Digits are outlines measured in cells, so they fit their cells in axes of any size.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import ArrayLike

from ergodoku.base.errors import ParameterError
from ergodoku.puzzle.puzzle import Puzzle, PuzzleLike
from ergodoku.puzzle.show import shaded
from ergodoku.views.board import Bools, Cells, Palette, borders, cells_of, symbols
from ergodoku.views.style import canvas

if TYPE_CHECKING:
    from matplotlib.axes import Axes

MOST_DIGITS = 64  # in larger grids a digit would be too small to read
MOST_CANDIDATES = 16


def board(
    puzzle: PuzzleLike,
    grid: ArrayLike | None = None,
    *,
    candidates: bool | Bools = False,
    ax: Axes | None = None,
    theme: str | None = None,
) -> Axes:
    """Draw a board: givens in bold, found digits in blue, conflicts in orange with a ring.

    Parameters
    ----------
    puzzle : Puzzle, text, path, list or array
        The puzzle, in any form that `Puzzle.of` accepts.
    grid : array_like, optional
        The digits to show, flat or square; by default only the givens.
    candidates : bool or ndarray of bool, shape (cells, size)
        Write candidates into the empty cells, up to 16x16: all digits that the units allow (True), or those
        in an array.
    ax : Axes, optional
        The axes to draw on; by default a new figure.
    theme : str, optional
        ``light`` or ``dark``; by default the theme that suits the axes.

    Returns
    -------
    Axes
    """
    puzzle = Puzzle.of(puzzle)
    cells = cells_of(puzzle, grid)
    shape = puzzle.layout.cells, puzzle.size
    if not isinstance(candidates, bool) and np.shape(candidates) != shape:
        raise ParameterError(
            f"the candidates have the shape {np.shape(candidates)}", f"give {shape}: a row for each cell"
        )
    with canvas(ax, theme, (_side(puzzle.size), _side(puzzle.size))) as (ax, palette):
        prepare(ax, puzzle.size)
        if puzzle.size > MOST_DIGITS:
            _draw_kinds(ax, cells, palette)
        else:
            _fill(ax, shaded(puzzle.layout), palette.shade)
            _fill(ax, cells.conflict, palette.conflict_fill)
            _draw_rings(ax, cells, palette)
            _draw_digits(ax, cells, palette)
        if candidates is not False and puzzle.size <= MOST_CANDIDATES:
            _draw_candidates(ax, cells.candidates if candidates is True else candidates, palette)
        draw_lines(ax, cells, palette)
    return ax


def heat_map(
    puzzle: PuzzleLike, grid: ArrayLike, *, ax: Axes | None = None, theme: str | None = None
) -> Axes:
    """Draw the conflicts of a grid: the number of each cell's units in which its digit is repeated.

    The parameters are the same as for `board`, without ``candidates``. In a large grid, a heat map shows
    conflicts better than digits do.
    """
    puzzle = Puzzle.of(puzzle)
    cells = cells_of(puzzle, grid)
    with canvas(ax, theme, (_side(puzzle.size) + 0.7, _side(puzzle.size))) as (ax, palette):
        from matplotlib.colors import BoundaryNorm, ListedColormap

        most = max(3, int(cells.clashes.max(initial=0)))
        colour_map = ListedColormap([palette.paper, *_between(_warmth(palette), most)])
        norm = BoundaryNorm(np.arange(most + 2) - 0.5, most + 1)
        size = puzzle.size
        prepare(ax, size)
        image = ax.imshow(
            cells.clashes.reshape(size, size),
            cmap=colour_map,
            norm=norm,
            extent=(0, size, size, 0),
            interpolation="nearest",
        )
        draw_lines(ax, cells, palette, thin=size <= 36)
        bar = ax.figure.colorbar(image, ax=ax, ticks=range(most + 1), shrink=0.4, pad=0.02, aspect=14)
        bar.set_label("units in which the digit is repeated")
        bar.outline.set_edgecolor(palette.line)
        bar.ax.tick_params(which="both", length=0)
    return ax


def prepare(ax: Axes, size: int) -> None:
    """Prepare axes for a grid: cell (row, column) is the square that starts at x = column, y = row."""
    margin = size / 150
    ax.set_xlim(-margin, size + margin)
    ax.set_ylim(size + margin, -margin)
    ax.set_aspect("equal")
    ax.set_axis_off()


def draw_lines(ax: Axes, cells: Cells, palette: Palette, *, thin: bool = True) -> None:
    """Draw thin lines between cells and thick lines between boxes."""
    from matplotlib.collections import LineCollection

    size = cells.layout.size
    scale = min(1.0, 12 / size)
    if thin and size <= MOST_DIGITS:
        inner = [((k, 0), (k, size)) for k in range(1, size)] + [((0, k), (size, k)) for k in range(1, size)]
        ax.add_collection(LineCollection(inner, colors=palette.line, linewidths=max(0.25, 0.8 * scale)))
    thick = [((x0, y0), (x1, y1)) for x0, y0, x1, y1 in borders(cells.layout)]
    ax.add_collection(
        LineCollection(
            thick, colors=palette.ink, linewidths=max(0.5, 1.8 * scale), capstyle="projecting", zorder=3
        )
    )


def _side(size: int) -> float:
    """Return the width of a figure in inches."""
    return 5.0 if size <= 9 else 6.5 if size <= 25 else 9.0


def _fill(ax: Axes, where: Bools, colour: str) -> None:
    from matplotlib.collections import PolyCollection

    size = int(len(where) ** 0.5)
    corner = np.stack(np.divmod(np.flatnonzero(where), size)[::-1], axis=1)[:, None, :]
    squares = corner + np.array([[0, 0], [1, 0], [1, 1], [0, 1]])
    if len(squares):
        ax.add_collection(PolyCollection(list(squares), facecolors=colour, edgecolors="none", zorder=0.5))


def _draw_kinds(ax: Axes, cells: Cells, palette: Palette) -> None:
    """Colour the cells by kind, for grids too large for digits, and cross out conflicts."""
    given, found = (_between([palette.paper, colour], 3)[1] for colour in (palette.ink, palette.found))
    _fill(ax, cells.given, given)
    _fill(ax, cells.found & ~cells.conflict, found)
    _fill(ax, cells.conflict, palette.conflict)
    from matplotlib.collections import LineCollection

    size = cells.layout.size
    y, x = np.divmod(np.flatnonzero(cells.conflict), size)
    cross = [((a, b), (a + 1, b + 1)) for a, b in zip(x, y, strict=True)]
    cross += [((a, b + 1), (a + 1, b)) for a, b in zip(x, y, strict=True)]
    ax.add_collection(LineCollection(cross, colors=palette.paper, linewidths=0.4, zorder=2))


def _draw_rings(ax: Axes, cells: Cells, palette: Palette) -> None:
    from matplotlib.collections import EllipseCollection

    size = cells.layout.size
    y, x = np.divmod(np.flatnonzero(cells.conflict), size)
    ring = np.full(len(x), 0.84)
    ax.add_collection(
        EllipseCollection(
            ring,
            ring,
            np.zeros(len(x)),
            units="xy",
            offsets=np.stack([x, y], axis=1) + 0.5,
            offset_transform=ax.transData,
            facecolors="none",
            edgecolors=palette.conflict,
            linewidths=max(0.4, min(1.6, 16 / size)),
            zorder=2,
        )
    )


def _draw_digits(ax: Axes, cells: Cells, palette: Palette) -> None:
    size = cells.layout.size
    words = symbols(size)
    height = (0.5, 0.42, 0.32)[len(words[-1]) - 1]  # height of a digit, in cells
    ink = np.where(cells.given, palette.ink, np.where(cells.conflict, palette.conflict, palette.found))
    for weight, where in (("bold", cells.given), ("normal", cells.found)):
        chosen = np.flatnonzero(where)
        y, x = np.divmod(chosen, size)
        texts = [words[d] for d in cells.digits[chosen]]
        _write(ax, texts, np.stack([x, y], axis=1) + 0.5, height, weight, ink[chosen].tolist())


def _draw_candidates(ax: Axes, possible: Bools, palette: Palette) -> None:
    size = possible.shape[1]
    words = symbols(size)
    across = int(np.ceil(size**0.5))
    cell, digit = np.nonzero(possible)
    row, column = np.divmod(cell, size)
    down, right = np.divmod(digit, across)
    rows = int(np.ceil(size / across))
    x = column + 0.06 + (right + 0.5) * 0.88 / across
    y = row + 0.06 + (down + 0.5) * 0.88 / rows
    height = 0.46 / across if size <= 9 else 0.4 / across
    texts = [words[d + 1] for d in digit]
    _write(ax, texts, np.stack([x, y], axis=1), height, "normal", palette.muted)


def _write(
    ax: Axes, texts: list[str], middle: Any, height: float, weight: str, colours: str | list[str]
) -> None:
    """Write texts centred on points, in the units of the axes."""
    from matplotlib.collections import PathCollection
    from matplotlib.path import Path

    paths = []
    for text, point in zip(texts, middle, strict=True):
        points, codes = _outline(text, weight)
        paths.append(Path(points * (height, -height) + point, codes))
    if paths:
        ax.add_collection(PathCollection(paths, facecolors=colours, linewidths=0, zorder=2.5))


@lru_cache(maxsize=512)
def _outline(text: str, weight: str) -> tuple[Any, Any]:
    """Return the outline of a text, centred on the origin, with digits one unit high."""
    from matplotlib.font_manager import FontProperties
    from matplotlib.textpath import TextPath

    font = FontProperties(family="DejaVu Sans", weight=weight)
    high = TextPath((0, 0), "0", size=100, prop=font).get_extents().height
    path = TextPath((0, 0), text, size=100, prop=font)
    box = path.get_extents()
    middle = ((box.x0 + box.x1) / 2, high / 2)
    return (np.asarray(path.vertices) - middle) / high, path.codes


def _warmth(palette: Palette) -> list[str]:
    """Return colours for few to many conflicts, with rising contrast to the paper, even in grey print."""
    if palette.name == "light":
        return ["#F4B183", palette.conflict, "#6E2C00"]
    return ["#7A4316", palette.conflict, "#FFE0C2"]


def _between(colours: list[str], count: int) -> list[str]:
    """Return ``count`` colours from the first to the last."""
    from matplotlib.colors import LinearSegmentedColormap, to_hex

    steps = LinearSegmentedColormap.from_list("steps", colours)
    return [to_hex(steps(k)) for k in np.linspace(0, 1, count)]
