"""Reference pictures for plots: ``python -m tests.views.pictures`` redraws them.

Tests compare the pictures at a low resolution. Fonts and smoothing then make little difference, but a missing
curve makes a large difference.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import numpy as np
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.figure import Figure
from numpy.typing import NDArray
from PIL import Image

from ergodoku.views import plots
from ergodoku.views.board import PALETTES
from tests.samples import sample
from tests.views.runs import large, result, trace

BASELINE = Path(__file__).parent / "baseline"
TOLERANCE = 4.0  # largest root mean square of the differences, out of 255
BLOCK = 4  # average blocks of 4x4 pixels before comparing

Pixels = NDArray[np.float64]


def overview(figure: Figure) -> None:
    plots.overview(result(solved=False), figure=figure, theme="dark")


def board(figure: Figure) -> None:
    puzzle = sample("jigsaw-9")
    grid = puzzle.flat.copy()
    grid[np.flatnonzero(grid == 0)[::3]] = 5
    plots.board(puzzle, grid, candidates=True, ax=figure.add_subplot(), theme="light")


def heat_map(figure: Figure) -> None:
    run = large(25)
    plots.heat_map(run.puzzle, run.grid, ax=figure.add_subplot(), theme="light")


def race(figure: Figure) -> None:
    other = result("genetic", solved=False, series=trace("genetic", 150, 60.0, seed=2))
    results = {"one": result("tabu"), "two": other}
    plots.race(results, ax=figure.add_subplot(), theme="light")


DRAWN: dict[str, tuple[Callable[[Figure], None], tuple[float, float]]] = {
    "overview-dark": (overview, plots.SIZE),
    "board-jigsaw": (board, (5, 5)),
    "heat-map-25": (heat_map, (6, 5)),
    "race": (race, (8.4, 4.2)),
}


def drawn(name: str) -> Image.Image:
    """Return one of the pictures, newly drawn."""
    draw, size = DRAWN[name]
    theme = PALETTES["dark" if name.endswith("dark") else "light"]
    with plots.in_style(theme):
        figure = Figure(figsize=size, layout="constrained", dpi=64)
        draw(figure)
        canvas = FigureCanvasAgg(figure)
        canvas.draw()
        return Image.fromarray(np.asarray(canvas.buffer_rgba())).convert("RGB")


def difference(first: Image.Image, second: Image.Image) -> float:
    """Return how much two pictures differ at a low resolution."""
    assert first.size == second.size
    a, b = (np.asarray(picture.reduce(BLOCK), dtype=np.float64) for picture in (first, second))
    return float(np.sqrt(np.mean((a - b) ** 2)))


def main() -> None:
    BASELINE.mkdir(exist_ok=True)
    for name in DRAWN:
        picture = drawn(name).quantize(64, dither=Image.Dither.NONE)
        picture.save(BASELINE / f"{name}.png", optimize=True)


if __name__ == "__main__":
    main()
