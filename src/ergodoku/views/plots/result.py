"""All plots under one roof, and the overview of a run.

Each is a function that draws on ``ax``, or on a new figure, and returns the axes. What they draw is computed
apart: see `ergodoku.views.series` and `ergodoku.views.board`.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from ergodoku.base.errors import ParameterError
from ergodoku.engine.result import Result
from ergodoku.engine.status import Status
from ergodoku.engine.trace import Trace
from ergodoku.puzzle.clashes import clashes
from ergodoku.views.board import palette_of
from ergodoku.views.files import picture
from ergodoku.views.plots.boards import board, heat_map
from ergodoku.views.plots.curves import acceptance, energy, generations, temperature
from ergodoku.views.plots.several import ladder, race
from ergodoku.views.series import credit, rungs_of, series_of
from ergodoku.views.style import in_style

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

__all__ = [
    "acceptance",
    "board",
    "energy",
    "generations",
    "heat_map",
    "ladder",
    "overview",
    "plot_result",
    "plot_trace",
    "race",
    "save_overview",
    "temperature",
]

CURVES = {
    "energy": energy,
    "temperature": temperature,
    "acceptance": acceptance,
    "generations": generations,
    "ladder": ladder,
}
BOARDS = {"board": board, "heat_map": heat_map}
HEAT_ABOVE = 25  # in larger grids a heat map tells more of conflicts than digits do
SIZE = (11.0, 5.2)


def overview(
    result: Result,
    *,
    over: str = "iterations",
    window: int | None = None,
    figure: Figure | None = None,
    theme: str = "light",
) -> list[Axes]:
    """Draw a run in one figure: the board at the left, energy and temperature at the right.

    A method without temperature shows its acceptance instead, a tempering run its ladder. In grids above
    25x25 with conflicts the board is a heat map.

    Parameters
    ----------
    result : Result
        What a run ended with.
    over, window
        As in `energy`.
    figure : Figure, optional
        An empty figure to draw on; a new one by default.
    theme : str
        ``light`` or ``dark``.

    Returns
    -------
    list of Axes
        Board, energy, and temperature where there is something to show.
    """
    palette = palette_of(theme)
    if figure is None:
        import matplotlib.pyplot as plt

        figure = plt.figure(figsize=SIZE, layout="constrained")
    with in_style(palette):
        figure.set_facecolor(palette.paper)
        lower = _lower(result)
        names: Any = [["board", "energy"], ["board", "lower" if lower else "energy"]]
        axes = figure.subplot_mosaic(
            names, width_ratios=[1, 1.15], height_ratios=[1.6, 1], gridspec_kw={"wspace": 0.06}
        )
        _draw_board(result, axes["board"], theme)
        energy(result, over=over, window=window, ax=axes["energy"], theme=theme)
        if lower:
            CURVES[lower](result, over=over, ax=axes["lower"], theme=theme)
            axes["energy"].set_xlabel("")
        figure.suptitle(_headline(result), x=0.012, ha="left", fontsize=12, fontweight="bold")
        return list(axes.values())


def plot_result(result: Result, kind: str = "overview", **options: Any) -> Axes | list[Axes]:
    """Draw what `Result.plot` was asked for."""
    if kind == "overview":
        return overview(result, **options)
    if kind in BOARDS:
        return BOARDS[kind](result.puzzle, result.grid, **options)
    return _curve(result, kind, ["overview", *BOARDS, *CURVES], options)


def plot_trace(trace: Trace, kind: str = "energy", **options: Any) -> Axes:
    """Draw what `Trace.plot` was asked for."""
    return _curve(trace, kind, list(CURVES), options)


def save_overview(result: Result, path: str | Path, *, theme: str = "light") -> None:
    """Write the overview of a run as PNG, SVG or PDF."""
    with picture(path, SIZE, theme) as figure:
        overview(result, figure=figure, theme=theme)


def _curve(run: Result | Trace, kind: str, known: list[str], options: dict[str, Any]) -> Axes:
    if kind not in CURVES:
        raise ParameterError(f"there is no plot {kind!r}", f"choose one of {', '.join(known)}")
    return CURVES[kind](run, **options)


def _draw_board(result: Result, ax: Axes, theme: str) -> None:
    puzzle = result.puzzle
    if puzzle.size > HEAT_ABOVE and clashes(puzzle.layout, result.grid).any():
        heat_map(puzzle, result.grid, ax=ax, theme=theme)
    else:
        board(puzzle, result.grid, candidates=puzzle.size <= 9, ax=ax, theme=theme)


def _lower(result: Result) -> str:
    """Return which curve stands under the energy."""
    if rungs_of(result):
        return "ladder"
    series = series_of(result)
    if np.isfinite(series.temperature).any():
        return "temperature"
    known = series.acceptance[np.isfinite(series.acceptance)]
    return "acceptance" if known.size and known.min() < known.max() else ""


def _headline(result: Result) -> str:
    size = result.puzzle.size
    word = result.status.words
    if result.status in (Status.GAVE_UP, Status.INTERRUPTED):
        word += f" at energy {result.energy}"
    effort = f"{result.iterations:,} iterations, {result.seconds:.3g} s" if result.iterations else ""
    parts = [f"{size}x{size}", credit(result.label, result.found_by), word, effort]
    return "  ·  ".join(part for part in parts if part)
